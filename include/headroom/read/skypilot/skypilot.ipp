// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <headroom/catalog/names/size_names.hpp>
#include <headroom/deployment/parallel_gpus.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/engine/launch.hpp>
#include <headroom/read/skypilot/skypilot.hpp>

namespace headroom::read {

namespace {

// SkyPilot, "SkyPilot YAML": resources with accelerators or a place, beside what runs.
bool is_task(const tree* document) {
  if (document->at("apiVersion") != nullptr) return false;
  const tree* resources = document->at("resources");
  if (resources == nullptr || !resources->is_map()) return false;
  if (resources->at("accelerators") != nullptr) return true;
  const bool runs = document->at("run") != nullptr || document->at("setup") != nullptr || document->at("num_nodes") != nullptr;
  return runs && (resources->at("any_of") != nullptr || resources->at("ordered") != nullptr || resources->at("infra") != nullptr ||
                  resources->at("cloud") != nullptr || resources->at("instance_type") != nullptr);
}

struct accelerators {
  said<std::string_view> type{};
  said<count> each{};  // of a node
};

// "H100:8"; one of them alone is written "H100".
accelerators accelerators_in(std::string_view text, int line) {
  const std::size_t colon = text.find(':');
  accelerators one{.type = {text.substr(0, colon), line}, .each = {count{1}, line}};
  if (is_unresolved(text)) return {{unknown, line, said_state::left_open}, {unknown, line, said_state::left_open}};
  if (colon != std::string_view::npos) one.each = number_said(text.substr(colon + 1), line);
  return one;
}

// Of several to choose from, what all have alike.
void join(accelerators& into, const accelerators& other) {
  const auto keep = [](auto& a, const auto& b) {
    if (a.is_silent()) a = b;
    else if (!a.is_known() || !b.is_known() || a.value != b.value) a = {unknown, a.line, said_state::chosen};
  };
  keep(into.type, other.type);
  keep(into.each, other.each);
}

accelerators accelerators_asked(const tree& resources) {
  accelerators all;
  if (const tree* asked = resources.at("accelerators")) {
    if (asked->is_text()) join(all, accelerators_in(asked->text, asked->line));
    for (const tree* each : asked->items) {
      if (asked->is_list()) join(all, accelerators_in(text_of(each), each->line));
      // {H100: 8}, or a set: {H100:8, A100:8}
      else join(all, each->is_text() ? accelerators{{each->key, each->line}, number_said(each->text, each->line)}
                                     : accelerators_in(each->key, each->key_line));
    }
  }
  return all;
}

accelerators accelerators_of(const tree& resources) {
  // Each of several choices says what differs from the rest.
  accelerators chosen;
  for (const std::string_view choice : {"any_of", "ordered"})
    for_each_item(resources.at(choice), [&](const tree& each) {
      const tree& says = each.at("accelerators") != nullptr ? each : resources;
      join(chosen, accelerators_asked(says));
    });
  return chosen.each.is_silent() ? accelerators_asked(resources) : chosen;
}

// What a task's commands find set: its own variables, a null for what the caller gives, and SkyPilot's.
outer_variables variables_of(const tree& task, const workload& w) {
  outer_variables all;
  const auto set = [&](std::string_view name, const said<count>& number) {
    all[std::string(name)] = {number.is_known() ? std::optional(std::to_string(number.value)) : std::nullopt, w.identity.line};
  };
  set("SKYPILOT_NUM_NODES", w.scale.pods);
  set("SKYPILOT_NUM_GPUS_PER_NODE", w.requests.gpus);
  for (const std::string_view name : {"SKYPILOT_NODE_RANK", "SKYPILOT_NODE_IPS"}) all[std::string(name)] = {std::nullopt, w.identity.line};
  for (const std::string_view key : {"envs", "secrets"}) {
    const tree* own = task.at(key);
    if (own == nullptr) continue;
    for (const tree* each : own->items)
      all[std::string(each->key)] = {each->is_text() ? std::optional(std::string(each->text)) : std::nullopt, each->key_line};
  }
  return all;
}

// What runs on each node.
void take_commands(const tree& run, const tree& task, workload& w, deployment_file& into) {
  const outer_variables variables = variables_of(task, w);
  const started_programs programs(&run, nullptr, into.source(), variables);
  engine_arguments engine(into);
  engine.take(programs);
  take_processes(programs, variables, true, w.requests.gpus, w);
  if (w.launch.nodes.is_silent()) w.launch.nodes = engine.nodes();
  if (engine.leave_rest_of(w.requests.gpus)) return;
  w.parallel = engine.sizes();
  if (states_any_size(w.parallel) && w.scale.pods.value_or(0) != 1 && engine.may_be_of_each_node(gpus_of_replica(w)))
    w.parallel.left_open = "how many nodes run one engine";
}

void read_one(const tree& task, deployment_file& into) {
  const tree& resources = *task.at("resources");
  const accelerators asked = accelerators_of(resources);
  const tree* name = task.at("name");
  workload w{.identity = {.name = text_of(name), .kind = "SkyPilot task", .line = name != nullptr ? name->line : task.line}};
  if (task.at("service") == nullptr) w.queueing.runs_as = workload_class::job;
  const tree* replicas = task.at("service", "replicas");
  const tree* policy = task.at("service", "replica_policy");
  w.scale.replicas = policy != nullptr ? count_said(policy->at("min_replicas")) : count_said(replicas);
  if (w.scale.replicas.is_silent()) w.scale.replicas = {count{1}, w.identity.line};
  if (policy != nullptr && policy->at("max_replicas") != nullptr) {
    w.scale.least_pods = w.scale.replicas;
    w.scale.most_pods = count_said(policy->at("max_replicas"));
    w.scale.replicas = number_between(w.scale.least_pods, w.scale.most_pods);
  }
  w.scale.pods = count_said(task.at("num_nodes"));
  if (w.scale.pods.is_silent()) w.scale.pods = {count{1}, w.identity.line};
  w.requests.gpus = asked.each;
  w.requests.unit = "node";
  w.placement.pods_per_node = {count{1}, w.scale.pods.line};
  w.placement.gpu_type = asked.type;
  w.placement.instance_type = text_said(resources.at("instance_type"));
  // What it leaves of machines that are started for it, nothing uses.
  if (w.placement.instance_type.is_known()) w.scale.gpus_per_node = asked.each;
  if (w.requests.gpus.is_silent() && catalog::is_gpu_size_name(w.placement.instance_type.value)) {
    w.requests.gpus = {unknown, w.placement.instance_type.line, said_state::elsewhere};
    w.requests.all_gpus = true;
  }
  if (resources.at("use_spot") != nullptr) w.placement.spot = bool_said(resources.at("use_spot"));
  if (const tree* run = task.at("run"); run != nullptr && run->is_text()) take_commands(*run, task, w, into);
  into.workloads.push_back(w);
}

}  // namespace

bool is_sky_task(const source_text& text) { return std::ranges::any_of(text.documents(), is_task); }

void read_sky_task(deployment_file& into) {
  into.documents = static_cast<int>(into.source().documents().size());
  for (const tree* each : into.source().documents()) {
    if (is_task(each)) read_one(*each, into);
    else ++into.documents_without_capacity;
  }
}

}  // namespace headroom::read
