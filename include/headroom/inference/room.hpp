// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/inference/rank_layers.hpp>
#include <headroom/precision.hpp>
#include <headroom/parallel/layouts.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/units.hpp>

// What a machine's GPUs have room for: the questions that `serving_memory` answers, turned round.
namespace headroom {

namespace detail {

// Whether a rank of every stage has its memory on such a GPU.
constexpr bool has_room(const serving_job& job, const serving_layers& layers, memory of_gpu) {
  return bytes(find_fullest_stage(job, layers).visible) + kept_by_driver <= of_gpu;
}

// The most of one number of a job that has room, in steps. The job has one step of it already.
constexpr figure<count> most_of(serving_job job, const machine& on, count limit, count serving_job::*number,
                                count step) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu.with(count{0});
  const serving_layers layers = layers_on_rank(job);
  if (const auto why = contradiction(job, layers); is_refused_serving(why)) return not_of_model<count>(why);
  const count steps = most(limit / step, [&](count n) {
    job.*number = n * step;
    return has_room(job, layers, *of_gpu.known());
  });
  return of_gpu.with(steps * step);
}

}  // namespace detail

// Memory that the engine leaves for the KV cache on a rank of the fullest stage, of what jobs can use of a GPU.
constexpr figure<memory> kv_cache_room(const serving_job& job, memory of_gpu) {
  const serving_layers layers = layers_on_rank(job);
  if (const auto why = detail::contradiction(job, layers); detail::is_refused_serving(why))
    return detail::not_of_model<memory>(why);
  const detail::fullest_stage fullest = detail::find_fullest_stage(job, layers);
  return bytes(detail::cache_for(job.engine, fullest.holds, in_bytes(of_gpu - kept_by_driver)));
}

// Likewise, were the machine's GPUs its own.
// Negative where the weights and the rest are too large.
constexpr figure<memory> kv_cache_room(const serving_job& job, const machine& on) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu;
  const figure<memory> room = kv_cache_room(job, *of_gpu.known());
  return room.is_known() ? of_gpu.with(*room.known()) : room;
}

// Tokens of the longest sequences that the job can hold all at once, at most those that the model allows; 0: none. In
// whole pages where a prefix is shared: a sequence that ends inside a page may take more than one that fills it.
constexpr figure<count> largest_context(serving_job job, const machine& on) {
  job.context = 1;
  const count limit = job.longest_context() > 0 ? job.longest_context() : max_count;
  const count step = job.shared_prefix > 0 ? job.engine.page : 1;
  const figure<count> found = detail::most_of(job, on, limit, &serving_job::context, step);
  if (!found.is_known() || *found.known() == limit || limit - *found.known() >= step) return found;
  job.context = limit;  // which ends inside a page
  const memory of_gpu = usable_memory_per_gpu(on).value_or({});  // known, as what was found is
  return detail::has_room(job, layers_on_rank(job), of_gpu) ? found.with(limit) : found;
}

// Sequences of the job's context that a replica can hold at once, as many on each data-parallel rank; 0: not one on
// each.
constexpr figure<count> most_sequences(serving_job job, const machine& on) {
  job.concurrent_sequences = job.data_parallel;
  return detail::most_of(job, on, max_count, &serving_job::concurrent_sequences, job.data_parallel);
}

// A job divided so, experts whole over all ranks where the layout has them there.
constexpr void divide(serving_job& job, const parallelism& by) {
  job.tensor_parallel = by.tensor;
  job.pipeline_parallel = by.pipeline;
  job.data_parallel = by.data;
  job.expert_parallel = by.expert > 1;
}

// The layouts that people run of a job's model on such machines (parallel/layouts.hpp): tensor parallelism as far as the
// engine cuts no block of the weights.
constexpr layouts layouts_on(const machine& on, const serving_job& of) {
  layouts all = layouts_on(on, of.model, layout_use::serving);
  serving_job tried = of;
  tried.pipeline_parallel = tried.data_parallel = 1;
  tried.expert_parallel = detail::routed_experts(of.model) > 0;
  count widest = 1;
  for (tried.tensor_parallel = 1; tried.tensor_parallel <= all.most_tensor_of_site(); ++tried.tensor_parallel)
    if (contradiction(tried).empty()) widest = tried.tensor_parallel;
  all.most_tensor = widest;
  return all;
}

// The first of these on which a replica has room, with the job's data parallelism and its experts whole or in parts:
// the fewest GPUs, of these the most tensor parallelism. Absent where none has.
constexpr figure<parallelism> fewest_gpus(serving_job job, const machine& on) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu.with(parallelism{});
  job.tensor_parallel = job.pipeline_parallel = 1;
  serving_layers layers = layers_on_rank(job);  // what one rank cannot do, none of several can
  if (const auto why = detail::contradiction(job, layers); detail::is_refused_serving(why))
    return detail::not_of_model<parallelism>(why);
  layouts all = layouts_on(on, job);
  all.with_data = false;
  all.rest.data = job.data_parallel;
  for (const parallelism& each : all) {
    const bool is_shared = detail::routed_experts(job.model) > 0 && multiply(each.tensor, each.data) > 1;
    if (is_shared && job.expert_parallel != (each.expert > 1)) continue;
    if (each.tensor != job.tensor_parallel) {
      job.tensor_parallel = each.tensor;
      layers = layers_on_rank(job);
    }
    job.pipeline_parallel = each.pipeline;
    if (detail::contradiction(job, layers).empty() && detail::has_room(job, layers, *of_gpu.known()))
      return of_gpu.with(each);
  }
  return absent;
}

// How checkpoints hold weights of a format that a machine's GPUs take: integers with a scale for a row or for a group of
// inputs, fp4 as the GPU's maker has it.
constexpr weight_format weights_with_scales(precision format, const machine& on) {
  if (format == int8) return int8_channels;
  if (format == int4) return int4_groups;
  if (format == fp4) return on.gpu() != nullptr && on.gpu()->maker == maker::nvidia ? nvfp4 : mxfp4;
  return {.format = format};
}

// Of 16, 8 and 4 bits, the most that the job has room with, and with their scales: bf16 (fp16 where the GPU has no
// other), fp8 (int8), fp4 (int4, of which only the weights are). Absent where none has room.
constexpr figure<precision> least_quantised(serving_job job, const machine& on) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu.with(bf16);
  constexpr precision by_width[]{bf16, fp16, fp8, int8, fp4, int4};
  for (int i = 0; i < 6; i += 2) {
    const precision format = multiplies_in(on, by_width[i]) ? by_width[i] : by_width[i + 1];
    if (format == int8 && !multiplies_in(on, int8)) continue;
    job.weights = weights_with_scales(format, on);
    const serving_layers layers = layers_on_rank(job);
    const auto why = detail::contradiction(job, layers);
    if (i > 0 && !why.empty()) continue;  // the ranks cut its groups
    if (detail::is_refused_serving(why)) return detail::not_of_model<precision>(why);
    if (detail::has_room(job, layers, *of_gpu.known())) return of_gpu.with(format);
  }
  return absent;
}

}  // namespace headroom
