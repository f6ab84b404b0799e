// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/deployment.hpp>

#include <span>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <read/reading.hpp>

// All that a file asks for, a line for each workload and pool: what is silent is left out, and so is one replica of one pod where none is said;
// "8@3" is said in line 3, "?@3" not known there.
namespace told_account {

using headroom::count;
using headroom::said;

inline std::string number(const said<count>& one) { return (one.is_known() ? std::to_string(one.value) : "?") + "@" + std::to_string(one.line); }
inline std::string word(const said<std::string_view>& one) { return (one.is_known() ? std::string(one.value) : "?") + "@" + std::to_string(one.line); }

inline std::string told(const headroom::workload& w, int line_of_name) {
  std::string text = std::string(w.identity.name) + "@" + std::to_string(w.identity.line);
  const auto tell = [&](std::string_view name, const said<count>& one) {
    if (!one.is_silent()) text += " " + std::string(name) + " " + number(one);
  };
  const auto tell_word = [&](std::string_view name, const said<std::string_view>& one) {
    if (!one.is_silent()) text += " " + std::string(name) + " " + word(one);
  };
  if (w.identity.role != headroom::serving_role::none) text += w.identity.role == headroom::serving_role::prefill ? " prefill" : " decode";
  if (!w.identity.group.empty()) text += " in [" + std::string(w.identity.group) + "]";
  const auto is_left_out = [&](const said<count>& one) { return one.is_known() && one.value == 1 && (one.line == line_of_name || one.line == w.identity.line); };
  if (!is_left_out(w.scale.replicas)) tell("replicas", w.scale.replicas);
  if (!is_left_out(w.scale.pods)) tell("pods", w.scale.pods);
  tell("stated", w.scale.pods_stated);
  tell("least", w.scale.least_pods);
  tell("most", w.scale.most_pods);
  tell("nodes", w.scale.nodes);
  tell("of each", w.scale.gpus);
  tell("gpus", w.requests.gpus);
  if (w.requests.all_gpus) text += " all";
  tell_word("mig", w.requests.mig_profile);
  tell("cpus", w.requests.millicpus);
  if (const auto& memory = w.requests.system_memory; !memory.is_silent())
    text += " memory " + (memory.is_known() ? std::to_string(static_cast<count>(headroom::in_mebibytes(memory.value))) : std::string("?")) + "@" + std::to_string(memory.line);
  if (!is_left_out(w.placement.pods_per_node)) tell("a node", w.placement.pods_per_node);
  tell_word("type", w.placement.gpu_type);
  tell_word("size", w.placement.instance_type);
  tell_word("pool", w.placement.pool);
  if (const auto& spot = w.placement.spot; !spot.is_silent()) text += spot.is_known() ? spot.value ? " spot" : " on demand" : " spot?";
  if (w.placement.shares_nodes) text += " shared";
  if (w.placement.one_domain.value_or(false)) text += " in one domain";
  if (w.parallel.engine != headroom::engine::unnamed || w.parallel.line != 0)
    text += " " + std::string(headroom::name(w.parallel.engine)) + "@" + std::to_string(w.parallel.line);
  tell("tp", w.parallel.tensor);
  tell("pp", w.parallel.pipeline);
  tell("dp", w.parallel.data);
  if (!w.parallel.left_open.empty()) text += " open: " + std::string(w.parallel.left_open) + ";";
  tell("processes", w.launch.processes);
  tell("meets", w.launch.nodes);
  tell("ranks", w.launch.ranks);
  tell("slots", w.launch.slots);
  return text + "\n";
}

inline std::string told(const headroom::machine_pool& pool) {
  std::string text = "pool " + std::string(pool.name) + "@" + std::to_string(pool.line);
  if (!pool.nodes.is_silent()) text += " nodes " + number(pool.nodes);
  if (!pool.gpus_per_node.is_silent()) text += " gpus " + number(pool.gpus_per_node);
  if (!pool.gpu_type.is_silent()) text += " type " + word(pool.gpu_type);
  if (!pool.size.is_silent()) text += " size " + word(pool.size);
  return text + "\n";
}

inline std::string account_of(std::string_view text, int line_of_name = 0) {
  headroom::read::deployment_file file{std::string(text)};
  const auto error = headroom::read::read_source(file);
  if (error.has_value()) return "refused@" + std::to_string(error->line) + ": " + error->message + "\n";
  std::string all;
  for (const headroom::workload& each : file.workloads) all += told(each, line_of_name);
  for (const headroom::machine_pool& each : file.pools) all += told(each);
  if (file.documents_without_capacity != 0) all += std::to_string(file.documents_without_capacity) + " without\n";
  return all;
}

// What is said of few workloads: an amount that limits bound otherwise than requests, resources that are no GPUs, what starts, and queues.
inline std::string told_further(const headroom::workload& w) {
  std::string text;
  const auto tell = [&](std::string_view name, const said<count>& one) {
    if (!one.is_silent()) text += " " + std::string(name) + " " + number(one);
  };
  const auto tell_memory = [&](std::string_view name, const said<headroom::memory>& one) {
    if (!one.is_silent())
      text += " " + std::string(name) + " " + (one.is_known() ? std::to_string(static_cast<count>(headroom::in_mebibytes(one.value))) : std::string("?")) + "@" + std::to_string(one.line);
  };
  tell_memory("disk", w.requests.ephemeral_storage);
  tell("rdma", w.requests.rdma_devices);
  tell("instances", w.requests.mig_instances);
  if (!w.requests.gpu_resource.empty() && w.requests.gpu_resource != "nvidia.com/gpu") text += " of " + std::string(w.requests.gpu_resource);
  if (!w.limits.gpus.is_silent() && number(w.limits.gpus) != number(w.requests.gpus)) tell("limit", w.limits.gpus);
  tell("limit of cpus", w.limits.millicpus);
  tell_memory("limit of memory", w.limits.system_memory);
  tell_memory("limit of disk", w.limits.ephemeral_storage);
  if (w.limits.of_whole_pod) text += " of the whole pod";
  if (!w.scale.gpus_per_node.is_silent()) tell("of a node", w.scale.gpus_per_node);
  const auto& type = w.placement.instance_type;
  if (type.is_unresolved() && !type.value.empty()) text += " size of " + std::string(type.value);
  if (w.placement.one_node.value_or(false)) text += " on one node";
  if (w.placement.spread_nodes != 0) text += " of " + std::to_string(w.placement.spread_nodes) + " nodes";
  tell("takes", w.launch.gpus_of_process);
  tell("an actor", w.launch.gpus_of_actor);
  tell("actors", w.launch.gpus_of_actors);
  if (!w.queueing.queue.is_silent()) text += " queue " + word(w.queueing.queue);
  tell("admitted with", w.queueing.least_admitted);
  if (w.queueing.may_be_pushed_out.is_known()) text += w.queueing.may_be_pushed_out.value ? " yields" : " stays";
  return text;
}

// The same of all that a file asks for, and bounds, reasons and notes.
inline std::string whole_account_of(std::string_view text, int line_of_name = 0) {
  headroom::read::deployment_file file{std::string(text)};
  const auto why = [](std::string_view what, const headroom::read::reading_error& one) {
    return std::string(what) + "@" + std::to_string(one.line) + ":" + std::to_string(one.column) + " " + one.message + "\n";
  };
  const auto error = headroom::read::read_source(file);
  if (error.has_value() && file.unread.empty()) return why("refused", *error);
  std::string all;
  for (const headroom::workload& each : file.workloads) all += told(each, line_of_name).insert(told(each, line_of_name).size() - 1, told_further(each));
  for (const headroom::machine_pool& each : file.pools) {
    std::string pool = told(each);
    pool.pop_back();
    if (!each.spot.is_silent()) pool += each.spot.value_or(false) ? " spot" : " on demand";
    if (!each.least_nodes.is_silent()) pool += " least " + number(each.least_nodes);
    if (!each.most_nodes.is_silent()) pool += " most " + number(each.most_nodes);
    if (!each.mig_profile.is_silent()) pool += " mig " + word(each.mig_profile);
    if (!each.millicpus_given.is_silent()) pool += " cpus " + number(each.millicpus_given);
    if (each.memory_given.is_known()) pool += " memory " + std::to_string(static_cast<count>(headroom::in_mebibytes(each.memory_given.value)));
    all += pool + "\n";
  }
  for (const auto& each : file.quotas) all += "quota " + std::string(each.name) + "@" + std::to_string(each.line) + " of " + std::string(each.resource) + " " + number(each.nominal) + "\n";
  for (const auto& each : file.request_limits) all += "bound " + std::string(each.name) + " of " + std::string(each.resource) + " " + number(each.most) + "\n";
  for (const auto& each : file.uncounted) all += "uncounted " + std::string(each.name) + "@" + std::to_string(each.line) + " " + number(each.gpus) + "\n";
  for (const auto& each : file.unread) all += why("unread", each);
  for (const auto& each : file.not_followed) all += why("told", each);
  if (file.documents_without_capacity != 0) all += std::to_string(file.documents_without_capacity) + " without\n";
  return all;
}

struct row {
  std::string_view text;
  std::string_view account;
};

inline void hold(std::string_view head, std::span<const row> rows, int line_of_name = 0) {
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(account_of(std::string(head) + std::string(each.text), line_of_name) == each.account);
  }
}

inline void hold_whole(std::string_view head, std::span<const row> rows, int line_of_name = 0) {
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(whole_account_of(std::string(head) + std::string(each.text), line_of_name) == each.account);
  }
}

}  // namespace told_account
