// SPDX-License-Identifier: BSL-1.0
#pragma once

// One error for older standards, at which compilation ends: an include of a file that is not there is fatal on every compiler,
// and prints the name, which says why. #error goes on, and thousands of lines follow it. With a comment for a space, so that
// what lists includes lists none that is not there.
#if __cplusplus < 202002L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#include/**/<headroom is a C++20 library: compile with -std=c++20, or in CMake link headroom::headroom>
#endif
