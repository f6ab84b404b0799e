// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/cluster/group.hpp>

#include <array>
namespace hr = headroom;

namespace cluster_group_reference {  // hidden
constexpr std::array groups{hr::group{hr::azure::nd96asr_v4::spec, 10}, hr::group{hr::azure::nd40rs_v2::spec, 4}};
constexpr auto vcpus = hr::sum_over(groups, [](const hr::machine& each) { return hr::over_vms(each, &hr::vm::vcpus); });
static_assert(vcpus.known_part == 10 * 96 + 4 * 40);
static_assert(vcpus.is_complete() && vcpus.machines == 14);
}  // hidden
