// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <array>
#include <headroom/model/parameters.hpp>
#include <string_view>

#include "validate/date.hpp"
#include "validate/figures.hpp"
#include "validate/ranking.hpp"
#include "validate/serving_defaults.hpp"
#include "validate/serving_speed_row.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

// Times and throughputs of servers.
namespace headroom::program::validation {

namespace {

// From the one that tells a server's throughput best to the one that tells it least.
constexpr std::array<std::string_view, 4> throughputs{"output_tokens_per_s_per_gpu", "output_tokens_per_s", "tokens_per_s_per_gpu",
                                                      "tokens_per_s"};

std::string_view throughput_metric_of(const json& row) {
  return first_measured(row, throughputs);
}

constexpr std::string_view ttft_metric = "ttft";
constexpr std::string_view tpot_metric = "tpot";
constexpr std::string_view requests_metric = "requests_per_s";

bool is_stated(const json& row) { return !flag(config_of(row), {"speculation_not_stated"}); }
bool is_of_replica(const json& row) { return !is_of_pools(row) && is_stated(row); }

// A rack serves one model: its row says how many machines or racks it has.
bool is_of_rack(const json& row) { return has(config_of(row), "vms") || has(config_of(row), "racks"); }

// The constants of servers were fitted to times that were measured on odd days of a month, before a day, where speculation is stated. No row
// repeats that.
constexpr calendar_date fitted_before{.year = 2026, .month = 4, .day = 22};
bool is_fitted(const json& row) {
  const calendar_date day = date_of(config_of(row)).value_or(calendar_date{});
  return measures(row, ttft_metric) && measures(row, tpot_metric) && is_stated(row) && day < fitted_before && day.day % 2 == 1;
}

void take_job(judged& one, const timed_server& timed, const serving_result& found) {
  const serving_requests& load = timed.asked;
  one.job = fmt::format("{} parameters, {}, {} of {} and {}, load {}, within {} and {} s", known(parameters(timed.job.model)).total(), timed.job.engine.name,
                        load.clients > 0 ? load.clients : timed.job.concurrent_sequences, load.prompt, load.answer, static_cast<int>(timed.loaded),
                        in_seconds(timed.first_limit), in_seconds(timed.token_limit));
  one.is_time = one.metric == tpot_metric;
  one.speed = one.is_time ? 1 / in_seconds(found.token) : in_tokens_per_second(found.output_per_gpu);
  one.gpu = timed.on.is().gpu()->name;
}

}  // namespace

bool is_serving_throughput(const json& row, std::string_view metric) {
  return metric == throughput_metric_of(row) && !metric.empty() && !is_of_rack(row);
}
bool is_rack_throughput(const json& row, std::string_view metric) {
  return is_of_rack(row) && (metric == throughput_metric_of(row) || metric == "over_other_gpu");
}
bool is_single_step(const json&, std::string_view metric) {
  return metric == "prompt_time_median" || metric == "token_time_median" || metric == "first_token_latency";
}
bool is_replica_token(const json& row, std::string_view metric) { return metric == tpot_metric && is_of_replica(row); }
bool is_replica_first_token(const json& row, std::string_view metric) { return metric == ttft_metric && is_of_replica(row); }
bool is_vllm_first_token(const json& row, std::string_view metric) {
  return is_replica_first_token(row, metric) && is_server(config_of(row), engines::vllm);
}
bool is_request_rate(const json& row, std::string_view metric) { return metric == requests_metric && is_of_replica(row); }
bool is_pools_token(const json& row, std::string_view metric) { return metric == tpot_metric && is_of_pools(row); }
bool is_pools_first_token(const json& row, std::string_view metric) { return metric == ttft_metric && is_of_pools(row); }
bool is_unstated_time(const json& row, std::string_view metric) {
  return (metric == tpot_metric || metric == ttft_metric) && !is_stated(row) && !is_of_pools(row);
}

void find_serving(const json& row, judged& one) {
  one.part = fitted_part(is_fitted(row));
  const timed_server timed = is_of_pools(row) ? timed_server{} : timed_server_of(row);
  const serving_result found = is_of_pools(row) ? pools_result_of(row) : result_of(timed);
  one.found = one.metric == "over_other_gpu" ? 0 : in_metric_of(one, found, timed.gpus);
  if (is_ranked(one.family)) take_job(one, timed, found);
  if (one.metric != "over_other_gpu") return;
  json other = row;
  other["config"]["gpu"] = text(config_of(row), {"other_gpu"}, "");
  one.found = found.output_per_gpu / result_of(timed_server_of(other)).output_per_gpu;
}

}  // namespace headroom::program::validation
