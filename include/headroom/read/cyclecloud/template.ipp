// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <headroom/read/cyclecloud/cyclecloud.hpp>
#include <headroom/read/common/ini_text.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

// What nodes that extend nodes, and the parts of them, may come to in a file.
constexpr std::size_t most_section_steps = 1'000'000;

// A [[node]] or [[nodearray]] with the sections in it.
struct node_section {
  const ini_section* own = nullptr;
  std::vector<const ini_section*> parts{};
};

bool is_yes(std::string_view text) { return is_same_key(text, "true") || text == "1" || is_same_key(text, "yes"); }

// A number of nodes, which a switch may give: a second scheduler that is there, or is not.
count nodes_of(std::string_view text, int line) {
  if (is_same_key(text, "true")) return 1;
  return is_same_key(text, "false") ? 0 : count_of(text, line);
}

class cyclecloud_reader {
 public:
  explicit cyclecloud_reader(deployment_file& into) : into_(into), sections_(ini_sections(into.source().text())) {}

  void run() {
    for (const ini_section& each : sections_)
      note_repeated(each.pairs, "key", "the last value is judged, as CycleCloud's documentation does not say which one counts", into_);
    collect();
    std::vector<ini_pair> names;
    for (const node_section& each : nodes_) names.push_back({each.own->name, {}, each.own->line});
    note_repeated(names, "node", "both are judged, as CycleCloud's documentation does not say which one counts", into_);
    for (const node_section& each : nodes_) {
      const bool is_default = is_same_key(each.own->name, "defaults");
      const ini_pair* abstract = find_pair(each.own->pairs, "Abstract");
      if (!is_default && (abstract == nullptr || !is_yes(abstract->value))) take(each);
    }
    if (into_.pools.empty()) into_.documents_without_capacity = 1;
  }

 private:
  // A value with the parameter that it refers to in its place.
  struct value {
    std::string_view text{};
    int line = 0;
    bool is_known = false;
    bool is_there = false;
  };

  void collect() {
    bool in_node = false;
    for (const ini_section& each : sections_) {
      if (each.depth == 1 && is_same_key(each.kind, "cluster") && cluster_.own == nullptr) cluster_.own = &each;
      if (each.depth == 3 && is_same_key(each.kind, "parameter"))
        if (const ini_pair* given = find_pair(each.pairs, "DefaultValue"))
          parameters_[in_small_letters(each.name)] = *given;
      if (each.depth <= 2) {
        in_node = each.depth == 2 && (is_same_key(each.kind, "node") || is_same_key(each.kind, "nodearray"));
        if (in_node) {
          places_.emplace(in_small_letters(each.name), nodes_.size());
          nodes_.push_back({.own = &each});
        }
      } else if (in_node) {
        nodes_.back().parts.push_back(&each);
      }
    }
  }

  // What a node says, in the order in which it counts: itself, what it extends from the last, the defaults.
  std::vector<const node_section*> with_extended(const node_section& node) {
    std::vector<const node_section*> order;
    std::vector<const node_section*> open{&node};
    while (!open.empty()) {
      if (++steps_ > most_section_steps)
        throw unreadable({node.own->line, 0, "nodes that extend more nodes than can be read"});
      const node_section* each = open.back();
      open.pop_back();
      if (std::ranges::find(order, each) != order.end()) continue;
      order.push_back(each);
      const ini_pair* extends = find_pair(each->own->pairs, "Extends");
      for_each_part(extends == nullptr ? std::string_view{} : extends->value, [&](std::string_view one) {
        const auto found = places_.find(in_small_letters(without_blanks(one)));
        if (found != places_.end()) open.push_back(&nodes_[found->second]);
      });
      steps_ += order.size();
    }
    if (const auto found = places_.find("defaults"); found != places_.end()) order.push_back(&nodes_[found->second]);
    return order;
  }

  value value_of(const ini_pair& pair) const {
    std::string_view name = pair.value;
    if (name.starts_with('$')) {
      name.remove_prefix(1);
      if (name.starts_with('{') && name.ends_with('}')) name = name.substr(1, name.size() - 2);
      const auto found = is_identifier(name) ? parameters_.find(in_small_letters(name)) : parameters_.end();
      if (found == parameters_.end()) return {.line = pair.line, .is_there = true};
      return value_of_default(found->second);
    }
    return value_of_default(pair);
  }
  static value value_of_default(const ini_pair& pair) {
    const bool is_open = is_unresolved(pair.value) || pair.value.starts_with(":=");
    return {pair.value, pair.line, !is_open, true};
  }

  static const ini_pair* find(const std::vector<const node_section*>& of, std::string_view key) {
    for (const node_section* each : of)
      if (const ini_pair* found = find_pair(each->own->pairs, key)) return found;
    return nullptr;
  }
  value find_value(const std::vector<const node_section*>& of, std::string_view key) const {
    const ini_pair* found = find(of, key);
    return found == nullptr ? value{} : value_of(*found);
  }

  said<count> number(const std::vector<const node_section*>& of, std::string_view key,
                     count (*count_in)(std::string_view, int) = count_of) const {
    const value found = find_value(of, key);
    if (!found.is_there || (found.is_known && found.text.empty())) return {};
    if (!found.is_known) return {unknown, found.line, said_state::left_open};
    return {count_in(found.text, found.line), found.line};
  }
  said<bool> yes_or_no(const std::vector<const node_section*>& of, std::string_view key) const {
    const value found = find_value(of, key);
    if (!found.is_there || (found.is_known && found.text.empty())) return {};
    if (!found.is_known) return {unknown, found.line, said_state::left_open};
    return {is_yes(found.text), found.line};
  }

  // Names of volumes and network interfaces, each once; a later one of the same name adds to the first.
  void take_parts(const std::vector<const node_section*>& of, machine_pool& pool) {
    std::set<std::string> volumes;
    std::set<std::string> interfaces;
    int volume_line = 0;
    int interface_line = 0;
    bool is_sure = true;
    for (const node_section* node : of)
      for (const ini_section* part : node->parts) {
        if (++steps_ > most_section_steps)
          throw unreadable({part->line, 0, "more volumes and interfaces than can be read"});
        const bool is_volume = is_same_key(part->kind, "volume");
        if (part->depth != 3 || (!is_volume && !is_same_key(part->kind, "network-interface"))) continue;
        if (const ini_pair* disabled = find_pair(part->pairs, "Disabled")) {
          const value is = value_of(*disabled);
          is_sure = is_sure && is.is_known;
          if (!is.is_known || is_yes(is.text)) continue;
        }
        const ini_pair* kind = find_pair(part->pairs, "StorageAccountType");
        if (is_volume && kind != nullptr && pool.features.premium_storage.is_silent()) {
          const value is = value_of(*kind);
          if (is.is_known && is_same_key(is.text, "Premium_LRS")) pool.features.premium_storage = {true, is.line};
        }
        if (is_volume && is_same_key(part->name, "boot")) continue;
        if (!(is_volume ? volumes : interfaces).insert(in_small_letters(part->name)).second) continue;
        int& line = is_volume ? volume_line : interface_line;
        if (line == 0) line = part->line;
      }
    const auto counted = [&](const std::set<std::string>& names, int line) {
      if (names.empty()) return said<count>{};
      return is_sure ? said<count>{static_cast<count>(names.size()), line} : said<count>{unknown, line};
    };
    pool.data_disks = counted(volumes, volume_line);
    pool.nics = counted(interfaces, interface_line);
  }

  void take(const node_section& node) {
    const std::vector<const node_section*> all = with_extended(node);
    const value sizes = find_value(all, "MachineType");
    if (!sizes.is_there || (sizes.is_known && sizes.text.empty())) return;
    machine_pool pool{.name = into_.keep(std::string(node.own->name)), .line = node.own->line};
    if (is_same_key(node.own->kind, "node")) {
      pool.nodes = {count{1}, node.own->line};
    } else {
      pool.nodes = number(all, "InitialCount", nodes_of);
      pool.least_nodes = number(all, "MinCount", nodes_of);
      pool.most_nodes = number(all, "MaxCount", nodes_of);
      pool.most_cores = number(all, "MaxCoreCount");
      pool.first_cores = number(all, "InitialCoreCount");
      if (cluster_.own != nullptr) {
        pool.most_nodes_of_all = number({&cluster_}, "MaxCount", nodes_of);
        pool.most_cores_of_all = number({&cluster_}, "MaxCoreCount");
      }
    }
    pool.spot = yes_or_no(all, "Interruptible");
    pool.one_placement = yes_or_no(all, "Azure.SinglePlacementGroup");
    take_parts(all, pool);
    if (!sizes.is_known) {
      pool.size = {unknown, sizes.line, said_state::left_open};
      into_.pools.push_back(pool);
      return;
    }
    const bool are_several = sizes.text.find(',') != std::string_view::npos;
    for_each_part(sizes.text, [&](std::string_view one) {
      const std::string_view size = without_blanks(one);
      if (size.empty()) return;
      pool.size = {into_.keep(std::string(size)), sizes.line};
      into_.pools.push_back(pool);
      if (are_several) take_as_sum(into_.pools.back(), pool);
    });
  }

  // Figures of several sizes together are none of each. Where they contradict each other, the first size tells so.
  static void take_as_sum(machine_pool& of_one, machine_pool& next) {
    const auto left_open = [](machine_pool& pool) {
      for (said<count>* each : {&pool.nodes, &pool.most_nodes})
        if (each->is_known()) *each = {unknown, each->line, said_state::chosen};
      if (pool.nodes.is_silent()) pool.nodes = {unknown, pool.most_cores.line, said_state::chosen};
    };
    const bool is_above = of_one.nodes.is_known() && of_one.most_nodes.is_known() &&
                          of_one.nodes.value > of_one.most_nodes.value;
    if (!is_above) left_open(of_one);
    left_open(next);
    next.first_cores = {};
  }

  deployment_file& into_;
  std::vector<ini_section> sections_;
  node_section cluster_{};
  std::vector<node_section> nodes_;
  std::map<std::string, std::size_t> places_;
  std::map<std::string, ini_pair> parameters_;
  std::size_t steps_ = 0;
};

}  // namespace

bool is_cyclecloud(const source_text& text) {
  bool has_cluster = false;
  bool has_nodes = false;
  bool is_first = true;
  bool is_other = false;
  for_each_line(text.text(), [&](std::string_view whole, int) {
    const std::string_view line = without_blanks(whole);
    if (is_other || line.empty() || line.starts_with('#')) return;
    // Before the first section nothing else stands.
    if (is_first && !line.starts_with('[')) is_other = true;
    is_first = false;
    has_cluster = has_cluster || line.starts_with("[cluster");
    has_nodes = has_nodes || line.starts_with("[[node ") || line.starts_with("[[nodearray ");
  });
  return !is_other && has_cluster && has_nodes;
}

void read_cyclecloud(deployment_file& into) { cyclecloud_reader(into).run(); }

}  // namespace headroom::read
