// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/training/job.hpp>
#include <string>
#include <string_view>
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

// Whether a row names a framework, a setting of training, or memory that only training takes.
bool says_training(const json& row);

// Measured memory of a GPU that trains.
std::vector<judged> judge_training_memory(const json& row, std::string_view family = "training_memory");

// The same of a row on throughput, where it tells that too: a family of its own, as most of them run again what a row
// on memory has told.
std::vector<judged> judge_memory_of_run(json row);

// What tells one run's figure from another's, in rows of either family: the source and the place in it, settings, figure.
// Sources print runs of the same settings more than once.
std::string run_told(const json& row, std::string_view metric, double value);

}  // namespace headroom::program::validation
