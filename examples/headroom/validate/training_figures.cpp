// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <algorithm>
#include <headroom/count.hpp>
#include <headroom/training/memory.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "validate/figures.hpp"
#include "validate/names.hpp"
#include "validate/peers.hpp"
#include "validate/serving_row.hpp"
#include "validate/settings.hpp"
#include "validate/training_defaults.hpp"
#include "validate/training_row.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

bool has_room(const training_job& job, memory of_gpu) { return known(training_memory(job)).total() <= of_gpu; }

constexpr std::string_view division_unknown =
    "the row does not say how the job is divided over its GPUs (tensor, pipeline, context parallelism, sharding of the "
    "weights), and with the least that its batch leaves open it does not fit";

// However the job of a row that does not say it is divided: it has no more replicas than the sequences of a batch, and the
// fewer GPUs share one, the more each of them holds.
std::vector<training_job> jobs_least_divided(const json& c) {
  const count gpus = whole(c, setting::gpus, 1);
  const count context = whole(c, setting::context_parallel, 0);  // 0: it leaves that open, too
  const count least = ceil_of(gpus, std::max<count>(whole(c, setting::global_batch, gpus), 1));
  const count of_replica = context > 0 ? multiply(ceil_of(least, context), context) : least;
  if (of_replica > 1'024) throw refusal(std::string(division_unknown));
  std::vector<training_job> jobs;
  for (count tensor = 1; tensor <= of_replica; ++tensor)
    for (count pipeline = 1; tensor * pipeline <= of_replica; ++pipeline) {
      const count rest = of_replica / (tensor * pipeline);
      if (of_replica % (tensor * pipeline) != 0 || (context > 0 && rest != context)) continue;
      json divided = c;
      divided["tp"] = tensor;
      divided["pp"] = pipeline;
      divided["cp"] = rest;
      jobs.push_back(training_job_of(divided));
    }
  return jobs;
}

// As the row says it and its framework does by default, and beside it with everything computed again.
bool training_fits(const json& c, judged& one) {
  std::vector<training_job> jobs = says_division(c) ? std::vector{training_job_of(c)} : jobs_least_divided(c);
  const memory of_gpu = known(usable_memory(gpu_named(text(c, setting::gpu, ""))));
  const auto have_room = [&] { return std::ranges::all_of(jobs, [&](const training_job& each) { return has_room(each, of_gpu); }); };
  const bool fits = have_room();
  if (!fits && !says_division(c)) throw refusal(std::string(division_unknown));
  for (training_job& each : jobs) each.recompute = full_recomputation;
  one.fits_recomputed = have_room();
  const training_defaults& by = training_defaults_of(c);
  if (!fits && *one.fits_recomputed && by.chooses_recomputation && !says_recomputation(c))
    throw refusal(fmt::format("what {}'s recipe computes again, or lets wait on the host, is not known: with nothing "
                              "of it the job does not fit, with full recomputation it does",
                              by.framework));
  return fits;
}

}  // namespace

void find_training_memory(const json& row, judged& one) {
  const training_job job = training_job_of(config_of(row));
  one.part = job.framework.name;
  const rank_memory rank = known(training_memory(job));
  memory found = rank.exact();  // what tensors take
  if (one.metric == "memory_per_gpu") found = rank.total();
  // What the allocator holds: without CUDA's context and NCCL.
  else if (one.metric != "peak_allocated_memory")
    found = rank.exact() + rank.reserved;
  one.found = in_unit_of(found, one.unit);
  add_peers_on_training(one, job);
}

void find_fit(const json& row, judged& one) {
  const json& c = config_of(row);
  const bool trains = is_of_training(c);
  one.part = trains ? "training" : "serving";
  if (one.published != 0 && one.published != 1) throw refusal("\"fits\" is neither 0 nor 1");
  one.found = (trains ? training_fits(c, one) : serving_fits(row)) ? 1 : 0;
}

}  // namespace headroom::program::validation
