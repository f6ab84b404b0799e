// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <headroom/count.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/parallel/stages.hpp>
#include <headroom/text/fixed_text.hpp>

namespace headroom {

// The layers of each stage of a pipeline, as --pipeline-model-parallel-layout of Megatron-LM says them: E is the embedding, t a layer, m a module that
// predicts a further token, L the loss; | ends a stage, and (tt|)*3 is three alike. Virtual stages take turns: the first of every rank, then the second.
// megatron/core/transformer/pipeline_parallel_layer_layout.py; general knowledge: no copy of it is at hand.
inline constexpr std::size_t most_layout_characters = 511;
using pipeline_layout_text = fixed_text<most_layout_characters>;

namespace detail {

constexpr void add_letters(pipeline_layout_text& to, char letter, count times) {
  for (count i = 0; i < times && to.size() < most_layout_characters; ++i) to += letter;
}

constexpr void add_count(pipeline_layout_text& to, count n) {
  if (n >= 10) add_count(to, n / 10);
  to += static_cast<char>('0' + n % 10);
}

// So many stages between the first and the last that hold as many layers each.
constexpr void add_alike_stages(pipeline_layout_text& to, count layers, count stages) {
  if (stages > 1) to += '(';
  add_letters(to, 't', layers);
  to += '|';
  if (stages == 1) return;
  to += ")*";
  add_count(to, stages);
}

}  // namespace detail

// Of a job with so many modules that predict, which the last stage has. Empty: there is one stage, a layer is none of a transformer, or there are too many
// characters.
constexpr pipeline_layout_text pipeline_layout(const transformer& of, const parallelism& p, count predicting = 0) {
  for (const layer& each : of.layers)
    if (each.how_many > 0 && each.state_space.heads > 0) return {};
  const count stages = multiply(p.pipeline, p.virtual_stages);
  if (p.pipeline <= 1 || stages > static_cast<count>(most_layout_characters)) return {};
  const detail::layer_shares shares = detail::shares_of(of.layer_count(), p);
  const auto held = [&](count stage) { return detail::layers_of_chunk(shares.on(stage % p.pipeline), p.virtual_stages, stage / p.pipeline); };
  pipeline_layout_text made("E");
  detail::add_letters(made, 't', held(0));
  made += '|';
  for (count stage = 1; stage < stages - 1;) {
    count alike = 1;
    while (stage + alike < stages - 1 && held(stage + alike) == held(stage)) ++alike;
    detail::add_alike_stages(made, held(stage), alike);
    stage += alike;
  }
  detail::add_letters(made, 't', held(stages - 1));
  detail::add_letters(made, 'm', predicting);
  made += 'L';
  return made.size() < most_layout_characters ? made : pipeline_layout_text();
}

}  // namespace headroom
