// SPDX-License-Identifier: BSL-1.0
// expect-error: this machine's hardware has no such unit, so the cluster has no such total
#include <headroom/catalog/azure.hpp>
#include <headroom/cluster/capacity.hpp>

namespace hr = headroom;

inline constexpr auto held = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(64), hr::vms<hr::azure::nd96asr_v4>(10)};

#ifdef MISTAKE
auto x = hr::peak<hr::fp4>(held);
#else
auto x = hr::peak<hr::bf16>(held);
#endif
