// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_pools_queue.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_simulation.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>
#include <inference/latencies_by_hand.hpp>
#include <inference/linear_server.hpp>
#include <inference/small_server.hpp>

namespace inference_serving_pools_queue_test {
namespace {

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
using small_server::llama;

// ---- Request by request: each goes to any worker of either pool, which serves them in their order.

struct request {
  double sent = 0, first = 0, ended = 0;
  hr::count prompt = 0, answer = 0;
};

// A prefill worker: as many prompts at once as it has ranks, none of which begins before the others end.
void read_prompts(const hr::serving_pools& of, std::vector<request*>& of_worker) {
  const double idle = hr::detail::decoding(of.prefill, 0, 0).total();
  const auto ranks = static_cast<std::size_t>(of.prefill.load.data * of.prefill.load.stages);
  double free = 0;
  for (std::size_t i = 0; i < of_worker.size();) {
    const double begins = std::max(free, of_worker[i]->sent);
    const std::size_t end = i + ranks;
    for (; i < std::min(end, of_worker.size()) && of_worker[i]->sent <= begins; ++i) {
      request& one = *of_worker[i];
      const double took = hr::detail::reading(of.prefill, one.prompt, 0, 0, idle).alone;
      free = std::max(free, begins + took);
      const double bytes = hr::detail::cache_of_sequence(of.prefill.load, static_cast<double>(one.prompt)) * static_cast<double>(of.prefill.load.tensor);
      one.first = begins + took + bytes / of.transfer + hr::in_seconds(of.hand_over) + hr::in_seconds(of.prefill.engine.first);
    }
  }
}

// A decode worker: each step takes as long as its sequences make it. Who finds no place waits for one, and so does the first token; who has one
// waits for as many ends of steps as both engines do.
void write_answers(const hr::serving_pools& of, std::vector<request*>& of_worker, double most, double& sequence_seconds) {
  std::ranges::sort(of_worker, {}, [](const request* each) { return each->first; });
  struct running {
    request* one;
    double left;
    double context;
    int ends_left;
  };
  const int ends = static_cast<int>(std::lround(of.prefill.engine.steps_waited + of.decode.engine.steps_waited));
  std::vector<running> all;
  const double further = hr::detail::tokens_of_step(of.decode);
  double now = 0;
  for (std::size_t next = 0; next < of_worker.size() || !all.empty();) {
    if (all.empty()) now = std::max(now, of_worker[next]->first);
    for (; next < of_worker.size() && of_worker[next]->first <= now && static_cast<double>(all.size()) + 1 <= most; ++next) {
      request& one = *of_worker[next];
      if (static_cast<double>(all.size()) + 2 > most) one.first = now;
      all.push_back({&one, static_cast<double>(one.answer - 1), static_cast<double>(one.prompt), ends});
      if (one.answer == 1) all.back().left = 1e-12;
    }
    double context = 0, n = 0;
    for (const running& each : all)
      if (each.ends_left == 0) context += each.context, ++n;
    const double took = hr::detail::decoding(of.decode, n, n > 0 ? context / n : 1).total();
    now += took;
    sequence_seconds += n * took;
    for (running& each : all) {
      if (each.ends_left > 0) {
        if (--each.ends_left == 0) each.one->first = now;
        continue;
      }
      each.left -= further;
      each.context += further;
      if (each.left < 1e-9) each.one->ended = now;
    }
    std::erase_if(all, [](const running& each) { return each.left < 1e-9; });
  }
}

struct simulated {
  hr::latency first{};
  hr::latency token{};
  hr::latency whole{};
  double sequences = 0;
};
simulated simulate(const hr::serving_pools& of, const hr::serving_arrivals& asked, std::size_t requests) {
  hr::random_numbers numbers(3);
  std::vector<request> all(requests);
  double sent = 0;
  for (request& each : all) {
    each.sent = sent += numbers.exponential() / hr::in_requests_per_second(asked.rate);
    each.prompt = numbers.length(asked.prompt, asked.prompt_spread);
    each.answer = numbers.length(asked.answer, asked.answer_spread);
  }
  const auto each_worker = [&](hr::count workers, auto&& serve) {
    std::vector<std::vector<request*>> of_workers(static_cast<std::size_t>(workers));
    for (request& one : all) of_workers[static_cast<std::size_t>(numbers.uniform() * static_cast<double>(workers))].push_back(&one);
    for (auto& one : of_workers) serve(one);
  };
  double sequence_seconds = 0;
  const double most = hr::detail::pools_queue(of, asked).most;
  each_worker(of.prefill_workers, [&](auto& one) { read_prompts(of, one); });
  each_worker(of.decode_workers, [&](auto& one) { write_answers(of, one, most, sequence_seconds); });
  std::vector<double> first, token, whole;
  for (std::size_t i = requests / 5; i < requests; ++i) {
    first.push_back(all[i].first - all[i].sent);
    whole.push_back(all[i].ended - all[i].sent);
    if (all[i].answer > 1) token.push_back((all[i].ended - all[i].first) / static_cast<double>(all[i].answer - 1));
  }
  return {hr::detail::latency_of(first), hr::detail::latency_of(token), hr::detail::latency_of(whole), sequence_seconds / sent};
}

double off(const hr::duration& found, const hr::duration& other) { return found / other - 1; }

}  // namespace

// A prompt of one length waits rho / (2 (1 - rho)) of its time, by Pollaczek and Khinchine; one of pools that are all but idle for nothing.
TEST_CASE("the first token waits as before a single server") {
  const hr::serving_pools pools = value_of(hr::pools_of(llama, 2, llama, 4, h200));
  const auto at = [&](double share) {
    const double most = hr::detail::pools_queue(pools, {.prompt = 4'096, .answer = 2}).most_read();
    return hr::in_seconds(value_of(hr::open_loop(pools, {.rate = hr::requests_per_second(share * most), .prompt = 4'096, .answer = 2})).first_token.mean);
  };
  const double alone = 2 / hr::detail::pools_queue(pools, {.prompt = 4'096}).most_read();
  for (const double share : {0.3, 0.6}) CHECK(at(share) - at(1e-9) == doctest::Approx(alone * share / (2 * (1 - share))).epsilon(1e-3));
  // With one client by itself it is as long as with few at random times.
  const hr::serving_result one = hr::closed_loop(pools, {.prompt = 4'096, .answer = 2, .clients = 1, .each = 1'000'000});
  CHECK(at(1e-9) == doctest::Approx(hr::in_seconds(one.first_token)).epsilon(1e-3));
}

TEST_CASE("percentiles of pools are those of requests one by one" * doctest::test_suite("slow")) {
  constexpr hr::serving_job ranks{
      .model = hr::models::qwen3_30b_a3b, .weights = hr::fp8, .data_parallel = 4, .expert_parallel = true, .concurrent_sequences = 4, .context = 9'216};
  const auto on = [](const hr::serving_job& job, hr::count x, hr::count y) {
    hr::serving_pools made = value_of(hr::pools_of(job, x, job, y, h200));
    made.hand_over = hr::milliseconds(200);  // of a mean that the errors of waiting are held against
    return made;
  };
  const hr::serving_arrivals of_one_length{.prompt = 4'096, .answer = 64};
  const hr::serving_arrivals of_many{.prompt = 2'048, .answer = 100, .prompt_spread = 0.8, .answer_spread = 0.8};
  for (const auto& [pools, lengths] : {std::pair{on(llama, 2, 1), of_one_length}, {on(llama, 1, 1), of_many}, {on(ranks, 1, 1), of_one_length}})
    for (const double load : {0.2, 0.5, 0.7}) {
      hr::serving_arrivals asked = lengths;
      asked.rate = load * hr::most_requests(pools, asked);
      const hr::serving_latencies found = value_of(hr::open_loop(pools, asked));
      const simulated slow = simulate(pools, asked, 3'000);
      CAPTURE(load);
      CHECK(std::abs(off(found.first_token.mean, slow.first.mean)) < 0.1);
      CHECK(std::abs(off(found.first_token.p90, slow.first.p90)) < 0.25);
      CHECK(std::abs(off(found.first_token.p99, slow.first.p99)) < 0.3);
      CHECK(std::abs(off(found.token.mean, slow.token.mean)) < 0.05);
      CHECK(std::abs(off(found.token.p99, slow.token.p99)) < 0.1);
      CHECK(std::abs(off(found.request.mean, slow.whole.mean)) < 0.1);
      CHECK(std::abs(found.sequences / slow.sequences - 1) < 0.1);
    }
}

// Of few places, to which many prompts come: up to 95 % of what is answered. Means were to be within 30 %. In the simulation a request has its place while it waits for
// ends of steps, too, which the closed form leaves out: it is short.
TEST_CASE("near what pools answer the first token waits for a place" * doctest::test_suite("slow")) {
  hr::serving_pools pools = value_of(hr::pools_of(llama, 8, llama, 1, h200));
  for (const hr::count places : {2, 8, 32})
    for (const double load : {0.8, 0.9, 0.95}) {
      pools.decode.most_sequences = places;
      hr::serving_arrivals asked{.prompt = 1'024, .answer = 256};
      asked.rate = load * hr::most_requests(pools, asked);
      const hr::serving_latencies found = value_of(hr::open_loop(pools, asked));
      const simulated slow = simulate(pools, asked, 20'000);
      CAPTURE(places);
      CAPTURE(load);
      CHECK(std::abs(off(found.first_token.mean, slow.first.mean)) < 0.3);
      CHECK(std::abs(off(found.first_token.p99, slow.first.p99)) < 0.3);
      CHECK(std::abs(off(found.token.mean, slow.token.mean)) < 0.05);
    }
}

TEST_CASE("the more requests a second, the longer those of pools wait") {
  const auto on = [](hr::count readers, hr::count ranks, hr::count places, double spread) {
    const linear_server::server reads{.chunk = 700, .data = ranks, .first = 0.01, .steps_waited = 1.5}, writes{.places = places, .steps_waited = 2};
    const hr::serving_pools pools{.prefill = reads.replica(), .prefill_workers = readers, .decode = writes.replica(), .transfer = 1e6, .hand_over = {}};
    hr::serving_arrivals asked{.prompt = 900, .answer = 120, .prompt_spread = spread, .answer_spread = spread};
    const hr::request_rate most = hr::most_requests(pools, asked);
    hr::latency first{}, token{};
    for (const double load : {0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999}) {
      CAPTURE(load);
      asked.rate = load * most;
      const hr::serving_latencies found = value_of(hr::open_loop(pools, asked));
      for (const auto part : {&hr::latency::mean, &hr::latency::p50, &hr::latency::p90, &hr::latency::p99}) CHECK(found.first_token.*part > first.*part * 0.999);
      CHECK(found.token.mean > token.mean * 0.999);
      first = found.first_token, token = found.token;
    }
    CHECK(hr::in_seconds(first.mean) > 1);  // of a service of some hundred milliseconds
  };
  for (const hr::count readers : {1, 4})
    for (const hr::count ranks : {1, 3})
      for (const hr::count places : {1, 5, 40})
        for (const double spread : {0.0, 0.8}) on(readers, ranks, places, spread);
}

TEST_CASE("pools answer the most requests within limits, and none beyond what they can") {
  const hr::serving_pools pools = value_of(hr::pools_of(llama, 1, llama, 1, h200));
  const hr::serving_arrivals asked{.prompt = 4'096, .answer = 256};
  const hr::request_rate most = hr::most_requests(pools, asked);
  const auto with = [&](const hr::request_rate& rate) { return hr::open_loop(pools, {.rate = rate, .prompt = 4'096, .answer = 256}); };
  CHECK(with(1.01 * most).note == "not stable: more requests a second than the pools answer");
  CHECK(with(0).note == "requests a second are more than 0, up to 1,000,000,000");
  const hr::duration limit = hr::seconds(1);
  const hr::serving_latencies within = value_of(hr::most_requests_within(pools, asked, limit, hr::hours(1)));
  CHECK(within.first_token.p99 <= limit);
  CHECK(value_of(with(1.01 * within.requests)).first_token.p99 > limit);
  CHECK(hr::is_within(pools, {.rate = within.requests, .prompt = 4'096, .answer = 256}, most, limit, hr::hours(1)));
  CHECK(!hr::is_within(pools, {.rate = 1.01 * within.requests, .prompt = 4'096, .answer = 256}, most, limit, hr::hours(1)));
  CHECK(!hr::is_within(pools, {.rate = within.requests, .prompt = 4'096, .answer = 256}, most, limit, within.token.p99 * 0.9999));
  CHECK(hr::most_requests_within(pools, asked, hr::microseconds(1), limit).note == "a request by itself takes longer");
  constexpr hr::serving_pools small{
      .prefill = small_server::replica, .decode = small_server::replica, .decode_workers = 2, .transfer = 1e9, .hand_over = {}};
  CHECK_CONSTEXPR(hr::open_loop(small, {.rate = hr::requests_per_second(10), .prompt = 100, .answer = 10}).is_known());
  CHECK_CONSTEXPR(hr::open_loop(small, {.rate = hr::requests_per_second(10), .prompt = 100, .answer = 10}, hr::requests_per_second(11)).is_known());
  CHECK_CONSTEXPR(hr::is_within(small, {.rate = hr::requests_per_second(10), .prompt = 100, .answer = 10}, hr::requests_per_second(11), hr::seconds(1), hr::seconds(1)));
  CHECK(hr::open_loop(small, {.rate = hr::requests_per_second(10), .prompt = 100, .answer = 10}, hr::requests_per_second(9)).note == "not stable: more requests a second than the pools answer");
}

namespace {

using latencies_by_hand::behind_by_hand;
using latencies_by_hand::check_latency;
using latencies_by_hand::latency_of;
using latencies_by_hand::length;
using latencies_by_hand::log_normal;
using latencies_by_hand::times_by_hand;
using latencies_by_hand::wait_by_hand;
using linear_server::server;

// ---- In plain doubles, of lengths that stand for all: the formulas of docs/reference/inference/serving_pools_queue.md.

struct pools_by_hand {
  const server& reads;
  double readers = 1;
  const server& writes;
  double writers = 1;
  double transfer = 0;
  double hand_over = 0;
};

struct moments_by_hand {
  double read[4]{};  // of reading, the k-th
  double own[3]{};   // with what moves its cache
};
moments_by_hand moments_of(const pools_by_hand& of, const std::vector<length>& prompts, double together) {
  moments_by_hand made;
  double shorter = 0;
  for (const length& each : prompts) {
    const double longest = std::pow(shorter + each.share, together) - std::pow(shorter, together);
    shorter += each.share;
    const double read = of.reads.longer(each.tokens, 0, 0) + of.reads.chunks(each.tokens) * of.reads.step(0, 0);
    const double own = read + (of.transfer > 0 ? each.tokens * static_cast<double>(of.reads.tensor) / of.transfer : 0);
    for (int k = 1; k < 4; ++k) made.read[k] += longest * std::pow(read, k);
    for (int k = 1; k < 3; ++k) made.own[k] += longest * std::pow(own, k);
    if (made.own[0] == 0) made.own[0] = own;  // the shortest
  }
  return made;
}

void check_pools(const pools_by_hand& of, const hr::serving_arrivals& arrivals, const std::vector<length>& prompts, double prompt, double answer, double answer_spread,
                 bool spreads) {
  const double come = hr::in_requests_per_second(arrivals.rate), rate = come / of.writers, decoded = answer - 1, weight = 1 + answer_spread * answer_spread;
  const double context = prompt + answer * weight / 2, places = std::floor(of.writes.held(prompt + answer * weight)), ranks = static_cast<double>(of.reads.data * of.reads.stages);
  const double further = of.writes.further(answer);
  const auto token_at = [&](double n) { return of.writes.step(n, context) / further; };
  const double most_read = of.readers * ranks / moments_of(of, prompts, ranks).read[1];
  const double most_written = decoded > 0 ? of.writers * places / decoded / token_at(places) : std::exp2(40);
  const double n = linear_server::root_of([&](double x) { return x - rate * decoded * token_at(1 + x); }, 0, places - 1);
  const double t = token_at(1 + n);
  const double more = std::max(1.0, n / 20);
  const double slope = (token_at(1 + n + more) - t) / more;
  const double variance_of_n = n / std::max(0.02, 1 - rate * decoded * slope);
  const times_by_hand token{.floor = std::min(t, token_at(1)), .mean = t, .variance = slope * slope * variance_of_n / 1.5, .spreads = spreads};

  // Of an answer whose steps are more or fewer than in the mean.
  const double of_steps = of.writes.drafted > 0 ? of.writes.steps_of(answer).variance() * std::pow(t * further, 2) : 0;
  const double floor = of_steps > 0 ? token.floor * std::ceil(decoded / static_cast<double>(1 + of.writes.drafted)) * further / decoded : token.floor;

  const double busy = come / most_read;
  const moments_by_hand took = moments_of(of, prompts, 1 + (ranks - 1) * busy);
  const double meets = std::min(1.0, come / of.readers * took.read[1]);
  const double queue = std::pow(busy, std::sqrt(2 * ranks + 2)) / ranks / (1 - busy);
  const double half = took.read[2] / 2 / took.read[1];
  const double wait = (meets + queue) * half;
  const double wait_squared = 2 * wait * queue * half / busy + (meets + queue) * took.read[3] / 3 / took.read[1];
  const double outside = of.reads.first + of.hand_over + (of.reads.steps_waited + of.writes.steps_waited) * t * further;
  const times_by_hand first{.floor = outside + took.own[0], .mean = outside + took.own[1], .variance = std::max(0.0, took.own[2] - took.own[1] * took.own[1]), .spreads = spreads};
  times_by_hand request{.floor = first.floor + (answer_spread > 0 ? 0 : decoded * floor), .mean = first.mean + decoded * t, .spreads = spreads};
  request.variance = first.variance + decoded * decoded * weight * token.variance + of_steps + std::pow(t * answer_spread * decoded, 2);
  const wait_by_hand before = latencies_by_hand::wait_of_moments(wait, wait_squared);
  wait_by_hand place;
  if (decoded > 0) place = latencies_by_hand::wait_for_place(places, rate, answer_spread, [&](double held) { return decoded * token_at(held); });

  const hr::serving_pools pools{.prefill = of.reads.replica(), .prefill_workers = static_cast<hr::count>(of.readers), .decode = of.writes.replica(),
                                .decode_workers = static_cast<hr::count>(of.writers), .transfer = of.transfer, .hand_over = hr::seconds(of.hand_over)};
  const hr::figure<hr::serving_latencies> found_of_pools = hr::open_loop(pools, arrivals);
  CAPTURE(std::min(most_read, most_written));
  REQUIRE(found_of_pools.is_known());
  const hr::serving_latencies found = value_of(found_of_pools);
  CHECK(found_of_pools.basis == hr::basis::estimated);
  CHECK(found.sequences == doctest::Approx(n * of.writers).epsilon(2e-4));
  CHECK(hr::in_requests_per_second(found.most_requests) == doctest::Approx(std::min(most_read, most_written)));
  CHECK(found.requests == arrivals.rate);
  check_latency(found.first_token, latency_of(behind_by_hand{first, before, place}));
  times_by_hand drafting = token;
  const double fewest = std::ceil(decoded / static_cast<double>(1 + of.writes.drafted)) * t * further / decoded;
  drafting.floor = floor, drafting.limited_variance = weight * of_steps / decoded / decoded, drafting.variance += drafting.limited_variance;
  drafting.limit = t * further - fewest, drafting.limited_mean = t - fewest;
  check_latency(found.token, of_steps > 0 ? drafting : token);
  check_latency(found.request, latency_of(behind_by_hand{request, before, place}));
  CHECK(hr::in_tokens_per_second(found.output) == doctest::Approx(come * answer));
  CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(come * answer / static_cast<double>(pools.gpus())));
}
void check_pools(const pools_by_hand& of, const hr::serving_arrivals& arrivals) {
  const auto prompt = static_cast<double>(arrivals.prompt);
  check_pools(of, arrivals, log_normal(prompt, arrivals.prompt_spread), prompt, static_cast<double>(arrivals.answer), arrivals.answer_spread,
              arrivals.prompt_spread + arrivals.answer_spread > 0);
}

}  // namespace

TEST_CASE("latencies of pools are those of the formulas") {
  const server plain{}, ranks{.chunk = 700, .tensor = 2, .data = 3, .first = 0.02, .steps_waited = 1.5}, few{.places = 14, .steps_waited = 4}, drafts{.stages = 2, .drafted = 2, .accepted = 0.6, .draft = 0.001};
  SUBCASE("one reader that binds") { check_pools({plain, 1, plain, 2, 2e5, 0.1}, {.rate = hr::requests_per_second(24), .prompt = 1'000, .answer = 50}); }
  SUBCASE("stages of a pipeline that read together") { check_pools({{.chunk = 700, .stages = 3, .first = 0.02}, 2, plain, 3, 1e5, 0.05}, {.rate = hr::requests_per_second(60), .prompt = 1'200, .answer = 40}); }
  SUBCASE("ranks that read together") { check_pools({ranks, 2, plain, 3, 1e5, 0.05}, {.rate = hr::requests_per_second(60), .prompt = 1'200, .answer = 40}); }
  SUBCASE("ranks and lengths that spread") { check_pools({ranks, 1, plain, 3, 1e5, 0}, {.rate = hr::requests_per_second(40), .prompt = 600, .answer = 60, .prompt_spread = 0.9, .answer_spread = 0.7}); }
  SUBCASE("only prompts spread") { check_pools({plain, 2, plain, 1, 0, 0.3}, {.rate = hr::requests_per_second(20), .prompt = 600, .answer = 60, .prompt_spread = 0.5}); }
  SUBCASE("only answers spread") { check_pools({plain, 2, plain, 1, 1, 0}, {.rate = hr::requests_per_second(20), .prompt = 600, .answer = 60, .answer_spread = 0.5}); }
  SUBCASE("few places") { check_pools({plain, 2, few, 2, 1e6, 0}, {.rate = hr::requests_per_second(18), .prompt = 400, .answer = 101}); }
  SUBCASE("drafts") { check_pools({plain, 1, drafts, 1, 1e6, 0}, {.rate = hr::requests_per_second(25), .prompt = 400, .answer = 80}); }
  SUBCASE("answers of a single token") { check_pools({plain, 3, plain, 1, 1e6, 0}, {.rate = hr::requests_per_second(30), .prompt = 900, .answer = 1}); }
  SUBCASE("answers of two") { check_pools({plain, 3, plain, 1, 1e6, 0}, {.rate = hr::requests_per_second(30), .prompt = 900, .answer = 2}); }
  SUBCASE("many sequences, whose products take ever longer") {
    check_pools({plain, 2, {.fixed = 0.002, .weights = 0.01, .products = 2e-4}, 1, 1e6, 0}, {.rate = hr::requests_per_second(20), .prompt = 400, .answer = 101});
  }
  SUBCASE("bins of lengths") {
    check_pools({ranks, 1, plain, 1, 1e6, 0}, {.rate = hr::requests_per_second(20), .prompts = hr::parse_request_lengths("100-300=1,900=1").value, .answers = hr::parse_request_lengths("40=1,60=1").value},
                {{142, 0.25}, {258, 0.25}, {900, 0.5}}, 550, 50, 0.2, true);
  }
}

TEST_CASE("a request of pools needs a place of its own, and words that are refused are the arrivals'") {
  const auto said = [](double room, const hr::serving_arrivals& asked) {
    const hr::serving_pools pools{.prefill = server{}.replica(), .decode = server{.room = room}.replica(), .transfer = 1e6, .hand_over = {}};
    return hr::open_loop(pools, asked).note;
  };
  CHECK(said(601, {.rate = hr::requests_per_second(1e-6), .prompt = 500, .answer = 101}).empty());
  CHECK(said(600, {.rate = hr::requests_per_second(1e-6), .prompt = 500, .answer = 101}) == "memory has no room for a request of such a length");
  CHECK(said(601, {.rate = hr::requests_per_second(1), .prompt = 0}) == "tokens of a prompt and of an answer are 1 to 2^40");
}

}  // namespace inference_serving_pools_queue_test
