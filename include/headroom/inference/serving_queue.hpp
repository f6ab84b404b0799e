// SPDX-License-Identifier: BSL-1.0
#pragma once

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
    return sequences_held(of, static_cast<double>(asked.prompt) + static_cast<double>(asked.answer) * answer_weight());
  }
  constexpr double ranks() const { return static_cast<double>(of.load.data); }
  // The fullest rank binds, but for experts, which have the tokens of all. Each request goes to the emptiest, so that the fullest has half a sequence
  // more than the mean.
  constexpr double step(double sequences) const {
    const step_seconds_of_serving mean = decoding(of, sequences, context);
    if (ranks() <= 1) return mean.total();
    step_seconds_of_serving fullest = decoding(of, sequences + (ranks() - 1) / 2, context);
    for (std::size_t i = 0; i < serving_part_count; ++i)
      if (has_tokens_of_all_ranks(static_cast<serving_part>(i))) fullest.time[i] = mean.time[i];
    return fullest.total();
  }

  constexpr prompt_moments prompts(double rate, double sequences, double step_seconds) const {
    prompt_moments sum;
    prompt_of_rank of_ranks;
    for_each_standing_prompt(asked, [&](count tokens, double share) {
      const replica_lines lines = lines_of(of, tokens, context);
      const prompt_of_rank one = ranks() > 1 ? on_a_rank(lines, sequences) : prompt_of_rank{.own = reading(of, lines, sequences, step_seconds).occupied};
      const double longer = one.own + one.shared;
      of_ranks.steps += share * one.steps;
      of_ranks.own += share * one.own;
      of_ranks.shared += share * one.shared;
      const double chunks = read_tokens(of, tokens) / static_cast<double>(of.chunk);
      const double whole = (longer + chunks * step_seconds) / ranks();
      const double alone = longer + math::ceil(chunks) * step_seconds;
      sum.longer += share * longer;
      sum.longer_squared += share * longer * longer;
      sum.whole += share * whole;
      sum.whole_squared += share * whole * whole;
      sum.whole_cubed += share * whole * whole * whole;
      sum.alone += share * alone;
      if (sum.least == 0 || alone < sum.least) sum.least = alone;
    });
    sum.joined = sum.longer;
    sum.joined_squared = sum.longer_squared;
    if (of_ranks.steps > 0 && sum.longer > 0) beside_each_other(sum, of_ranks, rate, step_seconds);
    else if (const double busy = rate * sum.longer; busy < 1) sum.step_variance = rate * sum.longer_squared * step_seconds / (1 - busy) / (1 - busy * busy);
    return sum;
  }

  // A prompt that one data-parallel rank reads: what steps take longer for it by that rank, and by experts, which have the tokens of all ranks.
  struct prompt_of_rank {
    double steps = 0;
    double own = 0;
    double shared = 0;
  };
  constexpr prompt_of_rank on_a_rank(const replica_lines& lines, double sequences) const {
    const double on_rank = sequences / static_cast<double>(of.load.data * of.load.stages);
    const step_seconds_of_serving reads = seconds_of_step(of.load, lines.own, on_rank, lines.chunk_tokens, of.terms);
    const step_seconds_of_serving idle = decoding(of, lines, sequences);
    prompt_of_rank made{.steps = lines.chunks};
    for (std::size_t i = 0; i < serving_part_count; ++i) {
      const double more = lines.chunks * (reads.time[i] - idle.time[i]);
      if (has_tokens_of_all_ranks(static_cast<serving_part>(i))) made.shared += more / ranks();
      else made.own += more;
    }
    made.own = math::larger(0, made.own);
    made.shared = math::larger(0, made.shared);
    return made;
  }

  // Ranks that read beside each other make the same steps longer: as many read in a step as come at random times, each rank one at most.
  constexpr void beside_each_other(prompt_moments& sum, const prompt_of_rank& one, double rate, double step_seconds) const {
    const double own = one.own / one.steps;
    const double shared = one.shared / one.steps;
    const double chunks = rate * one.steps;
    // Newton, from above: what comes in a step, less what is read in it, bends down.
    double reading_ranks = ranks();
    for (int round = 0; round < 8; ++round) {
      const double none = math::exponential(-reading_ranks);
      const double slope = 1 - chunks * (none * own + shared);
      if (!(slope > 0)) break;
      const double next = reading_ranks + (chunks * (step_seconds + (1 - none) * own + reading_ranks * shared) - reading_ranks) / slope;
      reading_ranks = math::larger(0, math::smaller(ranks(), next));
    }
    const double share = 1 - math::exponential(-reading_ranks);  // of steps, in which any reads
    sum.longer = reading_ranks > 1e-9 ? one.own * share / reading_ranks + one.shared : one.own + one.shared;
    sum.joined = one.shared;
    sum.joined_squared = one.shared * one.shared;
    sum.step_variance = share * (1 - share) * own * own + reading_ranks * shared * shared;
    // While one rank reads, others do.
    const double beside = reading_ranks * (ranks() - 1) / ranks() * one.shared;
    const double of_rank = beside / ranks();
    sum.whole_cubed += 3 * of_rank * sum.whole_squared + 3 * of_rank * of_rank * sum.whole + of_rank * of_rank * of_rank;
    sum.whole_squared += 2 * of_rank * sum.whole + of_rank * of_rank;
    sum.whole += of_rank;
    sum.alone += beside;
  }

  // What a prompt waits for others of the ranks, as before several servers (Sakasegawa, 1977): so much less often than before one that is as busy.
  constexpr double meets(double busy) const {
    return ranks() > 1 && busy > 0 ? power_of_e((math::square_root(2 * (ranks() + 1)) - 2) * math::log_of_rest(1 - busy)) : 1;
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

  // Whether so many requests a second are answered as fast as they come.
  constexpr bool is_stable(double rate, double most) const {
    const double took = step(most);
    const prompt_moments prompt = prompts(rate, most, took);
    const double left = left_of(rate, prompt);
    return left > 0 && rate * decoded * took / further < most * left && rate * prompt.whole < 1;
  }

  constexpr double most_requests() const {
    const double most = sequences_that_fit();
    double high = 1;
    while (is_stable(high, most) && high < 1e12) high *= 2;
    while (!is_stable(high / 2, most) && high > 1e-12) high /= 2;
    double low = is_stable(high / 2, most) ? high / 2 : 0;
    for (int halving = 0; halving < 24; ++halving) {
      const double middle = (low + high) / 2;
      (is_stable(middle, most) ? low : high) = middle;
    }
    return low;
  }

  // The share of an answer that is written after requests are taken up which came as it began.
  constexpr double share_after_wait() const {
    return decoded > 0 ? math::larger(0, 1 - (step_ends_waited(of) - 1) * further / decoded) : 0;
  }

  // Seconds by which an answer takes longer for requests that came while its own prompt was read: their prompts follow, and those
  // of who comes meanwhile. Not of answers that end before these are taken up.
  constexpr double followed(double rate, double took, const prompt_moments& prompt) const {
    const double left = left_of(rate, prompt);
    const double free = 1 - rate * prompt.whole;
    if (!(left > 0) || !(free > 0)) return 0;
    const double came = rate * math::larger(0, queued(rate, prompt) + prompt.alone - took / left);
    return came / ranks() * prompt.longer / left * share_after_wait();
  }

  // Sequences that decode at once, so that as many end as come. A request meets that many others.
  constexpr double sequences(double most) const {
    double low = 0;
    double high = most;
    for (int halving = 0; halving < 30 && high - low > 1e-4 * high; ++halving) {
      const double middle = (low + high) / 2;
      const double took = step(1 + middle);
      const prompt_moments prompt = prompts(asked.rate, 1 + middle, took);
      const double left = left_of(asked.rate, prompt);
      const bool ends = left > 0 && asked.rate * (decoded * took / further / left + followed(asked.rate, took, prompt)) < middle;
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

// Of a sum of times: a floor, and above it a distribution with these moments. It is gamma, or log-normal where lengths are; and where it spreads
// more widely than an exponential one, as where few wait at all, exponential of a part, and nothing of the others.
struct time_moments {
  double floor = 0;
  double mean = 0;
  double variance = 0;
  bool is_log_normal = false;

  // Where a normal distribution is so many standard deviations above its mean; of gamma by Wilson and Hilferty.
  constexpr double quantile(double z) const {
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

// Sequences that are under way at once, by a normal distribution, and the places there are for them.
struct sequence_places {
  double held = 0;  // in the mean
  double variance = 0;
  double most = 0;
  double ends_a_second = 0;  // of all places taken
  double rate = 0;           // of arrivals a second
};

// Adds to a time what a request waits for a place: where all are taken, as before a single server.
constexpr void wait_for_place(time_moments& to, const sequence_places& of) {
  const double deviation = math::square_root(of.variance);
  const double z = deviation > 0 ? (of.most - of.held) / deviation : 1e3;
  const double full = of.rate / of.ends_a_second;
  if (!(full < 1 && z > 0)) return;
  const double beyond = normal_density(z) / deviation / (1 - full);
  const double chance = beyond / (1 - normal_tail(z) + beyond);
  const double wait = 1 / (of.ends_a_second * (1 - full));
  to.mean += chance * wait;
  to.variance += chance * (2 - chance) * wait * wait;
}

}  // namespace detail

// What a replica answers is less: with as many requests a second they wait ever longer.
constexpr double most_requests_per_second(const serving_replica& of, const serving_arrivals& asked) {
  return detail::queue_model(of, asked).most_requests();
}

// Unknown, with the reason as its note, where arrivals cannot be, or are more than the replica answers.
constexpr figure<serving_latencies> open_loop(const serving_replica& of, const serving_arrivals& arrivals) {
  const auto refused = [](std::string_view why) { return figure<serving_latencies>(unknown).noted(why); };
  if (const std::string_view why = contradiction(arrivals); !why.empty()) return refused(why);
  const detail::queue_model q(of, arrivals);
  const serving_arrivals& asked = q.asked;
  const double most = q.sequences_that_fit();
  if (!(most >= 1)) return refused("memory has no room for a request of such a length");
  const double capacity = q.most_requests();
  if (!(asked.rate < capacity)) return refused("not stable: more requests a second than the replica answers");

  const double n = q.sequences(most);
  const double step = q.step(n);
  const detail::prompt_moments prompt = q.prompts(asked.rate, n, step);
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
  detail::time_moments of_token{.floor = math::smaller(token, q.step(1) / q.further), .mean = token, .is_log_normal = spreads};
  if (q.decoded > 0) of_token.mean += followed * answers / q.decoded;
  of_token.variance = 2.0 / 3 * slope * slope * variance_of_n;
  if (q.decoded > 0 && q.ranks() > 1) {
    of_token.variance += prompt.step_variance * answers / (q.decoded * q.further);
  } else if (q.decoded > 0 && prompt.longer > 0) {
    // Prompts come in clusters: while one is read, others come (Borel's distribution).
    const double clusters = 1 + q.share_after_wait() * (1 / (left * left) - 1);
    const double read = asked.rate * token * clusters + followed / q.decoded / prompt.longer;
    of_token.variance += read * prompt.longer_squared * answers / q.decoded;
  }

  // ---- The first token: prompts queue. Either a step reads all that came during the step before it, or prompts
  // are longer than what a step reads and follow one another.
  const double rate = asked.rate;
  const double busy = 1 - left;
  const double at_work = 1 - math::exponential(-n - busy);
  const double step_mean = step / left;
  const double met = at_work * (step_mean + prompt.step_variance / step_mean);  // a step, at a random time
  const double passed = 0.5 + rate * prompt.joined;
  const double together = passed * met + prompt.alone;
  const double busy_whole = rate * prompt.whole;
  const double meets = q.meets(busy_whole);
  const double queued = q.queued(rate, prompt);
  const double one_by_one = queued + at_work * step / 2 + prompt.alone;
  const double variance_of_prompt = q.ranks() * q.ranks() * math::larger(0, prompt.whole_squared - prompt.whole * prompt.whole);
  const double ends = detail::step_ends_waited(of) - 1;

  detail::time_moments first{.floor = in_seconds(of.engine.first) + ends * q.step(1) + prompt.least, .is_log_normal = spreads};
  first.mean = in_seconds(of.engine.first) + ends * step_mean;
  first.variance = ends * prompt.step_variance * (1 + busy) / left + variance_of_prompt;
  if (together > one_by_one) {
    first.mean += together;
    first.variance += met * met / 12 + passed * passed * prompt.step_variance + rate * met * prompt.joined_squared;
  } else {
    first.mean += one_by_one;
    first.variance += step * step / 12 + queued * queued * (2 / meets - 1) + meets * rate * prompt.whole_cubed / (3 * (1 - busy_whole));
  }

  const double held = n + asked.rate * prompt.alone;
  const double ends_a_second = most / (q.decoded * q.token(asked.rate, most) + prompt.alone);
  detail::wait_for_place(first, {.held = held, .variance = variance_of_n, .most = most, .ends_a_second = ends_a_second, .rate = asked.rate});
  first.floor = math::smaller(first.floor, first.mean);

  detail::time_moments request{.mean = first.mean + q.decoded * token + followed, .is_log_normal = spreads};
  request.floor = first.floor + (asked.answer_spread > 0 ? 0 : q.decoded * of_token.floor);
  const double of_answer = token * asked.answer_spread * q.decoded;
  request.variance = first.variance + q.decoded * q.decoded * answers * of_token.variance + of_answer * of_answer;

  serving_latencies made{.first_token = first.latencies(), .token = of_token.latencies(), .request = request.latencies(), .sequences = n};
  made.requests_per_second = asked.rate;
  made.most_requests_per_second = capacity;
  const double output = asked.rate * static_cast<double>(asked.answer);
  made.output = tokens_per_second(output);
  made.output_per_gpu = tokens_per_second(output / static_cast<double>(of.load.gpus));
  figure<serving_latencies> found(made);
  found.basis = basis::estimated;
  return found;
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
  figure<serving_latencies> best = unknown;
  double low = 0;
  double high = most;
  for (int halving = 0; halving < 20; ++halving) {
    // The first try is of so few requests that each is by itself.
    asked.rate = halving == 0 ? 1e-6 * most : (low + high) / 2;
    const figure<serving_latencies> found = open_loop(of, asked);
    const bool is_within = found.is_known() && found.known()->first_token.p99 <= first_token && found.known()->token.p99 <= token;
    if (is_within) best = found;
    else if (halving == 0) return found.is_known() ? figure<serving_latencies>(unknown).noted("a request by itself takes longer") : found;
    (is_within ? low : high) = asked.rate;
  }
  return best;
}

}  // namespace headroom
