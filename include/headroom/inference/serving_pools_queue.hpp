// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/inference/serving_pools.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// How long requests of disaggregated pools take that come at random times: means and percentiles in closed form. The formulas:
// docs/reference/inference/serving_pools_queue.md.
namespace headroom::detail {

// Moments of what a prompt takes on a prefill worker, `own` with what moves its cache to another.
struct pool_prompts {
  double read = 0, read_squared = 0, read_cubed = 0;
  double own = 0, own_squared = 0;
  double least = 0;  // of own, the shortest
};

// An open loop of both pools. Each request goes to any worker of a pool, so that those of one worker come at random times, too.
struct pools_queue {
  const serving_pools& of;
  serving_arrivals asked{};
  double answers = 1;   // of a sequence that decodes at a random time, the answer over the mean: long ones are there longer
  double decoded = 0;   // tokens of an answer after its first
  answer_steps steps{};
  double further = 1;
  double most = 0;      // sequences of a decode worker
  replica_lines lines{};
  double idle = 0;      // a step of a prefill worker that reads nothing

  constexpr pools_queue(const serving_pools& pools, const serving_arrivals& arrivals)
      : of(pools), asked(with_moments(arrivals)), answers(1 + asked.answer_spread * asked.answer_spread), steps(steps_of_answer(pools.decode, static_cast<double>(asked.answer))), further(steps.tokens_each()) {
    const auto prompt = static_cast<double>(asked.prompt), answer = static_cast<double>(asked.answer);
    decoded = math::larger(answer - 1, 0);
    most = math::floor(sequences_held(of.decode, prompt, answer * answers));
    lines = lines_of(of.decode, 0, prompt + answer * answers / 2);
    idle = decoding(of.prefill, 0, 0).total();
  }

  // Of so many prompts that batches read together, each of which takes as long as the longest.
  constexpr pool_prompts prompts(double together) const {
    pool_prompts sum;
    double shorter = 0;  // the share of prompts
    for_each_standing_prompt(asked, [&](count tokens, double share) {
      const auto all_of = [&](double of_one) { return of_one > 0 ? power_of_e(together * math::log_of_rest(math::larger(0, 1 - of_one))) : 0; };
      const double longest = together > 1 ? all_of(shorter + share) - all_of(shorter) : share;
      shorter += share;
      const double alone = reading(of.prefill, tokens, 0, 0, idle).alone;
      const double cache = cache_of_own(of.prefill, static_cast<double>(tokens)) * static_cast<double>(of.prefill.load.tensor);
      const double own = alone + (of.transfer > 0 ? cache / of.transfer : 0);
      sum.read += longest * alone;
      sum.read_squared += longest * alone * alone;
      sum.read_cubed += longest * alone * alone * alone;
      sum.own += longest * own;
      sum.own_squared += longest * own * own;
      if (sum.least == 0) sum.least = own;
    });
    return sum;
  }

  constexpr double step(double sequences) const { return decoding(of.decode, lines, sequences).total(); }
  constexpr double token(double sequences) const { return step(sequences) / further; }
  constexpr double batches() const { return batches_at_once(of.prefill); }

  // Requests a second that prefill workers read, and that decode workers end.
  constexpr double most_read() const { return static_cast<double>(of.prefill_workers) * batches() / prompts(batches()).read; }
  constexpr double most_written() const {
    const double places = math::larger(1, most);  // whether one has room, open_loop says
    return decoded > 0 ? static_cast<double>(of.decode_workers) * places / (decoded * token(places)) : static_cast<double>(max_count);
  }
  constexpr double most_requests() const { return math::smaller(most_read(), most_written()); }

  // Sequences of a decode worker at once, so that as many end as come. A request meets that many others.
  constexpr double sequences(double rate) const {
    double low = 0;
    double high = most - 1;
    for (int halving = 0; halving < 30 && high - low > 1e-4 * high; ++halving) {
      const double middle = (low + high) / 2;
      (rate * decoded * token(1 + middle) < middle ? high : low) = middle;
    }
    return (low + high) / 2;
  }
};

template <>
struct open_loop_of<serving_pools> {
  static constexpr open_loop_times times(const serving_pools& of, const serving_arrivals& arrivals, request_rate capacity);
  static constexpr request_rate most_requests(const serving_pools& of, const serving_arrivals& asked) { return requests_per_second(pools_queue(of, asked).most_requests()); }
  static constexpr count gpus(const serving_pools& of) { return of.gpus(); }
};

constexpr open_loop_times open_loop_of<serving_pools>::times(const serving_pools& of, const serving_arrivals& arrivals, request_rate capacity) {
  if (const std::string_view why = contradiction(arrivals); !why.empty()) return {.refused = why};
  const pools_queue q(of, arrivals);
  const serving_arrivals& asked = q.asked;
  if (!(q.most >= 1)) return {.refused = "memory has no room for a request of such a length"};
  if (!(asked.rate < capacity)) return {.refused = "not stable: more requests a second than the pools answer"};
  const bool spreads = asked.prompt_spread > 0 || asked.answer_spread > 0;

  // ---- A token: steps are longer with more sequences, which are negative binomial where that is in proportion.
  const double all = in_requests_per_second(asked.rate);
  const double rate = all / static_cast<double>(of.decode_workers);
  const double n = q.sequences(rate);
  const double token = q.token(1 + n);
  const double spacing = math::larger(1, 0.05 * n);
  const double slope = (q.token(1 + n + spacing) - token) / spacing;
  const double variance_of_n = n / math::larger(0.02, 1 - rate * q.decoded * slope);
  const time_moments of_token{
      .floor = math::smaller(token, q.token(1)), .mean = token, .variance = 2.0 / 3 * slope * slope * variance_of_n, .is_log_normal = spreads};

  // ---- The first token: a prompt waits for those before it, by Pollaczek and Khinchine's and Takacs' M/G/1. Batches begin together: a
  // prompt meets a step half of which is left, and as before several servers (Sakasegawa, 1977) those that found no batch.
  const double of_reader = all / static_cast<double>(of.prefill_workers);
  const double batches = q.batches();
  const double busy = all / q.most_read();
  const pool_prompts prompt = q.prompts(1 + (batches - 1) * busy);
  const double under_way = math::smaller(1, of_reader * prompt.read);
  const double others = power_of_e(math::square_root(2 * (batches + 1)) * math::log_of_rest(1 - busy)) / (batches * (1 - busy));
  const double of_others = prompt.read_squared / prompt.read / 2;
  const double wait = (under_way + others) * of_others;
  const double wait_squared = 2 * wait * others / busy * of_others + (under_way + others) * prompt.read_cubed / prompt.read / 3;
  const double outside = outside_of_prompts(of, token * q.further);
  time_moments first{.floor = outside + prompt.least, .mean = outside + prompt.own, .is_log_normal = spreads};
  first.variance = math::larger(0, prompt.own_squared - prompt.own * prompt.own);
  const chance_of_wait queue = wait_of_moments(wait, wait_squared);
  const auto seconds_of_place = [&](double held) { return q.decoded * q.token(held); };
  const chance_of_wait place = q.decoded > 0 ? wait_for_place(q.most, rate, asked.answer_spread, seconds_of_place) : chance_of_wait{};

  time_moments request = first;
  request.floor += asked.answer_spread > 0 ? 0 : q.decoded * with_drafts(of_token, q.steps, q.answers).floor;
  request.mean += q.decoded * token;
  const double of_answer = token * asked.answer_spread * q.decoded;
  request.variance += q.decoded * q.decoded * (q.answers * of_token.variance + q.steps.token_variance(token)) + of_answer * of_answer;

  return {.decoding = q.decoded * token, .token = with_drafts(of_token, q.steps, q.answers).latencies(), .first = first, .whole = request, .queue = queue, .place = place};
}

}  // namespace headroom::detail
