// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/inference/rank_weights.hpp>
#include <headroom/precision.hpp>
#include <headroom/training/fewest_ranks.hpp>
#include <headroom/training/parallelism.hpp>
#include <headroom/units.hpp>

// What a machine's GPUs have room for: the questions that `serving_memory` answers, turned round.
namespace headroom {

namespace detail {

// Whether a rank of every stage has its memory on such a GPU.
constexpr bool has_room(const serving_job& job, const rank_weights& weights, memory of_gpu) {
  return bytes(find_fullest_stage(job, weights).visible) + kept_by_driver <= of_gpu;
}

// The most of one number of a job that has room. The job has the least of it already.
template <class Set>
constexpr figure<count> most_of(serving_job job, const machine& on, count limit, Set set) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu.with(count{0});
  const rank_weights weights = weights_on_rank(job);
  if (const auto why = contradiction(job, weights); is_refused_serving(why)) return not_of_model<count>(why);
  return of_gpu.with(most(limit, [&](count n) {
    set(job, n);
    return has_room(job, weights, of_gpu.value);
  }));
}

}  // namespace detail

// Memory that the engine leaves for the KV cache on a rank of the fullest stage, were the machine's GPUs its own.
// Negative where the weights and the rest are too large.
constexpr figure<memory> kv_cache_room(const serving_job& job, const machine& on) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu;
  const rank_weights weights = weights_on_rank(job);
  if (const auto why = detail::contradiction(job, weights); detail::is_refused_serving(why))
    return detail::not_of_model<memory>(why);
  const detail::fullest_stage fullest = detail::find_fullest_stage(job, weights);
  const double visible = in_bytes(of_gpu.value - kept_by_driver);
  return of_gpu.with(bytes(detail::cache_for(job.engine, fullest.holds, visible)));
}

// Tokens of the longest sequences that the job can hold all at once, at most those that the model allows; 0: none. In
// whole pages where a prefix is shared: a sequence that ends inside a page may take more than one that fills it.
constexpr figure<count> largest_context(serving_job job, const machine& on) {
  job.context = 1;
  const count limit = job.longest_context() > 0 ? job.longest_context() : max_count;
  const count step = job.shared_prefix > 0 && job.engine.page > 0 ? job.engine.page : 1;
  const auto tokens_of = [=](count steps) { return multiply(steps, step) < limit ? multiply(steps, step) : limit; };
  const figure<count> steps = detail::most_of(job, on, detail::blocks(limit, step),
                                              [=](serving_job& of, count n) { of.context = tokens_of(n); });
  return steps.with(tokens_of(steps.value));
}

// Sequences of the job's context that a replica can hold at once; 0: fewer than there are data-parallel ranks.
constexpr figure<count> most_sequences(serving_job job, const machine& on) {
  job.concurrent_sequences = job.data_parallel;
  const figure<count> of_rank = detail::most_of(job, on, max_count, [](serving_job& of, count n) {
    of.concurrent_sequences = multiply(n, of.data_parallel);
  });
  return of_rank.with(multiply(of_rank.value, job.data_parallel));
}

// The fewest GPUs that a replica has room on, as tensor x pipeline x the job's data parallelism: tensor parallelism
// stays inside a scale-up domain and divides the model; of equally few GPUs the most of it. Absent where none do.
constexpr figure<parallelism> fewest_gpus(serving_job job, const machine& on) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu.with(parallelism{});
  job.tensor_parallel = job.pipeline_parallel = 1;
  rank_weights weights = weights_on_rank(job);  // what one rank cannot do, none of several can
  if (const auto why = detail::contradiction(job, weights); detail::is_refused_serving(why))
    return detail::not_of_model<parallelism>(why);
  const count layers = job.model.layer_count();
  const parallelism fewest = detail::fewest_ranks(
      on, layers,
      [&](count tensor) -> count {
        job.tensor_parallel = tensor;
        job.pipeline_parallel = 1;
        weights = weights_on_rank(job);
        if (!detail::contradiction(job, weights).empty()) return 0;
        const detail::serving_bytes all = detail::find_fullest_stage(job, weights).holds;
        return detail::stages_for(all.weights + all.cache, of_gpu.value, layers);
      },
      [&](count stages) {
        job.pipeline_parallel = stages;
        return detail::has_room(job, weights, of_gpu.value);
      });
  if (fewest.pipeline == 0) return absent;
  return of_gpu.with(parallelism{.tensor = fewest.tensor, .pipeline = fewest.pipeline, .data = job.data_parallel});
}

// Of 16, 8 and 4 bits, the most that the job has room with: bf16 (fp16 where the GPU has no other), fp8 (int8), fp4
// (int4, of which only the weights are). Absent where none has room.
constexpr figure<precision> least_quantised(serving_job job, const machine& on) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu.with(bf16);
  for (const auto& [first, otherwise] : {std::array{bf16, fp16}, std::array{fp8, int8}, std::array{fp4, int4}}) {
    const precision format = multiplies_in(on, first) ? first : otherwise;
    job.weights = format;
    const rank_weights weights = weights_on_rank(job);
    if (const auto why = detail::contradiction(job, weights); detail::is_refused_serving(why))
      return detail::not_of_model<precision>(why);
    if (detail::has_room(job, weights, of_gpu.value)) return of_gpu.with(format);
  }
  return absent;
}

}  // namespace headroom
