// SPDX-License-Identifier: BSL-1.0
#include <headroom/headroom.hpp>
namespace hr = headroom;

inline constexpr auto held = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(64), hr::vms<hr::azure::nd96asr_v4>(10)};
// [promise]
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = hr::pebibytes(1.5)}};

static_assert(hr::must_fit<held, promise>);
// [/promise]
