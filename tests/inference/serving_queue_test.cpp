// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/inference/serving_simulation.hpp>
#include <headroom/inference/serving_throughput.hpp>

#include <algorithm>
#include <check.hpp>
#include <cmath>
#include <cstdint>
#include <inference/latencies_by_hand.hpp>
#include <inference/linear_server.hpp>
#include <inference/small_server.hpp>
#include <limits>
#include <vector>

namespace inference_serving_queue_test {
namespace {

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
constexpr hr::serving_replica llama = *hr::replica_of(small_server::llama, h200).known();

double ms(const hr::duration& x) { return hr::in_milliseconds(x); }

}  // namespace

// One in a thousand seconds meets nobody: its prompt is read, then its tokens are steps of one sequence.
TEST_CASE("requests far apart are each by themselves") {
  hr::serving_replica of = small_server::replica;
  of.chunk = 100'000;
  const auto found = hr::open_loop(of, {.rate = hr::requests_per_second(1e-3), .prompt = 1'000, .answer = 101}).value_or({});
  const hr::serving_step step = small_server::step_with(small_server::job_of(small_server::one_layer), {.sequences = 1, .context = 1'050.5});
  const hr::serving_step read = small_server::step_with(small_server::job_of(small_server::one_layer), {.prompt_tokens = 1'000, .prompt = 1'000});
  CHECK(ms(found.token.mean) == doctest::Approx(ms(step.total())).epsilon(1e-3));
  CHECK(ms(found.token.p99) == doctest::Approx(ms(found.token.p50)).epsilon(1e-2));
  CHECK(ms(found.first_token.mean) == doctest::Approx(ms(read.total())).epsilon(1e-3));
  CHECK(ms(found.request.mean) == doctest::Approx(ms(found.first_token.mean) + 100 * ms(found.token.mean)).epsilon(1e-6));
}

// Little's law: of sequences that decode, as many are there as come in the time that each takes.
TEST_CASE("sequences are the requests that come while one is answered") {
  for (const double rate : {0.5, 2.0, 5.0}) {
    const auto found = hr::open_loop(llama, {.rate = hr::requests_per_second(rate)}).value_or({});
    CHECK(found.sequences == doctest::Approx(rate * 1'023 * hr::in_seconds(found.token.mean)).epsilon(1e-3));
    CHECK(hr::in_tokens_per_second(found.output) == doctest::Approx(rate * 1'024));
    CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(rate * 256));
  }
}

TEST_CASE("more requests wait longer, and percentiles are in order") {
  hr::serving_latencies before{};
  for (double rate = 0.25; rate < 7; rate *= 2) {
    for (const double spread : {0.0, 0.8}) {
      const auto found = hr::open_loop(llama, {.rate = hr::requests_per_second(rate), .answer = 512, .prompt_spread = spread, .answer_spread = spread}).value_or({});
      for (const hr::latency& each : {found.first_token, found.token, found.request}) {
        CHECK(each.p50 <= each.p90);
        CHECK(each.p90 <= each.p99);
        CHECK(hr::in_seconds(each.p50) > 0);
      }
      if (spread > 0) continue;
      CHECK(found.first_token.p99 > before.first_token.p99);
      CHECK(found.token.mean > before.token.mean);
      before = found;
    }
  }
}

// As many as a replica answers that never runs out of requests, but for the token that a prompt's last step brings.
TEST_CASE("what a replica answers bounds what it can be asked") {
  const hr::request_rate most = hr::most_requests(llama, {});
  CHECK(hr::in_requests_per_second(most) == doctest::Approx(hr::in_requests_per_second(hr::most_throughput(llama, {}).requests)).epsilon(2e-3));
  CHECK(hr::open_loop(llama, {.rate = 0.99 * most}).is_known());
  CHECK(hr::open_loop(llama, {.rate = 1.01 * most}).note == "not stable: more requests a second than the replica answers");
  // Answers of one token: nothing but prompts, one after the other.
  hr::serving_replica small = small_server::replica;
  small.chunk = 1'000;
  const hr::serving_step read = small_server::step_with(small_server::job_of(small_server::one_layer), {.prompt_tokens = 1'000, .prompt = 1'000});
  CHECK(hr::in_requests_per_second(hr::most_requests(small, {.prompt = 1'000, .answer = 1})) <= 1 / hr::in_seconds(read.total()) * 1.001);
}

TEST_CASE("where all places are taken, requests wait for one") {
  hr::serving_replica few = llama;
  few.most_sequences = 32;
  const hr::request_rate most = hr::most_requests(few, {});
  const auto wide = hr::open_loop(llama, {.rate = 0.9 * most}).value_or({});
  const auto narrow = hr::open_loop(few, {.rate = 0.9 * most}).value_or({});
  CHECK(hr::in_seconds(narrow.first_token.mean) > 2 * hr::in_seconds(wide.first_token.mean));
}

TEST_CASE("limits of latency are kept, and no more requests would keep them") {
  const hr::duration first = hr::milliseconds(500);
  const hr::duration token = hr::milliseconds(20);
  const auto within = hr::most_requests_within(llama, {}, first, token).value_or({});
  CHECK(within.token.p99 <= token);
  CHECK(within.first_token.p99 <= first);
  CHECK(hr::open_loop(llama, {.rate = 1.01 * within.requests}).value_or({}).token.p99 > token);
  CHECK(hr::most_requests_within(llama, {}, first, hr::milliseconds(1)).note == "a request by itself takes longer");
  // Either limit, from both sides.
  const hr::serving_arrivals asked{.rate = within.requests};
  const hr::request_rate most = within.most_requests;
  CHECK(hr::is_within(llama, asked, most, within.first_token.p99 * 1.0001, within.token.p99));
  CHECK(!hr::is_within(llama, asked, most, within.first_token.p99 * 0.9999, within.token.p99));
  CHECK(!hr::is_within(llama, asked, most, within.first_token.p99 * 1.0001, within.token.p99 * 0.9999));
  CHECK(!hr::is_within(llama, asked, asked.rate, first, token));
  CHECK(!hr::is_within(llama, {}, most, first, token));
  CHECK(hr::most_requests_within(llama, {}, hr::milliseconds(1), token).note == "a request by itself takes longer");
}

TEST_CASE("quantiles that say no more than a mean change nothing") {
  const hr::request_lengths prompts = hr::parse_request_lengths("p0=1000,p100=1000").value;
  const hr::request_lengths answers = hr::parse_request_lengths("256=1").value;
  const auto by_means = hr::open_loop(llama, {.rate = hr::requests_per_second(3), .prompt = 1'000, .answer = 256}).value_or({});
  const auto by_quantiles = hr::open_loop(llama, {.rate = hr::requests_per_second(3), .prompts = prompts, .answers = answers}).value_or({});
  CHECK(ms(by_quantiles.first_token.p99) == doctest::Approx(ms(by_means.first_token.p99)));
  CHECK(ms(by_quantiles.request.p99) == doctest::Approx(ms(by_means.request.p99)));
  CHECK(hr::in_requests_per_second(hr::most_requests(llama, {.prompts = prompts, .answers = answers})) ==
        doctest::Approx(hr::in_requests_per_second(hr::most_requests(llama, {.prompt = 1'000, .answer = 256}))));
}

TEST_CASE("what cannot be is said") {
  CHECK(hr::open_loop(llama, {}).note == "requests a second are more than 0, up to 1,000,000,000");
  CHECK(hr::open_loop(llama, {.rate = hr::requests_per_second(1), .answer = 0}).note == "tokens of a prompt and of an answer are 1 to 2^40");
  CHECK(hr::open_loop(llama, {.rate = hr::requests_per_second(1), .prompt_spread = -1}).note == "a spread of lengths is a standard deviation of 0 to 10 means");
  CHECK(hr::open_loop(llama, {.rate = hr::requests_per_second(1), .prompt = 100'000'000}).note == "memory has no room for a request of such a length");
}

TEST_CASE("in a constant expression") {
  CHECK_CONSTEXPR(hr::open_loop(llama, {.rate = hr::requests_per_second(2)}, hr::requests_per_second(3)).is_known());
  CHECK_CONSTEXPR(hr::is_within(llama, {.rate = hr::requests_per_second(2)}, hr::requests_per_second(3), hr::seconds(1), hr::milliseconds(20)));
  CHECK(hr::open_loop(llama, {.rate = hr::requests_per_second(2)}, hr::requests_per_second(2)).note == "not stable: more requests a second than the replica answers");
  CHECK_CONSTEXPR(hr::open_loop(llama, {.rate = hr::requests_per_second(2)}).value_or({}).token.p99 <= hr::milliseconds(20));
  CHECK_CONSTEXPR(hr::open_loop(llama, {.rate = hr::requests_per_second(2)}).basis == hr::basis::estimated);
}

namespace {

using latencies_by_hand::behind_by_hand;
using latencies_by_hand::check_latency;
using latencies_by_hand::latency_by_hand;
using latencies_by_hand::latency_of;
using latencies_by_hand::length;
using latencies_by_hand::log_normal;
using latencies_by_hand::times_by_hand;
using latencies_by_hand::wait_by_hand;
using linear_server::server;

// ---- An open loop in plain doubles, of lengths that stand for all: the formulas of docs/reference/inference/serving_queue.md.

struct asked_by_hand {
  double rate = 0;
  std::vector<length> prompts{};
  double prompt = 0;  // the mean
  double answer = 0;
  double answer_spread = 0;
  bool spreads = false;
};

// Places that are held all the time: how many requests are under way, and what steps take longer for the prompt of each.
struct held_by_hand {
  double sequences = 0, longer = 0, step = 0;
};

struct open_loop_by_hand {
  const server& of;
  const asked_by_hand& asked;
  double batches = static_cast<double>(of.data * of.stages);
  double decoded = asked.answer - 1;
  double weight = 1 + asked.answer_spread * asked.answer_spread;
  double context = asked.prompt + asked.answer * weight / 2;
  double places = std::floor(of.held(asked.prompt + asked.answer * weight));
  double ends = std::max(0.0, std::floor(of.steps_waited));
  double further = of.further(asked.answer);
  double after_wait = decoded > 0 ? std::max(0.0, 1 - ends * further / decoded) : 0;
  double chunk = static_cast<double>(of.chunk);
  double read = mean([](double tokens) { return tokens; });
  double chunks = mean([&](double tokens) { return of.chunks(tokens); });
  double piece = read / chunks;  // tokens
  double room = std::max(1.0, chunk / piece);
  double pair = of.pair * mean([](double tokens) { return tokens * (tokens + 1) / 2; }) / read;
  latency_by_hand first{}, token{}, request{};
  double sequences = 0, most = 0;

  template <class F>
  double mean(F f) const {
    double sum = 0;
    for (const length& each : asked.prompts) sum += each.share * f(each.tokens);
    return sum;
  }
  // The fullest batch has half a sequence more.
  double step(double n) const { return of.step(n + (batches - 1) / 2, context); }
  // That a step is longer for each of so many pieces of one batch.
  double of_piece(double n, double together) const {
    const double tokens = together * piece;
    const double longer = tokens * (of.token + pair) + of.drafts_read(1, tokens) + of.multiplying(n, tokens) - of.multiplying(n) - of.drafts(n, context);
    return std::max(0.0, longer) / together;
  }
  // Of so many pieces, those of the fullest batch, where it has so many beyond its part.
  double fullest(double come, double beyond) const {
    if (come < 2) return come;
    return std::min(room, std::min(come, std::max(1.0, come / batches + beyond)));
  }
  double beyond(double each) const {
    const double places_of_step = std::ceil(room), chance = each / room;
    double fewer = 0, sum = 0;
    for (double have = 0; have < places_of_step; ++have) {
      const double ways = std::lgamma(places_of_step + 1) - std::lgamma(have + 1) - std::lgamma(places_of_step - have + 1);
      fewer += std::exp(ways + have * std::log(chance) + (places_of_step - have) * std::log1p(-chance));
      sum += 1 - std::pow(std::min(1.0, fewer), batches);
    }
    return sum * room / places_of_step - each;
  }
  // The mean of a power of the pieces of the fullest batch, where at random so many come, beside one's own or none.
  double of_random(double come, double own, double more, int power) const {
    double sum = 0;
    const int last = static_cast<int>(come + 12 * std::sqrt(come)) + 15;
    for (int i = 0; i < last; ++i) sum += std::exp(i * std::log(come) - come - std::lgamma(i + 1)) * std::pow(fullest(i + own, more), power);
    return sum;
  }

  struct state {
    double reads = 0, nothing = 0, took = 0, come = 0, more = 0;
    double most = 0, square = 0;  // of the fullest batch
    double each = 0;              // seconds of a piece
  };
  state steps_of(double rate, double n, double reads) const {
    state s{.reads = reads, .took = reads};
    const double come = rate * chunks;
    if (batches > 1) {
      // A chain of two states: after a step that reads nothing, and after another.
      s.nothing = std::exp(-come * reads) / (1 - std::exp(-come * step(n)) + std::exp(-come * reads));
      s.took = s.nothing * step(n) + (1 - s.nothing) * reads;
      s.more = beyond(come * s.took / batches);
      for (int power = 1; power <= 2; ++power)
        (power == 1 ? s.most : s.square) = s.nothing * of_random(come * step(n), 0, s.more, power) + (1 - s.nothing) * of_random(come * reads, 0, s.more, power);
    }
    s.come = come * s.took;
    if (batches == 1) s.most = s.come, s.square = s.come * (1 + s.come);
    s.each = of_piece(n, batches == 1 ? std::min(room, 1 + s.come) : std::max(1.0, s.square / s.most));
    return s;
  }
  // The shortest steps that have the time, from below.
  state steps(double rate, double n) const {
    const auto excess = [&](double reads) {
      const state s = steps_of(rate, n, reads);
      return reads - step(n) - s.most * s.each / (1 - s.nothing);
    };
    double high = step(n);
    while (excess(high) < 0 && high < 1e3 * (step(n) + room * of_piece(n, 1))) high *= 1.1;
    return steps_of(rate, n, linear_server::root_of(excess, high / 1.1, high, 36));
  }

  struct moments {
    state s{};
    double longer = 0, marginal = 0, whole = 0, full = 0, alone = 0, others = 0, variance_of_others = 0, left_of_step = 0, variance_of_left = 0, together = 0, of_step = 0, innovation = 0;
    double left = 0, at_work = 0;
  };
  // Where lengths differ by their tokens alone: a power of their tokens over the mean.
  double spread_of(int power) const { return mean([&](double tokens) { return std::pow(tokens / read, power); }); }
  moments at(double rate, double n) const {
    moments m{.s = steps(rate, n)};
    const double idle = step(n);
    m.longer = m.s.come > 1e-12 ? chunks * m.s.most * m.s.each / m.s.come : chunks * m.s.each;
    m.marginal = chunks * m.s.each / batches;
    const double again = rate * m.marginal, steady = std::max(0.0, 1 - again * again);
    m.of_step = batches > 1 ? std::max(0.0, m.s.square - m.s.most * m.s.most) * m.s.each * m.s.each : steady > 0 ? m.s.come * m.s.each * m.s.each * (room > 1 ? spread_of(2) : 1) / steady : 0;
    m.innovation = m.of_step * steady;
    const double met = m.s.took + m.of_step / m.s.took;
    m.left = 1 - rate * m.longer, m.at_work = 1 - std::exp(-n - rate * m.longer);
    const double busy = m.at_work;
    if (batches > 1) {
      const double come = busy * rate * chunks, in_idle = m.s.nothing * idle / m.s.took;
      double with[2];
      for (int power = 1; power <= 2; ++power) with[power - 1] = in_idle * of_random(come * idle, 1, m.s.more, power) + (1 - in_idle) * of_random(come * m.s.reads, 1, m.s.more, power);
      m.others = chunks * (with[0] - 1) * m.s.each;
      m.variance_of_others = std::max(0.0, with[1] - with[0] * with[0]) * m.s.each * m.s.each;
      m.left_of_step = busy * met / 2;
      const double square = std::max(met * met, in_idle * idle * idle + (1 - in_idle) * m.s.reads * m.s.reads);
      m.variance_of_left = busy * square / 3 - std::pow(busy * met / 2, 2) + again * (square - met * met);
    } else {
      const double come = busy * rate * chunks * met, most_after = std::floor(room) == room && asked.prompts.size() == 1 ? room - 1 : room, after = most_after > 0 ? 1 / (2 / come + 2 / most_after) : 0;
      m.others = chunks * after * m.s.each;
      m.variance_of_others = (after + after * after) * m.s.each * m.s.each;
      m.left_of_step = busy * idle * (0.5 + (1 - 1 / room) * (again < 1 ? again / (1 - again) : 0));
      m.variance_of_left = busy * idle * idle / 3 - std::pow(busy * idle / 2, 2);
      // Of all that came in a step, the part u of which is left: (u + again) of it, and what its own number differs by. Its cube is that of a gamma time beyond an idle step.
      const double longer = m.s.took - idle, shape = longer * longer / m.of_step, scale = m.of_step / longer;
      const double cube = std::pow(idle, 3) + 3 * idle * idle * longer + 3 * idle * (m.of_step + longer * longer) + shape * (shape + 1) * (shape + 2) * std::pow(scale, 3);
      const double squared = 1.0 / 3 + again + again * again, mean = 0.5 + again;
      if (longer > 0)
        m.together = busy * cube / m.s.took * squared - std::pow(busy * met * mean, 2) + come * m.s.each * m.s.each * (room > 1 ? spread_of(2) : 1);
    }
    m.full = idle + room * of_piece(n, room);
    m.whole = chunks * m.full / room / batches;
    m.alone = chunks * (m.s.each + idle);
    return m;
  }
  wait_by_hand queue(double rate, double n, const moments& m) const {
    const double busy = rate * m.whole;
    if (busy >= 1) return {1, 1e300};
    double often = 1;
    if (batches > 1) {
      const double others_of_step = (m.s.took - step(n)) * (1 - 1 / batches);
      often = std::pow(busy, std::sqrt(2 * (room + 1)) - 2) * (busy + (1 - busy) * std::min(1.0, (step(n) + others_of_step) / m.full));
    }
    const double service = m.whole * batches, wait = rate / batches * service * service * spread_of(2) / 2 / (1 - busy);
    return latencies_by_hand::wait_of_moments(often * wait, often * (2 * wait * wait + rate / batches * std::pow(service, 3) * spread_of(3) / 3 / (1 - busy)));
  }
  double followed(double rate, double n, const moments& m) const {
    if (rate * m.whole >= 1 || rate * m.marginal >= 1 || m.left <= 0) return 1e300;
    const wait_by_hand waits = queue(rate, n, m);
    const double mean_step = step(n) / m.left;
    const double came = rate * std::max(0.0, m.alone + m.others - chunks * mean_step) + rate / batches * (waits.chance * waits.mean + (chunks - 1) * mean_step);
    double generations = 0;  // whose requests come while those before are read, a step each
    const double steps_of_answer = decoded / further, again = rate * m.marginal;
    for (int i = 0; i < static_cast<int>(steps_of_answer); ++i) generations += std::pow(again, i);
    generations += std::pow(again, std::floor(steps_of_answer)) * (1 - std::pow(again, steps_of_answer - std::floor(steps_of_answer))) / (1 - again);
    return came * m.marginal * generations * after_wait;
  }
  double token_at(double rate, double n) const { return step(n) / further / at(rate, n).left; }
  double sequences_at(double rate) const {
    return linear_server::root_of(
        [&](double x) {
          const moments m = at(rate, 1 + x);
          if (m.left <= 0) return -1.0;
          return x - rate * std::min(decoded * step(1 + x) / further / m.left + followed(rate, 1 + x, m), decoded / further * m.full);
        },
        0, holding(places).sequences - 1, 30);
  }
  // What a step reads where places are held all the time: so many pieces come to it, more than one of which is read with others, up to what there is room for.
  held_by_hand holding(double n) const {
    const double steps = chunks + decoded / further;
    held_by_hand made{.sequences = std::min(n, batches * room * steps / chunks)};
    made.step = step(made.sequences);
    const double come = made.sequences * chunks / steps;
    const double to_fullest = batches > 1 ? std::max(come / batches, linear_server::fullest_of(batches, come, room).mean) : come;
    const double together = std::max(1.0, to_fullest), longer = of.reading_step(together * piece, 2 * pair / of.pair - 1, made.sequences, context) - of.step(made.sequences, context);
    made.longer = chunks * std::min(1.0, to_fullest) * std::max(0.0, longer) / come;
    return made;
  }
  // Seconds of a place, where so many are held; for as much longer as prompts of others wait to be read.
  double held_for(double n) const {
    const held_by_hand held = holding(n);
    return n / held.sequences * ((chunks + decoded / further) * held.step + held.sequences * held.longer);
  }

  // Of an answer whose steps are more or fewer than in the mean, each of the mean length: (s / E s)^2 of the time of its tokens; one of the fewest and most steps.
  double steps_variance = of.drafted > 0 ? of.steps_of(asked.answer).variance() : 0;
  times_by_hand drafting(times_by_hand one) const {
    if (!(steps_variance > 0)) return one;
    const double step = one.mean * further / decoded, fewest = std::ceil(decoded / static_cast<double>(1 + of.drafted));
    one.limit = step * (decoded - fewest), one.limited_mean = one.mean - step * fewest, one.limited_variance = weight * steps_variance * step * step;
    one.variance += one.limited_variance;
    one.floor *= fewest * further / decoded;
    return one;
  }

  open_loop_by_hand(const server& server_of, const asked_by_hand& what) : of(server_of), asked(what) {
    const double r = asked.rate;
    most = places / held_for(places);
    const double n = sequences_at(r);
    const moments m = at(r, n);
    const double t = token_at(r, 1 + n);
    const double more = std::max(1.0, n / 20);
    const double slope = (token_at(r, 1 + n + more) - t) / more;
    const double variance_of_n = n / std::max(0.02, 1 - r * decoded * slope);
    const double longest = std::max(t, m.full / further);
    const double behind = followed(r, n, m), late = std::min(behind, decoded * (longest - t));
    const double of_sequences = slope * slope * variance_of_n / 1.5;
    times_by_hand of_token{.floor = std::min(t, step(1) / further), .mean = t, .variance = of_sequences, .spreads = asked.spreads};
    if (decoded > 0) of_token.mean = std::min(longest, t + behind * weight / decoded);
    if (decoded > 0 && m.longer > 0) {  // where steps that read are no longer, since none drafts, nothing clusters
      const double clusters = 1 + after_wait * (std::pow(1 - r * m.marginal, -2) - 1);
      const double squared = m.longer * m.longer * spread_of(2);
      const double of_steps = batches > 1 ? m.innovation * chunks / further : r * t * squared;
      of_token.variance += (of_steps * clusters + late / decoded / m.longer * squared) * weight / decoded;
    }
    // Between the shortest and the longest step, of which the second moment is the mean's times their distance, or twice that.
    const auto bounded = [&](double times) {
      times_by_hand one = of_token;
      const double above = one.mean - one.floor;
      one.variance = std::min(one.variance, times * above * (longest - one.floor) - above * above);
      return one;
    };
    const times_by_hand wide = bounded(2), all_full{.floor = of_token.floor, .mean = longest, .spreads = asked.spreads};
    // Beside the answers of all other places.
    const held_by_hand held = holding(places);
    const double beside_all = decoded / further * held.step + (held.sequences - 1) * held.longer;
    const double decodes = sequences = std::min(decoded * t + late, beside_all);
    sequences *= r;
    token = latency_of(drafting(wide));
    token.p50 = drafting(bounded(1)).at(0);
    token = smaller(token, latency_of(drafting(all_full)));
    of_token = bounded(1);
    if (decoded > 0) {
      times_by_hand of_all{.floor = of_token.floor, .mean = beside_all / decoded, .spreads = asked.spreads};
      const double poisson = (held.sequences - 1) * held.longer * held.longer * spread_of(2) * weight / decoded / decoded;
      if (asked.spreads) of_all.variance = poisson;
      token = smaller(token, latency_of(drafting(of_all)));
      of_token.mean = std::min(of_token.mean, of_all.mean);
      of_token.variance = std::min(wide.variance, asked.spreads ? of_sequences + poisson : (of_all.mean - of_token.mean) * (of_token.mean - of_token.floor));
    }

    const double idle = step(n);
    const auto reading = [&](double tokens) { return tokens / read * chunks * m.s.each + of.chunks(tokens) * idle; };
    times_by_hand alone{.floor = of.first + ends * step(1), .mean = of.first + ends * idle / m.left + m.left_of_step + m.alone + m.others, .spreads = asked.spreads};
    double shortest = 1e9;
    for (const length& each : asked.prompts) shortest = std::min(shortest, reading(each.tokens));
    alone.floor += shortest;
    alone.variance = ends * m.of_step + m.variance_of_left + m.variance_of_others * chunks +
                     mean([&](double tokens) { return std::pow(reading(tokens) + of.chunks(tokens) / chunks * m.others - m.alone - m.others, 2); });
    // A step under way, evenly from none to all of it, or none.
    alone.limit = idle, alone.chance = m.at_work;
    if (asked.prompts.size() == 1) alone.most = of.first + (ends + 1 + chunks) * m.full;
    const double of_prompt = std::pow(held.longer, 2) * (spread_of(2) - 1);
    const double of_answer = std::pow(decoded / further * held.step / held.sequences * asked.answer_spread, 2);
    const wait_by_hand place = latencies_by_hand::wait_for_place(places, r, std::sqrt(of_prompt + of_answer) / (held_for(places) / places), [&](double k) { return held_for(k); });
    const wait_by_hand queued = queue(r, n, m);
    // Of batches of their own it is counted already.
    const double of_queue = 2 * queued.chance * std::pow(queued.mean, 2) - std::pow(queued.chance * queued.mean, 2);
    alone.variance += std::pow(1 - 1 / room, 2) * std::max(0.0, m.together - m.variance_of_left - m.variance_of_others - of_queue);
    first = latency_of(behind_by_hand{alone, queued, place});
    alone.most = 0;
    alone.floor += asked.answer_spread > 0 ? 0 : decoded * drafting(of_token).floor;
    alone.mean += decodes;
    alone.variance += decoded * decoded * weight * of_token.variance + steps_variance * std::pow(of_token.mean * further, 2) + std::pow(t * asked.answer_spread * decoded, 2);
    request = latency_of(behind_by_hand{alone, queued, place});
    // Equal answers take no longer than beside those of all places.
    if (!asked.spreads && of.drafted == 0) request = smaller(request, {first.mean + beside_all, first.p50 + beside_all, first.p90 + beside_all, first.p99 + beside_all});
  }
};

void check_open_loop(const server& of, const hr::serving_arrivals& arrivals, const asked_by_hand& asked) {
  const hr::serving_latencies found = value_of(hr::open_loop(of.replica(), arrivals));
  const open_loop_by_hand slow(of, asked);
  CAPTURE(slow.places);
  CAPTURE(slow.sequences);
  CHECK(found.sequences == doctest::Approx(slow.sequences).epsilon(3e-4).scale(1e-3));
  CHECK(hr::in_requests_per_second(found.most_requests) == doctest::Approx(slow.most));
  CHECK(hr::in_requests_per_second(hr::most_requests(of.replica(), arrivals)) == doctest::Approx(slow.most));
  check_latency(found.first_token, slow.first);
  check_latency(found.token, slow.token);
  check_latency(found.request, slow.request);
  CHECK(hr::in_requests_per_second(found.requests) == asked.rate);
  CHECK(hr::in_tokens_per_second(found.output) == doctest::Approx(asked.rate * asked.answer));
  CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(asked.rate * asked.answer / static_cast<double>(of.tensor * of.data * of.stages)));
}
void check_open_loop(const server& of, const hr::serving_arrivals& arrivals) {
  const auto prompt = static_cast<double>(arrivals.prompt);
  check_open_loop(of, arrivals,
                  {.rate = hr::in_requests_per_second(arrivals.rate), .prompts = log_normal(prompt, arrivals.prompt_spread), .prompt = prompt, .answer = static_cast<double>(arrivals.answer),
                   .answer_spread = arrivals.answer_spread, .spreads = arrivals.prompt_spread + arrivals.answer_spread > 0});
}

}  // namespace

// Hardly any request meets another. Of an answer so many steps pass until it has its tokens, with the chance of each number.
TEST_CASE("tokens of answers whose drafts are accepted or not come as often as their steps") {
  for (const int answer : {3, 8, 64, 257}) {
    const server of{.drafted = 3, .accepted = 0.7};
    const hr::serving_latencies found = value_of(hr::open_loop(of.replica(), {.rate = hr::requests_per_second(1e-6), .prompt = 100, .answer = answer}));
    const double step = of.step(1, 100 + answer / 2.0), tokens = answer - 1;
    CHECK(hr::in_seconds(found.token.mean) == doctest::Approx(step * of.steps_of(answer).mean / tokens).scale(1e-20).epsilon(1e-4));
    std::vector<double> with_left(static_cast<std::size_t>(answer), 0);  // the chance of so many tokens left
    with_left.back() = 1;
    int steps = 0;
    for (; with_left[0] < 0.99; ++steps) {
      std::vector<double> next(with_left.size(), 0);
      next[0] = with_left[0];
      for (std::size_t left = 1; left < with_left.size(); ++left)
        for (std::size_t taken = 1; taken <= 4; ++taken) next[left > taken ? left - taken : 0] += with_left[left] * std::pow(0.7, taken - 1) * (taken < 4 ? 0.3 : 1);
      with_left = next;
    }
    CHECK(hr::in_seconds(found.token.p99) == doctest::Approx(step * steps / tokens).scale(1e-20).epsilon(0.035));
    CHECK(hr::in_seconds(found.token.p99) <= step * 1.0001);
    CHECK(hr::in_seconds(found.request.p99) - hr::in_seconds(found.request.mean) > 0.9 * (tokens * hr::in_seconds(found.token.p99 - found.token.mean)));
    // All refused, or all accepted: each answer has as many steps.
    for (const double accepted : {0.0, 1.0}) {
      const hr::latency same = value_of(hr::open_loop(server{.drafted = 3, .accepted = accepted}.replica(), {.rate = hr::requests_per_second(1e-6), .prompt = 100, .answer = answer})).token;
      CHECK(hr::in_seconds(same.p99) == doctest::Approx(hr::in_seconds(same.mean)).scale(1e-20).epsilon(1e-3));
    }
  }
}

TEST_CASE("latencies of requests to data-parallel ranks are those of the formulas") {
  SUBCASE("prompts that a step reads") { check_open_loop({.data = 4, .first = 0.01, .steps_waited = 2.9}, {.rate = hr::requests_per_second(30), .prompt = 500, .answer = 101}); }
  SUBCASE("few requests") { check_open_loop({.data = 8}, {.rate = hr::requests_per_second(0.5), .prompt = 700, .answer = 60}); }
  SUBCASE("prompts in chunks, for which ranks are waited for") { check_open_loop({.chunk = 512, .data = 2}, {.rate = hr::requests_per_second(2.6), .prompt = 5'000, .answer = 60}); }
  SUBCASE("nearly all ranks read") { check_open_loop({.chunk = 256, .data = 4}, {.rate = hr::requests_per_second(7), .prompt = 3'000, .answer = 101}); }
  SUBCASE("drafts") { check_open_loop({.data = 4, .steps_waited = 1, .drafted = 2, .accepted = 0.6, .draft = 0.001}, {.rate = hr::requests_per_second(20), .prompt = 900, .answer = 101}); }
  SUBCASE("a pipeline") { check_open_loop({.stages = 4, .first = 0.01, .steps_waited = 2.9}, {.rate = hr::requests_per_second(30), .prompt = 500, .answer = 101}); }
  SUBCASE("a pipeline of ranks, for whose prompts others wait") { check_open_loop({.chunk = 512, .data = 2, .stages = 2}, {.rate = hr::requests_per_second(4.5), .prompt = 5'000, .answer = 60}); }
  SUBCASE("few places") { check_open_loop({.places = 40, .data = 4}, {.rate = hr::requests_per_second(18), .prompt = 400, .answer = 101}); }
}

TEST_CASE("latencies of requests at random times are those of the formulas") {
  SUBCASE("prompts that a step reads together") { check_open_loop({.tensor = 3, .first = 0.02, .steps_waited = 3.2}, {.rate = hr::requests_per_second(18), .prompt = 500, .answer = 101}); }
  SUBCASE("nobody waits for a step's end") { check_open_loop({}, {.rate = hr::requests_per_second(12), .prompt = 700, .answer = 37}); }
  SUBCASE("prompts in chunks, one after the other") { check_open_loop({.chunk = 512}, {.rate = hr::requests_per_second(1.7), .prompt = 5'000, .answer = 60}); }
  SUBCASE("lengths that spread") { check_open_loop({.chunk = 1'000, .steps_waited = 1}, {.rate = hr::requests_per_second(12), .prompt = 900, .answer = 80, .prompt_spread = 0.8, .answer_spread = 0.6}); }
  SUBCASE("only prompts spread") { check_open_loop({}, {.rate = hr::requests_per_second(20), .prompt = 600, .answer = 40, .prompt_spread = 1.1}); }
  SUBCASE("only answers spread") { check_open_loop({}, {.rate = hr::requests_per_second(22), .prompt = 600, .answer = 40, .answer_spread = 0.7}); }
  SUBCASE("answers of a single token") { check_open_loop({}, {.rate = hr::requests_per_second(18), .prompt = 1'000, .answer = 1}); }
  SUBCASE("answers of two, which others follow at once") { check_open_loop({.chunk = 300}, {.rate = hr::requests_per_second(7), .prompt = 1'000, .answer = 2}); }
  SUBCASE("few sequences, whose products take ever longer") {
    check_open_loop({.fixed = 0.002, .weights = 0.01, .products = 2e-3}, {.rate = hr::requests_per_second(3), .prompt = 4, .answer = 101});
  }
  SUBCASE("many sequences, whose products take ever longer") {
    check_open_loop({.fixed = 0.002, .weights = 0.01, .products = 2e-4}, {.rate = hr::requests_per_second(20), .prompt = 40, .answer = 101});
  }
  SUBCASE("hardly any requests") { check_open_loop({}, {.rate = hr::requests_per_second(1e-3), .prompt = 500, .answer = 101}); }
  SUBCASE("steps that a lone request waits for are those without it") {
    check_open_loop({.fixed = 0.001, .sequence = 0.005, .steps_waited = 9}, {.rate = hr::requests_per_second(0.5), .prompt = 20, .answer = 3});
  }
  SUBCASE("answers of two") { check_open_loop({.chunk = 300, .steps_waited = 1.5}, {.rate = hr::requests_per_second(7), .prompt = 1'000, .answer = 2}); }
  SUBCASE("few places") { check_open_loop({.places = 24}, {.rate = hr::requests_per_second(11), .prompt = 400, .answer = 101}); }
  SUBCASE("little room") { check_open_loop({.room = 10'000}, {.rate = hr::requests_per_second(10.5), .prompt = 400, .answer = 101, .answer_spread = 0.4}); }
  SUBCASE("drafts") {
    check_open_loop({.room = 3e5, .steps_waited = 2, .drafted = 2, .accepted = 0.6, .draft = 0.001, .draft_sequence = 3e-5}, {.rate = hr::requests_per_second(20), .prompt = 500, .answer = 101});
  }
  SUBCASE("prompts that take longer than drafts") {
    check_open_loop({.room = 3e5, .steps_waited = 1, .drafted = 1, .accepted = 0.7, .draft = 0.001}, {.rate = hr::requests_per_second(8), .prompt = 1'500, .answer = 60});
  }
  SUBCASE("a server that answers less than one a second") { check_open_loop({.fixed = 0.9, .room = 2'500}, {.rate = hr::requests_per_second(0.01), .prompt = 500, .answer = 101}); }
  SUBCASE("close to what it answers") { check_open_loop({}, {.rate = hr::requests_per_second(25), .prompt = 500, .answer = 101}); }
}

// Half of the prompts are spread from 100 to 300 tokens, where two at 1 / (2 sqrt(3)) of the distance from the middle stand for all, the others have 900:
// a mean of 550. Answers of 40 and of 60, as many of either, spread by 10 of 50.
TEST_CASE("lengths told by bins are read by two of each") {
  const hr::serving_arrivals arrivals{.rate = hr::requests_per_second(9), .prompts = hr::parse_request_lengths("100-300=1,900=1").value, .answers = hr::parse_request_lengths("40=1,60=1").value};
  check_open_loop({.chunk = 256}, arrivals,
                  {.rate = 9, .prompts = {{142, 0.25}, {258, 0.25}, {900, 0.5}}, .prompt = 550, .answer = 50, .answer_spread = 0.2, .spreads = true});
}

// A place for one request of 601 tokens exactly is room, one token less is not.
TEST_CASE("a request needs a place of its own") {
  CHECK(hr::open_loop(server{.room = 601}.replica(), {.rate = hr::requests_per_second(1e-6), .prompt = 500, .answer = 101}).is_known());
  CHECK(hr::open_loop(server{.room = 600}.replica(), {.rate = hr::requests_per_second(1e-6), .prompt = 500, .answer = 101}).note == "memory has no room for a request of such a length");
  CHECK(hr::open_loop(server{.data = 1}.replica(), {.rate = hr::requests_per_second(1), .prompt = 500, .answer = 101}).is_known());
}

TEST_CASE("as many requests as are answered are one too many") {
  const hr::serving_replica of = server{}.replica();
  const hr::request_rate most = hr::most_requests(of, {.prompt = 500, .answer = 101});
  CHECK(hr::open_loop(of, {.rate = most, .prompt = 500, .answer = 101}).note == "not stable: more requests a second than the replica answers");
  CHECK(hr::open_loop(of, {.rate = most * (1 - 1e-9), .prompt = 500, .answer = 101}).is_known());
}

// Places of 1,320 tokens in the mean, or of 1,640; where all are held, as many tokens are read again as are written. Answers that spread are there longer.
TEST_CASE("what is answered at most where caches grow, by hand") {
  constexpr auto grows = hr::cache_admission::as_it_grows;
  const auto check = [](const server& of, double places, double reads, double spread, double context) {
    CAPTURE(places);
    const double longer = 1'000 * (of.token + of.pair * 500.5);
    const double held = 640 * (of.fixed + places * (of.sequence + of.token + of.context * context)) + places * reads * longer;
    CHECK(hr::in_requests_per_second(hr::most_requests(of.replica(), {.prompt = 1'000, .answer = 640, .answer_spread = spread})) == doctest::Approx(places / held));
  };
  check({.room = 20'000}, 12, 1, 0, 1'320);
  check({.room = 20'000, .admission = grows}, 15, 1.64, 0, 1'320);
  check({.room = 20'000, .admission = grows}, 14, 1.64, 0.5, 1'400);
  check({.room = 20'000, .places = 13, .admission = grows}, 13, 1, 0, 1'320);
  CHECK(hr::open_loop(server{.room = 1'639, .admission = grows}.replica(), {.rate = hr::requests_per_second(1e-6), .prompt = 1'000, .answer = 640}).note == "memory has no room for a request of such a length");
  CHECK(hr::open_loop(server{.room = 1'640, .admission = grows}.replica(), {.rate = hr::requests_per_second(1e-6), .prompt = 1'000, .answer = 640}).is_known());
}

// As where ranks have no network between them.
TEST_CASE("a server whose steps never end answers nothing") {
  const hr::serving_replica of = server{.fixed = std::numeric_limits<double>::infinity()}.replica();
  CHECK(hr::in_requests_per_second(hr::most_requests(of, {.prompt = 500, .answer = 101})) == 0);
  CHECK(hr::most_requests_within(of, {.prompt = 500, .answer = 101}, hr::seconds(1), hr::seconds(1)).note == "a request by itself takes longer");
}

// A prompt and 100 steps of 1e15 s: less than once in 1e15 s, and no fewer than if each request had the server to itself.
TEST_CASE("a server that takes ages answers so often") {
  const hr::request_rate most = hr::most_requests(server{.fixed = 1e15}.replica(), {.prompt = 500, .answer = 101});
  CHECK(most * hr::seconds(101 * 1e15) > 1);
  CHECK(most * hr::seconds(1e15) < 1);
}

namespace {

// Of so many servers at random, with prompts, answers and spreads of all kinds, up to just below what each answers.
struct at_random {
  hr::random_numbers numbers;

  double between(double low, double high) { return low * std::exp(numbers.uniform() * std::log(high / low)); }
  hr::count whole(double low, double high) { return static_cast<hr::count>(between(low, high)); }
  bool one_in(int n) { return numbers.uniform() * n < 1; }
  double spread() { return one_in(3) ? 0 : between(0.1, 2); }
  server any(bool of_ranks) {
    server s{.fixed = between(1e-3, 3e-2), .sequence = between(1e-6, 1e-3), .token = between(1e-6, 1e-4), .context = between(1e-10, 1e-7), .pair = between(1e-12, 1e-8)};
    s.chunk = whole(256, 16'000), s.room = between(2e4, 2e6), s.first = between(1e-4, 3e-2), s.steps_waited = 12 * numbers.uniform();
    if (one_in(2)) s.places = whole(1, 300);
    if (one_in(2)) s.weights = between(1e-3, 2e-2), s.products = between(1e-6, 1e-4);
    if (of_ranks && one_in(2)) s.stages = whole(2, 9);
    if (one_in(5)) s.drafted = 2, s.accepted = 0.6, s.draft = between(1e-4, 3e-3);
    if (of_ranks && (s.stages == 1 || one_in(2))) s.data = whole(2, 17);
    return s;
  }
  hr::serving_arrivals lengths() {
    return {.rate = hr::requests_per_second(1), .prompt = whole(10, 8'000), .answer = whole(24, 1'500), .prompt_spread = spread(), .answer_spread = spread()};
  }
};
template <class Visit>
void for_each_load(const hr::serving_replica& of, hr::serving_arrivals asked, Visit&& visit) {
  const hr::request_rate most = hr::most_requests(of, asked);
  asked.rate = 0.5 * most;
  CHECK(value_of(hr::open_loop(of, asked, most)).first_token.p99 == value_of(hr::open_loop(of, asked)).first_token.p99);
  for (const double load : {0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999}) {
    asked.rate = load * most;
    CAPTURE(load);
    visit(load, value_of(hr::open_loop(of, asked)));
  }
}

}  // namespace

// The exceptions are those that docs/reference/inference/serving_queue.md names: the 99th percentile of the first token of batches beside each other by up to 3 %, and medians of
// tokens and whole requests by up to 5, where the times spread more than they grow. Before it was so the 99th percentile of tokens fell by up to 34 %.
TEST_CASE("the more requests a second, the longer each takes") {
  at_random drawn{hr::random_numbers(7)};
  for (int i = 0; i < 120; ++i) {
    const server of = drawn.any(i % 2 == 1);
    const hr::serving_arrivals asked = drawn.lengths();
    const bool is_one = of.data * of.stages == 1;
    CAPTURE(i);
    hr::latency first{}, token{}, request{};
    for_each_load(of.replica(), asked, [&](double, const hr::serving_latencies& found) {
      const auto rises = [](const hr::latency& now, hr::latency& before, double median, double p99) {
        CHECK(now.mean > before.mean * 0.999);
        CHECK(now.p50 > before.p50 * median);
        CHECK(now.p90 > before.p90 * 0.999);
        CHECK(now.p99 > before.p99 * p99);
        before = hr::longer(before, now);
      };
      rises(found.first_token, first, 0.999, is_one ? 0.999 : 0.97);
      rises(found.token, token, 0.95, 0.999);
      rises(found.request, request, 0.95, 0.999);
    });
  }
}

// A request that meets a step waits for what is left of it, which is less than a step, however few requests meet one.
TEST_CASE("few requests that meet a step become many, and their 99th percentile does not fall") {
  for (const std::uint64_t seed : {8U, 10U}) {
    at_random drawn{hr::random_numbers(seed)};
    for (int i = 0; i < 60; ++i) {
      const hr::serving_replica of = drawn.any(false).replica();
      hr::serving_arrivals asked = drawn.lengths();
      const hr::request_rate most = hr::most_requests(of, asked);
      CAPTURE(i);
      hr::duration longest{};
      for (double load = 0.01; load < 0.4; load *= 1.2) {
        asked.rate = load * most;
        const hr::duration p99 = value_of(hr::open_loop(of, asked, most)).first_token.p99;
        CHECK(p99 > longest * 0.997);
        longest = p99 > longest ? p99 : longest;
      }
    }
  }
}

// Where places are what binds, as they do but for prompts that take nearly all of the time, the wait grows as 1 / (1 - load).
TEST_CASE("the wait for the first token grows without bound towards what is answered") {
  at_random drawn{hr::random_numbers(11)};
  int of_places = 0;
  for (int i = 0; i < 30; ++i) {
    const hr::serving_replica of = drawn.any(i % 3 == 2).replica();
    hr::serving_arrivals asked = drawn.lengths();
    const hr::detail::queue_model q(of, asked);
    const double most = q.most_requests(), places = q.sequences_that_fit();
    if (q.holding(places).sequences < places) continue;
    ++of_places;
    const auto waits = [&](double left) {
      asked.rate = hr::requests_per_second((1 - left) * most);
      return value_of(hr::open_loop(of, asked)).first_token;
    };
    CAPTURE(i);
    const hr::latency near = waits(1e-4), nearer = waits(1e-5);
    CHECK(nearer.mean > 5 * near.mean);
    CHECK(nearer.p50 > 5 * near.p50);
    CHECK(nearer.p99 > 5 * near.p99);
  }
  CHECK(of_places > 20);
}

// Places that are not held change nothing, and each that is answers requests. Twice as many are held from the first to more than any server needs.
TEST_CASE("more places answer no fewer requests") {
  at_random drawn{hr::random_numbers(13)};
  for (int i = 0; i < 60; ++i) {
    server of = drawn.any(i % 3 == 2);
    const hr::serving_arrivals asked = drawn.lengths();
    of.room = 1e9;
    CAPTURE(i);
    hr::request_rate fewer{};
    for (of.places = 1; of.places < 10'000; of.places *= 2) {
      const hr::request_rate most = hr::most_requests(of.replica(), asked);
      hr::serving_arrivals near = asked;
      near.rate = 0.999 * most;
      CAPTURE(of.places);
      CHECK(most >= fewer * (1 - 1e-9));
      CHECK(hr::open_loop(of.replica(), near).is_known());
      fewer = most;
    }
  }
}

// The first try is of a millionth of what is answered.
TEST_CASE("limits of both latencies are met as nearly as halvings find them") {
  const hr::serving_replica of = server{.tensor = 2}.replica();
  const hr::serving_arrivals asked{.prompt = 500, .answer = 101};
  const hr::request_rate most = hr::most_requests(of, asked);
  const auto at = [&](double share) { return value_of(hr::open_loop(of, {.rate = share * most, .prompt = 500, .answer = 101})); };
  for (const double share : {0.2, 0.7}) {
    const auto by_first = value_of(hr::most_requests_within(of, asked, at(share).first_token.p99, hr::seconds(1)));
    const auto by_token = value_of(hr::most_requests_within(of, asked, hr::seconds(10), at(share).token.p99));
    CHECK(by_first.requests / most == doctest::Approx(share).epsilon(1e-3));
    CHECK(by_token.requests / most == doctest::Approx(share).epsilon(1e-3));
  }
  CHECK(value_of(hr::most_requests_within(of, asked, hr::seconds(1e6), hr::seconds(1e6))).requests / most == doctest::Approx(1).epsilon(2e-5));
  const auto lone = at(1e-6);
  CHECK(hr::most_requests_within(of, asked, lone.first_token.p99 * 1.0001, lone.token.p99 * 1.0001).is_known());
  CHECK(hr::most_requests_within(of, asked, lone.first_token.p99 * 0.9999, hr::seconds(1)).note == "a request by itself takes longer");
  CHECK(hr::most_requests_within(of, asked, hr::seconds(1), lone.token.p99 * 0.9999).note == "a request by itself takes longer");
  CHECK(hr::most_requests_within(of, {.answer = 0}, hr::seconds(1), hr::seconds(1)).note == "tokens of a prompt and of an answer are 1 to 2^40");
  CHECK(hr::most_requests_within(server{.room = 100}.replica(), asked, hr::seconds(1), hr::seconds(1)).note == "memory has no room for a request of such a length");
}

}  // namespace inference_serving_queue_test
