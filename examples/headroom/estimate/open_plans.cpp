// SPDX-License-Identifier: BSL-1.0
#include "estimate/open_plans.hpp"

#include <headroom/read/own/job_names.hpp>
#include <utility>
#include <variant>

#include "fit/sized_job.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

struct open_key {
  std::string_view key;
  std::string_view words;
};
constexpr open_key open_keys[]{{"micro_batch", "micro-batch"}, {"recompute", "recomputation"}, {"virtual_stages", "virtual stages"}};

}  // namespace

std::vector<planned_job> with_open_contexts(const planned_job& job) {
  std::vector<planned_job> all;
  for (const count each : open_contexts(job)) {
    planned_job& made = all.emplace_back(job);
    std::get<training_request>(made.asked).job.parallelism.context = each;
    made.said.push_back("context_parallel");
  }
  if (all.empty()) all.push_back(job);
  return all;
}

plan_kind open_kind_of(const machine& on, const planned_job& planned, count machines, const figure<money_rate>& price, const step_constants& by) {
  const training_job& job = *planned.training();
  plan_kind kind = plan_kind_of(on, job, machines, price, by);
  if (planned.says("tensor_parallel")) kind.layouts.said_tensor = job.parallelism.tensor;
  if (planned.says("pipeline_parallel")) kind.layouts.said_pipeline = job.parallelism.pipeline;
  if (planned.says("data_parallel")) kind.layouts.said_data = job.parallelism.data;
  kind.layouts.with_narrow_experts = !planned.says("expert_parallel");
  kind.layouts.with_divided_experts = true;
  kind.layouts.even_stages = false;
  return kind;
}

training_plans open_plans_of(const planned_job& job, std::span<const plan_kind> kinds, std::span<const pipeline_schedule> schedules) {
  return {.job = job.training(),
          .kinds = kinds,
          .with_micro_batches = !job.says("micro_batch"),
          .with_recomputation = !job.says("recompute"),
          .with_virtual_stages = !job.says("virtual_stages"),
          .schedules = schedules};
}

bool is_as_said(const training_plan& plan, const planned_job& job) {
  return !job.says("expert_parallel") || plan.layout.expert == job.training()->parallelism.expert;
}

planned_job as_arranged(planned_job job, const training_job& arranged) {
  auto& request = std::get<training_request>(job.asked);
  request.job = arranged;
  request.recompute = name_of(recompute_names, arranged.recompute.kind);
  request.names_recomputed = arranged.recompute.parts.names_more();
  for (const std::string_view key : {"tensor_parallel", "pipeline_parallel", "micro_batch", "recompute"})
    if (!job.says(key)) job.said.push_back(key);
  return job;
}

std::vector<std::string_view> chosen_besides(const planned_job& job) {
  std::vector<std::string_view> all;
  for (const open_key& each : open_keys)
    if (!job.says(each.key)) all.push_back(each.words);
  return all;
}

}  // namespace headroom::program
