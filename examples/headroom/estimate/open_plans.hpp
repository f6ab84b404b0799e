// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <headroom/training/step_constants.hpp>
#include <headroom/units.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "reading.hpp"

// What a job that trains leaves open of how it is arranged, as plan/search.hpp chooses it: what `estimate` and `plan` search alike.
namespace headroom::program {

// The job with each degree of context parallelism that it leaves open, which it then says; as it is where it leaves none.
std::vector<planned_job> with_open_contexts(const planned_job& job);

// At most so many machines, in the layouts that the job allows. The job is by reference.
plan_kind open_kind_of(const machine& on, const planned_job& job, count machines, const figure<money_rate>& price, const step_constants& by);

// The job and its kinds are by reference.
training_plans open_plans_of(const planned_job& job, std::span<const plan_kind> kinds, std::span<const pipeline_schedule> schedules = {});

// Whether a plan has the expert parallelism that the job says.
bool is_as_said(const training_plan& plan, const planned_job& job);

// The job so arranged, which says its layout, its micro-batches and what is computed again.
planned_job as_arranged(planned_job job, const training_job& arranged);

// What is chosen besides a layout, in words: "micro-batch", "recomputation".
std::vector<std::string_view> chosen_besides(const planned_job& job);

}  // namespace headroom::program
