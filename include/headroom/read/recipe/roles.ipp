// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/recipe/roles.hpp>


#include <array>
#include <string>

#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/common/key_name.hpp>
#include <headroom/read/helm_values/sizes.hpp>
#include <headroom/read/recipe/value.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

struct role {
  std::string_view name{};
  serving_role is = serving_role::none;
};
constexpr std::array recipe_roles{role{"prefill", serving_role::prefill}, role{"decode", serving_role::decode},
                                  role{"agg", serving_role::none}};

// "prefill_nodes", "prefillNodes" or "nodes" under "prefill".
const tree* figure_of(const tree& map, const role& of, std::string_view what) {
  if (const tree* found = value_named(map, concat(of.name, '_', what))) return found;
  const tree* own = map.at(of.name);
  return own == nullptr ? nullptr : own->at(what);
}

const tree* gpus_of_worker(const tree& map, const role& of) {
  if (const tree* found = value_named(map, concat("gpus_per_", of.name))) return found;
  const tree* own = map.at(of.name);
  return own == nullptr ? nullptr : value_named(*own, "gpus_per_worker");
}

// Where the recipe leaves it out: the GPUs of the role's nodes, divided among its workers.
said<count> default_gpus(const workload& w, const said<count>& per_node) {
  const int line = w.scale.replicas.line != 0 ? w.scale.replicas.line : w.identity.line;
  if (w.scale.nodes.value_or(0) == 0 || w.scale.replicas.value_or(0) == 0 || !per_node.is_known()) return {unknown, line};
  return {multiply(w.scale.nodes.value, per_node.value) / w.scale.replicas.value, line};
}

// Any key of it that says so: "colocation", "allow_prefill_decode_colocation". A parameter may turn it on.
bool is_colocated(const tree& map) {
  for (const tree* each : map.items) {
    if (each->key.find("coloc") == std::string_view::npos || !each->is_text()) continue;
    if (switch_said(each->text, each->line).value_or(true)) return true;
  }
  return false;
}

said<count> sum_of(const said<count>& a, const said<count>& b) {
  const int line = a.line != 0 ? a.line : b.line;
  if (!a.is_known() || !b.is_known()) return {unknown, line};
  return {add(a.value, b.value), line};
}

class roles_reader {
 public:
  // The recipe's backend may say how the roles share nodes, as the map itself may.
  roles_reader(const tree& map, const tree* backend, std::string_view name, deployment_file& into)
      : map_(map),
        shares_nodes_(is_colocated(map) || (backend != nullptr && is_colocated(*backend))),
        into_(into),
        line_(map.key_line != 0 ? map.key_line : map.line),
        per_node_(count_or_parameter(value_named(map, "gpus_per_node"))) {
    pool_.name = name.empty() ? "The recipe" : name;
    pool_.line = line_;
    pool_.gpu_type = is_parameter(value_named(map, "gpu_type"))
                         ? said<std::string_view>{unknown, value_named(map, "gpu_type")->line}
                         : text_said(value_named(map, "gpu_type"));
    pool_.gpus_per_node = per_node_;
    pool_.size = machine_said(map_);
  }

  // What sets the engine of each role, and what each task asks for.
  template <class Settings>
  void run(const pod_resources& task, const Settings& settings) {
    said<count> nodes{count{0}, 0};
    for (const role& each : recipe_roles) {
      workload w = workload_of(each);
      if (w.scale.nodes.is_silent() && w.scale.replicas.is_silent()) continue;
      nodes = sum_of(nodes, w.scale.nodes);
      if (w.scale.replicas.is_known() && w.scale.replicas.value == 0) continue;
      w.requests = task;
      w.requests.unit = "task";
      w.requests.memory_unit = "node";
      w.placement.shares_nodes = shares_nodes_;
      w.parallel = settings(each.name);
      into_.workloads.push_back(w);
    }
    if (nodes.line == 0) nodes.line = line_;
    pool_.nodes = nodes;
    into_.pools.push_back(pool_);
  }

 private:
  workload workload_of(const role& of) const {
    workload w{.identity = {.name = of.name, .kind = of.name, .line = line_, .role = of.is}};
    w.scale.nodes = count_or_parameter(figure_of(map_, of, "nodes"));
    w.scale.replicas = count_or_parameter(figure_of(map_, of, "workers"));
    w.scale.gpus = count_or_parameter(gpus_of_worker(map_, of));
    if (w.scale.nodes.line != 0 || w.scale.replicas.line != 0) w.identity.line = w.scale.nodes.line != 0 ? w.scale.nodes.line : w.scale.replicas.line;
    if (w.scale.gpus.is_silent()) w.scale.gpus = default_gpus(w, per_node_);
    w.placement.pool = {pool_.name, w.identity.line};
    return w;
  }

  const tree& map_;
  bool shares_nodes_;
  deployment_file& into_;
  int line_;
  said<count> per_node_;
  machine_pool pool_{};
};

// What sbatch gives each task: one on each node.
pod_resources task_of(const tree* directives) {
  pod_resources task;
  if (directives == nullptr) return task;
  const said<count> cpus = count_or_parameter(value_named(*directives, "cpus-per-task"));
  task.millicpus = cpus.is_known() ? said<count>{multiply(cpus.value, 1'000), cpus.line} : cpus;
  task.system_memory = slurm_memory_said(directives->at("mem"));
  return task;
}

// The engine of a recipe's backend, and its settings for a role.
parallel_sizes sizes_of(const tree& backend, std::string_view role_name) {
  parallel_sizes sizes;
  sizes.engine = engine_of_image(text_of(backend.at("type")));
  for (const std::string_view each : {"sglang_config", "vllm_config", "trtllm_config"}) {
    const tree* config = backend.at(each);
    // One recipe may have the settings of two engines, of which it runs one.
    if (config == nullptr || (sizes.engine != engine::unnamed && sizes.engine != engine_of_image(each))) continue;
    sizes.engine = engine_of_image(each);
    const tree* settings = config->at(role_name);
    if (settings == nullptr && role_name == "agg") settings = config->at("aggregated");
    if (settings != nullptr) take_engine_settings(*settings, sizes);
  }
  return sizes;
}

bool has_figures(const tree& map) {
  for (const role& each : recipe_roles)
    for (const std::string_view what : {"nodes", "workers"})
      if (const tree* found = figure_of(map, each, what); found != nullptr && found->is_text()) return true;
  return false;
}

}  // namespace

bool has_roles(const tree& map) {
  return value_named(map, "gpus_per_node") != nullptr && has_figures(map);
}

const tree* recipe_in(const tree& document) {
  for (const tree* each : {&document, document.at("base")}) {
    const tree* resources = each == nullptr ? nullptr : each->at("resources");
    if (resources != nullptr && resources->is_map() && has_figures(*resources)) return each;
  }
  return nullptr;
}

void read_serving_recipe(const tree& recipe, deployment_file& into) {
  const tree& resources = *recipe.at("resources");
  const tree* backend = recipe.at("backend");
  roles_reader reader(resources, backend, text_of(recipe.at("name")), into);
  reader.run(task_of(recipe.at("sbatch_directives")), [&](std::string_view role_name) {
    return backend == nullptr ? parallel_sizes{} : sizes_of(*backend, role_name);
  });
  // A node beside those of the roles, for the services that they find each other by.
  const tree* apart = recipe.at("infra", "etcd_nats_dedicated_node");
  if (!bool_or_parameter(apart).value_or(false)) return;
  machine_pool services{.name = apart->key, .line = apart->line};
  services.gpu_type = into.pools.back().gpu_type;
  services.gpus_per_node = into.pools.back().gpus_per_node;
  services.nodes = {count{1}, apart->line};
  into.pools.push_back(services);
}

void read_roles(const tree& map, std::string_view name, deployment_file& into) {
  roles_reader(map, nullptr, name, into).run({}, [&](std::string_view role_name) {
    parallel_sizes sizes;
    const tree* own = map.at(role_name);
    if (own != nullptr) sizes.engine = engine_of_part(*own);
    if (sizes.engine == engine::unnamed) sizes.engine = engine_of_part(map);
    if (own != nullptr) take_engine_settings(*own, sizes);
    return sizes;
  });
}

}  // namespace headroom::read
