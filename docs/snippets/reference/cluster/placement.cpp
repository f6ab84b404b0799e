// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/cluster/placement.hpp>
namespace hr = headroom;

namespace cluster_placement_reference {  // hidden
constexpr auto lie = *hr::place(hr::azure::nd128isr_gb300_v6::spec, 40).known();
static_assert(lie.whole == 2 && lie.partial == 1);
static_assert(lie.vms_left_over == 4 && lie.gpus_left_over == 16);
static_assert(lie.vms_to_fill == 14);
}  // hidden
