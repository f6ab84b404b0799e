// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <headroom/read/own/job_names.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/step_settings.hpp>
#include <headroom/training/step_time.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "estimate/step_estimate.hpp"

namespace headroom::program {

// The words of --tensor-overlap.
inline constexpr std::array tensor_overlap_names{
    read::named<tensor_overlap>{"none", tensor_overlap::none},
    read::named<tensor_overlap>{"measured", tensor_overlap::measured},
    read::named<tensor_overlap>{"bulk", tensor_overlap::bulk},
    read::named<tensor_overlap>{"ring", tensor_overlap::ring},
};

// Options that a plan does not take are those of estimate.
enum class settings_told { estimate, plan, plan_with_checkpoints };

// What no job says of a step and what was taken, with the option that says otherwise.
std::string settings_taken(const step_settings& as, const training_job& job, settings_told of = settings_told::estimate);

// Options that were given and change nothing of the job's step, as "--graphs" of a model without routed experts.
std::vector<std::string_view> without_effect(const training_job& job, const step_rates& on, const step_settings& as, const step_constants& by);

// What of a job's step no measured step has, so that the band says nothing of it: it is by formula alone.
std::vector<std::string> not_measured(const training_job& job, const step_settings& as);
// What takes time, and no estimate counts; empty: nothing.
std::string not_counted_of(const training_job& job);

// What a step mostly waits for, by its parts: "matrix products", "memory", "networks" ...
struct binding_part {
  std::string_view name{};
  double share = 0;  // of the step
};
binding_part binding_of(const step_schedule& of);

}  // namespace headroom::program
