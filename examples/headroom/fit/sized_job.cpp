// SPDX-License-Identifier: BSL-1.0
#include "fit/sized_job.hpp"

#include <algorithm>
#include <headroom/cluster/resource.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/inference/engine_limits.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/inference/working.hpp>
#include <headroom/parallel/layouts.hpp>
#include <headroom/read/own/job_fields.hpp>
#include <headroom/training/memory.hpp>

namespace headroom::program {

namespace {

// Of a GPU, as its driver shows it; unknown where the job cannot be so.
figure<memory> needed_by(const planned_job& job) {
  if (const serving_job* serving = job.serving()) {
    const figure<serving_memory_parts> parts = serving_memory(*serving);
    return parts.with(parts.value_or({}).needed);
  }
  const figure<rank_memory> parts = training_memory(*job.training());
  return parts.with(parts.value_or({}).total() + kept_by_driver);
}

bool is_divided(planned_job& job, const parallelism& by) {
  if (auto* serving = std::get_if<serving_request>(&job.asked)) {
    const bool is_whole = by.expert > 1;
    const bool is_shared = multiply(by.tensor, by.data) > 1 && has_experts(serving->job.model);
    if (job.says("expert_parallel") && is_shared && serving->job.expert_parallel != is_whole) return false;
    const bool said = serving->job.expert_parallel;
    divide(serving->job, by);
    serving->job.expert_parallel = is_whole || said;
    // Each rank has one at least, where the job does not say how many there are.
    if (!job.says("concurrent_sequences")) serving->job.concurrent_sequences = std::max(serving->job.concurrent_sequences, by.data);
  } else {
    auto& training = std::get<training_request>(job.asked);
    if (job.says("expert_parallel") && training.job.parallelism.expert != by.expert) return false;
    training.job.parallelism = by;
    if (!settle(training, job).empty()) return false;
  }
  return contradiction(job).empty();
}

// One for each degree of context parallelism to choose from.
std::vector<layouts> layouts_for(const planned_job& job, const machine& on) {
  layouts all = job.serving() != nullptr ? layouts_on(on, *job.serving())
                                         : layouts_on(on, job.training()->model, layout_use::training);
  const bool says_data = job.says("data_parallel");
  if (const serving_job* serving = job.serving()) {
    all.with_data = !says_data;
    all.rest.data = serving->data_parallel;
  } else {
    all.rest = job.training()->parallelism;
    if (says_data) {
      all.said_data = all.rest.data;
      all.most = multiply(most_layout_gpus, all.said_data);
    }
  }
  std::vector<layouts> of_each;
  for (const count context : open_contexts(job)) {
    all.rest.context = context;
    of_each.push_back(all);
  }
  if (of_each.empty()) of_each.push_back(all);
  return of_each;
}

// The next of several ranges, fewer GPUs first, and of as many the range that comes first; null where all are at their end.
layouts::iterator* next_of(std::vector<layouts::iterator>& all) {
  layouts::iterator* least = nullptr;
  for (layouts::iterator& each : all)
    if (each != layouts::end_of_layouts{} && (least == nullptr || each->gpus() < (*least)->gpus())) least = &each;
  return least;
}

// Whether the host has what each GPU asks of it, as far as it is known.
bool has_room_on_host(const needs& of_gpu, const machine& on) {
  const auto gpus = static_cast<double>(gpus_of(on).value_or(1));
  const auto holds = [gpus](const memory& asked, const figure<memory>& has) {
    return !has.is_known() || in_bytes(asked) * gpus <= in_bytes(*has.known());
  };
  return holds(of_gpu.system_memory, resource::system_memory::of(on)) &&
         holds(of_gpu.local_storage, resource::local_storage::of(on));
}

// What the engine does on such GPUs unless it is told otherwise.
void take_limits(sized_job& of, const machine& on) {
  auto* request = std::get_if<serving_request>(&of.job.asked);
  if (request == nullptr || on.gpu() == nullptr) return;
  serving_engine& engine = request->job.engine;
  const engine_limits* limits = limits_of(engine);
  if (limits == nullptr) return;
  if (const count chunk = chunk_of(*limits, *on.gpu(), request->job.tokens()); chunk > 0 && !of.job.says("prefill_chunk")) engine.chunk = chunk;
  if (!of.job.says("most_sequences")) of.own_sequences = sequences_of(*limits, *on.gpu());
}

// More sequences than the engine's own number run at once only where it is told so.
void take_sequences(sized_job& of) {
  auto* request = std::get_if<serving_request>(&of.job.asked);
  if (request == nullptr || of.own_sequences == 0) return;
  serving_engine& engine = request->job.engine;
  engine.most_sequences = 0;
  const count wanted = sequences_sampled(request->job);
  of.is_told = wanted > of.own_sequences;
  if (limits_of(engine)->sets_aside) engine.most_sequences = std::max(wanted, of.own_sequences);
}

}  // namespace

std::vector<count> open_contexts(const planned_job& job) {
  std::vector<count> all;
  const bool says_whole = job.says("tensor_parallel") && job.says("pipeline_parallel") && job.says("data_parallel");
  if (job.training() == nullptr || job.says("context_parallel") || says_whole) return all;
  for (count each = 1; each > 0; each = context_above(each, job.training()->sequence)) all.push_back(each);
  return all;
}

void for_each_layout(const planned_job& job, const machine& on, count most_gpus, const layout_visitor& visit) {
  std::vector<layouts> ranges = layouts_for(job, on);
  const auto* trained = std::get_if<training_request>(&job.asked);
  const bool keeps_even = trained != nullptr && prefers_even_stages(trained->job);
  for (layouts& all : ranges) {
    all.even_stages = keeps_even;
    if (most_gpus <= 0) continue;
    all.most = most_gpus / std::max(all.with_data ? 1 : all.rest.data, count{1});
    all.with_narrow_experts = !job.says("expert_parallel");
    all.with_divided_experts = true;
    if (trained != nullptr && trained->global_batch != training_request::not_said) all.global_batch = trained->global_batch;
  }
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  const auto visit_all = [&](bool only_uneven) {
    bool has_room = false;
    std::vector<layouts::iterator> at;
    for (const layouts& each : ranges) at.push_back(each.begin());
    for (layouts::iterator* next = next_of(at); next != nullptr; ++*next, next = next_of(at)) {
      const parallelism& each = **next;
      if (only_uneven && are_stages_even(model_of(job).layer_count(), each)) continue;
      sized_job tried{.job = job};
      take_limits(tried, on);
      if (!is_divided(tried.job, each)) continue;
      take_sequences(tried);
      const figure<memory> needed = needed_by(tried.job);
      if (!needed.is_known()) continue;
      has_room = has_room || (of_gpu.is_known() && *needed.known() <= *of_gpu.known());
      if (!visit(tried, *needed.known())) return true;
    }
    return has_room;
  };
  if (visit_all(false) || !keeps_even) return;
  for (layouts& all : ranges) all.even_stages = false;
  visit_all(true);
}

sized_job sized_for(const planned_job& job, const machine& on) {
  sized_job sized{.job = job};
  take_limits(sized, on);
  take_sequences(sized);
  if (!job.sizes_itself() || !contradiction_as_judged(job).empty()) return sized;
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return sized;
  const bool is_domain_unknown = resource::scale_up_domain::of(on).is_unknown();
  sized_job leanest = sized;
  leanest.has_layout = false;
  memory least{};
  bool has_room = false;
  bool is_settled = false;
  for_each_layout(job, on, 0, [&](const sized_job& tried, memory needed) {
    if (needed <= *of_gpu.known()) {
      // One that takes a domain of unknown size, or more of the host than it has, is taken where no other has room.
      const demand asked = demand_of(tried.job).value_or({});
      is_settled = (!is_domain_unknown || asked.units.in_domain <= 1) && has_room_on_host(asked.per_gpu, on);
      if (is_settled || !has_room) sized = tried;
      has_room = true;
    }
    // More GPUs that save next to nothing are no better place to begin from.
    constexpr double saved_at_least = 0.05;
    if (least == memory{} || needed < least * (1 - saved_at_least)) {
      least = needed;
      leanest.job = tried.job;
    }
    return !is_settled;
  });
  return has_room ? sized : leanest;
}

sized_job sized_and_told(planned_job job, const machine& on) {
  job.said.push_back("most_sequences");
  return sized_for(job, on);
}

}  // namespace headroom::program
