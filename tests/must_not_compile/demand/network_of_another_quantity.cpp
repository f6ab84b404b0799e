// SPDX-License-Identifier: BSL-1.0
// expect-error: this figure is of another kind of quantity: memory is no bandwidth, power no memory
#include <headroom/demand/demand.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::demand promise{.per_gpu = {.scale_out = hr::gigabytes(400)}};
#else
inline constexpr hr::demand promise{.per_gpu = {.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400))}};
#endif
