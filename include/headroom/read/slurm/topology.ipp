// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>

#include <headroom/read/common/values.hpp>
#include <headroom/read/slurm/slurm.hpp>
#include <headroom/read/slurm/conf.hpp>
#include <headroom/read/slurm/gres.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

void take_block(std::string_view name, std::string_view nodes, int line, std::string_view topology, host_budget& budget,
                deployment_file& into) {
  into.blocks.push_back({.name = into.keep(std::string(name)),
                         .line = line,
                         .nodes = nodes_said(nodes, line, budget),
                         .topology = topology});
}

void take_size(std::string_view size, int line, std::string_view topology, deployment_file& into) {
  topology_block one{.line = line, .is_size = true, .topology = topology};
  one.nodes = is_left_open(size) ? said<count>{unknown, line, said_state::left_open} : said<count>{count_of(size, line), line};
  into.blocks.push_back(one);
}

// Sizes or blocks may stand alone or in a list.
template <class Function>
void for_one_or_each(const tree* of, Function&& call) {
  if (of == nullptr) return;
  if (!of->is_list()) {
    if (of->is != tree::kind::none) call(*of);
    return;
  }
  for (const tree* each : of->items) call(*each);
}

void take_blocks(const tree& topology, std::string_view name, host_budget& budget, deployment_file& into) {
  const tree* block = topology.at("block");
  const tree* sizes = block->at("block_sizes");
  if (sizes != nullptr && sizes->is_text()) {
    take_block_sizes(sizes->text, sizes->line, name, into);
  } else {
    for_one_or_each(sizes, [&](const tree& size) {
      if (const said<count> n = count_said(&size); !n.is_silent())
        into.blocks.push_back({.line = size.line, .nodes = n, .is_size = true, .topology = name});
    });
  }
  for_one_or_each(block->at("blocks"), [&](const tree& each) {
    const tree* nodes = each.at("nodes");
    if (nodes != nullptr && nodes->is_text())
      take_block(text_of(each.at("block")), nodes->text, nodes->line, name, budget, into);
  });
}

void take_switches(const tree& topology, std::string_view name, host_budget& budget, deployment_file& into) {
  for_one_or_each(topology.at("tree", "switches"), [&](const tree& each) {
    const tree* nodes = each.at("nodes");
    if (nodes != nullptr && nodes->is_text())
      take_block(text_of(each.at("switch")), nodes->text, nodes->line, name, budget, into);
  });
}

bool is_topology(const tree& item) {
  return item.at("topology") != nullptr &&
         (item.at("tree") != nullptr || item.at("block") != nullptr || item.at("flat") != nullptr);
}

}  // namespace

void take_block_sizes(std::string_view list, int line, std::string_view topology, deployment_file& into) {
  if (is_left_open(list)) {
    take_size(list, line, topology, into);
    return;
  }
  for_each_part(list, [&](std::string_view size) {
    if (!size.empty()) take_size(without_blanks(size), line, topology, into);
  });
}

void take_slurm_topology(const conf_text& text, deployment_file& into) {
  host_budget budget;
  for (const conf_line& line : text.lines()) {
    const ini_pair* nodes = find_pair(line.pairs, "Nodes");
    if (line.starts_with("BlockSizes"))
      take_block_sizes(line.pairs.front().value, line.pairs.front().line, {}, into);
    else if ((line.starts_with("BlockName") || line.starts_with("SwitchName")) && nodes != nullptr)
      take_block(line.pairs.front().value, nodes->value, nodes->line, {}, budget, into);
  }
}

bool is_slurm_topology(const source_text& text) {
  const std::vector<const tree*>& documents = text.documents();
  if (documents.size() != 1 || !documents.front()->is_list() || documents.front()->items.empty()) return false;
  return std::ranges::all_of(documents.front()->items, [](const tree* each) { return is_topology(*each); });
}

void read_slurm_topology(deployment_file& into) {
  const std::vector<const tree*>& documents = into.source().documents();
  if (documents.empty() || !documents.front()->is_list())
    throw unreadable({1, 0, "expected a list of topologies"});
  host_budget budget;
  for (const tree* each : documents.front()->items) {
    const std::string_view name = text_of(each->at("topology"));
    if (each->at("block") != nullptr) take_blocks(*each, name, budget, into);
    if (each->at("tree") != nullptr) take_switches(*each, name, budget, into);
  }
  if (into.blocks.empty()) into.documents_without_capacity = 1;
}

}  // namespace headroom::read
