// SPDX-License-Identifier: BSL-1.0
#include <headroom/headroom.hpp>

namespace hr = headroom;

std::int64_t gpus_seen_by_the_other_file();

std::int64_t gpus_seen_by_the_other_file() {
  const hr::cluster held{hr::racks<hr::azure::gb300_nvl72>(64), hr::vms<hr::azure::nd96asr_v4>(10)};
  return hr::gpu_count(held);
}
