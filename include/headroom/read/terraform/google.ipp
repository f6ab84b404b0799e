// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <headroom/catalog/names/gpu_labels.hpp>
#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/terraform/pools.hpp>

namespace headroom::read {

namespace {

void take_accelerator(machine_pool& pool, const terraform_value& list) {
  const terraform_value one = list.block();
  const said<count> gpus = count_said(one.at("count"));
  // 0 stands for the block left out.
  if (gpus.is_unresolved() || gpus.value > 0) pool.gpus_per_node = gpus;
  pool.mig_profile = text_said(one.at("gpu_partition_size"));
  pool.gpu_type = text_said(one.at("type"));
  if (pool.gpu_type.is_known()) pool.gpu_type.value = catalog::gpu_labelled(catalog::gke_accelerator_label, pool.gpu_type.value);
}

said<bool> spot_said(const terraform_value& scheduling) {
  const said<bool> by_model = is_called(text_said(scheduling.at("provisioning_model")), "SPOT");
  const said<bool> preemptible = bool_said(scheduling.at("preemptible"));
  return preemptible.value_or(false) || by_model.is_silent() ? preemptible : by_model;
}

// Of an instance or a template of some.
void take_instance(machine_pool& pool, const terraform_resource& r) {
  pool.size = text_said(r.at("machine_type"));
  take_accelerator(pool, r.at("guest_accelerator"));
  pool.spot = spot_said(r.at("scheduling").block());
  pool.nics = length_said(r.at("network_interface"));
  const said<count> disks = length_said(r.at("attached_disk"));
  if (disks.is_unresolved() || disks.value > 0) pool.data_disks = disks;
}

void read_google_instance(const terraform_resource& r, const terraform_reading& in) {
  machine_pool pool = pool_of(r);
  pool.nodes = {count{1}, r.line};
  pool.zone = text_said(r.at("zone"));
  take_instance(pool, r);
  in.pools.add_machine(pool, without_indexes(r.address));
}

// ---- managed groups

void read_manager(const terraform_resource& r, const terraform_reading& in) {
  machine_pool pool = pool_of(r);
  pool.nodes = count_said(r.at("target_size"));
  pool.zone = text_said(r.at("zone"));
  const std::vector<terraform_value> versions = r.at("version").items();
  const terraform_resource* found = nullptr;
  for (const std::string_view type : google_templates)
    if (found == nullptr && versions.size() == 1)
      found = in.plan.named_by(r, "version", type, {versions.front().at("instance_template")});
  if (found != nullptr)
    take_instance(pool, *found);
  else
    pool.size = {unknown, r.at("version").line() != 0 ? r.at("version").line() : r.line};
  const auto [first, last] = in.users.scalers.equal_range(&r);
  for (auto each = first; each != last; ++each) {
    const terraform_value policy = each->second->at("autoscaling_policy").block();
    pool.least_nodes = count_said(policy.at("min_replicas"));
    pool.most_nodes = count_said(policy.at("max_replicas"));
    let_autoscaler_decide(pool);
  }
  in.pools.add(pool);
}

void read_google_template(const terraform_resource& r, const terraform_reading& in) {
  if (in.users.used.contains(&r)) return;
  machine_pool pool = pool_of(r);
  take_instance(pool, r);
  in.pools.add(pool);
}

void read_google_reservation(const terraform_resource& r, const terraform_reading& in) {
  const terraform_value specific = r.at("specific_reservation").block();
  machine_pool pool = pool_of(r);
  pool.nodes = count_said(specific.at("count"));
  pool.size = text_said(specific.at("instance_properties", "machine_type"));
  pool.zone = text_said(r.at("zone"));
  in.pools.add_reservation(pool);
}

// ---- GKE, which counts nodes by the zone

bool is_zone(std::string_view location) {
  const std::size_t dash = location.rfind('-');
  return dash != std::string_view::npos && dash + 2 == location.size();
}

// How many zones nodes are in; what is left out follows from the location where that is a zone.
said<count> zones_of_cluster(const terraform_resource& cluster, const terraform_reading& in) {
  const said<std::string_view> location = text_said(cluster.at("location"));
  const said<count> listed = length_said(cluster.at("node_locations"));
  if (!location.is_known()) return {unknown, cluster.line};
  if (!is_zone(location.value))
    return listed.value > 0 ? listed : said<count>{unknown, location.line};
  if (listed.is_known()) return {listed.value + 1, listed.line};  // those beside the cluster's own
  // Left to the cloud, it is of the cluster's own zone alone.
  if (listed.is_unresolved() && in.plan.sets(cluster, "node_locations").value_or(false)) return listed;
  return {count{1}, location.line};
}

said<count> zones_of_pool(const terraform_resource& r, const terraform_reading& in) {
  const said<count> listed = length_said(r.at("node_locations"));
  if (listed.is_known() && listed.value > 0) return listed;
  if (listed.is_unresolved() && in.plan.sets(r, "node_locations").value_or(false)) return listed;
  const terraform_resource* cluster = in.plan.named_by(r, "cluster", "google_container_cluster", {r.at("cluster")});
  if (cluster != nullptr) return zones_of_cluster(*cluster, in);
  // The location of a pool is its cluster's.
  const said<std::string_view> location = text_said(r.at("location"));
  if (is_zone(location.value)) return {count{1}, location.line};
  return {unknown, location.is_known() ? location.line : r.line};
}

void take_node_config(machine_pool& pool, const terraform_value& config) {
  pool.size = text_said(config.at("machine_type"));
  take_accelerator(pool, config.at("guest_accelerator"));
  const said<bool> spot = bool_said(config.at("spot"));
  const said<bool> preemptible = bool_said(config.at("preemptible"));
  pool.spot = preemptible.value_or(false) || spot.is_silent() ? preemptible : spot;
}

void take_counts(machine_pool& pool, const terraform_value& says, const said<count>& zones) {
  const said<count> now = count_said(says.at("node_count"));
  const said<count> first = count_said(says.at("initial_node_count"));
  pool.nodes = product(now.is_known() || !first.is_known() ? now : first, zones);
  const terraform_value scaling = says.at("autoscaling").block();
  if (scaling.value == nullptr || !scaling.value->is_map()) {
    // The provider computes one that the file leaves out.
    if (now.is_silent() && first.is_silent()) pool.nodes = {unknown, pool.line};
    return;
  }
  const said<count> most = count_said(scaling.at("total_max_node_count"));
  if (most.is_unresolved() || most.value > 0) {
    pool.most_nodes = most;
    pool.least_nodes = count_said(scaling.at("total_min_node_count"));
  } else {
    const said<count> most_of_zone = count_said(scaling.at("max_node_count"));
    const said<count> least_of_zone = count_said(scaling.at("min_node_count"));
    // A least above the most is wrong of one zone, and so of as many as there are.
    const bool contradicts = most_of_zone.is_known() && least_of_zone.value > most_of_zone.value;
    const said<count> times = contradicts && !zones.is_known() ? said<count>{count{1}, zones.line} : zones;
    pool.most_nodes = product(most_of_zone, times);
    pool.least_nodes = product(least_of_zone, times);
  }
  let_autoscaler_decide(pool);
}

// A policy that names how GPUs are connected asks for one scale-up domain; a compact one only for nearness.
said<bool> one_domain_asked(const terraform_resource& r, const terraform_reading& in) {
  const terraform_value policy = r.at("placement_policy").block();
  const terraform_resource* found =
      in.plan.named_by(r, "placement_policy", "google_compute_resource_policy", {policy.at("policy_name")});
  if (found == nullptr) return {};
  const said<std::string_view> topology = text_said(found->at("group_placement_policy").block().at("gpu_topology"));
  if (topology.is_silent()) return {};
  return {true, policy.line()};
}

void read_node_pool(const terraform_resource& r, const terraform_reading& in) {
  machine_pool pool = pool_of(r);
  take_node_config(pool, r.at("node_config").block());
  take_counts(pool, r.values, zones_of_pool(r, in));
  pool.one_placement = one_domain_asked(r, in);
  pool.zone = only_text_said(r.at("node_locations"));
  in.pools.add(pool);
}

// A cluster's list of pools shows, once created, those of other resources too.
void read_listed_pool(const terraform_resource& r, const terraform_value& says, const terraform_reading& in) {
  const said<std::string_view> name = text_said(says.at("name"));
  machine_pool pool{.name = in.into.keep(std::string(r.address) + ".node_pool." + std::string(name.value)),
                    .line = says.line()};
  take_node_config(pool, says.at("node_config").block());
  const said<count> own = length_said(says.at("node_locations"));
  take_counts(pool, says, own.is_known() && own.value > 0 ? own : zones_of_cluster(r, in));
  in.pools.add(pool);
}

void read_google_cluster(const terraform_resource& r, const terraform_reading& in) {
  if (bool_said(r.at("enable_autopilot")).value_or(false)) return;
  if (bool_said(r.at("remove_default_node_pool")).value_or(false)) return;
  const std::vector<terraform_value> listed = r.at("node_pool").items();
  const said<bool> sets = in.plan.sets(r, "node_pool");
  if (!listed.empty()) {
    for (const terraform_value& each : listed) {
      const std::string_view name = text_of(each.at("name").value);
      const bool is_own = sets.is_known() ? sets.value || name == "default-pool" : !in.users.node_pools.contains(name);
      if (is_own) read_listed_pool(r, each, in);
    }
    return;
  }
  const terraform_value config = r.at("node_config").block();
  if (count_said(r.at("initial_node_count")).is_silent() && config.value == nullptr) return;
  machine_pool pool{.name = in.into.keep(std::string(r.address) + ".default-pool"), .line = r.line};
  take_node_config(pool, config);
  take_counts(pool, r.values, zones_of_cluster(r, in));
  in.pools.add(pool);
}

}  // namespace

bool read_google(const terraform_resource& r, const terraform_reading& in) {
  if (r.type == "google_compute_instance")
    read_google_instance(r, in);
  else if (r.type == google_templates[0] || r.type == google_templates[1])
    read_google_template(r, in);
  else if (r.type == "google_compute_instance_group_manager" ||
           r.type == "google_compute_region_instance_group_manager")
    read_manager(r, in);
  else if (r.type == "google_container_node_pool")
    read_node_pool(r, in);
  else if (r.type == "google_container_cluster")
    read_google_cluster(r, in);
  else if (r.type == "google_compute_reservation")
    read_google_reservation(r, in);
  else
    return false;
  return true;
}

}  // namespace headroom::read
