// SPDX-License-Identifier: BSL-1.0
// expect-error: a peak rate is asked for in operations a second of a format
#include <headroom/demand/demand.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.peak = hr::gigabytes(5)}};
#else
inline constexpr hr::demand promise{.total = {.peak = hr::petaflops<hr::fp8>(5)}};
#endif
