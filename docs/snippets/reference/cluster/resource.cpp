// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/cluster/resource.hpp>
namespace hr = headroom;

namespace cluster_resource_reference {  // hidden
constexpr hr::machine a100(hr::azure::nd96asr_v4::spec);
static_assert(*hr::resource::system_memory::of(a100).known() == hr::gibibytes(900));
static_assert(hr::resource::peak<hr::fp4, hr::dense>::of(a100).is_absent());
static_assert(hr::resource::max_power::of(a100).is_unknown());
}  // hidden
