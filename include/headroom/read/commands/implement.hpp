// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/commands/, for read/implement.hpp.
#include <headroom/read/commands/assignments.ipp>
#include <headroom/read/commands/running.ipp>
#include <headroom/read/commands/variables.ipp>
#include <headroom/read/commands/words.ipp>
