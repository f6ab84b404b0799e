// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/parallelism.hpp>
#include <headroom/training/states.hpp>

namespace headroom {

// The parameters of a model's layers and ends on one rank, made once for many jobs: as long as these have the same
// model, tensor and expert parallelism, and adapters.
struct rank_layers {
  std::string_view contradicts{};
  count layers = 0;
  std::array<detail::rank_parameters, max_layer_kinds> of_kind{};
  std::size_t only_kind = max_layer_kinds;  // where all layers are of one kind
  double vocabulary = 0;
  detail::rank_parameters first{};
  detail::rank_parameters last{};
  detail::rank_parameters copied_head{};  // a tied one, of a last stage that is not the first as well
};

constexpr rank_layers layers_on_rank(const training_job& job) {
  rank_layers sum;
  sum.contradicts = missing(job.model);
  if (sum.contradicts.empty()) sum.contradicts = detail::degrees_contradict(job.parallelism);
  if (sum.contradicts.empty()) sum.contradicts = detail::layers_contradict(job.model, job.parallelism);
  if (!sum.contradicts.empty() || !is_count(job.adapters.rank)) return sum;
  sum.layers = job.model.layer_count();
  const double norm = static_cast<double>(job.model.hidden) * (job.model.norm == norm_kind::layer ? 2 : 1);
  std::array<detail::rank_parameters, max_layer_kinds> mixing{};
  std::array<detail::rank_parameters, max_layer_kinds> networks{};
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    const layer& l = job.model.layers[kind];
    if (l.how_many == 0) continue;
    sum.only_kind = l.how_many == sum.layers ? kind : sum.only_kind;
    const std::size_t mixes = detail::mixes_as(job.model, kind);
    const std::size_t feeds = detail::feeds_as(job.model, kind);
    mixing[kind] = mixes == kind ? detail::mixing_on_rank(job, l) : mixing[mixes];
    networks[kind] = feeds == kind ? detail::networks_on_rank(job, l) : networks[feeds];
    sum.of_kind[kind] = mixing[kind];
    sum.of_kind[kind].add(networks[kind], 1);
    sum.of_kind[kind].others += norm * static_cast<double>(detail::norms_of(job.model, l));
  }
  sum.vocabulary = detail::vocabulary_on_rank(job);
  sum.first = detail::first_on_rank(job);
  sum.last = detail::last_on_rank(job);
  if (const multi_token_prediction& predicts = job.model.predicts; job.with_predicting && predicts.modules > 0) {
    sum.last.add(detail::joining_on_rank(job), 1);
    for (const char letter : predicts.order)
      if (const std::size_t kind = job.model.place_of(letter); kind < max_layer_kinds)
        sum.last.add(sum.of_kind[kind], static_cast<double>(predicts.modules));
  }
  if (job.model.tied) sum.copied_head.others = sum.vocabulary * static_cast<double>(job.model.hidden);
  return sum;
}

namespace detail {

constexpr std::string_view contradiction(const training_job& job, const rank_layers& layers) {
  if (!layers.contradicts.empty()) return layers.contradicts;
  if (const auto words = degrees_contradict(job.parallelism); !words.empty()) return words;
  if (const auto words = stages_contradict(layers.layers, job.parallelism); !words.empty()) return words;
  return numbers_contradict(job);
}

}  // namespace detail

}  // namespace headroom
