// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>
namespace hr = headroom;

namespace cluster_dynamic_cluster_reference {  // hidden
inline constexpr auto held = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(4), hr::vms<hr::azure::nd96asr_v4>(2)};

// What is still to buy, for a plan of so many racks and one A100 machine.
constexpr hr::dynamic_cluster still_to_buy(hr::count racks) {
  hr::dynamic_cluster planned{{hr::azure::gb300_nvl72::spec, racks}};
  planned.merge({hr::azure::nd96asr_v4::spec, 1});
  return hr::difference(planned, held);
}
static_assert(still_to_buy(6) == hr::dynamic_cluster{{hr::azure::gb300_nvl72::spec, 2}});
static_assert(still_to_buy(3).groups().empty());
}  // hidden
