// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/cluster/capacity.hpp>
namespace hr = headroom;

namespace cluster_capacity_reference {  // hidden
inline constexpr auto racks = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(2)};

// Of a compile-time cluster: the quantity. What a machine has not, or no source states, does not compile.
static_assert(hr::gpu_count(racks) == 144);
static_assert(hr::per_gpu(hr::gpu_memory, racks) == hr::nameplate_gigabytes(279));

// Of groups: the known part, with its coverage.
static_assert(hr::front_end(racks.groups()).machines == 2);

// Of one machine: the figure.
static_assert(*hr::vcpu_count(hr::machine(hr::azure::nd96asr_v4::spec)).known() == 96);
}  // hidden
