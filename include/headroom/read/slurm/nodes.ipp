// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <algorithm>
#include <utility>

#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/read/slurm/conf.hpp>
#include <headroom/read/slurm/gres.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

// What a file says beside its nodes, and bears on how they are taken.
struct setting {
  bool has_includes = false;
  bool has_templates = false;
  bool is_whole = false;           // all of the cluster's configuration: it names the controller
  bool overrides = false;          // Slurm takes what is configured, whatever the machines have
  bool has_memory_margin = false;  // nodes with somewhat less memory are taken
  bool has_dynamic_nodes = false;
};

bool has_word(std::string_view text, std::string_view word) {
  bool has = false;
  for_each_part(text, [&](std::string_view one) { has = has || is_same_key(one.substr(0, one.find_first_of("=+")), word); });
  return has;
}

setting setting_of(const conf_text& text) {
  setting found;
  for (const conf_line& line : text.lines()) {
    found.has_includes = found.has_includes || line.is_include;
    found.has_templates = found.has_templates || line.is_template;
    for (const ini_pair& pair : line.pairs) {
      if (is_same_key(pair.key, "SlurmctldHost") || is_same_key(pair.key, "ControlMachine")) found.is_whole = true;
      if (is_same_key(pair.key, "SlurmdParameters") && has_word(pair.value, "config_overrides")) found.overrides = true;
      if (is_same_key(pair.key, "FastSchedule") && pair.value == "2") found.overrides = true;
      if (is_same_key(pair.key, "SlurmctldParameters") && has_word(pair.value, "node_reg_mem_percent"))
        found.has_memory_margin = true;
      if (is_same_key(pair.key, "MaxNodeCount")) found.has_dynamic_nodes = true;
      if (is_left_open(pair.value)) found.has_templates = true;
    }
  }
  return found;
}

// What NodeName=DEFAULT lines say for the lines after them.
class defaults {
 public:
  void take(const conf_line& line) {
    for (const ini_pair& pair : line.pairs) {
      const auto same = [&](const ini_pair& each) { return is_same_key(each.key, pair.key); };
      std::erase_if(pairs_, same);
      pairs_.push_back(pair);
    }
  }
  const ini_pair* find(const conf_line& line, std::string_view key) const {
    const ini_pair* own = find_pair(line.pairs, key);
    return own != nullptr ? own : find_pair(pairs_, key);
  }

 private:
  std::vector<ini_pair> pairs_;
};

class node_reader {
 public:
  node_reader(const conf_text& text, deployment_file& into) : text_(text), into_(into), setting_(setting_of(text)) {}

  void run() {
    for (const conf_line& line : text_.lines()) {
      if (!line.starts_with("NodeName") || is_resource_line(line)) continue;
      if (is_same_key(line.pairs.front().value, "DEFAULT"))
        defaults_.take(line);
      else
        take(line);
    }
    if (!setting_.has_templates) refuse_twice();
    read_partitions();
  }

 private:
  struct named {
    host_list hosts{};
    int line = 0;
    said<count> gpus{};  // of each
  };

  const ini_pair* find(const conf_line& line, std::string_view key) const { return defaults_.find(line, key); }

  // CPUs, or what they are counted by: of 0 Slurm takes one.
  said<count> number(const conf_line& line, std::string_view key) const {
    const ini_pair* pair = find(line, key);
    if (pair == nullptr) return {};
    if (is_left_open(pair->value)) return {unknown, pair->line, said_state::left_open};
    return {std::max<count>(count_of(pair->value, pair->line), 1), pair->line};
  }

  said<count> product_of_cores(const conf_line& line) const {
    said<count> product;
    for (const std::string_view key : {"Boards", "SocketsPerBoard", "Sockets", "CoresPerSocket", "ThreadsPerCore"}) {
      const said<count> one = number(line, key);
      if (one.is_silent()) continue;
      if (!one.is_known()) return one;
      product = {multiply(product.is_known() ? product.value : 1, one.value), product.line != 0 ? product.line : one.line};
    }
    return product;
  }

  // CPUs as counted, or sockets x cores x threads where that is more: Slurm holds a node to both.
  said<count> cpus_of(const conf_line& line) {
    said<count> stated = number(line, "CPUs");
    if (stated.is_silent()) stated = number(line, "Procs");
    const said<count> product = product_of_cores(line);
    if (product.is_unresolved()) return product;
    if (product.is_silent() || stated.is_unresolved()) return stated;
    if (stated.value > product.value) note_cpus(line, stated, product.value);
    return stated.value >= product.value ? stated : product;
  }

  // slurm.conf, "CPUs": the number of sockets, of cores or of threads. Slurm takes their product where there are more.
  void note_cpus(const conf_line& line, const said<count>& stated, count threads) {
    const bool has_sockets = find(line, "Sockets") != nullptr || find(line, "SocketsPerBoard") != nullptr;
    if (has_sockets && find(line, "CoresPerSocket") != nullptr)
      into_.noted.push_back({stated.line, 0,
                             concat("CPUs=", stated.value, " is more than the threads of the node: expected at most ",
                                    threads, ", its sockets x cores x threads")});
  }

  void take(const conf_line& line) {
    if (!line.rest.empty())
      throw unreadable({line.line, 0, concat(in_quotes(line.rest.substr(0, 40)), " is no KEY=VALUE")});
    const ini_pair& name = line.pairs.front();
    machine_pool pool{.name = into_.keep(std::string(name.value)), .line = name.line};
    const ini_pair* state = find(line, "State");
    const bool is_future = state != nullptr && has_word(state->value, "FUTURE");
    const bool is_cloud = state != nullptr && has_word(state->value, "CLOUD");

    if (is_left_open(name.value)) {
      pool.nodes = {unknown, name.line, said_state::left_open};
    } else {
      named one{host_list(name.value, name.line, budget_), name.line};
      const said<count> nodes{one.hosts.size(), name.line};
      // Cloud nodes are there when jobs ask for them; those for the future need not be there at all.
      if (is_cloud)
        pool.most_nodes = nodes;
      else if (!is_future)
        pool.nodes = nodes;
      named_.push_back(std::move(one));
    }

    if (const ini_pair* gres = find(line, "Gres"); gres != nullptr) {
      const generic_gpus gpus = gpus_of_gres(gres->value, gres->line, into_);
      pool.gpus_per_node = gpus.gpus;
      pool.gpu_type = gpus.type;
      pool.mig_profile = gpus.mig_profile;
    }
    if (pool.gpus_per_node.is_silent() && pool.mig_profile.is_silent() && !setting_.has_includes)
      pool.gpus_per_node = {count{0}, name.line};
    for (const std::string_view key : {"Feature", "Features"})
      if (const ini_pair* features = find(line, key); features != nullptr && pool.size.is_silent())
        pool.size = size_in_features(features->value, features->line, into_);

    if (!setting_.overrides) {
      pool.cpus_per_node = cpus_of(line);
      // Of cloud nodes Slurm takes 90 % of the memory for all of it.
      if (const ini_pair* size = find(line, "RealMemory");
          size != nullptr && !is_left_open(size->value) && !is_cloud && !setting_.has_memory_margin)
        pool.memory_per_node = {slurm_memory(size->value, size->line), size->line};
    }
    if (!is_left_open(name.value)) named_.back().gpus = pool.gpus_per_node;
    into_.pools.push_back(pool);
  }

  // Slurm does not start with a node that two lines define.
  void refuse_twice() const {
    // Whether the lists before one share a name.
    const auto share = [&](std::size_t first_ones) {
      host_list all;
      count sum = 0;
      for (std::size_t i = 0; i < first_ones; ++i) {
        all.add(named_[i].hosts);
        sum = add(sum, named_[i].hosts.size());
      }
      return all.is_written_out() && all.size() != sum;
    };
    if (!share(named_.size())) return;
    std::size_t without = 0;
    std::size_t with = named_.size();
    while (with - without > 1) {
      const std::size_t middle = without + (with - without) / 2;
      (share(middle) ? with : without) = middle;
    }
    host_list before;
    for (std::size_t i = 0; i + 1 < with; ++i) before.add(named_[i].hosts);
    throw unreadable({named_[with - 1].line, 0,
                      concat("node ", named_[with - 1].hosts.first_shared(before), " is defined twice: expected each node in one NodeName line")});
  }

  // Slurm does not start with a partition of nodes that no line defines, either. Words may be about one.
  void read_partitions() {
    constexpr std::size_t most = 64;  // lines of nodes, and partitions
    if (!setting_.is_whole || setting_.has_includes || setting_.has_templates || setting_.has_dynamic_nodes) return;
    host_list all;
    std::vector<std::string_view> sets;
    for (const named& each : named_) all.add(each.hosts);
    for (const conf_line& line : text_.lines())
      if (line.starts_with("NodeSet")) sets.push_back(line.pairs.front().value);
    for (const conf_line& line : text_.lines()) {
      const ini_pair* nodes = line.starts_with("PartitionName") ? find_pair(line.pairs, "Nodes") : nullptr;
      if (nodes == nullptr || is_same_key(nodes->value, "ALL")) continue;
      const host_list asked(nodes->value, nodes->line, budget_);
      if (asked.is_written_out() && named_.size() <= most && into_.parts.size() < most)
        into_.parts.push_back(part_of(asked));
      if (!all.is_written_out()) continue;
      const std::string missing = asked.first_outside(all);
      if (missing.empty() || is_same_key(missing, "ALL")) continue;
      // A set of nodes stands in a list like a node; a list with one is left alone.
      const auto is_there = [&](std::string_view set) { return asked.contains(set); };
      if (std::ranges::any_of(sets, is_there)) continue;
      throw unreadable(
          {nodes->line, 0,
           concat("partition ", line.pairs.front().value, " has node ", missing, ", which no NodeName line defines")});
    }
  }

  named_part part_of(const host_list& nodes) const {
    named_part part;
    for (const named& each : named_) {
      if (!each.hosts.is_written_out()) return {};
      host_list both = each.hosts;
      both.add(nodes);
      const count shared = each.hosts.size() + nodes.size() - both.size();
      if (shared == 0) continue;
      part.nodes = add(part.nodes, shared);
      if (!each.gpus.is_known()) part.gpus = {unknown, each.line};
      if (!part.gpus.is_unresolved()) part.gpus = {add(part.gpus.value_or(0), multiply(shared, each.gpus.value)), each.line};
    }
    return part;
  }

  const conf_text& text_;
  deployment_file& into_;
  setting setting_;
  defaults defaults_;
  host_budget budget_;
  std::vector<named> named_;
};

}  // namespace

said<count> nodes_said(std::string_view list, int line, host_budget& budget) {
  if (is_left_open(list)) return {unknown, line, said_state::left_open};
  return {host_list(list, line, budget).size(), line};
}

void take_slurm_nodes(const conf_text& text, deployment_file& into) { node_reader(text, into).run(); }

}  // namespace headroom::read
