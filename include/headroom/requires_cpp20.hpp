// SPDX-License-Identifier: BSL-1.0
#pragma once

// One error for older standards. The include of a file that is not there ends the compilation, on every compiler: else
// thousands of lines follow.
#if __cplusplus < 202002L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#error headroom is a C++20 library: compile with -std=c++20, or in CMake link headroom::headroom
// By a macro, so that what lists includes lists none that is not there.
#define HEADROOM_NEEDS_CPP20 <headroom_needs_cpp20>
#include HEADROOM_NEEDS_CPP20
#endif
