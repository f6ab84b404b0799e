// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_pools.hpp>
#include <headroom/inference/serving_time.hpp>

#include <check.hpp>
#include <unsaid.hpp>
#include <inference/linear_server.hpp>
#include <inference/small_server.hpp>

namespace inference_serving_pools_test {
namespace {

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
using small_server::llama;
using small_server::tokens;

// Seconds that a prompt waits for others, of which so many a second come to a worker at random times: it meets a step half of which is left,
// and prompts before it.
double wait_for_prompts(const hr::detail::prompt_seconds& prompt, double rate) {
  return std::min(1.0, rate * prompt.alone) * prompt.alone / (2 * (1 - rate * prompt.occupied));
}

}  // namespace

TEST_CASE("pools: decoding is not interrupted, and prompts bind where they are read too slowly") {
  hr::serving_job reads = llama;
  const hr::serving_requests asked{.prompt = 8'000, .answer = 100, .clients = 256};
  const auto with = [&](hr::count readers, hr::count writers) {
    return hr::closed_loop(*hr::pools_of(reads, readers, llama, writers, h200).known(), asked);
  };
  const hr::serving_result few = with(1, 1);
  const hr::serving_result enough = with(8, 1);
  CHECK(enough.first_token < few.first_token);
  // One worker reads no more prompts than one after the other.
  CHECK(hr::in_requests_per_second(few.requests) <= 1.01 / hr::in_seconds(few.occupied));
  CHECK(hr::in_requests_per_second(few.requests) == doctest::Approx(1 / hr::in_seconds(few.occupied)).epsilon(0.02));
  CHECK(enough.token < hr::closed_loop(*hr::replica_of(llama, h200).known(), asked).token);
  CHECK(hr::in_tokens_per_second(enough.output_per_gpu) == doctest::Approx(tokens(enough) / 36));
  CHECK(hr::pools_of(reads, 0, llama, 1, h200).note == "each pool has 1 to 2^40 workers");
}

// Pollaczek and Khinchine: with a deterministic service S and a load r the wait is r S / (2 (1 - r)).
TEST_CASE("prompts wait for one another as before a single server") {
  constexpr hr::detail::prompt_seconds prompt{.alone = 2, .occupied = 2};
  for (const double load : {0.1, 0.5, 0.9})
    CHECK(wait_for_prompts(prompt, load / 2) == doctest::Approx(load * 2 / (2 * (1 - load))));
  // Eight ranks that read together: a step is under way nearly always, half of it is left, and half full they wait for one more half.
  constexpr hr::detail::prompt_seconds of_ranks{.alone = 2, .occupied = 0.25};
  CHECK(wait_for_prompts(of_ranks, 1e-9) == doctest::Approx(0));
  CHECK(wait_for_prompts(of_ranks, 2) == doctest::Approx(2));
}

// Requests come as often as the answers to those before them let them.
TEST_CASE("the first token and the rate of requests follow from each other") {
  constexpr hr::detail::prompt_seconds one_by_one{.alone = 1, .occupied = 1};
  constexpr hr::detail::prompt_seconds eight_ranks{.alone = 2, .occupied = 0.25};
  for (const hr::detail::prompt_seconds& prompt : {one_by_one, eight_ranks})
    for (const double others : {0.0, 0.5, 3.0, 12.0, 40.0, 400.0}) {
      const double first = hr::detail::first_with_waiting(prompt, others, 1.5, 20);
      CHECK(first == doctest::Approx(1.5 + wait_for_prompts(prompt, others / (first + 20))));
      CHECK(others * prompt.occupied < first + 20);
    }
  CHECK(hr::detail::first_with_waiting(one_by_one, 0, 1.5, 20) == doctest::Approx(1.5));
}

namespace {

using linear_server::server;

// The steady state of both pools in plain doubles.
void check_pools(const server& reads, hr::count readers, const server& writes, hr::count writers, double transfer, double hand_over, const hr::serving_requests& asked) {
  const auto prompt = static_cast<double>(asked.prompt), answer = static_cast<double>(asked.answer);
  const double clients = asked.clients < 1 ? 1 : static_cast<double>(asked.clients);
  const auto prefill_workers = static_cast<double>(readers), decode_workers = static_cast<double>(writers);
  const double context = prompt + answer / 2;
  const double most = decode_workers * writes.held(prompt, answer);
  const double at_once = std::min(clients, most);
  const double alone = reads.longer(prompt, 0, 0) + reads.chunks(prompt) * reads.step(0, 0);
  const hr::detail::prompt_seconds read{.alone = alone, .occupied = alone / static_cast<double>(reads.data * reads.stages)};
  const double moved = transfer > 0 ? prompt * static_cast<double>(reads.tensor) / transfer : 0;
  const double burst = asked.each > 0 ? std::max(0.0, at_once - 1) * read.occupied / prefill_workers / 2 / static_cast<double>(asked.each) : 0;
  const double others = std::max(0.0, at_once - 1) / prefill_workers;
  const auto met = [&](double n) { return 1 + n * std::max(0.0, 1 - 1 / at_once) / decode_workers; };
  const double further = writes.further(answer);
  const auto token = [&](double n) { return writes.step(met(n), context) / further; };
  const auto first = [&](double n) {
    const double least = reads.first + alone + moved + hand_over + (reads.steps_waited + writes.steps_waited) * further * token(n) + burst;
    const double rest = answer * token(n);
    const double begin = std::max(least, others * read.occupied - rest + 1e-9);
    return linear_server::root_of([&](double x) { return x - least - wait_for_prompts(read, others / (x + rest)); }, begin, begin + 1e4);
  };
  const double n = linear_server::root_of([&](double x) { return x * (first(x) + answer * token(x)) - at_once * answer * token(x); }, 0, at_once);
  // In the time of a client's request, each of the others' is read once.
  const double passes = std::max(first(n) + (answer - 1) * token(n), at_once * read.occupied / prefill_workers);
  const double requests = at_once / passes;
  const double waited = passes - first(n) - (answer - 1) * token(n) + std::max(0.0, clients - at_once) / requests;

  const hr::serving_pools pools{.prefill = reads.replica(), .prefill_workers = readers, .decode = writes.replica(), .decode_workers = writers, .transfer = transfer,
                                .hand_over = hr::seconds(hand_over)};
  const hr::serving_result found = hr::closed_loop(pools, asked);
  const auto near = [](double x) { return doctest::Approx(x).epsilon(2e-4).scale(1e-9); };
  CHECK(found.sequences == near(n));
  CHECK(found.most_sequences == near(most));
  CHECK(hr::in_seconds(found.token) == near(token(n)));
  CHECK(hr::in_seconds(found.first_token) == near(first(n) + waited));
  CHECK(hr::in_seconds(found.prefill) == near(alone));
  CHECK(hr::in_seconds(found.occupied) == near(read.occupied));
  CHECK(hr::in_requests_per_second(found.requests) == near(requests));
  CHECK(hr::in_tokens_per_second(found.output) == near(requests * answer));
  CHECK(hr::in_tokens_per_second(found.output_per_gpu) == near(requests * answer / static_cast<double>(pools.gpus())));
  CHECK(hr::in_tokens_per_second(found.output_per_user) == near(1 / token(n)));
  CHECK(hr::in_seconds(found.step.total()) == near(writes.step(met(n), context)));
}

}  // namespace

TEST_CASE("the steady state of pools is where their times and sequences follow from each other") {
  const server reads{.chunk = 700, .tensor = 2, .data = 3, .first = 0.02, .steps_waited = 2.5};
  SUBCASE("ranks that read together") { check_pools(reads, 2, {.tensor = 4}, 3, 1e4, 0.05, {.prompt = 1'500, .answer = 80, .clients = 60, .each = 4}); }
  SUBCASE("more clients than places, and none in a burst") { check_pools(reads, 1, {.places = 9}, 2, 2e5, 0.01, {.prompt = 500, .answer = 50, .clients = 30, .each = 0}); }
  SUBCASE("more clients than places, in a burst") { check_pools(reads, 1, {.places = 9}, 2, 2e5, 0.01, {.prompt = 500, .answer = 50, .clients = 3'000, .each = 2}); }
  SUBCASE("caches that grow") { check_pools(reads, 1, {.room = 9'000, .admission = hr::cache_admission::as_it_grows}, 2, 2e5, 0.01, {.prompt = 500, .answer = 700, .clients = 30}); }
  SUBCASE("stages that read together") { check_pools({.chunk = 700, .stages = 4, .first = 0.02}, 2, {.tensor = 4}, 3, 1e4, 0.05, {.prompt = 1'500, .answer = 80, .clients = 60, .each = 4}); }
  SUBCASE("one after the other") { check_pools({.first = 0.1, .steps_waited = 1}, 3, {.steps_waited = 7}, 1, 1e6, 0, {.prompt = 4'000, .answer = 100, .clients = 50, .each = 1}); }
  SUBCASE("readers that bind") { check_pools({}, 1, {}, 2, 0, 0.2, {.prompt = 6'000, .answer = 20, .clients = 40}); }
  SUBCASE("drafts, and a byte a second") {
    check_pools({}, 1, {.stages = 2, .drafted = 2, .accepted = 0.5, .draft = 0.001}, 1, 1, 0, {.prompt = 300, .answer = 40, .clients = 12});
  }
  // Half of the sequences are no step towards the few that there are: 2.5 times as many were found.
  SUBCASE("an excess that falls slowly") {
    check_pools({.fixed = 0.0026, .sequence = 0.0067, .token = 4.1e-4, .context = 3e-9, .pair = 1.3e-11, .chunk = 265, .data = 7}, 3,
                {.fixed = 0.0018, .sequence = 1.2e-5, .token = 1.8e-6, .context = 4.2e-7, .room = 737'000}, 2, 28'850, 0, {.prompt = 6'569, .answer = 84, .clients = 212, .each = 9});
  }
  SUBCASE("answers of a few tokens, of which no more are begun than prompts are read") { check_pools({}, 1, {}, 2, 0, 0.01, {.prompt = 6'000, .answer = 3, .clients = 30}); }
  SUBCASE("nobody said how many") { check_pools({}, 1, {}, 1, 1e6, 0.3, {.prompt = 300, .answer = 4}); }
}

// 100 GB/s among eight GPUs, 10 to others.
TEST_CASE("caches move within a domain, or over the adapters of a worker's GPUs") {
  const auto transfer = [](hr::count readers, hr::count writers) {
    return hr::pools_of(server{.tensor = 2}.replica(), readers, server{.tensor = 3}.replica(), writers, small_fabric::round_numbers).transfer;
  };
  CHECK(transfer(1, 2) == doctest::Approx(2 * 100e9));  // eight GPUs
  CHECK(transfer(3, 1) == doctest::Approx(2 * 10e9));   // nine
  server reads{.tensor = 2}, writes{.tensor = 3};
  reads.first = 0.04, writes.first = 0.07;  // each engine takes up a request of its own
  const hr::serving_pools pools = hr::pools_of(reads.replica(), 5, writes.replica(), 7, small_fabric::round_numbers);
  CHECK(hr::in_milliseconds(pools.hand_over) == doctest::Approx(70));
  CHECK(pools.gpus() == 5 * 2 + 7 * 3);
}

// The slower of 10 GB/s and 4, whichever pool has it, times the two GPUs of a reader; through switches that leave a third of it where both kinds are
// under others, though as many of one kind had room under one.
TEST_CASE("caches move from one kind of machine to another over both scale-out networks, as the slower does") {
  hr::fabric slower = small_fabric::round_numbers;
  slower.scale_out = slower.scale_out * 0.4;
  const auto transfer = [](const hr::fabric& reads_on, const hr::fabric& writes_on) {
    return hr::pools_of(server{.tensor = 2}.replica(), 1, server{.tensor = 3}.replica(), 1, reads_on, writes_on).transfer;
  };
  CHECK(transfer(small_fabric::round_numbers, small_fabric::round_numbers) == doctest::Approx(2 * 10e9));
  CHECK(transfer(slower, small_fabric::round_numbers) == doctest::Approx(2 * 4e9));
  CHECK(transfer(small_fabric::round_numbers, slower) == doctest::Approx(2 * 4e9));
  hr::fabric under_leaves = small_fabric::round_numbers;
  under_leaves.domains_per_leaf = 4;
  under_leaves.oversubscription = 3;
  CHECK(transfer(under_leaves, small_fabric::round_numbers) == doctest::Approx(2 * 10e9 / 3));
  // On one kind or two a group answers alike where the network between is as fast.
  const hr::serving_job job = small_server::job_of(small_server::one_layer);
  const auto pools = [&](const hr::serving_rates& decode_on, bool are_on_one_kind) {
    return hr::pools_of({job, 9, small_server::rates, hr::gibibytes(16)}, {job, 9, decode_on, hr::gibibytes(16)}, are_on_one_kind, {}, small_server::constants);
  };
  CHECK(pools(small_server::rates, false).known()->transfer == pools(small_server::rates, true).known()->transfer);
  hr::serving_rates alone = small_server::rates;
  alone.links.scale_out = {};
  CHECK(pools(alone, false).note == "caches move from one kind of machine to the other over the scale-out networks of both, and the bandwidth of one is not known");
  constexpr hr::machine h100{hr::azure::nd96isr_h100_v5::spec};
  CHECK(hr::pools_of(llama, 1, h100, llama, 1, h200, false).is_known());
  CHECK_CONSTEXPR(hr::pools_of(hr::serving_job{.model = hr::models::llama3_1_8b, .context = 8'192}, 1, hr::azure::nd96isr_h100_v5::spec,
                               hr::serving_job{.model = hr::models::llama3_1_8b, .context = 8'192}, 1, hr::azure::nd96isr_h200_v5::spec, false).is_known());
}

TEST_CASE("pools are of a worker each, between which nothing is known to move, unless said") {
  using pools = hr::serving_pools;
  const pools plain{.prefill = server{.tensor = 2}.replica(), .decode = server{.tensor = 3}.replica()};
  const auto gpus = [](const pools& of) { return of.gpus(); };
  CHECK(is_unless_said<&pools::prefill_workers>(gpus, plain, 1, 2));
  CHECK(is_unless_said<&pools::decode_workers>(gpus, plain, 1, 2));
  const auto first = [](const pools& of) { return hr::closed_loop(of, {.prompt = 300, .answer = 40, .clients = 4}).first_token; };
  CHECK(is_unless_said<&pools::transfer>(first, plain, 0, 1e6));
}

TEST_CASE("of a cache the part moves that decoding workers do not have") {
  hr::serving_pools of = *hr::pools_of(llama, 1, llama, 1, h200).known();
  const auto first_token = [&](double shared) {
    of.prefill.shared_prefix = shared;
    return hr::in_seconds(hr::closed_loop(of, {.prompt = 8'192, .answer = 100, .clients = 1}).first_token);
  };
  const double read_less = first_token(0) - first_token(0.75);
  of.transfer /= 1'000;
  const double moved = (first_token(0) - first_token(0.75) - read_less) / 0.999;
  const double cache = hr::detail::cache_of_sequence(of.prefill.load, 8'192) * static_cast<double>(of.prefill.load.tensor);
  CHECK(moved == doctest::Approx(0.75 * cache / of.transfer).epsilon(1e-3));
}

TEST_CASE("why there are no pools, and what is said of some") {
  const auto workers = [](hr::count readers, hr::count writers) {
    const hr::serving_job job = small_server::job_of(small_server::one_layer);
    return hr::pools_of(job, readers, small_server::rates, job, writers, small_server::rates, hr::gibibytes(16), {}, small_server::constants).note;
  };
  const auto words = "each pool has 1 to 2^40 workers";
  CHECK(workers(1, 1).empty());
  CHECK(workers(hr::max_count - 1, 1).empty());
  CHECK(workers(hr::count{1} << 21, hr::count{1} << 21).empty());
  CHECK(workers(hr::max_count, 1) == words);
  CHECK(workers(0, 1) == words);
  CHECK(workers(1, 0) == words);
  CHECK(workers(1, hr::max_count) == words);
  hr::serving_job large = llama, of_fp4 = llama, plain = llama;
  large.model = hr::models::llama3_1_405b;
  of_fp4.weights = hr::nvfp4;
  plain.weights = hr::bf16;
  const auto no_room = "the weights and the rest leave no room for a KV cache", no_rate = "the GPU has no tensor units for the format, or their rate is not known";
  large.tensor_parallel = 1;
  CHECK(hr::pools_of(large, 1, llama, 1, h200).note == no_room);
  CHECK(hr::pools_of(llama, 1, large, 1, h200).note == no_room);
  CHECK(hr::pools_of(of_fp4, 1, llama, 1, h200).note == no_rate);
  CHECK(hr::pools_of(llama, 1, of_fp4, 1, h200).note == no_rate);
  CHECK(hr::pools_of(llama, 1, llama, 1, h200).note.empty());
  CHECK(hr::pools_of(plain, 1, plain, 1, hr::azure::nd96amsr_a100_v4::spec).note == "no measured server on this architecture");
  // A worker of one GPU is timed by itself, and what it hands to another is not.
  constexpr hr::vm unstated{.name = "unstated", .gpu = &hr::nvidia::h200_sxm5::spec, .gpus = 2};
  const hr::serving_job small{.model = hr::models::llama3_1_8b, .context = 8'192};
  CHECK(hr::replica_of(small, unstated).is_known());
  CHECK(hr::pools_of(small, 1, small, 1, unstated).note == "no source states its GPUs per scale-up domain");
}

}  // namespace inference_serving_pools_test
