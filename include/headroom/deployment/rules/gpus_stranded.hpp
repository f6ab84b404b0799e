// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Processes of which each takes one GPU, against the GPUs.
constexpr void too_few_processes(const workload& w, finding_sink& to) {
  const said<count> gpus = gpus_for_processes(w);
  if (w.launch.processes.is_known() && w.launch.processes.value > 0 && w.launch.gpus_of_process.value_or(1) == 1 && w.launch.processes.value < gpus.value)
    to(finding{.rule = "gpus_stranded",
               .severity = finding_severity::warning,
               .line = w.launch.processes.line,
               .sentence = "{s} starts {0} {0|process|processes} a {u}, each of which takes one GPU; {2} of its {1} {2|stays|stay} idle",
               .cure = "start {1} {1|process|processes} a {u}, or ask for {0} {0|GPU|GPUs}",
               .subject = subject_of(w),
               .unit = unit_of(w)}
           .with(processes_term("processes a {u}", w.launch.processes.value))
           .with(gpus_term("GPUs a {u}", gpus.value))
           .with(gpus_term("GPUs stranded", gpus.value - w.launch.processes.value)));
}

// Whether there are fewer slots than GPUs on purpose, as far as the file tells: one of each pod, or for what is not in sight.
constexpr bool are_for_several_gpus(const workload& w, std::span<const workload> all, count gpus) {
  if (w.launch.gpus_of_process.is_known()) return false;
  count of_pod = w.requests.gpus.value_or(0);
  for (const workload& each : all)
    if (!w.identity.group.empty() && each.identity.group == w.identity.group && each.requests.gpus.value_or(0) > of_pod)
      of_pod = each.requests.gpus.value;
  return w.launch.gpus_of_process.is_unresolved() || multiply(w.launch.slots.value, of_pod) <= gpus;
}

// Processes of mpirun, each of which takes one GPU, where they are fewer than the GPUs.
constexpr void too_few_ranks(const workload& w, std::span<const workload> all, finding_sink& to) {
  const said<count> gpus = gpus_of_group(w, all);
  const workload_launch& started = w.launch;
  if (!started.ranks.is_known() || started.ranks.value < 1 || !started.slots.is_known() || started.gpus_of_process.value_or(1) != 1) return;
  if (!gpus.is_known() || started.slots.value > gpus.value || started.ranks.value >= gpus.value || started.ranks.value > started.slots.value) return;
  if (started.slots.value < gpus.value && are_for_several_gpus(w, all, gpus.value)) return;
  to(finding{.rule = "gpus_stranded",
             .severity = finding_severity::warning,
             .line = started.ranks.line,
             .sentence = "{s} starts {0} {0|process|processes} with mpirun, each of which takes one GPU; there {1|is|are} {1} {1|slot|slots} for {2} {2|GPU|GPUs}, so {3} {3|stays|stay} idle",
             .cure = "start a process, and have a slot, for each GPU, or ask for {0} {0|GPU|GPUs}",
             .subject = subject_of(w)}
         .with(processes_term("processes", started.ranks.value))
         .with(processes_term("slots", started.slots.value))
         .with(gpus_term("GPUs", gpus.value))
         .with(gpus_term("GPUs stranded", gpus.value - started.ranks.value)));
}

}  // namespace detail

// No GPUs are held that nothing can use. Throughput per held GPU is that per used GPU times used over held.
constexpr void gpus_stranded(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    detail::too_few_processes(w, to);
    detail::too_few_ranks(w, in.of.workloads, to);
  }
  for_each_balance(in, [&](const gpu_balance& b) {
    if (!b.is_known() || b.used == 0 || b.used >= b.held || b.leaves_rest) return;
    to(finding{.rule = "gpus_stranded",
               .severity = finding_severity::warning,
               .line = b.line,
               .sentence = "{s} uses {0} of the {1} {1|GPU|GPUs} that {2} {2|node|nodes} {2|holds|hold}; {3} "
                           "{3|is|are} stranded, and throughput per held GPU is {4} % of that per used GPU",
               .cure = "use the other {3} {3|GPU|GPUs}, or choose sizes that fill whole nodes",
               .subject = b.subject}
           .with(gpus_term("GPUs used", b.used))
           .with(gpus_term("GPUs held", b.held))
           .with(nodes_term("nodes", b.nodes))
           .with(gpus_term("GPUs stranded", b.held - b.used))
           .with({.what = "per cent used",
                  .amount = math::round(1'000 * static_cast<double>(b.used) / static_cast<double>(b.held)) / 10}));
  });
}

}  // namespace headroom::rules
