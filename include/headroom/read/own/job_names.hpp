// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <headroom/inference/engine.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/model/weight_memory.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/parallel/pipeline_schedule.hpp>
#include <headroom/precision.hpp>
#include <headroom/training/framework.hpp>
#include <headroom/training/optimizer.hpp>
#include <headroom/training/recipe.hpp>
#include <string_view>

// The words of a job and what they stand for: the names of the library's constants, and of engines and frameworks as
// these are spelled.
namespace headroom::read {

template <class T>
struct named {
  std::string_view name{};
  T value{};
};

template <class T, std::size_t N>
constexpr std::array<std::string_view, N> names_of(const std::array<named<T>, N>& all) {
  std::array<std::string_view, N> names{};
  for (std::size_t i = 0; i < N; ++i) names[i] = all[i].name;
  return names;
}

// Of a name that is one of them.
template <class T, std::size_t N>
constexpr const T& value_of(const std::array<named<T>, N>& all, std::string_view name) {
  std::size_t at = 0;
  while (at + 1 < N && all[at].name != name) ++at;
  return all[at].value;
}

// Of a value that has one.
template <class T, std::size_t N>
constexpr std::string_view name_of(const std::array<named<T>, N>& all, const T& value) {
  std::size_t at = 0;
  while (at + 1 < N && !(all[at].value == value)) ++at;
  return all[at].name;
}

namespace detail {

constexpr weight_formats held_as(const weight_format& matrices) {
  return bits(matrices.format) < 16 ? weights_in(matrices) : weights_in(matrices.format);
}

}  // namespace detail

inline constexpr std::array weight_names{
    named<weight_formats>{"bf16", detail::held_as({.format = bf16})},
    named<weight_formats>{"fp16", detail::held_as({.format = fp16})},
    named<weight_formats>{"fp32", detail::held_as({.format = fp32})},
    named<weight_formats>{"fp8", detail::held_as({.format = fp8})},
    named<weight_formats>{"fp8_blocks", detail::held_as(fp8_blocks)},
    named<weight_formats>{"mxfp8", detail::held_as(mxfp8)},
    named<weight_formats>{"fp6", detail::held_as({.format = fp6})},
    named<weight_formats>{"fp4", detail::held_as({.format = fp4})},
    named<weight_formats>{"mxfp4", detail::held_as(mxfp4)},
    named<weight_formats>{"nvfp4", detail::held_as(nvfp4)},
    named<weight_formats>{"int8", detail::held_as({.format = int8})},
    named<weight_formats>{"int8_channels", detail::held_as(int8_channels)},
    named<weight_formats>{"int4", detail::held_as({.format = int4})},
    named<weight_formats>{"int4_groups", detail::held_as(int4_groups)},
    named<weight_formats>{"fp8 experts", experts_in({.format = fp8})},
    named<weight_formats>{"fp8_blocks experts", experts_in(fp8_blocks)},
    named<weight_formats>{"mxfp8 experts", experts_in(mxfp8)},
    named<weight_formats>{"fp4 experts", experts_in({.format = fp4})},
    named<weight_formats>{"mxfp4 experts", experts_in(mxfp4)},
    named<weight_formats>{"nvfp4 experts", experts_in(nvfp4)},
    named<weight_formats>{"int8_channels experts", experts_in(int8_channels)},
    named<weight_formats>{"int4 experts", experts_in({.format = int4})},
    named<weight_formats>{"int4_groups experts", experts_in(int4_groups)},
};

constexpr bool is_same(const weight_format& a, const weight_format& b) {
  return a.format == b.format && a.block_outputs == b.block_outputs && a.block_inputs == b.block_inputs &&
         a.scale_bits == b.scale_bits;
}

// Of a format that has one, for all matrices.
constexpr std::string_view name_of(const weight_format& of) {
  for (const named<weight_formats>& each : weight_names)
    if (is_same(each.value.attention, of)) return each.name;
  return name(of.format);
}

// Whether engines take numbers of that format as weights only: integers of 4 bits, and those of 8 bits in groups of
// inputs, as GPTQ has them.
constexpr bool is_widened(const weight_format& of) {
  const bool is_grouped = of.block_outputs == 1 && of.block_inputs < whole_row;
  return of.format == int4 || (of.format == int8 && is_grouped);
}

// Of the matrices of the layers, the widest format: engines multiply in it, and widen the others to it. What is always
// widened is multiplied in the 16 bits of what is not quantised.
constexpr precision widest_format(const weight_formats& of) {
  weight_format widest = of.attention;
  for (const weight_format& each : {of.feed_forward, of.experts})
    if (bits(each.format) > bits(widest.format)) widest = each;
  if (!is_widened(widest)) return widest.format;
  return bits(of.rest.format) == 16 ? of.rest.format : bf16;
}

inline constexpr std::array cache_names{
    named<precision>{"bf16", bf16}, named<precision>{"fp16", fp16}, named<precision>{"fp32", fp32},
    named<precision>{"fp8", fp8},   named<precision>{"int8", int8}, named<precision>{"fp4", fp4},
    named<precision>{"int4", int4},
};
// Weights as the checkpoint's own, by name.
inline constexpr std::string_view of_checkpoint_name = "checkpoint";

inline constexpr std::array phase_names{
    named<serving_phase>{"prefill_and_decode", serving_phase::prefill_and_decode},
    named<serving_phase>{"prefill", serving_phase::prefill},
    named<serving_phase>{"decode", serving_phase::decode},
};

inline constexpr std::array engine_names{
    named<serving_engine>{engines::vllm.name, engines::vllm},
    named<serving_engine>{engines::sglang.name, engines::sglang},
    named<serving_engine>{engines::tensorrt_llm.name, engines::tensorrt_llm},
    named<serving_engine>{engines::pytorch.name, engines::pytorch},
};

inline constexpr std::array admission_names{
    named<cache_admission>{"whole_request", cache_admission::whole_request},
    named<cache_admission>{"as_it_grows", cache_admission::as_it_grows},
};

inline constexpr std::array training_format_names{
    named<training_formats>{"bf16_training", bf16_training},
    named<training_formats>{"bf16_gradients", bf16_gradients},
    named<training_formats>{"bf16_both_gradients", bf16_both_gradients},
    named<training_formats>{"fp16_training", fp16_training},
    named<training_formats>{"fp32_weights", fp32_weights},
    named<training_formats>{"fp8_training", fp8_training},
    named<training_formats>{"mxfp8_training", mxfp8_training},
    named<training_formats>{"nvfp4_training", nvfp4_training},
    named<training_formats>{"fp8_primary_weights", fp8_primary_weights},
    named<training_formats>{"mxfp8_primary_weights", mxfp8_primary_weights},
};

inline constexpr std::array optimizer_names{
    named<optimizer>{"adam", adam},
    named<optimizer>{"adam_without_master", adam_without_master},
    named<optimizer>{"adam_bf16_moments", adam_bf16_moments},
    named<optimizer>{"adam_8bit", adam_8bit},
    named<optimizer>{"sgd", sgd},
    named<optimizer>{"sgd_momentum", sgd_momentum},
};

inline constexpr std::array gradient_names{
    named<precision>{"fp32", fp32},
    named<precision>{"bf16", bf16},
    named<precision>{"fp16", fp16},
};

// The library's names first, then what ZeRO and PyTorch call them.
inline constexpr std::array sharding_names{
    named<sharding>{"none", sharding::none},           named<sharding>{"optimizer", sharding::optimizer},
    named<sharding>{"gradients", sharding::gradients}, named<sharding>{"weights", sharding::weights},
    named<sharding>{"zero-0", sharding::none},         named<sharding>{"zero-1", sharding::optimizer},
    named<sharding>{"zero-2", sharding::gradients},    named<sharding>{"zero-3", sharding::weights},
    named<sharding>{"fsdp", sharding::weights},
};

inline constexpr std::array schedule_names{
    named<pipeline_schedule>{"1f1b", pipeline_schedule::one_forward_one_backward},
    named<pipeline_schedule>{"zero_bubble_h1", pipeline_schedule::zero_bubble_h1},
    named<pipeline_schedule>{"zero_bubble_h2", pipeline_schedule::zero_bubble_h2},
    named<pipeline_schedule>{"dual_pipe", pipeline_schedule::dual_pipe},
};

inline constexpr std::array context_exchange_names{
    named<context_exchange>{"ring", context_exchange::ring},
    named<context_exchange>{"all_to_all", context_exchange::all_to_all},
};

inline constexpr std::array recompute_names{
    named<recompute>{"none", recompute::none},
    named<recompute>{"selective", recompute::selective},
    named<recompute>{"alternate_products", recompute::alternate_products},
    named<recompute>{"full", recompute::full},
};

inline constexpr std::array recomputed_names{
    named<bool recomputed_parts::*>{"scores", &recomputed_parts::scores},
    named<bool recomputed_parts::*>{"norms", &recomputed_parts::norms},
    named<bool recomputed_parts::*>{"activation", &recomputed_parts::activation},
    named<bool recomputed_parts::*>{"expert_activation", &recomputed_parts::expert_activation},
    named<bool recomputed_parts::*>{"experts", &recomputed_parts::experts},
    named<bool recomputed_parts::*>{"feed_forward", &recomputed_parts::feed_forward},
    named<bool recomputed_parts::*>{"expanded_latents", &recomputed_parts::expanded_latents},
};

inline constexpr std::array loss_names{
    named<cross_entropy>{"fused", fused_cross_entropy},
    named<cross_entropy>{"in_place", in_place_cross_entropy},
    named<cross_entropy>{"separate", separate_cross_entropy},
    named<cross_entropy>{"distributed", distributed_cross_entropy},
};

inline constexpr std::array framework_names{
    named<training_framework>{frameworks::megatron.name, frameworks::megatron},
    named<training_framework>{frameworks::megatron_deepspeed.name, frameworks::megatron_deepspeed},
    named<training_framework>{frameworks::deepspeed.name, frameworks::deepspeed},
    named<training_framework>{frameworks::torchtitan.name, frameworks::torchtitan},
};

}  // namespace headroom::read
