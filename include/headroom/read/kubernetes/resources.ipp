// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/resources.hpp>

#include <algorithm>
#include <headroom/catalog/names/gpu_resources.hpp>

#include <headroom/read/kubernetes/quantity.hpp>
#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

constexpr std::string_view huge_pages = "hugepages-";

// Resources of which nothing is lent: limits are requests.
bool is_never_overcommitted(std::string_view name) {
  return name.starts_with(huge_pages) || name.find('/') != std::string_view::npos;
}

// Host channel adapters of the RDMA device plugins, and EFA interfaces.
bool is_rdma(std::string_view name) { return name.starts_with("rdma/") || name == "vpc.amazonaws.com/efa"; }

// Parts of GPUs, as the makers' device plugins call them and those of others do: "nvidia.com/gpumem", "koordinator.sh/gpu-core".
bool is_of_shares(std::string_view name) {
  const std::size_t slash = name.find('/');
  const bool speaks_of_gpus = slash != std::string_view::npos && name.find("gpu", slash) != std::string_view::npos;
  return speaks_of_gpus && catalog::find_gpu_resource(name) == nullptr;
}

// The sum, with the line of the larger part.
said<count> together(const said<count>& a, const said<count>& b) {
  if (a.is_silent()) return b;
  if (!a.is_known()) return a;
  if (!b.is_known()) return b;
  return {add(a.value, b.value), b.value > a.value ? b.line : a.line};
}

said<memory> as_memory(const said<count>& amount) {
  if (!amount.is_known()) {
    said<memory> none;
    none.line = amount.line;
    return none;
  }
  return {bytes(static_cast<double>(amount.value)), amount.line};
}

const tree* item_named(const tree* in, std::string_view key) { return in == nullptr ? nullptr : in->at(key); }

// Pod-level resources stand in the place of the containers' sums. A limit alone stands in for a request only where no
// container asks for anything.
void put_pod_level(resource_lists& pod, const tree* resources) {
  if (resources == nullptr) return;
  const resource_list requests(resources->at("requests"));
  const resource_list limits(resources->at("limits"));
  for (const resource_amount& each : requests.amounts()) pod.requests.set(each.name, each.amount);
  for (const resource_amount& each : limits.amounts()) {
    pod.limits.set(each.name, each.amount);
    if (pod.requests.find(each.name) == nullptr) pod.requests.set(each.name, each.amount);
  }
}

}  // namespace

bool is_in_bytes(std::string_view name) {
  return name == "memory" || name == "ephemeral-storage" || name.starts_with(huge_pages);
}

said<count> amount_said(std::string_view resource, const tree* value) {
  if (resource.starts_with(huge_pages)) return pages_said(value, resource.substr(huge_pages.size()));
  return resource == "cpu" ? millicores_said(value) : is_in_bytes(resource) ? bytes_said(value) : whole_said(value);
}

resource_list::resource_list(const tree* map) {
  if (map == nullptr || !map->is_map()) return;
  for (const tree* each : map->items) {
    if (const said<count> amount = amount_said(each->key, each); !amount.is_silent()) set(each->key, amount);
  }
}

said<count>* resource_list::entry(std::string_view name) {
  for (resource_amount& each : amounts_)
    if (each.name == name) return &each.amount;
  return nullptr;
}
const said<count>* resource_list::find(std::string_view name) const {
  for (const resource_amount& each : amounts_)
    if (each.name == name) return &each.amount;
  return nullptr;
}

void resource_list::set(std::string_view name, const said<count>& amount) {
  if (said<count>* has = entry(name))
    *has = amount;
  else
    amounts_.push_back({name, amount});
}

void resource_list::add(const resource_list& other) {
  for (const resource_amount& each : other.amounts_) {
    const said<count>* has = find(each.name);
    set(each.name, has == nullptr ? each.amount : together(*has, each.amount));
  }
}

void resource_list::raise_to(const resource_list& other) {
  for (const resource_amount& each : other.amounts_) {
    const said<count>* has = find(each.name);
    if (has == nullptr || (has->is_known() && (!each.amount.is_known() || each.amount.value > has->value)))
      set(each.name, each.amount);
  }
}

void resource_list::fill_from(const resource_list& other) {
  for (const resource_amount& each : other.amounts_)
    if (find(each.name) == nullptr) amounts_.push_back(each);
}

resource_lists resources_of_container(const tree* resources, const resource_lists& defaults) {
  resource_lists lists{resource_list(item_named(resources, "requests")),
                       resource_list(item_named(resources, "limits"))};
  lists.requests.fill_from(lists.limits);
  lists.limits.fill_from(defaults.limits);
  lists.requests.fill_from(defaults.requests);
  // Kubernetes takes no such request without a limit.
  for (const resource_amount& each : lists.requests.amounts())
    if (is_never_overcommitted(each.name) && lists.limits.find(each.name) == nullptr && each.amount.value_or(0) > 0)
      lists.limits.set(each.name, {count{0}, each.amount.line});
  return lists;
}

bool is_sidecar(const tree& init_container) { return text_of(init_container.at("restartPolicy")) == "Always"; }

resource_lists resources_of_containers(const tree& spec, const resource_lists& defaults) {
  resource_lists pod;
  for_each_item(spec.at("containers"), [&](const tree& each) {
    const resource_lists its = resources_of_container(each.at("resources"), defaults);
    pod.requests.add(its.requests);
    pod.limits.add(its.limits);
  });
  resource_lists sidecars;  // of those that have started
  resource_lists starting;  // the most at any time before the containers start
  for_each_item(spec.at("initContainers"), [&](const tree& each) {
    resource_lists its = resources_of_container(each.at("resources"), defaults);
    if (is_sidecar(each)) {
      sidecars.requests.add(its.requests);
      sidecars.limits.add(its.limits);
      its = sidecars;
    } else {
      its.requests.add(sidecars.requests);
      its.limits.add(sidecars.limits);
    }
    starting.requests.raise_to(its.requests);
    starting.limits.raise_to(its.limits);
  });
  pod.requests.add(sidecars.requests);
  pod.limits.add(sidecars.limits);
  pod.requests.raise_to(starting.requests);
  pod.limits.raise_to(starting.limits);
  return pod;
}

resource_lists resources_of_pod(const tree* spec, const resource_lists& defaults) {
  if (spec == nullptr) return {};
  resource_lists pod = resources_of_containers(*spec, defaults);
  put_pod_level(pod, spec->at("resources"));
  pod.requests.add(resource_list(spec->at("overhead")));
  return pod;
}

bool has_gpus(const tree* resources) {
  if (resources == nullptr) return false;
  for (const std::string_view list : {"requests", "limits"})
    if (const tree* amounts = resources->at(list); amounts != nullptr && amounts->is_map())
      for (const tree* each : amounts->items)
        if ((catalog::is_of_gpus(each->key) || is_of_shares(each->key)) && each->is_text()) return true;
  return false;
}

pod_resources pod_resources_of(const resource_list& list) {
  pod_resources is;
  said<count> pages;
  // Of resources of two names no one has all.
  const auto call = [](std::string_view& resource, const said<count>& so_far, std::string_view name) {
    resource = so_far.value_or(0) == 0 ? name : std::string_view{};
  };
  for (const auto& [name, amount] : list.amounts()) {
    if (name == "cpu") is.millicpus = amount;
    if (name == "memory") is.system_memory = as_memory(amount);
    if (name == "ephemeral-storage") is.ephemeral_storage = as_memory(amount);
    if (name.starts_with(huge_pages)) pages = together(pages, amount);
    const bool is_some = !amount.is_known() || amount.value > 0;
    const bool is_gpus = catalog::find_gpu_resource(name) != nullptr;
    const std::string_view profile = catalog::mig_profile_of(name);
    if (is_gpus && is_some) call(is.gpu_resource, is.gpus, name);
    if (is_rdma(name) && is_some) call(is.rdma_resource, is.rdma_devices, name);
    if (is_gpus) is.gpus = together(is.gpus, amount);
    if (is_rdma(name)) is.rdma_devices = together(is.rdma_devices, amount);
    if (!profile.empty() && is_some) {
      is.mig_profile = {profile, amount.line};
      is.mig_instances = together(is.mig_instances, amount);
    }
    // A share of a GPU, as a MIG instance is one.
    if (is_of_shares(name) && is_some && is.mig_profile.is_silent()) is.mig_profile = {unknown, amount.line};
  }
  is.huge_pages = as_memory(pages);
  return is;
}

pod_resources limits_of_containers(const resource_list& sum) {
  pod_resources is = pod_resources_of(sum);
  is.millicpus = {};
  is.system_memory = {};
  is.ephemeral_storage = {};
  return is;
}

}  // namespace headroom::read
