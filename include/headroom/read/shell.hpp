// SPDX-License-Identifier: BSL-1.0
#pragma once

// Scripts of the shell: their tree after the POSIX grammar with what bash adds, and what they run, without running them.
#include <headroom/read/shell/parse.hpp>
#include <headroom/read/shell/syntax.hpp>
#include <headroom/read/shell/walk.hpp>
