// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/report/chart.hpp>
#include <span>

#include "estimate/serving_estimate.hpp"
#include "estimate/step_estimate.hpp"

// Pictures of estimates. Those that are not known are left out.
namespace headroom::program {

// Where a training step goes on each machine, and how fast each trains.
report::chart step_time_chart(std::span<const step_estimate> on);
report::chart training_speed_chart(std::span<const step_estimate> on);

// Where a step of decoding goes on each machine, with the clients of the job.
report::chart decoding_chart(std::span<const serving_estimate> on);

// Over the clients of a replica: the times of a request, and what a GPU does.
report::chart latency_chart(const serving_estimate& of);
report::chart throughput_chart(std::span<const serving_estimate> on);

}  // namespace headroom::program
