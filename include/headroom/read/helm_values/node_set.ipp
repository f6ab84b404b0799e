// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/shapes.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/helm_values/parts.hpp>
#include <headroom/read/helm_values/sizes.hpp>
#include <headroom/read/kubernetes/resources.hpp>

namespace headroom::read {

bool is_node_set(const tree& map) {
  const tree* daemon = map.at("slurmd");
  return daemon != nullptr && has_gpus(daemon->at("resources"));
}

void read_node_set(const tree& map, std::string_view name, deployment_file& into) {
  workload w = part_called(map, name);
  take_resources(map.at("slurmd", "resources"), w);
  const tree* pod = map.at("podSpec");
  put_part(w, pod != nullptr && pod->is_map() ? *pod : map, into);
}

}  // namespace headroom::read
