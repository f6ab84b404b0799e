// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <headroom/model/parameters.hpp>
#include <headroom/training/step_time.hpp>

#include "validate/figures.hpp"
#include "validate/names.hpp"
#include "validate/ranking.hpp"
#include "validate/settings.hpp"
#include "validate/step_row.hpp"
#include "validate/training_row.hpp"
#include "reading.hpp"

// Times and throughputs of training steps.
namespace headroom::program::validation {

namespace {

// By what the row gives of its model, whether that can be read in whole or not.
bool has_experts_of(const json& row) {
  const json& c = config_of(row);
  if (whole(c, setting::expert_count, 0) > 0 || degree(c, setting::expert, 1) > 1) return true;
  const transformer* named = model_named(text(c, {"model"}, ""));
  return named != nullptr && has_experts(*named);
}

// Whether both ways to need less memory for activations are said.
bool compares_recomputation(const json& row) {
  const json& c = config_of(row);
  return says_recomputation(c) && degree(c, setting::tensor, 1) > 1 && has(c, "sequence_parallel");
}

bool is_of_benchmark(const json& row) { return has(config_of(row), setting::round); }

}  // namespace

bool is_dense_step(const json& row, std::string_view metric) {
  return metric == step_metric_of(row) && !is_of_benchmark(row) && !has_experts_of(row) && !compares_recomputation(row);
}
bool is_recomputation_step(const json& row, std::string_view metric) {
  return metric == step_metric_of(row) && !is_of_benchmark(row) && !has_experts_of(row) && compares_recomputation(row);
}
bool is_expert_step(const json& row, std::string_view metric) {
  return metric == step_metric_of(row) && !is_of_benchmark(row) && has_experts_of(row);
}
bool is_benchmark_step(const json& row, std::string_view metric) {
  return is_of_benchmark(row) && metric == step_metric_of(row);
}
// The official score is the raw time scaled to the usual number of samples: the raw one is measured.
bool is_time_to_train(const json& row, std::string_view metric) {
  return metric == "time_to_train_raw_olympic" && measures(row, metric);
}

void find_step(const json& row, judged& one) {
  one.part = fitted_part(row, one.metric);
  const timed_job timed = timed_job_of(row);
  const step_schedule step = known(step_time(timed.job, timed.on.is(), timed.settings));
  one.found = in_metric_of(row, one, timed, step);
  if (!is_ranked(one.family)) return;
  one.job = fmt::format("{} parameters, {} sequences of {}, adapters {}", known(parameters(timed.job.model)).total(), timed.job.global_batch(), timed.job.sequence, timed.job.adapters.rank);
  one.speed = step.tokens_per_second() / static_cast<double>(timed.gpus);
  one.is_time = one.metric.ends_with("_time");
}

}  // namespace headroom::program::validation
