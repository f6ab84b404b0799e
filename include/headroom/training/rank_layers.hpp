// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/training/job.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/training/states.hpp>

namespace headroom {

// The parameters of a model's layers and ends on one rank, made once for many jobs: as long as these have the same
// model, tensor and expert parallelism, and adapters.
struct rank_layers {
  std::string_view contradicts{};
  count layers = 0;
  std::array<detail::rank_parameters, max_layer_kinds> of_kind{};
  std::size_t only_kind = max_layer_kinds;  // where all layers are of one kind
  std::size_t kinds = 0;                    // places up to the last in use
  std::array<std::size_t, max_layer_kinds> mixes_as{};  // the first kind of layers that mixes tokens by the same weights
  double vocabulary = 0;
  detail::rank_parameters first{};
  detail::rank_parameters last{};
  detail::rank_parameters copied_head{};  // of a last stage that is not the first as well: a tied one, or the table that modules which predict look up
};

namespace detail {

// Layers of several kinds, less their norms: what kinds have alike is counted once.
constexpr std::array<rank_parameters, max_layer_kinds> several_kinds(const training_job& job,
                                                                     const std::array<std::size_t, max_layer_kinds>& mixes_as) {
  std::array<rank_parameters, max_layer_kinds> sum{};
  std::array<rank_parameters, max_layer_kinds> networks{};
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    const layer& l = job.model.layers[kind];
    if (l.how_many == 0) continue;
    if (mixes_as[kind] < kind) {
      sum[kind] = sum[mixes_as[kind]];
    } else {
      add_mixing(sum[kind], job, l);
    }
    if (const std::size_t feeds = feeds_as(job.model, kind); feeds < kind) {
      networks[kind] = networks[feeds];
    } else {
      add_networks(networks[kind], job, l);
    }
  }
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) sum[kind].add(networks[kind], 1);
  return sum;
}

}  // namespace detail

constexpr rank_layers layers_on_rank(const training_job& job) {
  rank_layers sum;
  sum.contradicts = missing(job.model);
  if (sum.contradicts.empty()) sum.contradicts = detail::degrees_contradict(job.parallelism);
  if (sum.contradicts.empty()) sum.contradicts = detail::layers_contradict(job.model, job.parallelism);
  if (!sum.contradicts.empty() || !is_count(job.adapters.rank)) return sum;
  sum.layers = job.model.layer_count();
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    if (sum.layers == job.model.layers[kind].how_many) sum.only_kind = kind;
    if (job.model.layers[kind].how_many > 0) sum.kinds = kind + 1;
  }
  if (sum.only_kind < max_layer_kinds) sum.mixes_as[sum.only_kind] = sum.only_kind;
  if (sum.only_kind < max_layer_kinds) {
    detail::add_mixing(sum.of_kind[sum.only_kind], job, job.model.layers[sum.only_kind]);
    detail::add_networks(sum.of_kind[sum.only_kind], job, job.model.layers[sum.only_kind]);
  } else {
    for (std::size_t kind = 0; kind < sum.kinds; ++kind)
      if (job.model.layers[kind].how_many > 0) sum.mixes_as[kind] = detail::mixes_as(job.model, kind);
    sum.of_kind = detail::several_kinds(job, sum.mixes_as);
  }
  const double norm = static_cast<double>(job.model.hidden) * (job.model.norm == norm_kind::layer ? 2 : 1);
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind)
    if (const layer& l = job.model.layers[kind]; l.how_many > 0)
      sum.of_kind[kind].others += norm * static_cast<double>(detail::norms_of(job.model, l));
  sum.vocabulary = detail::vocabulary_on_rank(job);
  sum.first = detail::first_on_rank(job);
  sum.last = detail::last_on_rank(job);
  const multi_token_prediction& predicts = job.model.predicts;
  const bool is_predicting = job.with_predicting && predicts.modules > 0;
  if (is_predicting) {
    sum.last.add(detail::joining_on_rank(job), 1);
    for (const char letter : predicts.order)
      if (const std::size_t kind = job.model.place_of(letter); kind < max_layer_kinds)
        sum.last.add(sum.of_kind[kind], static_cast<double>(predicts.modules));
  }
  if (job.model.tied || is_predicting) sum.copied_head.others = sum.vocabulary * static_cast<double>(job.model.hidden);
  return sum;
}

namespace detail {

constexpr std::string_view contradiction(const training_job& job, const rank_layers& layers) {
  if (!layers.contradicts.empty()) return layers.contradicts;
  if (const auto words = degrees_contradict(job.parallelism); !words.empty()) return words;
  if (const auto words = exchange_contradicts(job.model, job.parallelism); !words.empty()) return words;
  if (const auto words = stages_contradict(layers.layers, job.parallelism); !words.empty()) return words;
  return numbers_contradict(job);
}

}  // namespace detail

}  // namespace headroom
