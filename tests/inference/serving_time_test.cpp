// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/inference/serving_pools.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/model/models.hpp>

#include <algorithm>
#include <check.hpp>
#include <limits>
#include <string_view>
#include <inference/linear_server.hpp>
#include <inference/small_server.hpp>

namespace inference_serving_time_test {
namespace {

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
using small_server::llama;
using small_server::tokens;

// A hundred estimates in one assertion at the compilers' default limits, memory included: layers are counted once.
constexpr bool a_hundred_are_known(const hr::figure<hr::serving_replica>& of) {
  for (hr::count clients = 1; clients <= 100; ++clients)
    if (!of.is_known() || !(hr::closed_loop(*of.known(), {.prompt = 1'000, .answer = 500, .clients = clients}).output > hr::token_rate{})) return false;
  return true;
}
static_assert(a_hundred_are_known(hr::replica_of(llama, h200)));

}  // namespace

TEST_CASE("the loop closes: every client's request is answered before its next") {
  for (const hr::count clients : {1, 16, 300}) {
    const hr::serving_requests asked{.prompt = 1'000, .answer = 500, .clients = clients};
    const hr::serving_result found = hr::closed_loop(*hr::replica_of(llama, h200).known(), asked);
    const double took = hr::in_seconds(found.first_token) + 499 * hr::in_seconds(found.token);
    CHECK(hr::in_requests_per_second(found.requests) * took == doctest::Approx(static_cast<double>(clients)));
    CHECK(found.sequences <= static_cast<double>(clients));
    CHECK(tokens(found) == doctest::Approx(hr::in_requests_per_second(found.requests) * 500));
    CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(tokens(found) / 4));
    CHECK(hr::in_tokens_per_second(found.output_per_user) == doctest::Approx(1 / hr::in_seconds(found.token)));
    // Tokens are decoded at the rate at which sequences that decode get them.
    CHECK(found.sequences / hr::in_seconds(found.token) == doctest::Approx(tokens(found)).epsilon(0.02));
  }
}

// One client: nobody shares its steps, and it decodes all the while but for its prompt.
TEST_CASE("a single client's tokens are steps of one sequence, however long its answers are") {
  for (const hr::count answer : {20, 1'000'000}) {
    const hr::serving_result found = hr::closed_loop(small_server::replica, {.prompt = 1'000, .answer = answer, .clients = 1, .each = 0});
    const double context = 1'000 + static_cast<double>(answer) / 2;
    const hr::serving_step step = small_server::step_with(small_server::job_of(small_server::one_layer), {.sequences = 1, .context = context});
    CHECK(hr::in_seconds(found.token) == doctest::Approx(hr::in_seconds(step.total())));
    CHECK(found.sequences <= 1);
  }
  CHECK(hr::closed_loop(small_server::replica, {.prompt = 10, .answer = 1'000'000, .clients = 1, .each = 0}).sequences == doctest::Approx(1).epsilon(1e-3));
}

TEST_CASE("an engine runs as many sequences as it does by itself, on each rank, and no fewer than the job has") {
  hr::serving_job job = llama;
  job.data_parallel = 4;
  job.concurrent_sequences = 100;
  CHECK_CONSTEXPR(hr::with_own_sequences({}, 256, {}).most_sequences == 256);
  CHECK(hr::with_own_sequences({}, 256, job).most_sequences == 1'024);
  CHECK(hr::with_own_sequences({}, 20, job).most_sequences == 100);
  CHECK(hr::with_own_sequences({}, 0, job).most_sequences == 0);
  CHECK(hr::with_own_sequences({.most_sequences = 7}, 256, job).most_sequences == 7);
  CHECK(hr::with_own_sequences({.stream_interval = 3}, 256, job).stream_interval == 3);
}

TEST_CASE("what is between two numbers is looked for there, whatever a secant says") {
  hr::detail::closing_loop sought{.sequences = 100, .beyond = 100};
  // It hardly falls from 100 to 30, and there at once.
  const auto excess = [](double n) { return n > 30 ? 20 + n / 1e3 : n - 30.5; };
  int rounds = 0;
  while (!sought.closes(excess(sought.sequences))) {
    CHECK(sought.sequences > 0);
    CHECK(sought.sequences < 100);
    ++rounds;
  }
  CHECK(rounds > 2);
}

TEST_CASE("a request waits as many steps, whatever of their drafts is accepted") {
  const auto first = [](double accepted) {
    const hr::serving_replica of = *hr::replica_of(llama, h200, {.drafted = 5, .accepted = accepted}).known();
    return hr::in_seconds(hr::closed_loop(of, {.prompt = 1'024, .answer = 512, .clients = 1}).first_token);
  };
  CHECK(first(1) == doctest::Approx(first(0)).epsilon(0.01));
}

TEST_CASE("more clients serve more tokens, each of which comes later") {
  const hr::serving_replica of = *hr::replica_of(llama, h200).known();
  double before = 0;
  double each = 0;
  for (hr::count clients = 1; clients <= 512; clients *= 2) {
    const hr::serving_result found = hr::closed_loop(of, {.clients = clients});
    CHECK(tokens(found) > before);
    CHECK(hr::in_seconds(found.token) >= each);
    before = tokens(found);
    each = hr::in_seconds(found.token);
  }
}

TEST_CASE("a machine with more of everything serves no fewer tokens") {
  const hr::serving_result on_h100 = hr::serving_time(llama, {.clients = 64}, hr::azure::nd96isr_h100_v5::spec).value_or({});
  const hr::serving_result on_h200 = hr::serving_time(llama, {.clients = 64}, h200).value_or({});
  CHECK(on_h200.token < on_h100.token);
  CHECK(on_h200.most_sequences > on_h100.most_sequences);
}

TEST_CASE("whom memory leaves no place waits for a turn") {
  hr::serving_replica of = *hr::replica_of(llama, h200).known();
  of.most_sequences = 16;
  const hr::serving_result found = hr::closed_loop(of, {.clients = 32});
  const hr::serving_result fits = hr::closed_loop(of, {.clients = 16});
  CHECK(found.sequences <= 16);
  // Another sixteen have to be answered first.
  CHECK(hr::in_seconds(found.first_token) - hr::in_seconds(fits.first_token) > 1'000 * hr::in_seconds(fits.token));
}

// Little's law: tokens of 16 sequences, however many clients wait for their places.
TEST_CASE("more clients than places are no more at work") {
  hr::serving_replica of = *hr::replica_of(llama, h200).known();
  of.most_sequences = 16;
  const hr::serving_result some = hr::closed_loop(of, {.clients = 64}), many = hr::closed_loop(of, {.clients = 1'000'000});
  CHECK(many.token == some.token);
  CHECK(tokens(many) <= 16 / hr::in_seconds(many.token));
  CHECK(tokens(many) == doctest::Approx(tokens(some)));
  CHECK(hr::in_requests_per_second(many.requests) * hr::in_seconds(many.first_token) == doctest::Approx(1e6).epsilon(1e-4));
}

// Three drafts, each accepted with 0.7 where those before it were. One token takes a step; a second another, unless a draft is accepted; of seven so many that a step
// ends behind tokens 0 to 6 with chances of 1, 0.3, 0.3, 0.3, 0.3 + 0.7^4, and twice 0.3 + 0.7^4 x 0.3. Where all are accepted steps make four, and one where none is.
TEST_CASE("an answer takes steps until it has its tokens, of which the last may make more") {
  const auto of = [](double accepted, double answer, double drafted = 3) {
    hr::serving_replica made;
    made.drafted = drafted, made.accepted = accepted;
    return hr::detail::steps_of_answer(made, answer);
  };
  const auto near = [](double x) { return doctest::Approx(x).epsilon(1e-12); };
  CHECK(of(0.7, 1).mean == 0);
  CHECK(of(0.7, 2).mean == 1);
  CHECK(of(0.7, 3).mean == near(1.3));
  CHECK(of(0.7, 3).variance == near(0.21));
  CHECK(of(0.7, 8).mean == near(1 + 3 * 0.3 + 0.5401 + 2 * 0.37203));
  CHECK(of(0.7, 8).least == 2);
  CHECK(of(1, 12).mean == near(3));
  CHECK(of(1, 14).mean == near(4));
  CHECK(of(1, 14).variance == doctest::Approx(0).scale(1).epsilon(1e-12));
  CHECK(of(0, 14).mean == near(13));
  CHECK(of(0, 14).least == 4);
  CHECK(of(0.7, 14, 0).mean == 13);
  CHECK_CONSTEXPR(hr::detail::steps_of_answer({.drafted = 1, .accepted = 0.5}, 3).mean == 1.5);
  for (const hr::count drafted : {1, 2, 7})
    for (const double accepted : {0.1, 0.5, 0.9, 0.9999})
      for (const hr::count answer : {2, 3, 5, 9, 17, 100, 1'000}) {
        const linear_server::server slow{.drafted = drafted, .accepted = accepted};
        const auto by_hand = slow.steps_of(static_cast<double>(answer));
        const auto found = of(accepted, static_cast<double>(answer), static_cast<double>(drafted));
        CHECK(found.mean == doctest::Approx(by_hand.mean).epsilon(1e-9));
        CHECK(found.variance == doctest::Approx(by_hand.variance()).scale(by_hand.square).epsilon(1e-9));
      }
  // Long answers: tokens of a step m = 2.533 with a variance v, tokens / m steps with one of v / m^3 a token.
  const double mean = 2.533, square = 0.3 * (1 + 0.7 * 4 + 0.49 * 9) + 0.343 * 16;
  CHECK(of(0.7, 1e9).tokens_each() == doctest::Approx(mean).epsilon(1e-8));
  CHECK(of(0.7, 1e9).variance / 1e9 == doctest::Approx((square - mean * mean) / (mean * mean * mean)).epsilon(1e-6));
  CHECK(of(0.7, 1e12).tokens_each() == doctest::Approx(mean).epsilon(1e-8));
}

// Three drafts, of which each is accepted with one in two: 1 + 1/2 + 1/4 + 1/8 tokens a step.
TEST_CASE("accepted drafts make steps go further, refused ones make them longer") {
  const auto with = [](hr::count drafted, double accepted) {
    return hr::closed_loop(*hr::replica_of(llama, h200, {.drafted = drafted, .accepted = accepted}).known(), {.clients = 4});
  };
  CHECK(with(3, 0).token > with(0, 0).token);
  CHECK(with(3, 0.9).token < with(0, 0).token);
  CHECK(hr::detail::tokens_of_step(*hr::replica_of(llama, h200, {.drafted = 3, .accepted = 0.5}).known()) == 1.875);
  hr::serving_job deepseek{.model = hr::models::deepseek_r1, .weights = hr::fp8, .tensor_parallel = 8, .context = 2'048};
  const auto drafting = [&](bool by_modules) {
    deepseek.with_predicting = by_modules;
    return hr::closed_loop(*hr::replica_of(deepseek, h200, {.drafted = 1, .accepted = 0.8}).known(), {.clients = 4}).token;
  };
  CHECK(drafting(true) > drafting(false));  // modules take their time; a guess from the prompt takes none
}

TEST_CASE("what cannot be is said") {
  hr::serving_job large = llama;
  large.tensor_parallel = 1;
  large.model = hr::models::llama3_1_405b;
  CHECK(hr::replica_of(large, h200).note == "the weights and the rest leave no room for a KV cache");
  CHECK(hr::serving_time(llama, {.prompt = 0}, h200).note == "tokens of a prompt and of an answer are 1 to 2^40");
  CHECK(hr::replica_of(llama, h200, {.scheduler_steps = 0}).note == "the host plans 1 to 1,024 steps at once");
  CHECK(hr::replica_of(llama, h200, {.stream_interval = 0}).note == "the host sends 1 to 1,024 tokens at once");
  CHECK(hr::replica_of(llama, h200, {.drafted = 1, .accepted = 2}).note == "the chance that a draft is accepted is 0 to 1");
  CHECK(hr::serving_rates_of(h200, hr::fp4).note == "the GPU has no tensor units for the format, or their rate is not known");
}

// Of nine steps that are planned at once it waits for four more on average.
// Of a context of 2,048 tokens, and of one of 131,072 on a GPU with room for less.
TEST_CASE("requests that are longer than the context, or than all room, have no times") {
  hr::serving_job job{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 1, .context = 2'048};
  const hr::machine h100{hr::azure::nd96isr_h100_v5::spec};
  CHECK(hr::serving_time(job, {.prompt = 2'048, .answer = 1}, h100).note == "a prompt and its answer are longer than the context of the job");
  CHECK(hr::serving_time(job, {.prompt = 2'000, .answer = 48}, h100).is_known());
  job.context = 131'072;
  CHECK(hr::serving_time(job, {.prompt = 100'000, .answer = 20'000}, h100).note == "memory has no room for a request of such a length");
}

// As fit counts it: the weights, the draft's, and of each sequence both caches.
TEST_CASE("a draft model's cache takes room whether anything is drafted or not") {
  for (const hr::count context : {4'096, 32'768})
    for (const hr::count drafted : {0, 2}) {
      hr::serving_job job{.model = hr::models::qwen3_32b, .tensor_parallel = 2, .context = context, .draft = &hr::models::qwen3_0_6b};
      const double most = hr::most_throughput(*hr::replica_of(job, h200, {.drafted = drafted}).known(), {.prompt = context - 1, .answer = 1}).sequences;
      CHECK(std::floor(most) == static_cast<double>(*hr::most_sequences(job, h200).known()));
    }
}

TEST_CASE("a request waits for the steps that are planned") {
  const double usual = hr::replica_of(llama, h200).known()->engine.steps_waited;
  CHECK(hr::replica_of(llama, h200, {.scheduler_steps = 9}).known()->engine.steps_waited == doctest::Approx(usual + 4));
  CHECK(usual == hr::time_of(llama.engine.name, hr::measured_servers).steps_waited);
}

namespace {

// Steps of 10 ms whatever they do but for prompts, of which each has a step of its own and takes so long in it; the host takes as long of each request.
constexpr hr::serving_result with_others(hr::count clients, hr::count each, double prompt, double host, hr::count ranks = 1) {
  hr::serving_replica of{.terms = {.read = 1, .moved = 1, .rate = 1, .wide_rate = 1, .attention_rate = 1, .kernels = 0.01, .all_reduce_token = prompt / 8}, .chunk = 8};
  of.load.data = ranks;
  of.engine.first = hr::seconds(host);
  return hr::closed_loop(of, {.prompt = 8, .answer = 1'000, .clients = clients, .each = each});
}
constexpr bool is_near(double x, double y) { return x > 0.999 * y && x < 1.001 * y; }
constexpr double wait_for_others(hr::count clients, double prompt, double host, hr::count ranks = 1) {
  return hr::in_seconds(with_others(clients, 1, prompt, host, ranks).first_token) - hr::in_seconds(with_others(clients, 0, prompt, host, ranks).first_token);
}

}  // namespace

// Of five each waits for two on average, of three ranks' for as long as a third of a step.
TEST_CASE("requests that start together wait for half of the others at the slowest of GPUs, host and steps") {
  CHECK(wait_for_others(1, 0.08, 0.3) == doctest::Approx(0));
  CHECK(wait_for_others(5, 0.08, 0.001) == doctest::Approx(2 * 0.08).epsilon(2e-3));
  CHECK(wait_for_others(5, 0.08, 0.3) == doctest::Approx(2 * 0.3).epsilon(2e-3));
  CHECK(wait_for_others(5, 0, 0.002) == doctest::Approx(2 * 0.01).epsilon(2e-3));
  CHECK(wait_for_others(5, 0, 0.002, 3) == doctest::Approx(2 * 0.01 / 3).epsilon(2e-3));
  CHECK(wait_for_others(5, 0.24, 0.002, 3) == doctest::Approx(2 * 0.24 / 3).epsilon(2e-3));
  CHECK_CONSTEXPR(is_near(wait_for_others(5, 0.08, 0.3), 0.6));
  CHECK_CONSTEXPR(is_near(wait_for_others(5, 0, 0.002), 0.02));
}

// Each one waits for half of the others, and these do not interrupt its answer.
// Of eight copies of a model without experts one works for a single client, as though it were alone, but for the host of one rank.
TEST_CASE("a client by itself is no faster on eight copies than on one") {
  const auto on = [](hr::count ranks, hr::count clients) {
    const hr::serving_job job{.model = hr::models::llama3_1_8b, .data_parallel = ranks, .concurrent_sequences = 16, .context = 32'768};
    return value_of(hr::serving_time(job, {.prompt = 30'000, .answer = 1'000, .clients = clients}, h200));
  };
  const hr::serving_result one = on(1, 1), eight = on(8, 1);
  CHECK(hr::in_seconds(eight.token) == doctest::Approx(hr::in_seconds(one.token)).epsilon(5e-3));
  CHECK(hr::in_seconds(eight.first_token) == doctest::Approx(hr::in_seconds(one.first_token)).epsilon(0.08));
  CHECK(hr::in_seconds(eight.step[hr::serving_part::attention].time) == doctest::Approx(hr::in_seconds(one.step[hr::serving_part::attention].time)));
  // Nine clients have a rank of two.
  CHECK(on(8, 9).step[hr::serving_part::attention].time > on(8, 8).step[hr::serving_part::attention].time * 1.5);
  CHECK(on(8, 9).token > on(8, 8).token);
  CHECK_CONSTEXPR(hr::detail::stepping(small_server::replica, hr::detail::lines_of(small_server::replica, 100, 150), 1, 1, 100).shared == 0);
}

TEST_CASE("answers of one length keep clients in phase") {
  const auto with = [](double spread) { return hr::serving_time(llama, {.clients = 64, .answer_spread = spread}, h200).value_or({}); };
  const hr::serving_result wide = with(0.5), equal = with(0);
  CHECK(equal.first_token > 2 * wide.first_token);
  CHECK(equal.token < wide.token);
  CHECK(with(0.05).first_token < equal.first_token);
  CHECK(with(0.05).first_token > wide.first_token);
  CHECK(with(10).first_token == wide.first_token);
  CHECK(with(10).token == wide.token);
}

TEST_CASE("in a constant expression") {
  constexpr hr::figure<hr::serving_result> found = hr::serving_time(llama, {.clients = 64}, h200);
  constexpr hr::figure<hr::serving_result> in_phase = hr::serving_time(llama, {.clients = 64, .answer_spread = 0}, h200);
  CHECK_CONSTEXPR(in_phase.value_or({}).first_token > found.value_or({}).first_token);
  CHECK_CONSTEXPR(found.value_or({}).token <= hr::milliseconds(20));
  CHECK_CONSTEXPR(found.basis == hr::basis::estimated);
}

TEST_CASE("each data-parallel rank runs as many sequences as its engine does, and an old engine takes longer") {
  hr::serving_job job = small_server::job_of(small_server::one_layer, 1, 4);
  job.engine.most_sequences = 3;
  CHECK(hr::replica_of(job, small_server::rates, hr::gibibytes(16), {}, small_server::constants).known()->most_sequences == 12);
  const hr::serving_requests asked{.prompt = 1'024, .answer = 128, .clients = 4};
  const hr::serving_result now = *hr::serving_time(small_server::llama, asked, h200).known();
  hr::serving_job old = small_server::llama;
  old.engine.month = 202'311;
  const hr::serving_result then = *hr::serving_time(old, asked, h200).known();
  CHECK(then.token > now.token + hr::milliseconds(8));
}

TEST_CASE("steps are as much longer as they read of a prompt") {
  const hr::serving_replica of = *hr::replica_of(small_server::llama, h200).known();
  hr::serving_requests asked{.prompt = 20'000, .answer = 512, .clients = 16};
  const hr::serving_result found = hr::closed_loop(of, asked);
  const hr::serving_step read = hr::prompt_step(of, asked, 1 + found.sequences * 15 / 16);  // itself, and of the others as many as decode
  const double chunks = 3;  // of 8,192 tokens at most
  CHECK(hr::in_seconds(found.occupied) == doctest::Approx(chunks * hr::in_seconds(read.total() - found.step.total())));
  CHECK(hr::in_seconds(found.prefill) == doctest::Approx(chunks * hr::in_seconds(read.total())));
}

namespace {

using linear_server::server;

// Others who wait with one: after each of many parts of an answer, those of a step among as many steps as clients come back over, and no more than come
// back together. Those that come evenly spread anyway are left out.
struct phase_by_hand {
  double others = 0;
  double share = 0;  // of requests that come with as many as can be: the first, and others as often as they are in phase
};
phase_by_hand others_in_phase(const server& of, const hr::serving_requests& asked, double clients, double steps_waited) {
  const double of_step = static_cast<double>(of.chunk * of.data * of.stages) / static_cast<double>(asked.prompt);  // prompts
  const double together = std::min({clients - 1, (clients + std::max(1.0, of_step)) / 2 - 1, (steps_waited + 0.5) * of_step - 1});
  const double waits = steps_waited + 1 + static_cast<double>(asked.prompt) / static_cast<double>(of.chunk);
  const double lasts = static_cast<double>(asked.answer) / of.further(static_cast<double>(asked.answer));
  const double evenly = waits * (clients - 1) / (waits + lasts);  // of all that come in one's own answer and the wait before
  const int parts = 100'000;
  double sum = 0;
  double still = 0;  // of the parts, while clients come back over less than an answer
  for (int i = 0; i < parts; ++i) {
    const double answers = 0.5 + (i + 0.5) / parts * static_cast<double>(asked.each - 1);
    const double over = std::min(lasts, std::sqrt(12 * answers) * asked.answer_spread * lasts);  // steps
    sum += std::max(0.0, std::min(together, over > 0 ? evenly * lasts / over : together) - evenly);
    still += over < lasts ? 1 : 0;
  }
  const double of_further = asked.each > 1 ? static_cast<double>(asked.each - 1) / static_cast<double>(asked.each) / parts : 0;
  const double most = together - evenly;
  const double at_first = asked.each > 0 && clients > 1 ? 1 / static_cast<double>(asked.each) : 0;
  return {sum * of_further, at_first + (clients > 1 ? (most > 0 ? sum / most : still) * of_further : 0)};
}

// The steady state in plain doubles.
void check_closed_loop(const server& of, const hr::serving_requests& asked) {
  const auto prompt = static_cast<double>(asked.prompt), answer = static_cast<double>(asked.answer), batches = static_cast<double>(of.data * of.stages);
  const double clients = asked.clients < 1 ? 1 : static_cast<double>(asked.clients);
  const double context = prompt + answer / 2;
  const double most = of.held(prompt, answer);
  const double reads = of.reads(prompt, answer, clients - most);
  const double further = of.further(answer);
  const double under_way = answer / further + of.steps_waited + of.chunks(prompt);  // steps, each of which reads a chunk of each rank
  // In a step as many have their turn as are read, and as go from their places.
  const double has_place = of.chunks(prompt) + (answer - 1) / further;
  const double turns = std::min(batches * static_cast<double>(of.chunk) / prompt, most / has_place);
  const double at_once = std::min({clients, most, under_way * turns});
  const phase_by_hand phase = others_in_phase(of, asked, at_once, clients > under_way * turns ? 0.5 : of.steps_waited);
  const double in_phase = phase.others;
  const double others = std::max(0.0, 1 - 1 / std::min(clients, most));  // of all that have a place
  // While a sequence decodes, itself among them, all of as many as the fullest rank has: of so many places that are shared out evenly, and one at least.
  const double places = std::min(clients, most);
  const auto met = [&](double n) { return batches > 1 ? batches * std::max(1.0, (1 + others * n) * std::ceil(places / batches) / places) : 1 + others * n; };
  const auto step = [&](double n) { return of.step(met(n), context); };
  // Chunks that the fullest batch reads at once, of all that come to a step.
  const auto come = [&](double n) { return n * further * of.chunks(prompt) / answer; };
  const auto fullest = [&](double n) {
    const double room = static_cast<double>(of.chunk) * of.chunks(prompt) / prompt;
    return std::max(come(n) / batches, batches > 1 ? linear_server::fullest_of(batches, come(n), room).mean : 0);
  };
  const auto together = [&](double n) { return std::max(1.0, fullest(n)); };
  const auto longer = [&](double n) { return of.longer(prompt, met(n), context, together(n)); };
  const auto alone = [&](double n) { return longer(n) + of.chunks(prompt) * step(n); };
  const auto read_beside = [&](double n) { return std::max(0.0, longer(n) / together(n)); };
  // Of batches that read in the same steps, at random or together, each prompt takes a part.
  const auto taken = [&](double n) {
    const double part = batches > 1 ? fullest(n) / come(n) : 1;
    return reads * read_beside(n) * (phase.share / batches + (1 - phase.share) * part);
  };
  const auto token = [&](double n) { return step(n) / further + taken(n) / answer * std::max(0.0, n * others - in_phase); };
  const auto before = [&](double n) {
    const double burst = asked.each > 0 ? std::max(0.0, at_once - 1) / 2 / static_cast<double>(asked.each) : 0;
    return of.first + burst * std::max({read_beside(n) / batches, step(n) / batches, of.first});
  };
  const auto first = [&](double n) { return before(n) + alone(n) + of.steps_waited * further * token(n); };
  // Of the steps that a request is under way, those that decode it, and of all that are under way as many decode.
  const double decode_at_most = std::min(at_once, turns * answer / further);
  const auto decode = [&](double n) { return std::min(decode_at_most, clients * answer * token(n) / (before(n) + under_way * further * token(n))); };
  const double n = linear_server::root_of([&](double x) { return x - decode(x); }, 0, decode_at_most);
  const double of_phase = std::max(0.0, in_phase - (batches - 1)) * read_beside(n) / batches;
  // While a client's request passes, each of the others' is read once, of batches at the same time, and has its turn.
  const double steps = std::max(of.steps_waited + has_place, clients / turns);
  const double passes = std::max(first(n) + of_phase + (answer - 1) * token(n), steps * step(n) + std::max(read_beside(n), clients * taken(n)));
  const double requests = clients / passes;
  const double waited = passes - first(n) - (answer - 1) * token(n);

  const hr::serving_result found = hr::closed_loop(of.replica(), asked);
  const auto near = [](double x) { return doctest::Approx(x).epsilon(2e-4).scale(1e-9); };
  CHECK(found.sequences == near(std::min(n, turns * (answer - 1) / further)));
  CHECK(found.most_sequences == near(most));
  CHECK(hr::in_seconds(found.token) == near(token(n)));
  CHECK(hr::in_seconds(found.first_token) == near(first(n) + waited));
  CHECK(hr::in_seconds(found.prefill) == near(alone(n)));
  CHECK(hr::in_seconds(found.occupied) == near(taken(n)));
  CHECK(hr::in_requests_per_second(found.requests) == near(requests));
  CHECK(hr::in_tokens_per_second(found.output) == near(requests * answer));
  CHECK(hr::in_tokens_per_second(found.output_per_gpu) == near(requests * answer / static_cast<double>(of.tensor * of.data * of.stages)));
  CHECK(hr::in_tokens_per_second(found.output_per_user) == near(1 / token(n)));
  CHECK(hr::in_seconds(found.step.total()) == near(step(n)));
  CHECK(hr::in_seconds(found.step[hr::serving_part::projections].memory) == near(static_cast<double>(of.drafted) * of.draft));
  CHECK(hr::in_seconds(found.step[hr::serving_part::attention].memory) ==
        near(of.context * of.on_rank(met(n)) * context * (of.draft > 0 ? 1 + 2 * static_cast<double>(of.drafted) : 1)));
  CHECK(hr::in_seconds(hr::prompt_step(of.replica(), asked, n).total()) ==
        near(of.step(n, context) - of.drafts(n, context) + of.drafts_read(1, prompt / of.chunks(prompt)) + of.multiplying(n, prompt / of.chunks(prompt)) - of.multiplying(n) +
             prompt * (of.token + of.pair * (prompt + 1) / 2) / of.chunks(prompt)));
}

}  // namespace

TEST_CASE("the steady state is where times and sequences follow from each other") {
  SUBCASE("a few requests of each client") { check_closed_loop({.tensor = 2, .first = 0.03, .steps_waited = 3.7}, {.prompt = 900, .answer = 70, .clients = 24, .each = 5}); }
  SUBCASE("more clients than places") { check_closed_loop({.places = 16}, {.prompt = 600, .answer = 90, .clients = 40, .each = 0}); }
  SUBCASE("a pipeline") { check_closed_loop({.stages = 4, .steps_waited = 2}, {.prompt = 1'500, .answer = 40, .clients = 30}); }
  SUBCASE("ranks, stages, and little room") { check_closed_loop({.room = 20'000, .data = 2, .stages = 3}, {.prompt = 1'000, .answer = 64, .clients = 150}); }
  SUBCASE("drafts") {
    check_closed_loop({.stages = 2, .steps_waited = 1, .drafted = 3, .accepted = 0.7, .draft = 0.002, .draft_sequence = 5e-5}, {.prompt = 2'500, .answer = 64, .clients = 30, .each = 1});
  }
  SUBCASE("a guess that takes no time") { check_closed_loop({.drafted = 2, .accepted = 0.4}, {.prompt = 500, .answer = 64, .clients = 10}); }
  SUBCASE("prompts in many chunks") { check_closed_loop({.chunk = 100}, {.prompt = 950, .answer = 33, .clients = 12}); }
  SUBCASE("equal answers") { check_closed_loop({.first = 0.01, .steps_waited = 3}, {.prompt = 1'000, .answer = 300, .clients = 30, .answer_spread = 0}); }
  SUBCASE("equal answers, until all are read") {
    check_closed_loop({.steps_waited = 9}, {.prompt = 1'000, .answer = 300, .clients = 7, .each = 4, .answer_spread = 0});
  }
  SUBCASE("equal answers, a step for all prompts") { check_closed_loop({.steps_waited = 9}, {.prompt = 100, .answer = 300, .clients = 7, .answer_spread = 0}); }
  SUBCASE("nearly equal answers") { check_closed_loop({.steps_waited = 5}, {.prompt = 600, .answer = 400, .clients = 25, .answer_spread = 0.01}); }
  SUBCASE("answers that spread a little") { check_closed_loop({.steps_waited = 5}, {.prompt = 600, .answer = 400, .clients = 25, .answer_spread = 0.07}); }
  SUBCASE("answers that spread all over after some") { check_closed_loop({.steps_waited = 5}, {.prompt = 600, .answer = 400, .clients = 25, .answer_spread = 0.15}); }
  SUBCASE("answers that spread all over at once") { check_closed_loop({.steps_waited = 5}, {.prompt = 600, .answer = 400, .clients = 25, .answer_spread = 0.41}); }
  SUBCASE("caches that grow, in little room") {
    constexpr auto grows = hr::cache_admission::as_it_grows;
    check_closed_loop({.room = 20'000, .admission = grows}, {.prompt = 1'000, .answer = 640, .clients = 150});
    check_closed_loop({.room = 20'000, .admission = grows}, {.prompt = 1'000, .answer = 640, .clients = 16});
    check_closed_loop({.room = 20'000, .admission = grows}, {.prompt = 1'000, .answer = 640, .clients = 12});
    check_closed_loop({.room = 20'000, .places = 12, .admission = grows}, {.prompt = 1'000, .answer = 640, .clients = 150});
    check_closed_loop({.room = 20'000, .admission = grows, .data = 2, .stages = 3}, {.prompt = 1'000, .answer = 64, .clients = 150});
    // A whole request has no room, or just so.
    check_closed_loop({.room = 1'600, .admission = grows}, {.prompt = 1'000, .answer = 640, .clients = 5});
    check_closed_loop({.room = 1'640, .admission = grows}, {.prompt = 1'000, .answer = 640, .clients = 5});
  }
  SUBCASE("equal answers of ranks, in little room") {
    check_closed_loop({.room = 20'000, .data = 2, .steps_waited = 4}, {.prompt = 1'000, .answer = 64, .clients = 150, .answer_spread = 0});
  }
  SUBCASE("nearly equal answers with drafts") {
    check_closed_loop({.steps_waited = 2, .drafted = 2, .accepted = 0.7, .draft = 0.002}, {.prompt = 700, .answer = 300, .clients = 9, .each = 40, .answer_spread = 0.04});
  }
  SUBCASE("more prompts than an answer has steps") { check_closed_loop({.chunk = 100, .steps_waited = 9}, {.prompt = 900, .answer = 20, .clients = 60, .answer_spread = 0}); }
  SUBCASE("prompts that queue") { check_closed_loop({.chunk = 200, .steps_waited = 2}, {.prompt = 1'000, .answer = 40, .clients = 50}); }
  SUBCASE("prompts that queue for ranks, with drafts") {
    check_closed_loop({.chunk = 200, .data = 2, .drafted = 2, .accepted = 0.5}, {.prompt = 2'900, .answer = 30, .clients = 40, .answer_spread = 0.02});
  }
  SUBCASE("equal answers of ranks, of which as many come evenly as come together") {
    check_closed_loop({.chunk = 500, .room = 1e6, .data = 4, .steps_waited = 2}, {.prompt = 900, .answer = 64, .clients = 60, .each = 7, .answer_spread = 0});
  }
  SUBCASE("nearly equal answers of ranks, of which as many come evenly as come together") {
    check_closed_loop({.chunk = 500, .room = 1e6, .data = 4, .steps_waited = 2}, {.prompt = 900, .answer = 64, .clients = 60, .each = 7, .answer_spread = 0.2});
  }
  SUBCASE("equal answers of two") { check_closed_loop({.steps_waited = 9}, {.prompt = 1'000, .answer = 300, .clients = 2, .answer_spread = 0}); }
  SUBCASE("equal answers of few, whose prompts are read in parts") {
    check_closed_loop({.chunk = 300, .steps_waited = 20}, {.prompt = 1'000, .answer = 300, .clients = 5, .answer_spread = 0});
  }
  SUBCASE("many clients, few of whom decode") {
    check_closed_loop({.fixed = 1e-5, .sequence = 6e-4, .token = 5e-4, .first = 1, .steps_waited = 3}, {.prompt = 100, .answer = 6, .clients = 500, .each = 1});
  }
  SUBCASE("requests that the host has for as long as answers of all would take") {
    check_closed_loop({.fixed = 1e-5, .first = 1.5}, {.prompt = 100, .answer = 100, .clients = 100, .each = 0});
  }
  SUBCASE("prompts that take less than the drafts which they stop") {
    check_closed_loop({.fixed = 1e-5, .sequence = 1.4e-5, .token = 6.4e-5, .context = 1e-11, .chunk = 1'068, .data = 2, .steps_waited = 1, .drafted = 4,
                       .accepted = 0.6, .draft = 0.0037},
                      {.prompt = 178, .answer = 82, .clients = 3'390, .each = 13, .answer_spread = 0});
  }
  SUBCASE("prompts of a long wait that take less than the drafts which they stop") {
    check_closed_loop({.fixed = 2e-4, .sequence = 8.5e-3, .token = 1e-6, .context = 1e-9, .pair = 4e-12, .chunk = 1'170, .stages = 2, .first = 0.0017, .steps_waited = 17,
                       .drafted = 4, .accepted = 0.37, .draft = 0.0047, .draft_sequence = 6e-4},
                      {.prompt = 872, .answer = 5, .clients = 39, .each = 6, .answer_spread = 0});
  }
  // The excess is less than 1e-4 of the sequences where these are 4e-4 off.
  SUBCASE("an excess that rises slowly") {
    check_closed_loop({.fixed = 2e-4, .sequence = 2.21e-3, .token = 5.77e-4, .context = 4.17e-10, .pair = 2.57e-11, .chunk = 405, .room = 179'700, .data = 2, .stages = 2,
                       .first = 0.00377, .steps_waited = 3.59},
                      {.prompt = 2'706, .answer = 13, .clients = 2, .each = 0});
  }
  SUBCASE("several prompts to a step, whose products read the weights once") {
    check_closed_loop({.fixed = 1e-3, .weights = 0.02, .products = 1e-5, .first = 0.01, .steps_waited = 2}, {.prompt = 60, .answer = 4, .clients = 40, .each = 5});
  }
  SUBCASE("several prompts to a step of each rank") {
    check_closed_loop({.weights = 0.02, .products = 1e-5, .data = 2, .steps_waited = 1}, {.prompt = 60, .answer = 3, .clients = 70});
  }
  SUBCASE("nobody said how many") { check_closed_loop({.first = 0.5}, {.prompt = 100, .answer = 10}); }
  SUBCASE("one place and one client") { check_closed_loop({.places = 1}, {.prompt = 100, .answer = 10, .clients = 1}); }
  SUBCASE("one place and two clients") { check_closed_loop({.places = 1, .first = 1}, {.prompt = 100, .answer = 1, .clients = 2}); }
}

// Of 1,000 tokens: two layers with a window of 100, a state and an index, one in chunks of 40, three whole, and one of a single token either way.
TEST_CASE("what a sequence takes of the cache, by hand") {
  hr::serving_replica of = server{.room = 1e6, .admission = hr::cache_admission::as_it_grows, .data = 3, .stages = 2}.replica();
  CHECK(hr::closed_loop(of, {.prompt = 900, .answer = 200}).most_sequences == doctest::Approx(1e6 / 1'000 * 2 * 3));
  of.load.mixers[0] = {.layers = 2, .token_bytes = 3, .index_bytes = 5, .state_bytes = 7, .shape = {.window = 100}};
  of.load.mixers[1] = {.layers = 1, .token_bytes = 11, .shape = {.chunk = 40}};
  of.load.mixers[2] = {.layers = 3, .token_bytes = 2};
  of.load.mixers[3] = {.layers = 1, .token_bytes = 13, .shape = {.window = 1}};
  of.load.mixers[4] = {.layers = 1, .token_bytes = 17, .shape = {.chunk = 1}};
  const double bytes = 2 * (7 + 3 * 100 + 5 * 1'000) + 11 * 40 + 3 * 2 * 1'000 + 13 + 17;
  CHECK(hr::closed_loop(of, {.prompt = 900, .answer = 200}).most_sequences == doctest::Approx(1e6 / bytes * 2 * 3));
  for (auto& each : of.load.mixers) each = {};
  CHECK(hr::closed_loop(of, {.prompt = 900, .answer = 200}).most_sequences == static_cast<double>(hr::max_count));
  of.load.mixers[0] = {.layers = 1, .token_bytes = 1.0 / 2'000};  // half a byte for all
  CHECK(hr::closed_loop(of, {.prompt = 900, .answer = 200}).most_sequences == doctest::Approx(2e6 * 2 * 3));
}

TEST_CASE("a prefix that is held once takes room once, and of a prompt only the rest is read") {
  hr::serving_replica of = server{.room = 1e6, .admission = hr::cache_admission::as_it_grows, .data = 3, .stages = 2}.replica();
  of.load.mixers[0] = {.layers = 2, .token_bytes = 3, .index_bytes = 5, .state_bytes = 7, .shape = {.window = 100}};
  of.load.mixers[1] = {.layers = 1, .token_bytes = 11, .index_bytes = 2, .shape = {.window = 1'000}};
  of.load.mixers[2] = {.layers = 3, .token_bytes = 4, .shape = {.chunk = 999}};
  of.load.mixers[3] = {.layers = 3, .token_bytes = 2, .shape = {.chunk = 1'000}};
  of.shared_prefix = 0.25;
  const double bytes = 2 * (7 + 3 * 100 + 5 * 1'000) + 13 * 1'000 + 3 * 4 * 999 + 3 * 2 * 1'000;
  const double once = 0.25 * (13 + 6) * 1'000;
  CHECK(hr::closed_loop(of, {.prompt = 900, .answer = 200}).most_sequences == doctest::Approx((1e6 - once / 2) / ((bytes - once) / 2) * 3));
  of.cache_room = once / 2;
  of.admission = hr::cache_admission::whole_request;
  CHECK(hr::closed_loop(of, {.prompt = 800, .answer = 200}).most_sequences == 0);
  // As many as the memory of fit has room for, in pages.
  hr::serving_job job = llama;
  job.engine.most_sequences = 0;
  job.shared_prefix = 0.5;
  job.context = 2'000;
  job.concurrent_sequences = hr::most_sequences(job, h200).value_or(0);  // whose logits take room, too
  const auto room = static_cast<double>(job.concurrent_sequences);
  CHECK(room > 1.5 * hr::closed_loop(*hr::replica_of(llama, h200).known(), {.prompt = 1'500, .answer = 1'000}).most_sequences);
  CHECK(hr::closed_loop(*hr::replica_of(job, h200).known(), {.prompt = 1'500, .answer = 1'000}).most_sequences == doctest::Approx(room).epsilon(0.02));
  // The rest of a prompt takes longer than a prompt of its length, which sees nothing before it, and not as long as the whole.
  const auto prefill = [](double shared, hr::count prompt) {
    hr::serving_replica with = *hr::replica_of(llama, h200).known();
    with.shared_prefix = shared;
    with.chunk = 100'000;
    return hr::in_seconds(hr::closed_loop(with, {.prompt = prompt, .answer = 100}).prefill);
  };
  CHECK(prefill(0.5, 32'768) > 1.05 * prefill(0, 16'384));
  CHECK(prefill(0.5, 32'768) < 0.7 * prefill(0, 32'768));
  // The last token is read in any case.
  CHECK(prefill(1, 32'768) == doctest::Approx(prefill(32'767.0 / 32'768, 32'768)));
  CHECK(prefill(1, 1) == doctest::Approx(prefill(0, 1)));
}

TEST_CASE("each bound of requests and settings, from both sides") {
  const auto of = [](const hr::serving_requests& asked) { return hr::contradiction(asked); };
  const auto tokens = "tokens of a prompt and of an answer are 1 to 2^40", clients = "clients and their requests are 0 to 2^40";
  CHECK(of({.prompt = 1, .answer = hr::max_count, .clients = hr::max_count, .each = 0}).empty());
  CHECK(of({.prompt = hr::max_count + 1}) == tokens);
  CHECK(of({.answer = 0}) == tokens);
  CHECK(of({.clients = -1}) == clients);
  CHECK(of({.each = hr::max_count + 1}) == clients);
  CHECK(of({.answer_spread = 0}).empty());
  CHECK(of({.answer_spread = 10}).empty());
  CHECK(of({.answer_spread = -0.01}) == "a spread of lengths is a standard deviation of 0 to 10 means");
  CHECK(of({.answer_spread = 10.01}) == "a spread of lengths is a standard deviation of 0 to 10 means");
  const auto with = [](const hr::serving_settings& as) { return hr::contradiction(as); };
  CHECK(with({.scheduler_steps = 1'024, .stream_interval = 1'024, .drafted = 64, .accepted = 1}).empty());
  CHECK(with({.drafted = -1}) == "a step drafts 0 to 64 tokens");
  CHECK(with({.drafted = 65}) == "a step drafts 0 to 64 tokens");
  CHECK(with({.accepted = -0.01}) == "the chance that a draft is accepted is 0 to 1");
  CHECK(with({.accepted = 1.01}) == "the chance that a draft is accepted is 0 to 1");
  CHECK(with({.scheduler_steps = 1'025}) == "the host plans 1 to 1,024 steps at once");
  CHECK(with({.stream_interval = 1'025}) == "the host sends 1 to 1,024 tokens at once");
  CHECK(with({.most_sequences = -1}) == "sequences are 0 to 2^40");
}

// The engine runs 3 sequences on each of four ranks.
TEST_CASE("the least of what the engine and the settings allow runs at once") {
  hr::serving_job job = small_server::job_of(small_server::one_layer, 1, 4);
  const auto most = [&](hr::count engine, hr::count settings) {
    job.engine.most_sequences = engine;
    return value_of(hr::replica_of(job, small_server::rates, hr::gibibytes(16), {.most_sequences = settings}, small_server::constants)).most_sequences;
  };
  CHECK(most(3, 0) == 12);
  CHECK(most(3, 5) == 5);
  CHECK(most(3, 1) == 1);
  CHECK(most(3, 20) == 12);
  CHECK(most(0, 20) == 20);
  CHECK(most(0, 0) == 0);
}

// Two layers on two stages, and a draft of one, whose kernels are 6 + 4 and 4 of the ends.
TEST_CASE("what drafts is a model of its own, in one piece, for which the host does not work again") {
  hr::transformer two_layers = small_server::one_layer;
  two_layers.layers[0].how_many = 2;
  hr::serving_job job = small_server::job_of(two_layers);
  job.pipeline_parallel = 2;
  hr::serving_constants by = small_server::constants;
  by.engines.back().step = hr::milliseconds(5);
  const auto with = [&](hr::count drafted) { return hr::replica_of(job, small_server::rates, hr::gibibytes(16), {.drafted = drafted, .accepted = 0.5}, by); };
  CHECK(value_of(with(2)).draft.kernels == 0);
  job.draft = &small_server::one_layer;
  CHECK(value_of(with(0)).draft.kernels == 14);  // it is held where nothing is drafted, too
  CHECK_FALSE(hr::detail::has_draft(value_of(with(0))));
  const hr::serving_replica drafting = value_of(with(2));
  CHECK(drafting.draft.kernels == 14);
  CHECK(drafting.draft.stages == 1);
  CHECK(drafting.draft_terms.host == 0);
  CHECK(drafting.terms.host == doctest::Approx(5e-3));
  CHECK(drafting.drafted == 2);
  CHECK(drafting.accepted == 0.5);
  CHECK(with(2).basis == hr::basis::estimated);
  // What has no experts itself drafts for experts that are out of balance.
  hr::serving_job experts = small_server::job_of(small_server::one_layer_of_experts, 2);
  experts.expert_parallel = experts.with_predicting = true;
  experts.expert_imbalance = 2;
  experts.model.layers[1] = {.letter = 'b', .how_many = 1, .feed_forward = {.width = 512}};
  for (const auto& [order, imbalance] : {std::pair{"b", 1.0}, {"a", 2.0}}) {
    experts.model.predicts = {.modules = 1, .order = order};
    const hr::serving_replica of = value_of(hr::replica_of(experts, small_server::rates, hr::gibibytes(16), {.drafted = 1}, by));
    CHECK(of.load.expert_load == 2);
    CHECK(of.draft.expert_load == imbalance);
    CHECK(of.draft.kernels > 4);
  }
  // Modules of the model are the last of its kinds of layers here, in 3 of which the model has none.
  job.draft = nullptr;
  job.model.layers[1] = {.letter = 'b', .how_many = 2, .feed_forward = {.width = 512}};
  job.model.predicts = {.modules = 1, .order = "b"};
  job.with_predicting = true;
  const hr::serving_replica predicting = value_of(with(1));
  CHECK(predicting.draft.kernels == 4 + 4);
  CHECK(predicting.draft.mixing.weights == 0);
  CHECK(predicting.draft.stages == 1);
}

// At the whole of the memory, so that a byte of it is a byte of room.
TEST_CASE("a byte is room for a cache, none is not") {
  const hr::serving_job job = small_server::job_of(small_server::one_layer);
  const auto with = [&](double bytes) { return hr::replica_of(job, small_server::rates, hr::bytes(bytes), {}, small_server::constants); };
  const double whole = hr::in_bytes(hr::gibibytes(16));
  const double taken = whole - value_of(with(whole)).cache_room;
  CHECK(value_of(with(taken + 1)).cache_room == 1);
  CHECK(with(taken).note == "the weights and the rest leave no room for a KV cache");
}

TEST_CASE("tokens that take no time have no rate") {
  hr::serving_replica of{.chunk = 8};
  of.terms = {.read = 1, .moved = 1, .rate = 1, .wide_rate = 1, .attention_rate = 1};
  of.engine.first = hr::seconds(1);
  CHECK(hr::in_tokens_per_second(hr::closed_loop(of, {.prompt = 8, .answer = 4, .clients = 1}).output_per_user) == 0);
}

TEST_CASE("why there is no replica, and what is said of one") {
  hr::serving_job wrong = llama;
  wrong.tensor_parallel = 3;
  CHECK(hr::replica_of(wrong, h200).note == "tensor parallelism does not divide the attention heads");
  hr::serving_job of_fp4 = llama;
  of_fp4.weights = hr::nvfp4;
  CHECK(hr::replica_of(of_fp4, h200).note == "the GPU has no tensor units for the format, or their rate is not known");
  CHECK(hr::serving_time(of_fp4, {}, h200).note == "the GPU has no tensor units for the format, or their rate is not known");
  hr::serving_job plain = llama;
  plain.weights = hr::bf16;
  CHECK(hr::replica_of(plain, hr::azure::nd96amsr_a100_v4::spec).note == "no measured server on this architecture");
  CHECK(hr::replica_of(plain, h200).note.empty());
  CHECK(hr::replica_of(plain, hr::azure::nd96amsr_a100_v4::spec, {.drafted = 65}).note == "a step drafts 0 to 64 tokens");
}

// One GPU alone needs no links, and two of which nobody states whether they are joined cannot be timed.
TEST_CASE("a replica on several GPUs has links that are known, and one GPU needs none") {
  static constexpr hr::vm unstated{.name = "unstated", .gpu = &hr::nvidia::h200_sxm5::spec, .gpus = 2};
  constexpr auto job = [](hr::count tensor) {
    return hr::serving_job{.model = hr::models::llama3_1_8b, .tensor_parallel = tensor, .context = 8'192};
  };
  constexpr hr::figure<hr::serving_replica> alone = hr::replica_of(job(1), unstated);
  CHECK_CONSTEXPR(alone.is_known());
  CHECK(hr::closed_loop(*alone.known(), {.clients = 4}).token == hr::closed_loop(value_of(hr::replica_of(job(1), h200)), {.clients = 4}).token);
  constexpr auto why = "no source states its GPUs per scale-up domain";
  CHECK(hr::replica_of(job(2), unstated).note == why);
  CHECK(hr::serving_time(job(2), {}, unstated).note == why);
}

// What a machine or a constant says that no time comes of is no estimate: never an infinite one, never what is no number.
TEST_CASE("what takes no finite time has no replica, whatever is zero, negative or no number") {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
  constexpr std::string_view why = "what the machine and the settings say makes its time no finite number";
  constexpr std::string_view no_network = "its ranks exchange over a scale-out network, and the bandwidth of the machine's is not known";
  const hr::serving_rates usual = value_of(hr::serving_rates_of(h200, llama.weights.computed));
  const auto note = [&](const hr::serving_job& job, const hr::serving_rates& on, const hr::serving_constants& by = hr::measured_servers) {
    return hr::replica_of(job, on, hr::gibibytes(141), {}, by).note;
  };
  CHECK(note(llama, usual) != why);
  for (const double none : {0.0, -1.0, infinite, -infinite, no_number}) {
    CAPTURE(none);
    const auto without = [&](auto change) {
      hr::serving_rates on = usual;
      change(on);
      return note(llama, on);
    };
    CHECK(without([&](auto& on) { on.wide.memory = hr::bytes_per_second(none); }) == why);
    CHECK(without([&](auto& on) { on.wide.matrix = hr::from_base_units<hr::operation_rate>(none); }) == why);
    CHECK(without([&](auto& on) { on.products.matrix = hr::from_base_units<hr::operation_rate>(none); }) == why);
    const bool has_time = none == infinite || none == -infinite;  // none: nothing takes any
    if (!has_time) CHECK(without([&](auto& on) { on.wide.matrix_16_bit = hr::from_base_units<hr::operation_rate>(none); }) == why);
    if (!has_time) CHECK(without([&](auto& on) { on.links.scale_up.one_direction = hr::bytes_per_second(none); }) == why);
    if (none == 0) continue;
    hr::serving_constants by = hr::measured_servers;
    by.kernel = hr::seconds(none);
    CHECK(note(llama, usual, by) == why);
    by = hr::measured_servers;
    by.traffic = none;
    CHECK(note(llama, usual, by) == why);
  }
  // A pipeline, tensor ranks and pools of several domains send over a network that is known.
  hr::serving_rates apart = usual;
  apart.links.scale_out = {};
  hr::serving_job wide = llama;
  wide.tensor_parallel = 8;
  CHECK(note(wide, apart) != no_network);
  wide.pipeline_parallel = 2;
  CHECK(note(wide, usual) != no_network);
  CHECK(note(wide, apart) == no_network);
  wide.pipeline_parallel = 1;
  const auto pools = [&](const hr::serving_rates& on, hr::count workers) { return hr::pools_of(wide, 1, on, wide, workers, on, hr::gibibytes(141)); };
  CHECK(pools(usual, 1).is_known());
  CHECK(pools(apart, 1).note == no_network);
  wide.tensor_parallel = 4;
  CHECK(pools(apart, 1).is_known());
  CHECK(!pools(apart, 2).is_known());
}

// Of a job that runs eight sequences, unless clients are said.
TEST_CASE("a job's sequences are its clients") {
  hr::serving_job job = llama;
  job.concurrent_sequences = 8;
  const auto sequences = [&](hr::count clients) { return value_of(hr::serving_time(job, {.clients = clients}, h200)).sequences; };
  CHECK(sequences(0) == sequences(8));
  CHECK(sequences(1) <= 1);
}

}  // namespace inference_serving_time_test
