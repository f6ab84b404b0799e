// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr bool names_no_machine(naming how) {
  return how == naming::none || how == naming::several || how == naming::gpu_only;
}

// CPUs, memory, storage, a network, or GPUs: of a pod, or of all of it where the file does not say on how many a node.
constexpr bool asks_of_machine(const rule_input& in, const workload& w, naming how) {
  const pod_resources& r = w.requests;
  const bool in_all = w.scale.gpus.value_or(0) > 0 && !is_demand(w) && how != naming::gpu_only;
  return r.millicpus.value_or(0) > 0 || in_bytes(r.system_memory.value_or(memory{})) > 0 ||
         in_bytes(r.ephemeral_storage.value_or(memory{})) > 0 || r.rdma_devices.value_or(0) > 0 ||
         r.gpus.value_or(0) > 0 || (in_all && !gpus_per_node_of(w, in).is_known());
}

// Nodes with GPUs whose CPUs or memory a scheduler is told of.
constexpr bool states_its_nodes(const machine_pool& pool) {
  return pool.gpus_per_node.value_or(0) > 0 && (pool.cpus_per_node.is_known() || pool.memory_per_node.is_known());
}

constexpr finding no_machine_named(std::string_view subject, const node& on, int line) {
  const bool is_gpu = on.naming == naming::gpu_only;
  return {.rule = "machine_named",
          .severity = finding_severity::unjudged,
          .line = line,
          .sentence = is_gpu
                          ? "{s}: its CPUs, memory and GPUs are held against no machine: its GPU is named ({t}), and "
                            "the machine is not"
                      : on.naming == naming::several
                          ? "{s}: its CPUs, memory and GPUs are held against no machine: it may be any of several"
                          : "{s}: its CPUs, memory and GPUs are held against no machine: none is named",
          .cure = "name its size in the file, or the machine that it is checked on",
          .subject = subject,
          .text = is_gpu ? on.name : std::string_view{}};
}

}  // namespace detail

// What asks something of its machine says which machine that is, or the check does; and so do nodes whose CPUs and
// memory a scheduler is told of. Said once a file.
constexpr void machine_named(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const node on = node_of(w, in);
    const naming how = on.naming;
    if (!detail::names_no_machine(how) || !detail::asks_of_machine(in, w, how)) continue;
    // Something of no GPU and of a few cores fits anywhere.
    if (!asks_for_gpus(w) && in.of.pools.empty() && in.on.held.empty()) continue;
    to(detail::no_machine_named(subject_of(w), on, w.identity.line));
    return;
  }
  for (const machine_pool& pool : in.of.pools) {
    const node on = node_of(pool, in.on);
    if (!detail::names_no_machine(on.naming) || !detail::states_its_nodes(pool)) continue;
    to(detail::no_machine_named(subject_of(pool), on, pool.line));
    return;
  }
}

}  // namespace headroom::rules
