// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <headroom/count.hpp>
#include <headroom/inference/fullest_batch.hpp>
#include <headroom/inference/random_times.hpp>
#include <headroom/inference/request_lengths.hpp>
#include <headroom/inference/serving_latencies.hpp>
#include <headroom/inference/serving_step.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/math.hpp>

// What prompts that come at random times take of the steps of a replica. The formulas: docs/reference/inference/serving_prompts.md.
namespace headroom::detail {

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

// Steps that read prompts as they come: some have none, the others are longer, and meanwhile more come.
struct reading_steps {
  double nothing = 0;  // the share of steps that read nothing
  double reads = 0;    // seconds of the others
  double took = 0;     // of all
  double come = 0;     // pieces, to a step
  mean_and_square most{};  // of the fullest batch
  fullest_batch_of_step fullest{};
  double own = 0;     // seconds of a piece: of its batch, and of what has the tokens of all ranks
  double shared = 0;

  constexpr double longer() const { return most.mean * own + come * shared; }
};

// A replica that reads prompts, of which one stands for all. A piece is a prompt, or a chunk of one that is longer than what a step reads.
struct prompt_reader {
  const serving_replica& of;
  const serving_arrivals& asked;
  replica_lines lines{};
  double tokens = 0;  // of a piece
  double pieces = 0;  // of a prompt
  double room = 1;    // pieces that a batch reads in a step
  double squared = 0;  // of what is read of a prompt, over the square of its mean
  double spread = 0;
  double batches = 1;
  double largest = 0;

  constexpr prompt_reader(const serving_replica& replica, const serving_arrivals& arrivals, double context)
      : of(replica), asked(arrivals), batches(batches_at_once(replica)) {
    double read = 0, of_prompt = 0, sampled = 0;
    for_each_standing_prompt(asked, [&](count length, double share) {
      const replica_lines one = lines_of(of, length, context);
      const double part = share * read_tokens(of, length);
      if (pieces == 0) lines = one;
      pieces += share * one.chunks;
      read += part;
      squared += part * read_tokens(of, length);
      of_prompt += part * one.own.of_prompt;
      sampled += part * one.own.sampled;
    });
    // A step has the sums of both over its tokens.
    lines.own.of_prompt = of_prompt / read;
    lines.own.sampled = sampled / read;
    tokens = read / pieces;
    squared /= read * read;
    room = math::larger(1, static_cast<double>(of.chunk) / tokens);
    if (room > 1) spread = math::square_root(math::larger(0, squared - 1));
    if (batches > 1) largest = largest_of_normal(batches);
  }

  // Beside so many sequences that decode, in steps that take so long where they read nothing.
  struct beside {
    double sequences = 0;
    double step = 0;
    double own = 0;     // seconds of a step that reads nothing: of each batch, and of what has the tokens of all ranks
    double shared = 0;
  };
  struct seconds_of_parts {
    double own = 0;
    double shared = 0;
  };
  constexpr seconds_of_parts parts_of(const step_seconds_of_serving& step) const {
    if (of.load.data <= 1) return {step.total(), 0};
    seconds_of_parts made;
    for (std::size_t i = 0; i < serving_part_count; ++i) (has_tokens_of_all_ranks(of.load, i) ? made.shared : made.own) += step.time[i];
    return made;
  }
  constexpr beside beside_of(double sequences, double step) const {
    const seconds_of_parts idle = parts_of(decoding(of, lines, sequences));
    return {sequences, step, idle.own, idle.shared};
  }
  // Seconds that a step is longer for each of so many pieces: of a batch that reads them, and of all, which read them together.
  constexpr double own_of_piece(const beside& others, double together) const {
    return math::larger(0, parts_of(step_with_prompt(of, lines, others.sequences / batches, together * tokens)).own - others.own) / together;
  }
  constexpr double shared_of_piece(const beside& others, double together) const {
    if (of.load.data <= 1) return 0;
    return math::larger(0, parts_of(step_with_prompt(of, lines, others.sequences / batches, together * tokens / batches)).shared - others.shared) / together;
  }

  // Of one batch a piece takes as long as one of those that are read with it, which are the more the longer steps are.
  constexpr reading_steps reading_of_one(double come, const beside& others) const {
    reading_steps made;
    double together = 1, before = 0, change_before = 0;
    for (int round = 0; round < 12; ++round) {
      made.own = own_of_piece(others, together);
      const double left = 1 - come * made.own;
      made.took = left > 0 ? others.step / left : others.step + room * made.own;
      made.come = come * made.took;
      const double change = (left > 0 ? math::smaller(room, 1 + made.come) : room) - together;
      if (math::absolute(change) <= 1e-5 * together) break;
      double next = together + change;
      if (round > 0 && change != change_before) next = together - change * (together - before) / (change - change_before);
      before = together;
      change_before = change;
      together = math::larger(1, math::smaller(room, next));
    }
    made.reads = made.took;
    made.most = {made.come, made.come * (1 + made.come)};
    return made;
  }

  // Where steps that read take so long, beside steps that read nothing.
  constexpr reading_steps at(double come, const beside& others, double reads) const {
    reading_steps made{.reads = reads};
    const double none = math::exponential(-come * reads);
    made.nothing = none / (1 - math::exponential(-come * others.step) + none);
    made.took = made.nothing * others.step + (1 - made.nothing) * reads;
    made.come = come * made.took;
    made.fullest = {batches, beyond_the_mean(batches, made.come / batches, room, largest), room, spread, largest};
    made.most = mixed(made.fullest.of_random(come * others.step, 0), made.nothing, made.fullest.of_random(come * reads, 0));
    made.own = own_of_piece(others, math::larger(1, made.most.square / made.most.mean));
    made.shared = shared_of_piece(others, 1 + made.come);
    return made;
  }
  // The shortest that have the time to read what comes.
  constexpr reading_steps reading(double rate, const beside& others) const {
    const double come = rate * pieces;  // a second
    if (batches <= 1) return reading_of_one(come, others);
    const double step = others.step;
    const auto excess = [&](const reading_steps& of_these) { return of_these.reads - step - of_these.longer() / (1 - of_these.nothing); };
    reading_steps found = at(come, others, step);
    double low = step, high = step, below = excess(found), above = below;
    const double longest = 4 * (step + room * (own_of_piece(others, 1) + batches * shared_of_piece(others, 1)));
    for (double more = -below; above < 0 && high <= longest; more *= 1.5) {
      low = high;
      below = above;
      high += more;
      found = at(come, others, high);
      above = excess(found);
    }
    // Regula falsi, halving the side that stays (the Illinois method).
    bool was_above = true;
    for (int round = 0; round < 60 && above > 0 && below < 0; ++round) {
      const double next = low + (high - low) * below / (below - above);
      found = at(come, others, next);
      const double now = excess(found);
      if (math::absolute(now) <= 1e-7 * next || high - low < 1e-9 * high) break;
      if (now > 0) {
        high = next;
        above = now;
        if (was_above && round > 0) below /= 2;
      } else {
        low = next;
        below = now;
        if (!was_above && round > 0) above /= 2;
      }
      was_above = now > 0;
    }
    return found;
  }

  // That steps are longer for a prompt, where they are as these.
  constexpr double longer_of(const reading_steps& steps) const { return pieces * (steps.come > 1e-12 ? steps.longer() / steps.come : steps.own + steps.shared); }
  constexpr double longer(double rate, double sequences, double step) const { return longer_of(reading(rate, beside_of(sequences, step))); }
};

// What prompts take, in seconds.
struct prompt_moments {
  double longer = 0;          // that steps take for one
  double longer_squared = 0;
  double marginal = 0;        // that they would take for one more
  double whole = 0;           // of a batch that reads as much as it can in each step, over the number of batches
  double whole_squared = 0;
  double whole_cubed = 0;
  double full = 0;            // a step of such a batch
  double room = 1;            // prompts, or chunks, that it reads in one
  double chunks = 0;          // steps that read a prompt
  double alone = 0;           // these steps
  double least = 0;           // the same of the shortest
  double others = 0;          // that they take for others that are read in them
  double variance_of_others = 0;
  double variance_of_lengths = 0;
  double left_of_step = 0;    // of the step that a request meets
  double variance_of_left = 0;
  double variance_together = 0;  // of what is left and all others, where a step of one batch reads all that came in the one that is met
  double step_variance = 0;   // of a step's length
  double innovation = 0;      // the part of it that does not depend on the step before
};

// Of one batch: who waits has before him what a server would that is at work as long (Pollaczek and Khinchine), and no more than the first half of those that are read in his step;
// the others came after him. Where steps read no whole number of prompts these end anywhere in a step.
constexpr void add_neighbours(prompt_moments& sum, const prompt_reader& reader, const reading_steps& steps, double step, double at_work, double in_met, double depends) {
  const bool is_whole = math::floor(reader.room) == reader.room && !(reader.spread > 0);
  const double most = is_whole ? reader.room - 1 : reader.room;
  const double after = in_met > 0 ? in_met * most / (in_met + most) / 2 : 0;
  sum.others = reader.pieces * after * steps.own;
  sum.variance_of_others = after * (1 + after) * steps.own * steps.own;
  sum.left_of_step = at_work * step * (0.5 + (1 - 1 / reader.room) * (depends < 1 ? depends / (1 - depends) : 0));
  sum.variance_of_left = at_work * step * step * (1.0 / 3 - at_work / 4);
  if (!(depends > 0)) return;
  // The share that is left of the step that is met, and what came in all of it, whose time beyond that of one which reads nothing is gamma.
  const double longer = steps.longer();
  const double square = steps.took * steps.took + 3 * sum.step_variance + 2 * sum.step_variance * sum.step_variance / (longer * steps.took);
  const double of_met = 1.0 / 3 + depends + depends * depends, met = in_met * steps.own / depends;
  sum.variance_together = at_work * square * of_met - met * met * (of_met - 1.0 / 12) + in_met * steps.own * steps.own * (1 + reader.spread * reader.spread);
}

// Of batches beside each other: all that came in the step that a request meets is read in the next.
constexpr void add_batches(prompt_moments& sum, const reading_steps& steps, const prompt_reader& reader, double step, double at_work, double rate, double met, double depends) {
  const double come = at_work * rate * reader.pieces;
  const double in_met = come * met;
  const double idle = steps.nothing * step / steps.took;  // the chance that it is one that reads nothing
  const mean_and_square with = mixed(steps.fullest.of_random(come * step, 1), idle, steps.fullest.of_random(come * steps.reads, 1));
  sum.others = reader.pieces * ((with.mean - 1) * steps.own + in_met * steps.shared);
  sum.variance_of_others = with.variance() * steps.own * steps.own + in_met * steps.shared * steps.shared;
  sum.left_of_step = at_work * met / 2;
  // What is left is even from none to all of it, and the longer it is, the more came in it.
  const double square = math::larger(met * met, idle * step * step + (1 - idle) * steps.reads * steps.reads);
  sum.variance_of_left = at_work * (square / 3 - at_work * met * met / 4) + depends * (square - met * met);
}

// Beside so many sequences that decode, in steps that take so long where they read nothing.
constexpr prompt_moments moments_of(const prompt_reader& reader, double rate, double sequences, double step) {
  const prompt_reader::beside decoding = reader.beside_of(sequences, step);
  const reading_steps steps = reader.reading(rate, decoding);
  const double k = reader.batches, pieces = reader.pieces, room = reader.room, come = steps.come;
  prompt_moments sum{.room = room};
  const double of_one = pieces * (steps.own + steps.shared);
  sum.longer = reader.longer_of(steps);
  sum.marginal = pieces * (steps.own / k + steps.shared);
  const double depends = rate * sum.marginal;  // of a step, on the one before
  const double kept = math::larger(0, 1 - depends * depends);
  if (k > 1) {
    sum.step_variance = steps.most.variance() * steps.own * steps.own + come * steps.shared * steps.shared;
    sum.innovation = sum.step_variance * kept;
  } else {
    sum.innovation = come * steps.own * steps.own * (1 + reader.spread * reader.spread);
    sum.step_variance = kept > 0 ? sum.innovation / kept : 0;
  }
  const double met = steps.took + sum.step_variance / steps.took;
  const double at_work = 1 - math::exponential(-sequences - rate * sum.longer);
  if (k > 1) add_batches(sum, steps, reader, step, at_work, rate, met, depends);
  else add_neighbours(sum, reader, steps, step, at_work, at_work * rate * pieces * met, depends);
  // Where a batch, or all of them, read as much as they can.
  const double own = room > 1 ? reader.own_of_piece(decoding, room) : steps.own;
  const double beside = room + (k - 1) / k * come;
  sum.full = step + room * own + beside * reader.shared_of_piece(decoding, beside);
  const double chunks = pieces;
  for_each_standing_prompt(reader.asked, [&](count tokens, double share) {
    const double part = read_tokens(reader.of, tokens) / (pieces * reader.tokens);  // of the mean
    const double own_chunks = math::ceil(read_tokens(reader.of, tokens) / static_cast<double>(reader.of.chunk));
    const double longer = part * sum.longer, whole = part * pieces * sum.full / room / k;
    const double alone = part * of_one + own_chunks * step;
    sum.longer_squared += share * longer * longer;
    sum.whole += share * whole;
    sum.whole_squared += share * whole * whole;
    sum.whole_cubed += share * whole * whole * whole;
    sum.chunks += share * own_chunks;
    sum.alone += share * alone;
    sum.variance_of_lengths += share * (alone + own_chunks / chunks * sum.others) * (alone + own_chunks / chunks * sum.others);
    if (sum.least == 0 || alone < sum.least) sum.least = alone;
  });
  sum.variance_of_lengths = math::larger(0, sum.variance_of_lengths - (sum.alone + sum.others) * (sum.alone + sum.others));
  return sum;
}

}  // namespace headroom::detail
