// SPDX-License-Identifier: BSL-1.0
// expect-error: this figure is of another kind of quantity
#include <headroom/demand/demand.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = hr::gigabytes_per_second(5)}};
#else
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = hr::gigabytes(5)}};
#endif
