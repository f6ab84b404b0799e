// SPDX-License-Identifier: BSL-1.0
// expect-error: say the unit of what is asked for: gigabytes(80)
#include <headroom/demand/demand.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::demand promise{.per_gpu = {.memory_bandwidth = 3}};
#else
inline constexpr hr::demand promise{.per_gpu = {.memory_bandwidth = hr::terabytes_per_second(3)}};
#endif
