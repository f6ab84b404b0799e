// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/parallel_gpus.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

using headroom::gpus_of;
using headroom::parallel_gpus;

namespace detail {

// SGLang's attention copies and experts are groups of the tensor-parallel ranks, which it does not start with a rest
// (server_args.py); experts of TensorRT-LLM likewise, of the context-parallel ranks too (mapping.py). Whether the sizes
// are no such groups.
constexpr bool are_uneven_groups(const workload& w, finding_sink& to) {
  const parallel_sizes& p = w.parallel;
  const bool is_sglang = p.engine == engine::sglang;
  if ((!is_sglang && p.engine != engine::tensorrt_llm) || !p.tensor.is_known() || p.context.is_unresolved()) return false;
  const count ranks = is_sglang ? p.tensor.value : multiply(p.tensor.value, p.context.value_or(1));
  const auto divides = [&](const said<count>& size) {
    return size.value_or(0) == 0 || ranks % size.value == 0;
  };
  const bool of_attention = is_sglang && p.data_parallel_attention.value_or(false) && !divides(p.data);
  if (!of_attention && divides(p.expert)) return false;
  const said<count>& size = of_attention ? p.data : p.expert;
  to(finding{.rule = "parallel_product",
             .line = size.line,
             .sentence = of_attention ? "{s}: for {t} with data-parallel attention, DP {1} has to divide TP {0}"
                                      : "{s}: for {t}, EP {1} has to divide TP {0}",
             .cure = of_attention ? "choose a DP that divides {0}" : "choose an EP that divides {0}",
             .subject = subject_of(w),
             .text = name(p.engine)}
         .with(degree_term("tensor parallel", ranks))
         .with(degree_term(of_attention ? "data parallel" : "expert parallel", size.value))
         .with(gpus_term("GPUs left over", ranks % size.value)));
  return true;
}

// Megatron-LM divides the ranks of a pipeline stage into groups of expert-tensor times expert size, without a rest
// (parallel_state.py).
constexpr void uneven_experts(const workload& w, const parallel_gpus& asked, count gpus, finding_sink& to) {
  const parallel_sizes& p = w.parallel;
  if (p.engine != engine::megatron || p.expert.value_or(1) <= 1 || p.expert_tensor.is_unresolved() || !are_taken(asked, gpus)) return;
  const count tensor = p.expert_tensor.is_known() ? p.expert_tensor.value : asked.tensor;
  const count group = multiply(multiply(tensor, p.expert.value), asked.pipeline);
  if (group == 0 || gpus % group == 0) return;
  to(finding{.rule = "parallel_product",
             .line = p.expert.line,
             .sentence = "{s}: for {t}, EP {0} x TP {1} x PP {2} take {3} {3|GPU|GPUs} or a multiple of them; it has {4}",
             .cure = "choose an EP whose product with them divides {4}",
             .subject = subject_of(w),
             .text = name(p.engine)}
         .with(degree_term("expert parallel", p.expert.value))
         .with(degree_term("tensor parallel, of experts", tensor))
         .with(degree_term("pipeline parallel", asked.pipeline))
         .with(gpus_term("GPUs the sizes take", group))
         .with(gpus_term("GPUs of a replica", gpus)));
}

// A process sees one instance of MIG, and between instances nothing is exchanged (NVIDIA's MIG User Guide, "Application
// Considerations"). Whether these are what the sizes are of.
constexpr bool are_of_instances(const workload& w, const parallel_gpus& asked, finding_sink& to) {
  if (!w.requests.mig_profile.is_known() || !w.requests.gpus.is_silent() || !asked.is_known || asked.is_multiple) return false;
  const count ranks = multiply(asked.tensor, asked.pipeline);
  if (ranks > 1)
    to(finding{.rule = "parallel_product",
               .line = asked.line,
               .sentence = "{s}: TP {0} x PP {1} need {2} GPUs that exchange data; it has instances of MIG, which do not",
               .cure = "choose TP 1 and PP 1, or ask for whole GPUs",
               .subject = subject_of(w)}
           .with(degree_term("tensor parallel", asked.tensor))
           .with(degree_term("pipeline parallel", asked.pipeline))
           .with(gpus_term("GPUs the sizes take", ranks)));
  return ranks > 1 || asked.data == 1;
}

}  // namespace detail

// The parallel sizes multiply to the GPUs of a replica. What makes a replica of several pods is for group_size.
constexpr void parallel_product(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const parallel_gpus asked = gpus_of(w.parallel);
    const said<count> has = gpus_of_replica(w);
    const count gpus = has.value_or(0);
    if (detail::are_uneven_groups(w, to) || !asked.is_stated || !w.identity.group.empty()) continue;
    detail::uneven_experts(w, asked, gpus, to);
    if (detail::are_of_instances(w, asked, to)) continue;
    std::string_view open = left_open_by(w.parallel);
    if (open.empty() && has.is_unresolved()) open = "how many GPUs a replica has";
    if (open.empty() && (gpus == 0 || are_taken(asked, gpus))) continue;
    // It may run over several replicas, by means of its own.
    if (open.empty() && w.parallel.engine == engine::unnamed) open = "which engine they are of";
    if (!open.empty()) {
      to(finding{.rule = "parallel_product",
                 .severity = finding_severity::unjudged,
                 .line = asked.line,
                 .sentence = "{s}: the GPUs that its parallel sizes take cannot be judged; the file does not say {t}",
                 .cure = "say {t}",
                 .subject = subject_of(w),
                 .text = open});
      continue;
    }
    const bool idle = !asked.is_multiple && gpus > asked.gpus;
    const bool inside = asked.within > 1;
    to(finding{.rule = "parallel_product",
               .severity = idle ? finding_severity::warning : finding_severity::error,
               .line = asked.line,
               .sentence =
                   asked.is_multiple
                       ? "{s}: for {t}, TP {0} x PP {1} x CP {2} x DP {3} take {4} {4|GPU|GPUs} or a multiple of them; it has {5}"
                   : idle && inside
                       ? "{s}: for {t}, TP {0} x PP {1} x CP {2}, with DP {3} within TP, use {4} of its {5} {5|GPU|GPUs}"
                   : inside ? "{s}: for {t}, TP {0} x PP {1} x CP {2}, with DP {3} within TP, need {4} {4|GPU|GPUs}; it has {5}"
                   : idle   ? "{s}: for {t}, TP {0} x PP {1} x CP {2} x DP {3} use {4} of its {5} {5|GPU|GPUs}"
                            : "{s}: for {t}, TP {0} x PP {1} x CP {2} x DP {3} need {4} {4|GPU|GPUs}; it has {5}",
               .cure = asked.is_multiple ? "choose sizes whose product divides {5}, or give it a multiple of {4} {4|GPU|GPUs}"
                                         : "choose sizes that multiply to {5}, or give it {4} {4|GPU|GPUs}",
               .subject = subject_of(w),
               .text = name(w.parallel.engine)}
           .with(degree_term("tensor parallel", asked.tensor))
           .with(degree_term("pipeline parallel", asked.pipeline))
           .with(degree_term("context parallel", asked.context))
           .with(
               degree_term(inside ? "data parallel, within TP" : "data parallel", inside ? asked.within : asked.data))
           .with(gpus_term("GPUs the sizes take", asked.gpus))
           .with(gpus_term("GPUs of a replica", gpus)));
  }
}

}  // namespace headroom::rules
