// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/training/framework.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/states.hpp>
#include <headroom/units.hpp>

// Estimates of training memory as others publish them, to be met exactly.
namespace headroom {

// What DeepSpeed's estimators are asked: parameters, those of the largest layer, and where state waits.
struct deepspeed_question {
  double parameters = 0;
  double largest_layer = 0;
  count gpus = 1;  // of a node
  count nodes = 1;
  bool offload_weights = false;  // ZeRO-3
  bool offload_optimizer = false;
  bool initialised_in_parts = true;  // ZeRO-3: no rank ever holds the whole model
};

struct deepspeed_estimate {
  memory per_gpu{};
  memory per_host{};
};

namespace detail {

// DeepSpeed's own margin on what it keeps or loads in a host's memory.
inline constexpr double deepspeed_host_margin = 1.5;

constexpr optimizer deepspeed_adam() { return {.gradient_copy = true}; }

}  // namespace detail

// DeepSpeed, docs/code-docs/source/memory.rst, estimate_zero2_model_states_mem_needs: 4 P + 16 P / N, or 2 P where the
// optimizer waits on the host. Gradients count in full: they are whole until they are reduced.
constexpr deepspeed_estimate deepspeed_zero2(const deepspeed_question& asked) {
  const offloading moved{.gradients = asked.offload_optimizer, .optimizer = asked.offload_optimizer};
  const count gpus = multiply(asked.gpus, asked.nodes);
  const state_bytes state =
      state_of(asked.parameters, gpus, fp16_training, detail::deepspeed_adam(), sharding::optimizer, moved);
  const double loading = 4 * asked.parameters * static_cast<double>(asked.gpus);
  const double kept = asked.offload_optimizer ? 16 * asked.parameters : 0;
  return {bytes(state.total()), bytes(math::larger(kept, loading) * detail::deepspeed_host_margin)};
}

// The same file, estimate_zero3_model_states_mem_needs: 18 P / N and 4 bytes of the largest layer, which is whole while
// it runs; 2 P / N of it without the optimizer, none without the weights.
constexpr deepspeed_estimate deepspeed_zero3(const deepspeed_question& asked) {
  const count gpus = multiply(asked.gpus, asked.nodes);
  const bool moves_optimizer = asked.offload_optimizer || asked.offload_weights;
  const offloading moved{.weights = asked.offload_weights, .gradients = moves_optimizer, .optimizer = moves_optimizer};
  // Gradients are reduced straight into 32 bits: 18 bytes of a parameter.
  const training_formats formats{.weights = fp16};
  const state_bytes state = state_of(asked.parameters, gpus, formats, adam, sharding::weights, moved);
  const double largest = 4 * asked.largest_layer;
  const double loading =
      4 * (asked.initialised_in_parts ? asked.largest_layer : asked.parameters) * static_cast<double>(asked.gpus);
  const double kept = state.host * static_cast<double>(asked.gpus);
  return {bytes(state.total() + largest), bytes(math::larger(kept, loading) * detail::deepspeed_host_margin)};
}

}  // namespace headroom
