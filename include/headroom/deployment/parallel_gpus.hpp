// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/deployment.hpp>

// The GPUs that the parallel sizes of an engine take, by that engine's own meaning of each.
namespace headroom {

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
  count within = 1;   // data-parallel copies of the attention, which divide the tensor-parallel GPUs
  int line = 0;
};

// What the file would have to say for the GPUs to be known, by the engine's own meaning of each size; empty where they
// are. A context size of vLLM is of the tensor-parallel GPUs where it is for decoding and multiplies where it is for
// prefill. Sizes of an engine that is not named are taken for what all agree on, which is tensor times pipeline.
constexpr std::string_view left_open_by(const parallel_sizes& p) {
  if (!p.left_open.empty()) return p.left_open;
  const auto is_open = [](const said<count>& n) { return n.is_unresolved() || (n.is_known() && n.value < 1); };
  if (is_open(p.tensor)) return "the tensor-parallel size as a number above 0";
  if (is_open(p.pipeline)) return "the pipeline-parallel size as a number above 0";
  if (is_open(p.context)) return "the context-parallel size as a number above 0";
  if (is_open(p.data)) return "the data-parallel size as a number above 0";
  const bool has_context = p.context.is_known() && p.context.value > 1;
  const bool has_data = p.data.is_known() && p.data.value > 1;
  if (p.engine == engine::unnamed && (has_context || has_data)) return "which engine they are of";
  const engine_meaning& is = meaning_of(p.engine);
  if (is.context_is_of_two && has_context) return "whether the context-parallel size is of prefill or of decoding";
  const said<bool>& of_attention = p.data_parallel_attention;
  const bool may_divide = is.attention_divides && of_attention.is_unresolved();
  const bool has_to_divide = is.attention_divides && !is.data_multiplies && !of_attention.value_or(false);
  if (has_data && has_to_divide && of_attention.is_known())
    return "what the data-parallel size is of, as data parallelism of the attention is off";
  if (has_data && (may_divide || has_to_divide)) return "whether data parallelism of the attention is on";
  return {};
}

// By what the engine takes its sizes for.
constexpr parallel_gpus gpus_of(const parallel_sizes& p) {
  parallel_gpus of;
  of.is_stated = p.tensor.line != 0 || p.pipeline.line != 0 || p.context.line != 0 || p.data.line != 0;
  for (const said<count>* each : {&p.tensor, &p.pipeline, &p.context, &p.data})
    if (of.line == 0) of.line = each->line;
  of.is_known = of.is_stated && left_open_by(p).empty();
  if (!of.is_known) return of;
  of.tensor = p.tensor.value_or(1);
  of.pipeline = p.pipeline.value_or(1);
  const engine_meaning& is = meaning_of(p.engine);
  const count data = p.data.value_or(1);
  const bool divides = is.attention_divides && p.data_parallel_attention.value_or(false);
  if (is.context_multiplies) of.context = p.context.value_or(1);
  if (is.data_multiplies && !divides) of.data = data;
  if (divides) of.within = data;
  of.is_multiple = is.copies == further_copies::always || (is.copies == further_copies::where_not_stated && p.data.is_silent());
  of.gpus = multiply(multiply(of.tensor, of.pipeline), multiply(of.context, of.data));
  return of;
}

// GPUs that exchange activations for every layer: of SGLang with data-parallel attention, those of one copy.
constexpr count tensor_group(const parallel_sizes& p) {
  const count tensor = p.tensor.value_or(1);
  const bool is_divided = p.engine == engine::sglang && p.data_parallel_attention.value_or(false) && p.data.value_or(0) != 0;
  return is_divided && tensor % p.data.value == 0 ? tensor / p.data.value : tensor;
}

// Whether the sizes take all of so many GPUs, or more, however many nodes run one engine.
constexpr bool take_all_of(const parallel_sizes& p, const said<count>& gpus) {
  return gpus.value_or(0) > 0 && gpus_of(p).gpus >= gpus.value;
}

// Whether so many GPUs are those that the sizes take.
constexpr bool are_taken(const parallel_gpus& asked, count gpus) {
  return asked.is_multiple ? gpus % asked.gpus == 0 : gpus == asked.gpus;
}

}  // namespace headroom
