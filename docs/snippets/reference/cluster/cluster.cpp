// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/cluster/cluster.hpp>
namespace hr = headroom;

namespace cluster_cluster_reference {  // hidden
inline constexpr auto site = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(4), hr::vms<hr::azure::nd96asr_v4>(2)};
inline constexpr auto region = hr::cluster{3 * site, hr::vms<hr::azure::nd40rs_v2>(1)};
static_assert(region.groups()[0].how_many == 12);
}  // hidden
