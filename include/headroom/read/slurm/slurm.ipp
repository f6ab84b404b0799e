// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/slurm/slurm.hpp>

#include <algorithm>

#include <headroom/read/common/words.hpp>
#include <headroom/read/slurm/conf.hpp>

namespace headroom::read {

namespace {

bool is_about_nodes(const conf_line& line) {
  for (const std::string_view key : {"NodeName", "PartitionName", "BlockName", "BlockSizes"})
    if (line.starts_with(key)) return true;
  return line.starts_with("SwitchName") && (find_pair(line.pairs, "Nodes") != nullptr ||
                                            find_pair(line.pairs, "Switches") != nullptr);
}

// Whether the first line that says anything may be one of keys and values: most files end here.
bool may_begin_with_pairs(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_blanks(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    return line.find('=') != std::string_view::npos || line.ends_with('\\') || line.starts_with('{') || small_letter(line[0]) == 'i';
  }
  return false;
}

}  // namespace

bool is_slurm(const source_text& text) {
  // Cheap first: most files are none.
  const std::string_view all = text.text();
  if (!may_begin_with_pairs(all)) return false;
  const auto has = [&](std::string_view key) {
    return std::search(all.begin(), all.end(), key.begin(), key.end(), [](char a, char b) {
             return small_letter(a) == b;
           }) != all.end();
  };
  if (!has("nodename") && !has("partitionname") && !has("switchname") && !has("blockname") && !has("blocksizes") &&
      !has("clustername") && !has("gpu") && !has("autodetect"))
    return false;

  const conf_text lines(all);
  bool is_slurm = false;
  bool has_cluster = false;
  bool has_control = false;
  for (const conf_line& line : lines.lines()) {
    if (line.is_include || line.is_template) continue;
    // Every line is a key and its value: a script, an INI file or YAML ends here.
    if (line.pairs.empty()) return false;
    is_slurm = is_slurm || is_about_nodes(line) || is_resource_line(line);
    has_cluster = has_cluster || line.starts_with("ClusterName");
    has_control = has_control || line.starts_with("SlurmctldHost") || line.starts_with("ControlMachine");
  }
  return is_slurm || (has_cluster && has_control);
}

void read_slurm(deployment_file& into) {
  const conf_text text(into.source().text());
  for (const conf_line& line : text.lines()) note_repeated(line.pairs, "key", last_of_slurm, into);
  take_slurm_nodes(text, into);
  try {
    if (into.beside.has_value()) take_listed_gpus(conf_text(*into.beside), into);
  } catch (const unreadable&) {
    into.beside.reset();  // said where that file is checked
  }
  take_slurm_resources(text, into);
  take_slurm_topology(text, into);
  if (into.pools.empty() && into.blocks.empty()) into.documents_without_capacity = 1;
}

}  // namespace headroom::read
