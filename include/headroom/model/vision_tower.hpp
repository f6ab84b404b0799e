// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <array>
#include <cstddef>

#include <headroom/count.hpp>
#include <headroom/model/shape.hpp>

// A vision transformer and what leads from it into a language model: how many parameters they have.
namespace headroom {

// A matrix and, where it has one, its bias.
struct projection {
  count inputs = 0;
  count outputs = 0;
  bool bias = false;

  constexpr count parameters() const { return add(multiply(inputs, outputs), bias ? outputs : 0); }
};

// From pictures to the hidden width of a language model: norms, then matrices. `how_many` of the kind.
struct vision_merger {
  count how_many = 1;
  norm_kind norm = norm_kind::layer;
  count norm_width = 0;  // 0: no norm
  std::array<projection, 3> matrices{};
};

struct vision_tower {
  count width = 0;
  count inner = 0;  // of the feed-forward networks
  count layers = 0;
  count gated_layers = 0;   // among them, with a learned weight of the attention and one of the network
  count patch_numbers = 0;  // that a patch has: height x width x colours x frames
  bool patch_bias = false;
  count learned = 0;  // vectors of the width that are learned: positions, class tokens, those of tiles
  count scalars = 0;  // single learned numbers
  bool query_key_value_bias = true;
  bool output_bias = true;
  bool gated = false;  // networks of three matrices
  bool network_bias = true;
  norm_kind norm = norm_kind::layer;
  count norms_outside = 0;  // of the layers: before the first, after the last
  bool query_key_norm = false;  // RMS, of all heads
  bool layer_scales = false;    // a weight a place of what each part of a layer adds
  count convolutional = 0;      // in place of layers: parameters of a network of convolutions, which its publisher counts
  std::array<vision_merger, 2> mergers{};
};

namespace detail {

constexpr count norm_parameters(norm_kind kind, count width) {
  return kind == norm_kind::without_weights ? 0 : multiply(kind == norm_kind::layer ? 2 : 1, width);
}

constexpr count layer_parameters(const vision_tower& t) {
  const projection queries{t.width, t.width, t.query_key_value_bias};
  const projection output{t.width, t.width, t.output_bias};
  const projection into{t.width, t.inner, t.network_bias};
  const projection out{t.inner, t.width, t.network_bias};
  const count vectors = (t.query_key_norm ? 2 : 0) + (t.layer_scales ? 2 : 0);
  count sum = add(multiply(3, queries.parameters()), output.parameters());
  sum = add(sum, add(multiply(t.gated ? 2 : 1, into.parameters()), out.parameters()));
  return add(sum, add(multiply(2, norm_parameters(t.norm, t.width)), multiply(vectors, t.width)));
}

constexpr count merger_parameters(const vision_merger& m) {
  count sum = norm_parameters(m.norm, m.norm_width);
  for (const projection& each : m.matrices) sum = add(sum, each.parameters());
  return multiply(m.how_many, sum);
}

}  // namespace detail

// All of them. A tower without layers and convolutions has none.
constexpr count parameters(const vision_tower& t) {
  if (t.layers == 0 && t.convolutional == 0) return 0;
  count sum = add(t.convolutional, multiply(t.layers, detail::layer_parameters(t)));
  sum = add(sum, projection{t.patch_numbers, t.width, t.patch_bias}.parameters());
  sum = add(sum, add(multiply(t.learned, t.width), add(t.scalars, multiply(2, t.gated_layers))));
  sum = add(sum, multiply(t.norms_outside, detail::norm_parameters(t.norm, t.width)));
  for (const vision_merger& each : t.mergers) sum = add(sum, detail::merger_parameters(each));
  return sum;
}

}  // namespace headroom
