// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/training/job.hpp>
#include <vector>

#include "validate/row.hpp"

// From a row of training memory to a job: docs/accuracy.md says in words how rows are read.
namespace headroom::program::validation {

// How a row divides its job; replicas are what is left of the GPUs where it does not say.
parallelism divided(const json& config);

// The job of a row that names its framework, or is of the BLOOM prequel; refuses others.
training_job job_of(const json& row);

// Megatron-LM's core: distributed optimizer, sequence parallelism with tensor parallelism, fused kernels.
training_job megatron_job(const json& config, const transformer& model);

// The first layers of a model: so many of them, with so many dense ones before those with experts.
transformer first_layers(transformer model, count layers, count dense);

// Measured memory of a GPU that trains.
std::vector<judged> judge_training_memory(const json& row);

}  // namespace headroom::program::validation
