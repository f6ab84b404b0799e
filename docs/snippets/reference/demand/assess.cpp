// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/demand/assess.hpp>
namespace hr = headroom;

namespace demand_assess_reference {  // hidden
inline constexpr hr::demand wanted{.total = {.gpus = 100}, .per_gpu = {.usable_gpu_memory = hr::gibibytes(35)}};

constexpr auto known = hr::assess(hr::cluster{hr::vms<hr::azure::nd96asr_v4>(10), hr::vms<hr::azure::nd40rs_v2>(4)}, wanted);
static_assert(known.outcome == hr::outcome::does_not_fit);
static_assert(known.binding().supply == 80);                            // the A100s alone
static_assert(known.groups[1].why.line == hr::line::usable_gpu_memory);  // why the V100s do not count

inline bool fits_at_run_time(hr::count vms) {
  const hr::dynamic_cluster built{{hr::azure::nd96asr_v4::spec, vms}};
  return hr::assess(built.groups(), wanted).fits();
}
}  // hidden
