// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/working.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>
#include <cstddef>

namespace inference_working_test {
namespace {

namespace published = hr::models;

constexpr hr::serving_job llama(hr::count sequences, hr::count context) {
  return {.model = published::llama3_1_8b, .concurrent_sequences = sequences, .context = context};
}

constexpr double numbers(const hr::transformer& of, std::size_t kind, hr::count tensor, hr::count data = 1,
                         bool whole = false) {
  return hr::detail::working_numbers(
      of.layers[kind], of.hidden,
      {.model = of, .tensor_parallel = tensor, .data_parallel = data, .expert_parallel = whole});
}

}  // namespace

// Llama 3.1 8B: 32 heads of 128 for queries and outputs, 8 for keys and values; a network of 14,336 with its gate.
TEST_CASE("a layer is at its fullest in its attention or in its network") {
  constexpr const hr::layer& l = published::llama3_1_8b.layers[0];
  CHECK_CONSTEXPR(hr::detail::working_numbers(l.attention, 1) == 2 * 4'096 + 2 * 1'024);
  CHECK_CONSTEXPR(hr::detail::working_numbers(l.attention, 16) == 2 * 256 + 2 * 128);  // a head of keys is repeated
  CHECK_CONSTEXPR(hr::detail::working_numbers(l.feed_forward, 1) == 3 * 14'336);
  CHECK_CONSTEXPR(hr::detail::working_numbers(hr::feed_forward{.width = 8, .gated = false}, 2) == 8);
  CHECK_CONSTEXPR(hr::detail::working_numbers(hr::attention{}, 1) == 0);
  CHECK_CONSTEXPR(numbers(published::llama3_1_8b, 0, 8) == 3 * 14'336 / 8);
}

// DeepSeek-V3: latents of 1,536 + 512 + 64, and keys and values expanded for each of 128 heads.
TEST_CASE("MLA expands its latent for every head") {
  constexpr const hr::attention& a = published::deepseek_v3.layers[0].attention;
  CHECK_CONSTEXPR(hr::detail::working_numbers(a, 8) == 2'112 + 2 * 16 * 192 + 2 * 16 * 128);
}

// Eight experts of 2,048 a token: gate and value, or the hidden width of their outputs, beside the activation.
TEST_CASE("a token is held once for each of its experts") {
  constexpr const hr::experts& e = published::deepseek_v3.layers[1].experts;
  constexpr auto of = [](hr::count tensor, bool whole) {
    return hr::detail::working_numbers(e, 7'168, {.tensor_parallel = tensor, .expert_parallel = whole});
  };
  CHECK_CONSTEXPR(of(1, false) == 8 * (7'168 + 2'048) + 3 * 2'048);
  CHECK_CONSTEXPR(of(8, false) == 8 * (7'168 + 256) + 3 * 256);
  CHECK_CONSTEXPR(of(8, true) == 8 * (7'168 + 2'048) + 3 * 256);
  CHECK_CONSTEXPR(hr::detail::working_numbers(hr::experts{}, 1, {}) == 0);
  CHECK_CONSTEXPR(hr::detail::working_numbers(hr::experts{.per_token = 2, .width = 8, .shared_width = 8}, 1, {}) == 0);  // of none, which have no weights
  // Wider inside than outside: two of 14,336 each, in 4,096.
  CHECK_CONSTEXPR(numbers(published::mixtral_8x7b, 0, 1) == 2 * (2 * 14'336 + 14'336));
  // Nemotron 3 Super's experts work on 1,024 places: 22 of 2,688 each without a gate, beside a shared one of 5,376.
  CHECK_CONSTEXPR(numbers(published::nemotron_3_super_120b_a12b, 1, 1) == 22 * (2'688 + 2'688) + 2 * 5'376);
}

TEST_CASE("a gate of the attention's output is projected with the queries") {
  constexpr const hr::attention& a = published::qwen3_5_397b_a17b.layers[1].attention;
  CHECK_CONSTEXPR(hr::detail::working_numbers(a, 1) == 3 * 32 * 256 + 2 * 2 * 256);
}

TEST_CASE("states and linear attention work in what they are projected to") {
  // Input, gate, output and the convolution's: Nemotron-H 56B.
  CHECK_CONSTEXPR(numbers(published::nemotron_h_56b, 0, 8) == (3 * 16'384 + 16'384 + 4'096) / 8.0);
  hr::transformer linear = published::qwen3_5_397b_a17b;
  linear.layers[0].experts = {};
  CHECK(numbers(linear, 0, 1) == 2 * (2 * 2'048 + 8'192) + 2 * 8'192);
}

TEST_CASE("sizes beyond a count do not wrap round") {
  hr::transformer huge{.vocabulary = 1, .hidden = 1};
  huge.layers[0] = {.how_many = 1,
                    .state_space = {.heads = hr::max_count,
                                    .head_size = hr::max_count,
                                    .groups = hr::max_count,
                                    .state_size = hr::max_count,
                                    .kernel = 4}};
  CHECK(numbers(huge, 0, 1) > 1e18);
}

TEST_CASE("a step of prefill takes a chunk of tokens, one of decode a token of each sequence") {
  CHECK_CONSTEXPR(hr::detail::tokens_of_step(llama(64, 4'096)) == 8'192);
  CHECK_CONSTEXPR(hr::detail::tokens_of_step(llama(2, 1'000)) == 2'000);  // there are no more
  constexpr auto in_phase = [](hr::serving_phase phase) {
    hr::serving_job job = llama(64, 4'096);
    job.data_parallel = 8;
    job.phase = phase;
    return hr::detail::tokens_of_step(job);
  };
  CHECK_CONSTEXPR(in_phase(hr::serving_phase::decode) == 8);
  CHECK_CONSTEXPR(in_phase(hr::serving_phase::prefill) == 8'192);
  CHECK_CONSTEXPR(in_phase(hr::serving_phase::prefill_and_decode) == 8'192);
}

TEST_CASE("an engine samples the sequences of the job, or as many as it sets aside for") {
  CHECK_CONSTEXPR(hr::sequences_sampled(llama(64, 1)) == 64);
  hr::serving_job job = llama(64, 1);
  job.engine.most_sequences = 256;
  CHECK(hr::sequences_sampled(job) == 256);
  job.engine.most_sequences = 0;
  job.data_parallel = 4;
  CHECK(hr::sequences_sampled(job) == 16);
}

// 8,192 tokens of Llama 3.1 8B in 16 bits: the residual stream, the part's input and 43,008 of the network.
TEST_CASE("the fullest moment is a layer's, or the sampling's on the last stage") {
  constexpr double layer = 2 * 8'192.0 * (2 * 4'096 + 43'008);
  CHECK_CONSTEXPR(hr::detail::working_bytes(llama(64, 4'096), 43'008, false) == layer);
  CHECK_CONSTEXPR(hr::detail::working_bytes(llama(64, 4'096), 43'008, true) == layer);
  constexpr double hidden = 2 * 8'192.0 * 4'096;
  constexpr double logits = 256 * 128'256.0 * (2 + 4 + 12 + 20);
  CHECK_CONSTEXPR(hr::detail::working_bytes(llama(256, 4'096), 43'008, true) == hidden + logits);
}

// Convolutions and recurrences work in four parts of their width: in, two gates, out; on two ranks in half of each.
TEST_CASE("a convolution or a recurrence may be a layer's fullest moment") {
  const hr::serving_job job{.tensor_parallel = 2};
  const auto of = [&](const hr::layer& l) { return hr::detail::working_numbers(l, 64, job); };
  CHECK(of({.how_many = 1, .short_convolution = {.width = 100, .kernel = 3}}) == 4 * 50);
  CHECK(of({.how_many = 1, .gated_recurrence = {.width = 60, .blocks = 2, .kernel = 4}}) == 4 * 30);
  CHECK(of({.how_many = 1, .short_convolution = {.width = 10, .kernel = 3}, .feed_forward = {.width = 80, .gated = false}}) == 80);
  CHECK(of({.how_many = 1, .state_space = {.heads = 1, .head_size = 16, .groups = 1, .state_size = 8, .kernel = 4}}) == 3 * 8 + 16);
  CHECK(of({.how_many = 1, .linear_attention = {.key_heads = 1, .value_heads = 1, .key_head_size = 4, .value_head_size = 8, .kernel = 4}}) == 2 * 8 + 2 * 4);
  CHECK(of({.how_many = 1}) == 0);
  CHECK(hr::detail::working_numbers(hr::experts{.routed = 4, .per_token = 3, .width = 10, .latent = 1, .gated = false}, 64, {}) == 3 * (10 + 10));
}

// A token's 64 numbers in 16 bits beside the largest layer, or what samples of two sequences of 1,000 words take at 6 bytes each.
TEST_CASE("only the last stage samples, and as many sequences as the engine makes room for") {
  hr::serving_job job{.model = {.vocabulary = 1'000, .hidden = 64}, .concurrent_sequences = 2, .context = 10, .engine = {.chunk = 8, .sampling_bytes = 6}};
  CHECK(hr::detail::working_bytes(job, 100, false) == 2 * 8 * (2 * 64 + 100));
  CHECK(hr::detail::working_bytes(job, 100, true) == 2 * 8 * 64 + 2 * 1'000 * 6);
  CHECK(hr::detail::working_bytes(job, 1'000, true) == 2 * 8 * (2 * 64 + 1'000));
  job.engine.most_sequences = 1;
  CHECK(hr::sequences_sampled(job) == 1);
  CHECK(hr::detail::working_bytes(job, 100, true) == 2 * 8 * 64 + 1'000 * 6);
}

}  // namespace inference_working_test
