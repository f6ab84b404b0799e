// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/cluster.hpp>

#include <headroom/read/common/key_name.hpp>
#include <headroom/read/kubernetes/quantity.hpp>
#include <headroom/read/kubernetes/resources.hpp>
#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/helm_values/sizes.hpp>
#include <headroom/read/recipe/value.hpp>
#include <headroom/read/common/remarks.hpp>
#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

bool is_text(const tree* value) { return value != nullptr && value->is_text(); }

int line_of_key(const tree& value) { return value.key_line != 0 ? value.key_line : value.line; }

// The line on which an affinity asks that all pods are in one NVLink domain; 0 where none does.
int line_of_clique(const tree* required) {
  if (required == nullptr) return 0;
  for (const tree* each : required->items)
    if (const tree* key = each->at("topologyKey"); is_domain_label(text_of(key))) return key->line;
  return 0;
}

said<count> times(const said<count>& nodes, const said<count>& each) {
  if (!nodes.is_known() || !each.is_known()) return {unknown, each.line};
  return {multiply(nodes.value, each.value), each.line};
}

// Amounts of resources as quotas; each of so many nodes.
class quotas_of_queue {
 public:
  quotas_of_queue(const tree* queue, std::string_view pool, deployment_file& into) : into_(into) {
    if (queue != nullptr) {
      kind_.name = text_of(queue->at("name"));
      kind_.cohort = text_of(queue->at("cohort"));
      kind_.line = line_of_key(*queue);
    }
    kind_.pool = pool;
  }

  void add(const resource_amount& one, const said<count>& borrowing = {}) {
    quota q = kind_;
    q.resource = one.name;
    if (q.line == 0) q.line = one.amount.line;
    q.borrowing_limit = borrowing;
    q.nominal = one.amount;
    into_.quotas.push_back(q);
  }

  // As a ClusterQueue has them.
  void add_flavor(const tree& flavor) {
    if (const tree* name = flavor.at("name"); is_text(name)) kind_.pool = name->text;
    const tree* resources = flavor.at("resources");
    if (resources == nullptr) return;
    for (const tree* each : resources->items) {
      const std::string_view name = text_of(each->at("name"));
      add({name, amount_said(name, each->at("nominalQuota"))}, amount_said(name, each->at("borrowingLimit")));
    }
  }

 private:
  deployment_file& into_;
  quota kind_{};
};

}  // namespace

bool is_nccl_test(const tree& map) {
  const tree* nodes = map.at("nodes");
  const bool has_gpus_a_node = is_text(value_named(map, "gpusPerNode"));
  // An overlay may leave one of them to the chart's own values.
  if (map.at("ncclTest") != nullptr) return is_text(nodes) || has_gpus_a_node;
  if (!is_text(nodes) || !has_gpus_a_node) return false;
  // Elsewhere the nodes may be listed by their names.
  return is_unresolved(nodes->text) || is_digits(nodes->text);
}

void read_nccl_test(const tree& map, std::string_view name, deployment_file& into) {
  const bool is_test = map.at("ncclTest") != nullptr;
  workload w{.identity = {.name = name, .kind = is_test ? "nccl-test" : "Helm values", .line = line_of_key(map)},
             .queueing = {.runs_as = is_test ? workload_class::job : workload_class::service}};
  w.scale.replicas = {count{1}, w.identity.line};
  w.scale.nodes = count_said(map.at("nodes"));
  w.scale.gpus_per_node = count_said(value_named(map, "gpusPerNode"));
  for (said<count>* left_out : {&w.scale.nodes, &w.scale.gpus_per_node})
    if (left_out->is_silent()) *left_out = {unknown, w.identity.line};
  w.scale.gpus = times(w.scale.nodes, w.scale.gpus_per_node);
  w.scale.gpus.line = w.scale.nodes.line;
  recipe_sizes sizes(into);
  sizes.take_settings(&map);
  w.parallel = sizes.sizes();
  w.placement.instance_type = machine_said(map);
  if (const int line = line_of_clique(map.at("affinity", "required")); line != 0) w.placement.one_domain = {true, line};
  into.workloads.push_back(w);
}

bool is_queue_setup(const tree& map) {
  const tree* nodes = map.at("nodes");
  const tree* each = nodes == nullptr ? nullptr : value_named(*nodes, "perNodeResources");
  return each != nullptr && each->is_map() && is_text(nodes->at("count"));
}

void read_queue_setup(const tree& map, std::string_view, deployment_file& into) {
  const tree& nodes = *map.at("nodes");
  const tree& each_node = *value_named(nodes, "perNodeResources");
  const tree* flavor = map.at("resourceFlavor");
  const tree* queue = map.at("clusterQueue");

  machine_pool pool{.name = "nodes", .line = line_of_key(nodes)};
  if (flavor != nullptr && is_text(flavor->at("name"))) pool.name = flavor->at("name")->text;
  pool.nodes = count_said(nodes.at("count"));
  if (flavor != nullptr)
    if (const tree* labels = flavor->at("nodeLabels"))
      pool.size = text_said(labels->at("node.kubernetes.io/instance-type"));
  if (pool.size.is_silent()) pool.size = machine_said(nodes);
  const resource_list of_node(&each_node);
  const pod_resources has = pod_resources_of(of_node);
  pool.gpus_per_node = has.gpus;
  for (const resource_amount& each : of_node.amounts())
    if (each.name.starts_with("rdma/ib") && each.amount.value_or(0) > 0) pool.features.infiniband = {true, each.amount.line};
  into.pools.push_back(pool);

  quotas_of_queue quotas(queue, pool.name, into);
  const tree* groups = queue == nullptr ? nullptr : queue->at("resourceGroups");
  const tree* stated = queue == nullptr ? nullptr : value_named(*queue, "nominalQuota");
  if (groups != nullptr) {
    for (const tree* group_of : groups->items)
      if (const tree* flavors = group_of->at("flavors"))
        for (const tree* each : flavors->items) quotas.add_flavor(*each);
  } else if (stated != nullptr && stated->is_map()) {
    const resource_list amounts(stated);
    for (const resource_amount& each : amounts.amounts()) quotas.add(each);
  } else {
    for (const resource_amount& each : of_node.amounts()) quotas.add({each.name, times(pool.nodes, each.amount)});
  }
}

}  // namespace headroom::read
