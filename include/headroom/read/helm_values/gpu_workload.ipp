// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/shapes.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/helm_values/parts.hpp>
#include <headroom/read/helm_values/sizes.hpp>

namespace headroom::read {

bool is_gpu_workload(const tree& map) {
  const tree* gpus = map.at("gpus");
  const tree* image = map.at("image");
  return gpus != nullptr && gpus->is_text() && image != nullptr && (image->is_text() || image->is_map());
}

void read_gpu_workload(const tree& map, std::string_view name, deployment_file& into) {
  workload w{.identity = {.name = name, .kind = "Helm values", .line = map.key_line != 0 ? map.key_line : map.line}, .queueing = {.runs_as = workload_class::job}};
  w.scale.replicas = {count{1}, w.identity.line};
  w.scale.gpus = count_said(map.at("gpus"));
  recipe_sizes sizes(into);
  sizes.take_container(map);
  // Helm's "--set" gives lists that are empty in the file these names.
  for (const std::string_view key : {"defaultArguments[]", "arguments[]", "arguments"}) sizes.take_arguments(map.at(key));
  w.parallel = sizes.sizes();
  put_part(w, map, into);
}

}  // namespace headroom::read
