// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/training/job.hpp>

#include "validate/row.hpp"

namespace headroom::program::validation {

// How a row divides its job; replicas are what is left of the GPUs where it does not say.
parallelism parallelism_of(const json& config);

// What a stage of ZeRO shares out; refuses what is none.
sharding zero_stage_in(const json& config, const names& keys);

// Whether a row says how its job is divided, where it has several GPUs.
bool says_division(const json& config);
// Whether it says what the backward pass computes again.
bool says_recomputation(const json& config);

// The job of a row: what it says, and of the rest what its framework does by default. Refuses a row that says too
// little, or what is not known.
training_job training_job_of(const json& config);

}  // namespace headroom::program::validation
