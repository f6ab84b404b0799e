// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_step.hpp>

#include <algorithm>
#include <check.hpp>
#include <cmath>
#include <inference/small_server.hpp>

namespace inference_serving_step_test {
namespace {

using hr::serving_part;
using small_server::microseconds;
using small_server::step_with;

constexpr hr::serving_job plain = small_server::job_of(small_server::one_layer);

}  // namespace

// Two sequences of 1,000 tokens: at 1 TB/s a megabyte takes a microsecond, at 1,000 TFLOP/s a billion operations do.
TEST_CASE("a step of one layer, by hand") {
  constexpr hr::serving_step step = step_with(plain, {.sequences = 2, .context = 1'000});
  const double products = std::hypot(8.388608, 2 * 8.388608e-3);
  CHECK(microseconds(step, serving_part::projections) == doctest::Approx(products));
  CHECK(microseconds(step, serving_part::networks) == doctest::Approx(2 * products));
  CHECK(microseconds(step, serving_part::head) == doctest::Approx(std::hypot(2.048, 2 * 2.048e-3)));
  CHECK(microseconds(step, serving_part::attention) == doctest::Approx(std::hypot(2 * 1'000 * 4'096e-6, 2 * 1'000 * 4'096e-9)));
  CHECK(microseconds(step, serving_part::kernels) == doctest::Approx(14));
  CHECK(microseconds(step, serving_part::memory_bound) == doctest::Approx(2 * (40'960 + 45'056 + 4 * 2'024) * 1e-6));
  CHECK(microseconds(step, serving_part::experts) == 0);
  CHECK(microseconds(step, serving_part::tensor_parallel) == 0);
  CHECK(microseconds(step, serving_part::host) == 0);
  double sum = 0;
  for (std::size_t i = 0; i < hr::serving_part_count; ++i) sum += microseconds(step, static_cast<serving_part>(i));
  CHECK(hr::in_microseconds(step.total()) == doctest::Approx(sum));
}

TEST_CASE("the parts of a step are counted, and the last has a name") {
  CHECK_CONSTEXPR(hr::name(static_cast<serving_part>(hr::serving_part_count - 1)) == "host");
  CHECK_CONSTEXPR(static_cast<std::size_t>(serving_part::host) + 1 == hr::serving_part_count);
}

TEST_CASE("a prompt attends to half of itself on average, and asks for one further token") {
  constexpr hr::serving_batch batch{.prompt_tokens = 1'000, .prompt = 1'000};
  constexpr hr::serving_step computed_before = step_with(plain, batch);
  for (const hr::serving_step& step : {computed_before, step_with(plain, batch)}) {
    CHECK(microseconds(step, serving_part::attention) == doctest::Approx(1'000 * 500.5 * 4'096e-9));
    CHECK(microseconds(step, serving_part::projections) == doctest::Approx(std::hypot(8.388608, 8.388608)));
    CHECK(microseconds(step, serving_part::head) == doctest::Approx(2.048).epsilon(1e-5));
  }
}

// Tokens 601 to 1,000 of a prompt see as many as they come after.
TEST_CASE("behind what a prefix cache has the rest of a prompt is read, and sees all of it") {
  constexpr hr::serving_batch batch{.prompt_tokens = 400, .prompt = 1'000, .cached = 600};
  constexpr hr::serving_step computed_before = step_with(plain, batch);
  for (const hr::serving_step& step : {computed_before, step_with(plain, batch)}) {
    CHECK(microseconds(step, serving_part::attention) == doctest::Approx(400 * 800.5 * 4'096e-9));
    CHECK(microseconds(step, serving_part::head) == doctest::Approx(2.048).epsilon(1e-5));
  }
  for (const auto& [window, chunk] : {std::pair<hr::count, hr::count>{0, 0}, {300, 0}, {0, 256}, {100, 400}})
    for (const hr::count cached : {0, 1, 250, 999}) {
      double sum = 0;
      for (hr::count i = cached; i < 1'000; ++i) {
        hr::count seen = i + 1;
        if (chunk > 0) seen = i % chunk + 1;
        if (window > 0) seen = std::min(seen, window);
        sum += static_cast<double>(seen);
      }
      CHECK(hr::detail::mean_attended_behind({.window = window, .chunk = chunk}, cached, 1'000) == doctest::Approx(sum / static_cast<double>(1'000 - cached)));
    }
}

// An expert of width 512: hidden inputs into 512 outputs, and back. The mean depth is 2 x 512 x hidden over 512 + hidden outputs.
TEST_CASE("products of experts take the time of further inputs, and what they move is counted apart") {
  const hr::serving_job job = small_server::job_of(small_server::one_layer_of_experts);
  const hr::serving_batch sequences{.sequences = 100'000, .context = 1};
  const double hidden = static_cast<double>(small_server::one_layer_of_experts.hidden);
  const double depth = 2 * 512 * hidden / (512 + hidden);
  hr::serving_constants deep = small_server::constants;
  deep.experts_inputs = depth;
  const double usual = microseconds(step_with(job, sequences), serving_part::experts);
  CHECK(microseconds(step_with(job, sequences, deep), serving_part::experts) == doctest::Approx(2 * usual).epsilon(0.01));
  hr::serving_constants unmoved = small_server::constants;
  unmoved.experts_traffic = 0;
  const double left = microseconds(step_with(job, sequences, unmoved), serving_part::memory_bound);
  unmoved.traffic = 0;
  CHECK(left < microseconds(step_with(job, sequences), serving_part::memory_bound));
  CHECK(left > 0);
  CHECK(microseconds(step_with(job, sequences, unmoved), serving_part::memory_bound) == 0);
}

// Of 64 experts, four of which a token takes, one token touches four, and many touch all: 64 (1 - (1 - 4/64)^n).
TEST_CASE("a step reads the experts that its tokens go to") {
  constexpr hr::serving_job experts = small_server::job_of(small_server::one_layer_of_experts);
  constexpr double expert = 2 * 1'024 * 512 * 2e-6;
  for (const double n : {1.0, 8.0, 1'000.0}) {
    const hr::serving_step step = step_with(experts, {.sequences = n, .context = 1});
    CHECK(hr::in_microseconds(step[serving_part::experts].memory) == doctest::Approx(64 * (1 - std::pow(1 - 4.0 / 64, n)) * expert));
  }
}

TEST_CASE("a window bounds what is read of a cache, and latents serve all heads") {
  hr::transformer with_window = small_server::one_layer;
  with_window.layers[0].attention.window = 100;
  const hr::serving_step step = step_with(small_server::job_of(with_window), {.sequences = 1, .context = 1'000});
  CHECK(hr::in_microseconds(step[serving_part::attention].memory) == doctest::Approx(100 * 4'096e-6));
}

// Two all-reduces of two tokens of 2,048 bytes among four GPUs at 100 GB/s, each with 2 us to start.
TEST_CASE("tensor ranks wait for each other") {
  constexpr hr::serving_job four = small_server::job_of(small_server::one_layer, 4);
  constexpr hr::serving_step computed_before = step_with(four, {.sequences = 2, .context = 1});
  for (const hr::serving_step& step : {computed_before, step_with(four, {.sequences = 2, .context = 1})})
    CHECK(microseconds(step, serving_part::tensor_parallel) == doctest::Approx(2 * (2 + 2 * 3.0 / 4 * 2 * 2'048 / 100e9 * 1e6)));
}

TEST_CASE("more of anything is never slower, and more work never faster") {
  const auto total = [](const hr::serving_rates& on, const hr::serving_batch& batch, const hr::serving_job& job) {
    const hr::serving_load load = hr::serving_load_of(job);
    return hr::step_of(load, batch, hr::serving_terms_of(load, on, {}, {}, small_server::constants)).total();
  };
  for (const hr::transformer* model : {&small_server::one_layer, &small_server::one_layer_of_experts})
    for (const hr::count ranks : {1, 2, 8})
      for (const hr::serving_batch& batch : {hr::serving_batch{.sequences = 1, .context = 10}, hr::serving_batch{.sequences = 64, .context = 4'000},
                                             hr::serving_batch{.sequences = 8, .context = 100, .prompt_tokens = 2'000, .prompt = 2'000}}) {
        const hr::serving_job job = small_server::job_of(*model, ranks);
        const hr::duration usual = total(small_server::rates, batch, job);
        hr::serving_rates better = small_server::rates;
        better.wide.memory *= 2.0;
        CHECK(total(better, batch, job) <= usual);
        better = small_server::rates;
        better.wide.matrix *= 2.0;
        CHECK(total(better, batch, job) <= usual);
        better = small_server::rates;
        better.links.scale_up_share = 2;
        CHECK(total(better, batch, job) <= usual);
        hr::serving_batch more = batch;
        more.sequences *= 2;
        CHECK(total(small_server::rates, more, job) >= usual);
        more = batch;
        more.context *= 2;
        CHECK(total(small_server::rates, more, job) >= usual);
        more = batch;
        more.prompt_tokens += 100;
        more.prompt += 100;
        CHECK(total(small_server::rates, more, job) >= usual);
      }
}

// A millisecond of each step, and 10 us of each sequence
TEST_CASE("the host plans several steps and sends several tokens at once") {
  constexpr hr::engine_time engine{.engine = "plain", .step = hr::milliseconds(1)};
  constexpr hr::serving_constants by = [] {
    hr::serving_constants made = small_server::constants;
    made.sequence = hr::microseconds(10);
    return made;
  }();
  constexpr hr::serving_load load = hr::serving_load_of(plain);
  constexpr hr::serving_settings planned{.scheduler_steps = 4, .stream_interval = 2};
  constexpr hr::serving_terms usual_before = hr::serving_terms_of(load, small_server::rates, engine, {}, by);
  constexpr hr::serving_terms several_before = hr::serving_terms_of(load, small_server::rates, engine, planned, by);
  for (const hr::serving_terms& usual : {usual_before, hr::serving_terms_of(load, small_server::rates, engine, {}, by)}) {
    CHECK(usual.host == doctest::Approx(1e-3).scale(1e-20));
    CHECK(usual.host_sequence == doctest::Approx(10e-6).scale(1e-20));
  }
  for (const hr::serving_terms& several : {several_before, hr::serving_terms_of(load, small_server::rates, engine, planned, by)}) {
    CHECK(several.host == doctest::Approx(0.25e-3).scale(1e-20));
    CHECK(several.host_sequence == doctest::Approx(5e-6).scale(1e-20));
  }
}

TEST_CASE("without graphs the host launches each kernel") {
  const hr::serving_step step = step_with(plain, {.sequences = 1, .context = 1}, small_server::constants, {.without_graphs = true});
  CHECK(microseconds(step, serving_part::kernels) == doctest::Approx(140));
  CHECK(hr::name(serving_part::memory_bound) == "memory-bound");
  CHECK(hr::name(serving_part::host) == "host");
}

namespace {

// A load of which no two figures are alike: layers of a state alone, with a window, in chunks, with an index; two kinds of experts.
hr::serving_load uneven_load() {
  hr::serving_load load{.mixing = {.weights = 101, .operations = 7, .wide_operations = 11, .moved = 13},
                        .networks = {.weights = 103, .operations = 17, .wide_operations = 19, .moved = 23},
                        .head = {.weights = 107, .operations = 29, .wide_operations = 31, .moved = 37},
                        .routed = 1,
                        .data = 5};
  load.mixers[0] = {.layers = 1, .token_bytes = 19, .heads = 1, .shape = {.index = {.most_tokens = 1}}};
  load.mixers[1] = {.layers = 2, .token_bytes = 97, .state_bytes = 41, .state_operations = 43};
  load.mixers[2] = {.layers = 3, .token_bytes = 47, .index_bytes = 53, .pair_operations = 59, .prompt_operations = 61, .index_operations = 67, .heads = 5, .shape = {.window = 100}};
  load.mixers[3] = {.layers = 1, .token_bytes = 3, .pair_operations = 5, .prompt_operations = 7, .heads = 1, .shape = {.chunk = 50}};
  load.mixers[4] = {.layers = 2, .token_bytes = 2, .index_bytes = 1, .pair_operations = 11, .prompt_operations = 13, .index_operations = 17, .heads = 2, .shape = {.index = {.most_tokens = 30}}};
  load.mixers[5] = {.layers = 1, .token_bytes = 23, .heads = 1, .shape = {.chunk = 1}};
  load.experts[0] = {.layers = 2, .experts = 16, .held = 4, .per_token = 3, .expert_bytes = 71, .of_token = {.operations = 73, .wide_operations = 79, .moved = 83}, .missed = std::log(13.0 / 16), .per_input = 0.01};
  load.experts[2] = {.layers = 3, .experts = 3, .held = 3, .per_token = 2, .expert_bytes = 61, .of_token = {.operations = 5, .wide_operations = 7, .moved = 11}, .missed = std::log(1.0 / 3), .per_input = 0.02};
  return load;
}

constexpr hr::serving_terms uneven_terms{.read = 3, .moved = 5, .rate = 7, .wide_rate = 11, .experts_rate = 13, .wide_experts_rate = 17, .attention_rate = 19,
                                         .exponential = 0.23, .experts_inputs = 29, .traffic = 1.7, .experts_traffic = 2.3, .kernels = 1.1,
                                         .all_reduce_start = 1.3, .all_reduce_token = 0.19, .exchange_start = 2.9, .exchange_token = 0.31, .send_start = 3.7,
                                         .send_token = 0.41, .host = 4.3, .host_sequence = 0.47, .uneven = 0.7};

// Of so many tokens of the replica: what experts read, and what they compute.
struct experts_by_hand {
  double read = 0;
  double compute = 0;
};
experts_by_hand experts_of(double tokens, double imbalance = 1) {
  const auto reached = [&](double held, double missed) {
    const double none = std::pow(missed, tokens);
    return std::min(held, held * (1 - none) + std::sqrt(0.7 * held * (1 - none) * none));
  };
  const double first = reached(4, 13.0 / 16);
  const double second = reached(3, 1.0 / 3);
  const double rows_of_first = imbalance * tokens * 3 / 16 * 4 / first;
  const double rows_of_second = imbalance * tokens * 2 / second;
  const auto tiled = [](double rows) { return rows > 112 ? (rows + 64) / rows : (1.5 * rows + 8) / rows; };
  return {(2 * 71 * first + 3 * 61 * second) / 3,
          imbalance * tokens * (tiled(rows_of_first) * 1.29 * (73.0 / 13 + 79.0 / 17) + tiled(rows_of_second) * 1.58 * (5.0 / 13 + 7.0 / 17))};
}

}  // namespace

// Six sequences of 400 tokens that verify two drafts each, 18 tokens, beside 20 tokens of prompts of 150. A prompt's tokens attend in the mean to
// (5,050 + 50 x 100) / 150 = 67 of a window of 100, to 25.5 of chunks of 50, to (465 + 120 x 30) / 150 = 27.1 of 30 that an index picks; an index reads 75.5.
TEST_CASE("each part of a step, by hand") {
  const hr::serving_step step = hr::step_of(uneven_load(), {.sequences = 6, .context = 400, .prompt_tokens = 20, .prompt = 150, .tokens_each = 3}, uneven_terms);
  const auto takes = [&](serving_part part, double memory, double time) {
    CAPTURE(hr::name(part));
    CHECK(hr::in_seconds(step[part].memory) == doctest::Approx(memory));
    CHECK(hr::in_seconds(step[part].time) == doctest::Approx(time));
  };
  const double sampled = 18 + 20.0 / 150;
  takes(serving_part::projections, 101.0 / 3, std::hypot(101.0 / 3, 38 * (7.0 / 7 + 11.0 / 11)));
  takes(serving_part::networks, 103.0 / 3, std::hypot(103.0 / 3, 38 * (17.0 / 7 + 19.0 / 11)));
  takes(serving_part::head, 107.0 / 3, std::hypot(107.0 / 3, sampled * (29.0 / 7 + 31.0 / 11)));
  const experts_by_hand experts = experts_of(5 * 38);
  takes(serving_part::experts, experts.read, std::hypot(experts.read, experts.compute));
  const double cache = 6 * (19 + 3 * (100 * 47 + 400 * 53) + 50 * 3 + 2 * (30 * 2 + 400) + 23) / 3.0;
  const double scores = 18 * (3 * (100 * 59 + 400 * 67) + 50 * 5 + 2 * (30 * 11 + 400 * 17)) / 19.0;
  const double prompt = (3 * (67 * 61 + 75.5 * 67) + 25.5 * 7 + 2 * (27.1 * 13 + 75.5 * 17)) / 19 + (1 + 3 * 67 * 5 + 25.5 + 2 * 27.1 * 2 + 1) * 0.23;
  takes(serving_part::attention, cache, std::hypot(cache, scores) + 20 * prompt);
  takes(serving_part::recurrence, 6 * 2 * 2 * 41 / 3.0, 6 * 2 * 2 * 41 / 3.0 + 38 * 2 * 43 / 19.0);
  const double moved = (1.7 * (38 * (13 + 23) + sampled * 37) + 2.3 * 190 * (83 + 11)) / 5;
  takes(serving_part::memory_bound, moved, moved);
  takes(serving_part::kernels, 0, 1.1);
  takes(serving_part::tensor_parallel, 0, 1.3 + 38 * 0.19);
  takes(serving_part::expert_parallel, 0, 2.9 + 38 * 0.31);
  takes(serving_part::stages, 0, 3.7 + 38 * 0.41);
  takes(serving_part::host, 0, 4.3 + 6 * 0.47);
}

// A single token goes to 4 (1 - 13/16) of the rank's experts in the mean, and on the rank that has most of them to more. What asks for a prompt of one token
// asks for the next after each.
TEST_CASE("few tokens leave experts out, unevenly") {
  const hr::serving_step step = hr::step_of(uneven_load(), {.sequences = 1, .context = 1}, uneven_terms);
  const experts_by_hand experts = experts_of(5);
  CHECK(hr::in_seconds(step[serving_part::experts].memory) == doctest::Approx(experts.read));
  CHECK(hr::in_seconds(step[serving_part::experts].time) == doctest::Approx(std::hypot(experts.read, experts.compute)));
  CHECK(hr::in_seconds(step[serving_part::head].time) == doctest::Approx(std::hypot(107.0 / 3, 29.0 / 7 + 31.0 / 11)));
  const hr::serving_step read = hr::step_of(uneven_load(), {.prompt_tokens = 5, .prompt = 1}, uneven_terms);
  CHECK(hr::in_seconds(read[serving_part::head].time) == doctest::Approx(std::hypot(107.0 / 3, 5 * (29.0 / 7 + 31.0 / 11))));
  hr::serving_load dense = uneven_load();
  dense.routed = 0;
  CHECK(hr::in_seconds(hr::step_of(dense, {.sequences = 1}, uneven_terms)[serving_part::experts].time) == 0);
  // Nothing is said of a prompt: its tokens ask for nothing, and attend to nothing.
  const hr::serving_step unsaid = hr::step_of(uneven_load(), {.prompt_tokens = 5}, uneven_terms);
  CHECK(hr::in_seconds(unsaid[serving_part::head].time) == doctest::Approx(107.0 / 3));
  CHECK(hr::in_seconds(unsaid[serving_part::attention].memory) == 0);
}

// The fullest rank has three times as many tokens as the mean, of as many of its experts.
TEST_CASE("the experts of the fullest rank compute and move more, and read no more of their weights") {
  hr::serving_load load = uneven_load();
  load.expert_load = 3;
  for (const double tokens : {1.0, 38.0, 5'000.0}) {
    const hr::serving_step even = hr::step_of(uneven_load(), {.sequences = tokens}, uneven_terms);
    const hr::serving_step uneven = hr::step_of(load, {.sequences = tokens}, uneven_terms);
    const experts_by_hand experts = experts_of(5 * tokens, 3);
    CHECK(hr::in_seconds(uneven[serving_part::experts].memory) == doctest::Approx(experts_of(5 * tokens).read));
    CHECK(hr::in_seconds(uneven[serving_part::experts].time) == doctest::Approx(std::hypot(experts.read, experts.compute)));
    CHECK(hr::in_seconds(uneven[serving_part::memory_bound].time - even[serving_part::memory_bound].time) == doctest::Approx(2 * 2.3 * 5 * tokens * (83 + 11) / 5));
    for (const serving_part same : {serving_part::projections, serving_part::networks, serving_part::head, serving_part::attention, serving_part::tensor_parallel, serving_part::host})
      CHECK(uneven[same].time == even[same].time);
  }
}

// Of 64 experts whole on four ranks, with 4,000 tokens an expert: products take twice as long but for what is empty of their last tiles, 64 rows. What starts an exchange
// takes 3 us, whoever has most.
TEST_CASE("an imbalance of experts lengthens their products and exchanges in proportion") {
  hr::serving_job job = small_server::job_of(small_server::one_layer_of_experts, 1, 4);
  job.expert_parallel = true;
  const auto of = [&](double imbalance) {
    job.expert_imbalance = imbalance;
    return step_with(job, {.sequences = 16'000, .context = 1});
  };
  const hr::serving_step even = of(1), twice = of(2);
  const auto computing = [](const hr::serving_step& step) {
    const double all = microseconds(step, serving_part::experts), read = hr::in_microseconds(step[serving_part::experts].memory);
    return std::sqrt(all * all - read * read);
  };
  CHECK(computing(twice) / computing(even) == doctest::Approx((2 * 4'000 + 64) / (4'000.0 + 64)));
  const auto sending = [](const hr::serving_step& step) { return microseconds(step, serving_part::expert_parallel) - 2 * 3; };
  CHECK(sending(twice) == doctest::Approx(2 * sending(even)));
  double before = 0;
  for (const double imbalance : {1.0, 1.1, 1.5, 2.0, 3.0, 4.0}) {
    const double now = hr::in_seconds(of(imbalance).total());
    CHECK(now > before);
    before = now;
  }
  CHECK(of(4).total() == of(100).total());  // of four ranks one has all at most
  job.expert_parallel = false;              // each rank has a quarter of each expert
  CHECK(of(4).total() == of(1).total());
}

// Read 1 TB/s x 0.8, written x 0.5: moved at 2 / (1/0.8 + 1/0.5) TB/s. 1,000 TFLOP/s in 16 bits of which 0.7 are sustained, 3,000 of 0.6 in the others.
TEST_CASE("rates and kernels of a step, by hand") {
  hr::serving_rates on = small_server::rates;
  on.wide.sustained_share = 0.7, on.wide.attention_share = 0.9, on.wide.read_share = 0.8, on.wide.write_share = 0.5, on.wide.operations_per_exponential = 256;
  on.products.matrix = hr::teraflops(3'000), on.products.sustained_share = 0.6;
  hr::serving_constants by = small_server::constants;
  by.experts = 0.25, by.experts_inputs = 11, by.traffic = 1.5, by.experts_traffic = 2.5, by.launch = hr::microseconds(7), by.sequence = hr::microseconds(12);
  const hr::serving_load load{.kernels = 200};
  const hr::engine_time engine{.step = hr::microseconds(90), .kernels = 0.25};
  const hr::serving_terms t = hr::serving_terms_of(load, on, engine, {.scheduler_steps = 3, .stream_interval = 4}, by);
  CHECK(t.read == doctest::Approx(0.8e12).scale(1e-20));
  CHECK(t.moved == doctest::Approx(2e12 / (1 / 0.8 + 1 / 0.5)).scale(1e-20));
  CHECK(t.rate == doctest::Approx(1.8e15).scale(1e-20));
  CHECK(t.wide_rate == doctest::Approx(0.7e15).scale(1e-20));
  CHECK(t.experts_rate == doctest::Approx(0.45e15).scale(1e-20));
  CHECK(t.wide_experts_rate == doctest::Approx(0.175e15).scale(1e-20));
  CHECK(t.experts_inputs == 11);
  CHECK(t.attention_rate == doctest::Approx(0.9e15).scale(1e-20));
  CHECK(t.exponential == doctest::Approx(256e-15).scale(1e-20));
  CHECK(t.traffic == 1.5);
  CHECK(t.experts_traffic == 2.5);
  CHECK(t.kernels == doctest::Approx(50e-6).scale(1e-20));
  CHECK(t.host == doctest::Approx(30e-6).scale(1e-20));
  CHECK(t.host_sequence == doctest::Approx(3e-6).scale(1e-20));
  // One rank by itself sends nothing.
  CHECK(t.all_reduce_start + t.all_reduce_token + t.exchange_start + t.exchange_token + t.send_start + t.send_token + t.uneven == 0);
  hr::engine_time eager = engine;
  eager.without_graphs = true;
  CHECK(hr::serving_terms_of(load, on, eager, {}, by).kernels == doctest::Approx(350e-6).scale(1e-20));
}

// Of four groups of twelve experts a token's two lie in one, and each of two domains holds two groups: one domain, which is another than its own half
// of the time, and of its GPUs the four that have three experts of the group each: one has neither of the two with a chance of 9 x 8 / (12 x 11).
TEST_CASE("node-limited routing sends a token to fewer domains and GPUs") {
  hr::serving_rates on = small_server::rates;
  hr::serving_load load{.hidden_bytes = 1'000, .exchanges = 7, .routed = 48, .routed_per_token = 2, .tensor = 1, .data = 16, .gpus = 16, .whole_experts = true};
  load.routed_groups = 4;
  load.routed_groups_per_token = 1;
  const auto token = [&](double out) {
    on.links.scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(out));
    return hr::serving_terms_of(load, on, {}, {}, small_server::constants).exchange_token;
  };
  CHECK(token(10) == doctest::Approx(7 * 1'000 * 0.5 / 10e9));
  CHECK(token(1'000) == doctest::Approx(7 * 1'000 * 4 * (1 - 9.0 * 8 / (12 * 11)) * 7 / 8 / 100e9));
}

TEST_CASE("of node-limited routing a load has the model's groups") {
  hr::serving_job job = small_server::job_of(small_server::one_layer_of_experts, 1, 4);
  job.model.layers[0].experts.groups = 4;
  job.model.layers[0].experts.groups_per_token = 2;
  CHECK(hr::serving_load_of(job).routed_groups == 4);
  CHECK(hr::serving_load_of(job).routed_groups_per_token == 2);
}

// 100 GB/s in a domain of eight GPUs, and 10 GB/s of each to others with a hop of 10 us; 2 us to start an all-reduce and 3 us an exchange.
TEST_CASE("what ranks send each other in a step, by hand") {
  const auto terms = [](hr::count tensor, hr::count data, hr::count stages, double out = 10, const hr::engine_time& engine = {}) {
    hr::serving_rates on = small_server::rates;
    on.links.scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(out));
    const hr::serving_load load{.hidden_bytes = 1'000, .all_reduces = 5, .exchanges = 7, .routed = 48, .routed_per_token = 2, .tensor = tensor, .data = data,
                                .stages = stages, .gpus = tensor * data * stages, .whole_experts = true};
    return hr::serving_terms_of(load, on, engine, {}, small_server::constants);
  };
  // Of 48 experts on n ranks one has neither of a token's two with a chance of (1 - 1/n) (48 - 48/n - 1) / 47.
  const auto reached = [](double n) { return n * (1 - (1 - 1 / n) * (47 - 48 / n) / 47); };
  // Four tensor ranks of two copies, in one domain; three stages are more than that.
  const hr::serving_terms inside = terms(4, 2, 3);
  CHECK(inside.all_reduce_start == doctest::Approx(5 * 2e-6).scale(1e-20));
  CHECK(inside.all_reduce_token == doctest::Approx(5 * 1.5 * 1'000 / 100e9).scale(1e-20));
  CHECK(inside.exchange_start == doctest::Approx(7 * 3e-6).scale(1e-20));
  CHECK(inside.exchange_token == doctest::Approx(7 * 1'000 / 4.0 * reached(8) * 7 / 8 / 100e9).scale(1e-20));
  CHECK(inside.send_start == doctest::Approx(2 * 2e-6).scale(1e-20));
  CHECK(inside.send_token == doctest::Approx(2 * 1'000 / 4.0 / 10e9).scale(1e-20));
  CHECK(inside.uneven == doctest::Approx(2 * std::log(8)).scale(1e-20));
  // Two stages in one domain, exactly.
  const hr::serving_terms stages = terms(4, 1, 2);
  CHECK(stages.send_start == doctest::Approx(2e-6).scale(1e-20));
  CHECK(stages.send_token == doctest::Approx(1'000 / 4.0 / 100e9).scale(1e-20));
  CHECK(stages.exchange_token == doctest::Approx(7 * 1'000 / 4.0 * reached(4) * 3 / 4 / 100e9).scale(1e-20));
  // Two and three domains: the adapters of eight GPUs are less than the links of one, or more.
  for (const hr::count domains : {2, 3}) {
    const auto d = static_cast<double>(domains);
    const hr::serving_terms wide = terms(8 * domains, 1, 1);
    CHECK(wide.all_reduce_start == doctest::Approx(5 * (2e-6 + 2 * (d - 1) * 10e-6)).scale(1e-20));
    CHECK(wide.all_reduce_token == doctest::Approx(5 * 2 * (8 * d - 1) / (8 * d) * 1'000 / 80e9).scale(1e-20));
    CHECK(wide.exchange_start == doctest::Approx(7 * (3e-6 + 10e-6)).scale(1e-20));
    CHECK(wide.exchange_token == doctest::Approx(7 * 1'000 / (8 * d) * reached(d) * (1 - 1 / d) / 10e9).scale(1e-20));
    CHECK(wide.send_start + wide.send_token == 0);
    CHECK(terms(8 * domains, 1, 1, 20).all_reduce_token == doctest::Approx(5 * 2 * (8 * d - 1) / (8 * d) * 1'000 / 100e9).scale(1e-20));
    CHECK(terms(8 * domains, 1, 1, 1'000).exchange_token == doctest::Approx(7 * 1'000 / (8 * d) * reached(8 * d) * 7 / 8 / 100e9).scale(1e-20));
  }
  // Nine and twelve: all crosses to the ninth over one adapter, to four over theirs; of the experts 1 - C(48 - last, 2) / C(48, 2) reach the last.
  for (const hr::count gpus : {9, 12}) {
    const auto n = static_cast<double>(gpus);
    const hr::serving_terms wide = terms(gpus, 1, 1);
    CHECK(wide.all_reduce_token == doctest::Approx(5 * 2 * (n - 1) / n * 1'000 / ((n - 8) * 10e9)).scale(1e-20));
    const double beside = 48 * 8 / n;
    const double in_last = 1 - beside * (beside - 1) / (48 * 47);
    CHECK(wide.exchange_token == doctest::Approx(7 * 1'000 / n * in_last * 8 / (n - 8) / 10e9).scale(1e-20));
  }
  CHECK(terms(1, 2, 1).uneven == doctest::Approx(2 * std::log(2)).scale(1e-20));
  CHECK(terms(1, 1, 4).uneven == 0);
  // NCCL's ring of four has six hops of a microsecond. Ranks that no network joins reduce nothing.
  CHECK(terms(4, 1, 1, 10, {.by_nccl = true}).all_reduce_start == doctest::Approx(5 * 6e-6).scale(1e-20).epsilon(1e-3));
  CHECK(terms(16, 1, 1, 0, {.by_nccl = true}).all_reduce_start == 0);
  // Within a domain nothing is asked of a network.
  constexpr hr::serving_terms without_network = terms(8, 1, 1, 0);
  CHECK(without_network.exchange_token == terms(8, 1, 1).exchange_token);
  // A single all-reduce or exchange, and experts that are no one's own.
  const hr::serving_load one{.hidden_bytes = 1'000, .all_reduces = 1, .exchanges = 1, .routed = 48, .routed_per_token = 2, .tensor = 4, .gpus = 4};
  const hr::serving_terms t = hr::serving_terms_of(one, small_server::rates, {}, {}, small_server::constants);
  CHECK(t.all_reduce_start == doctest::Approx(2e-6).scale(1e-20));
  CHECK(t.exchange_start == doctest::Approx(3e-6).scale(1e-20));
  CHECK(t.uneven == 0);
}

TEST_CASE("what is not said of a step takes no time") {
  // A sequence is of one token; what has no attention needs no rate for it.
  constexpr hr::serving_terms of_products{.read = 1, .moved = 1, .rate = 1, .wide_rate = 1};
  const auto seconds = [&](const hr::detail::step_lines& of) { return hr::detail::seconds_of_step({}, of, 3, 5, of_products).total(); };
  CHECK(seconds({}) == 0);
  CHECK(seconds({.networks = {.token = 2}}) == 2 * (3 + 5));
  CHECK(hr::in_seconds(hr::step_of({.networks = {.operations = 2}}, {.sequences = 3}, of_products).total()) == 2 * 3);
  hr::serving_step step{};
  step[serving_part::experts].time = hr::seconds(3);
  CHECK(step.parts[2].time == hr::seconds(3));
  CHECK(step.total() == hr::seconds(3));
}

}  // namespace inference_serving_step_test
