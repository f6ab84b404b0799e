// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/job.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>
#include <cmath>
#include <limits>
#include <type_traits>

namespace inference_job_test {
namespace {

namespace published = hr::models;

constexpr hr::serving_job good{.model = published::llama3_1_70b,
                               .tensor_parallel = 4,
                               .pipeline_parallel = 2,
                               .data_parallel = 3,
                               .concurrent_sequences = 6,
                               .context = 4'096,
                               .replicas = 5};

template <class F>
constexpr auto words_of(F change) {
  hr::serving_job job = good;
  change(job);
  return hr::contradiction(job);
}

}  // namespace

TEST_CASE("a replica is tensor x pipeline x data GPUs") {
  CHECK_CONSTEXPR(good.gpus_per_replica() == 24);
  CHECK_CONSTEXPR(good.gpus() == 120);
  CHECK_CONSTEXPR(hr::serving_job{}.gpus() == 1);
}

TEST_CASE("unless said, a sequence is as long as the model allows") {
  CHECK_CONSTEXPR(good.tokens() == 4'096);
  CHECK_CONSTEXPR(hr::serving_job{.model = published::llama3_1_70b}.tokens() == 131'072);
  CHECK_CONSTEXPR(hr::serving_job{.model = published::llama2_70b}.tokens() == 0);  // it names no longest
  CHECK_CONSTEXPR(hr::serving_job{.model = published::opt_175b}.longest_context() == 2'048);
  constexpr auto learned = [] {
    hr::serving_job job{.model = published::gpt3_175b};
    job.model.context = 0;
    return job;
  };
  CHECK_CONSTEXPR(learned().longest_context() == 2'048);  // there are no more positions
  CHECK_CONSTEXPR(learned().tokens() == 2'048);
}

TEST_CASE("weights of one format: the layers' matrices, multiplied in it but for 4-bit integers") {
  constexpr hr::served_weights fp8(hr::fp8);
  CHECK_CONSTEXPR(fp8.computed == hr::fp8);
  CHECK_CONSTEXPR(fp8.held.attention.format == hr::fp8);
  CHECK_CONSTEXPR(fp8.held.experts.format == hr::fp8);
  CHECK_CONSTEXPR(fp8.held.embedding.format == hr::bf16);
  CHECK_CONSTEXPR(fp8.held.rest.format == hr::bf16);
  CHECK_CONSTEXPR(hr::served_weights(hr::fp16).held.embedding.format == hr::fp16);
  CHECK_CONSTEXPR(hr::served_weights(hr::int4).computed == hr::bf16);
  CHECK_CONSTEXPR(hr::served_weights(hr::int4_groups).computed == hr::bf16);
  CHECK_CONSTEXPR(hr::served_weights(hr::int4_groups).held.experts.scale_bits == 20);
  CHECK_CONSTEXPR(hr::served_weights(hr::nvfp4).computed == hr::fp4);
  CHECK_CONSTEXPR(hr::served_weights(hr::int8).computed == hr::int8);
}

TEST_CASE("weights may be multiplied in another format than they are held in") {
  constexpr hr::served_weights on_h100(hr::experts_in(hr::mxfp4), hr::bf16);
  CHECK_CONSTEXPR(on_h100.held.experts.format == hr::fp4);
  CHECK_CONSTEXPR(on_h100.computed == hr::bf16);
  CHECK_CONSTEXPR(on_h100.held.attention.format == hr::bf16);
}

TEST_CASE("weights are widened as they are multiplied, and none are narrowed") {
  constexpr auto words = [](const hr::served_weights& weights) {
    return hr::contradiction(hr::serving_job{.model = published::llama3_1_70b, .weights = weights, .context = 4'096});
  };
  constexpr auto narrowed = "weights are multiplied in 16 bits or more, or in no fewer than they are held in";
  CHECK_CONSTEXPR(words({hr::weights_in(hr::bf16), hr::fp8}) == narrowed);
  CHECK_CONSTEXPR(words({hr::weights_in(hr::fp8), hr::fp4}) == narrowed);
  CHECK_CONSTEXPR(words({hr::weights_in(hr::fp32), hr::int8}) == narrowed);
  CHECK_CONSTEXPR(words({hr::weights_in(hr::fp8), hr::bf16}).empty());
  CHECK_CONSTEXPR(words({hr::weights_in(hr::fp8), hr::int8}).empty());  // as many
  CHECK_CONSTEXPR(words({hr::weights_in(hr::bf16), hr::fp64}).empty());
  CHECK_CONSTEXPR(words({hr::weights_in(hr::fp32), hr::bf16}).empty());  // as engines round 32-bit checkpoints
  // What is held in 16 bits beside 4-bit experts is multiplied in 16, and these in 8 (gpt-oss on Blackwell).
  CHECK_CONSTEXPR(words({hr::experts_in(hr::mxfp4), hr::fp8}).empty());
  // A single part that is held in fewer bits is enough.
  constexpr auto only = [](hr::weight_format hr::weight_formats::*part) {
    hr::weight_formats held = hr::weights_in(hr::bf16);
    held.*part = {.format = hr::fp8};
    return hr::served_weights(held, hr::fp8);
  };
  using parts = hr::weight_formats;
  for (const auto part : {&parts::attention, &parts::feed_forward, &parts::experts, &parts::head, &parts::router, &parts::joint}) CHECK(words(only(part)).empty());
  CHECK(words(only(&parts::embedding)) == narrowed);  // which is not multiplied
  hr::serving_job drafted{.model = published::llama3_1_70b, .context = 4'096, .draft = &published::llama3_1_8b};
  CHECK(hr::contradiction(drafted).empty());
  drafted.draft_weights = {hr::weights_in(hr::bf16), hr::fp8};
  CHECK(hr::contradiction(drafted) == narrowed);
}

TEST_CASE("a cache of one format holds keys and values in it, and the rest as it is") {
  constexpr hr::served_cache fp8(hr::fp8);
  CHECK_CONSTEXPR(fp8.keys_and_values == hr::fp8);
  CHECK_CONSTEXPR(fp8.state == hr::fp32);
  CHECK_CONSTEXPR(fp8.convolution == hr::bf16);
  CHECK_CONSTEXPR(hr::served_cache(hr::cache_formats{.state = hr::bf16}).state == hr::bf16);
}

TEST_CASE("what contradicts itself is said in words") {
  using job = hr::serving_job;
  constexpr auto numbers = "sequences, context, replicas, an engine's pages and its chunks are 1 to 2^40";
  CHECK_CONSTEXPR(words_of([](job&) {}).empty());
  CHECK_CONSTEXPR(words_of([](job& j) { j.concurrent_sequences = 0; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.replicas = 0; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.context = -1; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.context = hr::max_count + 1, j.model.context = 0; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.context = 0, j.model.context = 0; }) ==
                  "the model names no longest context, and the job no context");
  CHECK_CONSTEXPR(words_of([](job& j) { j.engine.page = 0; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.engine.chunk = 0; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.engine.most_sequences = -1; }) ==
                  "an engine's sequences are outside 0 to 2^40");
  CHECK_CONSTEXPR(words_of([](job& j) { j.replicas = hr::max_count; }) == "there are more than 2^40 GPUs");
  CHECK_CONSTEXPR(words_of([](job& j) { j.shared_prefix = 1.5; }) == "a shared prefix is a share from 0 to 1");
  CHECK_CONSTEXPR(words_of([](job& j) { j.shared_prefix = -0.1; }) == "a shared prefix is a share from 0 to 1");
  CHECK_CONSTEXPR(words_of([](job& j) { j.engine.share = 0; }) ==
                  "an engine's share of the memory is more than 0, at most 1");
  CHECK_CONSTEXPR(words_of([](job& j) { j.engine.share = 1.1; }) ==
                  "an engine's share of the memory is more than 0, at most 1");
  CHECK_CONSTEXPR(words_of([](job& j) { j.context = 131'072; }).empty());
  CHECK_CONSTEXPR(words_of([](job& j) { j.context = 131'073; }) == "the context is longer than the model allows");
  CHECK_CONSTEXPR(words_of([](job& j) { j.concurrent_sequences = 2; }) ==
                  "there are fewer sequences than data-parallel ranks");
  CHECK_CONSTEXPR(words_of([](job& j) { j.model = published::deepseek_v4_flash; }) ==
                  hr::missing(published::deepseek_v4_flash));
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(words_of([&](job& j) { j.shared_prefix = none; }) == "a shared prefix is a share from 0 to 1");
  CHECK(!words_of([&](job& j) { j.engine.share = none; }).empty());
}

TEST_CASE("what the model is divided over must divide it") {
  using job = hr::serving_job;
  CHECK_CONSTEXPR(words_of([](job& j) { j.tensor_parallel = 12; }) ==
                  "tensor parallelism does not divide the attention heads");
  CHECK_CONSTEXPR(words_of([](job& j) { j.tensor_parallel = 0; }) == "a degree of parallelism is outside 1 to 2^40");
  CHECK_CONSTEXPR(words_of([](job& j) { j.data_parallel = -3; }) == "a degree of parallelism is outside 1 to 2^40");
  CHECK_CONSTEXPR(words_of([](job& j) { j.pipeline_parallel = 81; }) == "there are more pipeline stages than layers");
  CHECK_CONSTEXPR(words_of([](job& j) { j.tensor_parallel = 16; }).empty());  // 8 heads of keys and values, twice each
}

// Qwen3-235B-A22B's experts are 1,536 wide: of 8 ranks each has 192, a block and a half. DeepSeek-V3's are 2,048 wide,
// 16 blocks, and its dense layers 18,432, 144 blocks: 32 ranks cut both.
TEST_CASE("no rank of an engine holds a part of a block of scales") {
  using job = hr::serving_job;
  constexpr auto of = [](const hr::transformer& model, const hr::served_weights& weights, auto more) {
    job j{.model = model, .weights = weights};
    more(j);
    return hr::contradiction(j);
  };
  constexpr auto& qwen = published::qwen3_235b_a22b;
  constexpr auto& deepseek = published::deepseek_v3;
  constexpr auto of_experts =
      "the ranks cut a block of the experts' weights: fewer of them, or experts whole on ranks, do not";
  constexpr auto of_layers = "tensor parallelism cuts a block of the weights: fewer ranks do not";
  constexpr auto by_8 = [](job& j) { j.tensor_parallel = 8; };
  CHECK_CONSTEXPR(of(qwen, hr::fp8_blocks, by_8) == of_experts);
  CHECK_CONSTEXPR(of(qwen, hr::fp8_blocks, [](job& j) { j.tensor_parallel = 4; }).empty());
  CHECK_CONSTEXPR(of(qwen, hr::fp8_blocks, [](job& j) { j.tensor_parallel = 8, j.expert_parallel = true; }).empty());
  CHECK_CONSTEXPR(
      of(qwen, hr::fp8_blocks, [](job& j) { j.tensor_parallel = 8, j.engine = hr::engines::pytorch; }).empty());
  CHECK_CONSTEXPR(of(qwen, hr::fp8, by_8).empty());
  CHECK_CONSTEXPR(of(qwen, hr::mxfp8, by_8).empty());  // of one row each
  CHECK_CONSTEXPR(of(qwen, {hr::experts_in(hr::fp8_blocks), hr::fp8}, by_8) == of_experts);
  // The copies of data parallelism divide the experts, too.
  CHECK_CONSTEXPR(of(qwen, hr::fp8_blocks, [](job& j) {
                    j.tensor_parallel = 2, j.data_parallel = j.concurrent_sequences = 4;
                  }) == of_experts);
  CHECK_CONSTEXPR(of(deepseek, hr::fp8_blocks, [](job& j) { j.tensor_parallel = 16; }).empty());
  CHECK_CONSTEXPR(of(deepseek, hr::fp8_blocks, [](job& j) { j.tensor_parallel = 32; }) == of_layers);
  CHECK_CONSTEXPR(of(deepseek, hr::fp8_blocks, [](job& j) { j.tensor_parallel = 32, j.expert_parallel = true; }) ==
                  of_layers);
  // A head of keys of 64 places is half a block.
  CHECK_CONSTEXPR(of(published::gpt_oss_120b, {hr::weights_in(hr::fp8_blocks), hr::fp8},
                     [](job& j) { j.tensor_parallel = 8, j.expert_parallel = true; }) == of_layers);
}

// AWQ and GPTQ in groups of 128 inputs. Llama 2 13B's feed-forward is 13,824 wide, 108 groups, its attention's outputs
// are of 40 heads of 128.
TEST_CASE("no rank of an engine holds a part of a group of the inputs that it divides") {
  constexpr auto of = [](const hr::transformer& model, const hr::served_weights& weights, hr::count ranks) {
    return hr::contradiction({.model = model, .weights = weights, .tensor_parallel = ranks, .context = 1'024});
  };
  constexpr auto cut = "tensor parallelism cuts a block of the weights: fewer ranks do not";
  constexpr auto& llama = published::llama2_13b;
  CHECK_CONSTEXPR(of(llama, hr::int4_groups, 4).empty());
  CHECK_CONSTEXPR(of(llama, hr::int4_groups, 8) == cut);
  CHECK_CONSTEXPR(of(llama, hr::weight_format{hr::int8, 1, 128, 24}, 8) == cut);
  CHECK_CONSTEXPR(of(llama, hr::weight_format{hr::int4, 1, 64, 16}, 8).empty());  // 27 groups
  CHECK_CONSTEXPR(of(llama, hr::int4, 8).empty());
  CHECK_CONSTEXPR(of(llama, hr::int8_channels, 8).empty());
  CHECK_CONSTEXPR(of(llama, hr::mxfp4, 8).empty());                                // whose engines pad
  CHECK_CONSTEXPR(of(llama, hr::weight_format{hr::int4, 1, 128, 32}, 8).empty());  // bitsandbytes': of no row
  constexpr hr::weight_format in_groups_of_5120{hr::int4, 1, 5'120, 20};           // one of all heads
  CHECK_CONSTEXPR(of(llama, {hr::weight_formats{.attention = in_groups_of_5120}, hr::bf16}, 2) == cut);
  CHECK_CONSTEXPR(of(llama, {hr::weight_formats{.attention = in_groups_of_5120}, hr::bf16}, 1).empty());
  constexpr auto with_pytorch = [] {
    return hr::contradiction({.model = published::llama2_13b,
                              .weights = hr::int4_groups,
                              .tensor_parallel = 8,
                              .context = 1'024,
                              .engine = hr::engines::pytorch});
  };
  CHECK_CONSTEXPR(with_pytorch().empty());
  // Kernels of routed experts halve the groups: Qwen3-30B-A3B's are 768 wide.
  CHECK_CONSTEXPR(of(published::qwen3_30b_a3b, hr::int4_groups, 4).empty());
}

// DeepSeek-V3's experts are 2,048 wide: 96 ranks hold no equal parts of one, but some have 3 whole ones, others 2.
TEST_CASE("experts are divided over tensor x data ranks, or are whole on some of them") {
  constexpr auto of = [](hr::count tensor, hr::count data, bool whole) {
    return hr::contradiction(hr::serving_job{.model = published::deepseek_v3,
                                             .tensor_parallel = tensor,
                                             .data_parallel = data,
                                             .expert_parallel = whole,
                                             .concurrent_sequences = 1'024});
  };
  CHECK_CONSTEXPR(of(8, 1, false).empty());
  CHECK_CONSTEXPR(of(2, 4, false).empty());
  CHECK_CONSTEXPR(of(1, 96, false) == "the experts' tensor parallelism does not divide their width");
  CHECK_CONSTEXPR(of(1, 96, true).empty());
}

TEST_CASE("the fullest rank has so many times the mean of tokens, and all at most") {
  constexpr auto of = [](hr::count tensor, hr::count data, bool whole, double imbalance) {
    return hr::expert_load_of({.model = published::deepseek_v3, .tensor_parallel = tensor, .data_parallel = data, .expert_parallel = whole, .expert_imbalance = imbalance});
  };
  CHECK_CONSTEXPR(of(2, 4, true, 3) == 3);
  CHECK_CONSTEXPR(of(2, 4, true, 9) == 8);
  CHECK_CONSTEXPR(of(2, 4, true, 1) == 1);
  CHECK_CONSTEXPR(of(2, 4, false, 3) == 1);
  CHECK_CONSTEXPR(of(1, 1, true, 3) == 1);
}

namespace {

template <auto Asks>
concept is_constant = requires { typename std::bool_constant<(Asks(), true)>; };

}  // namespace

TEST_CASE("what is refused is no constant expression") {
  CHECK_CONSTEXPR(is_constant<[] { return hr::detail::is_refused_serving(""); }>);
  CHECK_CONSTEXPR(!is_constant<[] { return hr::detail::is_refused_serving("why"); }>);
  CHECK(hr::detail::is_refused_serving("why"));
}

TEST_CASE("each bound of a job, from both sides") {
  using job = hr::serving_job;
  const auto month = [](hr::count n) { return words_of([&](job& j) { j.engine.month = n; }); };
  for (const hr::count n : {0, 200'001, 202'401, 202'412, 999'912}) CHECK(month(n).empty());
  for (const hr::count n : {-1, 1, 199'912, 200'000, 202'400, 202'413, 999'913, 1'000'001})
    CHECK(month(n) == "the month of an engine is a year and a month, such as 202311");
  const auto adapters = [](hr::count n, hr::count rank) { return words_of([&](job& j) { j.adapters = n, j.adapter_rank = rank; }); };
  CHECK(adapters(0, 0).empty());
  CHECK(adapters(1, 1).empty());
  CHECK(adapters(1, 0) == "the rank of an adapter is 1 or more");
  const auto counts = "adapters, their rank, and sequences on the host and on NVMe are 0 to 2^40";
  CHECK(adapters(-1, 1) == counts);
  CHECK(adapters(1, hr::max_count + 1) == counts);
  CHECK(words_of([](job& j) { j.sequences_on_host = -1; }) == counts);
  CHECK(words_of([](job& j) { j.sequences_on_nvme = hr::max_count + 1; }) == counts);
  CHECK(words_of([](job& j) { j.shared_prefix = 1; }).empty());
  const auto imbalance = [](double n, const hr::transformer& of) { return words_of([&](job& j) { j.expert_imbalance = n, j.model = of, j.expert_parallel = has_experts(of); }); };
  for (const double n : {1.0, 1.5, 1e6}) CHECK(imbalance(n, published::deepseek_v3).empty());
  for (const double n : {0.999, 1.1e6, std::nan("")}) CHECK(imbalance(n, published::deepseek_v3) == "an imbalance of experts is from 1 to 1,000,000");
  CHECK(imbalance(1, published::llama3_1_70b).empty());
  CHECK(imbalance(1.5, published::llama3_1_70b) == "the model has no routed experts to be out of balance");
  CHECK(words_of([](job& j) { j.engine.share = 1; }).empty());
  CHECK(words_of([](job& j) { j.model.context = 1, j.context = 2; }) == "the context is longer than the model allows");
  CHECK(words_of([](job& j) { j.model.context = 1, j.context = 1; }).empty());
  CHECK(job{.model = {.context = 1, .learned_positions = 5}}.longest_context() == 1);
}

// A model of one layer, its network 256 wide, shared experts of 384 and routed ones of 192, in blocks and groups.
TEST_CASE("a single layer is cut as many are, and one rank cuts nothing") {
  hr::serving_job of{.model = {.vocabulary = 8, .hidden = 256}, .context = 8, .engine = {.whole_blocks = true}};
  hr::layer& l = of.model.layers[2];
  const auto cut = "tensor parallelism cuts a block of the weights: fewer ranks do not";
  const hr::weight_format groups{hr::int4, 1, 128, 16}, tall{hr::fp8, 128, 64, 32}, wide{hr::fp8, 64, 128, 32};
  const auto with = [&](hr::count ranks, const hr::weight_formats& held) {
    of.tensor_parallel = ranks;
    of.weights = hr::served_weights(held, hr::bf16);
    return hr::contradiction(of);
  };
  l = {.letter = 'a', .how_many = 1, .feed_forward = {.width = 384}};
  CHECK(with(1, {.feed_forward = groups}) == "");
  CHECK(with(2, {.feed_forward = groups}) == cut);
  CHECK(with(3, {.feed_forward = groups}) == "");
  CHECK(with(2, {.feed_forward = tall}) == cut);
  CHECK(with(2, {.feed_forward = wide}) == cut);
  CHECK(with(3, {.feed_forward = tall}) == "");
  CHECK(with(2, {.attention = groups}) == "");
  of.engine.whole_blocks = false;
  CHECK(with(2, {.feed_forward = tall}) == "");
  of.engine.whole_blocks = true;
  l.feed_forward.width = 192;  // which one rank has whole, and no block
  CHECK(with(1, {.feed_forward = tall}) == "");
  l = {.letter = 'a', .how_many = 1, .experts = {.routed = 4, .per_token = 1, .width = 384, .shared_width = 384}};
  CHECK(with(2, {.feed_forward = groups}) == cut);
  CHECK(with(2, {.feed_forward = wide}) == cut);
  CHECK(with(3, {.feed_forward = groups}) == "");
  CHECK(with(2, {.experts = tall}) == "the ranks cut a block of the experts' weights: fewer of them, or experts whole on ranks, do not");
  of.expert_parallel = true;
  CHECK(with(2, {.experts = tall}) == "");
  of.expert_parallel = false;
  l.experts.width = 192;
  CHECK(with(1, {.experts = tall}) == "");
}

}  // namespace inference_job_test

namespace inference_job_blocks {

using format = hr::weight_format;
using hr::detail::cuts_block;
using hr::detail::cuts_group;

}  // namespace inference_job_blocks

TEST_CASE("blocks are cut where they have several rows and columns, and a rank's share is no multiple of them") {
  using namespace inference_job_blocks;
  CHECK_CONSTEXPR(cuts_block(format{.block_outputs = 2, .block_inputs = 2}, 3, 2));
  CHECK_CONSTEXPR(!cuts_block(format{.block_outputs = 2, .block_inputs = 2}, 4, 2));
  CHECK_CONSTEXPR(!cuts_block(format{.block_outputs = 1, .block_inputs = 2}, 3, 2));
  CHECK_CONSTEXPR(!cuts_block(format{.block_outputs = 2, .block_inputs = 1}, 3, 2));
  // GPTQ with 16-bit scales and AWQ with zero points; bitsandbytes' 32-bit ones run on.
  constexpr auto of = [](hr::precision numbers, hr::count outputs, hr::count inputs, int bits) {
    return format{.format = numbers, .block_outputs = outputs, .block_inputs = inputs, .scale_bits = bits};
  };
  CHECK_CONSTEXPR(cuts_group(of(hr::int4, 1, 128, 16), 192));
  CHECK_CONSTEXPR(cuts_group(of(hr::int8, 1, 128, 20), 192));
  CHECK_CONSTEXPR(!cuts_group(of(hr::int4, 1, 128, 16), 256));
  CHECK_CONSTEXPR(!cuts_group(of(hr::int4, 1, 128, 15), 192));
  CHECK_CONSTEXPR(!cuts_group(of(hr::int4, 1, 128, 32), 192));
  CHECK_CONSTEXPR(!cuts_group(of(hr::fp8, 1, 128, 16), 192));
  CHECK_CONSTEXPR(!cuts_group(of(hr::int4, 2, 128, 16), 192));
  CHECK_CONSTEXPR(!cuts_group(of(hr::int4, 1, hr::whole_row, 16), 192));
}

// Of two ranks with two heads each of four: queries of 2 x 32, of MLA an expansion of 2 x (32 - 8 + 8), outputs of 2 x 8. In blocks of 64 by 16 that is all
// whole; of other blocks one part is cut at a time.
TEST_CASE("heads are cut where a block ends inside queries, keys with values, or what leads out") {
  const auto cuts = [](const hr::attention& a, hr::count outputs, hr::count inputs) {
    return hr::detail::cuts_heads(hr::weight_format{.format = hr::fp8, .block_outputs = outputs, .block_inputs = inputs, .scale_bits = 32}, a, 2);
  };
  const hr::attention latent{.heads = 4, .head_size = 32, .value_head_size = 8, .kv_rank = 16, .rotary_head_size = 8};
  CHECK(!cuts(latent, 64, 16));
  CHECK(cuts(latent, 64, 32));  // outputs of 16
  const hr::attention wider{.heads = 4, .head_size = 32, .value_head_size = 16, .kv_rank = 16, .rotary_head_size = 8};
  CHECK(cuts(wider, 64, 16));  // 2 x 40 of keys and values
  const hr::attention queries{.heads = 4, .kv_heads = 8, .head_size = 24};
  CHECK(cuts(queries, 32, 16));   // queries of 48, keys of 96
  CHECK(!cuts(queries, 48, 16));
  const hr::attention keys{.heads = 8, .kv_heads = 4, .head_size = 24};
  CHECK(cuts(keys, 32, 16));  // and the other way round
  CHECK(hr::detail::cuts_group({.format = hr::int4, .block_outputs = 1, .block_inputs = 128, .scale_bits = 31}, 192));
  CHECK(!hr::detail::cuts_group({.format = hr::int4, .block_outputs = 1, .block_inputs = 0, .scale_bits = 16}, 192));
}
