// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/activations.hpp>
#include <vector>

#include <check.hpp>

namespace training_activations_test {
namespace {

constexpr hr::layer gpt_layer{
    .how_many = 1,
    .attention = {.heads = 64, .kv_heads = 64, .head_size = 96, .query_key_value_bias = true, .output_bias = true},
    .feed_forward = {.width = 24'576, .gated = false, .bias = true}};

// Megatron's 22B model of Korthikanti et al., table 3, as its figure 1 runs it.
constexpr hr::training_job megatron_22b(bool sequence, hr::recompute kind) {
  hr::training_job job{.model = {.vocabulary = 51'200, .hidden = 6'144, .tied = true, .norm = hr::norm_kind::layer},
                       .parallelism = {.tensor = 8, .sequence = sequence},
                       .sequence = 2'048,
                       .micro_batch = 4,
                       .recompute = {.kind = kind},
                       .scores_materialised = true,
                       .dropout = true};
  job.model.layers[0] = gpt_layer;
  return job;
}

constexpr double layer_of(const hr::training_job& job) {
  return hr::layer_activations(job, job.model.layers[0]).total();
}

constexpr double sbh = 2'048.0 * 4 * 6'144;
constexpr double scores = 5.0 * 64 * 2'048 / 6'144;

// A tensor that waits for the backward pass, written down by hand: numbers of a token, bytes of each, ranks that divide
// it.
struct tensor {
  const char* what;
  double numbers;
  double bytes;
  double ranks;
};

double sum_of(const std::vector<tensor>& all, double tokens) {
  double sum = 0;
  for (const tensor& each : all) sum += each.numbers * each.bytes / each.ranks;
  return sum * tokens;
}

}  // namespace

// Korthikanti et al., 2022: equations 1 to 4 and table 2.
TEST_CASE("the closed forms of Korthikanti et al. hold exactly") {
  using hr::recompute;
  CHECK_CONSTEXPR(hr::math::close(layer_of(megatron_22b(false, recompute::none)), sbh * (10 + (24 + scores) / 8)));
  CHECK_CONSTEXPR(hr::math::close(layer_of(megatron_22b(true, recompute::none)), sbh * (34 + scores) / 8));
  CHECK_CONSTEXPR(hr::math::close(layer_of(megatron_22b(false, recompute::selective)), sbh * (10 + 24.0 / 8)));
  CHECK_CONSTEXPR(hr::math::close(layer_of(megatron_22b(true, recompute::selective)), sbh * 34 / 8));
  CHECK_CONSTEXPR(hr::math::close(layer_of(megatron_22b(false, recompute::full)), sbh * 2));
}

TEST_CASE("parts of a layer: what is where") {
  constexpr hr::activation_bytes parts = hr::layer_activations(megatron_22b(false, hr::recompute::none), gpt_layer);
  CHECK_CONSTEXPR(parts.norms == 8 * sbh);
  CHECK_CONSTEXPR(parts.masks == 2 * sbh);
  CHECK_CONSTEXPR(parts.attention == 8 * sbh / 8);
  CHECK_CONSTEXPR(parts.feed_forward == 16 * sbh / 8);
  CHECK_CONSTEXPR(hr::math::close(parts.scores, scores * sbh / 8));
  CHECK_CONSTEXPR(parts.experts + parts.state_space + parts.embedding == 0);
}

TEST_CASE("a layer of Llama 3.1 70B, tensor by tensor") {
  const hr::training_job job{.model = hr::models::llama3_1_70b,
                             .parallelism = {.tensor = 4, .sequence = true},
                             .sequence = 4'096,
                             .micro_batch = 2};
  const std::vector<tensor> kept{
      {"residual, input of the first norm", 8'192, 2, 4},
      {"its output, input of the projections", 8'192, 2, 4},
      {"queries, rotated", 64 * 128, 2, 4},
      {"keys, rotated", 8 * 128, 2, 4},
      {"values", 8 * 128, 2, 4},
      {"output of the attention", 64 * 128, 2, 4},
      {"logarithms of the softmax's sums", 64, 4, 4},
      {"residual, input of the second norm", 8'192, 2, 4},
      {"its output, input of gate and up", 8'192, 2, 4},
      {"gate", 28'672, 2, 4},
      {"up", 28'672, 2, 4},
      {"their product, input of down", 28'672, 2, 4},
  };
  CHECK(layer_of(job) == doctest::Approx(sum_of(kept, 2 * 4'096)).epsilon(1e-12));
}

TEST_CASE("a layer of Llama 3.1 70B with adapters of the attention, tensor by tensor") {
  hr::training_job job{.model = hr::models::llama3_1_70b,
                       .parallelism = {.tensor = 4, .sequence = true},
                       .sequence = 4'096,
                       .formats = hr::fp8_primary_weights,
                       .adapters = {.rank = 16}};
  std::vector<tensor> kept{
      {"residual, input of the first norm", 8'192, 2, 4},
      {"its output, input of the adapters", 8'192, 2, 4},
      {"queries, rotated", 64 * 128, 2, 4},
      {"keys, rotated", 8 * 128, 2, 4},
      {"values", 8 * 128, 2, 4},
      {"output of the attention, input of its adapter", 64 * 128, 2, 4},
      {"logarithms of the softmax's sums", 64, 4, 4},
      {"residual, input of the second norm", 8'192, 2, 4},
      {"gate", 28'672, 2, 4},
      {"up", 28'672, 2, 4},
  };
  CHECK(layer_of(job) == doctest::Approx(sum_of(kept, 4'096)).epsilon(1e-12));
  job.formats.activation_saved = true;
  kept[8].bytes = kept[9].bytes = 1;
  CHECK(layer_of(job) == doctest::Approx(sum_of(kept, 4'096)).epsilon(1e-12));
  job.adapters = {.rank = 16, .feed_forward = true};
  kept.push_back({"output of the second norm", 8'192, 2, 4});
  kept.push_back({"input of down", 28'672, 2, 4});
  CHECK(layer_of(job) == doctest::Approx(sum_of(kept, 4'096)).epsilon(1e-12));
}

TEST_CASE("a layer of OPT 175B without sequence parallelism, tensor by tensor") {
  const hr::training_job job{.model = hr::models::opt_175b,
                             .parallelism = {.tensor = 8, .context = 2},
                             .sequence = 2'048,
                             .scores_materialised = true,
                             .dropout = true};
  const std::vector<tensor> kept{
      {"input of the first norm", 12'288, 2, 1},
      {"its output", 12'288, 2, 1},
      {"queries, keys, values", 3 * 12'288, 2, 8},
      {"softmax", 96 * 2'048, 2, 8},
      {"its mask", 96 * 2'048, 1, 8},
      {"what the mask leaves", 96 * 2'048, 2, 8},
      {"output", 12'288, 2, 8},
      {"mask", 12'288, 1, 1},
      {"input of the second norm", 12'288, 2, 1},
      {"its output", 12'288, 2, 1},
      {"first product", 4 * 12'288, 2, 8},
      {"input of the second", 4 * 12'288, 2, 8},
      {"mask", 12'288, 1, 1},
  };
  CHECK(layer_of(job) == doctest::Approx(sum_of(kept, 2'048 / 2)).epsilon(1e-12));
}

TEST_CASE("a layer of DeepSeek-V3 with experts, tensor by tensor") {
  const hr::training_job job{
      .model = hr::models::deepseek_v3, .parallelism = {.data = 8, .expert = 8}, .sequence = 4'096};
  const std::vector<tensor> kept{
      {"input of the norm", 7'168, 2, 1},
      {"its output", 7'168, 2, 1},
      {"latent of the queries", 1'536, 2, 1},
      {"behind its norm", 1'536, 2, 1},
      {"latent of keys and values", 512, 2, 1},
      {"behind its norm", 512, 2, 1},
      {"rotary part of the keys", 64, 2, 1},
      {"queries", 128 * 192, 2, 1},
      {"keys", 128 * 192, 2, 1},
      {"values", 128 * 128, 2, 1},
      {"output", 128 * 128, 2, 1},
      {"logarithms of the softmax's sums", 128, 4, 1},
      {"input of the norm", 7'168, 2, 1},
      {"its output", 7'168, 2, 1},
      {"logits of the router", 256, 4, 1},
      {"probabilities", 256, 4, 1},
      {"inputs of the experts", 8 * 7'168, 2, 1},
      {"gate and up", 8 * 2 * 2'048, 2, 1},
      {"input of down", 8 * 2'048, 2, 1},
      {"gate and up, shared", 2 * 2'048, 2, 1},
      {"input of down, shared", 2'048, 2, 1},
  };
  CHECK(hr::layer_activations(job, job.model.layers[1]).total() == doctest::Approx(sum_of(kept, 4'096)).epsilon(1e-12));
}

TEST_CASE("a layer of Qwen3 235B with tensor parallelism of the attention only, tensor by tensor") {
  hr::training_job job{.model = hr::models::qwen3_235b_a22b,
                       .parallelism = {.tensor = 4, .data = 2, .expert = 8, .expert_tensor = 1, .sequence = true},
                       .sequence = 4'096,
                       .expert_imbalance = 1.25};
  const std::vector<tensor> kept{
      {"input of the norm", 4'096, 2, 4},
      {"its output", 4'096, 2, 4},
      {"queries before their norm", 64 * 128, 2, 4},
      {"keys before their norm", 4 * 128, 2, 4},
      {"queries", 64 * 128, 2, 4},
      {"keys and values", 2 * 4 * 128, 2, 4},
      {"output", 64 * 128, 2, 4},
      {"logarithms of the softmax's sums", 64, 4, 4},
      {"input of the norm", 4'096, 2, 4},
      {"its output", 4'096, 2, 4},
      {"logits of the router", 128, 4, 4},
      {"probabilities", 128, 4, 4},
      {"inputs of the experts", 1.25 * 8 * 4'096, 2, 4},
      {"gate and up", 1.25 * 8 * 2 * 1'536, 2, 4},
      {"input of down", 1.25 * 8 * 1'536, 2, 4},
  };
  CHECK(hr::layer_activations(job, job.model.layers[0]).total() == doctest::Approx(sum_of(kept, 4'096)).epsilon(1e-12));
}

// torchtitan's policy: of Llama's seven products the 1st (queries), 3rd (values), 5th (gate) and 7th (down) are kept.
TEST_CASE("every second product, tensor by tensor") {
  const hr::training_job job{
      .model = hr::models::llama3_1_8b, .sequence = 8'192, .recompute = {.kind = hr::recompute::alternate_products}};
  const std::vector<tensor> kept{{"input", 4'096, 2, 1},
                                 {"queries", 4'096, 2, 1},
                                 {"values", 1'024, 2, 1},
                                 {"output of the attention", 4'096, 2, 1},
                                 {"logarithms of the softmax's sums", 32, 4, 1},
                                 {"gate", 14'336, 2, 1},
                                 {"down", 4'096, 2, 1}};
  CHECK(layer_of(job) == doctest::Approx(sum_of(kept, 8'192)).epsilon(1e-12));
}

TEST_CASE("less is kept where more is computed again") {
  hr::training_job job{.model = hr::models::deepseek_v3, .sequence = 4'096, .recompute = hr::selective_recomputation};
  const hr::layer& l = job.model.layers[1];
  const double tokens = 4'096;
  double before = hr::layer_activations(job, l).total();
  const auto less_by = [&](double bytes) {
    const double now = hr::layer_activations(job, l).total();
    CHECK(before - now == doctest::Approx(bytes));
    before = now;
  };
  job.recompute.parts.norms = true;
  less_by(tokens * 2 * 2 * 7'168);
  job.recompute.parts.activation = true;
  less_by(tokens * 2 * 2'048);
  job.recompute.parts.feed_forward = true;  // of the shared expert: gate and up
  less_by(tokens * 2 * 2 * 2'048);
  job.recompute.parts.expanded_latents = true;  // queries, keys, values, and the latents behind their norms
  less_by(tokens * 2 * (128 * (192 + 192 + 128) + 1'536 + 512));
  job.recompute.parts.expert_activation = true;
  less_by(tokens * 8 * 2 * 2'048);
  job.recompute.parts.experts = true;
  less_by(tokens * (8 * 256 + 8 * (2 * 7'168 + 4 * 2'048)));
  job.recompute = {.kind = hr::recompute::full, .group = 4};
  CHECK(hr::layer_activations(job, l).total() == tokens * 2 * 7'168 / 4);
}

// Inputs of products in a byte instead of two: of both norms, the attention (beside its output in 16 bits) and down.
TEST_CASE("fp8 keeps inputs of products in fp8") {
  hr::training_job job{.model = hr::models::llama3_1_8b, .sequence = 8'192};
  const double plain = layer_of(job);
  job.formats = hr::fp8_training;
  CHECK(layer_of(job) == doctest::Approx(plain - 8'192.0 * (2 * 4'096 - 4'096 + 14'336)));
}

TEST_CASE("a window bounds materialised scores, a gate and a post norm are kept") {
  hr::training_job job{.model = {.vocabulary = 1, .hidden = 64}, .sequence = 1'024, .scores_materialised = true};
  hr::layer l{.how_many = 1, .attention = {.heads = 2, .kv_heads = 2, .head_size = 32, .window = 256}};
  CHECK(hr::layer_activations(job, l).scores == 2 * 1'024 * 256 * 2.0);
  const double plain = hr::layer_activations(job, l).total();
  l.attention.output_gate = true;
  CHECK(hr::layer_activations(job, l).total() == plain + 1'024 * 64 * 4);
  l.attention.output_gate = false;
  job.model.norms_per_part = 2;
  CHECK(hr::layer_activations(job, l).total() == plain + 1'024 * 64 * 2);
}

TEST_CASE("Mamba and linear attention keep projections, convolution and the gated output") {
  hr::training_job job{.model = {.vocabulary = 1, .hidden = 64}, .sequence = 128};
  const hr::layer mamba{.how_many = 1,
                        .state_space = {.heads = 4, .head_size = 32, .groups = 1, .state_size = 16, .kernel = 4}};
  // Inner 128, convolved 160, projected 128 + 160 + 4.
  CHECK(hr::layer_activations(job, mamba).state_space == 128 * (2 * 292 + 2 * 160 + 6 * 128));
  const hr::layer linear{
      .how_many = 1,
      .linear_attention = {.key_heads = 2, .value_heads = 4, .key_head_size = 16, .value_head_size = 16, .kernel = 4}};
  // Values 64, convolved 128, projected 128 + 64 + 8.
  CHECK(hr::layer_activations(job, linear).state_space == 128 * (2 * 200 + 2 * 128 + 6 * 64));
}

TEST_CASE("a layer that is a network alone has one norm: its input and its output") {
  const hr::transformer& model = hr::models::nemotron_h_56b;
  const hr::training_job job{.model = model, .sequence = 4'096};
  for (const hr::layer& each : model.layers) {
    if (each.how_many == 0) continue;
    const double parts = each.mixes_tokens() && each.has_feed_forward() ? 2 : 1;
    CHECK(hr::layer_activations(job, each).norms == parts * 4'096 * 8'192 * (2 + 2));
  }
}

namespace {

hr::training_job small_job(hr::count tensor = 1) {
  return {.model = {.vocabulary = 1'000, .hidden = 64}, .parallelism = {.tensor = tensor}, .sequence = 128};
}
hr::activation_bytes kept(const hr::training_job& job, const hr::layer& l) { return hr::layer_activations(job, l); }

}  // namespace

TEST_CASE("activations are added part by part, so many times") {
  hr::activation_bytes sum{1, 2, 3, 4, 5, 6, 7, 8};
  sum.add({2, 3, 5, 7, 11, 13, 17, 19}, 100);
  CHECK(sum.norms == 201);
  CHECK(sum.attention == 302);
  CHECK(sum.scores == 503);
  CHECK(sum.state_space == 704);
  CHECK(sum.feed_forward == 1'105);
  CHECK(sum.experts == 1'306);
  CHECK(sum.masks == 1'707);
  CHECK(sum.embedding == 1'908);
  CHECK(sum.total() == 36 + 100 * 77);
}

// Projected and convolved numbers in 2 bytes each, and inner ones in 6. Mamba of one head of 7, with 2 x 8 numbers that its state takes and gives: 23
// convolved and 31 projected. Linear attention of one head: 2 x 4 and 5, 13 convolved, 20 projected. A channel: 3 projected.
// 128 tokens of one head of 32: queries and the output, values, and a sum of the softmax in 32 bits.
TEST_CASE("every second product of an attention of one head keeps its own") {
  hr::training_job job = small_job();
  job.recompute.kind = hr::recompute::alternate_products;
  const hr::layer one{.how_many = 1, .attention = {.heads = 1, .kv_heads = 1, .head_size = 32}};
  CHECK(kept(job, one).attention == 128 * (2 * (32 + 32) + 2 * 32 + 4));
}

TEST_CASE("a recurrence of one head, or of one channel, keeps its own") {
  const hr::layer mamba{.how_many = 1, .state_space = {.heads = 1, .head_size = 7, .groups = 1, .state_size = 8, .kernel = 4}};
  const hr::layer linear{.how_many = 1, .linear_attention = {.key_heads = 1, .value_heads = 1, .key_head_size = 4, .value_head_size = 5, .kernel = 4}};
  const hr::layer channels{.how_many = 1, .short_convolution = {.width = 48, .kernel = 3}};
  hr::layer channel = channels;
  channel.short_convolution.width = 1;
  CHECK(kept(small_job(), mamba).state_space == 128 * (2 * 31 + 2 * 23 + 6 * 7));
  CHECK(kept(small_job(), linear).state_space == 128 * (2 * 20 + 2 * 13 + 6 * 5));
  CHECK(kept(small_job(), channels).state_space == 128 * 48 * (2 * 3 + 2 + 6));
  CHECK(kept(small_job(), channel).state_space == 128 * (2 * 3 + 2 + 6));
  CHECK(kept(small_job(), channel).attention == 0);
  // Frozen projections that have no adapters keep no input.
  hr::training_job adapted = small_job();
  adapted.adapters = {.rank = 1, .attention = false, .feed_forward = true};
  CHECK(kept(adapted, channels).state_space == 128 * 48 * (2 * 3 + 2 + 4));
}

// Of 10 experts 3 for each token, a quarter more on the fullest rank: logits and probabilities of 4 bytes; inputs of a latent of 24; 20 inside, before and behind
// the activation; and the latent itself, before it is sent and when it is back.
TEST_CASE("experts over a latent keep it, and one of one number is one") {
  hr::training_job job = small_job();
  job.parallelism = {.data = 2, .expert = 2};
  job.expert_imbalance = 1.25;
  const auto experts = [&](double latent) { return 128 * (8 * 10 + 3 * 1.25 * (2 * latent + 4 * 20) + 4 * latent); };
  hr::layer l{.how_many = 1, .experts = {.routed = 10, .per_token = 3, .width = 20, .latent = 24, .gated = false}};
  CHECK(kept(job, l).experts == experts(24));
  l.experts.latent = 1;
  CHECK(kept(job, l).experts == experts(1));
  l.experts.latent = 0;
  CHECK(kept(job, l).experts == 128 * (8 * 10 + 3 * 1.25 * (2 * 64 + 4 * 20)));
  job.recompute = {.kind = hr::recompute::selective, .parts = {.expert_activation = true}};
  CHECK(kept(job, l).experts == 128 * (8 * 10 + 3 * 1.25 * (2 * 64 + 2 * 20)));
  // All of the routed ones again, and none of those that all share.
  l.experts.shared_width = 30;
  job.recompute.parts = {.experts = true};
  CHECK(kept(job, l).experts == 0);
  CHECK(kept(job, l).feed_forward == 128 * 30 * 4);
  // Adapters of the attention alone: experts keep no inputs.
  job.recompute = {};
  job.adapters = {.rank = 1};
  CHECK(kept(job, l).experts == 128 * (8 * 10 + 3 * 1.25 * 2 * 20));
  job.adapters = {.rank = 1, .attention = false, .experts = true};
  CHECK(kept(job, l).experts == 128 * (8 * 10 + 3 * 1.25 * (2 * 64 + 4 * 20)));
  job.parallelism = {};  // all experts on each GPU: none is fuller
  CHECK(kept(job, l).experts == 128 * (8 * 10 + 3 * (2 * 64 + 4 * 20)));
  CHECK(kept(job, l).feed_forward == 128 * 30 * 2);
}

TEST_CASE("norms keep what products that have adapters read") {
  const hr::layer both{.how_many = 1, .attention = {.heads = 1, .kv_heads = 1, .head_size = 16}, .feed_forward = {.width = 1, .gated = false}};
  const hr::layer mixing{.how_many = 1, .attention = both.attention};
  const double number = 128 * 64;
  for (const bool one_norm : {false, true}) {
    hr::training_job job = small_job();
    job.model.one_norm_per_layer = one_norm;
    CHECK(kept(job, both).norms == number * (one_norm ? 4 : 8));
    CHECK(kept(job, mixing).norms == number * 4);
    job.adapters = {.rank = 1, .attention = true};
    CHECK(kept(job, both).norms == number * (one_norm ? 4 : 6));
    CHECK(kept(job, both).feed_forward == 128 * 2);
    job.adapters = {.rank = 1, .attention = false, .feed_forward = true};
    CHECK(kept(job, both).norms == number * (one_norm ? 4 : 6));
    CHECK(kept(job, both).feed_forward == 128 * 4);
    job.adapters = {.rank = 1, .attention = false, .experts = true};
    CHECK(kept(job, both).norms == number * (one_norm ? 2 : 4));
  }
  hr::training_job twice = small_job();
  twice.model.norms_per_part = 2;
  CHECK(kept(twice, both).norms == number * (8 + 2 * 2));
  CHECK(kept(twice, mixing).norms == number * (4 + 2));
  CHECK(kept(twice, both).attention == 128 * (2 * 4 * 16 + 4));
}

TEST_CASE("a window longer than the sequence bounds nothing, and shared keys and values are kept once") {
  hr::training_job job = small_job();
  job.scores_materialised = true;
  hr::layer l{.how_many = 1, .attention = {.heads = 2, .kv_heads = 2, .head_size = 16, .window = 2'048}};
  CHECK(kept(job, l).scores == 2 * 128 * 128 * 2.0);
  l.attention.window = 100;
  CHECK(kept(job, l).scores == 2 * 128 * 100 * 2.0);
  l.attention.window = 1;
  CHECK(kept(job, l).scores == 2 * 128 * 2.0);
  // Without latents nothing is expanded from them.
  const double attention = kept(job, l).attention;
  job.recompute = {.kind = hr::recompute::selective, .parts = {.expanded_latents = true}};
  CHECK(kept(job, l).attention == attention);
  job.recompute = {};
  l.attention.keys_are_values = true;
  CHECK(kept(job, l).attention == 128 * 2 * 3 * 2 * 16.0);
}

// Queries and outputs of 4 heads of 32 and 16, values of as many, and logarithms of 4 bytes; the network's first product and its last, where it is gated.
TEST_CASE("every second product of latent attention, with experts and a recurrence beside them") {
  hr::training_job job = small_job(2);
  job.recompute.kind = hr::recompute::alternate_products;
  hr::layer l{.how_many = 1,
              .attention = {.heads = 4, .kv_heads = 4, .head_size = 32, .value_head_size = 16, .query_rank = 40, .kv_rank = 24, .rotary_head_size = 8},
              .feed_forward = {.width = 1}};
  CHECK(kept(job, l).attention == 64 * (2 * 4 * (32 + 16) + 2 * 4 * 16 + 4 * 4));
  CHECK(kept(job, l).feed_forward == 64 * 2 + 2 * 64 * 128);
  CHECK(kept(job, l).norms == 2 * 64 * 128);
  l.feed_forward = {};
  l.experts = {.routed = 10, .per_token = 3, .width = 20, .shared_width = 30, .gated = false};
  l.short_convolution = {.width = 48, .kernel = 3};
  const hr::activation_bytes found = kept(job, l);
  CHECK(found.feed_forward == 64 * 30 * 4);
  CHECK(found.experts == 8 * 10 * 128 + 64 * 3 * (2 * 2 * 64 + 4 * 20));
  CHECK(found.state_space == 64 * 48 * 14);
}

TEST_CASE("a network and what experts share are computed again together") {
  hr::training_job job = small_job();
  const hr::layer l{.how_many = 1, .feed_forward = {.width = 50}, .experts = {.routed = 10, .per_token = 3, .width = 20, .shared_width = 30}};
  CHECK(kept(job, l).feed_forward == 128 * 6 * (50 + 30));
  job.recompute = {.kind = hr::recompute::selective, .parts = {.activation = true}};
  CHECK(kept(job, l).feed_forward == 128 * 4 * (50 + 30));
  job.recompute.parts = {.feed_forward = true};
  CHECK(kept(job, l).feed_forward == 0);
}

// Two modules, each a layer, two norms' inputs, an input of twice the width, and a last norm's input.
TEST_CASE("modules that predict keep their layers and what joins them") {
  hr::training_job job = small_job();
  job.model.layers[1] = {.letter = 'D', .how_many = 3, .feed_forward = {.width = 50}};
  job.model.predicts = {.modules = 2, .order = "DX"};
  const auto predicting = [&] { return hr::detail::kept_of_predicting(job, hr::detail::terms_of(job)).total(); };
  CHECK(predicting() == 2 * (kept(job, job.model.layers[1]).total() + 128 * 64 * (6 + 2 * 2)));
  job.with_predicting = false;
  CHECK(predicting() == 0);
}

// As above, of a quarter more tokens, or of as many as a capacity lets the fullest rank have.
TEST_CASE("experts keep what their capacity lets them compute, and what they are padded to") {
  constexpr auto keeps = [](double capacity, bool padded, bool again) {
    hr::training_job job{.model = {.vocabulary = 1'000, .hidden = 64}, .parallelism = {.data = 2, .expert = 2}, .sequence = 128, .expert_imbalance = 1.25, .expert_capacity = capacity, .pads_to_capacity = padded};
    job.model.layers[0] = {.how_many = 1, .experts = {.routed = 10, .per_token = 3, .width = 20, .gated = false}};
    if (again) job.recompute = {.kind = hr::recompute::selective, .parts = {.scores = false, .expert_activation = true}};
    return hr::layer_activations(job, job.model.layers[0]).experts;
  };
  constexpr auto bytes = [](double load, double inside) { return 128 * (8 * 10 + 3 * load * (2 * 64 + inside * 20)); };
  CHECK_CONSTEXPR(keeps(0, false, false) == bytes(1.25, 4));
  CHECK_CONSTEXPR(keeps(2, false, false) == bytes(1.25, 4));
  CHECK_CONSTEXPR(keeps(1.125, false, false) == bytes(1.125, 4));
  CHECK_CONSTEXPR(keeps(0.5, false, true) == bytes(0.5, 2));
  CHECK_CONSTEXPR(keeps(2, true, false) == bytes(2, 4));
  CHECK_CONSTEXPR(keeps(0.5, true, true) == bytes(0.5, 2));
}

// Of a layer's output, 64 numbers of 2 bytes; and of the widest: 2 heads of 16 and 8 numbers; 6 or 4 bytes of a network's number; of 3 experts 20 numbers and their inputs.
TEST_CASE("gradients inside a layer are of its widest part") {
  hr::training_job job = small_job(2);
  job.parallelism.expert = 2;
  job.parallelism.data = 2;
  job.expert_imbalance = 1.5;
  const auto gradients = [&](const hr::layer& l) { return hr::detail::gradients_in_layer(job, l, hr::detail::terms_of(job)) - 2 * 64 * 128; };
  hr::layer l{.how_many = 1, .attention = {.heads = 2, .kv_heads = 2, .head_size = 160, .value_head_size = 80}, .feed_forward = {.width = 50}};
  CHECK(gradients(l) == 2 * 64 * 2 * (160 + 80));
  l.feed_forward.width = 500;
  CHECK(gradients(l) == 6 * 64 * 500);
  l.feed_forward.gated = false;
  CHECK(gradients(l) == 4 * 64 * 500);
  l.experts = {.routed = 10, .per_token = 3, .width = 20};
  CHECK(gradients(l) == 4 * 64 * 500);
  l.experts.width = 200;
  CHECK(gradients(l) == 6 * 64 * 200 * 3 * 1.5 + 2 * 64 * 128 * 3 * 1.5);
  job.expert_capacity = 1.25;
  CHECK(gradients(l) == 6 * 64 * 200 * 3 * 1.25 + 2 * 64 * 128 * 3 * 1.25);
  job.expert_capacity = 0;
  l.experts.gated = false;
  CHECK(gradients(l) == 4 * 64 * 200 * 3 * 1.5 + 2 * 64 * 128 * 3 * 1.5);
  l.experts.routed = 0;
  CHECK(gradients(l) == 4 * 64 * 500);
}

}  // namespace training_activations_test
