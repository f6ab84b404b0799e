// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/precision.hpp>

namespace headroom {

// What an optimizer keeps of a parameter from step to step.
struct optimizer {
  int moments = 2;  // running means: Adam has two, SGD with momentum, Lion and Muon one
  precision first = fp32;
  precision second = fp32;
  bool master = true;  // a copy of the weight that the step changes, where the weights themselves are shorter
  precision master_format = fp32;
  bool gradient_copy = false;  // of the gradient in fp32, for the step (DeepSpeed with 16-bit gradients)
  count block = 0;             // numbers of a moment that share a 32-bit scale; 0: no scales
};

inline constexpr optimizer adam{};
inline constexpr optimizer adam_without_master{.master = false};  // of weights in fp32, or of bf16 with nothing longer
inline constexpr optimizer adam_bf16_moments{.first = bf16, .second = bf16};
// Dettmers et al., 2021: moments of 8 bits with a scale for each 2,048 numbers.
inline constexpr optimizer adam_8bit{.first = int8, .second = int8, .block = 2'048};
inline constexpr optimizer sgd{.moments = 0};
inline constexpr optimizer sgd_momentum{.moments = 1};

// Whether a step changes a copy of weights of this format, and not the weights themselves.
constexpr bool copies_weights(const optimizer& of, precision weights) { return of.master && bits(weights) < bits(of.master_format); }

// Bytes of a parameter that an optimizer adds to the weight and its gradient: 12 of Adam in mixed precision, 8 where
// the weights are as long as the copy would be.
constexpr double bytes_per_parameter(const optimizer& of, precision weights = bf16) {
  double sum = (copies_weights(of, weights) ? bits(of.master_format) : 0) + (of.gradient_copy ? 32 : 0);
  if (of.moments > 0) sum += bits(of.first);
  if (of.moments > 1) sum += bits(of.second);
  if (of.block > 0) sum += 32.0 * of.moments / static_cast<double>(of.block);
  return sum / 8;
}

}  // namespace headroom
