// SPDX-License-Identifier: BSL-1.0
#include "fit/remedy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <headroom/cluster/resource.hpp>
#include <headroom/inference/working.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/read/own/job_fields.hpp>
#include <headroom/read/own/job_names.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fit/fit_words.hpp"

namespace headroom::program {

namespace {

// What is computed again, the least first, as a plan chooses from it, and how a job file says so.
struct computed_again {
  std::vector<job_change> changes{};
  recomputation what{};
};
std::vector<computed_again> all_computed_again(const training_job& job) {
  std::vector<computed_again> all;
  const recomputation_choices choices = recomputations_of(job);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    computed_again& again = all.emplace_back();
    again.what = choices[i];
    if (again.what.kind != recompute::none)
      again.changes.push_back({"recompute", name_of(recompute_names, again.what.kind)});
    if (std::vector<std::string_view> parts = recomputed_words(again.what); !parts.empty())
      again.changes.push_back({"recomputed", std::move(parts)});
  }
  return all;
}

// What replicas share out more of than they do, the least first.
constexpr std::array all_shared_more{std::pair{std::string_view("gradients"), sharding::gradients},
                                     std::pair{std::string_view("weights"), sharding::weights}};

training_request& training_of(planned_job& job) { return std::get<training_request>(job.asked); }

bool awaits_domain(const machine_fit& fit) {
  return fit.outcome == outcome::cannot_be_judged && fit.is_possible && fit.of_gpu.is_known() && fit.left() >= memory{} &&
         resource::scale_up_domain::of(fit.machine).is_unknown();
}

// Machines, whether one whose scale-up domain nobody states is enough, and how many are too many.
struct asked_place {
  asked_machine on;
  bool with_unknown = false;
  count fewer_than = max_count;
};

std::optional<machine_fit> judged(const asked_place& at, const planned_job& job) {
  machine_fit found = judge_on(at.on, job, {});
  const bool is_enough = found.outcome == outcome::fits || (at.with_unknown && awaits_domain(found));
  if (!found.is_possible || !is_enough || found.needs.value_or(0) >= at.fewer_than) return {};
  return found;
}

remedy made_of(const remedy& by, machine_fit found) {
  return {by.changes, std::move(found.job), found.needs, found.outcome == outcome::fits};
}

// Doubles one degree of a job whose layout was said, until it fits.
std::optional<remedy> with_more(const asked_place& on, const remedy& by, std::string_view key, count parallelism::*degree) {
  constexpr count most_times = 64;
  planned_job job = by.job;
  count& of_job = training_of(job).job.parallelism.*degree;
  const count said = of_job;
  for (count times = 2; times <= most_times; times *= 2) {
    of_job = multiply(said, times);
    if (!settle(training_of(job), job).empty()) continue;
    std::optional<machine_fit> found = judged(on, job);
    if (!found.has_value()) continue;
    remedy made = made_of(by, std::move(*found));
    made.changes.push_back({key, of_job});
    return made;
  }
  return {};
}

// The job with more shared out: as it is, and each degree of sharding beyond its own where none was said.
std::vector<remedy> with_more_shared(const planned_job& job) {
  std::vector<remedy> all{{{}, job, {}}};
  const training_job& run = *job.training();
  if (job.says("sharding") || run.parallelism.replicas() < 2) return all;
  for (const auto& [word, more] : all_shared_more) {
    if (more <= run.sharding) continue;
    remedy& by = all.emplace_back(remedy{{{"sharding", word}}, job, {}});
    training_of(by.job).job.sharding = more;
    by.job.said.push_back("sharding");
  }
  return all;
}

remedy change(remedy by, const computed_again& again) {
  if (again.changes.empty()) return by;
  by.changes.insert(by.changes.end(), again.changes.begin(), again.changes.end());
  training_of(by.job).job.recompute = again.what;
  training_of(by.job).names_recomputed = again.what.kind == recompute::selective;
  by.job.said.push_back("recompute");
  return by;
}

// A job that sizes itself begins anew.
void forget_layout(planned_job& job) {
  parallelism& p = training_of(job).job.parallelism;
  p.tensor = p.pipeline = 1;
  if (!job.says("context_parallel")) p.context = 1;
  if (!job.says("data_parallel")) p.data = 1;
  if (!job.says("expert_parallel")) p.expert = 1;
  if (!job.says("expert_tensor_parallel")) p.expert_tensor = 0;
}

std::optional<remedy> remedy_of_training(const machine_fit& fit, const asked_place& on) {
  const bool may_compute_again = !fit.job.says("recompute");
  const std::vector<computed_again> all_again = all_computed_again(*fit.job.training());
  // On the same GPUs: one change is less than two.
  const std::vector<remedy> shared = with_more_shared(fit.job);
  for (const bool are_two : {false, true})
    for (const remedy& sharing : shared)
      for (const computed_again& again : all_again) {
        if (!again.changes.empty() && !may_compute_again) break;
        remedy by = change(sharing, again);
        if (by.changes.empty() || are_two != (!sharing.changes.empty() && !again.changes.empty())) continue;
        if (fit.job.sizes_itself()) forget_layout(by.job);
        std::optional<machine_fit> found = judged(on, by.job);
        if (found.has_value()) return made_of(by, std::move(*found));
      }
  if (fit.job.sizes_itself()) return {};
  for (const computed_again& again : all_again) {
    if (!again.changes.empty() && !may_compute_again) break;
    const remedy by = change({{}, fit.job, {}}, again);
    for (const auto& [key, degree] : {std::pair{"data_parallel", &parallelism::data},
                                      std::pair{"pipeline_parallel", &parallelism::pipeline}})
      if (std::optional<remedy> made = with_more(on, by, key, degree); made.has_value()) return made;
  }
  return {};
}

// The change with which a job that sizes itself takes the fewest machines, and fewer than it does.
std::optional<remedy> with_fewest_machines(const machine_fit& fit, bool with_unknown) {
  if (!fit.job.sizes_itself()) return {};
  asked_place on{{fit.machine}, with_unknown, fit.needs.value_or(0)};
  std::optional<remedy> fewest;
  while (std::optional<remedy> found = remedy_of_training(fit, on)) {
    on.fewer_than = found->machines.value_or(0);
    fewest = std::move(found);
  }
  return fewest;
}

std::string word_of(const job_change& change) {
  if (const count* number = std::get_if<count>(&change.to)) return fmt::to_string(*number);
  if (const std::string_view* word = std::get_if<std::string_view>(&change.to)) return std::string(*word);
  return fmt::format("{}", fmt::join(std::get<std::vector<std::string_view>>(change.to), ","));
}

// As many sequences offloaded as the host has room for.
std::optional<remedy> remedy_of_host(const machine_fit& fit) {
  const bool of_memory = fit.standing.why.line == line::system_memory;
  const std::string_view key = of_memory ? "sequences_on_host" : "sequences_on_nvme";
  const auto number = of_memory ? &serving_job::sequences_on_host : &serving_job::sequences_on_nvme;
  planned_job job = fit.job;
  const count said = job.serving()->*number;
  if (said == 0) return {};
  asked_machine on{fit.machine};
  if (fit.is_held) on.how_many = fit.machines.value_or(0);
  const auto judged_with = [&](count n) {
    std::get<serving_request>(job.asked).job.*number = n;
    return judge_on(on, job, {});
  };
  const count most = most_that_holds(said, [&](count n) { return !is_short_of_host(judged_with(n)); });
  machine_fit found = judged_with(most);
  if (found.outcome != outcome::fits) return {};
  return remedy{{{key, most}}, std::move(found.job), found.needs};
}

}  // namespace

std::optional<remedy> remedy_of(const machine_fit& fit) {
  if (!fit.is_possible) return {};
  // A told engine sets memory aside for the job's sequences alone.
  if (!fit.option.empty()) {
    const machine_fit& told = fit.when_told == nullptr ? fit : *fit.when_told;
    return remedy{{{"most_sequences", sequences_sampled(*told.job.serving())}}, told.job, told.needs};
  }
  if (fit.job.serving() != nullptr && is_short_of_host(fit)) return remedy_of_host(fit);
  const bool may_not = awaits_domain(fit);
  if (fit.job.training() == nullptr || (fit.outcome != outcome::does_not_fit && !may_not)) return {};
  // Neither a format nor a domain that the machine lacks comes by computing again.
  const bool by_memory = fit.standing.outcome == outcome::fits || fit.standing.why.line == line::usable_gpu_memory;
  if (!by_memory && !may_not) return {};
  for (const bool with_unknown : {false, true}) {
    if (with_unknown && may_not) break;
    if (fit.is_held)
      if (auto found = remedy_of_training(fit, {{fit.machine, fit.machines.value_or(0)}, with_unknown}); found.has_value()) return found;
    // More machines than there are it takes as it is, too, where a GPU has room: a change is one that takes fewer.
    if (fit.is_held && fit.standing.outcome == outcome::fits) {
      if (auto found = with_fewest_machines(fit, with_unknown); found.has_value()) return found;
      continue;
    }
    if (auto found = remedy_of_training(fit, {{fit.machine}, with_unknown}); found.has_value()) return found;
  }
  return {};
}

std::string options_of(const std::vector<job_change>& changes) {
  std::string text;
  for (const job_change& each : changes) {
    std::string option(each.key);
    std::ranges::replace(option, '_', '-');
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", option, word_of(each));
  }
  return text;
}

}  // namespace headroom::program
