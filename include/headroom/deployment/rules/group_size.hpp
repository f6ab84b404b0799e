// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/deployment/rules/parallel_product.hpp>
#include <string_view>

namespace headroom::rules {

// A group of pods that makes one replica (a LeaderWorkerSet) has the GPUs that its parallel sizes take.
constexpr void group_size(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    if (w.identity.group.empty()) continue;
    const parallel_gpus asked = gpus_of(w.parallel);
    if (!asked.is_stated) continue;
    const said<count> has = gpus_of_group(w, in.of.workloads);
    bool known = asked.is_known && has.is_known();
    count pods = 0;
    int line = 0;
    for (const workload& each : in.of.workloads) {
      if (each.identity.group != w.identity.group) continue;
      if (line == 0) line = each.scale.pods.line;
      if (!asks_for_gpus(each)) continue;  // such as the head of a Ray cluster
      known = known && each.scale.pods.is_known();
      pods = add(pods, each.scale.pods.value);
    }
    if (line == 0) line = asked.line;
    if (known && (has.value == 0 || are_taken(asked, has.value))) continue;
    std::string_view open = left_open_by(w.parallel);
    if (open.empty() && !known) open = "how many pods and GPUs its group has";
    // Whichever it is, it has a GPU for each of its ranks; with fewer ranks it may make copies of its own.
    if (open.empty() && w.parallel.engine == engine::unnamed && asked.gpus <= has.value) open = "which engine they are of";
    if (!open.empty()) {
      to(finding{
          .rule = "group_size",
          .severity = finding_severity::unjudged,
          .line = asked.line,
          .sentence =
              "{s}: the size of its group cannot be judged against its parallel sizes; the file does not say {t}",
          .cure = "say {t}",
          .subject = subject_of(w),
          .text = open});
      continue;
    }
    const count gpus = has.value;
    if (asked.is_multiple) {
      to(finding{.rule = "group_size",
                 .line = line,
                 .sentence = "{s}: its group has {1} {1|GPU|GPUs} on {0} {0|pod|pods}, and TP {2} x PP {3} x CP {4} "
                             "take {5} or a multiple of them",
                 .cure = "choose a size with a multiple of {5} {5|GPU|GPUs}, or sizes whose product divides {1}",
                 .subject = subject_of(w)}
             .with(pods_term("pods with GPUs", pods))
             .with(gpus_term("GPUs of a group", gpus))
             .with(degree_term("tensor parallel", asked.tensor))
             .with(degree_term("pipeline parallel", asked.pipeline))
             .with(degree_term("context parallel", asked.context))
             .with(gpus_term("GPUs the sizes take", asked.gpus)));
      continue;
    }
    const bool idle = gpus > asked.gpus;
    const bool inside = asked.within > 1;
    const std::string_view too_few =
        inside ? "{s}: its group has {1} {1|GPU|GPUs} on {0} {0|pod|pods}, and TP {2} x PP {3}, with DP {4} within TP, "
                 "need {5}"
               : "{s}: its group has {1} {1|GPU|GPUs} on {0} {0|pod|pods}, and TP {2} x PP {3} x DP {4} need {5}";
    const std::string_view too_many =
        inside ? "{s}: its group has {1} {1|GPU|GPUs} on {0} {0|pod|pods}, and TP {2} x PP {3}, with DP {4} within TP, "
                 "use {5}"
               : "{s}: its group has {1} {1|GPU|GPUs} on {0} {0|pod|pods}, and TP {2} x PP {3} x DP {4} use {5}";
    to(finding{.rule = "group_size",
               .severity = idle ? finding_severity::warning : finding_severity::error,
               .line = line,
               .sentence = idle ? too_many : too_few,
               .cure = "choose a size with {5} {5|GPU|GPUs}, or sizes that multiply to {1}",
               .subject = subject_of(w)}
           .with(pods_term("pods with GPUs", pods))
           .with(gpus_term("GPUs of a group", gpus))
           .with(degree_term("tensor parallel", asked.tensor))
           .with(degree_term("pipeline parallel", asked.pipeline))
           .with(
               degree_term(inside ? "data parallel, within TP" : "data parallel", inside ? asked.within : asked.data))
           .with(gpus_term("GPUs the sizes take", asked.gpus)));
  }
}

}  // namespace headroom::rules
