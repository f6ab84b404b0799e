// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/catalog/prices.hpp>
#include <headroom/cluster/ratios.hpp>
namespace hr = headroom;

namespace cluster_ratios_reference {  // hidden
inline constexpr auto racks = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(1)};
static_assert(hr::scale_up_to_scale_out(racks) == 9);

inline constexpr auto vms = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(10)};
constexpr auto each = hr::price_per_gpu_hour(vms, {.region = "eastus", .published = hr::catalog::prices()});
static_assert(hr::in_dollars_per_hour(*each.known()) == 27.197 / 8);
}  // hidden
