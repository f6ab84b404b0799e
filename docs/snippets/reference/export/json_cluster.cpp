// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_cluster.hpp>
#include <headroom/headroom.hpp>
namespace hr = headroom;

namespace export_json_cluster_reference {  // hidden
double gpus_in_json(const hr::dynamic_cluster& held) {
  const nlohmann::ordered_json cluster = hr::json_of_cluster(held.groups(), {.published = hr::catalog::prices()});
  return cluster["totals"]["gpus"]["value"];
}
}  // namespace export_json_cluster_reference  // hidden
