// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom {

constexpr std::string_view name(engine of) {
  switch (of) {
    case engine::vllm:
      return "vLLM";
    case engine::sglang:
      return "SGLang";
    case engine::tensorrt_llm:
      return "TensorRT-LLM";
    case engine::megatron:
      return "Megatron-LM";
    case engine::unnamed:
      break;
  }
  return "an unnamed engine";
}

namespace rules {

// GPUs that the parallel sizes take, by the engine's own meaning of each.
struct parallel_gpus {
  bool is_stated = false;  // any size is given
  bool is_known = false;
  bool is_multiple =
      false;  // as many GPUs as any multiple of `gpus`: the engine makes data-parallel copies of the rest
  count gpus = 0;
  count tensor = 1;
  count pipeline = 1;
  count context = 1;  // what it multiplies by: 1 where the engine takes it from the tensor-parallel GPUs
  count data = 1;     // likewise
  int line = 0;
};

// vLLM: data-parallel copies multiply; a context size is of the tensor-parallel GPUs where it is for decoding and
// multiplies where it is for prefill, so above 1 it is unknown. SGLang: data-parallel attention divides the
// tensor-parallel GPUs, and so do expert and context sizes; without it the copies multiply. TensorRT-LLM: tensor x
// pipeline x context; attention data parallelism is of the tensor-parallel GPUs. Megatron-LM: all four multiply, and
// the data size follows from the GPUs where it is left out.
constexpr parallel_gpus gpus_of(const parallel_sizes& p) {
  parallel_gpus of;
  of.is_stated = p.tensor.line != 0 || p.pipeline.line != 0 || p.context.line != 0 || p.data.line != 0;
  for (const said<count>* each : {&p.tensor, &p.pipeline, &p.context, &p.data}) {
    if (of.line == 0) of.line = each->line;
    if (each->is_unresolved() || (each->is_known() && each->value < 1)) return of;
  }
  if (p.line != 0 && of.line == 0) of.line = p.line;
  of.tensor = p.tensor.value_or(1);
  of.pipeline = p.pipeline.value_or(1);
  const count context = p.context.value_or(1);
  const count data = p.data.value_or(1);
  of.is_known = of.is_stated;
  switch (p.engine) {
    case engine::vllm:
      of.is_known = of.is_known && context == 1;
      of.data = data;
      break;
    case engine::sglang:
      if (data > 1 && p.data_parallel_attention.is_unresolved()) of.is_known = false;
      if (!p.data_parallel_attention.value_or(false)) of.data = data;
      break;
    case engine::tensorrt_llm:
      of.context = context;
      if (data > 1 && !p.data_parallel_attention.value_or(false)) of.is_known = false;
      break;
    case engine::megatron:
      of.context = context;
      of.data = data;
      of.is_multiple = p.data.is_silent();
      break;
    case engine::unnamed:
      of.is_known = of.is_known && context == 1 && data == 1;
      of.is_multiple = p.data.is_silent();
      break;
  }
  of.gpus = multiply(multiply(of.tensor, of.pipeline), multiply(of.context, of.data));
  return of;
}

// The parallel sizes multiply to the GPUs of a replica. What makes a replica of several pods is for group_size.
constexpr void parallel_product(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const parallel_gpus asked = gpus_of(w.parallel);
    const said<count> has = gpus_of_replica(w);
    if (!asked.is_stated || !w.group.empty()) continue;
    if (!asked.is_known || has.is_unresolved()) {
      to(finding{.rule = "parallel_product",
                 .severity = finding_severity::unjudged,
                 .line = asked.line,
                 .sentence = "{s}: the GPUs that its parallel sizes take cannot be judged for {t}",
                 .cure = "name the engine, and give each size as a number",
                 .subject = subject_of(w),
                 .text = name(w.parallel.engine)});
      continue;
    }
    if (!has.is_known() || has.value == 0) continue;
    if (asked.is_multiple ? has.value % asked.gpus == 0 : has.value == asked.gpus) continue;
    const bool idle = has.value > asked.gpus && !(asked.is_multiple && w.parallel.engine == engine::megatron);
    to(finding{.rule = "parallel_product",
               .severity = idle ? finding_severity::warning : finding_severity::error,
               .line = asked.line,
               .sentence = idle ? "{s}: for {t}, TP {0} x PP {1} x CP {2} x DP {3} use {4} of its {5} GPUs"
                                : "{s}: for {t}, TP {0} x PP {1} x CP {2} x DP {3} need {4} GPUs; it has {5}",
               .cure = "choose sizes that multiply to {5}, or give it {4} GPUs",
               .subject = subject_of(w),
               .text = name(w.parallel.engine)}
           .with(counted_term("tensor parallel", asked.tensor))
           .with(counted_term("pipeline parallel", asked.pipeline))
           .with(counted_term("context parallel", asked.context))
           .with(counted_term("data parallel", asked.data))
           .with(counted_term("GPUs the sizes take", asked.gpus))
           .with(counted_term("GPUs of a replica", has.value)));
  }
}

}  // namespace rules
}  // namespace headroom
