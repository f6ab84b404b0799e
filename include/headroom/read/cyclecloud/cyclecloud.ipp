// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/cyclecloud/cyclecloud.hpp>

#include <algorithm>
#include <map>
#include <string>

#include <headroom/read/common/ini_text.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>

// Parameters of a cluster, as "cyclecloud export_parameters" prints them. The names follow those of CycleCloud's own
// templates: GPUMachineType, MaxGPUExecuteNodeCount, GPUUseLowPrio.
namespace headroom::read {

namespace {

constexpr std::string_view machine_type = "MachineType";

// The part of a key before "MachineType", in capitals or small letters.
std::string_view array_named_in(std::string_view key) {
  if (key.size() < machine_type.size()) return {};
  const std::string_view end = key.substr(key.size() - machine_type.size());
  return is_same_key(end, machine_type) ? key.substr(0, key.size() - machine_type.size()) : std::string_view{};
}

// Parameters by their names, whose capitals and small letters are the same.
class cluster_parameters {
 public:
  explicit cluster_parameters(const tree& map) {
    for (const tree* each : map.items) by_name_.emplace(in_small_letters(each->key), each);
  }
  const tree* find(const std::string& name) const {
    const auto found = by_name_.find(in_small_letters(name));
    return found == by_name_.end() ? nullptr : found->second;
  }
  said<count> limit(std::string_view array, const std::string& of) const {
    const std::string begin = "Max" + std::string(array);
    const tree* found = find(begin + "Execute" + of);
    if (found == nullptr) found = find(begin + of);
    return found == nullptr || (found->is_text() && found->text.empty()) ? said<count>{} : count_said(found);
  }

 private:
  std::map<std::string, const tree*> by_name_;
};

// Texts of a list, or of one text with commas.
std::vector<std::string_view> texts_of(const tree& value) {
  std::vector<std::string_view> texts;
  const auto add = [&](std::string_view text) {
    for_each_part(text, [&](std::string_view one) {
      if (!without_blanks(one).empty()) texts.push_back(without_blanks(one));
    });
  };
  if (value.is_text()) add(value.text);
  for (const tree* each : value.items) add(text_of(each));
  return texts;
}

constexpr std::string_view own_keys[]{"Credentials", "ReturnProxy", "SubnetId",
                                                   "Autoscale",   "Region",      "UsePublicNetwork"};

// A key that tells of an array of nodes, as CycleCloud spells it.
bool is_of_nodes(std::string_view key) {
  return key.ends_with(machine_type) || key.ends_with("UseLowPrio") || key == "NumberLoginNodes" ||
         (key.starts_with("Max") && (key.ends_with("CoreCount") || key.ends_with("NodeCount")));
}

// Whether all keys are CycleCloud's: others may write "gpuMachineType" too.
bool has_no_other_keys(const tree& map) {
  const auto is_its = [](const tree* each) { return is_of_nodes(each->key) || is_one_of(each->key, own_keys); };
  const auto is_capital = [](const tree* each) {
    return !each->key.empty() && each->key.front() >= 'A' && each->key.front() <= 'Z';
  };
  return std::ranges::all_of(map.items, is_its) && std::ranges::any_of(map.items, is_capital);
}

}  // namespace

bool is_cyclecloud_parameters(const source_text& text) {
  const tree* map = text.document();
  if (map == nullptr || text.text().find("achineType") == std::string_view::npos) return false;
  const bool has_machines =
      std::ranges::any_of(map->items, [](const tree* each) { return !array_named_in(each->key).empty(); });
  const auto own = std::ranges::count_if(own_keys, [&](std::string_view key) { return map->at(key) != nullptr; });
  return has_machines && (own >= 2 || has_no_other_keys(*map));
}

void read_cyclecloud_parameters(deployment_file& into) {
  const tree* map = into.source().document();
  if (map == nullptr) throw unreadable({1, 0, "expected one object of parameters"});
  const cluster_parameters all(*map);
  for (const tree* each : map->items) {
    const std::string_view array = array_named_in(each->key);
    if (array.empty()) continue;
    const std::vector<std::string_view> sizes = texts_of(*each);
    machine_pool pool{.name = array, .line = each->line};
    pool.most_nodes = all.limit(array, "NodeCount");
    pool.most_cores = all.limit(array, "CoreCount");
    pool.spot = bool_said(all.find(std::string(array) + "UseLowPrio"));
    if (is_same_key(array, "scheduler")) pool.nodes = {count{1}, each->line};
    if (is_same_key(array, "login")) pool.nodes = count_said(all.find("NumberLoginNodes"));
    // One limit of several sizes together is none of each.
    if (sizes.size() > 1 && pool.most_nodes.is_known()) pool.most_nodes = {unknown, pool.most_nodes.line, said_state::chosen};
    for (const std::string_view size : sizes) {
      pool.size = is_unresolved(size) ? said<std::string_view>{unknown, each->line, said_state::left_open}
                                      : said<std::string_view>{into.keep(std::string(size)), each->line};
      into.pools.push_back(pool);
    }
  }
  if (into.pools.empty()) into.documents_without_capacity = 1;
}

}  // namespace headroom::read
