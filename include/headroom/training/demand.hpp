// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/math.hpp>
#include <headroom/precision.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/training/rank_layers.hpp>
#include <headroom/parallel/stages.hpp>
#include <headroom/units.hpp>

namespace headroom {

// Scales of 8 bits are applied inside of tensor cores: by those that compute in fp4 too, and by none before them.
constexpr bool needs_short_scales(const training_formats& of) { return of.products.scale_bits == 8; }

namespace detail {

// The most that a rank of any stage moves to the host's memory: it need not be the one whose GPU is fullest.
constexpr memory moved_to_host(const training_job& job) {
  const rank_layers layers = layers_on_rank(job);
  const job_parts parts = parts_of(job);
  double most = 0;
  for (count stage = 0; stage < job.parallelism.pipeline; ++stage) {
    const stage_layers held = layers_of_stage(job.model, job.parallelism, stage);
    most = math::larger(most, rank_on(job, layers, parts, held, stage).state.host);
  }
  return bytes(most);
}

}  // namespace detail

// What a training job asks of a cluster: GPUs in replicas of one kind of machine, with tensor parallelism inside a
// scale-up domain, or over several where it is larger than one, as frameworks run it; on each the memory of the fullest
// rank, units for the formats of its products, and of the host's memory the most that a rank moves there. Unknown at run time where the job contradicts itself, with the reason as the
// note; in a constant expression that does not compile.
constexpr figure<demand> demand_of(const training_job& job) {
  const figure<rank_memory> fullest = training_memory(job);
  demand asked{.name = job.model.name};
  if (!fullest.is_known()) return fullest.with(asked);
  const parallelism& p = job.parallelism;
  asked.total.gpus = p.gpus();
  asked.per_gpu.usable_gpu_memory = fullest.known()->total() + kept_by_driver;
  if (fullest.known()->host > memory{}) asked.per_gpu.system_memory = detail::moved_to_host(job);
  asked.units = {.in_domain = p.tensor, .of_one_kind = p.gpus() / p.data, .may_span = true};
  asked.formats.add(multiplied_in(job.formats));
  if (needs_short_scales(job.formats)) asked.formats.add(fp4);
  return fullest.with(asked);
}

}  // namespace headroom
