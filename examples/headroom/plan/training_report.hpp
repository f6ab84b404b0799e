// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/planned_job.hpp>
#include <nlohmann/json.hpp>
#include <vector>

#include "plan/training_search.hpp"
#include "reading.hpp"
#include "session.hpp"

// Plans of training in words, and as a member of "jobs" for machines.
namespace headroom::program {

// Where a limit of power leaves fewer machines, `without` are the plans without it; else none.
void write_training_plans(session& s, const planned_job& job, const std::vector<machine_plans>& all, const plan_request& asked, const std::vector<machine_plans>& without = {});

nlohmann::ordered_json plan_json(const plan_of_count& of);
// That plan, with its band, its memory and failures.
void put_plan(nlohmann::ordered_json& to, const machine_plans& of, const plan_of_count& plan, const step_estimate& estimate, const plan_request& asked);

nlohmann::ordered_json training_plans_json(const planned_job& job, const std::vector<machine_plans>& all, const plan_request& asked, const std::vector<machine_plans>& without = {});

}  // namespace headroom::program
