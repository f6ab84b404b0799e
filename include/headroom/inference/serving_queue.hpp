// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/inference/request_lengths.hpp>
#include <headroom/inference/serving_load.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_step.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// How long requests take that come at random times (an open loop): means and percentiles in closed form. The formulas:
// docs/reference/inference/serving_queue.md. The same by simulation: serving_simulation.hpp.
namespace headroom {

// Requests of a replica, at random times that do not depend on each other (a Poisson process). Lengths are log-normal, or as their
// quantiles say, which then stand for mean and spread.
struct serving_arrivals {
  double rate{};         // requests a second
  count prompt = 1'024;  // tokens, the mean
  count answer = 1'024;
  double prompt_spread{};  // standard deviation over mean; 0: all are as long
  double answer_spread{};
  request_lengths prompts{};
  request_lengths answers{};
};

// Of one kind of time, over all requests.
struct latency {
  duration mean{};
  duration p50{};
  duration p90{};
  duration p99{};
};

// The longer mean, and the longer of each percentile; or the shorter ones.
constexpr latency longer(const latency& a, const latency& b) {
  const auto of = [](duration x, duration y) { return x < y ? y : x; };
  return {of(a.mean, b.mean), of(a.p50, b.p50), of(a.p90, b.p90), of(a.p99, b.p99)};
}
constexpr latency shorter(const latency& a, const latency& b) {
  const auto of = [](duration x, duration y) { return y < x ? y : x; };
  return {of(a.mean, b.mean), of(a.p50, b.p50), of(a.p90, b.p90), of(a.p99, b.p99)};
}

struct serving_latencies {
  latency first_token{};  // TTFT: from the request to its first token
  latency token{};        // TPOT: of an answer, the mean from one token to the next
  latency request{};      // from the request to its last token
  double sequences{};   // that decode at once, the mean
  double requests_per_second{};       // answered
  double most_requests_per_second{};  // that the replica can answer; 0: not known
  token_rate output{};                  // tokens of answers
  token_rate output_per_gpu{};
};

// Why arrivals cannot be, in words; empty: they can.
constexpr std::string_view contradiction(const serving_arrivals& of) {
  if (!(of.rate > 0 && of.rate <= 1e9)) return "requests a second are more than 0, up to 1,000,000,000";
  for (const count n : {of.prompt, of.answer})
    if (n < 1 || n > max_count) return "tokens of a prompt and of an answer are 1 to 2^40";
  for (const double spread : {of.prompt_spread, of.answer_spread})
    if (!(spread >= 0 && spread <= 10)) return "a spread of lengths is a standard deviation of 0 to 10 means";
  if ((!of.prompts.is_empty() && of.prompt_spread > 0) || (!of.answers.is_empty() && of.answer_spread > 0))
    return "lengths have a spread or quantiles, not both";
  return {};
}

// With the means and spreads of the lengths whose quantiles it has.
constexpr serving_arrivals with_moments(serving_arrivals of) {
  if (!of.prompts.is_empty()) {
    of.prompt = static_cast<count>(math::round(of.prompts.mean()));
    of.prompt_spread = of.prompts.spread();
  }
  if (!of.answers.is_empty()) {
    of.answer = static_cast<count>(math::round(of.answers.mean()));
    of.answer_spread = of.answers.spread();
  }
  return of;
}

// Of the mean lengths.
constexpr serving_requests requests_of_mean(const serving_arrivals& of) {
  const serving_arrivals means = with_moments(of);
  return {.prompt = means.prompt, .answer = means.answer};
}

namespace detail {

// Ends of steps that pass between a request and the step that takes up its prompt. The first is that of the step during which the
// request comes, of which half is left on average.
constexpr double step_ends_waited(const serving_replica& of) { return math::larger(1, math::floor(of.engine.steps_waited + 1)); }

// The logarithm of a log-normal length has this standard deviation.
constexpr double log_deviation(double spread) {
  const double variance = spread * spread;
  return math::square_root(-math::log_of_rest(variance / (1 + variance)));
}

// e to the power of x, of any sign.
constexpr double power_of_e(double x) { return x > 0 ? 1 / math::exponential(-x) : math::exponential(x); }

// Calls `of(tokens, share)` of prompts that stand for all: Gauss-Hermite quadrature of the normal distribution, or Gauss-Legendre
// between each two quantiles.
template <class Of>
constexpr void for_each_standing_prompt(const serving_arrivals& asked, Of&& of) {
  const auto at = [&](double tokens, double share) { of(static_cast<count>(math::larger(1, math::round(tokens))), share); };
  if (!asked.prompts.is_empty()) {
    constexpr double from_middle = 0.28867513459481288;  // of the distance: 1 / (2 sqrt(3))
    return asked.prompts.for_each_piece([&](double share, double low, double high) {
      if (!(high > low)) return at(low, share);
      for (const double away : {-from_middle, from_middle}) at((low + high) / 2 + away * (high - low), share / 2);
    });
  }
  const auto mean = static_cast<double>(asked.prompt);
  if (!(asked.prompt_spread > 0)) return at(mean, 1);
  const double deviation = log_deviation(asked.prompt_spread);
  constexpr double root_of_3 = 1.7320508075688772;
  for (const double z : {-root_of_3, 0.0, root_of_3}) at(mean * power_of_e(deviation * (z - deviation / 2)), z == 0 ? 2.0 / 3 : 1.0 / 6);
}

// Moments of what a prompt takes.
struct prompt_moments {
  double longer = 0;         // that steps take for it
  double longer_squared = 0;
  double whole = 0;          // with the share of its steps that is not for prompts, where others follow at once
  double whole_squared = 0;
  double whole_cubed = 0;
  double alone = 0;          // with all of these steps
  double least = 0;          // of the shortest
  double chunks = 0;         // whole ones, of a step each
  double joined = 0;         // that each of others' makes it longer which are read in the same step
  double joined_squared = 0;
  double step_variance = 0;  // of a step's length
};

// An open loop at some number of sequences that decode.
struct queue_model {
  const serving_replica& of;
  serving_arrivals asked{};
  double context = 0;   // of a sequence that decodes, at a random time: long answers are there longer
  double decoded = 0;   // tokens of an answer after its first
  double further = 1;

  constexpr queue_model(const serving_replica& replica, const serving_arrivals& arrivals)
      : of(replica), asked(with_moments(arrivals)), further(tokens_of_step(replica)) {
    const auto answer = static_cast<double>(asked.answer);
    context = static_cast<double>(asked.prompt) + answer * answer_weight() / 2;
    decoded = math::larger(answer - 1, 0);
  }
  constexpr double answer_weight() const { return 1 + asked.answer_spread * asked.answer_spread; }
  constexpr double sequences_that_fit() const {
    return math::floor(sequences_held(of, static_cast<double>(asked.prompt) + static_cast<double>(asked.answer) * answer_weight()));
  }
  constexpr double batches() const { return batches_at_once(of); }
  // The fullest batch binds, but for experts, which have the tokens of all ranks. Each request goes to the emptiest, so that the fullest has half a sequence
  // more than the mean.
  constexpr double step(double sequences) const {
    const step_seconds_of_serving mean = decoding(of, sequences, context);
    if (batches() <= 1) return mean.total();
    step_seconds_of_serving fullest = decoding(of, sequences + (batches() - 1) / 2, context);
    for (std::size_t i = 0; i < serving_part_count; ++i)
      if (has_tokens_of_all_ranks(of.load, i)) fullest.time[i] = mean.time[i];
    return fullest.total();
  }

  constexpr prompt_moments prompts(double rate, double sequences, double step_seconds) const {
    prompt_moments sum;
    prompt_of_batch of_batches;
    for_each_standing_prompt(asked, [&](count tokens, double share) {
      const replica_lines lines = lines_of(of, tokens, context);
      const prompt_of_batch one = batches() > 1 ? in_a_batch(lines, sequences) : prompt_of_batch{.own = reading(of, lines, sequences, step_seconds).occupied};
      const double longer = one.own + one.shared;
      of_batches.steps += share * one.steps;
      of_batches.tokens += share * read_tokens(of, tokens);
      of_batches.own += share * one.own;
      of_batches.shared += share * one.shared;
      const double chunks = read_tokens(of, tokens) / static_cast<double>(of.chunk);
      const double whole = (longer + chunks * step_seconds) / batches();
      const double alone = longer + math::ceil(chunks) * step_seconds;
      sum.longer += share * longer;
      sum.longer_squared += share * longer * longer;
      sum.whole += share * whole;
      sum.whole_squared += share * whole * whole;
      sum.whole_cubed += share * whole * whole * whole;
      sum.alone += share * alone;
      sum.chunks += share * math::ceil(chunks);
      if (sum.least == 0 || alone < sum.least) sum.least = alone;
    });
    sum.joined = sum.longer;
    sum.joined_squared = sum.longer_squared;
    if (of_batches.steps > 0 && sum.longer > 0) beside_each_other(sum, of_batches, rate, step_seconds);
    else if (const double busy = rate * sum.longer; busy < 1) sum.step_variance = rate * sum.longer_squared * step_seconds / (1 - busy) / (1 - busy * busy);
    return sum;
  }

  // A prompt that one batch reads: what steps take longer for it by that batch, and by experts, which have the tokens of all ranks.
  struct prompt_of_batch {
    double steps = 0;
    double tokens = 0;
    double own = 0;
    double shared = 0;
  };
  constexpr prompt_of_batch in_a_batch(const replica_lines& lines, double sequences) const {
    const step_seconds_of_serving reads = step_with_prompt(of, lines, sequences / batches(), lines.chunk_tokens);
    const step_seconds_of_serving idle = decoding(of, lines, sequences);
    prompt_of_batch made{.steps = lines.chunks};
    for (std::size_t i = 0; i < serving_part_count; ++i) {
      const double more = lines.chunks * (reads.time[i] - idle.time[i]);
      if (has_tokens_of_all_ranks(of.load, i)) made.shared += more / batches();
      else made.own += more;
    }
    made.own = math::larger(0, made.own);
    made.shared = math::larger(0, made.shared);
    return made;
  }

  // Of so many chunks that come to a step each goes to the emptiest batch, and none to one that has another, until as many come as there are batches: then they fill
  // what answers that ended left of each, which is at random.
  constexpr fullest_batch reads_most(double come, double room) const {
    const double none = math::exponential(-come);
    const double one_each = math::exponential(-come / batches());
    fullest_batch made = fullest_of(batches(), come, room);
    made.slope = (1 - one_each) * made.slope + one_each * none + one_each / batches() * (made.mean - (1 - none));
    made.mean = (1 - one_each) * made.mean + one_each * (1 - none);
    made.square = (1 - one_each) * made.square + one_each * (1 - none);
    return made;
  }

  // Batches that read beside each other make the same steps longer, by the chunks of the one that reads most, which reads as many as have room in one.
  constexpr void beside_each_other(prompt_moments& sum, const prompt_of_batch& one, double rate, double step_seconds) const {
    const double own = one.own / one.steps;
    const double shared = one.shared / one.steps;
    const double chunks = rate * one.steps;
    const double room = math::larger(1, static_cast<double>(of.chunk) * one.steps / one.tokens);
    // Newton, from above: what comes in a step, less what is read in it, bends down.
    double at_once = batches() * room;
    fullest_batch fullest;
    for (int round = 0; round < 12; ++round) {
      fullest = reads_most(at_once, room);
      const double slope = 1 - chunks * (fullest.slope * own + shared);
      if (!(slope > 0)) break;
      const double next = at_once + (chunks * (step_seconds + fullest.mean * own + at_once * shared) - at_once) / slope;
      const double kept = math::larger(0, math::smaller(batches() * room, next));
      if (math::absolute(kept - at_once) <= 1e-9 * at_once) break;
      at_once = kept;
    }
    fullest = reads_most(at_once, room);
    sum.longer = at_once > 1e-9 ? one.own * fullest.mean / at_once + one.shared : one.own + one.shared;
    sum.joined = one.shared;
    sum.joined_squared = one.shared * one.shared;
    sum.step_variance = math::larger(0, fullest.square - fullest.mean * fullest.mean) * own * own + at_once * shared * shared;
    // While one batch reads, others do.
    const double beside = at_once * (batches() - 1) / batches() * one.shared;
    const double of_batch = beside / batches();
    sum.whole_cubed += 3 * of_batch * sum.whole_squared + 3 * of_batch * of_batch * sum.whole + of_batch * of_batch * of_batch;
    sum.whole_squared += 2 * of_batch * sum.whole + of_batch * of_batch;
    sum.whole += of_batch;
    sum.alone += beside;
  }

  // What a prompt waits for others of the batches, as before several servers (Sakasegawa, 1977): so much less often than before one that is as busy.
  constexpr double meets(double busy) const {
    return batches() > 1 && busy > 0 ? power_of_e((math::square_root(2 * (batches() + 1)) - 2) * math::log_of_rest(1 - busy)) : 1;
  }
  constexpr double queued(double rate, const prompt_moments& prompt) const {
    const double busy = rate * prompt.whole;
    return meets(busy) * rate * prompt.whole_squared / (2 * (1 - busy));
  }

  // The share of time that steps do not take longer for prompts.
  constexpr double left_of(double rate, const prompt_moments& prompt) const { return 1 - rate * prompt.longer; }

  // Seconds of a token, with so many sequences at once; below 0: prompts leave no time for it.
  constexpr double token(double rate, double sequences) const {
    const double took = step(sequences);
    const double left = left_of(rate, prompts(rate, sequences, took));
    return left > 0 ? took / further / left : -1;
  }

  // Seconds that a request has its place, where so many have one all the time: the steps of its prompt and of its answer, and what prompts make these
  // longer, which is that of as many prompts as there are places, since each place has another one meanwhile.
  constexpr double seconds_of_place(double sequences, const prompt_moments& prompt, double took) const {
    return (prompt.chunks + decoded / further) * took + sequences * prompt.longer;
  }
  constexpr double seconds_of_place(double rate, double sequences) const {
    const double took = step(sequences);
    return seconds_of_place(sequences, prompts(rate, sequences, took), took);
  }

  // Whether places go as fast as so many requests a second ask for them.
  constexpr bool is_placed(double rate, double most) const { return rate * seconds_of_place(rate, most) < most; }

  // Whether prompts are read as fast as they come, beside as many sequences as there are then, and beside one: a prompt may take longer beside few, where it
  // stops drafts, or has experts read that the others would have read.
  constexpr bool is_read(double rate, double most) const {
    const double n = sequences(rate, most);
    return rate * prompts(rate, n, step(n)).whole < 1 && rate * prompts(rate, 1, step(1)).whole < 1;
  }

  // Requests a second that are answered as fast as they come.
  constexpr double most_requests() const {
    const double most = math::larger(1, sequences_that_fit());  // whether one has room, open_loop says
    double high = 1;
    while (is_placed(high, most) && high < 1e12) high *= 2;
    while (!is_placed(high / 2, most) && high > 1e-12) high /= 2;
    double low = is_placed(high / 2, most) ? high / 2 : 0;
    for (int halving = 0; halving < 24; ++halving) {
      const double middle = (low + high) / 2;
      (is_placed(middle, most) ? low : high) = middle;
    }
    if (!(low > 0) || is_read(low, most)) return low;
    high = low;
    low = 0;
    for (int halving = 0; halving < 24; ++halving) {
      const double middle = (low + high) / 2;
      (is_read(middle, most) ? low : high) = middle;
    }
    return low;
  }

  // The share of an answer that is written after requests are taken up which came as it began.
  constexpr double share_after_wait() const {
    return decoded > 0 ? math::larger(0, 1 - (step_ends_waited(of) - 1) * further / decoded) : 0;
  }

  // Seconds by which an answer takes longer for requests that came while its own prompt was read: their prompts follow, and those
  // of who comes meanwhile. Not of answers that end before these are taken up. Without end where prompts come faster than they are read.
  constexpr double followed(double rate, double took, const prompt_moments& prompt) const {
    const double left = left_of(rate, prompt);
    const double free = 1 - rate * prompt.whole;
    if (!(left > 0) || !(free > 0)) return std::numeric_limits<double>::infinity();
    const double came = rate * math::larger(0, queued(rate, prompt) + prompt.alone - took / left);
    return came / batches() * prompt.longer / left * share_after_wait();
  }

  // Sequences that decode at once, so that as many end as come. A request meets that many others.
  constexpr double sequences(double rate, double most) const {
    double low = 0;
    double high = most - 1;
    for (int halving = 0; halving < 30 && high - low > 1e-4 * high; ++halving) {
      const double middle = (low + high) / 2;
      const double took = step(1 + middle);
      const prompt_moments prompt = prompts(rate, 1 + middle, took);
      const double left = left_of(rate, prompt);
      const bool ends = left > 0 && rate * (decoded * took / further / left + followed(rate, took, prompt)) < middle;
      (ends ? high : low) = middle;
    }
    return (low + high) / 2;
  }
};

// Of the standard normal distribution, below -z: Abramowitz and Stegun 26.2.17, of z from 0.
constexpr double normal_density(double z) { return 0.3989422804014327 * math::exponential(-z * z / 2); }
constexpr double normal_tail(double z) {
  const double t = 1 / (1 + 0.2316419 * z);
  return normal_density(z) * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
}

// Of a part of a time that is never more than this.
struct bounded_moments {
  double mean = 0;
  double variance = 0;
  double most = 0;
};

// Of a sum of times: a floor, and above it a distribution with these moments. It is gamma, or log-normal where lengths are; and where it spreads
// more widely than an exponential one, as where few wait at all, exponential of a part, and nothing of the others.
struct time_moments {
  double floor = 0;
  double mean = 0;
  double variance = 0;
  bool is_log_normal = false;
  bounded_moments bounded{};  // of the mean and the variance

  // Where a normal distribution is so many standard deviations above its mean: no further than what is bounded may be beyond the others.
  constexpr double quantile(double z) const {
    const double of_all = unbounded_quantile(z);
    if (!(bounded.most > 0)) return of_all;
    const time_moments others{.floor = floor, .mean = mean - bounded.mean, .variance = variance - bounded.variance, .is_log_normal = is_log_normal};
    return math::smaller(of_all, others.unbounded_quantile(z) + bounded.most);
  }
  // Of gamma by Wilson and Hilferty.
  constexpr double unbounded_quantile(double z) const {
    const double above = mean - floor;
    if (!(above > 0) || !(variance > 0)) return mean;
    if (is_log_normal) {
      const double deviation = log_deviation(math::square_root(variance) / above);
      return floor + above * power_of_e(deviation * (z - deviation / 2));
    }
    if (variance > above * above) {
      const double of_those = (variance + above * above) / (2 * above);
      const double rarer = above / of_those / normal_tail(z);
      return rarer > 1 ? floor - of_those * math::log_of_rest(1 - 1 / rarer) : floor;
    }
    const double ninth = variance / (above * above) / 9;
    const double root = math::larger(0, 1 - ninth + z * math::square_root(ninth));
    return floor + above * root * root * root;
  }
  constexpr latency latencies() const {
    return {seconds(mean), seconds(quantile(0)), seconds(quantile(1.2815515655446004)), seconds(quantile(2.3263478740408408))};
  }
};

// A wait that few have: nothing, or with this chance a time that is exponential, with this mean.
struct chance_of_wait {
  double chance = 0;
  double mean = 0;

  constexpr double expected() const { return chance * mean; }
};

// The wait with this mean and this mean of squares, in which all wait where that would take more than all.
constexpr chance_of_wait wait_of_moments(double mean, double mean_square) {
  if (!(mean > 0)) return {};
  const double chance = math::smaller(1, 2 * mean * mean / mean_square);
  return {chance, mean / chance};
}

// A time behind two waits that do not depend on each other. No distribution with the mean and variance of the sum would do: it is the time by itself for those
// who do not wait, and many times as long for others. So the time is spread evenly between some of its quantiles, and each piece has the waits before it.
struct time_behind_waits {
  static constexpr std::size_t pieces = 8;
  static constexpr std::array<double, pieces + 1> deviations{-3.0902323061678132, -1.2815515655446004, -0.5244005127080407, 0, 0.5244005127080407,
                                                             1.2815515655446004,  1.6448536269514722,  2.3263478740408408,  3.0902323061678132};
  static constexpr std::array<double, pieces + 1> shares{0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 1};  // of all, up to each

  time_moments time{};
  chance_of_wait first{};
  chance_of_wait second{};
  double waits_first = 0;   // what each exponential counts in the sum of both
  double waits_second = 0;
  std::array<double, pieces + 1> at{};

  constexpr time_behind_waits(const time_moments& of, const chance_of_wait& one, const chance_of_wait& other) : time(of), first(one), second(other) {
    // Of two exponential times the sum is longer with the chances of both, weighted, unless their means are the same: then with those of nearly the same.
    if (math::absolute(first.mean - second.mean) < 1e-3 * second.mean) first.mean *= 1 + 2e-3;
    const double both = first.chance * second.chance;
    const double apart = first.mean - second.mean;
    waits_first = first.chance - both + (apart != 0 ? both * first.mean / apart : 0);
    waits_second = second.chance - both - (apart != 0 ? both * second.mean / apart : 0);
    for (std::size_t i = 0; i <= pieces; ++i) at[i] = time.quantile(deviations[i]);
  }

  // The share of all that take longer for a wait with this mean: that it lasts still which began at any time of each piece.
  constexpr double still_waiting(double mean, double limit) const {
    double sum = 0;
    double from_begin = 0;  // of a wait that began with the piece
    for (std::size_t i = 0; i < pieces && limit > at[i]; ++i) {
      const double width = at[i + 1] - at[i];
      if (i == 0) from_begin = math::exponential((at[0] - limit) / mean);
      const double from_end = limit > at[i + 1] ? math::exponential((at[i + 1] - limit) / mean) : 1;
      sum += (shares[i + 1] - shares[i]) * (width > 1e-6 * mean ? mean / width * (from_end - from_begin) : from_begin);
      from_begin = from_end;
    }
    return sum;
  }
  // The share of all that take longer.
  constexpr double longer_than(double limit) const {
    double sum = 0;
    for (std::size_t i = 0; i < pieces; ++i) {
      const double share = shares[i + 1] - shares[i];
      if (limit <= at[i]) sum += share;
      else if (limit < at[i + 1]) sum += share * (at[i + 1] - limit) / (at[i + 1] - at[i]);
    }
    if (waits_first != 0) sum += waits_first * still_waiting(first.mean, limit);
    if (waits_second != 0) sum += waits_second * still_waiting(second.mean, limit);
    return sum;
  }

  // Whether 99 in 100 take no longer.
  constexpr bool most_are_within(double limit) const {
    if (!(first.chance + second.chance > 0)) return at[pieces - 1] <= limit;
    return longer_than(limit) <= 1 - shares[pieces - 1];
  }

  // What such a share of all do not exceed. Of the normal distribution that share is below so many standard deviations.
  constexpr double quantile(double deviation, double share) const {
    double low = time.quantile(deviation);
    if (!(first.chance + second.chance > 0)) return low;
    double high = math::larger(low, at[pieces]) - (first.mean + second.mean) * math::log_of_rest(share);
    double above = longer_than(low) - (1 - share);
    double below = longer_than(high) - (1 - share);
    if (!(above > 0 && below < 0)) return above > 0 ? high : low;
    // Regula falsi, halving the side that stays (the Illinois method).
    for (int round = 0; round < 40 && high - low > 1e-5 * high; ++round) {
      const double next = low + (high - low) * above / (above - below);
      const double found = longer_than(next) - (1 - share);
      if (found > 0) {
        low = next;
        above = found;
        below /= 2;
      } else {
        high = next;
        below = found;
        above /= 2;
      }
    }
    return low;
  }
  constexpr double mean() const { return time.mean + first.expected() + second.expected(); }
  constexpr latency latencies() const {
    return {seconds(mean()), seconds(quantile(0, 0.5)), seconds(quantile(1.2815515655446004, 0.9)), seconds(quantile(2.3263478740408408, 0.99))};
  }
};

// What a request waits for one of so many places, for which `rate` come a second, and which is held for `seconds_of(how many are)`; `spread` is the standard
// deviation over the mean of what a request takes of the server. How many are held is a birth-death process, up by as many as come, and down by as many as go; where all are,
// requests queue, and the queue is that of a single server that is as busy, by Pollaczek and Khinchine. Erlang's C where places are held for as long however many are.
template <class Seconds>
constexpr chance_of_wait wait_for_place(double places, double rate, double spread, const Seconds& seconds_of) {
  const double most = math::floor(places);
  const double of_place = seconds_of(most) / most;
  const double full = rate * of_place;
  if (!(full < 1)) return {};
  // The chance of fewer held than all, over that of all: by stretches of places in which it hardly changes.
  int doublings = 0;
  double stretch = 1;
  for (; 64 * stretch * stretch < most; stretch *= 2) ++doublings;
  double of_each = 1;
  double fewer = 0;
  for (double held = most; held >= 1 && of_each > 1e-6 * fewer && fewer < 1e9; held -= stretch) {
    const double middle = math::larger(1, held - (stretch - 1) / 2);
    double next = middle / (rate * seconds_of(middle));
    for (int i = 0; i < doublings; ++i) next *= next;
    next *= of_each;
    fewer += stretch * (of_each + next) / 2 + (next - of_each) / 2;
    of_each = next;
  }
  const double chance = 1 / (1 + (1 - full) * fewer);
  if (chance < 1e-9) return {};
  return {chance, (1 + spread * spread) / 2 * of_place / (1 - full)};
}

// What an open loop takes, before percentiles are looked for.
struct open_loop_times {
  std::string_view refused{};  // why there are none
  double decoding = 0;         // seconds of an answer after its first token
  latency token{};
  // The first token and a whole request, each in two ways: beside others' prompts, or behind them.
  time_moments beside{};
  time_moments behind{};
  time_moments request_beside{};
  time_moments request_behind{};
  chance_of_wait queue{};
  chance_of_wait place{};

  constexpr latency longer_of(const time_moments& a, const time_moments& b) const {
    return longer(time_behind_waits(a, {}, place).latencies(), time_behind_waits(b, queue, place).latencies());
  }
  constexpr latency first_token() const { return longer_of(beside, behind); }
  constexpr latency request() const { return longer_of(request_beside, request_behind); }
  // Whether 99 in 100 have their first token in such a time, and the mean of their others.
  constexpr bool is_within(duration first_limit, duration token_limit) const {
    return refused.empty() && token.p99 <= token_limit && time_behind_waits(beside, {}, place).most_are_within(in_seconds(first_limit)) &&
           time_behind_waits(behind, queue, place).most_are_within(in_seconds(first_limit));
  }
};

constexpr open_loop_times times_of(const serving_replica& of, const serving_arrivals& arrivals, double capacity) {
  if (const std::string_view why = contradiction(arrivals); !why.empty()) return {.refused = why};
  const queue_model q(of, arrivals);
  const serving_arrivals& asked = q.asked;
  const double most = q.sequences_that_fit();
  if (!(most >= 1)) return {.refused = "memory has no room for a request of such a length"};
  constexpr std::string_view unstable = "not stable: more requests a second than the replica answers";
  if (!(asked.rate < capacity)) return {.refused = unstable};

  const double n = q.sequences(asked.rate, most);
  const double step = q.step(n);
  const prompt_moments prompt = q.prompts(asked.rate, n, step);
  if (!(asked.rate * prompt.whole < 1)) return {.refused = unstable};
  const double token = q.token(asked.rate, 1 + n);
  const double left = q.left_of(asked.rate, prompt);
  const double spacing = math::larger(1, 0.05 * n);
  const double slope = (q.token(asked.rate, 1 + n + spacing) - token) / spacing;  // of a token, for another sequence

  // Sequences at once are negative binomial where steps grow evenly with them.
  const double steadiness = math::larger(0.02, 1 - asked.rate * q.decoded * slope);
  const double variance_of_n = n / steadiness;

  // ---- A token: it averages over the time that its answer takes, in which others come and go, and prompts are read.
  const double answers = q.answer_weight();
  const bool spreads = asked.prompt_spread > 0 || asked.answer_spread > 0;
  const double followed = q.followed(asked.rate, step, prompt);
  time_moments of_token{.floor = math::smaller(token, q.step(1) / q.further), .mean = token, .is_log_normal = spreads};
  if (q.decoded > 0) of_token.mean += followed * answers / q.decoded;
  const double of_slope = 2.0 / 3 * slope * slope * variance_of_n;
  of_token.variance = of_slope;
  if (q.decoded > 0 && q.batches() > 1) {
    of_token.variance += prompt.step_variance * answers / (q.decoded * q.further);
  } else if (q.decoded > 0 && prompt.longer > 0) {
    // Prompts come in clusters: while one is read, others come (Borel's distribution).
    const double clusters = 1 + q.share_after_wait() * (1 / (left * left) - 1);
    const double read = asked.rate * token * clusters + followed / q.decoded / prompt.longer;
    of_token.variance += read * prompt.longer_squared * answers / q.decoded;
  }

  // Of all who have places each has one prompt to be read while it has its place: while an answer is written those of all others are read at most, in the
  // mean, and never more where all are as long. Longer it takes only where it takes longer than with all places held all the time.
  const double took_of_all = q.step(most);
  const prompt_moments prompt_of_all = q.prompts(asked.rate, most, took_of_all);
  const double place_of_all = q.seconds_of_place(most, prompt_of_all, took_of_all);
  const double longest = place_of_all - prompt_of_all.chunks * took_of_all - prompt_of_all.longer;
  const double decoding = math::smaller(q.decoded * token + followed, longest);
  latency token_latencies = of_token.latencies();
  if (q.decoded > 0) {
    time_moments of_all{.floor = of_token.floor, .mean = longest / q.decoded, .is_log_normal = spreads};
    if (spreads) of_all.variance = (most - 1) * prompt_of_all.longer_squared * answers / (q.decoded * q.decoded);
    token_latencies = shorter(token_latencies, of_all.latencies());
    of_token.mean = math::smaller(of_token.mean, of_all.mean);
    // Bhatia and Davis: of times between two bounds the variance is this at most.
    const double at_most = spreads ? of_slope + of_all.variance : (of_all.mean - of_token.mean) * (of_token.mean - of_token.floor);
    of_token.variance = math::smaller(of_token.variance, at_most);
  }

  // ---- The first token: prompts queue. Either a step reads all that came during the step before it, or prompts
  // are longer than what a step reads and follow one another.
  const double rate = asked.rate;
  const double busy = 1 - left;
  const double at_work = 1 - math::exponential(-n - busy);
  const double step_mean = step / left;
  const double met = at_work * (step_mean + prompt.step_variance / step_mean);  // a step, at a random time
  const double passed = 0.5 + rate * prompt.joined;
  const double busy_whole = rate * prompt.whole;
  const double meets = q.meets(busy_whole);
  const double queued = q.queued(rate, prompt);
  const double variance_of_prompt = q.batches() * q.batches() * math::larger(0, prompt.whole_squared - prompt.whole * prompt.whole);
  const double ends = step_ends_waited(of) - 1;

  time_moments first{.floor = in_seconds(of.engine.first) + ends * q.step(1) + prompt.least, .is_log_normal = spreads};
  first.mean = in_seconds(of.engine.first) + ends * step_mean + prompt.alone;
  first.variance = ends * prompt.step_variance * (1 + busy) / left + variance_of_prompt;
  time_moments with_others = first;
  with_others.mean += passed * met;
  with_others.variance += met * met / 12 + passed * passed * prompt.step_variance + rate * met * prompt.joined_squared;
  time_moments after_others = first;
  after_others.bounded = {.mean = at_work * step / 2, .variance = at_work * step * step * (1.0 / 3 - at_work / 4), .most = step};
  after_others.mean += after_others.bounded.mean;
  after_others.variance += after_others.bounded.variance;
  const chance_of_wait queue = wait_of_moments(queued, 2 * queued * queued / meets + meets * rate * prompt.whole_cubed / (3 * (1 - busy_whole)));
  // What requests take of the server, where all places are held, differs by their prompts, and by the steps of their answers that all share.
  const double of_answers = q.decoded / q.further * took_of_all / most * asked.answer_spread;
  const double of_prompts = math::larger(0, prompt_of_all.whole_squared - prompt_of_all.whole * prompt_of_all.whole);
  const double spread_of_place = math::square_root(of_prompts + of_answers * of_answers) / (place_of_all / most);
  const chance_of_wait place = wait_for_place(most, rate, spread_of_place, [&](double held) { return q.seconds_of_place(rate, held); });
  const double of_answer = token * asked.answer_spread * q.decoded;
  const auto with_answer = [&](time_moments of_first) {
    of_first.floor += asked.answer_spread > 0 ? 0 : q.decoded * of_token.floor;
    of_first.mean += decoding;
    of_first.variance += q.decoded * q.decoded * answers * of_token.variance + of_answer * of_answer;
    return of_first;
  };
  return {.decoding = decoding, .token = token_latencies, .beside = with_others, .behind = after_others, .request_beside = with_answer(with_others),
          .request_behind = with_answer(after_others), .queue = queue, .place = place};
}

}  // namespace detail

// What a replica answers is less: with as many requests a second they wait ever longer.
constexpr double most_requests_per_second(const serving_replica& of, const serving_arrivals& asked) {
  return detail::queue_model(of, asked).most_requests();
}

// With what the replica answers at most, as most_requests_per_second has it for lengths like these: found once for many rates.
constexpr figure<serving_latencies> open_loop(const serving_replica& of, const serving_arrivals& asked, double capacity) {
  const detail::open_loop_times times = detail::times_of(of, asked, capacity);
  if (!times.refused.empty()) return figure<serving_latencies>(unknown).noted(times.refused);
  serving_latencies made{.first_token = times.first_token(), .token = times.token, .request = times.request()};
  made.sequences = asked.rate * times.decoding;
  made.requests_per_second = asked.rate;
  made.most_requests_per_second = capacity;
  const double output = asked.rate * static_cast<double>(with_moments(asked).answer);
  made.output = tokens_per_second(output);
  made.output_per_gpu = tokens_per_second(output / static_cast<double>(of.load.gpus));
  figure<serving_latencies> found(made);
  found.basis = basis::estimated;
  return found;
}

// Whether of requests at that rate 99 in 100 have their first token, and the mean of their others, in such a time.
constexpr bool is_within(const serving_replica& of, const serving_arrivals& asked, double capacity, duration first_token, duration token) {
  return detail::times_of(of, asked, capacity).is_within(first_token, token);
}

// Unknown, with the reason as its note, where arrivals cannot be, or are more than the replica answers.
constexpr figure<serving_latencies> open_loop(const serving_replica& of, const serving_arrivals& arrivals) {
  return open_loop(of, arrivals, contradiction(arrivals).empty() ? most_requests_per_second(of, arrivals) : 0);
}

// With the most requests of which 99 in 100 have their first token, and the mean of their others, in such a time: MLPerf's Server
// and Interactive. `asked.rate` is not read. Of a replica, or of pools (serving_pools_queue.hpp). Unknown, with the reason as its note, where a request
// by itself takes longer.
template <class Server>
constexpr figure<serving_latencies> most_requests_within(const Server& of, serving_arrivals asked, duration first_token, duration token) {
  asked.rate = 1;
  if (const std::string_view why = contradiction(asked); !why.empty()) return figure<serving_latencies>(unknown).noted(why);
  const double most = most_requests_per_second(of, asked);
  if (!(most > 0)) return figure<serving_latencies>(unknown).noted("a request by itself takes longer");
  double low = 0;
  double high = most;
  for (int halving = 0; halving < 20; ++halving) {
    // The first try is of so few requests that each is by itself.
    asked.rate = halving == 0 ? 1e-6 * most : (low + high) / 2;
    const bool within = is_within(of, asked, most, first_token, token);
    if (!within && halving == 0) {
      const figure<serving_latencies> found = open_loop(of, asked, most);
      return found.is_known() ? figure<serving_latencies>(unknown).noted("a request by itself takes longer") : found;
    }
    (within ? low : high) = asked.rate;
  }
  asked.rate = low;
  return open_loop(of, asked, most);
}

}  // namespace headroom
