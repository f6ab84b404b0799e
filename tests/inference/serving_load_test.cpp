// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_load.hpp>
#include <headroom/model/models.hpp>

#include <array>
#include <check.hpp>
#include <cmath>
#include <cstddef>
#include <inference/small_server.hpp>

namespace inference_serving_load_test {

TEST_CASE("a layer's bytes, operations and kernels, by hand") {
  constexpr hr::serving_load load = hr::serving_load_of(small_server::job_of(small_server::one_layer));
  CHECK(load.contradicts.empty());
  CHECK(load.mixing.weights == 4 * 1'024 * 1'024 * 2);  // queries, keys, values, outputs in 16 bits
  CHECK(load.mixing.wide_operations == 2 * 4 * 1'024 * 1'024);
  CHECK(load.mixing.operations == 0);
  // Numbers of 16 bits: the residual stream read and written; queries, keys and values read once and come out, rotated and cached; what
  // the outputs' product reads and makes. Then the same of the network.
  CHECK(load.mixing.moved == 2 * (2 * 1'024 + 2 * 1'024 + 3 * 4 * 1'024 + 2 * (1'024 + 1'024)));
  CHECK(load.networks.moved == 2 * (2 * 1'024 + 2 * (1'024 + 4'096) + 2 * (4'096 + 1'024)));
  CHECK(load.head.moved == 2 * 2 * (1'024 + 1'000));
  CHECK(load.networks.weights == 2 * 1'024 * 4'096 * 2);
  CHECK(load.head.weights == 1'000 * 1'024 * 2);
  CHECK(load.mixers[0].token_bytes == 2 * 1'024 * 2);
  CHECK(load.mixers[0].pair_operations == 4 * 1'024);
  CHECK(load.kernels == 6 + 4 + 4);  // of the attention, the network, and the ends
  CHECK(load.all_reduces == 0);
}

TEST_CASE("what goes in and out of products is as wide as the job multiplies, and the weights are as they are held") {
  constexpr hr::serving_load in_16 = hr::serving_load_of(small_server::job_of(small_server::one_layer));
  constexpr auto job = [] {
    hr::serving_job made = small_server::job_of(small_server::one_layer);
    made.weights.computed = hr::fp64;
    return made;
  };
  constexpr hr::serving_load in_64 = hr::serving_load_of(job());
  CHECK(in_64.mixing.moved == 8 * 20 * 1'024);
  CHECK(in_64.mixing.moved == 4 * in_16.mixing.moved);
  CHECK(in_64.hidden_bytes == 8 * 1'024);
  CHECK(in_64.mixing.weights == in_16.mixing.weights);
  CHECK(in_64.mixing.wide_operations == in_16.mixing.wide_operations);
}

TEST_CASE("tensor ranks share heads and widths, and add up twice in a layer") {
  constexpr hr::serving_load computed_before = hr::serving_load_of(small_server::job_of(small_server::one_layer, 4));
  for (const hr::serving_load& load : {computed_before, hr::serving_load_of(small_server::job_of(small_server::one_layer, 4))}) {
    CHECK(load.mixing.weights == 1'024 * 1'024 * 2);
    CHECK(load.mixers[0].token_bytes == 2 * 1'024 * 2 / 4);
    CHECK(load.all_reduces == 2);
  }
}

TEST_CASE("what a layer has beside its parts is read, multiplied and launched") {
  hr::serving_job job = small_server::job_of(small_server::one_layer, 2);
  const hr::serving_load before = hr::serving_load_of(job);
  job.model.per_layer = {.width = 32, .vocabulary = 500};
  job.model.hidden_states = 3;
  job.model.residual_rank = 16;
  const hr::serving_load load = hr::serving_load_of(job);
  REQUIRE(load.contradicts.empty());
  // In the layer: the embedding's gate and projection, a router of 3 and coefficients of 9 by 3 and 3 by 3, each whole on both ranks,
  // and half of two matrices of rank 16; before and behind it half of the projection to embeddings and of twice two squares.
  const double whole = 2 * 32 * 1'024 + 3 * 1'024 + 9 * 3 + 3 * 3;
  const double halves = 2 * 16 * 1'024 + 32 * 1'024 + 4 * 1'024 * 1'024;
  CHECK(load.networks.wide_operations - before.networks.wide_operations == 2 * (whole + halves / 2));
  CHECK(load.networks.weights - before.networks.weights == 2 * (whole + halves / 2 + 1'024));  // with scales of the correction
  CHECK(load.kernels - before.kernels == 4 + 3 + 10);
  CHECK(load.all_reduces - before.all_reduces == 1);
  CHECK(load.head.weights == before.head.weights);
}

TEST_CASE("whole experts lie on ranks, of divided ones every rank has a part") {
  hr::serving_job job = small_server::job_of(small_server::one_layer_of_experts, 1, 4);
  const hr::serving_load divided = hr::serving_load_of(job);
  job.expert_parallel = true;
  const hr::serving_load whole = hr::serving_load_of(job);
  const double expert = 2 * 1'024 * 512 * 2;
  CHECK(divided.experts[0].held == 64);
  CHECK(divided.experts[0].expert_bytes == expert / 4);
  CHECK(whole.experts[0].held == 16);
  CHECK(whole.experts[0].expert_bytes == expert);
  CHECK(whole.experts[0].of_token.wide_operations == doctest::Approx(divided.experts[0].of_token.wide_operations));
  CHECK(whole.exchanges == 2);
  CHECK(whole.all_reduces == 0);
}

TEST_CASE("a job that contradicts itself has no load") {
  hr::serving_job job = small_server::job_of(small_server::one_layer, 3);
  CHECK(!hr::serving_load_of(job).contradicts.empty());
}

namespace {

// Layers of every kind. Of b an index has keys of 128 places in 8 bits, with a scale of 32.
hr::transformer every_kind() {
  hr::transformer m{.vocabulary = 100, .hidden = 64, .context = 1'000};
  m.layers[0] = {.letter = 'a',
                 .how_many = 2,
                 .attention = {.heads = 4, .kv_heads = 2, .head_size = 16, .norm = hr::query_key_norm::per_head, .output_gate = true, .output_norm = true}};
  m.layers[1] = {.letter = 'b',
                 .how_many = 3,
                 .attention = {.heads = 1, .head_size = 24, .value_head_size = 16, .query_rank = 12, .kv_rank = 20, .rotary_head_size = 8,
                               .index = {.heads = 1, .head_size = 128, .most_tokens = 64}},
                 .experts = {.routed = 8, .per_token = 2, .width = 32, .shared_width = 1, .gated = false}};
  m.layers[2] = {.letter = 'c', .how_many = 1, .state_space = {.heads = 1, .head_size = 16, .groups = 1, .state_size = 8, .kernel = 4},
                 .feed_forward = {.width = 1, .norm = true}};
  m.layers[3] = {.letter = 'd', .how_many = 1, .linear_attention = {.key_heads = 1, .value_heads = 1, .key_head_size = 8, .value_head_size = 8, .kernel = 4}};
  m.layers[4] = {.letter = 'e', .how_many = 1, .short_convolution = {.width = 1, .kernel = 3}};
  m.layers[5] = {.letter = 'f', .how_many = 1, .gated_recurrence = {.width = 1, .blocks = 1, .kernel = 4}};
  return m;
}

}  // namespace

TEST_CASE("what mixes tokens in layers of every kind, by hand") {
  hr::serving_job job = small_server::job_of(every_kind());
  job.context = 1'000;
  const hr::serving_load load = hr::serving_load_of(job);
  REQUIRE(load.contradicts == "");
  const auto check = [&](std::size_t kind, double layers, double token, double index, double state, double pair, double prompt, double of_index, double heads,
                         double operations) {
    CAPTURE(kind);
    const hr::served_mixing& m = load.mixers[kind];
    CHECK(m.layers == layers);
    CHECK(m.token_bytes == token);
    CHECK(m.index_bytes == index);
    CHECK(m.state_bytes == state);
    CHECK(m.pair_operations == pair);
    CHECK(m.prompt_operations == prompt);
    CHECK(m.index_operations == of_index);
    CHECK(m.heads == heads);
    CHECK(m.state_operations == operations);
  };
  check(0, 2, 2 * 2 * 32, 0, 0, 2 * 4 * 32, 2 * 4 * 32, 0, 4, 0);
  check(1, 3, 2 * 28, 128 + 4, 0, 2 * (2 * 20 + 8), 2 * (24 + 16), 2 * 128, 1, 0);
  check(2, 1, 0, 0, 16 * 8 * 4 + 3 * 32 * 2, 0, 0, 0, 0, 2 * 32 * 4 + 5 * 16 * 8 + 2 * 16);
  check(3, 1, 0, 0, 8 * 8 * 4 + 3 * 24 * 2, 0, 0, 0, 0, 2 * 24 * 4 + 7 * 8 * 8);
  check(4, 1, 0, 0, 2 * 2, 0, 0, 0, 0, 2 * 3);
  check(5, 1, 0, 0, 4 + 3 * 2, 0, 0, 0, 0, 2 * 4 + 5);
  CHECK(load.mixers[1].shape.index.most_tokens == 64);
  // Attention 6, of a norm of queries and keys, a gate and a norm of the output one each, of latents 5 and of an index 18; a state 8, a convolution 4;
  // experts 9 and the shared one 4, a network 4 and its norm; 4 at the ends.
  CHECK(load.kernels == 2 * (6 + 3) + 3 * (6 + 5 + 18 + 9 + 4) + (8 + 5) + 8 + 4 + 8 + 4);
  CHECK(load.hidden_bytes == 128);
  CHECK(load.all_reduces == 0);
  CHECK(load.exchanges == 0);
  CHECK(load.routed == 8);
  CHECK(load.routed_per_token == 2);
  CHECK(!load.whole_experts);
  CHECK(load.gpus * load.tensor * load.data * load.stages == 1);
  // Two matrices, of 64 by 32: a token's two experts have 2 x 96 outputs of 4 x 4,096 operations.
  const hr::served_experts& e = load.experts[1];
  CHECK(e.layers == 3);
  CHECK(e.experts == 8);
  CHECK(e.held == 8);
  CHECK(e.per_token == 2);
  CHECK(e.expert_bytes == 2 * 2 * 64 * 32);
  CHECK(e.of_token.weights == 3 * 8 * 2 * 2 * 64 * 32);
  CHECK(e.of_token.wide_operations == 3 * 2 * 2 * 2 * 64 * 32);
  CHECK(e.of_token.operations == 0);
  CHECK(e.of_token.moved == 3 * 2 * 2 * (2 * (64 + 32) + 2 * (32 + 64)));
  CHECK(e.of_token.outputs == 3 * 2 * (64 + 32));
  CHECK(e.missed == doctest::Approx(std::log(0.75)));
  CHECK(e.per_input == doctest::Approx(2 * 2 * 96 / (2 * 2 * 2 * 2'048.0)));
  for (const std::size_t kind : {0UL, 2UL, 3UL, 4UL, 5UL}) CHECK(load.experts[kind].layers + load.experts[kind].experts + load.experts[kind].expert_bytes == 0);
}

// In: input and gate of 16, vectors of 8 twice and a time step, out: 16; what a convolution is multiplied with is no product.
TEST_CASE("ranks share a state and its heads, and only products are multiplied") {
  hr::serving_job job = small_server::job_of(every_kind());
  job.context = 1'000;
  for (const std::size_t kind : {0UL, 1UL, 3UL, 4UL, 5UL}) job.model.layers[kind] = {};
  job.model.layers[2].feed_forward.width = 2;
  const hr::serving_load one = hr::serving_load_of(job);
  CHECK(one.mixing.wide_operations == 2 * 64 * (32 + 16 + 1 + 16));
  CHECK(one.mixing.moved == 2 * (2 * 64 + 2 * 64 + 2 * (32 + 16 + 1) + 2 * (16 + 64)));
  CHECK(one.networks.wide_operations == 2 * 3 * 64 * 2);
  job.model.layers[2].state_space.heads = job.model.layers[2].state_space.groups = 2;
  job.tensor_parallel = 2;
  const hr::serving_load two = hr::serving_load_of(job);
  CHECK(two.mixers[2].state_bytes == one.mixers[2].state_bytes);
  CHECK(two.mixers[2].state_operations == one.mixers[2].state_operations);
  CHECK(two.mixing.wide_operations == one.mixing.wide_operations);
}

// Two layers of attention and a network, three of attention and experts, one of a network alone.
TEST_CASE("tensor ranks add up what mixes and what feeds, tokens go to experts and back") {
  hr::transformer m{.vocabulary = 100, .hidden = 64, .context = 1'000};
  const hr::attention four{.heads = 4, .kv_heads = 4, .head_size = 16};
  m.layers[0] = {.letter = 'a', .how_many = 2, .attention = four, .feed_forward = {.width = 128}};
  m.layers[3] = {.letter = 'b', .how_many = 3, .attention = four, .experts = {.routed = 8, .per_token = 2, .width = 32}};
  m.layers[5] = {.letter = 'c', .how_many = 1, .feed_forward = {.width = 96}};
  const auto load = [&](hr::count tensor, hr::count data, hr::count stages = 1, bool whole = false) {
    hr::serving_job job = small_server::job_of(m, tensor, data);
    job.context = 1'000, job.pipeline_parallel = stages, job.expert_parallel = whole;
    const hr::serving_load made = hr::serving_load_of(job);
    CHECK(made.contradicts == "");
    return made;
  };
  CHECK(load(2, 1).all_reduces == 2 * 2 + 3 * 2 + 1);
  CHECK(load(2, 1).exchanges == 0);
  CHECK(load(2, 2).all_reduces == 2 * 2 + 3 + 1);
  CHECK(load(2, 2).exchanges == 2 * 3);
  CHECK(load(1, 2).all_reduces == 0);
  CHECK(load(1, 2).exchanges == 2 * 3);
  const hr::serving_load all = load(2, 2, 3, true);
  CHECK(all.tensor == 2);
  CHECK(all.data == 2);
  CHECK(all.stages == 3);
  CHECK(all.gpus == 12);
  CHECK(all.whole_experts);
  CHECK(all.experts[3].held == 2);
  CHECK(all.experts[3].expert_bytes == 2 * 3 * 64 * 32);
  m.residual_rank = 1;
  CHECK(load(2, 1).all_reduces == 2 * 3 + 3 * 3 + 2);
  CHECK(load(1, 1).kernels == 2 * (6 + 4 + 3) + 3 * (6 + 9 + 3) + (4 + 3) + 4);
  m.residual_rank = 0;
  m.hidden_states = 2;
  CHECK(load(1, 1).kernels == 2 * (6 + 4 + 10) + 3 * (6 + 9 + 10) + (4 + 10) + 4);
}

// Cast are what queries, keys and values have in common, what leads into the network, and what leads out of both; weights in 8 bits that are multiplied
// in 16 need none.
TEST_CASE("inputs of products in few bits are cast, and weights are read as they are held") {
  hr::serving_job job = small_server::job_of(small_server::one_layer);
  job.model.layers[0].how_many = 2;
  const auto kernels = [&](const hr::served_weights& weights) {
    job.weights = weights;
    return hr::serving_load_of(job).kernels - 4;
  };
  CHECK(kernels(hr::bf16) == 2 * 10);
  CHECK(kernels(hr::fp8) == 2 * (10 + 4));
  CHECK(kernels(hr::fp16) == 2 * 10);
  CHECK(kernels({hr::weights_in(hr::fp8), hr::bf16}) == 2 * 10);
  // With a scale for each block they are no other kernel's.
  const auto block_casts = [&](const hr::served_weights& weights) {
    job.weights = weights;
    return hr::serving_load_of(job).block_casts;
  };
  for (const hr::weight_format& each : {hr::nvfp4, hr::fp8_blocks, hr::mxfp8}) {
    CHECK(kernels(each) == 2 * 10);
    CHECK(block_casts(each) == 2 * 4);
  }
  for (const hr::served_weights& each : {hr::served_weights(hr::bf16), hr::served_weights(hr::fp8), hr::served_weights(hr::fp8_rows), hr::served_weights(hr::int4_groups)}) CHECK(block_casts(each) == 0);
  job.weights = hr::fp8;
  const hr::serving_load load = hr::serving_load_of(job);
  CHECK(load.mixing.weights == 2 * 4 * 1'024 * 1'024);
  CHECK(load.mixing.operations == 2 * 2 * 4 * 1'024 * 1'024);
  CHECK(load.mixing.wide_operations == 0);
  CHECK(load.mixing.outputs == 2 * 4 * 1'024);
  CHECK(load.mixing.moved == 2 * (2 * 20 * 1'024 + 2 * (1'024 + 1'024)));  // with two inputs written and read again in 8 bits
  CHECK(load.head.operations == 0);
  CHECK(load.head.wide_operations == 2 * 1'000 * 1'024);
  job.model.tied = true;
  CHECK(hr::serving_load_of(job).head.weights == 2 * 1'000 * 1'024);
}

// Llama 3.1 70B over eight GPUs: what is as wide as the model is on each of them.
TEST_CASE("tensor ranks read and write the residual stream whole, and their own heads and widths") {
  hr::serving_job job = small_server::job_of(hr::models::llama3_1_70b, 8);
  const auto moved = [&](const hr::served_weights& in) {
    job.weights = in;
    const hr::serving_load load = hr::serving_load_of(job);
    return std::array{load.mixing.moved, load.networks.moved};
  };
  const double hidden = 8'192, queries = 8'192 / 8.0, keys = 128, width = 28'672 / 8.0;  // one of the eight KV heads
  const double mixing = 2 * hidden + 2 * hidden + 4 * (queries + 2 * keys) + 2 * (queries + hidden);
  const double network = 2 * hidden + 2 * (hidden + 2 * width) + 2 * (width + hidden);
  CHECK(moved(hr::bf16) == std::array{80 * 2 * mixing, 80 * 2 * network});
  CHECK(moved(hr::fp8) == std::array{80 * 2 * (mixing + hidden + queries), 80 * 2 * (network + hidden + width)});
  CHECK(moved(hr::nvfp4) == std::array{80 * 2 * (mixing + (hidden + queries) / 2), 80 * 2 * (network + (hidden + width) / 2)});
}

TEST_CASE("what is not said of a load is nothing") {
  const hr::serving_load load{};
  CHECK(load.hidden_bytes + load.all_reduces + load.exchanges + load.kernels + static_cast<double>(load.routed + load.routed_per_token) == 0);
  CHECK(load.tensor * load.data * load.stages * load.gpus == 1);
  const hr::served_products& p = load.mixing;
  CHECK(p.weights + p.operations + p.wide_operations + p.moved + p.outputs == 0);
  const hr::served_mixing& m = load.mixers[0];
  CHECK(m.layers + m.token_bytes + m.index_bytes + m.state_bytes + m.pair_operations + m.prompt_operations + m.index_operations + m.heads + m.state_operations == 0);
  const hr::served_experts& e = load.experts[0];
  CHECK(e.layers + e.experts + e.held + e.per_token + e.expert_bytes + e.missed + e.per_input == 0);
}

}  // namespace inference_serving_load_test
