// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_step.hpp>

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
  CHECK(microseconds(step, serving_part::memory_bound) == doctest::Approx(2 * (16'384 + 20'480 + 2 * 2'024) * 1e-6));
  CHECK(microseconds(step, serving_part::experts) == 0);
  CHECK(microseconds(step, serving_part::tensor_parallel) == 0);
  CHECK(microseconds(step, serving_part::host) == 0);
  double sum = 0;
  for (std::size_t i = 0; i < hr::serving_part_count; ++i) sum += microseconds(step, static_cast<serving_part>(i));
  CHECK(hr::in_microseconds(step.total()) == doctest::Approx(sum));
}

TEST_CASE("a prompt attends to half of itself on average, and asks for one further token") {
  constexpr hr::serving_step step = step_with(plain, {.prompt_tokens = 1'000, .prompt = 1'000});
  CHECK(microseconds(step, serving_part::attention) == doctest::Approx(1'000 * 500.5 * 4'096e-9));
  CHECK(microseconds(step, serving_part::projections) == doctest::Approx(std::hypot(8.388608, 8.388608)));
  CHECK(microseconds(step, serving_part::head) == doctest::Approx(2.048).epsilon(1e-5));
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
  constexpr hr::serving_step step = step_with(small_server::job_of(small_server::one_layer, 4), {.sequences = 2, .context = 1});
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
  constexpr hr::serving_terms usual = hr::serving_terms_of(load, small_server::rates, engine, {}, by);
  constexpr hr::serving_terms several = hr::serving_terms_of(load, small_server::rates, engine, {.scheduler_steps = 4, .stream_interval = 2}, by);
  CHECK(usual.host == doctest::Approx(1e-3));
  CHECK(usual.host_sequence == doctest::Approx(10e-6));
  CHECK(several.host == doctest::Approx(0.25e-3));
  CHECK(several.host_sequence == doctest::Approx(5e-6));
}

TEST_CASE("without graphs the host launches each kernel") {
  const hr::serving_step step = step_with(plain, {.sequences = 1, .context = 1}, small_server::constants, {.without_graphs = true});
  CHECK(microseconds(step, serving_part::kernels) == doctest::Approx(140));
  CHECK(hr::name(serving_part::memory_bound) == "memory-bound");
  CHECK(hr::name(serving_part::host) == "host");
}

}  // namespace inference_serving_step_test
