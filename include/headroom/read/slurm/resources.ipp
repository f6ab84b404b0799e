// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <algorithm>
#include <map>
#include <string>

#include <headroom/read/slurm/conf.hpp>
#include <headroom/read/slurm/gres.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

// GPUs of the nodes that a list names, of all lines about them.
struct resource_sum {
  std::string_view nodes{};
  int line = 0;
  said<count> gpus{};
  said<std::string_view> type{};
  said<std::string_view> mig_profile{};
  bool has_types = false;     // of more than one kind
  bool are_detected = false;  // not all of them are counted
};

}  // namespace

// How many devices a line has: as counted, else its files, else one, of which there may be "MultipleFiles".
said<count> devices_of(const conf_line& line, host_budget& budget) {
  const ini_pair* counted = find_pair(line.pairs, "Count");
  const ini_pair* files = find_pair(line.pairs, "File");
  for (const ini_pair* each : {counted, files})
    if (each != nullptr && is_left_open(each->value)) return {unknown, each->line, said_state::left_open};
  said<count> by_files;
  if (files != nullptr) by_files = {host_list(files->value, files->line, budget).size(), files->line};
  if (counted == nullptr) return by_files.is_known() ? by_files : said<count>{count{1}, line.line};
  const said<count> stated{suffixed_count(counted->value, counted->line), counted->line};
  if (by_files.is_known() && by_files.value != stated.value)
    throw unreadable({counted->line, 0,
                      concat("Count=", counted->value, " of ", by_files.value, " files: expected a count of ", by_files.value, ", or none")});
  return stated;
}

bool is_of_gpus(const conf_line& line) {
  const ini_pair* name = find_pair(line.pairs, "Name");
  return name != nullptr && is_same_key(name->value, "gpu");
}

bool is_resource_line(const conf_line& line) {
  if (!line.starts_with("Name") && !line.starts_with("NodeName") && !line.starts_with("AutoDetect")) return false;
  const ini_pair* name = find_pair(line.pairs, "Name");
  const ini_pair* detect = find_pair(line.pairs, "AutoDetect");
  if (detect != nullptr)
    for (const std::string_view how : {"nvml", "nvidia", "rsmi", "oneapi", "nrt", "full", "off"})
      if (is_same_key(detect->value, how)) return true;
  if (name == nullptr) return false;
  if (line.starts_with("NodeName")) return true;  // where slurm.conf has no name beside it
  for (const std::string_view key : {"File", "MultipleFiles", "Count", "Type", "Cores", "Flags", "Links"})
    if (find_pair(line.pairs, key) != nullptr) return true;
  return false;
}

bool detects(const conf_line& line) {
  const ini_pair* detect = find_pair(line.pairs, "AutoDetect");
  return detect != nullptr && !is_same_key(detect->value, "off");
}

void take_slurm_resources(const conf_text& text, deployment_file& into) {
  // For all nodes, where the line names neither these nor devices.
  const bool all_detect = std::ranges::any_of(text.lines(), [](const conf_line& line) {
    return detects(line) && find_pair(line.pairs, "NodeName") == nullptr && find_pair(line.pairs, "Name") == nullptr;
  });
  std::map<std::string_view, std::size_t> places;
  std::vector<resource_sum> sums;
  host_budget budget;
  for (const conf_line& line : text.lines()) {
    if (!is_of_gpus(line)) continue;
    const ini_pair* nodes = find_pair(line.pairs, "NodeName");
    const ini_pair* type = find_pair(line.pairs, "Type");
    const std::string_view where = nodes == nullptr ? std::string_view{} : nodes->value;
    const auto [place, is_new] = places.emplace(where, sums.size());
    if (is_new) sums.push_back({.nodes = where, .line = line.line});
    resource_sum& sum = sums[place->second];

    const said<count> devices = devices_of(line, budget);
    const ini_pair* detect = find_pair(line.pairs, "AutoDetect");
    sum.are_detected = sum.are_detected || ((detect == nullptr ? all_detect : detects(line)) &&
                                            find_pair(line.pairs, "Count") == nullptr &&
                                            find_pair(line.pairs, "File") == nullptr);
    const std::string_view profile = type == nullptr ? std::string_view{} : mig_profile_in(type->value);
    if (!profile.empty()) {
      sum.mig_profile = {into.keep(std::string(profile)), type->line};
      continue;
    }
    if (sum.gpus.is_silent() || (sum.gpus.is_known() && !devices.is_known()))
      sum.gpus = devices;
    else if (sum.gpus.is_known())
      sum.gpus.value = add(sum.gpus.value, devices.value);
    if (type != nullptr && !is_left_open(type->value)) {
      sum.has_types = sum.has_types || (sum.type.is_known() && sum.type.value != type->value);
      sum.type = {into.keep(std::string(type->value)), type->line};
    }
  }
  // Lists that are not the same may still have nodes in common: then no number is sure.
  host_list all;
  count named = 0;
  std::vector<said<count>> nodes;
  for (const resource_sum& each : sums) {
    if (each.nodes.empty() || is_left_open(each.nodes)) {
      nodes.push_back(each.nodes.empty() ? said<count>{} : said<count>{unknown, each.line});
      continue;
    }
    const host_list hosts(each.nodes, each.line, budget);
    nodes.push_back({hosts.size(), each.line});
    named = add(named, hosts.size());
    all.add(hosts);
  }
  const bool overlap = !all.is_written_out() || all.size() != named;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const resource_sum& each = sums[i];
    machine_pool pool{.name = each.nodes.empty() ? std::string_view{"The node"} : into.keep(std::string(each.nodes)),
                      .line = each.line};
    if (!overlap) {
      pool.nodes = nodes[i];
      if (each.mig_profile.is_silent() && !each.are_detected) pool.gpus_per_node = each.gpus;
    }
    pool.mig_profile = each.mig_profile;
    if (!each.has_types) pool.gpu_type = each.type;
    if (!is_count(pool.gpus_per_node.value))
      throw unreadable({each.line, 0, concat("more than ", max_count, " GPUs of a node")});
    into.pools.push_back(pool);
  }
}

}  // namespace headroom::read
