// SPDX-License-Identifier: BSL-1.0
// expect-error: say the unit and the direction: scale_out_per_direction(gigabits_per_second(400))
#include <headroom/demand/demand.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::demand promise{.per_gpu = {.scale_out = 400}};
#else
inline constexpr hr::demand promise{.per_gpu = {.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400))}};
#endif
