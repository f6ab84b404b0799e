// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/time/attention.hpp>

#include <check.hpp>
#include <time/small_gpu.hpp>

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
  constexpr attention_shape of{.sequences = 2, .queries = 8'192, .keys = 8'192, .heads = 16, .causal = false};
  const double rate = hr::in_base_units(hr::operations_of(of)) / hr::in_seconds(hr::attention_time(of, h100, hr::ampere_attention_on_hopper).time);
  CHECK(rate / hr::in_base_units(h100.matrix) == doctest::Approx(0.35).epsilon(0.02));
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
