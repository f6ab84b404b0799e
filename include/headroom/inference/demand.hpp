// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/memory.hpp>

namespace headroom {

// What a serving job asks of a cluster: GPUs in replicas of one kind of machine, with tensor parallelism inside a
// scale-up domain, or over several where it is larger than one, as engines run it; on each the memory of the fullest
// rank, and units for the format it multiplies in. Unknown at run time where the job contradicts itself, with the reason
// as the note; in a constant expression that does not compile.
constexpr figure<demand> demand_of(const serving_job& job) {
  const figure<serving_memory_parts> fullest = serving_memory(job);
  demand asked{.name = job.model.name};
  if (!fullest.is_known()) return fullest.with(asked);
  asked.total.gpus = job.gpus();
  asked.per_gpu.usable_gpu_memory = fullest.known()->needed;
  asked.per_gpu.system_memory = fullest.known()->host;
  asked.per_gpu.local_storage = fullest.known()->nvme;
  asked.units = {.in_domain = job.tensor_parallel, .of_one_kind = job.gpus_per_replica(), .may_span = true};
  asked.formats.add(job.weights.computed);
  return fullest.with(asked);
}

}  // namespace headroom
