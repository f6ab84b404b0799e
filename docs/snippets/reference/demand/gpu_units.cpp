// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/demand/gpu_units.hpp>
namespace hr = headroom;

namespace demand_gpu_units_reference {  // hidden
// Replicas of three tensor-parallel groups of 8.
inline constexpr hr::gpu_units replica{.in_domain = 8, .of_one_kind = 24};
static_assert(*hr::gpus_in_units({hr::azure::nd96asr_v4::spec, 10}, replica).known() == 72);  // of 80

inline constexpr hr::demand three{.total = {.gpus = 72}, .units = replica};
static_assert(hr::must_fit<hr::cluster{hr::vms<hr::azure::nd96asr_v4>(10)}, three>);
}  // hidden
