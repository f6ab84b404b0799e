// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <headroom/plan/search.hpp>
#include <headroom/read/own/own_file.hpp>
#include <memory>
#include <vector>

#include "io.hpp"
#include "plan/plan_options.hpp"
#include "plan/serving_search.hpp"
#include "plan/shared_jobs.hpp"
#include "plan/training_search.hpp"
#include "search_clock.hpp"

// What options of headroom plan ask of jobs. All throw input_error where an option says what cannot be.
namespace headroom::program {

using job_files = std::vector<std::unique_ptr<own_file>>;
job_files read_files(const io& from, const plan_options& options);

plan_amount objective_of(const plan_options& options);

// Of the job of a kind in its place among them.
plan_request training_asked(const io& from, const plan_options& options, const planned_job& job, const search_clock& clock, std::size_t which = 0);
fleet_request fleet_asked(const io& from, const plan_options& options, const planned_job& job, const search_clock& clock, std::size_t which = 0);

// Of several jobs and demands: some that train, and some that go on, as services and demands do.
shared_request shared_asked_of(const plan_options& options, const pricing& terms, const search_clock& clock, bool some_train, bool some_go_on);

}  // namespace headroom::program
