// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <headroom/read/slurm/conf.hpp>
#include <headroom/read/slurm/gres.hpp>

namespace headroom::read {

namespace {

// GPUs that one line of gres.conf lists: of some nodes, or of each that reads it.
struct listed_devices {
  std::optional<host_list> nodes{};
  count devices = 0;
  std::string_view type{};
};

// Nothing where the lines alone do not say what a node has: devices are detected, split into instances, or left to a
// tool.
std::vector<listed_devices> devices_in(const conf_text& text, host_budget& budget) {
  std::vector<listed_devices> all;
  for (const conf_line& line : text.lines()) {
    if (line.is_include || line.is_template || detects(line)) return {};
    if (!is_of_gpus(line)) continue;
    const said<count> devices = devices_of(line, budget);
    if (!devices.is_known()) return {};
    listed_devices one{.devices = devices.value};
    if (const ini_pair* type = find_pair(line.pairs, "Type")) {
      if (is_left_open(type->value) || !mig_profile_in(type->value).empty()) return {};
      one.type = type->value;
    }
    if (const ini_pair* nodes = find_pair(line.pairs, "NodeName")) {
      if (is_left_open(nodes->value)) return {};
      one.nodes = host_list(nodes->value, nodes->line, budget);
      if (!one.nodes->is_written_out()) return {};
    }
    all.push_back(one);
  }
  return all;
}

// Of the type that slurm.conf counts, where it names one. Nothing where no line is about the node.
std::optional<count> devices_of_node(const std::string& name, const machine_pool& pool,
                                     const std::vector<listed_devices>& lists) {
  std::optional<count> sum;
  for (const listed_devices& each : lists) {
    if (each.nodes.has_value() && !each.nodes->contains(name)) continue;
    const bool counts = !pool.gpu_type.is_known() || each.type.empty() || is_same_key(each.type, pool.gpu_type.value);
    sum = add(sum.value_or(0), counts ? each.devices : 0);
  }
  return sum;
}

// "gpu13", "gpu13 and gpu14", "gpu13, gpu14 and 3 more"
std::string listed_names(const std::vector<std::string>& names, std::size_t of_all) {
  if (names.size() == of_all && of_all > 1) return "each of them";
  std::string words = names.front();
  if (names.size() > 1) words += (names.size() == 2 ? " and " : ", ") + names[1];
  if (names.size() > 2) words += " and " + (names.size() == 3 ? names[2] : std::to_string(names.size() - 2) + " more");
  return words;
}

}  // namespace

void take_listed_gpus(const conf_text& resources, deployment_file& into) {
  constexpr std::size_t most_steps = 1'000'000;
  host_budget budget;
  const std::vector<listed_devices> lists = devices_in(resources, budget);
  for (machine_pool& pool : into.pools) {
    if (pool.gpus_per_node.value_or(0) == 0 || is_left_open(pool.name)) continue;
    const host_list nodes(pool.name, pool.line, budget);
    const std::size_t most_names = lists.empty() ? 0 : most_steps / lists.size();
    if (!nodes.is_written_out() || static_cast<std::size_t>(nodes.size()) > most_names) continue;
    std::vector<std::string> listed_so;
    const std::vector<std::string> names = nodes.names(most_names);
    for (const std::string& name : names) {
      const std::optional<count> has = devices_of_node(name, pool, lists);
      if (!has.has_value()) continue;
      said<count>& listed = pool.gpus_listed;
      const count told = pool.gpus_per_node.value;
      const bool is_worse = *has < told ? *has < listed.value : listed.value >= told && *has > listed.value;
      if (!listed.is_known() || is_worse) {
        listed = {*has, pool.gpus_per_node.line};
        listed_so.clear();
      }
      if (*has == listed.value) listed_so.push_back(name);
    }
    if (!listed_so.empty() && pool.gpus_listed.value != pool.gpus_per_node.value)
      pool.gpus_listed_on = into.keep(listed_names(listed_so, names.size()));
  }
}

}  // namespace headroom::read
