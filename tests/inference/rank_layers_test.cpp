// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/rank_layers.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/weight_memory.hpp>

#include <check.hpp>
#include <cmath>
#include <cstddef>

namespace inference_serving_layers_test {
namespace {

namespace published = hr::models;

constexpr hr::serving_layers on_ranks(const hr::transformer& of, hr::count tensor,
                                      const hr::served_weights& weights = {}) {
  return hr::layers_on_rank(hr::serving_job{.model = of, .weights = weights, .tensor_parallel = tensor});
}

// Of all layers and ends on one rank.
constexpr double all_of(const hr::transformer& of, const hr::serving_layers& w) {
  double sum = w.first + w.last;
  for (std::size_t kind = 0; kind < hr::max_layer_kinds; ++kind)
    sum += static_cast<double>(of.layers[kind].how_many) * w.of_kind[kind].weights;
  return sum;
}

}  // namespace

// A layer of Llama 3.1 405B: 3,187,671,040 parameters in matrices and 32,768 in norms, which every rank holds.
TEST_CASE("matrices are shared out, norms are not") {
  constexpr hr::serving_layers w = on_ranks(published::llama3_1_405b, 8, hr::fp8);
  CHECK_CONSTEXPR(w.contradicts.empty());
  CHECK_CONSTEXPR(w.layers == 126);
  CHECK_CONSTEXPR(w.of_kind[0].weights == 3'187'671'040.0 / 8 + 2 * 32'768);
  CHECK_CONSTEXPR(w.of_kind[1].weights == 0);
  CHECK_CONSTEXPR(w.first == 2 * 128'256.0 / 8 * 16'384);
  CHECK_CONSTEXPR(w.last == 2 * 128'256.0 / 8 * 16'384 + 2 * 16'384);
  CHECK_CONSTEXPR(w.copied_head == 0);
}

TEST_CASE("heads of keys and values are repeated beyond their number") {
  constexpr double queries_and_outputs = 2.0 * 16'384 * 16'384 / 32;
  constexpr double a_head = 2.0 * 128 * 16'384;  // of keys and of values: one of the eight, on four ranks each
  constexpr double network = 3.0 * 16'384 * 53'248 / 32;
  CHECK_CONSTEXPR(on_ranks(published::llama3_1_405b, 32).of_kind[0].weights ==
                  2 * (queries_and_outputs + a_head + network + 2 * 16'384));
}

// DeepSeek-V3: the projections to the latents and their norms are whole on every rank, those from them are not.
TEST_CASE("latents of MLA are projected to on every rank") {
  constexpr double whole = (1'536.0 + 576) * 7'168 + 1'536 + 512 + 2 * 7'168;
  constexpr double shared = 128 * 192 * 1'536.0 + 128 * 256 * 512.0 + 7'168 * 128 * 128.0;
  constexpr double dense = 3 * 7'168 * 18'432.0;
  CHECK_CONSTEXPR(on_ranks(published::deepseek_v3, 8).of_kind[0].weights == 2 * (whole + (shared + dense) / 8));
  // Router and its correction whole, 256 experts and the shared one an eighth of each.
  CHECK_CONSTEXPR(on_ranks(published::deepseek_v3, 8).of_kind[1].weights ==
                  2 * (whole + 256 * 7'168 + 256 + (shared + 257 * 3 * 7'168 * 2'048.0) / 8));
}

TEST_CASE("experts are a part of each on every rank, or whole on some, over the copies of the attention too") {
  constexpr auto of = [](hr::count tensor, hr::count data, bool whole) {
    return hr::layers_on_rank(hr::serving_job{.model = published::deepseek_v3,
                                              .tensor_parallel = tensor,
                                              .data_parallel = data,
                                              .expert_parallel = whole})
        .of_kind[1]
        .weights;
  };
  constexpr double expert = 2 * 3 * 7'168 * 2'048.0;
  CHECK_CONSTEXPR(of(8, 1, true) == of(8, 1, false));  // 32 whole ones, or an eighth of 256
  CHECK_CONSTEXPR(of(1, 8, true) == of(1, 8, false));
  CHECK_CONSTEXPR(of(1, 1, false) - of(1, 8, true) == 224 * expert);
  CHECK_CONSTEXPR(of(1, 1, false) - of(1, 96, true) == 253 * expert);  // three of 256 on the fullest of 96
  CHECK_CONSTEXPR(of(1, 1, false) - of(1, 512, true) == 255 * expert);
  CHECK_CONSTEXPR(of(2, 1, false) - of(2, 4, false) == (256.0 / 2 - 256.0 / 8) * expert);
}

// Scales lie along the inputs, 32 to one: an eighth of 2,880 inputs begins twelve blocks, not eleven and a quarter. The
// kernels have the hidden width of 2,880 padded to 3,072.
TEST_CASE("a rank's part of a matrix has the blocks that it begins") {
  constexpr hr::served_weights mixed(hr::experts_in(hr::mxfp4), hr::bf16);
  constexpr double router = 2 * (128 * 2'880.0 + 128);
  constexpr double norms = 2 * 2 * 2'880;
  constexpr double into = 2 * (360 * 3'072 / 2.0 + 360 * 96 + 2 * 360);
  constexpr double out_of = 3'072 * 360 / 2.0 + 3'072 * 12 + 2 * 2'880;
  constexpr double biases_of_attention = 2 * (64 * 64 / 8.0 + 2 * 64);  // queries, keys and values
  constexpr double matrices_of_attention = 2 * (2.0 * 2'880 * 64 * 64 / 8 + 2.0 * 2'880 * 64);
  constexpr double rest_of_attention = 2 * (2'880.0 + 8);  // the output's bias, sinks
  CHECK_CONSTEXPR(on_ranks(published::gpt_oss_120b, 8, mixed).of_kind[0].weights ==
                  router + norms + matrices_of_attention + biases_of_attention + rest_of_attention + 128 * (into + out_of));
  CHECK_CONSTEXPR(on_ranks(published::gpt_oss_120b, 8, mixed).of_kind[1].weights == on_ranks(published::gpt_oss_120b, 8, mixed).of_kind[0].weights);
}

// Published: 60.77 GiB (validation: mem.size.gptoss120b.fits80gb).
TEST_CASE("on one rank gpt-oss-120b is as large as its file where nothing is padded") {
  constexpr hr::serving_job job{.model = published::gpt_oss_120b, .weights = {hr::experts_in(hr::mxfp4), hr::bf16}, .engine = hr::engines::pytorch};
  constexpr hr::serving_layers computed_before = hr::layers_on_rank(job);
  for (const hr::serving_layers& w : {computed_before, hr::layers_on_rank(job)})
    CHECK(std::round(all_of(published::gpt_oss_120b, w) / 1'073'741'824 * 100) == 6'077);
}

// Padded, 3,072 for 2,880 of the hidden width in matrices of 36 layers of 128 experts, at 4.25 bits a number.
TEST_CASE("loaded by an engine its experts are as wide as the kernels have them") {
  constexpr hr::served_weights mixed(hr::experts_in(hr::mxfp4), hr::bf16);
  constexpr hr::serving_job plain{.model = published::gpt_oss_120b, .weights = mixed, .engine = hr::engines::pytorch};
  CHECK_CONSTEXPR(all_of(published::gpt_oss_120b, on_ranks(published::gpt_oss_120b, 1, mixed)) - all_of(published::gpt_oss_120b, hr::layers_on_rank(plain)) ==
                  36.0 * 128 * 3 * 2'880 * (3'072 - 2'880) * 4.25 / 8);
  CHECK(all_of(published::gpt_oss_120b, hr::layers_on_rank({.model = published::gpt_oss_120b, .weights = hr::nvfp4})) ==
        all_of(published::gpt_oss_120b,
               hr::layers_on_rank({.model = published::gpt_oss_120b,
                                   .weights = hr::nvfp4,
                                   .engine = hr::engines::pytorch})));
}

TEST_CASE("a tied head is a copy only where the last stage is not the first") {
  CHECK_CONSTEXPR(on_ranks(published::qwen3_1_7b, 4).first == 2 * 151'936.0 / 4 * 2'048);
  CHECK_CONSTEXPR(on_ranks(published::qwen3_1_7b, 4).last == 2 * 2'048);
  CHECK_CONSTEXPR(on_ranks(published::qwen3_1_7b, 4).copied_head == on_ranks(published::qwen3_1_7b, 4).first);
}

// GPT-3: 50,257 words on eight ranks are 6,283 on the fullest; positions and the norm's weights and biases are whole.
TEST_CASE("learned positions are on every rank") {
  CHECK_CONSTEXPR(on_ranks(published::gpt3_175b, 8).first == 2 * (6'283.0 + 2'048) * 12'288);
  CHECK_CONSTEXPR(on_ranks(published::gpt3_175b, 8).last == 2 * 2 * 12'288.0);
}

// Nemotron-H 56B: 256 heads of 64, eight groups of a state of 256, a convolution over four tokens with a bias.
TEST_CASE("heads and groups of a state-space model are shared out") {
  constexpr double inner = 256 * 64, groups = 2 * 8 * 256;
  constexpr double matrices = (3 * inner + groups + 256) * 8'192;
  constexpr double vectors = (inner + groups) * (4 + 1) + 3 * 256 + inner;
  CHECK_CONSTEXPR(on_ranks(published::nemotron_h_56b, 8).of_kind[0].weights == 2 * ((matrices + vectors) / 8 + 8'192));
  // Sixteen ranks share eight groups: each holds one.
  constexpr double of_16 = (3 * inner + 256) * 8'192 / 16 + groups * 8'192 / 8;
  constexpr double vectors_of_16 = (inner * 5 + 3 * 256 + inner) / 16 + groups * 5 / 8;
  CHECK_CONSTEXPR(on_ranks(published::nemotron_h_56b, 16).of_kind[0].weights == 2 * (of_16 + vectors_of_16 + 8'192));
}

// 11,610,068,224 parameters beside the embedding and the head, which are the model's.
TEST_CASE("the module that predicts a further token is held where the job says so") {
  hr::serving_job job{.model = published::deepseek_v3};
  const double without = hr::layers_on_rank(job).last;
  job.with_predicting = true;
  const hr::serving_layers with = hr::layers_on_rank(job);
  CHECK(with.last - without == with.of_kind[1].weights + 2 * (2.0 * 7'168 * 7'168 + 3 * 7'168));
  CHECK(with.last - without == doctest::Approx(2 * 11'610'068'224.0).epsilon(1e-3));
}

TEST_CASE("ranks share the table of embeddings of each layer, and hold its gates whole") {
  constexpr hr::transformer plain{.vocabulary = 64, .hidden = 32, .tied = true, .layers = {{{.how_many = 3, .attention = {.heads = 4, .kv_heads = 2, .head_size = 8}, .feed_forward = {.width = 64}}}}};
  constexpr hr::transformer with = [=] {
    hr::transformer m = plain;
    m.per_layer = {.width = 8, .vocabulary = 40};
    m.layers[0].attention.shares_cache = true;
    return m;
  }();
  // A gate, a projection and a norm in a layer; half of the table, half of the projection to it, and a norm.
  CHECK_CONSTEXPR(on_ranks(with, 2).of_kind[0].weights - on_ranks(plain, 2).of_kind[0].weights == 2 * (2 * 8 * 32 + 32));
  CHECK_CONSTEXPR(on_ranks(with, 2).first - on_ranks(plain, 2).first == 2 * (40 * 24 / 2 + 24 * 32 / 2 + 8));
  CHECK_CONSTEXPR(on_ranks(plain, 2).of_kind[0].token_bits == 16 * 2 * 8);
  CHECK_CONSTEXPR(on_ranks(with, 2).of_kind[0].token_bits == 0);
  CHECK_CONSTEXPR(hr::layers_on_rank(hr::serving_job{.model = with, .pipeline_parallel = 3}).contradicts ==
                  "engines do not divide embeddings of each layer, several hidden states or shared caches over pipeline stages");
}

// 64 outputs of 32 inputs and back, of a byte each: 128 groups of 32, of two ranks 64.
TEST_CASE("a scale may be of a single bit") {
  constexpr hr::transformer m{.vocabulary = 64, .hidden = 32, .layers = {{{.how_many = 1, .feed_forward = {.width = 64, .gated = false}}}}};
  constexpr auto of = [=](hr::count ranks, int bits) {
    return on_ranks(m, ranks, {hr::weight_formats{.feed_forward = {hr::int8, 1, 32, bits}}, hr::bf16}).of_kind[0].weights;
  };
  CHECK_CONSTEXPR(of(1, 1) - of(1, 0) == 128 / 8);
  CHECK_CONSTEXPR(of(2, 1) - of(2, 0) == 64 / 8);
}

TEST_CASE("what cannot be divided has no weights, but the reason") {
  CHECK_CONSTEXPR(on_ranks(published::llama3_1_405b, 7).contradicts ==
                  "tensor parallelism does not divide the attention heads");
  CHECK_CONSTEXPR(on_ranks(published::llama3_1_405b, 0).contradicts == "a degree of parallelism is outside 1 to 2^40");
  CHECK_CONSTEXPR(on_ranks(published::gemma_4_26b_a4b, 1).contradicts == hr::missing(published::gemma_4_26b_a4b));
  CHECK_CONSTEXPR(on_ranks(published::gemma_4_26b_a4b, 1).layers == 0);
  CHECK_CONSTEXPR(hr::detail::contradiction({.pipeline_parallel = 3}, {.layers = 2}) ==
                  "there are more pipeline stages than layers");
}

TEST_CASE("on one rank a model has its whole weights, in every format") {
  for (const hr::transformer* each : published::all()) {
    if (!hr::missing(*each).empty()) continue;
    CAPTURE(each->name);
    for (const hr::served_weights& format :
         {hr::served_weights(hr::bf16), hr::served_weights(hr::fp8), hr::served_weights(hr::fp8_blocks),
          hr::served_weights(hr::nvfp4), hr::served_weights(hr::experts_in(hr::mxfp4), hr::bf16)})
      for (const bool with : {false, true}) {
        const hr::serving_layers w =
            hr::layers_on_rank(hr::serving_job{
                .model = *each, .weights = format, .with_predicting = with, .engine = hr::engines::pytorch});
        const double whole = hr::in_bytes(value_of(hr::weight_memory(*each, format.held, {.with_predicting = with})));
        CHECK(std::ceil(all_of(*each, w)) == whole);
      }
  }
}

}  // namespace inference_serving_layers_test
