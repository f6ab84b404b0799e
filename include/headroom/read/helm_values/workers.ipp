// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/shapes.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/helm_values/parts.hpp>
#include <headroom/read/helm_values/sizes.hpp>

namespace headroom::read {

namespace {

struct worker_role {
  std::string_view key{};
  serving_role is = serving_role::none;
};
constexpr worker_role worker_roles[]{
    {"prefill", serving_role::prefill}, {"decode", serving_role::decode}, {"agg", serving_role::none}};

bool is_role(const tree* role) {
  if (role == nullptr) return false;
  const tree* workers = role->at("workers");
  const tree* gpus = role->at("gpus");
  return workers != nullptr && workers->is_text() && gpus != nullptr && gpus->is_text();
}

// A worker spans so many nodes, with as many of its GPUs on each.
void divide_among_nodes(workload& w, const said<count>& nodes) {
  w.scale.pods = nodes.is_silent() ? said<count>{count{1}, w.identity.line} : nodes;
  const bool divides = w.scale.gpus.is_known() && w.scale.pods.value_or(0) > 0 && w.scale.gpus.value % w.scale.pods.value == 0;
  w.requests.gpus = divides ? said<count>{w.scale.gpus.value / w.scale.pods.value, w.scale.gpus.line} : said<count>{unknown, w.scale.gpus.line};
}

}  // namespace

bool has_workers(const tree& map) {
  for (const worker_role& each : worker_roles)
    if (is_role(map.at(each.key))) return true;
  return false;
}

void read_workers(const tree& map, std::string_view, deployment_file& into) {
  for (const worker_role& each : worker_roles) {
    const tree* role = map.at(each.key);
    if (!is_role(role)) continue;
    workload w{.identity = {.name = each.key, .kind = "Helm values", .line = role->key_line, .role = each.is}};
    w.scale.replicas = count_said(role->at("workers"));
    if (w.scale.replicas.is_known() && w.scale.replicas.value == 0) continue;
    w.scale.gpus = count_said(role->at("gpus"));
    divide_among_nodes(w, count_said(role->at("nodesPerWorker")));
    recipe_sizes sizes(into);
    sizes.take_engine(engine_of_part(*role));
    sizes.take_engine(engine_of_part(map));
    sizes.take_settings(role);
    sizes.take_settings(role->at("engine"));
    w.parallel = sizes.sizes();
    put_part(w, *role, into);
  }
}

}  // namespace headroom::read
