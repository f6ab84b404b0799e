// SPDX-License-Identifier: BSL-1.0
// One of two translation units that include everything: they link only if every header keeps to one definition.
#include <headroom/headroom.hpp>

#include <headroom/version.hpp>
#include <iostream>

namespace hr = headroom;

std::int64_t gpus_seen_by_the_other_file();

int main() {
  constexpr auto held = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(64), hr::vms<hr::azure::nd96asr_v4>(10)};
  static_assert(hr::gpu_count(held) == 64 * 72 + 80);
  std::cout << "headroom " << hr::version << ": " << hr::gpu_count(held) << " GPUs\n";
  return hr::gpu_count(held) == gpus_seen_by_the_other_file() ? 0 : 1;
}
