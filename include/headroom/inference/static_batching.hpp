// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/inference/request_lengths.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// Requests in batches, each of which begins when the one before it has ended. The formulas: docs/reference/inference/static_batching.md.
namespace headroom {

// Tokens of the longest of so many answers, in the mean: log-normal, with a standard deviation of so many means.
constexpr double longest_of(count answers, count mean, double spread) {
  const auto of_mean = static_cast<double>(mean);
  if (answers <= 1 || !(spread > 0)) return of_mean;
  const double deviation = detail::log_deviation(spread);
  const double median = of_mean * math::exponential(-deviation * deviation / 2);
  // One is longer than x with a chance of 1 - F(x)^answers, whose integral over x is that mean; x is stepped through in standard deviations of
  // its logarithm, of which eight leave nothing out.
  constexpr double reach = 8;
  constexpr int steps = 320;
  double sum = 0;
  for (int i = 0; i <= steps; ++i) {
    const double z = reach * (2.0 * i / steps - 1);
    const double above = z < 0 ? 1 - detail::normal_tail(-z) : detail::normal_tail(z);
    const double any_above = above < 1 ? 1 - math::exponential(static_cast<double>(answers) * math::log_of_rest(above)) : 1;
    sum += (i == 0 || i == steps ? 0.5 : 1) * any_above * deviation * detail::power_of_e(deviation * z);
  }
  return median * (math::exponential(-deviation * reach) + sum * 2 * reach / steps);
}

// The same of lengths by their quantiles.
constexpr double longest_of(count answers, const request_lengths& of) {
  const auto to_power = [](double base, count times) {
    double made = 1;
    for (; times > 0; times /= 2, base *= base)
      if (times % 2 == 1) made *= base;
    return made;
  };
  // All are no longer than x with a chance of F(x)^answers, whose integral the longest stays short by: F is straight from one length to the
  // other of a piece, and stays where it is between pieces.
  double longest = of.longest();
  double share = 0;
  double end = 0;
  of.for_each_piece([&](double more, double low, double high) {
    longest -= (low - end) * to_power(share, answers);
    const double next = share + more;
    longest -= (high - low) * (to_power(next, answers + 1) - to_power(share, answers + 1)) / (static_cast<double>(answers + 1) * more);
    share = next;
    end = high;
  });
  return longest;
}

// The steady state of so many clients, each of which sends the next request as the last is answered, in batches of all that have a place
// until the longest answer among them ends, at the end of the context at the latest. Answers are as `lengths` says, or else spread as `asked` does.
constexpr serving_result static_batches(const serving_replica& of, serving_requests asked, count context, const request_lengths& lengths = {}) {
  const auto room_for_answer = static_cast<double>(context - asked.prompt);
  const auto longest = [&](count batch) {
    return math::smaller(room_for_answer, lengths.is_empty() ? longest_of(batch, asked.answer, asked.answer_spread) : longest_of(batch, lengths));
  };
  const auto has_room = [&](count batch) {
    return static_cast<double>(batch) <= detail::sequences_held(of, static_cast<double>(asked.prompt) + longest(batch));
  };
  const count clients = asked.clients;
  count most = 1;  // with room, of which there is some for one at least
  for (count beyond = clients < 1 ? 1 : clients; most < beyond;) {
    const count middle = most + (beyond - most + 1) / 2;
    if (has_room(middle)) most = middle;
    else beyond = middle - 1;
  }
  asked.clients = most;
  const double tokens_of_longest = longest(most);
  serving_result made = static_batch(of, asked, tokens_of_longest);
  // The host has to do with the requests of a batch before its first step.
  const double in_steps = static_cast<double>(most) / in_requests_per_second(made.requests);
  const double took = in_steps + in_seconds(of.engine.first);
  made.requests = requests_per_second(static_cast<double>(most) / took);
  made.output *= in_steps / took;
  made.output_per_gpu *= in_steps / took;
  // Who has a shorter answer sends the next request before its batch has ended; and others wait until batches before theirs have.
  made.first_token += of.engine.first + (tokens_of_longest - static_cast<double>(asked.answer)) * made.token;
  if (clients > most) made.first_token += static_cast<double>(clients - most) / made.requests;
  return made;
}

}  // namespace headroom
