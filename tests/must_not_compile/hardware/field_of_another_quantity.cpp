// SPDX-License-Identifier: BSL-1.0
// expect-error: this figure is of another kind of quantity
#include "machines.hpp"

#ifdef MISTAKE
constexpr hr::gpu own{.name = "own", .memory_as_sold = hr::gigabytes_per_second(80)};
#else
constexpr hr::gpu own{.name = "own", .memory_as_sold = hr::gigabytes(80)};
#endif
static_assert(own.name == "own");
