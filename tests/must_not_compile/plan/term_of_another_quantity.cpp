// SPDX-License-Identifier: BSL-1.0
// expect-error: this figure is of another kind of quantity
#include <headroom/plan/checkpoints.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::checkpoints taken{.interval = hr::hours(1), .stall = hr::gigabytes(5)};
#else
inline constexpr hr::checkpoints taken{.interval = hr::hours(1), .stall = hr::seconds(5)};
#endif
static_assert(taken.interval > taken.stall);
