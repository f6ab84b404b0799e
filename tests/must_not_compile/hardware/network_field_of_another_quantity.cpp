// SPDX-License-Identifier: BSL-1.0
// expect-error: this figure is of another kind of quantity
#include "machines.hpp"

#ifdef MISTAKE
constexpr hr::vm own{.name = "own", .scale_out = hr::gigabytes(400)};
#else
constexpr hr::vm own{.name = "own", .scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400))};
#endif
static_assert(own.name == "own");
