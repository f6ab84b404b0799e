// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/prices.hpp>
#include <headroom/cluster/pricing.hpp>
namespace hr = headroom;

namespace cluster_pricing_reference {  // hidden
inline constexpr auto vms = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(10)};
constexpr auto list = hr::price_per_hour(vms, {.region = "eastus", .published = hr::catalog::prices()});
static_assert(list.is_complete() && hr::in_dollars_per_hour(list.known_part) == 271.97);

constexpr auto agreed = hr::price_per_hour(vms, {.region = "eastus", .discount = 0.4, .published = hr::catalog::prices()});
static_assert(agreed.known_part < list.known_part);
static_assert(!hr::price_per_hour(vms, {}).is_complete());
}  // hidden
