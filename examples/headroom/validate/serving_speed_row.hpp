// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/inference/job.hpp>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/units.hpp>
#include <string_view>

#include "validate/row.hpp"
#include "validate/row_machine.hpp"

namespace headroom::program::validation {

// How a server is loaded: by clients that wait for their answers, by a batch that begins and ends together, or with more
// requests than it can take, all of them or as many as a token's time allows.
enum class serving_load_kind { clients, batch, saturated, limited };

// A row's server with all that its time depends on.
struct timed_server {
  serving_job job{};
  serving_requests asked{};
  serving_settings settings{};
  serving_load_kind loaded = serving_load_kind::saturated;
  duration first_limit{};  // of 99 requests in 100
  duration token_limit{};
  bool is_divided = false;    // whether the row says over how many GPUs a replica is
  row_machine on{};
  count gpus = 1;             // that the row's figure is of
};

// The server of a row: what it says, and of the rest what its engine does by default.
timed_server timed_server_of(const json& row);

// What it does; of a row that does not say how a replica is divided, in the layout that serves most.
serving_result result_of(const timed_server& timed, const serving_constants& by = measured_servers);

// What a metric tells of it: milliseconds, or tokens or requests a second of so many GPUs.
double in_metric_of(const judged& one, const serving_result& found, count gpus);

// Pools of workers that a row describes, and their load.
serving_result pools_result_of(const json& row);

// Whether the row is of pools.
bool is_of_pools(const json& row);

}  // namespace headroom::program::validation
