// SPDX-License-Identifier: BSL-1.0
// expect-error: scale_out_bandwidth
// expect-error: front_end
#include <headroom/hardware/vm.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::vm own{.name = "own", .front_end = hr::scale_out_per_direction(hr::gigabits_per_second(400))};
#else
inline constexpr hr::vm own{.name = "own", .front_end = hr::front_end_per_direction(hr::gigabits_per_second(80))};
#endif
