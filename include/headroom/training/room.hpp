// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/parallel/layouts.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/training/rank_layers.hpp>
#include <headroom/units.hpp>

// What a machine's GPUs have room for: the questions that `training_memory` answers, turned round.
namespace headroom {

namespace detail {

constexpr bool has_room(const training_job& job, const rank_layers& layers, memory of_gpu) {
  const figure<rank_memory> taken = training_memory(job, layers);
  return taken.is_known() && taken.known()->total() + kept_by_driver <= of_gpu;
}

// The most of one number of a job that has room, in steps. The job has one step of it already.
template <class Set>
constexpr figure<count> most_of(training_job job, const machine& on, count limit, count step, Set set) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu.with(count{0});
  const rank_layers layers = layers_on_rank(job);
  if (const auto why = contradiction(job, layers); is_refused_job(why)) return not_of_model<count>(why);
  const count steps = most(limit / step, [&](count n) {
    set(job, n * step);
    return has_room(job, layers, *of_gpu.known());
  });
  return of_gpu.with(steps * step);
}

}  // namespace detail

// Sequences of the largest micro-batch; 0: not one.
constexpr figure<count> largest_micro_batch(training_job job, const machine& on) {
  job.micro_batch = 1;
  return detail::most_of(job, on, max_count, 1, [](training_job& of, count n) { of.micro_batch = n; });
}

// Tokens of the longest sequence that context and sequence parallelism divide, at most as many as a model has learned
// positions; 0: none.
constexpr figure<count> longest_sequence(training_job job, const machine& on) {
  const parallelism& p = job.parallelism;
  const count step = multiply(p.context, p.sequence ? p.tensor : 1);
  job.sequence = step;
  const count limit = job.longest_sequence() > 0 ? job.longest_sequence() : max_count;
  return detail::most_of(job, on, limit, step, [](training_job& of, count n) { of.sequence = n; });
}

namespace detail {

// The first of the range on which a replica has room.
constexpr figure<parallelism> fewest_gpus_of(const headroom::layouts& all, training_job job, memory of_gpu) {
  rank_layers layers = layers_on_rank(job);
  const std::string_view why = contradiction(job, layers);  // by one GPU, where no layout can be at all
  bool is_divided = false;
  for (const parallelism& each : all) {
    const bool is_wider = each.tensor != job.parallelism.tensor;
    job.parallelism = each;
    if (is_wider) layers = layers_on_rank(job);
    if (!contradiction(job, layers).empty()) continue;
    is_divided = true;
    if (has_room(job, layers, of_gpu)) return each;
  }
  if (!is_divided && is_refused_job(why)) return not_of_model<parallelism>(why);
  return absent;
}

}  // namespace detail

// The first of the layouts that people run (parallel/layouts.hpp) on which a replica has room, with the rest of the
// job's parallelism: the fewest GPUs, of these the fewest stages. Absent where none has. Of a framework that has to be
// told of uneven stages, those are tried last.
constexpr figure<parallelism> fewest_gpus(training_job job, const machine& on) {
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return of_gpu.with(parallelism{});
  job.parallelism.tensor = job.parallelism.pipeline = job.parallelism.virtual_stages = 1;
  job.parallelism.first_stage_layers = job.parallelism.last_stage_layers = 0;
  headroom::layouts all = layouts_on(on, job.model, layout_use::training);
  all.with_data = false;
  all.rest = job.parallelism;
  all.even_stages = prefers_even_stages(job);
  figure<parallelism> found = detail::fewest_gpus_of(all, job, *of_gpu.known());
  if (found.is_absent() && all.even_stages) {
    all.even_stages = false;
    found = detail::fewest_gpus_of(all, job, *of_gpu.known());
  }
  return found.is_known() ? of_gpu.with(*found.known()) : found;
}

}  // namespace headroom
