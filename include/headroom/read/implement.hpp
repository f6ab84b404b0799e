// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of the readers. One source of a program includes this header; the others include the headers with the
// declarations. Where two do, the linker says that something is defined twice.
#include <headroom/read/shell/implement.hpp>
