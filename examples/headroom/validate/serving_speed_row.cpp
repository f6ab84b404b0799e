// SPDX-License-Identifier: BSL-1.0
#include "validate/serving_speed_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headroom/inference/serving_pools.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/network/fabric.hpp>
#include <optional>
#include <string>

#include <headroom/read/common/words.hpp>
#include "validate/benchmarks.hpp"
#include "validate/names.hpp"
#include "validate/serving_row.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

// A limit of sequences is each data-parallel rank's own; rows say those of the replica. A server that is measured with so many
// clients is told to run as many.
void take_sequences(const json& c, timed_server& made) {
  serving_job& job = made.job;
  if (job.engine.most_sequences == 0) return;
  const bool is_stated = has(c, setting::sequences);
  if (!is_stated && made.loaded != serving_load_kind::clients) return;
  const count all = is_stated ? job.engine.most_sequences : made.asked.clients;
  job.engine.most_sequences = std::max<count>(1, (all + job.data_parallel - 1) / job.data_parallel);
}

count rounded(double tokens) { return whole_number(std::round(tokens), "a number of tokens"); }

void take_lengths(const json& c, timed_server& made) {
  const serving_benchmark* by = serving_benchmark_of(c);
  const double prompt = number(c, setting::mean_input, by != nullptr ? static_cast<double>(by->prompt) : 0);
  const double answer = number(c, setting::mean_output, 0);
  made.asked.prompt = rounded(prompt);
  made.asked.answer = rounded(answer);
  made.asked.answer_spread = number(c, setting::answer_spread, made.asked.answer_spread);
  if (!(made.asked.answer_spread >= 0 && made.asked.answer_spread <= 10)) throw refusal("answer_spread: expected a standard deviation of 0 to 10 means");
  made.asked.clients = has(c, setting::clients) ? degree(c, setting::clients) : whole(c, setting::batch, 0);
}

void take_load(const json& c, timed_server& made) {
  const std::string wanted = in_small_letters(text(c, setting::scenario, ""));
  if (has(c, setting::clients)) {
    made.loaded = serving_load_kind::clients;
  } else if (wanted == "server" || wanted == "interactive") {
    const serving_benchmark* by = serving_benchmark_of(c);
    const scenario_limits limits = by == nullptr ? scenario_limits{} : wanted == "server" ? by->server : by->interactive;
    if (!(limits.token > 0)) throw refusal("how long a token may take in this scenario is not known");
    made.loaded = serving_load_kind::limited;
    made.first_limit = milliseconds(limits.first);
    made.token_limit = milliseconds(limits.token);
  } else if (has(c, setting::batch)) {
    made.loaded = serving_load_kind::batch;
    if (made.asked.answer == 0) made.asked.answer = batch_answer;
  }
  const bool needs_prompt = made.loaded != serving_load_kind::batch;
  if (made.asked.answer == 0 || (needs_prompt && made.asked.prompt == 0)) throw refusal("the row does not say how long prompts and answers are");
}

// Requests come at random times, and all lengths are the mean.
serving_result result_within(const serving_replica& replica, const timed_server& timed) {
  const serving_latencies found = known(most_requests_within(replica, {.prompt = timed.asked.prompt, .answer = timed.asked.answer}, timed.first_limit, timed.token_limit));
  return {.first_token = found.first_token.mean, .token = found.token.mean, .sequences = found.sequences, .output = found.output, .output_per_gpu = found.output_per_gpu};
}

serving_result result_on(const timed_server& timed, const serving_job& job, const serving_constants& by) {
  const serving_replica replica = known(replica_of(job, timed.on.is(), timed.settings, by));
  switch (timed.loaded) {
    case serving_load_kind::clients: return closed_loop(replica, timed.asked);
    case serving_load_kind::batch: return static_batch(replica, timed.asked);
    case serving_load_kind::limited: return result_within(replica, timed);
    case serving_load_kind::saturated: break;
  }
  return most_throughput(replica, timed.asked);
}

}  // namespace

timed_server timed_server_of(const json& row) {
  const serving_row read = serving_row_of(row);
  const json& c = read.config;
  timed_server made{.job = read.job};
  serving_job& job = made.job;
  take_lengths(c, made);
  take_load(c, made);
  job.context = std::max<count>(add(made.asked.prompt, made.asked.answer), 1);
  job.concurrent_sequences = std::max(job.concurrent_sequences, job.data_parallel);
  job.engine.whole_blocks = false;  // it ran
  take_sequences(c, made);
  made.on = machine_with(*read.gpu, c);
  made.gpus = degree(c, setting::gpus, job.gpus_per_replica());
  made.is_divided = has(c, setting::tensor) || has(c, setting::data);
  if (made.is_divided && made.gpus % job.gpus_per_replica() != 0)
    throw refusal(fmt::format("{} GPUs are no whole number of replicas of {}", made.gpus, job.gpus_per_replica()));
  return made;
}

serving_result result_of(const timed_server& timed, const serving_constants& by) {
  if (timed.is_divided) return result_on(timed, timed.job, by);
  std::optional<serving_result> best;
  std::string why = "the model fits on no layout of these GPUs";
  const count most = std::min(timed.gpus, known(fabric_of(timed.on.is())).domain_gpus);
  for (count ranks = 1; ranks <= most; ranks *= 2) {
    serving_job job = timed.job;
    job.tensor_parallel = ranks;
    try {
      const serving_result one = result_on(timed, job, by);
      if (!best || one.output_per_gpu > best->output_per_gpu) best = one;
    } catch (const refusal& because) {
      why = because.what();
    }
  }
  if (!best) throw refusal(why);
  return *best;
}

double in_metric_of(const judged& one, const serving_result& found, count gpus) {
  const std::string_view metric = one.metric;
  const auto as_told = [&](const duration& time) { return in_unit_of(time, one.unit.empty() ? "ms" : one.unit); };
  if (metric == "ttft") return as_told(found.first_token);
  if (metric == "tpot" || metric == "token_time_median") return as_told(found.token);
  if (metric == "prompt_time_median" || metric == "first_token_latency") return as_told(found.prefill);
  if (metric == "requests_per_s") return in_unit_of_rate(in_requests_per_second(found.requests), "requests", one.unit);
  const double of_gpu = in_tokens_per_second(found.output_per_gpu);
  return in_unit_of_rate(is_of_gpu(one) ? of_gpu : of_gpu * static_cast<double>(gpus), "tokens", one.unit);
}

bool is_of_pools(const json& row) { return has(config_of(row), "prefill_workers"); }

serving_result pools_result_of(const json& row) {
  const auto pool = [&](const std::string& which) {
    json one = row;
    json& c = one["config"];
    c["tp"] = degree(c, {which == "prefill" ? "prefill_tp" : "decode_tp"}, 1);
    c["dp"] = degree(c, {which == "prefill" ? "prefill_attention_dp" : "decode_attention_dp"}, 1);
    c["ep"] = degree(c, {which == "prefill" ? "prefill_ep" : "decode_ep"}, 1);
    return timed_server_of(one);
  };
  const json& c = config_of(row);
  const timed_server prefill = pool("prefill");
  const timed_server decode = pool("decode");
  const serving_pools pools = known(pools_of(prefill.job, degree(c, {"prefill_workers"}), decode.job, degree(c, {"decode_workers"}), decode.on.is()));
  return closed_loop(pools, decode.asked);
}

}  // namespace headroom::program::validation
