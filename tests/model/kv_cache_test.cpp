// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>
#include <unsaid.hpp>

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

namespace {

// Of heads dealt out to ranks one by one, those of the first.
constexpr hr::count dealt(hr::count heads, hr::count ranks) {
  hr::count first = 0;
  for (hr::count head = 0; head < heads; ++head) first += head % ranks == 0;
  return first;
}

}  // namespace

// Bits of a token: each head of keys and values that a rank has with 5 and 7 numbers, or a latent of 10 and 3; an index's key of 130.
TEST_CASE("a token's bits are those of the numbers that a rank holds, and the index's key with its scales") {
  const hr::cache_formats formats{.keys_and_values = hr::fp8, .state = hr::bf16, .convolution = hr::fp4, .index = hr::fp8};
  for (const hr::count ranks : {1, 2, 3, 5, 9})
    for (const hr::count heads : {1, 3, 6})
      for (const hr::count index_heads : {0, 1, 2}) {
        CAPTURE(ranks);
        CAPTURE(heads);
        const hr::count index = index_heads > 0 ? 130 * 8 + 2 * 32 : 0;
        const hr::attention grouped{.heads = heads, .kv_heads = heads, .head_size = 5, .value_head_size = 7, .index = {.heads = index_heads, .head_size = 130}};
        CHECK(hr::detail::cache_bits_per_token(grouped, formats, ranks) == dealt(heads, ranks) * (5 + 7) * 8 + index);
        const hr::attention latent{.heads = heads, .head_size = 5, .value_head_size = 7, .kv_rank = 10, .rotary_head_size = 3, .index = {.heads = index_heads, .head_size = 130}};
        CHECK(hr::detail::cache_bits_per_token(latent, formats, ranks) == (10 + 3) * 8 + index);
        CHECK(hr::detail::cache_bits_per_token(latent, {.keys_and_values = hr::fp8, .index = hr::bf16}, ranks) == (10 + 3) * 8 + (index_heads > 0 ? 130 * 16 : 0));
      }
}

TEST_CASE("an index's key of 8 bits has a scale of 32 for each 128 numbers begun, whatever its size") {
  for (hr::count size = 0; size <= 300; ++size) {
    hr::count begun = 0;
    for (hr::count first = 0; first < size; first += 128) ++begun;
    CHECK(hr::detail::cache_bits_per_token({.heads = 1, .index = {.heads = 1, .head_size = size}}, {}, 1) == size * 8 + begun * 32);
  }
}

TEST_CASE("without ranks a cache is that of one, and a layer without heads has none") {
  hr::transformer m{.vocabulary = 13, .hidden = 11};
  m.layers[0] = {.letter = 'a', .how_many = 2, .attention = {.heads = 6, .kv_heads = 6, .head_size = 5}, .short_convolution = {.width = 4, .kernel = 3}};
  CHECK(hr::in_bytes(value_of(hr::kv_cache_per_token(m))) == 2 * 6 * 2 * 5 * 2);
  CHECK(hr::in_bytes(value_of(hr::kv_cache_per_sequence(m, 3))) == 3 * 2 * 6 * 2 * 5 * 2 + 2 * 4 * 2 * 2);
  m.layers[0].attention.heads = 0;
  CHECK(token(m) == 0);
  CHECK(sequence(m, 3) == 2 * 4 * 2 * 2);
}

TEST_CASE("a layer keeps as many tokens as neither its window nor its chunk forgets") {
  for (hr::count window = 0; window <= 4; ++window)
    for (hr::count chunk = 0; chunk <= 4; ++chunk)
      for (hr::count length = 0; length <= 6; ++length) {
        hr::count kept = 0;
        for (hr::count back = 0; back < length; ++back) kept += (window == 0 || back < window) && (chunk == 0 || back < chunk);
        CHECK(hr::detail::tokens_kept({.window = window, .chunk = chunk}, length) == kept);
      }
}

// What a layer keeps of a sequence: states in 16 bits, and the kernel's inputs but the newest, in 4.
TEST_CASE("a layer's state is its heads' matrices and the last inputs of its convolution, on the ranks that have them") {
  const hr::cache_formats formats{.keys_and_values = hr::fp32, .state = hr::bf16, .convolution = hr::fp4, .index = hr::fp32};
  for (const hr::count ranks : {1, 2, 3, 5, 9})
    for (const hr::count kernel : {1, 2, 5}) {
      CAPTURE(ranks);
      CAPTURE(kernel);
      const auto bits = [&](const hr::layer& l) { return hr::detail::state_bits(l, formats, ranks); };
      const hr::count inputs = 4 * (kernel - 1);
      // 6 heads of 7 with a state of 5 each; 2 groups of vectors, two of 5 each.
      const hr::count inner = 7 * dealt(6, ranks);
      const hr::state_space mamba_2{.heads = 6, .head_size = 7, .groups = 2, .state_size = 5, .kernel = kernel};
      const hr::count of_mamba_2 = 16 * 5 * inner + inputs * (inner + 2 * 5 * dealt(2, ranks));
      CHECK(bits({.state_space = mamba_2}) == of_mamba_2);
      CHECK(bits({.state_space = {.heads = 6, .head_size = 7, .groups = 2, .state_size = 5, .kernel = kernel, .time_step_rank = 1}}) == 16 * 5 * inner + inputs * inner);
      const hr::count keys = 5 * dealt(2, ranks), values = 7 * dealt(6, ranks);
      const hr::linear_attention linear{.key_heads = 2, .value_heads = 6, .key_head_size = 5, .value_head_size = 7, .kernel = kernel};
      const hr::count of_linear = 16 * 5 * values + inputs * (2 * keys + values);
      CHECK(bits({.linear_attention = linear}) == of_linear);
      const hr::short_convolution gated{.width = 11, .kernel = kernel};
      const hr::count of_gated = inputs * dealt(11, ranks);
      CHECK(bits({.short_convolution = gated}) == of_gated);
      const hr::gated_recurrence recurrence{.width = 12, .blocks = 3, .kernel = kernel};
      const hr::count of_recurrence = (16 + inputs) * 4 * dealt(3, ranks);
      CHECK(bits({.gated_recurrence = recurrence}) == of_recurrence);
      CHECK(bits({.state_space = mamba_2, .linear_attention = linear, .short_convolution = gated, .gated_recurrence = recurrence}) ==
            of_mamba_2 + of_linear + of_gated + of_recurrence);
      CHECK(bits({.attention = {.heads = 8, .kv_heads = 8, .head_size = 64}, .feed_forward = {.width = 5}}) == 0);
    }
  CHECK(hr::detail::state_bits({.linear_attention = {.key_heads = 1, .value_heads = 1, .key_head_size = 5, .value_head_size = 7}}, formats, 1) == 16 * 35);  // no kernel
  CHECK(hr::detail::state_bits({.short_convolution = {.width = 1, .kernel = 2}}, formats, 1) == 4);
  CHECK(hr::detail::state_bits({.gated_recurrence = {.width = 1, .blocks = 1, .kernel = 1}}, formats, 1) == 16);
  CHECK(hr::detail::state_bits({.state_space = {.heads = 1, .head_size = 1, .groups = 1, .state_size = 3, .kernel = 1}}, formats, 1) == 48);
}

// Two kinds, of 2 and 3 layers, the second with a window of 4 and a state; a third kind of which there is no layer.
TEST_CASE("a model's caches are those of its layers but the ones that share another's") {
  hr::transformer mixed{.from = nullptr, .vocabulary = 13, .hidden = 11};
  mixed.layers[0] = {.letter = 'a', .how_many = 2, .attention = {.heads = 3, .kv_heads = 3, .head_size = 5, .value_head_size = 7}};
  mixed.layers[1] = {.letter = 'b', .how_many = 3, .attention = {.heads = 1, .kv_heads = 1, .head_size = 2, .window = 4}, .short_convolution = {.width = 11, .kernel = 3}};
  mixed.layers[2] = mixed.layers[0];
  mixed.layers[2].how_many = 0;
  const double a = 2 * 3 * 12 * 2, b = 3 * 4 * 2, state = 3 * 11 * 2 * 2;
  CHECK(token(mixed) == a + b);
  for (const hr::count length : {-1, 0, 1, 3, 4, 5, 9}) {
    const auto whole = static_cast<double>(length < 0 ? 0 : length);
    CHECK(sequence(mixed, length) == a * whole + b * (whole < 4 ? whole : 4) + state);
  }
  mixed.layers[1].attention.shares_cache = true;
  CHECK(token(mixed) == a);
  CHECK(sequence(mixed, 9) == a * 9 + state);
  mixed.layers[0].how_many = 1;
  CHECK(token(mixed) == a / 2);
  CHECK(token(mixed, 1, {.keys_and_values = hr::fp4}) == a / 8);
  CHECK(token(mixed, 3) == a / 6);
}

TEST_CASE("caches beyond what a count holds are unknown") {
  hr::transformer vast{.vocabulary = 13, .hidden = 11};
  vast.layers[0] = {.letter = 'a', .how_many = hr::max_count, .attention = {.heads = hr::max_count, .kv_heads = hr::max_count, .head_size = 5}};
  CHECK(hr::kv_cache_per_token(vast).is_unknown());
  CHECK(hr::kv_cache_per_sequence(vast, 1).is_unknown());
  CHECK(!hr::kv_cache_per_sequence(vast, 0).is_unknown());
}

// What engines hold: keys, values and what a convolution needs in 16 bits, states in 32, an index in 8.
TEST_CASE("without formats caches are in those of the engines") {
  using formats = hr::cache_formats;
  constexpr auto mamba = [](const formats& of) { return sequence(published::nemotron_h_56b, 1'024, 1, of); };
  constexpr auto indexed = [](const formats& of) { return token(published::deepseek_v3_2, 1, of); };
  CHECK_CONSTEXPR(is_unless_said<&formats::keys_and_values>(mamba, formats{}, hr::bf16, hr::fp8));
  CHECK_CONSTEXPR(is_unless_said<&formats::state>(mamba, formats{}, hr::fp32, hr::bf16));
  CHECK_CONSTEXPR(is_unless_said<&formats::convolution>(mamba, formats{}, hr::bf16, hr::fp32));
  CHECK_CONSTEXPR(is_unless_said<&formats::index>(indexed, formats{}, hr::fp8, hr::bf16));
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
