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
  CHECK_CONSTEXPR(hr::in_base_units(hr::operations_of({.queries = 1, .keys = 100, .heads = 1, .head_size = 64})) == 4 * 64 * 100);
}

TEST_CASE("tensor units and exponentials take turns") {
  // 10^6 scores of 64: 256 operations each, and 100 while their exponential is taken, at 100 TFLOP/s
  constexpr attention_shape of{.queries = 1'000, .keys = 1'000, .heads = 1, .head_size = 64, .causal = false};
  CHECK(hr::in_microseconds(hr::attention_time(of, no_memory_limit).time) == doctest::Approx(3.56));
  CHECK(hr::in_microseconds(hr::attention_time(of, no_memory_limit, {0.5}).time) == doctest::Approx(6.12));
}

TEST_CASE("a step of decoding reads the cache") {
  // 8 sequences of 4,096 tokens, 8 KV heads of 128: 2 x 2 bytes each
  constexpr attention_shape of{.sequences = 8, .queries = 1, .keys = 4'096, .heads = 64, .kv_heads = 8};
  const hr::operation_time step = hr::attention_time(of, round_numbers);
  CHECK(step.is_memory_bound());
  CHECK(hr::in_microseconds(step.time) == doctest::Approx(8 * 4'096 * 8 * 128 * 4 / 1e6).epsilon(0.01));
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
