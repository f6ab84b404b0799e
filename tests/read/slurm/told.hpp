// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/deployment.hpp>

#include <doctest/doctest.h>
#include <algorithm>
#include <headroom/units.hpp>
#include <string>
#include <string_view>

// What batch scripts of Slurm are told to ask for.
namespace slurm_told {

using headroom::count;
using headroom::said;

inline std::string told(const said<count>& one) {
  return (one.is_known() ? std::to_string(one.value) : std::string("?")) + "@" + std::to_string(one.line);
}

// All that the jobs of a file ask for, a line each, with what is silent left out; a value has the line that says it.
inline std::string told(const headroom::read::deployment_file& file) {
  std::string all;
  for (const headroom::workload& w : file.workloads) {
    const auto tell = [&](std::string_view name, const said<count>& one) {
      if (!one.is_silent()) all += " " + std::string(name) + " " + told(one);
    };
    const auto tell_text = [&](std::string_view name, const said<std::string_view>& one) {
      if (!one.is_silent()) all += " " + std::string(name) + " " + std::string(one.is_known() ? one.value : "?") + "@" + std::to_string(one.line);
    };
    all += std::string(w.identity.kind) + (w.identity.name.empty() ? "" : " " + std::string(w.identity.name));
    all += w.requests.unit == "node" ? "" : " of each " + std::string(w.requests.unit);
    tell("nodes", w.scale.nodes);
    tell("pods", w.scale.pods);
    tell("gpus", w.scale.gpus);
    tell("of a node", w.scale.gpus_per_node);
    tell("each", w.requests.gpus);
    tell("millicpus", w.requests.millicpus);
    if (const auto& memory = w.requests.system_memory; !memory.is_silent())
      all += " memory " + std::to_string(static_cast<count>(headroom::in_mebibytes(memory.value))) + "@" + std::to_string(memory.line);
    if (!w.requests.memory_unit.empty()) all += " of a " + std::string(w.requests.memory_unit);
    tell_text("mig", w.requests.mig_profile);
    tell_text("type", w.placement.gpu_type);
    tell_text("partition", w.placement.pool);
    tell_text("size", w.placement.instance_type);
    tell("segment", w.placement.segment_nodes);
    if (!w.placement.leaves_rest) all += " whole";
    if (w.queueing.runs_as != headroom::workload_class::job) all += " no job";
    tell("array", w.scale.array_tasks);
    tell("meets", w.launch.nodes);
    tell("processes", w.launch.processes);
    tell("gpus of a process", w.launch.gpus_of_process);
    tell("ranks", w.launch.ranks);
    tell("slots", w.launch.slots);
    all += "\n";
  }
  for (const auto& claim : file.claims)
    all += "claim " + std::string(claim.name) + " " + told(claim.nodes) + (file.workloads.size() > 1 ? " of " + told(claim.of_nodes) : "") + "\n";
  for (const auto& wrong : file.unread) {
    all += "refused@" + std::to_string(wrong.line) + ": " + wrong.message + "\n";
    CHECK(wrong.column == 0);
  }
  return all;
}

// A script with these lines from its second.
inline std::string told_of(std::string_view lines) {
  headroom::read::deployment_file file("#!/bin/bash\n" + std::string(lines));
  const auto error = headroom::read::read_source(file);
  CHECK(file.format == "sbatch");
  if (error.has_value()) CHECK(error->column == 0);
  if (error.has_value() && file.unread.empty()) return "refused@" + std::to_string(error->line) + ": " + error->message + "\n";
  return told(file);
}

// A script of these options, each in a line of its own from the second, and then these commands.
inline std::string asked(std::string_view options, std::string_view commands = {}) {
  std::string lines;
  for (std::size_t at = 0; at < options.size();) {
    const std::size_t end = std::min(options.find(' ', at), options.size());
    lines += "#SBATCH " + std::string(options.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return told_of(lines + std::string(commands));
}

}  // namespace slurm_told
