// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/inference/random_times.hpp>
#include <headroom/inference/serving_latencies.hpp>
#include <headroom/inference/serving_prompts.hpp>
#include <headroom/inference/serving_step.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// How long requests take that come at random times (an open loop): means and percentiles in closed form. The formulas:
// docs/reference/inference/serving_queue.md. The same by simulation: serving_simulation.hpp.
namespace headroom {

namespace detail {

// Ends of steps that pass between a request and the step that takes up its prompt. The first is that of the step during which the
// request comes, of which half is left on average.
constexpr double step_ends_waited(const serving_replica& of) { return math::larger(1, math::floor(of.engine.steps_waited + 1)); }

// The mean time of an answer's token, whose drafts are accepted or not: the shorter the answer, the more it differs, from the fewest steps to one for each token.
constexpr time_moments with_drafts(time_moments of_token, const answer_steps& steps, double answer_weight) {
  if (!(steps.variance > 0)) return of_token;
  const double step = of_token.mean / steps.mean;  // that part of it
  of_token.bounded = {.mean = step * (steps.mean - steps.least), .variance = answer_weight * steps.variance * step * step, .most = step * (steps.tokens - steps.least)};
  of_token.variance += of_token.bounded.variance;
  of_token.floor *= steps.least / steps.mean;
  return of_token;
}

// An open loop at some number of sequences that decode.
struct queue_model {
  const serving_replica& of;
  serving_arrivals asked{};
  double context = 0;   // of a sequence that decodes, at a random time: long answers are there longer
  double decoded = 0;   // tokens of an answer after its first
  answer_steps steps{};
  double further = 1;
  prompt_reader reader;

  constexpr queue_model(const serving_replica& replica, const serving_arrivals& arrivals)
      : of(replica), asked(with_moments(arrivals)), context(static_cast<double>(asked.prompt) + static_cast<double>(asked.answer) * answer_weight() / 2),
        decoded(math::larger(static_cast<double>(asked.answer) - 1, 0)), steps(steps_of_answer(replica, static_cast<double>(asked.answer))),
        further(steps.tokens_each()), reader(replica, asked, context) {}
  constexpr double answer_weight() const { return 1 + asked.answer_spread * asked.answer_spread; }
  constexpr double sequences_that_fit() const {
    return math::floor(sequences_held(of, static_cast<double>(asked.prompt), static_cast<double>(asked.answer) * answer_weight()));
  }
  constexpr double batches() const { return reader.batches; }
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

  constexpr prompt_moments prompts(double rate, double sequences, double step_seconds) const { return moments_of(reader, rate, sequences, step_seconds); }

  // Prompts wait as before one server whose service takes as long (Pollaczek and Khinchine); of batches those alone that have no room in the next step, as before as many servers
  // as have room (M/D/c, Sakasegawa, 1977), of which a batch at the ends of its steps is one. Who comes in a step that reads less waits less.
  constexpr chance_of_wait queued(double rate, const prompt_moments& prompt, double step_seconds, double took) const {
    const double busy = rate * prompt.whole;
    if (!(busy < 1)) return {1, std::numeric_limits<double>::infinity()};
    const double k = batches();
    double often = 1;
    if (k > 1) {
      const double shorter = math::smaller(1, (step_seconds + (took - step_seconds) * (k - 1) / k) / prompt.full);
      often = power_of_e((math::square_root(2 * (prompt.room + 1)) - 2) * math::log_of_rest(1 - busy)) * (busy + (1 - busy) * shorter);
      if (often < 1e-9) return {};
    }
    const double wait = rate * k * prompt.whole_squared / (2 * (1 - busy));
    return wait_of_moments(often * wait, often * (2 * wait * wait + rate * k * k * prompt.whole_cubed / (3 * (1 - busy))));
  }

  // The share of time that steps do not take longer for prompts.
  constexpr double left_of(double rate, const prompt_moments& prompt) const { return 1 - rate * prompt.longer; }
  constexpr double longer(double rate, double sequences, double took) const { return reader.longer(rate, sequences, took); }

  // Seconds of a token, with so many sequences at once; below 0: prompts leave no time for it.
  constexpr double token(double rate, double sequences) const {
    const double took = step(sequences);
    const double left = 1 - rate * longer(rate, sequences, took);
    return left > 0 ? took / further / left : -1;
  }

  // So many places held all the time, each by another request as soon as the last is answered.
  struct held_places {
    double sequences = 0;  // of them that are under way: of the others prompts wait to be read
    double step = 0;       // that reads nothing
    double longer = 0;     // that steps take for a prompt
  };
  // Sequences under way at once where each batch reads as much as it can in each step.
  constexpr double all_read() const { return reader.batches * reader.room * (1 + decoded / further / reader.pieces); }
  constexpr held_places holding(double places) const {
    held_places made{.sequences = math::smaller(places, all_read())};
    made.step = step(made.sequences);
    const double come = made.sequences * reader.pieces / (reader.pieces + decoded / further);
    const double fullest = batches() > 1 ? math::larger(come / batches(), fullest_of(batches(), come, reader.room).mean) : come;
    const prompt_reader::beside others = reader.beside_of(made.sequences, made.step);
    made.longer = reader.pieces * (reader.own_of_piece(others, math::larger(1, fullest)) * fullest / come + reader.shared_of_piece(others, math::larger(1, come)));
    return made;
  }

  // Seconds that a request has its place, where so many have one all the time: the steps of its prompt and of its answer, and what prompts make these
  // longer, which is that of as many prompts as are under way, since each is followed by another one meanwhile. Where prompts wait to be read, for as much longer.
  constexpr double seconds_of_place(double places, double reads) const {
    const held_places held = holding(places);
    return places / held.sequences * ((reader.pieces + decoded / further) * held.step + held.sequences * held.longer * reads);
  }
  // Of so many of all: while all are held, others wait.
  constexpr double seconds_of_place_among(double places, double most) const {
    if (places < most) return seconds_of_place(places, 1);
    constexpr double waiting = std::numeric_limits<float>::max();
    return seconds_of_place(places, reads_of_prompt(of, static_cast<double>(asked.prompt), static_cast<double>(asked.answer), most, waiting));
  }

  // Requests a second that are answered as fast as they come.
  constexpr double most_requests() const {
    const double most = math::larger(1, sequences_that_fit());  // whether one has room, open_loop says
    const double held = seconds_of_place_among(most, most);
    return held < std::numeric_limits<double>::infinity() ? most / held : 0;
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
    const double further_left = 1 - rate * prompt.marginal;
    if (!(left > 0) || !(free > 0) || !(further_left > 0)) return std::numeric_limits<double>::infinity();
    const double mean = took / left;
    const double came = rate * math::larger(0, prompt.alone + prompt.others - prompt.chunks * mean) +
                        rate / batches() * (queued(rate, prompt, took, mean).expected() + (prompt.chunks - 1) * mean);
    // Each of these lets others come, while the answer is written.
    const double depends = rate * prompt.marginal;
    const double again = depends > 0 ? (1 - power_of_e(decoded / further * math::log_of_rest(1 - depends))) / further_left : 1;
    return came * prompt.marginal * again * share_after_wait();
  }

  // Seconds from the first token to the last. No step is longer than one that reads all that it can.
  constexpr double decodes(double rate, double took, const prompt_moments& prompt) const {
    return math::smaller(decoded * took / further / left_of(rate, prompt) + followed(rate, took, prompt), decoded / further * prompt.full);
  }

  // Sequences that decode at once, so that as many end as come. A request meets that many others.
  constexpr double sequences(double rate, double most) const {
    const auto excess = [&](double others) {
      const double took = step(1 + others);
      const prompt_moments prompt = prompts(rate, 1 + others, took);
      return left_of(rate, prompt) > 0 ? others - rate * decodes(rate, took, prompt) : -most;
    };
    double low = 0, high = math::smaller(most, all_read()) - 1;
    double below = excess(low), above = excess(high);
    if (!(below < 0)) return low;
    if (!(above > 0)) return high;
    // Regula falsi, halving the side that stays (the Illinois method).
    int side = 0;
    for (int round = 0; round < 40 && high - low > 1e-5 * high; ++round) {
      const double next = low + (high - low) * below / (below - above);
      const double now = excess(next);
      if (math::absolute(now) <= 1e-5 * next) return next;
      if (now > 0) {
        high = next;
        above = now;
        if (side > 0) below /= 2;
        side = 1;
      } else {
        low = next;
        below = now;
        if (side < 0) above /= 2;
        side = -1;
      }
    }
    return (low + high) / 2;
  }
};

// What an open loop takes, before percentiles are looked for.
struct open_loop_times {
  std::string_view refused{};  // why there are none
  double decoding = 0;         // seconds of an answer after its first token
  latency token{};
  // The first token and a whole request, behind both waits.
  time_moments first{};
  time_moments whole{};
  chance_of_wait queue{};
  chance_of_wait place{};
  duration longest{};  // that an answer can take after its first token; 0: there is no end to it

  constexpr latency first_token() const { return time_behind_waits(first, queue, place).latencies(); }
  // Of requests with such first tokens.
  constexpr latency request(const latency& first_token) const {
    const latency found = time_behind_waits(whole, queue, place).latencies();
    return longest > duration{} ? shorter(found, later(first_token, longest)) : found;
  }
  // Whether 99 in 100 have their first token in such a time, and the mean of their others.
  constexpr bool is_within(duration first_limit, duration token_limit) const {
    return refused.empty() && token.p99 <= token_limit && time_behind_waits(first, queue, place).most_are_within(in_seconds(first_limit));
  }
};

// The open loop of a server: `times` of arrivals that are fewer than its capacity, the most requests a second, and its GPUs. Of a replica, and of pools (serving_pools_queue.hpp).
template <class Server>
struct open_loop_of;

template <>
struct open_loop_of<serving_replica> {
  static constexpr open_loop_times times(const serving_replica& of, const serving_arrivals& arrivals, request_rate capacity);
  static constexpr request_rate most_requests(const serving_replica& of, const serving_arrivals& asked) { return requests_per_second(queue_model(of, asked).most_requests()); }
  static constexpr count gpus(const serving_replica& of) { return of.load.gpus; }
};

template <class Server>
concept has_open_loop = requires { sizeof(open_loop_of<Server>); };

constexpr open_loop_times open_loop_of<serving_replica>::times(const serving_replica& of, const serving_arrivals& arrivals, request_rate capacity) {
  if (const std::string_view why = contradiction(arrivals); !why.empty()) return {.refused = why};
  const queue_model q(of, arrivals);
  const serving_arrivals& asked = q.asked;
  const double most = q.sequences_that_fit();
  if (!(most >= 1)) return {.refused = "memory has no room for a request of such a length"};
  constexpr std::string_view unstable = "not stable: more requests a second than the replica answers";
  if (!(asked.rate < capacity)) return {.refused = unstable};

  const double rate = in_requests_per_second(asked.rate);
  const double n = q.sequences(rate, most);
  const double step = q.step(n);
  const prompt_moments prompt = q.prompts(rate, n, step);
  if (!(rate * prompt.whole < 1)) return {.refused = unstable};
  const double token = q.token(rate, 1 + n);
  const double left = q.left_of(rate, prompt);
  const double spacing = math::larger(1, 0.05 * n);
  const double slope = (q.token(rate, 1 + n + spacing) - token) / spacing;  // of a token, for another sequence

  // Sequences at once are negative binomial where steps grow evenly with them.
  const double steadiness = math::larger(0.02, 1 - rate * q.decoded * slope);
  const double variance_of_n = n / steadiness;

  // ---- A token: it averages over the time that its answer takes, in which others come and go, and prompts are read.
  const double answers = q.answer_weight();
  const bool spreads = asked.prompt_spread > 0 || asked.answer_spread > 0;
  const double longest_token = math::larger(token, prompt.full / q.further);  // no step is longer than one that reads all it can
  const double behind = q.followed(rate, step, prompt);
  const double followed = math::smaller(behind, q.decoded * (longest_token - token));
  time_moments of_token{.floor = math::smaller(token, q.step(1) / q.further), .mean = token, .is_log_normal = spreads};
  if (q.decoded > 0) of_token.mean = math::smaller(longest_token, token + behind * answers / q.decoded);
  const double of_slope = 2.0 / 3 * slope * slope * variance_of_n;
  of_token.variance = of_slope;
  if (q.decoded > 0 && prompt.longer > 0) {
    // Prompts come in clusters: while one is read, others come (Borel's distribution).
    const double further_left = 1 - rate * prompt.marginal;
    const double clusters = 1 + q.share_after_wait() * (1 / (further_left * further_left) - 1);
    const double of_steps = q.batches() > 1 ? prompt.innovation * prompt.chunks / q.further : rate * token * prompt.longer_squared;
    of_token.variance += (of_steps * clusters + followed / q.decoded / prompt.longer * prompt.longer_squared) * answers / q.decoded;
  }
  // Bhatia and Davis: of times between two bounds the mean square above the lower one is this at most. Of an exponential one it is twice as much: so the percentiles above the
  // middle come to the upper bound before the mean does, and stay there.
  const double above = of_token.mean - of_token.floor, range = longest_token - of_token.floor;
  time_moments wider = of_token;
  wider.variance = math::smaller(of_token.variance, above * (2 * range - above));
  of_token.variance = math::smaller(of_token.variance, above * (range - above));
  const auto latencies_of = [&](const time_moments& one) { return with_drafts(one, q.steps, answers).latencies(); };
  latency token_latencies = latencies_of(wider);
  token_latencies.p50 = latencies_of(of_token).p50;
  token_latencies = shorter(token_latencies, latencies_of({.floor = of_token.floor, .mean = longest_token, .is_log_normal = spreads}));

  // Of all who have places each has one prompt to be read while it has its place: while an answer is written those of all others are read at most, in the
  // mean, and never more where all are as long. Longer it takes only where it takes longer than with all places held all the time.
  const queue_model::held_places held = q.holding(most);
  const double longest = q.decoded / q.further * held.step + (held.sequences - 1) * held.longer;
  const double decoding = math::smaller(q.decoded * token + followed, longest);
  if (q.decoded > 0) {
    time_moments of_all{.floor = of_token.floor, .mean = longest / q.decoded, .is_log_normal = spreads};
    if (spreads) of_all.variance = (held.sequences - 1) * held.longer * held.longer * q.reader.squared * answers / (q.decoded * q.decoded);
    token_latencies = shorter(token_latencies, latencies_of(of_all));
    of_token.mean = math::smaller(of_token.mean, of_all.mean);
    const double at_most = spreads ? of_slope + of_all.variance : (of_all.mean - of_token.mean) * (of_token.mean - of_token.floor);
    of_token.variance = math::smaller(wider.variance, at_most);
  }

  // ---- The first token: what is left of a step, and the steps that read the prompt and those that came with it, behind those that had no room.
  const double at_work = 1 - math::exponential(-n - (1 - left));
  const double step_mean = step / left;
  const double ends = step_ends_waited(of) - 1;
  const chance_of_wait queue = q.queued(rate, prompt, step, step_mean);

  time_moments first{.floor = in_seconds(of.engine.first) + ends * q.step(1) + prompt.least, .is_log_normal = spreads};
  first.bounded = {.mean = at_work * step / 2, .variance = at_work * step * step * (1.0 / 3 - at_work / 4), .most = step};
  first.mean = in_seconds(of.engine.first) + ends * step_mean + prompt.left_of_step + prompt.alone + prompt.others;
  // The steps waited for read what came in as many steps before the one that is met, one step's in each: they do not depend on each other.
  first.variance = ends * prompt.step_variance + prompt.variance_of_left + prompt.variance_of_others * prompt.chunks + prompt.variance_of_lengths;
  // The longer the step that is met, the more is left of it, and the more is read with one's own prompt: of others who came in it, those who find room in the next.
  const double together = 1 - 1 / prompt.room;
  first.variance += together * together * math::larger(0, prompt.variance_together - prompt.variance_of_left - prompt.variance_of_others - queue.variance());
  // What requests take of the server, where all places are held, differs by their prompts, and by the steps of their answers that all share.
  const double of_answers = q.decoded / q.further * held.step / held.sequences * asked.answer_spread;
  const double of_prompts = held.longer * held.longer * math::larger(0, q.reader.squared - 1);
  const double spread_of_place = math::square_root(of_prompts + of_answers * of_answers) / (q.seconds_of_place_among(most, most) / most);
  const chance_of_wait place = wait_for_place(most, rate, spread_of_place, [&](double places) { return q.seconds_of_place_among(places, most); });
  const double of_answer = token * asked.answer_spread * q.decoded;
  // No step is longer than one that reads all it can: those waited for, the one that is met, and those that read the prompt.
  if (!(asked.prompt_spread > 0)) first.most = in_seconds(of.engine.first) + (ends + 1 + prompt.chunks) * prompt.full;
  const auto with_answer = [&](time_moments of_first) {
    of_first.most = 0;
    of_first.floor += asked.answer_spread > 0 ? 0 : q.decoded * with_drafts(of_token, q.steps, answers).floor;
    of_first.mean += decoding;
    of_first.variance += q.decoded * q.decoded * (answers * of_token.variance + q.steps.token_variance(of_token.mean)) + of_answer * of_answer;
    return of_first;
  };
  open_loop_times made{.decoding = decoding, .token = token_latencies, .first = first, .whole = with_answer(first), .queue = queue, .place = place};
  if (!spreads && !(q.steps.variance > 0)) made.longest = seconds(longest);
  return made;
}

}  // namespace detail

// What the server answers is less: with as many requests a second they wait ever longer.
template <detail::has_open_loop Server>
constexpr request_rate most_requests(const Server& of, const serving_arrivals& asked) {
  return detail::open_loop_of<Server>::most_requests(of, asked);
}

// With what the server answers at most, as most_requests has it for lengths like these: found once for many rates.
template <detail::has_open_loop Server>
constexpr figure<serving_latencies> open_loop(const Server& of, const serving_arrivals& asked, request_rate capacity) {
  const detail::open_loop_times times = detail::open_loop_of<Server>::times(of, asked, capacity);
  if (!times.refused.empty()) return figure<serving_latencies>(unknown).noted(times.refused);
  serving_latencies made{.first_token = times.first_token(), .token = times.token};
  made.request = times.request(made.first_token);
  made.sequences = asked.rate * seconds(times.decoding);
  made.requests = asked.rate;
  made.most_requests = capacity;
  const double output = in_requests_per_second(asked.rate) * static_cast<double>(with_moments(asked).answer);
  made.output = tokens_per_second(output);
  made.output_per_gpu = tokens_per_second(output / static_cast<double>(detail::open_loop_of<Server>::gpus(of)));
  figure<serving_latencies> found(made);
  found.basis = basis::estimated;
  return found;
}

// Whether of requests at that rate 99 in 100 have their first token, and the mean of their others, in such a time.
template <detail::has_open_loop Server>
constexpr bool is_within(const Server& of, const serving_arrivals& asked, request_rate capacity, duration first_token, duration token) {
  return detail::open_loop_of<Server>::times(of, asked, capacity).is_within(first_token, token);
}

// Unknown, with the reason as its note, where arrivals cannot be, or are more than the server answers.
template <detail::has_open_loop Server>
constexpr figure<serving_latencies> open_loop(const Server& of, const serving_arrivals& arrivals) {
  return open_loop(of, arrivals, contradiction(arrivals).empty() ? most_requests(of, arrivals) : request_rate{});
}

// With the most requests of which 99 in 100 have their first token, and the mean of their others, in such a time: MLPerf's Server
// and Interactive. `asked.rate` is not read. Of a replica, or of pools (serving_pools_queue.hpp). Unknown, with the reason as its note, where a request
// by itself takes longer.
template <detail::has_open_loop Server>
constexpr figure<serving_latencies> most_requests_within(const Server& of, serving_arrivals asked, duration first_token, duration token) {
  asked.rate = requests_per_second(1);
  if (const std::string_view why = contradiction(asked); !why.empty()) return figure<serving_latencies>(unknown).noted(why);
  const request_rate most = most_requests(of, asked);
  if (!(most > request_rate{})) return figure<serving_latencies>(unknown).noted("a request by itself takes longer");
  request_rate low{};
  request_rate high = most;
  for (int halving = 0; halving < 17; ++halving) {
    // The first try is of so few requests that each is by itself.
    asked.rate = halving == 0 ? 1e-6 * most : (low + high) / 2.0;
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
