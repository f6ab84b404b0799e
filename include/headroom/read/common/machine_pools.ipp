// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/machine_pools.hpp>

#include <headroom/deployment/resolve.hpp>
#include <set>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

template <class T>
bool say_the_same(const said<T>& a, const said<T>& b) {
  return a.state == b.state && a.value == b.value;
}

bool say_the_same(const for_features<said<bool>>& a, const for_features<said<bool>>& b) {
  for (std::size_t i = 0; i < feature_names.size(); ++i)
    if (const auto one = static_cast<feature>(i); !say_the_same(a[one], b[one])) return false;
  return true;
}

bool are_alike(const machine_pool& a, const machine_pool& b) {
  return say_the_same(a.size, b.size) && say_the_same(a.gpus_per_node, b.gpus_per_node) &&
         say_the_same(a.mig_profile, b.mig_profile) && say_the_same(a.spot, b.spot) &&
         say_the_same(a.one_placement, b.one_placement) && say_the_same(a.data_disks, b.data_disks) &&
         say_the_same(a.nics, b.nics) && say_the_same(a.features, b.features) && say_the_same(a.zone, b.zone);
}

}  // namespace

said<bool> premium_storage_said(const said<std::string_view>& disk_type) {
  if (ascii::starts_with(disk_type.value, "Premium")) return {true, disk_type.line};
  return {};
}

said<bool> infiniband_said(const said<std::string_view>& extension_type) {
  if (ascii::starts_with(extension_type.value, "InfiniBandDriver")) return {true, extension_type.line};
  return {};
}

said<bool> is_called(const said<std::string_view>& text, std::string_view value) {
  if (!text.is_known()) return {unknown, text.line, text.state};
  return {ascii::is_same(text.value, value), text.line};
}

said<count> product(const said<count>& a, const said<count>& b) {
  if (a.value_or(0) == 0) return a;
  if (!b.is_known()) return {unknown, b.line != 0 ? b.line : a.line, b.state};
  return {multiply(a.value, b.value), a.line};
}

void widen(autoscaler_bounds& bounds, const autoscaler_bounds& profile) {
  const bool is_first = bounds.most.is_silent();
  if (is_first || !profile.least.is_known() || (bounds.least.is_known() && profile.least.value < bounds.least.value))
    bounds.least = profile.least;
  if (is_first || !profile.most.is_known() || (bounds.most.is_known() && profile.most.value > bounds.most.value))
    bounds.most = profile.most;
}

void let_autoscaler_decide(machine_pool& pool, const autoscaler_bounds& bounds) {
  pool.least_nodes = bounds.least;
  pool.most_nodes = bounds.most;
  let_autoscaler_decide(pool);
}

void let_autoscaler_decide(machine_pool& pool) {
  const bool below = pool.nodes.is_known() && pool.nodes.value < pool.least_nodes.value_or(0);
  const bool above = pool.most_nodes.is_known() && pool.nodes.value_or(0) > pool.most_nodes.value;
  if (below || above) pool.nodes = {};
}

void machine_pools::add_machine(const machine_pool& machine, const std::string& place) {
  constexpr std::size_t most_kinds = 64;  // of one place, told apart
  std::vector<std::size_t>& same_place = machines_[place];
  for (const std::size_t i : same_place) {
    machine_pool& pool = into_.pools[i];
    if (!are_alike(pool, machine) || !pool.nodes.is_known() || !machine.nodes.is_known()) continue;
    pool.nodes.value = headroom::add(pool.nodes.value, machine.nodes.value);
    return;
  }
  if (same_place.size() < most_kinds) same_place.push_back(into_.pools.size());
  into_.pools.push_back(machine);
}

void machine_pools::add_request(std::string_view name, std::string_view type, int line, std::string_view size) {
  const bool is_named = catalog::is_gpu_size_name(size) && size.find_first_of(" \n") == std::string_view::npos;
  const std::string_view cure = is_named ? into_.keep(concat("describe in the own format how many machines of ", in_quotes(size), " it makes"))
                                         : std::string_view{"describe what it makes in the own format"};
  into_.uncounted.push_back({name, type, line, {unknown, line}, cure});
}

void machine_pools::finish() {
  std::set<std::string> sizes;
  bool has_unknown = false;
  for (const machine_pool& each : into_.pools) {
    if (each.size.is_known()) sizes.insert(in_small_letters(each.size.value));
    has_unknown = has_unknown || !each.size.is_known();
  }
  for (machine_pool& each : reservations_) {
    // Unknown machines may be the reserved ones.
    if (each.size.is_known() ? sizes.contains(in_small_letters(each.size.value)) : !into_.pools.empty()) continue;
    if (has_unknown) each.nodes = {unknown, each.line};
    into_.pools.push_back(each);
  }
}

}  // namespace headroom::read
