// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/training/job.hpp>
#include <headroom/training/step_constants.hpp>
#include <headroom/training/step_settings.hpp>
#include <headroom/training/step_time.hpp>
#include <string_view>

#include "validate/row.hpp"
#include "validate/row_machine.hpp"

namespace headroom::program::validation {

// A row's job with all that its time depends on.
struct timed_job {
  training_job job{};
  step_settings settings{};
  row_machine on{};
  count gpus = 1;
};

// The latest software that constants were fitted to: Megatron-Bridge 26.08.
inline constexpr std::string_view newest_software = "2026-08";

// The job of a row on throughput: what it says, and of the rest what its framework does by default; where neither says what is
// computed again, as many layers as do not fit otherwise. Refuses a row that says too little.
timed_job timed_job_of(const json& row);

// The step that a row's metric is the time of, in the row's own unit: a time, a throughput or a rate of operations.
double in_metric_of(const json& row, const judged& one, const timed_job& timed, const step_schedule& step);
// Of a row's figures the one that tells its step best; empty: none does.
std::string_view step_metric_of(const json& row);

}  // namespace headroom::program::validation
