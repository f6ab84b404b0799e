// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <headroom/hardware/figure.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/optimizer.hpp>
#include <headroom/training/rank_layers.hpp>
#include <headroom/units.hpp>

// What a checkpoint of a training job holds: each number once, however many ranks have it.
namespace headroom {

struct checkpoint_size {
  memory weights{};
  memory optimizer{};  // what it keeps from step to step, with a longer copy of the weights

  constexpr memory total() const { return weights + optimizer; }
};

// Of what is trained: of a job with adapters these alone. In the formats of the job, without headers and what a data loader keeps.
constexpr figure<checkpoint_size> checkpoint_of(const training_job& job) {
  training_job whole = job;
  whole.parallelism = {};
  whole.shards = 0;
  const rank_layers layers = layers_on_rank(whole);
  if (const auto why = detail::contradiction(whole, layers); detail::is_refused_job(why)) return detail::not_of_model<checkpoint_size>(why);
  detail::rank_parameters all = layers.first;
  all.add(layers.last, 1);
  for (std::size_t kind = 0; kind < layers.kinds; ++kind) all.add(layers.of_kind[kind], static_cast<double>(job.model.layers[kind].how_many));
  const double trained = job.adapters.rank > 0 ? all.adapters + all.expert_adapters : all.total();
  optimizer kept = job.optimizer;
  kept.gradient_copy = false;  // of one step
  return detail::of_model(job.model, checkpoint_size{.weights = bytes(trained * bits(job.formats.weights) / 8),
                                                     .optimizer = bytes(trained * bytes_per_parameter(kept, job.formats.weights))});
}

}  // namespace headroom
