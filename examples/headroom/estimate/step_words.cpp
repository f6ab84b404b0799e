// SPDX-License-Identifier: BSL-1.0
#include "estimate/step_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "fit/fit_words.hpp"
#include "fit/network_words.hpp"
#include "reading.hpp"

namespace headroom::program {

std::string settings_taken(const step_settings& as, const training_job& job, settings_told of) {
  const parallelism& p = job.parallelism;
  std::vector<std::string_view> taken, options;
  const auto take = [&](std::string_view words, std::string_view option) {
    taken.push_back(words);
    options.push_back(option);
  };
  if (as.tensor_overlap == tensor_overlap::measured)
    take("tensor parallelism exchanges beside matrix products as measured", "--tensor-overlap");
  if (as.overlaps_data) take("gradients and shared-out weights beside computation", "--no-data-overlap");
  const bool sums_each = job.sharding >= sharding::gradients && job.sharing() < p.replicas() && job.micro_batches > 1;
  if (sums_each && !as.sums_shards_once) take("replicas sum their shards in every micro-batch", "--sum-shards-once");
  const bool hides_exchanges = p.schedule == pipeline_schedule::dual_pipe;  // beside the other pass, by itself
  if (p.expert > 1 && !as.overlaps_experts && !hides_exchanges) take("experts' exchanges are waited for", "--expert-overlap");
  if (has_experts(job.model) && !as.replays_graphs) take("no graphs are replayed", "--graphs");
  if (!as.balanced_stages) take("stages hold what the layers come out to", "--balanced-stages");
  if (as.document == 0) take("a sequence is one document", "--document");
  if (!(as.months > 0)) take("the newest measured software", "--months");
  if (!(as.slowest_gpu > 1)) take("all GPUs are alike fast", "--slowest-gpu");
  if (!(in_seconds(as.jitter) > 0)) take("no rank is late", "--jitter");
  if (of != settings_told::plan_with_checkpoints && !(in_seconds(as.checkpoint_interval) > 0)) take("no checkpoints are written", "--checkpoint-interval");
  if (taken.empty()) return {};
  if (of != settings_told::estimate)
    return fmt::format("Of the step: {}. headroom estimate of such a layout takes others: {}.", fmt::join(taken, ", "), fmt::join(options, ", "));
  std::vector<std::string> both;
  for (std::size_t i = 0; i < taken.size(); ++i) both.push_back(fmt::format("{} ({})", taken[i], options[i]));
  return fmt::format("Of the step: {}.", fmt::join(both, ", "));
}

std::vector<std::string_view> without_effect(const training_job& job, const step_rates& on, const step_settings& as, const step_constants& by) {
  struct option {
    std::string_view name;
    void (*leave_out)(step_settings&);
  };
  constexpr std::array options{
      option{"--tensor-overlap", [](step_settings& of) { of.tensor_overlap = usual_step.tensor_overlap; }},
      option{"--no-data-overlap", [](step_settings& of) { of.overlaps_data = usual_step.overlaps_data; }},
      option{"--sum-shards-once", [](step_settings& of) { of.sums_shards_once = usual_step.sums_shards_once; }},
      option{"--expert-overlap", [](step_settings& of) { of.overlaps_experts = usual_step.overlaps_experts; }},
      option{"--graphs", [](step_settings& of) { of.replays_graphs = usual_step.replays_graphs; }},
      option{"--balanced-stages", [](step_settings& of) { of.balanced_stages = usual_step.balanced_stages; }},
      option{"--early-stop", [](step_settings& of) { of.stops_early = usual_step.stops_early; }},
      option{"--document", [](step_settings& of) { of.document = usual_step.document; }},
  };
  const auto is_given = [&](const option& each) {
    step_settings without = as;
    each.leave_out(without);
    return without.tensor_overlap != as.tensor_overlap || without.overlaps_data != as.overlaps_data ||
           without.sums_shards_once != as.sums_shards_once || without.overlaps_experts != as.overlaps_experts ||
           without.replays_graphs != as.replays_graphs || without.balanced_stages != as.balanced_stages || without.stops_early != as.stops_early ||
           without.document != as.document;
  };
  const auto is_same_step = [](const step_schedule& a, const step_schedule& b) {
    for (std::size_t i = 0; i < step_part_count; ++i) {
      const auto part = static_cast<step_part>(i);
      if (a[part].exposed != b[part].exposed || a[part].hidden != b[part].hidden) return false;
    }
    return true;
  };
  const figure<step_schedule> with_all = step_time(job, on, as, by);
  std::vector<std::string_view> all;
  for (const option& each : options) {
    if (!with_all.is_known() || !is_given(each)) continue;
    step_settings without = as;
    each.leave_out(without);
    if (is_same_step(*with_all.known(), step_time(job, on, without, by).value_or({}))) all.push_back(each.name);
  }
  if (!with_all.is_known()) return all;
  const std::vector<std::string_view> of_network = network_without_effect(on.links, [&](const fabric& links) {
    step_rates other = on;
    other.links = links;
    return is_same_step(*with_all.known(), step_time(job, other, as, by).value_or({}));
  });
  all.insert(all.end(), of_network.begin(), of_network.end());
  training_job even = job;
  even.expert_imbalance = 1;
  if (job.expert_imbalance > 1 && is_same_step(*with_all.known(), step_time(even, on, as, by).value_or({})))
    all.emplace_back("--expert-imbalance");
  return all;
}

std::vector<std::string> not_measured(const training_job& job, const step_settings& as) {
  const parallelism& p = job.parallelism;
  std::vector<std::string> all;
  if (p.pipeline > 1 && p.schedule != pipeline_schedule::one_forward_one_backward)
    all.push_back(fmt::format("the pipeline schedule {}", name_of(read::schedule_names, p.schedule)));
  if (const std::string told = interleaving_told(job); !told.empty()) all.push_back(told);
  if (p.context > 1 && p.context_exchange == context_exchange::all_to_all) all.emplace_back("context parallelism by all-to-all");
  if (p.tensor > 1 && (as.tensor_overlap == tensor_overlap::bulk || as.tensor_overlap == tensor_overlap::ring))
    all.push_back(fmt::format("the {} overlap of tensor parallelism", name_of(tensor_overlap_names, as.tensor_overlap)));
  if (p.expert > 1 && as.overlaps_experts) all.emplace_back("experts' exchanges beside the other pass");
  if (job.expert_capacity > 0) all.emplace_back("a capacity of experts");
  return all;
}

std::string not_counted_of(const training_job& job) {
  const offloading& away = job.offload;
  return away.weights || away.gradients || away.optimizer || away.activations > 0 ? "the time that what waits in the host's memory takes to go there and back, and the host to change it" : "";
}

binding_part binding_of(const step_schedule& of) {
  struct group {
    std::string_view name;
    std::vector<step_part> parts;
  };
  const std::array groups{
      group{"matrix products", {step_part::projections, step_part::networks, step_part::experts, step_part::head}},
      group{"attention", {step_part::attention, step_part::recurrence}},
      group{"memory bandwidth", {step_part::memory_bound, step_part::casts, step_part::optimizer}},
      group{"what is computed again", {step_part::recomputation}},
      group{"launches and the host", {step_part::launches, step_part::host, step_part::every_step}},
      group{"exchanges", {step_part::tensor_parallel, step_part::context_parallel, step_part::expert_parallel, step_part::stages, step_part::data_parallel}},
      group{"the pipeline bubble", {step_part::bubble}},
      group{"waiting for slow GPUs and late ranks", {step_part::waiting}},
      group{"checkpoints", {step_part::checkpoints}},
  };
  binding_part most;
  for (const group& each : groups) {
    double sum = 0;
    for (const step_part part : each.parts) sum += in_seconds(of[part].exposed);
    const double share = sum / in_seconds(of.total());
    if (share > most.share) most = {each.name, share};
  }
  return most;
}

}  // namespace headroom::program
