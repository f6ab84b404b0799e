// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/inference/serving_pools.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/units.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session.hpp"

// Percentiles of latency: of requests at random times, of clients that are simulated, and within limits.
namespace headroom::program {

// Of the 99th percentiles.
struct latency_limits {
  duration first_token{};
  duration token{};
};

struct latency_request {
  std::vector<double> rates{};  // requests a second of a replica
  double prompt_spread = 0;     // standard deviation over mean
  std::optional<double> answer_spread{};
  bool simulates = false;
  count seed = 1;
  std::optional<latency_limits> limits{};

  bool is_asked() const { return !rates.empty() || simulates || limits.has_value(); }
};

// One load of a replica.
struct latency_line {
  request_rate rate{};  // 0: clients send the next as the last is answered
  count clients = 0;
  bool is_simulated = false;
  bool is_within_limits = false;  // the most requests that are
  request_rate most{};  // that the replica answers
  std::string why{};   // there is none; empty: there is
  serving_latencies found{};
};

// "ttft=500ms,tpot=25ms", or one of both; refused otherwise.
latency_limits limits_of(std::string_view text);
// Refuses --prompt-spread and --answer-spread that are none.
void check_spreads(const latency_request& of);

// Requests are as long as `lengths` has them; its rate is not read.
std::vector<latency_line> latencies_of(const serving_replica& of, const serving_requests& asked, const serving_arrivals& lengths,
                                       const std::vector<count>& clients, const latency_request& how);

// The same of two pools, which are not simulated.
std::vector<latency_line> latencies_of(const serving_pools& of, const serving_arrivals& lengths, const latency_request& how);

// Of one machine, named where there are several.
struct machine_latencies {
  std::string_view machine{};
  const std::vector<latency_line>* lines = nullptr;
};
void write_latencies(session& s, bool of_pools, const std::vector<machine_latencies>& of, const serving_arrivals& lengths, const latency_request& asked);

nlohmann::ordered_json latency_json(const latency& of);
nlohmann::ordered_json latencies_json(const std::vector<latency_line>& of);

}  // namespace headroom::program
