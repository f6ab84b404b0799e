// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/shapes.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/helm_values/parts.hpp>
#include <headroom/read/helm_values/sizes.hpp>
#include <headroom/read/kubernetes/resources.hpp>

namespace headroom::read {

bool is_llm_d(const tree& map) {
  const tree* parallelism = map.at("parallelism");
  return parallelism != nullptr && parallelism->is_map() && containers_of(map) != nullptr;
}

void read_llm_d(const tree& map, std::string_view name, deployment_file& into) {
  workload w = part_called(map, name);
  if (name == "prefill") w.identity.role = serving_role::prefill;
  if (name == "decode") w.identity.role = serving_role::decode;
  const tree& parallelism = *map.at("parallelism");
  const said<count> tensor = count_said(parallelism.at("tensor"));
  const said<count> data = count_said(parallelism.at("data"));
  const said<count> local = count_said(parallelism.at("dataLocal"));
  const said<count> workers = count_said(parallelism.at("workers"));

  // The chart, llm-d-modelservice, _helpers.tpl and values.yaml.
  outer_variables set;
  for (const auto& [variable, key] : {std::pair{"TP_SIZE", "tensor"}, std::pair{"DP_SIZE", "data"}, std::pair{"DP_SIZE_LOCAL", "dataLocal"}})
    if (const tree* size = parallelism.at(key); size != nullptr && size->is_text()) set[variable] = {std::string(size->text), size->line};
  if (w.scale.replicas.is_silent()) w.scale.replicas = {count{1}, w.identity.line};
  if (workers.line != 0) {
    w.scale.pods = workers;
  } else if (data.value_or(1) > 1 || data.is_unresolved()) {
    const bool divides = data.is_known() && local.is_known() && local.value > 0 && data.value % local.value == 0;
    w.scale.pods = divides ? said<count>{data.value / local.value, data.line} : said<count>{unknown, data.line};
  }
  // Several pods are a LeaderWorkerSet, which tells them how many they are.
  if (w.scale.pods.value_or(0) > 1) set["LWS_GROUP_SIZE"] = {std::to_string(w.scale.pods.value), w.scale.pods.line};

  recipe_sizes sizes(into);
  const tree& containers = *containers_of(map);
  for (const tree* each : containers.items) {
    if (has_gpus(each->at("resources")) || containers.items.size() == 1) take_resources(each->at("resources"), w);
    sizes.take_container(*each, set);
  }
  w.parallel = sizes.sizes();
  // The chart gives each pod the GPUs of the ranks in it, where its values do not.
  if (w.requests.gpus.is_silent() && w.requests.mig_profile.is_silent())
    w.requests.gpus = tensor.is_known() && !local.is_unresolved()
                          ? said<count>{multiply(tensor.value, local.value_or(1)), tensor.line}
                          : said<count>{unknown, tensor.line};
  if (tensor.line != 0 || data.line != 0) {
    w.parallel.tensor = tensor;
    w.parallel.data = data;
    w.parallel.line = tensor.line != 0 ? tensor.line : data.line;
    if (w.parallel.engine == engine::unnamed) w.parallel.engine = engine::vllm;
  }
  put_part(w, map, into);
}

}  // namespace headroom::read
