// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/parallel/parallelism.hpp>

#include <check.hpp>

namespace training_parallelism_test {
namespace {

constexpr const hr::transformer& llama = hr::models::llama3_1_70b;
constexpr const hr::transformer& deepseek = hr::models::deepseek_v3;

}  // namespace

TEST_CASE("the GPUs of a job are tensor x pipeline x context x data") {
  CHECK_CONSTEXPR(hr::parallelism{}.gpus() == 1);
  CHECK_CONSTEXPR(hr::parallelism{.tensor = 8, .pipeline = 16, .data = 4, .context = 2}.gpus() == 1'024);
  CHECK_CONSTEXPR(hr::parallelism{.data = 4, .context = 2}.replicas() == 8);
}

// DeepSeek-V3's own training: 16 stages, 64 ranks share the experts, 2,048 GPUs (arXiv:2412.19437, section 3.2).
TEST_CASE("experts are divided over all ranks of a stage") {
  constexpr hr::parallelism own{.pipeline = 16, .data = 128, .expert = 64};
  CHECK_CONSTEXPR(own.gpus() == 2'048);
  CHECK_CONSTEXPR(own.expert_replicas() == 2);
  CHECK_CONSTEXPR(hr::contradiction(deepseek, own).empty());
  CHECK_CONSTEXPR(hr::parallelism{.tensor = 8}.experts_tensor() == 8);
  CHECK_CONSTEXPR(hr::parallelism{.tensor = 8, .expert_tensor = 1}.experts_tensor() == 1);
}

TEST_CASE("what cannot be divided is said in words") {
  CHECK_CONSTEXPR(hr::contradiction(llama, {.tensor = 8, .pipeline = 4}).empty());
  CHECK_CONSTEXPR(hr::contradiction(llama, {.tensor = 3}) == "tensor parallelism does not divide the attention heads");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.tensor = 16}).empty());  // its 8 heads of keys and values are repeated
  CHECK_CONSTEXPR(hr::contradiction(llama, {.tensor = 0}) == "a degree of parallelism is outside 1 to 2^40");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.expert_tensor = -1}) ==
                  "a number of the parallelism is outside 0 to 2^40");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.data = hr::max_count, .context = 2}) == "there are more than 2^40 GPUs");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 27, .virtual_stages = 3}) == "there are more virtual stages than layers");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 81}) == "there are more pipeline stages than layers");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 81, .head_as_layer = true}).empty());
  CHECK_CONSTEXPR(hr::contradiction(llama, {.virtual_stages = 2}) == "virtual stages need pipeline parallelism");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 2, .first_stage_layers = 81}) ==
                  "the first and last stage do not hold the model's layers");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 2, .first_stage_layers = 30, .last_stage_layers = 40}) ==
                  "the first and last stage do not hold the model's layers");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 2, .first_stage_layers = 40, .last_stage_layers = 40}).empty());
  constexpr auto emptied = "the first and last stage leave another without a layer";  // of 80 layers
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 80}) == emptied);
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 78}) == emptied);
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 40, .last_stage_layers = 39}) == emptied);
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 77}).empty());
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 78, .head_as_layer = true}).empty());
  CHECK_CONSTEXPR(hr::contradiction(deepseek, {.data = 96, .expert = 96}) ==
                  "expert parallelism does not divide the experts");
  CHECK_CONSTEXPR(hr::contradiction(deepseek, {.data = 8, .expert = 16}) ==
                  "expert parallelism does not divide the ranks of a pipeline stage");
  CHECK_CONSTEXPR(hr::contradiction(deepseek, {.tensor = 8, .data = 3, .expert_tensor = 3}) ==
                  "the experts' tensor parallelism does not divide their width");
}

TEST_CASE("each part of a layer has its own words") {
  constexpr auto of = [](const hr::layer& l, hr::count tensor) {
    hr::transformer shape{.vocabulary = 1, .hidden = 1};
    shape.layers[0] = l;
    shape.layers[0].how_many = 1;
    return hr::contradiction(shape, {.tensor = tensor});
  };
  CHECK_CONSTEXPR(of({.attention = {.heads = 12, .kv_heads = 4, .head_size = 1}}, 6) ==
                  "tensor parallelism neither divides nor repeats the heads of keys and values");
  CHECK_CONSTEXPR(of({.state_space = {.heads = 4}}, 3) ==
                  "tensor parallelism does not divide the heads of the state-space model");
  CHECK_CONSTEXPR(of({.linear_attention = {.value_heads = 4}}, 3) ==
                  "tensor parallelism does not divide the heads of the linear attention");
  CHECK_CONSTEXPR(of({.gated_recurrence = {.width = 12, .blocks = 4, .kernel = 4}}, 3) ==
                  "tensor parallelism does not divide the blocks of a gated recurrence");
  CHECK_CONSTEXPR(of({.feed_forward = {.width = 4}}, 3) == "tensor parallelism does not divide the feed-forward width");
}

// 126 layers over 9 stages of two are 7 each; over 16 of eight they are as many with two more; 61 less 4 and 3 are 54.
TEST_CASE("stages are even where all hold equally many of what counts as a layer") {
  CHECK_CONSTEXPR(hr::are_stages_even(126, {.pipeline = 9, .virtual_stages = 2}));
  CHECK_CONSTEXPR(!hr::are_stages_even(126, {.pipeline = 16}));
  CHECK_CONSTEXPR(hr::are_stages_even(
      126, {.pipeline = 16, .virtual_stages = 8, .embedding_as_layer = true, .head_as_layer = true}));
  CHECK_CONSTEXPR(!hr::are_stages_even(61, {.pipeline = 8}));
  CHECK_CONSTEXPR(hr::are_stages_even(61, {.pipeline = 8, .first_stage_layers = 4, .last_stage_layers = 3}));
  CHECK_CONSTEXPR(hr::are_stages_even(61, {}));
}

TEST_CASE("stages need a layer each, or what counts as one") {
  const auto found = [](const hr::parallelism& p) { return hr::detail::stages_contradict(4, p); };
  constexpr std::string_view more = "there are more pipeline stages than layers";
  CHECK(found({.pipeline = 4}).empty());
  CHECK(found({.pipeline = 5}) == more);
  CHECK(found({.pipeline = 5, .embedding_as_layer = true}).empty());
  CHECK(found({.pipeline = 5, .head_as_layer = true}).empty());
  CHECK(found({.pipeline = 6, .embedding_as_layer = true}) == more);
  CHECK(found({.pipeline = 6, .embedding_as_layer = true, .head_as_layer = true}).empty());
  CHECK(found({.pipeline = 7, .embedding_as_layer = true, .head_as_layer = true}) == more);
  CHECK(found({.pipeline = 3, .virtual_stages = 2, .embedding_as_layer = true, .head_as_layer = true}).empty());
  CHECK(found({.pipeline = 2, .virtual_stages = 3}) == "there are more virtual stages than layers");
  constexpr std::string_view not_all = "the first and last stage do not hold the model's layers";
  CHECK(found({.pipeline = 2, .first_stage_layers = 1, .last_stage_layers = 3}).empty());
  CHECK(found({.pipeline = 2, .first_stage_layers = 1, .last_stage_layers = 2}) == not_all);
  CHECK(found({.pipeline = 3, .first_stage_layers = 2, .last_stage_layers = 3}) == not_all);
  CHECK(found({.pipeline = 1, .first_stage_layers = 4}).empty());
  CHECK(found({.pipeline = 1, .first_stage_layers = 3}) == not_all);
  constexpr std::string_view without = "the first and last stage leave another without a layer";
  CHECK(found({.pipeline = 3, .first_stage_layers = 2, .last_stage_layers = 2}) == without);
  CHECK(found({.pipeline = 3, .first_stage_layers = 3}) == without);
  CHECK(found({.pipeline = 3, .first_stage_layers = 3, .head_as_layer = true}).empty());
  CHECK(found({.pipeline = 3, .first_stage_layers = 3, .embedding_as_layer = true}) == without);
  CHECK(found({.pipeline = 3, .last_stage_layers = 3, .embedding_as_layer = true}).empty());
}

}  // namespace training_parallelism_test
