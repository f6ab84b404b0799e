// SPDX-License-Identifier: BSL-1.0
#include <headroom/headroom.hpp>
namespace hr = headroom;

namespace nine_lines_page {  // hidden
inline constexpr auto held = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(64), hr::vms<hr::azure::nd96asr_v4>(10)};
inline constexpr hr::demand promise{.total = {.gpus = 4'600, .usable_gpu_memory = hr::petabytes(1.2)}};

static_assert(hr::gpu_count(held) == 64 * 72 + 80);
static_assert(hr::gpu_memory(held) >= hr::petabytes(1.2));
static_assert(hr::must_fit<held, promise>);
}  // hidden
