// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>

#include <headroom/deployment/resolve.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/terraform/pools.hpp>

namespace headroom::read {

namespace {


said<bool> any_premium(const terraform_value& disks, std::string_view type) {
  for (const terraform_value& each : disks.items())
    if (const said<bool> premium = premium_storage_said(text_said(each.at(type))); premium.is_known()) return premium;
  return {};
}

// What machines and sets of them have in common.
machine_pool machine_of(const terraform_resource& r, const terraform_value& size) {
  machine_pool pool = pool_of(r);
  pool.size = text_said(size);
  pool.spot = is_called(text_said(r.at("priority")), "Spot");
  pool.features.premium_storage = any_premium(r.at("os_disk"), "storage_account_type");
  pool.zone = text_said(r.at("zone"));
  return pool;
}

said<bool> infiniband_expected(const terraform_value& extensions) {
  for (const terraform_value& each : extensions.items())
    if (const said<bool> expected = infiniband_said(text_said(each.at("type"))); expected.is_known()) return expected;
  return {};
}

void read_machine(const terraform_resource& r, const terraform_reading& in) {
  const bool is_old = r.type == "azurerm_virtual_machine";
  machine_pool pool = machine_of(r, r.at(is_old ? "vm_size" : "size"));
  pool.nodes = {count{1}, r.line};
  pool.nics = length_said(r.at("network_interface_ids"));
  if (is_old) {
    pool.zone = only_text_said(r.at("zones"));
    pool.data_disks = length_said(r.at("storage_data_disk"));
    pool.features.premium_storage = any_premium(r.at("storage_os_disk"), "managed_disk_type");
    if (pool.features.premium_storage.is_silent())
      pool.features.premium_storage = any_premium(r.at("storage_data_disk"), "managed_disk_type");
  }
  in.pools.add_machine(pool, without_indexes(r.address));
}

// The limits of the autoscale setting that is about a set.
void take_autoscale(machine_pool& pool, const terraform_resource& set, const terraform_reading& in) {
  const auto [first, last] = in.users.scalers.equal_range(&set);
  for (auto scaler = first; scaler != last; ++scaler) {
    autoscaler_bounds bounds;
    for (const terraform_value& profile : scaler->second->at("profile").items())
      widen(bounds, {count_said(profile.at("capacity", "minimum")), count_said(profile.at("capacity", "maximum"))});
    let_autoscaler_decide(pool, bounds);
  }
}

void read_scale_set(const terraform_resource& r, const terraform_reading& in) {
  const bool is_old = r.type == "azurerm_virtual_machine_scale_set";
  const bool is_orchestrated = r.type == "azurerm_orchestrated_virtual_machine_scale_set";
  machine_pool pool = machine_of(r, is_old ? r.values.at("sku", "name") : r.at(is_orchestrated ? "sku_name" : "sku"));
  if (is_old) {
    pool.nodes = count_said(r.at("sku").block().at("capacity"));
    pool.nics = length_said(r.at("network_profile"));
    pool.data_disks = length_said(r.at("storage_profile_data_disk"));
    pool.features.premium_storage = any_premium(r.at("storage_profile_os_disk"), "managed_disk_type");
    if (pool.features.premium_storage.is_silent())
      pool.features.premium_storage = any_premium(r.at("storage_profile_data_disk"), "managed_disk_type");
  } else {
    pool.nodes = count_said(r.at("instances"));
    pool.nics = length_said(r.at("network_interface"));
    pool.data_disks = length_said(r.at("data_disk"));
    if (pool.features.premium_storage.is_silent()) pool.features.premium_storage = any_premium(r.at("data_disk"), "storage_account_type");
  }
  // A profile of several sizes leaves the choice to the cloud.
  if (ascii::is_same(pool.size.value, "Mix")) pool.size = {unknown, pool.size.line};
  pool.zone = only_text_said(r.at("zones"));
  pool.features.infiniband = infiniband_expected(r.at("extension"));
  // A set that only groups machines made elsewhere has no size.
  if (is_orchestrated && pool.size.is_silent()) return;
  take_autoscale(pool, r, in);
  in.pools.add(pool);
}

bool has_autoscaler(const terraform_value& pool, said<bool>& is_open) {
  for (const std::string_view each : {"auto_scaling_enabled", "enable_auto_scaling"}) {
    const said<bool> on = bool_said(pool.at(each));
    if (on.is_known()) return on.value;
    if (on.is_unresolved()) is_open = on;
  }
  return false;
}

void read_agent_pool(const terraform_value& says, machine_pool pool, bool is_asked, const terraform_reading& in) {
  pool.size = text_said(says.at("vm_size"));
  pool.nodes = count_said(says.at("node_count"));
  pool.mig_profile = text_said(says.at("gpu_instance"));
  pool.spot = is_called(text_said(says.at("priority")), "Spot");
  pool.zone = only_text_said(says.at("zones"));
  said<bool> is_open;
  if (has_autoscaler(says, is_open)) {
    pool.least_nodes = count_said(says.at("min_count"));
    pool.most_nodes = count_said(says.at("max_count"));
    if (!is_asked) let_autoscaler_decide(pool);
  } else if (is_open.is_unresolved()) {
    pool.most_nodes = {unknown, is_open.line};
  }
  in.pools.add(pool);
}

void read_azurerm_cluster(const terraform_resource& r, const terraform_reading& in) {
  const terraform_value says = r.at("default_node_pool").block();
  if (says.value == nullptr || !says.value->is_map()) return;
  machine_pool pool{.name = in.into.keep(std::string(r.address) + ".default_node_pool"), .line = says.value->line};
  read_agent_pool(says, pool, r.is_new, in);
}

void read_azurerm_reservation(const terraform_resource& r, const terraform_reading& in) {
  machine_pool pool = pool_of(r);
  pool.size = text_said(r.at("sku").block().at("name"));
  pool.nodes = count_said(r.at("sku").block().at("capacity"));
  pool.zone = text_said(r.at("zone"));
  in.pools.add_reservation(pool);
}

// A quota of a family's vCPUs, which azurerm itself has no resource for.
bool read_quota(const terraform_resource& r, const terraform_reading& in) {
  if (r.type != "azapi_resource" || !ascii::starts_with(text_of(r.at("type").value), "Microsoft.Quota/quotas@")) return false;
  const terraform_value limit = r.at("body").at("properties", "limit", "value");
  in.into.quotas.push_back(
      {.name = r.address, .resource = text_of(r.at("name").value), .line = r.line, .nominal = count_said(limit)});
  return true;
}

}  // namespace

bool read_azurerm(const terraform_resource& r, const terraform_reading& in) {
  if (r.type == "azurerm_linux_virtual_machine" || r.type == "azurerm_windows_virtual_machine" ||
      r.type == "azurerm_virtual_machine") {
    read_machine(r, in);
  } else if (is_one_of(r.type, azurerm_scale_sets)) {
    read_scale_set(r, in);
  } else if (r.type == "azurerm_kubernetes_cluster") {
    read_azurerm_cluster(r, in);
  } else if (r.type == "azurerm_kubernetes_cluster_node_pool") {
    read_agent_pool(r.values, pool_of(r), r.is_new, in);
  } else if (r.type == "azurerm_capacity_reservation") {
    read_azurerm_reservation(r, in);
  } else {
    return read_quota(r, in);
  }
  return true;
}

}  // namespace headroom::read
