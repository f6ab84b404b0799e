// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/gpu_requests.hpp>
#include <headroom/read/arm/pools.hpp>

#include <algorithm>
#include <headroom/deployment/resolve.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

// ---- values

said<count> template_pools::number(const template_value& v) {
  switch (v.is) {
    case template_kind::nothing:
      return {};
    case template_kind::unknown:
      return {unknown, v.line};
    case template_kind::number:
      return {count_of(std::to_string(v.number), v.line), v.line};
    case template_kind::text:
      if (v.text.empty() || is_unresolved(v.text)) return {unknown, v.line};
      return {count_of(v.text, v.line), v.line};
    default:
      throw unreadable({v.line, 0, "expected a whole number"});
  }
}

said<bool> template_pools::truth(const template_value& v) {
  if (v.is == template_kind::nothing) return {};
  if (v.is == template_kind::truth) return {v.truth, v.line};
  if (ascii::is_same(v.text, "true")) return {true, v.line};
  if (ascii::is_same(v.text, "false")) return {false, v.line};
  if (v.is == template_kind::unknown || is_unresolved(v.text)) return {unknown, v.line};
  throw unreadable({v.line, 0, "expected true or false"});
}

said<std::string_view> template_pools::text(const template_value& v) {
  if (v.is == template_kind::nothing || (v.is_text() && v.text.empty())) return {};
  if (v.is == template_kind::unknown || is_unresolved(v.text)) return {unknown, v.line};
  if (!v.is_text()) throw unreadable({v.line, 0, "expected a text"});
  return {into_.keep(v.text), v.line};
}

template <class Function>
void template_pools::for_each_element(const template_value& list, Function&& call) {
  const template_value n = evaluator_.length(list);
  for (std::int64_t i = 0; i < n.number; ++i)
    call(evaluator_.element(list, i));
}

said<std::string_view> template_pools::only_text(const template_value& list) {
  if (list.is == template_kind::unknown) return {unknown, list.line};
  if (evaluator_.length(list).number != 1) return {};
  const template_value one = evaluator_.element(list, 0);
  if (one.is_number()) return {into_.keep(std::to_string(one.number)), one.line};
  return text(one);
}

// ---- machines and sets of them

said<bool> template_pools::premium_storage(const template_value& storage) {
  said<bool> premium =
      premium_storage_said(text(evaluator_.member(storage, "osDisk", "managedDisk", "storageAccountType")));
  for_each_element(evaluator_.member(storage, "dataDisks"), [&](const template_value& disk) {
    if (premium.is_silent())
      premium = premium_storage_said(text(evaluator_.member(disk, "managedDisk", "storageAccountType")));
  });
  return premium;
}

said<bool> template_pools::infiniband_expected(const template_value& profile) {
  said<bool> expected;
  for_each_element(evaluator_.member(profile, "extensionProfile", "extensions"), [&](const template_value& extension) {
    if (expected.is_silent()) expected = infiniband_said(text(evaluator_.member(extension, "properties", "type")));
  });
  return expected;
}

void template_pools::take_profile(machine_pool& pool, const template_value& profile, std::string_view interfaces) {
  const template_value storage = evaluator_.member(profile, "storageProfile");
  pool.spot = is_called(text(evaluator_.member(profile, "priority")), "Spot");
  pool.data_disks = number(evaluator_.length(evaluator_.member(storage, "dataDisks")));
  pool.nics = number(evaluator_.length(evaluator_.member(profile, "networkProfile", interfaces)));
  pool.features.premium_storage = premium_storage(storage);
  pool.features.infiniband = infiniband_expected(profile);
}

void template_pools::read_machine(const template_resource& r) {
  const template_value properties = evaluator_.member(r.body, "properties");
  machine_pool pool{.name = r.name, .line = r.says->line};
  pool.size = text(evaluator_.member(properties, "hardwareProfile", "vmSize"));
  take_profile(pool, properties, "networkInterfaces");
  if (pool.nics.is_silent())
    pool.nics =
        number(evaluator_.length(evaluator_.member(properties, "networkProfile", "networkInterfaceConfigurations")));
  pool.zone = only_text(evaluator_.member(r.body, "zones"));
  pool.nodes = r.times;
  if (pool.nodes.is_known()) pool.nodes.line = r.says->line;
  pools_.add_machine(pool, r.place);
}

void template_pools::read_scale_set(const template_resource& r) {
  const template_value profile = evaluator_.member(r.body, "properties", "virtualMachineProfile");
  machine_pool pool{.name = r.name, .line = r.says->line};
  pool.size = text(evaluator_.member(r.body, "sku", "name"));
  // A profile of several sizes leaves the choice to the cloud.
  if (ascii::is_same(pool.size.value, "Mix")) pool.size = {unknown, pool.size.line};
  // A set that only groups machines made elsewhere has no size.
  if (pool.size.is_silent()) return;
  pool.nodes = product(number(evaluator_.member(r.body, "sku", "capacity")), r.times);
  take_profile(pool, profile, "networkInterfaceConfigurations");
  pool.zone = only_text(evaluator_.member(r.body, "zones"));
  scale_sets_.insert_or_assign(r.id, into_.pools.size());
  pools_.add(pool);
}

// ---- AKS

void template_pools::read_agent_pool(const template_value& says, machine_pool pool, const said<count>& times) {
  pool.size = text(evaluator_.member(says, "vmSize"));
  pool.mig_profile = text(evaluator_.member(says, "gpuInstanceProfile"));
  pool.spot = is_called(text(evaluator_.member(says, "scaleSetPriority")), "Spot");
  pool.zone = only_text(evaluator_.member(says, "availabilityZones"));
  said<count> nodes = number(evaluator_.member(says, "count"));
  const said<bool> scales = truth(evaluator_.member(says, "enableAutoScaling"));
  if (scales.value_or(false)) {
    pool.least_nodes = product(number(evaluator_.member(says, "minCount")), times);
    pool.most_nodes = product(number(evaluator_.member(says, "maxCount")), times);
  } else if (scales.is_unresolved()) {
    pool.most_nodes = {unknown, scales.line};
  } else if (nodes.is_silent() && evaluator_.member(says, "virtualMachinesProfile").is == template_kind::nothing) {
    nodes = {count{1}, pool.line};  // what AKS makes of a pool without a count
  }
  pool.nodes = product(nodes, times);
  pools_.add(pool);
}

void template_pools::read_cluster(const template_resource& r) {
  const template_value profiles = evaluator_.member(r.body, "properties", "agentPoolProfiles");
  const template_value n = evaluator_.length(profiles);
  if (profiles.is == template_kind::nothing) return;
  if (!n.is_number()) {
    pools_.add(
        {.name = r.name, .line = r.says->line, .size = {unknown, profiles.line}, .nodes = {unknown, profiles.line}});
    return;
  }
  for_each_element(profiles, [&](const template_value& each) {
    const said<std::string_view> its = text(evaluator_.member(each, "name"));
    machine_pool pool{.name = its.is_known() ? into_.keep(std::string(r.name) + "/" + std::string(its.value)) : r.name,
                      .line = each.line};
    if (each.is == template_kind::object) {
      read_agent_pool(each, pool, r.times);
      return;
    }
    pool.size = {unknown, each.line};
    pool.nodes = {unknown, each.line};
    pools_.add(pool);
  });
}

// ---- what says something about machines

void template_pools::read_reservation(const template_resource& r) {
  machine_pool pool{.name = r.name, .line = r.says->line};
  pool.size = text(evaluator_.member(r.body, "sku", "name"));
  pool.nodes = product(number(evaluator_.member(r.body, "sku", "capacity")), r.times);
  pool.zone = only_text(evaluator_.member(r.body, "zones"));
  pools_.add_reservation(pool);
}

void template_pools::read_quota(const template_resource& r) {
  const template_value properties = evaluator_.member(r.body, "properties");
  const said<std::string_view> family = text(evaluator_.member(properties, "name", "value"));
  template_value limit = evaluator_.member(properties, "limit");
  if (limit.is == template_kind::object) limit = evaluator_.member(limit, "value");
  into_.quotas.push_back({.name = r.name,
                          .resource = family.is_known() ? family.value : r.name.substr(r.name.rfind('/') + 1),
                          .line = r.says->line,
                          .nominal = number(limit)});
}

void template_pools::read_autoscale(const template_resource& r) {
  const template_value properties = evaluator_.member(r.body, "properties");
  const template_value target = evaluator_.member(properties, "targetResourceUri");
  autoscaler_bounds bounds;
  for_each_element(evaluator_.member(properties, "profiles"), [&](const template_value& profile) {
    widen(bounds, {number(evaluator_.member(profile, "capacity", "minimum")), number(evaluator_.member(profile, "capacity", "maximum"))});
  });
  if (!bounds.most.is_silent()) autoscalers_.emplace_back(in_small_letters(target.text), bounds);
}

void template_pools::read(const template_resource& r) {
  if (r.type == "microsoft.compute/virtualmachines")
    read_machine(r);
  else if (r.type == "microsoft.compute/virtualmachinescalesets")
    read_scale_set(r);
  else if (r.type == "microsoft.containerservice/managedclusters")
    read_cluster(r);
  else if (r.type == "microsoft.containerservice/managedclusters/agentpools")
    read_agent_pool(evaluator_.member(r.body, "properties"), {.name = r.name, .line = r.says->line}, r.times);
  else if (r.type == "microsoft.compute/capacityreservationgroups/capacityreservations")
    read_reservation(r);
  else if (r.type == "microsoft.quota/quotas")
    read_quota(r);
  else if (r.type == "microsoft.insights/autoscalesettings")
    read_autoscale(r);
  else if (r.body.scope != nullptr)
    find_request(*r.says, *r.body.scope, r);
}

// The first that a resource holds; what it has as resources of its own is read by itself. Whether there is one.
bool template_pools::find_request(const tree& part, const template_scope& in, const template_resource& of) {
  const template_value value = part.is_text() ? evaluator_.value_of(&part, in) : template_value{};
  const bool names_size = value.is_text() && names_gpus(value.text);
  if (names_size || is_gpu_request(part)) {
    pools_.add_request(of.name, into_.keep(of.type), line_of_gpu_request(part), names_size ? std::string_view(value.text) : part.text);
    return true;
  }
  return std::ranges::any_of(part.items, [&](const tree* each) {
    const bool is_read_elsewhere = &part == of.says && (each->key == "resources" || each->key == "name");
    return !is_read_elsewhere && find_request(*each, in, of);
  });
}

void template_pools::finish() {
  for (const auto& [target, bounds] : autoscalers_)
    if (const auto found = scale_sets_.find(target); found != scale_sets_.end())
      let_autoscaler_decide(into_.pools[found->second], bounds);
  pools_.finish();
}

}  // namespace headroom::read
