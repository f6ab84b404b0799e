// SPDX-License-Identifier: BSL-1.0
// expect-error: say the direction: scale_up_per_direction(x), or scale_up_bidirectional(x) of both together
#include <headroom/demand/demand.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::demand promise{.per_gpu = {.scale_up = hr::terabytes_per_second(1.8)}};
#else
inline constexpr hr::demand promise{.per_gpu = {.scale_up = hr::scale_up_bidirectional(hr::terabytes_per_second(1.8))}};
#endif
