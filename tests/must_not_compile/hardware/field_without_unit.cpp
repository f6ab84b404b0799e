// SPDX-License-Identifier: BSL-1.0
// expect-error: say the unit of this figure: gigabytes(80)
#include "machines.hpp"

#ifdef MISTAKE
constexpr hr::gpu own{.name = "own", .memory_as_sold = 80};
#else
constexpr hr::gpu own{.name = "own", .memory_as_sold = hr::gigabytes(80)};
#endif
static_assert(own.name == "own");
