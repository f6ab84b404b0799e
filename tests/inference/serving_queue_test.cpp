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
  const auto found = hr::open_loop(of, {.rate = 1e-3, .prompt = 1'000, .answer = 101}).value_or({});
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
    const auto found = hr::open_loop(llama, {.rate = rate}).value_or({});
    CHECK(found.sequences == doctest::Approx(rate * 1'023 * hr::in_seconds(found.token.mean)).epsilon(1e-3));
    CHECK(hr::in_tokens_per_second(found.output) == doctest::Approx(rate * 1'024));
    CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(rate * 256));
  }
}

TEST_CASE("more requests wait longer, and percentiles are in order") {
  hr::serving_latencies before{};
  for (double rate = 0.25; rate < 7; rate *= 2) {
    for (const double spread : {0.0, 0.8}) {
      const auto found = hr::open_loop(llama, {.rate = rate, .answer = 512, .prompt_spread = spread, .answer_spread = spread}).value_or({});
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
  const double most = hr::most_requests_per_second(llama, {});
  CHECK(most == doctest::Approx(hr::most_throughput(llama, {}).requests_per_second).epsilon(2e-3));
  CHECK(hr::open_loop(llama, {.rate = 0.99 * most}).is_known());
  CHECK(hr::open_loop(llama, {.rate = 1.01 * most}).note == "not stable: more requests a second than the replica answers");
  // Answers of one token: nothing but prompts, one after the other.
  hr::serving_replica small = small_server::replica;
  small.chunk = 1'000;
  const hr::serving_step read = small_server::step_with(small_server::job_of(small_server::one_layer), {.prompt_tokens = 1'000, .prompt = 1'000});
  CHECK(hr::most_requests_per_second(small, {.prompt = 1'000, .answer = 1}) <= 1 / hr::in_seconds(read.total()) * 1.001);
}

TEST_CASE("where all places are taken, requests wait for one") {
  hr::serving_replica few = llama;
  few.most_sequences = 32;
  const double most = hr::most_requests_per_second(few, {});
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
  CHECK(hr::open_loop(llama, {.rate = 1.01 * within.requests_per_second}).value_or({}).token.p99 > token);
  CHECK(hr::most_requests_within(llama, {}, first, hr::milliseconds(1)).note == "a request by itself takes longer");
  // Either limit, from both sides.
  const hr::serving_arrivals asked{.rate = within.requests_per_second};
  const double most = within.most_requests_per_second;
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
  const auto by_means = hr::open_loop(llama, {.rate = 3, .prompt = 1'000, .answer = 256}).value_or({});
  const auto by_quantiles = hr::open_loop(llama, {.rate = 3, .prompts = prompts, .answers = answers}).value_or({});
  CHECK(ms(by_quantiles.first_token.p99) == doctest::Approx(ms(by_means.first_token.p99)));
  CHECK(ms(by_quantiles.request.p99) == doctest::Approx(ms(by_means.request.p99)));
  CHECK(hr::most_requests_per_second(llama, {.prompts = prompts, .answers = answers}) ==
        doctest::Approx(hr::most_requests_per_second(llama, {.prompt = 1'000, .answer = 256})));
}

TEST_CASE("what cannot be is said") {
  CHECK(hr::open_loop(llama, {}).note == "requests a second are more than 0, up to 1,000,000,000");
  CHECK(hr::open_loop(llama, {.rate = 1, .answer = 0}).note == "tokens of a prompt and of an answer are 1 to 2^40");
  CHECK(hr::open_loop(llama, {.rate = 1, .prompt_spread = -1}).note == "a spread of lengths is a standard deviation of 0 to 10 means");
  CHECK(hr::open_loop(llama, {.rate = 1, .prompt = 100'000'000}).note == "memory has no room for a request of such a length");
}

TEST_CASE("in a constant expression") {
  CHECK_CONSTEXPR(hr::open_loop(llama, {.rate = 2}, 3).is_known());
  CHECK_CONSTEXPR(hr::is_within(llama, {.rate = 2}, 3, hr::seconds(1), hr::milliseconds(20)));
  CHECK(hr::open_loop(llama, {.rate = 2}, 2).note == "not stable: more requests a second than the replica answers");
  CHECK_CONSTEXPR(hr::open_loop(llama, {.rate = 2}).value_or({}).token.p99 <= hr::milliseconds(20));
  CHECK_CONSTEXPR(hr::open_loop(llama, {.rate = 2}).basis == hr::basis::estimated);
}

namespace {

using latencies_by_hand::behind_by_hand;
using latencies_by_hand::check_latency;
using latencies_by_hand::larger;
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

struct open_loop_by_hand {
  const server& of;
  const asked_by_hand& asked;
  double decoded = asked.answer - 1;
  double weight = 1 + asked.answer_spread * asked.answer_spread;
  double context = asked.prompt + asked.answer * weight / 2;
  double places = std::floor(of.held(asked.prompt + asked.answer * weight));
  double ends = std::max(0.0, std::floor(of.steps_waited));
  double after_wait = decoded > 0 ? std::max(0.0, 1 - ends * of.further() / decoded) : 0;
  latency_by_hand first{}, token{}, request{};
  double sequences = 0, most = 0;

  double step(double n) const { return of.step(n, context); }
  // The k-th moment of what prompts make steps longer, or of that with so many steps for each: none, as many as chunks, or whole chunks.
  double moment(int k, double n, const char* steps) const {
    double sum = 0;
    for (const length& each : asked.prompts) {
      const double chunks = *steps == 'l' ? 0 : *steps == 'w' ? each.tokens / static_cast<double>(of.chunk) : of.chunks(each.tokens);
      sum += each.share * std::pow(std::max(0.0, of.longer(each.tokens, n, context)) + chunks * step(n), k);
    }
    return sum;
  }
  double left(double rate, double n) const { return 1 - rate * moment(1, n, "longer"); }
  double queue(double rate, double n) const { return rate * moment(2, n, "whole") / 2 / (1 - rate * moment(1, n, "whole")); }
  double followed(double rate, double n) const {
    if (rate * moment(1, n, "whole") >= 1) return 1e300;
    return rate * std::max(0.0, queue(rate, n) + moment(1, n, "alone") - step(n) / left(rate, n)) * moment(1, n, "longer") / left(rate, n) * after_wait;
  }
  double token_at(double rate, double n) const { return step(n) / of.further() / left(rate, n); }
  double sequences_at(double rate) const {
    return linear_server::root_of([&](double x) { return left(rate, 1 + x) > 0 ? x - rate * (decoded * token_at(rate, 1 + x) + followed(rate, 1 + x)) : -1; }, 0, places - 1);
  }
  double chunks() const {
    double sum = 0;
    for (const length& each : asked.prompts) sum += each.share * of.chunks(each.tokens);
    return sum;
  }
  // That a place is held, where so many are: steps of prompt and answer, and a prompt for each place.
  double held_for(double n) const { return (chunks() + decoded / of.further()) * step(n) + n * moment(1, n, "longer"); }

  open_loop_by_hand(const server& server_of, const asked_by_hand& what) : of(server_of), asked(what) {
    const double r = asked.rate;
    // Places go, and prompts are read, beside as many as are there, and beside one.
    most = linear_server::root_of([&](double rate) { return rate * std::max(moment(1, 1, "whole"), moment(1, sequences_at(rate), "whole")) - 1; }, 0, places / held_for(places));
    const double n = sequences_at(r);
    const double t = token_at(r, 1 + n);
    const double more = std::max(1.0, n / 20);
    const double slope = (token_at(r, 1 + n + more) - t) / more;
    const double variance_of_n = n / std::max(0.02, 1 - r * decoded * slope);
    const double meets = followed(r, n);
    times_by_hand of_token{.floor = std::min(t, step(1) / of.further()), .mean = t, .variance = slope * slope * variance_of_n / 1.5, .spreads = asked.spreads};
    const double longer = moment(1, n, "longer");
    if (decoded > 0) {
      of_token.mean += meets * weight / decoded;
    }
    if (decoded > 0 && longer > 0) {  // where steps that read are no longer, since none drafts, nothing clusters
      const double clusters = 1 + after_wait * (1 / left(r, n) / left(r, n) - 1);
      of_token.variance += (r * t * clusters + meets / decoded / longer) * moment(2, n, "longer") * weight / decoded;
    }
    // Beside the answers of all other places.
    const double beside_all = decoded / of.further() * step(places) + (places - 1) * moment(1, places, "longer");
    const double decodes = sequences = std::min(decoded * t + meets, beside_all);
    sequences *= r;
    token = latency_of(of_token);
    if (decoded > 0) {
      times_by_hand of_all{.floor = of_token.floor, .mean = beside_all / decoded, .spreads = asked.spreads};
      const double poisson = (places - 1) * moment(2, places, "longer") * weight / decoded / decoded;
      if (asked.spreads) of_all.variance = poisson;
      token = smaller(token, latency_of(of_all));
      of_token.mean = std::min(of_token.mean, of_all.mean);
      of_token.variance = std::min(of_token.variance, asked.spreads ? slope * slope * variance_of_n / 1.5 + poisson : (of_all.mean - of_token.mean) * (of_token.mean - of_token.floor));
    }

    const double busy = r * longer;
    const double at_work = 1 - std::exp(-n - busy);
    const double longer_step = step(n) / (1 - busy);
    const double of_prompts = r * moment(2, n, "longer") / (1 - busy * busy);
    const double met = at_work * (longer_step + of_prompts);
    const double whole = r * moment(1, n, "whole");
    const double before = queue(r, n);
    times_by_hand with_all{.floor = of.first + ends * step(1), .mean = of.first + ends * longer_step + moment(1, n, "alone"), .spreads = asked.spreads};
    double shortest = 1e9;
    for (const length& each : asked.prompts) shortest = std::min(shortest, of.longer(each.tokens, n, context) + of.chunks(each.tokens) * step(n));
    with_all.floor += shortest;
    with_all.variance = ends * of_prompts * longer_step * (1 + busy) / (1 - busy) + std::max(0.0, moment(2, n, "whole") - std::pow(moment(1, n, "whole"), 2));
    times_by_hand alone = with_all;
    with_all.mean += (busy + 0.5) * met;
    with_all.variance += met * met / 12 + std::pow(0.5 + busy, 2) * of_prompts * longer_step + r * met * moment(2, n, "longer");
    // A step under way, evenly from none to all of it, or none.
    alone.limit = step(n), alone.chance = at_work;
    alone.mean += at_work * step(n) / 2;
    alone.variance += at_work * step(n) * step(n) / 3 - std::pow(at_work * step(n) / 2, 2);
    const wait_by_hand queued = latencies_by_hand::wait_of_moments(before, 2 * before * before + r * moment(3, n, "whole") / 3 / (1 - whole));

    const double of_prompt = std::max(0.0, moment(2, places, "whole") - std::pow(moment(1, places, "whole"), 2));
    const double of_answer = std::pow(decoded / of.further() * step(places) / places * asked.answer_spread, 2);
    const wait_by_hand place = latencies_by_hand::wait_for_place(places, r, std::sqrt(of_prompt + of_answer) / (held_for(places) / places), [&](double k) { return held_for(k); });
    first = larger(latency_of(behind_by_hand{with_all, {}, place}), latency_of(behind_by_hand{alone, queued, place}));
    for (times_by_hand* each : {&with_all, &alone}) {
      each->floor += asked.answer_spread > 0 ? 0 : decoded * of_token.floor;
      each->mean += decodes;
      each->variance += decoded * decoded * weight * of_token.variance + std::pow(t * asked.answer_spread * decoded, 2);
    }
    request = larger(latency_of(behind_by_hand{with_all, {}, place}), latency_of(behind_by_hand{alone, queued, place}));
  }
};

void check_open_loop(const server& of, const hr::serving_arrivals& arrivals, const asked_by_hand& asked) {
  const hr::serving_latencies found = value_of(hr::open_loop(of.replica(), arrivals));
  const open_loop_by_hand slow(of, asked);
  CAPTURE(slow.places);
  CAPTURE(slow.sequences);
  CHECK(found.sequences == doctest::Approx(slow.sequences).epsilon(3e-4).scale(1e-3));
  CHECK(found.most_requests_per_second == doctest::Approx(slow.most));
  CHECK(hr::most_requests_per_second(of.replica(), arrivals) == doctest::Approx(slow.most));
  check_latency(found.first_token, slow.first);
  check_latency(found.token, slow.token);
  check_latency(found.request, slow.request);
  CHECK(found.requests_per_second == asked.rate);
  CHECK(hr::in_tokens_per_second(found.output) == doctest::Approx(asked.rate * asked.answer));
  CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(asked.rate * asked.answer / static_cast<double>(of.tensor)));
}
void check_open_loop(const server& of, const hr::serving_arrivals& arrivals) {
  const auto prompt = static_cast<double>(arrivals.prompt);
  check_open_loop(of, arrivals,
                  {.rate = arrivals.rate, .prompts = log_normal(prompt, arrivals.prompt_spread), .prompt = prompt, .answer = static_cast<double>(arrivals.answer),
                   .answer_spread = arrivals.answer_spread, .spreads = arrivals.prompt_spread + arrivals.answer_spread > 0});
}

// Data-parallel ranks without experts and stages of a pipeline, of equal lengths: what makes a step longer is the same whether one batch reads or several.
void check_ranks(const server& of, const hr::serving_arrivals& asked) {
  const double r = asked.rate, prompt = static_cast<double>(asked.prompt), answer = static_cast<double>(asked.answer), batches = static_cast<double>(of.data * of.stages);
  const double context = prompt + answer / 2, decoded = answer - 1, chunks = of.chunks(prompt), ends = std::floor(of.steps_waited);
  const auto step = [&](double n) { return of.step(n + (batches - 1) / 2, context); };  // the fullest has half a sequence more
  const auto longer = [&](double n) { return of.longer(prompt, n, context); };
  struct state {
    double reads = 0;   // ranks, in a step
    linear_server::fullest_by_hand fullest{};  // chunks of the batch that reads most
    double each = 0;    // that a prompt makes steps longer
    double left = 0;    // of the time
    double of_batch = 0;  // that a prompt takes of all batches
    double queued = 0, meets = 0;
  };
  const auto at = [&](double n) {
    state s;
    const double room = std::max(1.0, static_cast<double>(of.chunk) * chunks / prompt);
    // One each while fewer come than there are batches, at random where more do.
    const auto fullest = [&](double x) {
      const double more = 1 - std::exp(-x / batches), any = 1 - std::exp(-x);
      const linear_server::fullest_by_hand at_random = linear_server::fullest_of(batches, x, room);
      return linear_server::fullest_by_hand{more * at_random.mean + (1 - more) * any, more * at_random.square + (1 - more) * any};
    };
    const auto come = [&](double x) { return r * chunks * (step(n) + fullest(x).mean * longer(n) / chunks); };
    s.reads = linear_server::root_of([&](double x) { return x - std::min(batches * room, come(x)); }, 0, batches * room);
    s.fullest = fullest(s.reads);
    s.each = longer(n) * s.fullest.mean / s.reads;
    s.left = 1 - r * s.each;
    s.of_batch = (longer(n) + prompt / static_cast<double>(of.chunk) * step(n)) / batches;
    s.meets = std::pow(r * s.of_batch, std::sqrt(2 * (batches + 1)) - 2);
    s.queued = s.meets * r * s.of_batch * s.of_batch / 2 / (1 - r * s.of_batch);
    return s;
  };
  const auto alone = [&](double n) { return longer(n) + chunks * step(n); };
  const auto token = [&](double n) { return step(n) / of.further() / at(n).left; };
  const auto followed = [&](double n) {
    const state s = at(n);
    return r * std::max(0.0, s.queued + alone(n) - step(n) / s.left) / batches * s.each / s.left * std::max(0.0, 1 - ends * of.further() / decoded);
  };
  const double places = std::floor(of.held(prompt + answer));
  const double n = linear_server::root_of([&](double x) { return x - r * (decoded * token(1 + x) + followed(1 + x)); }, 0, places - 1);
  const auto held_for = [&](double k) { return (chunks + decoded / of.further()) * step(k) + k * at(k).each; };
  const double beside_all = decoded / of.further() * step(places) + (places - 1) * at(places).each;
  const state s = at(n);
  const double t = token(1 + n), more = std::max(1.0, n / 20), slope = (token(1 + n + more) - t) / more;
  const double variance_of_n = n / std::max(0.02, 1 - r * decoded * slope);
  const double variance_of_step = (s.fullest.square - s.fullest.mean * s.fullest.mean) * std::pow(longer(n) / chunks, 2);
  const times_by_hand of_token{.floor = std::min(t, step(1) / of.further()), .mean = t + followed(n) / decoded,
                               .variance = slope * slope * variance_of_n / 1.5 + variance_of_step / (decoded * of.further())};
  const double mean_step = step(n) / s.left, at_work = 1 - std::exp(-n - r * s.each), met = at_work * (mean_step + variance_of_step / mean_step);
  times_by_hand with_all{.floor = of.first + ends * step(1) + alone(n), .mean = of.first + ends * mean_step + alone(n), .variance = ends * variance_of_step * (1 + r * s.each) / s.left};
  times_by_hand by_itself = with_all;
  with_all.mean += met / 2, with_all.variance += met * met / 12 + variance_of_step / 4;
  by_itself.limit = step(n), by_itself.chance = at_work;
  by_itself.mean += at_work * step(n) / 2, by_itself.variance += at_work * step(n) * step(n) / 3 - std::pow(at_work * step(n) / 2, 2);
  const wait_by_hand queued = latencies_by_hand::wait_of_moments(s.queued, 2 * s.queued * s.queued / s.meets + s.meets * r * std::pow(s.of_batch, 3) / 3 / (1 - r * s.of_batch));
  const wait_by_hand place = latencies_by_hand::wait_for_place(places, r, 0, held_for);
  const behind_by_hand one{with_all, {}, place}, other{by_itself, queued, place};
  const double decodes = std::min(decoded * t + followed(n), beside_all);

  const hr::serving_latencies found = value_of(hr::open_loop(of.replica(), asked));
  CAPTURE(n);
  CAPTURE(s.reads);
  CHECK(found.sequences == doctest::Approx(r * decodes).epsilon(4e-4));
  check_latency(found.first_token, larger(latency_of(one), latency_of(other)));
  check_latency(found.token, smaller(latency_of(of_token), latency_of(times_by_hand{.mean = beside_all / decoded})));
  CHECK(hr::in_seconds(found.request.mean) == doctest::Approx(std::max(one.mean(), other.mean()) + decodes).epsilon(1e-3));
  CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(r * answer / static_cast<double>(of.tensor * of.data * of.stages)));
}

}  // namespace

TEST_CASE("latencies of requests to data-parallel ranks are those of the formulas") {
  SUBCASE("prompts that a step reads") { check_ranks({.data = 4, .first = 0.01, .steps_waited = 2.9}, {.rate = 30, .prompt = 500, .answer = 101}); }
  SUBCASE("few requests") { check_ranks({.data = 8}, {.rate = 0.5, .prompt = 700, .answer = 60}); }
  SUBCASE("prompts in chunks, for which ranks are waited for") { check_ranks({.chunk = 512, .data = 2}, {.rate = 2.6, .prompt = 5'000, .answer = 60}); }
  SUBCASE("nearly all ranks read") { check_ranks({.chunk = 256, .data = 4}, {.rate = 7, .prompt = 3'000, .answer = 101}); }
  SUBCASE("drafts") { check_ranks({.data = 4, .steps_waited = 1, .drafted = 2, .accepted = 0.6, .draft = 0.001}, {.rate = 20, .prompt = 900, .answer = 101}); }
  SUBCASE("a pipeline") { check_ranks({.stages = 4, .first = 0.01, .steps_waited = 2.9}, {.rate = 30, .prompt = 500, .answer = 101}); }
  SUBCASE("a pipeline of ranks, for whose prompts others wait") { check_ranks({.chunk = 512, .data = 2, .stages = 2}, {.rate = 4.5, .prompt = 5'000, .answer = 60}); }
  SUBCASE("few places") { check_ranks({.places = 40, .data = 4}, {.rate = 18, .prompt = 400, .answer = 101}); }
}

TEST_CASE("latencies of requests at random times are those of the formulas") {
  SUBCASE("prompts that a step reads together") { check_open_loop({.tensor = 3, .first = 0.02, .steps_waited = 3.2}, {.rate = 18, .prompt = 500, .answer = 101}); }
  SUBCASE("nobody waits for a step's end") { check_open_loop({}, {.rate = 12, .prompt = 700, .answer = 37}); }
  SUBCASE("prompts in chunks, one after the other") { check_open_loop({.chunk = 512}, {.rate = 1.7, .prompt = 5'000, .answer = 60}); }
  SUBCASE("lengths that spread") { check_open_loop({.chunk = 1'000, .steps_waited = 1}, {.rate = 12, .prompt = 900, .answer = 80, .prompt_spread = 0.8, .answer_spread = 0.6}); }
  SUBCASE("only prompts spread") { check_open_loop({}, {.rate = 20, .prompt = 600, .answer = 40, .prompt_spread = 1.1}); }
  SUBCASE("only answers spread") { check_open_loop({}, {.rate = 22, .prompt = 600, .answer = 40, .answer_spread = 0.7}); }
  SUBCASE("answers of a single token") { check_open_loop({}, {.rate = 18, .prompt = 1'000, .answer = 1}); }
  SUBCASE("answers of two, which others follow at once") { check_open_loop({.chunk = 300}, {.rate = 7, .prompt = 1'000, .answer = 2}); }
  SUBCASE("few sequences, whose products take ever longer") {
    check_open_loop({.fixed = 0.002, .weights = 0.01, .products = 2e-3}, {.rate = 3, .prompt = 4, .answer = 101});
  }
  SUBCASE("many sequences, whose products take ever longer") {
    check_open_loop({.fixed = 0.002, .weights = 0.01, .products = 2e-4}, {.rate = 20, .prompt = 40, .answer = 101});
  }
  SUBCASE("hardly any requests") { check_open_loop({}, {.rate = 1e-3, .prompt = 500, .answer = 101}); }
  SUBCASE("steps that a lone request waits for are those without it") {
    check_open_loop({.fixed = 0.001, .sequence = 0.005, .steps_waited = 9}, {.rate = 0.5, .prompt = 20, .answer = 3});
  }
  SUBCASE("answers of two") { check_open_loop({.chunk = 300, .steps_waited = 1.5}, {.rate = 7, .prompt = 1'000, .answer = 2}); }
  SUBCASE("few places") { check_open_loop({.places = 24}, {.rate = 11, .prompt = 400, .answer = 101}); }
  SUBCASE("little room") { check_open_loop({.room = 10'000}, {.rate = 10.5, .prompt = 400, .answer = 101, .answer_spread = 0.4}); }
  SUBCASE("drafts") {
    check_open_loop({.room = 3e5, .steps_waited = 2, .drafted = 2, .accepted = 0.6, .draft = 0.001, .draft_sequence = 3e-5}, {.rate = 20, .prompt = 500, .answer = 101});
  }
  SUBCASE("prompts that take longer than drafts") {
    check_open_loop({.room = 3e5, .steps_waited = 1, .drafted = 1, .accepted = 0.7, .draft = 0.001}, {.rate = 8, .prompt = 1'500, .answer = 60});
  }
  SUBCASE("a server that answers less than one a second") { check_open_loop({.fixed = 0.9, .room = 2'500}, {.rate = 0.01, .prompt = 500, .answer = 101}); }
  SUBCASE("close to what it answers") { check_open_loop({}, {.rate = 25, .prompt = 500, .answer = 101}); }
}

// Half of the prompts are spread from 100 to 300 tokens, where two at 1 / (2 sqrt(3)) of the distance from the middle stand for all, the others have 900:
// a mean of 550. Answers of 40 and of 60, as many of either, spread by 10 of 50.
TEST_CASE("lengths told by bins are read by two of each") {
  const hr::serving_arrivals arrivals{.rate = 9, .prompts = hr::parse_request_lengths("100-300=1,900=1").value, .answers = hr::parse_request_lengths("40=1,60=1").value};
  check_open_loop({.chunk = 256}, arrivals,
                  {.rate = 9, .prompts = {{142, 0.25}, {258, 0.25}, {900, 0.5}}, .prompt = 550, .answer = 50, .answer_spread = 0.2, .spreads = true});
  CHECK(hr::requests_of_mean(arrivals).prompt == 550);
  CHECK(hr::requests_of_mean(arrivals).answer == 50);
  CHECK(hr::requests_of_mean({.prompt = 7, .answer = 11}).prompt == 7);
  CHECK(hr::requests_of_mean({.prompt = 7, .answer = 11}).answer == 11);
}

TEST_CASE("each bound of arrivals, from both sides") {
  const auto said = [](const hr::serving_arrivals& of) { return hr::contradiction(of); };
  const auto rates = "requests a second are more than 0, up to 1,000,000,000", tokens = "tokens of a prompt and of an answer are 1 to 2^40",
             spreads = "a spread of lengths is a standard deviation of 0 to 10 means", both = "lengths have a spread or quantiles, not both";
  CHECK(said({.rate = 1e9}).empty());
  CHECK(said({.rate = 1e-9}).empty());
  CHECK(said({.rate = 1.001e9}) == rates);
  CHECK(said({.rate = 1, .prompt = 1, .answer = hr::max_count}).empty());
  CHECK(said({.rate = 1, .prompt = 0}) == tokens);
  CHECK(said({.rate = 1, .answer = hr::max_count + 1}) == tokens);
  CHECK(said({.rate = 1, .prompt_spread = 10, .answer_spread = 10}).empty());
  CHECK(said({.rate = 1, .prompt_spread = 10.01}) == spreads);
  CHECK(said({.rate = 1, .answer_spread = 10.01}) == spreads);
  CHECK(said({.rate = 1, .answer_spread = -0.01}) == spreads);
  const hr::request_lengths lengths = hr::parse_request_lengths("100=1,200=1").value;
  CHECK(said({.rate = 1, .answer_spread = 1, .prompts = lengths}).empty());
  CHECK(said({.rate = 1, .prompt_spread = 1, .answers = lengths}).empty());
  CHECK(said({.rate = 1, .prompt_spread = 0.5, .prompts = lengths}) == both);
  CHECK(said({.rate = 1, .answer_spread = 0.5, .answers = lengths}) == both);
  // Unless said, as many tokens as of requests in a closed loop.
  constexpr hr::serving_arrivals unsaid{};
  CHECK(unsaid.prompt == hr::serving_requests{}.prompt);
  CHECK(unsaid.answer == hr::serving_requests{}.answer);
}

// A place for one request of 601 tokens exactly is room, one token less is not.
TEST_CASE("a request needs a place of its own") {
  CHECK(hr::open_loop(server{.room = 601}.replica(), {.rate = 1e-6, .prompt = 500, .answer = 101}).is_known());
  CHECK(hr::open_loop(server{.room = 600}.replica(), {.rate = 1e-6, .prompt = 500, .answer = 101}).note == "memory has no room for a request of such a length");
  CHECK(hr::open_loop(server{.data = 1}.replica(), {.rate = 1, .prompt = 500, .answer = 101}).is_known());
}

TEST_CASE("as many requests as are answered are one too many") {
  const hr::serving_replica of = server{}.replica();
  const double most = hr::most_requests_per_second(of, {.prompt = 500, .answer = 101});
  CHECK(hr::open_loop(of, {.rate = most, .prompt = 500, .answer = 101}).note == "not stable: more requests a second than the replica answers");
  CHECK(hr::open_loop(of, {.rate = most * (1 - 1e-9), .prompt = 500, .answer = 101}).is_known());
}

// As where ranks have no network between them.
TEST_CASE("a server whose steps never end answers nothing") {
  const hr::serving_replica of = server{.fixed = std::numeric_limits<double>::infinity()}.replica();
  CHECK(hr::most_requests_per_second(of, {.prompt = 500, .answer = 101}) == 0);
  CHECK(hr::most_requests_within(of, {.prompt = 500, .answer = 101}, hr::seconds(1), hr::seconds(1)).note == "a request by itself takes longer");
}

// A prompt and 100 steps of 1e15 s: less than once in 1e15 s, and no fewer than if each request had the server to itself.
TEST_CASE("a server that takes ages answers so often") {
  const double most = hr::most_requests_per_second(server{.fixed = 1e15}.replica(), {.prompt = 500, .answer = 101});
  CHECK(most > 1 / (101 * 1e15));
  CHECK(most < 1 / 1e15);
}

// Erlang (1917): of n places each held for as long on average, a request waits with the chance of his C formula, for 1 / (n / time - rate) on average. One place of
// equal times is M/D/1: half as long.
TEST_CASE("a request waits for a place as Erlang has it") {
  const auto wait = [](double places, double rate, double spread, double each) { return hr::detail::wait_for_place(places, rate, spread, [&](double) { return each; }); };
  for (const double places : {1.0, 2.0, 5.0, 20.0, 63.0})
    for (const double full : {0.1, 0.5, 0.9, 0.999}) {
      // Erlang's B by its recursion, and C of it.
      double lost = 1;
      for (double i = 1; i <= places; ++i) lost = full * places * lost / (i + full * places * lost);
      const double waits = lost / (1 - full * (1 - lost));
      const hr::detail::chance_of_wait found = wait(places, full * places / 3, 1, 3);
      CHECK(std::abs(found.chance - waits) < 1e-4 * waits + 1e-8);
      if (!(found.chance > 0)) continue;  // so few that none do
      CHECK(found.mean == doctest::Approx(3 / (places * (1 - full))));
      CHECK(wait(places, full * places / 3, 0, 3).mean == doctest::Approx(1.5 / (places * (1 - full))));
    }
  // By stretches of many places the same as one by one.
  for (const double places : {100.0, 1'000.0, 30'000.0})
    for (const double load : {0.95, 0.99, 0.9999}) {
      double lost = 1;
      for (double i = 1; i <= places; ++i) lost = load * places * lost / (i + load * places * lost);
      const double waits = lost / (1 - load * (1 - lost));
      CHECK(std::abs(wait(places, load * places, 1, 1).chance - waits) < 2e-3 * waits + 1e-8);
    }
  // A part of a place is none, and who come faster than places go wait for ever: that is no wait of a distribution.
  CHECK(wait(5.9, 1, 1, 3).chance == wait(5, 1, 1, 3).chance);
  CHECK(wait(4, 4, 1, 1).chance == 0);
  CHECK(wait(4, 5, 1, 1).chance == 0);
  // Of a server that all share evenly (M/G/1 by processor sharing) with n places: so long as n are there, each takes n times as long; the number is geometric.
  for (const double places : {1.0, 4.0, 30.0})
    CHECK(hr::detail::wait_for_place(places, 0.7, 1, [](double held) { return held; }).chance == doctest::Approx(std::pow(0.7, places)).epsilon(1e-4));
  CHECK_CONSTEXPR(hr::detail::wait_for_place(2, 0.5, 1, [](double held) { return held; }).chance < 0.2501);
}

// Of an exponential time of mean m by itself the share exp(-x / m) is longer than x: M/M/1 has 1 - load + load x an exponential one.
TEST_CASE("a time behind waits is longer as often as the waits say") {
  const hr::detail::time_moments fixed{.floor = 3, .mean = 3};
  const auto p99 = [&](const hr::detail::chance_of_wait& one, const hr::detail::chance_of_wait& other) {
    return hr::in_seconds(hr::detail::time_behind_waits(fixed, one, other).latencies().p99);
  };
  CHECK(p99({}, {}) == 3);
  CHECK(p99({1, 2}, {}) == doctest::Approx(3 + 2 * std::log(100)).epsilon(1e-4));
  CHECK(p99({}, {0.3, 2}) == doctest::Approx(3 + 2 * std::log(30)).epsilon(1e-4));
  CHECK(p99({0.005, 1e6}, {}) == doctest::Approx(3).epsilon(1e-4));
  // Both of all: gamma of two, whose 99th percentile is 6.6384 means (tables of chi-squared with four degrees of freedom: 13.277 / 2).
  CHECK(p99({1, 2}, {1, 2}) == doctest::Approx(3 + 2 * 6.6384).epsilon(2e-3));
  const hr::latency all = hr::detail::time_behind_waits(fixed, {0.5, 4}, {0.25, 8}).latencies();
  CHECK(hr::in_seconds(all.mean) == doctest::Approx(3 + 2 + 2));
  CHECK(hr::in_seconds(hr::detail::time_behind_waits(fixed, {1, 4}, {}).latencies().p50) == doctest::Approx(3 + 4 * std::log(2)).epsilon(1e-4));
  CHECK(hr::in_seconds(hr::detail::time_behind_waits(fixed, {0.4, 4}, {}).latencies().p50) == doctest::Approx(3).epsilon(1e-4));
  CHECK_CONSTEXPR(hr::detail::wait_of_moments(2, 16).chance == 0.5);
  CHECK(hr::detail::wait_of_moments(2, 16).mean == 4);
  CHECK(hr::detail::wait_of_moments(2, 4).chance == 1);
  CHECK(hr::detail::wait_of_moments(0, 0).chance == 0);
  CHECK(hr::longer({hr::seconds(1), hr::seconds(4)}, {hr::seconds(2), hr::seconds(3)}).p50 == hr::seconds(4));
  CHECK(hr::longer({hr::seconds(1), hr::seconds(4)}, {hr::seconds(2), hr::seconds(3)}).mean == hr::seconds(2));
  CHECK(hr::shorter({hr::seconds(1), hr::seconds(4)}, {hr::seconds(2), hr::seconds(3)}).p50 == hr::seconds(3));
  CHECK(hr::shorter({hr::seconds(1), hr::seconds(4)}, {hr::seconds(2), hr::seconds(3)}).mean == hr::seconds(1));
  CHECK_CONSTEXPR(hr::longer({}, {.p99 = hr::seconds(1)}).p99 == hr::seconds(1));
  CHECK_CONSTEXPR(hr::shorter({}, {.p99 = hr::seconds(1)}).p99 == hr::seconds(0));
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
    if (one_in(5)) s.stages = 2;
    if (one_in(5)) s.drafted = 2, s.accepted = 0.6, s.draft = between(1e-4, 3e-3);
    if (of_ranks) s.data = whole(2, 9);
    return s;
  }
  hr::serving_arrivals lengths() {
    return {.rate = 1, .prompt = whole(10, 8'000), .answer = whole(24, 1'500), .prompt_spread = spread(), .answer_spread = spread()};
  }
};
template <class Visit>
void for_each_load(const hr::serving_replica& of, hr::serving_arrivals asked, Visit&& visit) {
  const double most = hr::most_requests_per_second(of, asked);
  asked.rate = 0.5 * most;
  CHECK(value_of(hr::open_loop(of, asked, most)).first_token.p99 == value_of(hr::open_loop(of, asked)).first_token.p99);
  for (const double load : {0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999}) {
    asked.rate = load * most;
    CAPTURE(load);
    visit(load, value_of(hr::open_loop(of, asked)));
  }
}

}  // namespace

// The exceptions are those that docs/reference/inference/serving_queue.md names: prompts that stop drafts shorten tokens by 0.2 % near what is answered; batches of
// data-parallel ranks and pipelines that come to read in every step make it the same for all, so that of them means are held.
TEST_CASE("the more requests a second, the longer each waits for its first token") {
  at_random drawn{hr::random_numbers(7)};
  for (int i = 0; i < 60; ++i) {
    const server of = drawn.any(i % 4 == 3);
    const hr::serving_arrivals asked = drawn.lengths();
    CAPTURE(i);
    hr::latency first{}, token{};
    for_each_load(of.replica(), asked, [&](double, const hr::serving_latencies& found) {
      CHECK(found.first_token.mean > first.mean * 0.999);
      if (of.data * of.stages == 1) {
        CHECK(found.first_token.p50 > first.p50 * 0.999);
        CHECK(found.first_token.p90 > first.p90 * 0.999);
        CHECK(found.first_token.p99 > first.p99 * 0.99);
        CHECK(found.token.mean > token.mean * (of.drafted > 0 ? 0.998 : 0.999));
      }
      first = hr::longer(first, found.first_token);
      token = hr::longer(token, found.token);
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
      const double most = hr::most_requests_per_second(of, asked);
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
    if (most * q.seconds_of_place(most, places) < 0.99999 * places) continue;
    ++of_places;
    const auto waits = [&](double left) {
      asked.rate = (1 - left) * most;
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

TEST_CASE("what is answered has places, and prompts are read") {
  at_random drawn{hr::random_numbers(13)};
  for (int i = 0; i < 30; ++i) {
    const hr::serving_replica of = drawn.any(false).replica();
    const hr::serving_arrivals asked = drawn.lengths();
    const hr::detail::queue_model q(of, asked);
    const double most = q.most_requests(), places = q.sequences_that_fit();
    CAPTURE(i);
    CHECK(places == std::floor(places));
    CHECK(most * q.seconds_of_place(most, places) <= places * (1 + 1e-6));
    const double n = q.sequences(most, places), busy = most * q.prompts(most, n, q.step(n)).whole;
    CHECK(busy <= 1 + 1e-6);
  }
}

// The first try is of a millionth of what is answered.
TEST_CASE("limits of both latencies are met as nearly as halvings find them") {
  const hr::serving_replica of = server{.tensor = 2}.replica();
  const hr::serving_arrivals asked{.prompt = 500, .answer = 101};
  const double most = hr::most_requests_per_second(of, asked);
  const auto at = [&](double share) { return value_of(hr::open_loop(of, {.rate = share * most, .prompt = 500, .answer = 101})); };
  for (const double share : {0.2, 0.7}) {
    const auto by_first = value_of(hr::most_requests_within(of, asked, at(share).first_token.p99, hr::seconds(1)));
    const auto by_token = value_of(hr::most_requests_within(of, asked, hr::seconds(10), at(share).token.p99));
    CHECK(by_first.requests_per_second / most == doctest::Approx(share).epsilon(1e-3));
    CHECK(by_token.requests_per_second / most == doctest::Approx(share).epsilon(1e-3));
  }
  CHECK(value_of(hr::most_requests_within(of, asked, hr::seconds(1e6), hr::seconds(1e6))).requests_per_second == doctest::Approx(most).epsilon(1e-5));
  const auto lone = at(1e-6);
  CHECK(hr::most_requests_within(of, asked, lone.first_token.p99 * 1.0001, lone.token.p99 * 1.0001).is_known());
  CHECK(hr::most_requests_within(of, asked, lone.first_token.p99 * 0.9999, hr::seconds(1)).note == "a request by itself takes longer");
  CHECK(hr::most_requests_within(of, asked, hr::seconds(1), lone.token.p99 * 0.9999).note == "a request by itself takes longer");
  CHECK(hr::most_requests_within(of, {.answer = 0}, hr::seconds(1), hr::seconds(1)).note == "tokens of a prompt and of an answer are 1 to 2^40");
  CHECK(hr::most_requests_within(server{.room = 100}.replica(), asked, hr::seconds(1), hr::seconds(1)).note == "memory has no room for a request of such a length");
}

// Tables of the normal distribution: 0.158655 below -1, 0.0227501 below -2, 0.00134990 below -3; a density of 0.398942 at 0, 0.241971 at 1.
TEST_CASE("the normal distribution is that of tables") {
  CHECK(hr::detail::normal_tail(0) == doctest::Approx(0.5).epsilon(1e-6));
  CHECK(hr::detail::normal_tail(1) == doctest::Approx(0.15865525).epsilon(2e-6));
  CHECK(hr::detail::normal_tail(2) == doctest::Approx(0.02275013).epsilon(1e-5));
  CHECK(hr::detail::normal_tail(3) == doctest::Approx(0.00134990).epsilon(1e-4));
  CHECK(hr::detail::normal_tail(0.1) == doctest::Approx(0.46017216).epsilon(1e-6));
  // Abramowitz and Stegun say an error of 26.2.17 below 7.5e-8, of z from 0.
  for (int tenths = 0; tenths <= 60; ++tenths) {
    const double z = tenths / 10.0;
    CHECK(std::abs(hr::detail::normal_tail(z) - std::erfc(z / std::sqrt(2)) / 2) < 7.5e-8);
    CHECK(hr::detail::normal_density(z) == doctest::Approx(std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0))).epsilon(1e-9).scale(0));
  }
  CHECK(hr::detail::normal_density(0) == doctest::Approx(0.39894228));
  CHECK(hr::detail::normal_density(1) == doctest::Approx(0.24197072));
}

}  // namespace inference_serving_queue_test
