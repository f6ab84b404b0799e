// SPDX-License-Identifier: BSL-1.0
#include "fit/remedy.hpp"

#include <fmt/format.h>

#include <array>
#include <headroom/read/own/job_fields.hpp>
#include <headroom/training/recipe.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fit/fit_words.hpp"

namespace headroom::program {

namespace {

// What is computed again, the least first, as options of the program.
struct computed_again {
  std::string_view options{};
  recomputation what{};
};
constexpr std::array all_computed_again{
    computed_again{},
    computed_again{"--recompute selective --recomputed norms,activation",
                   {.kind = recompute::selective, .parts = {.scores = false, .norms = true, .activation = true}}},
    computed_again{"--recompute full", full_recomputation},
};

// What replicas share out more of than they do, the least first.
struct shared_more {
  std::string_view options{};
  sharding what{};
};
constexpr std::array all_shared_more{
    shared_more{"--sharding gradients", sharding::gradients},
    shared_more{"--sharding weights", sharding::weights},
};

struct tried_change {
  planned_job job{};
  std::string options{};
};

training_request& training_of(planned_job& job) { return std::get<training_request>(job.asked); }

std::string both(std::string_view a, const std::string& b) {
  return a.empty() ? b : b.empty() ? std::string(a) : fmt::format("{} {}", a, b);
}

std::optional<machine_fit> judged(const machine_fit& fit, const planned_job& job) {
  const asked_machine on{fit.machine, fit.is_held ? std::optional(*fit.machines.known()) : std::nullopt};
  machine_fit found = judge_on(on, job, {});
  if (!found.is_possible || found.outcome != outcome::fits) return {};
  return found;
}

std::string told(const std::string& options, const machine_fit& found) {
  return fmt::format("It fits with {}: on {}, {}.", options, so_many(gpus_of(found.job), "GPU"),
                     parallelism_text(found.job));
}

// Doubles one degree of a job whose layout was said, until it fits.
std::string with_more(const machine_fit& fit, const tried_change& by, std::string_view option, count parallelism::*degree) {
  constexpr count most_times = 64;
  planned_job job = by.job;
  count& of_job = training_of(job).job.parallelism.*degree;
  const count said = of_job;
  for (count times = 2; times <= most_times; times *= 2) {
    of_job = multiply(said, times);
    if (!settle(training_of(job), job).empty()) continue;
    if (const auto found = judged(fit, job); found.has_value())
      return told(both(by.options, fmt::format("{} {}", option, of_job)), *found);
  }
  return {};
}

// The job with more shared out: as it is, and each degree of sharding beyond its own where none was said.
std::vector<tried_change> with_more_shared(const planned_job& job) {
  std::vector<tried_change> all{{job, ""}};
  const training_job& run = *job.training();
  if (job.says("sharding") || run.parallelism.replicas() < 2) return all;
  for (const shared_more& more : all_shared_more) {
    if (more.what <= run.sharding) continue;
    tried_change& by = all.emplace_back(tried_change{job, std::string(more.options)});
    training_of(by.job).job.sharding = more.what;
    by.job.said.push_back("sharding");
  }
  return all;
}

tried_change change(tried_change by, const computed_again& again) {
  if (again.options.empty()) return by;
  by.options = both(by.options, std::string(again.options));
  training_of(by.job).job.recompute = again.what;
  training_of(by.job).names_recomputed = again.what.kind == recompute::selective;
  by.job.said.push_back("recompute");
  return by;
}

// A job that sizes itself begins anew.
void forget_layout(planned_job& job) {
  parallelism& p = training_of(job).job.parallelism;
  p.tensor = p.pipeline = 1;
  if (!job.says("data_parallel")) p.data = 1;
  if (!job.says("expert_parallel")) p.expert = 1;
  if (!job.says("expert_tensor_parallel")) p.expert_tensor = 0;
}

}  // namespace

std::string remedy_of(const machine_fit& fit) {
  if (fit.job.training() == nullptr || !fit.is_possible || fit.outcome != outcome::does_not_fit) return {};
  // Neither a format nor a domain that the machine lacks comes by computing again.
  const bool by_memory = fit.standing.outcome == outcome::fits || fit.standing.why.line == line::usable_gpu_memory;
  if (!by_memory) return {};
  const bool may_compute_again = !fit.job.says("recompute");
  // On the same GPUs: one change is less than two.
  const std::vector<tried_change> shared = with_more_shared(fit.job);
  for (const bool are_two : {false, true})
    for (const tried_change& sharing : shared)
      for (const computed_again& again : all_computed_again) {
        if (!again.options.empty() && !may_compute_again) break;
        tried_change by = change(sharing, again);
        if (by.options.empty() || are_two != (!sharing.options.empty() && !again.options.empty())) continue;
        if (fit.job.sizes_itself()) forget_layout(by.job);
        if (const auto found = judged(fit, by.job); found.has_value()) return told(by.options, *found);
      }
  if (fit.job.sizes_itself()) return {};
  for (const computed_again& again : all_computed_again) {
    if (!again.options.empty() && !may_compute_again) break;
    const tried_change by = change({fit.job, ""}, again);
    for (const auto& [option, degree] : {std::pair{"--data-parallel", &parallelism::data},
                                         std::pair{"--pipeline-parallel", &parallelism::pipeline}})
      if (std::string words = with_more(fit, by, option, degree); !words.empty()) return words;
  }
  return {};
}

}  // namespace headroom::program
