// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>

// Published sizes: validation/model_bytes.
namespace model_kv_cache_test {
namespace {

namespace published = hr::models;

constexpr double token(const hr::transformer& of, hr::count ranks = 1, const hr::cache_formats& formats = {}) {
  return hr::in_bytes(value_of(hr::kv_cache_per_token(of, formats, ranks)));
}
constexpr double sequence(const hr::transformer& of, hr::count length, hr::count ranks = 1,
                          const hr::cache_formats& formats = {}) {
  return hr::in_bytes(value_of(hr::kv_cache_per_sequence(of, length, formats, ranks)));
}

}  // namespace

TEST_CASE("a token of MHA, GQA and MQA takes a key and a value for each head of these") {
  CHECK_CONSTEXPR(token(published::llama2_7b) == 2.0 * 32 * 32 * 128 * 2);
  CHECK_CONSTEXPR(token(published::llama3_1_405b) == 2.0 * 126 * 8 * 128 * 2);
  CHECK_CONSTEXPR(token(published::palm_540b) == 2.0 * 118 * 1 * 256 * 2);
  CHECK_CONSTEXPR(token(published::llama3_1_405b, 1, {.keys_and_values = hr::fp8}) == 2.0 * 126 * 8 * 128);
  CHECK_CONSTEXPR(token(published::llama3_1_405b, 1, {.keys_and_values = hr::fp4}) == 126 * 8 * 128.0);
}

TEST_CASE("a token of MLA takes its latent and its rotary key, on every rank") {
  CHECK_CONSTEXPR(token(published::deepseek_v3) == 61.0 * 576 * 2);
  CHECK_CONSTEXPR(token(published::deepseek_v3, 8) == 61.0 * 576 * 2);
  // With an index: a key of 128 bytes and a scale.
  CHECK_CONSTEXPR(token(published::deepseek_v3_2) == 61.0 * (576 * 2 + 128 + 4));
  CHECK_CONSTEXPR(token(published::deepseek_v3_2, 1, {.index = hr::bf16}) == 61.0 * (576 * 2 + 256));
}

TEST_CASE("an index of 4 bits has no scales, and one of 8 a scale for each 128 begun") {
  constexpr const hr::transformer& v3_2 = published::deepseek_v3_2;
  CHECK_CONSTEXPR(token(v3_2, 1, {.index = hr::fp4}) == 61.0 * (576 * 2 + 64));
  CHECK_CONSTEXPR(sequence(v3_2, 10'000, 8, {.index = hr::fp4}) == 10'000 * 61.0 * (576 * 2 + 64));
  CHECK_CONSTEXPR(token(v3_2, 1, {.index = hr::int8}) == 61.0 * (576 * 2 + 128 + 4));
  constexpr auto with_keys_of = [](hr::count size) {
    hr::transformer changed = published::deepseek_v3_2;
    for (hr::layer& each : changed.layers) each.attention.index.head_size = size;
    return token(changed);
  };
  CHECK_CONSTEXPR(with_keys_of(64) == 61.0 * (576 * 2 + 64 + 4));
  CHECK_CONSTEXPR(with_keys_of(129) == 61.0 * (576 * 2 + 129 + 8));
  CHECK_CONSTEXPR(with_keys_of(256) == 61.0 * (576 * 2 + 256 + 8));
}

TEST_CASE("ranks share out heads, and repeat them beyond their number") {
  CHECK_CONSTEXPR(token(published::llama3_1_405b, 8) == token(published::llama3_1_405b) / 8);
  CHECK_CONSTEXPR(token(published::llama3_1_405b, 16) == token(published::llama3_1_405b) / 8);
  CHECK_CONSTEXPR(token(published::qwen3_235b_a22b, 8) == token(published::qwen3_235b_a22b) / 4);
}

TEST_CASE("a sequence takes its tokens, and a layer with a window or chunks keeps no more than these") {
  CHECK_CONSTEXPR(sequence(published::llama3_1_8b, 1'000) == 1'000 * token(published::llama3_1_8b));
  CHECK_CONSTEXPR(sequence(published::llama3_1_8b, 0) == 0);
  constexpr double layer = 2.0 * 8 * 64 * 2;
  CHECK_CONSTEXPR(sequence(published::gpt_oss_120b, 128) == 36 * layer * 128);
  CHECK_CONSTEXPR(sequence(published::gpt_oss_120b, 10'000) == 18 * layer * 10'000 + 18 * layer * 128);
  CHECK_CONSTEXPR(sequence(published::mistral_7b, 32'768) == 4'096 * token(published::mistral_7b));
  constexpr double scout = 2.0 * 8 * 128 * 2;
  CHECK_CONSTEXPR(sequence(published::llama4_scout_17b_16e, 100'000) == 12 * scout * 100'000 + 36 * scout * 8'192);
  // Keys of 192 and values of 128; windows have 8 heads of them, the others 4.
  CHECK_CONSTEXPR(sequence(published::mimo_v2_flash, 1'000) == (9 * 4 * 1'000.0 + 39 * 8 * 128.0) * (192 + 128) * 2);
}

TEST_CASE("a layer of Mamba keeps a state and the last inputs of its convolution, however long the sequence") {
  constexpr const hr::transformer& nano = published::nemotron_3_nano_30b_a3b;
  constexpr double state = 64.0 * 64 * 128 * 4 + 3.0 * (4'096 + 2 * 8 * 128) * 2;
  CHECK_CONSTEXPR(sequence(nano, 0) == 23 * state);
  CHECK_CONSTEXPR(sequence(nano, 1'000) == 23 * state + 6 * 2.0 * 2 * 128 * 2 * 1'000);
  CHECK_CONSTEXPR(sequence(nano, 0, 8) == 23 * state / 8);
  // 16 ranks hold four heads each, and a group each of the eight.
  CHECK_CONSTEXPR(sequence(nano, 0, 16) == 23 * (4.0 * 64 * 128 * 4 + 3.0 * (256 + 2 * 128) * 2));
  CHECK_CONSTEXPR(sequence(nano, 0, 1, {.state = hr::bf16}) == 23 * (64.0 * 64 * 128 * 2 + 3.0 * 6'144 * 2));
}

TEST_CASE("a layer of linear attention keeps a matrix a value head") {
  constexpr double state = 64.0 * 128 * 128 * 4 + 3.0 * 12'288 * 2;
  CHECK_CONSTEXPR(sequence(published::qwen3_5_397b_a17b, 0) == 45 * state);
  CHECK_CONSTEXPR(sequence(published::qwen3_5_397b_a17b, 10) == 45 * state + 15 * 2.0 * 2 * 256 * 2 * 10);
  CHECK_CONSTEXPR(token(published::qwen3_5_397b_a17b) == 15 * 2.0 * 2 * 256 * 2);
  // 64 value heads and 16 key heads: eight ranks hold 8 and 2 of them; 32 hold 2, and a key head each.
  CHECK_CONSTEXPR(sequence(published::qwen3_5_397b_a17b, 0, 8) == 45 * state / 8);
  CHECK_CONSTEXPR(sequence(published::qwen3_5_397b_a17b, 0, 32) ==
                  45 * (2.0 * 128 * 128 * 4 + 3.0 * (2 * 1 + 2) * 128 * 2));
  CHECK_CONSTEXPR(sequence(published::qwen3_5_397b_a17b, 0, 1, {.state = hr::bf16, .convolution = hr::fp32}) ==
                  45 * (64.0 * 128 * 128 * 2 + 3.0 * 12'288 * 4));
}

TEST_CASE("a layer with a window and chunks keeps the smaller of both") {
  constexpr auto kept = [](hr::count window, hr::count chunk, hr::count length) {
    hr::transformer changed = published::llama3_1_8b;
    for (hr::layer& each : changed.layers) {
      each.attention.window = window;
      each.attention.chunk = chunk;
    }
    return sequence(changed, length) / token(published::llama3_1_8b);
  };
  CHECK_CONSTEXPR(kept(100, 0, 99) == 99);
  CHECK_CONSTEXPR(kept(100, 0, 101) == 100);
  CHECK_CONSTEXPR(kept(0, 100, 101) == 100);
  CHECK_CONSTEXPR(kept(100, 60, 1'000) == 60);
  CHECK_CONSTEXPR(kept(60, 100, 1'000) == 60);
}

TEST_CASE("caches of a shape that lacks something are unknown at run time") {
  CHECK(hr::kv_cache_per_token(published::deepseek_v4_flash).is_unknown());
  CHECK(hr::kv_cache_per_sequence(published::deepseek_v4_flash, 1).is_unknown());
}

TEST_CASE("more ranks never hold more, and a longer sequence never takes less") {
  for (const hr::transformer* each : published::all()) {
    if (!hr::missing(*each).empty()) continue;
    CAPTURE(each->name);
    for (hr::count ranks = 1; ranks < 128; ranks *= 2)
      CHECK(sequence(*each, 5'000, 2 * ranks) <= sequence(*each, 5'000, ranks));
    for (hr::count length = 1; length < 1'000'000; length *= 3) {
      CHECK(sequence(*each, 3 * length) >= sequence(*each, length));
      CHECK(sequence(*each, length) <= sequence(*each, 0) + static_cast<double>(length) * token(*each));
    }
  }
}

}  // namespace model_kv_cache_test
