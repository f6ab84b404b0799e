// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): could not convert
// expect-error(clang): no viable conversion from
// expect-error: bidirectional_bandwidth<
#include <headroom/hardware/link.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::scale_up_link own{.per_gpu = hr::bidirectional(hr::scale_up_per_direction(hr::gigabytes_per_second(900)))};
#else
inline constexpr hr::scale_up_link own{.per_gpu = hr::scale_up_per_direction(hr::gigabytes_per_second(900))};
#endif
