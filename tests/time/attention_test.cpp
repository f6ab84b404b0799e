// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/time/attention.hpp>

#include <check.hpp>
#include <time/small_gpu.hpp>
#include <unsaid.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace time_attention_test {

using hr::attention_shape;
using small_gpu::no_memory_limit;
using small_gpu::round_numbers;

TEST_CASE("scores are counted: all, half of a causal square, and what a chunk of a prompt sees") {
  CHECK_CONSTEXPR(hr::scores_of({.sequences = 2, .queries = 10, .keys = 10, .heads = 3, .causal = false}) == 600);
  CHECK_CONSTEXPR(hr::scores_of({.sequences = 2, .queries = 10, .keys = 10, .heads = 3}) == 300);
  // 10 queries behind 90 cached keys: 90 each, and half of their own square
  CHECK_CONSTEXPR(hr::scores_of({.queries = 10, .keys = 100, .heads = 1}) == 950);
  CHECK_CONSTEXPR(hr::scores_of({.queries = 1, .keys = 100, .heads = 1}) == 100);
  // A window of 20: the first 20 of 100 queries see half of it; those behind enough cached keys the whole; a step its own
  CHECK_CONSTEXPR(hr::scores_of({.queries = 100, .keys = 100, .heads = 1, .window = 20}) == 1'800);
  CHECK_CONSTEXPR(hr::scores_of({.queries = 10, .keys = 100, .heads = 1, .window = 20}) == 200);
  CHECK_CONSTEXPR(hr::scores_of({.queries = 50, .keys = 60, .heads = 1, .window = 20}) == 950);
  CHECK_CONSTEXPR(hr::scores_of({.queries = 1, .keys = 100, .heads = 1, .window = 20}) == 20);
  CHECK_CONSTEXPR(hr::scores_of({.queries = 100, .keys = 100, .heads = 1, .window = 400}) == 5'000);
  // What looks both ways sees all, whatever the window of others.
  CHECK_CONSTEXPR(hr::scores_of({.queries = 100, .keys = 100, .heads = 1, .causal = false, .window = 20}) == 10'000);
  CHECK_CONSTEXPR(hr::in_base_units(hr::operations_of({.queries = 1, .keys = 100, .heads = 1, .head_size = 64})) == 4 * 64 * 100);
}

TEST_CASE("attention is causal, of one sequence, with heads of 128 and their own keys, unless told otherwise") {
  constexpr auto seconds = [](const attention_shape& of) {
    const hr::operation_time found = hr::attention_time(of, round_numbers);
    return hr::in_seconds(found.compute) + hr::in_seconds(found.memory);
  };
  constexpr attention_shape square{.queries = 64, .keys = 64, .heads = 4};
  CHECK_CONSTEXPR(is_unless_said<&attention_shape::sequences>(seconds, square, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&attention_shape::queries>(seconds, attention_shape{.keys = 64, .heads = 4}, 0, 2));
  CHECK_CONSTEXPR(is_unless_said<&attention_shape::keys>(seconds, attention_shape{.queries = 1, .heads = 4}, 0, 2));
  CHECK_CONSTEXPR(is_unless_said<&attention_shape::heads>(seconds, attention_shape{.queries = 64, .keys = 64}, 0, 2));
  CHECK_CONSTEXPR(is_unless_said<&attention_shape::kv_heads>(seconds, square, 4, 1));
  CHECK_CONSTEXPR(is_unless_said<&attention_shape::head_size>(seconds, square, 128, 64));
  CHECK_CONSTEXPR(is_unless_said<&attention_shape::causal>(seconds, square, true, false));
  CHECK_CONSTEXPR(is_unless_said<&attention_shape::window>(seconds, square, 0, 16));
  constexpr auto by = [](const hr::attention_kernel& kernel) {
    return hr::in_seconds(hr::attention_time({.queries = 1, .keys = 64, .heads = 4}, round_numbers, kernel).compute);
  };
  CHECK_CONSTEXPR(is_unless_said<&hr::attention_kernel::instruction_share>(by, hr::attention_kernel{}, 1, 0.5));
  CHECK_CONSTEXPR(is_unless_said<&hr::attention_kernel::query_tile>(by, hr::attention_kernel{}, 1, 16));
}

// Query by query: each sees the keys before it, and half of the step to the next as in a square's lower half.
double scores_one_by_one(const attention_shape& of) {
  double sum = 0;
  for (hr::count i = 0; i < of.queries; ++i) {
    double seen = static_cast<double>(of.keys);
    if (of.causal && of.window > 0) seen = std::min(seen, static_cast<double>(of.window));
    if (of.causal && of.queries > 1) seen = std::min(seen, static_cast<double>(std::max<hr::count>(of.keys - of.queries, 0) + i) + 0.5);
    sum += seen;
  }
  return sum * static_cast<double>(of.sequences * of.heads);
}

// The formulas of docs/reference/time/attention.md.
TEST_CASE("attention takes what the docs say, forward and backward") {
  const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-9 * b; };
  const hr::gpu_rates slow_memory{.matrix = hr::from_base_units<hr::operation_rate>(70e12),
                                  .units = 100,
                                  .sustained_share = 0.5,
                                  .attention_share = 0.8,
                                  .memory = hr::gigabytes_per_second(10),
                                  .read_share = 0.75,
                                  .write_share = 0.25,
                                  .launch = hr::microseconds(3),
                                  .operations_per_exponential = 110,
                                  .matrix_16_bit = hr::from_base_units<hr::operation_rate>(30e12)};
  hr::gpu_rates slow_units = slow_memory;
  slow_units.memory = hr::terabytes_per_second(100);
  for (const hr::gpu_rates& on : {slow_memory, slow_units})
    for (const hr::attention_kernel by : {hr::attention_kernel{}, hr::attention_kernel{0.6, 16}})
      for (const hr::count queries : {1, 2, 3, 40})
        for (const hr::count keys : {1, 3, 40, 90})
          for (const std::array<hr::count, 2> both : {std::array<hr::count, 2>{5, 0}, {6, 1}, {6, 3}, {32, 1}, {32, 2}, {2, 2}})
            for (const hr::count window : {0, 1, 2, 39, 40, 90, 200})
              for (const bool causal : {true, false}) {
                const hr::count heads = both[0];
                const hr::count kv_heads = both[1];
                const attention_shape of{.sequences = 7, .queries = queries, .keys = keys, .heads = heads, .kv_heads = kv_heads, .head_size = 24, .causal = causal, .window = window};
                CAPTURE(queries);
                CAPTURE(keys);
                CAPTURE(heads);
                CAPTURE(window);
                const double scores = scores_one_by_one(of);
                CHECK(near(hr::scores_of(of), scores));
                const double groups = kv_heads == 0 ? 1 : static_cast<double>(heads) / static_cast<double>(kv_heads);
                const double more = queries == 1 ? std::max(1.0, static_cast<double>(by.query_tile) / groups) : 1;
                const double masked = !causal ? 0 : window > 0 && window < keys ? 256 : 128;
                const double rows = queries == 1 ? 0 : static_cast<double>(7 * heads * queries);
                const auto units = [&](double taken, double operations, double share) {
                  return taken * operations * 24 / (70e12 * 0.8 * by.instruction_share * share) + taken * 110 / 30e12;
                };
                const double compute = units(scores * more + rows * (80 + masked), 4, 1);
                const double in_reach = causal && window > 0 ? static_cast<double>(std::min(keys, queries + window - 1)) : static_cast<double>(keys);
                const double results = 7.0 * 24 * 2 * static_cast<double>(heads * queries);
                const double cache = 7.0 * 24 * 2 * 2 * static_cast<double>(kv_heads == 0 ? heads : kv_heads) * in_reach;
                const double bandwidth = hr::in_bytes_per_second(on.memory);
                const double memory = (results + cache) / (bandwidth * 0.75) + results / (bandwidth * 0.25);
                const hr::operation_time ours = hr::attention_time(of, on, by);
                CHECK(near(hr::in_seconds(ours.compute), compute));
                CHECK(near(hr::in_seconds(ours.memory), memory));
                CHECK(near(hr::in_seconds(ours.time), 3e-6 + std::max(compute, memory)));
                CHECK(ours.launch == hr::microseconds(3));
                CHECK(near(hr::in_seconds(hr::attention_backward_time(of, on, by)), 3e-6 + units(scores * more + rows * (360 + masked), 10, 0.75)));
              }
}

TEST_CASE("fewer heads than KV heads share nothing") {
  const attention_shape odd{.queries = 1, .keys = 1'000, .heads = 1, .kv_heads = 2, .head_size = 64};
  const attention_shape own{.queries = 1, .keys = 1'000, .heads = 1, .kv_heads = 1, .head_size = 64};
  CHECK(hr::attention_time(odd, no_memory_limit, {1, 128}).compute == hr::attention_time(own, no_memory_limit).compute);
}

TEST_CASE("tensor units and exponentials take turns") {
  // 1,000 x 1,080 scores of 64, those of edges included: 256 operations each, and 100 while their exponential is taken, at 100 TFLOP/s
  constexpr attention_shape of{.queries = 1'000, .keys = 1'000, .heads = 1, .head_size = 64, .causal = false};
  CHECK(hr::in_microseconds(hr::attention_time(of, no_memory_limit).time) == doctest::Approx(3.8448));
  CHECK(hr::in_microseconds(hr::attention_time(of, no_memory_limit, {0.5}).time) == doctest::Approx(6.6096));
}

TEST_CASE("sequences and heads that compute take their time one behind another") {
  constexpr attention_shape one{.queries = 1'000, .keys = 1'000, .heads = 1, .head_size = 64};
  constexpr attention_shape six{.sequences = 2, .queries = 1'000, .keys = 1'000, .heads = 3, .head_size = 64};
  CHECK(hr::in_microseconds(hr::attention_time(six, no_memory_limit).time) == doctest::Approx(6 * hr::in_microseconds(hr::attention_time(one, no_memory_limit).time)));
  CHECK(hr::in_microseconds(hr::attention_backward_time(six, no_memory_limit)) ==
        doctest::Approx(6 * hr::in_microseconds(hr::attention_backward_time(one, no_memory_limit))));
}

// 1,000 x 1,360 scores, 640 operations each at 75 TFLOP/s, and their exponentials
TEST_CASE("the way back takes five products for two") {
  constexpr attention_shape of{.queries = 1'000, .keys = 1'000, .heads = 1, .head_size = 64, .causal = false};
  CHECK(hr::in_microseconds(hr::attention_backward_time(of, no_memory_limit)) == doctest::Approx(12.9653));
  constexpr hr::duration slower = hr::attention_backward_time(of, no_memory_limit, {0.5});
  CHECK(hr::in_microseconds(slower) == doctest::Approx(24.5707));
}

TEST_CASE("attention has a share of the peak of its own where one is given") {
  constexpr attention_shape of{.queries = 1'000, .keys = 1'000, .heads = 1, .head_size = 64, .causal = false};
  constexpr hr::gpu_rates on = [] {
    hr::gpu_rates made = no_memory_limit;
    made.sustained_share = 0.5;
    return made;
  }();
  CHECK(hr::in_microseconds(hr::attention_time(of, on).time) == doctest::Approx(6.6096));
  constexpr hr::gpu_rates apart = [] {
    hr::gpu_rates made = no_memory_limit;
    made.sustained_share = 0.5;
    made.attention_share = 0.8;
    return made;
  }();
  CHECK(hr::in_microseconds(hr::attention_time(of, apart).time) == doctest::Approx(4.536));
}

TEST_CASE("of a causal square the masked keys of tiles are computed, too") {
  // 1,000 x (500 + 80 + 128) scores
  constexpr attention_shape of{.queries = 1'000, .keys = 1'000, .heads = 1, .head_size = 64};
  constexpr hr::operation_time causal = hr::attention_time(of, no_memory_limit);
  CHECK(hr::in_microseconds(causal.time) == doctest::Approx(2.5205));
  // Of a window at both ends: 1,000 x (80 + 2 x 128) scores beside 1,000 x 200 - 200 x 200 / 2
  constexpr attention_shape windowed{.queries = 1'000, .keys = 1'000, .heads = 1, .head_size = 64, .window = 200};
  CHECK(hr::in_microseconds(hr::attention_time(windowed, no_memory_limit).time) == doctest::Approx(1.83696));
}

TEST_CASE("a kernel made for prompts computes a whole tile of queries in decoding") {
  // Eight heads share the keys: 128 x 1,000 scores of 64, and theirs alone
  constexpr attention_shape of{.queries = 1, .keys = 1'000, .heads = 8, .kv_heads = 1, .head_size = 64};
  CHECK(hr::in_microseconds(hr::attention_time(of, no_memory_limit, {1, 128}).time) == doctest::Approx(0.45568));
  CHECK(hr::in_microseconds(hr::attention_time(of, no_memory_limit).time) == doctest::Approx(0.02848));
}

TEST_CASE("a step of decoding reads the cache") {
  // 8 sequences of 4,096 tokens, 8 KV heads of 128: 2 x 2 bytes each
  constexpr attention_shape of{.sequences = 8, .queries = 1, .keys = 4'096, .heads = 64, .kv_heads = 8};
  const hr::operation_time step = hr::attention_time(of, round_numbers);
  CHECK(step.is_memory_bound());
  CHECK(hr::in_microseconds(step.time) == doctest::Approx(8 * 4'096 * 8 * 128 * 4 / 1e6).epsilon(0.01));
  constexpr attention_shape windowed{.sequences = 8, .queries = 1, .keys = 4'096, .heads = 64, .kv_heads = 8, .window = 1'024};
  CHECK(hr::in_microseconds(hr::attention_time(windowed, round_numbers).time) == doctest::Approx((8 * 1'024 * 8 * 128 * 4 + 8 * 64 * 128 * 6) / 1e6));
}

// FlashAttention-3's authors measure 550 to 650 TFLOP/s forward in 16 bits on H100 with heads of 128 (Shah et al. 2024, figure 5).
TEST_CASE("attention with Hopper's own instructions reaches what FlashAttention-3 does") {
  constexpr hr::gpu_rates h100 = value_of(hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::bf16));
  constexpr attention_shape of{.sequences = 2, .queries = 8'192, .keys = 8'192, .heads = 16, .causal = false};
  const double rate = hr::in_base_units(hr::operations_of(of)) / hr::in_seconds(hr::attention_time(of, h100).time);
  CHECK(rate > 550e12);
  CHECK(rate < 650e12);
}

// FlashAttention-2 reaches 35 % of H100's peak (the same paper's abstract).
TEST_CASE("attention with Ampere's instructions reaches on Hopper what FlashAttention-2 does") {
  constexpr hr::gpu_rates h100 = value_of(hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::bf16));
  // So long that what a tile takes beside its keys is nothing.
  constexpr attention_shape of{.queries = 4'194'304, .keys = 4'194'304, .heads = 1, .causal = false};
  const double rate = hr::in_base_units(hr::operations_of(of)) / hr::in_seconds(hr::attention_time(of, h100, hr::ampere_attention_on_hopper).time);
  CHECK(rate / hr::in_base_units(h100.matrix) == doctest::Approx(0.35).epsilon(0.0001));
}

TEST_CASE("longer attention is never faster, and a window of fewer keys never slower") {
  for (hr::count keys = 64; keys < 100'000; keys *= 2) {
    const attention_shape of{.sequences = 4, .queries = 64, .keys = keys, .heads = 32, .kv_heads = 8};
    attention_shape longer = of;
    longer.keys *= 2;
    CHECK(hr::attention_time(longer, round_numbers).time >= hr::attention_time(of, round_numbers).time);
    longer = of;
    longer.sequences *= 2;
    CHECK(hr::attention_time(longer, round_numbers).time >= hr::attention_time(of, round_numbers).time);
  }
}

}  // namespace time_attention_test
