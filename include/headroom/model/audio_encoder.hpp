// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <array>

#include <headroom/count.hpp>
#include <headroom/model/vision_tower.hpp>

// An audio encoder of conformer layers (Gulati et al., 2020) and what leads from it into a language model: how many parameters
// they have. As Gemma 3n has it: norms of one weight a place, no biases, positions relative to each other by a matrix.
namespace headroom {

struct audio_encoder {
  count width = 0;
  count layers = 0;
  count heads = 0;
  count kernel = 0;  // of the convolution in a layer
  count bands = 0;   // of the spectrum, after the convolutions before the layers
  std::array<count, 2> channels{};         // of these two
  std::array<count, 2> kernel_numbers{};   // height x width of theirs
  vision_merger merger{};
};

namespace detail {

// Two networks four times as wide, attention, a gated convolution, and a norm.
constexpr count layer_parameters(const audio_encoder& e) {
  const count square = multiply(e.width, e.width);
  const count networks = multiply(2, add(multiply(8, square), multiply(2, e.width)));
  const count attention = add(multiply(5, square), add(multiply(2, e.width), e.width / e.heads));  // with a scale for each place of a head
  const count convolution = add(multiply(3, square), multiply(e.width, add(e.kernel, 2)));
  return add(add(networks, attention), add(convolution, e.width));
}

}  // namespace detail

// All of them. An encoder without layers or heads has none.
constexpr count parameters(const audio_encoder& e) {
  if (e.layers == 0 || e.heads == 0) return 0;
  count sum = multiply(e.layers, detail::layer_parameters(e));
  count inputs = 1;
  for (std::size_t i = 0; i < e.channels.size(); ++i) {
    sum = add(sum, multiply(e.channels[i], add(multiply(inputs, e.kernel_numbers[i]), 1)));  // with a norm
    inputs = e.channels[i];
  }
  sum = add(sum, multiply(multiply(inputs, e.bands), e.width));
  return add(sum, detail::merger_parameters(e.merger));
}

}  // namespace headroom
