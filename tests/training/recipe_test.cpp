// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/recipe.hpp>

#include <check.hpp>
#include <string>

#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>

// What a recipe makes of the memory of a job, in bytes of each parameter and of each number that is kept.
namespace training_recipe_test {
namespace {

// Llama 3.1 8B: products of 32 layers; norms, embedding and head beside them.
constexpr double products = 32 * (2.0 * 4'096 * 4'096 + 2.0 * 1'024 * 4'096 + 3.0 * 14'336 * 4'096);
constexpr double others = 65 * 4'096.0 + 2 * 128'256.0 * 4'096;

constexpr hr::rank_memory rank(const hr::training_formats& formats, const hr::recomputation& recompute = {}) {
  return value_of(hr::training_memory(
      {.model = hr::models::llama3_1_8b, .sequence = 4'096, .formats = formats, .recompute = recompute}));
}
constexpr double weights(const hr::training_formats& formats) { return hr::in_bytes(rank(formats).weights); }
constexpr double gradients(const hr::training_formats& formats) { return hr::in_bytes(rank(formats).gradients); }

}  // namespace

TEST_CASE("mixed precision holds weights in 16 bits and sums gradients in 32, or both as the recipe says") {
  constexpr double all = products + others;
  CHECK_CONSTEXPR(weights(hr::bf16_training) == 2 * all);
  CHECK_CONSTEXPR(gradients(hr::bf16_training) == 4 * all);
  CHECK_CONSTEXPR(gradients(hr::bf16_gradients) == 2 * all);
  CHECK_CONSTEXPR(gradients(hr::bf16_both_gradients) == (4 + 2) * all);
  CHECK_CONSTEXPR(weights(hr::fp16_training) == 2 * all);
  CHECK_CONSTEXPR(gradients(hr::fp16_training) == 2 * all);
  CHECK_CONSTEXPR(weights(hr::fp32_weights) == 4 * all);
}

TEST_CASE("products are in their own short or wide format, else in that of 16-bit weights") {
  CHECK_CONSTEXPR(hr::multiplied_in(hr::bf16_training) == hr::bf16);
  CHECK_CONSTEXPR(hr::multiplied_in(hr::fp16_training) == hr::fp16);
  CHECK_CONSTEXPR(hr::multiplied_in(hr::fp32_weights) == hr::bf16);
  CHECK_CONSTEXPR(hr::multiplied_in(hr::fp8_training) == hr::fp8);
  CHECK_CONSTEXPR(hr::multiplied_in(hr::nvfp4_training) == hr::fp4);
  CHECK_CONSTEXPR(hr::multiplied_in({.weights = hr::fp32, .products = {.format = hr::tf32}}) == hr::tf32);
}

TEST_CASE("products in a short format add two copies of their weights in it, with their scales") {
  CHECK_CONSTEXPR(weights(hr::fp8_training) == 2 * (products + others) + 2 * products);
  // OCP MX: 8 bits of scale for 32 numbers. NVFP4: 8 bits for 16 numbers of 4.
  CHECK_CONSTEXPR(weights(hr::mxfp8_training) == 2 * (products + others) + 2 * products * (8 + 8.0 / 32) / 8);
  CHECK_CONSTEXPR(weights(hr::nvfp4_training) == 2 * (products + others) + 2 * products * (4 + 8.0 / 16) / 8);
}

TEST_CASE("primary weights are in the short format alone, with gradients in 16 bits and Adam's 12 bytes") {
  constexpr double all = products + others;
  CHECK_CONSTEXPR(weights(hr::fp8_primary_weights) == 2 * others + 2 * products);
  CHECK_CONSTEXPR(weights(hr::mxfp8_primary_weights) == 2 * others + 2 * products * (8 + 8.0 / 32) / 8);
  CHECK_CONSTEXPR(gradients(hr::fp8_primary_weights) == 2 * all);
  CHECK_CONSTEXPR(hr::in_bytes(rank(hr::mxfp8_primary_weights).optimizer) == 12 * all);
  // Without a transposed copy, as on Blackwell: 1 + 2 + 12 bytes of a matrix' parameter.
  constexpr hr::training_formats one_copy{
      .gradients = hr::bf16, .products = {.format = hr::fp8}, .product_copies = 1, .products_primary = true};
  CHECK_CONSTEXPR(hr::in_bytes(rank(one_copy).state()) == 15 * products + 16 * others);
}

TEST_CASE("primary weights are shared out in their format, and gathered in it") {
  constexpr auto shared = [](const hr::training_formats& formats) {
    return hr::training_memory({.model = hr::models::llama3_1_8b,
                                .parallelism = {.data = 8},
                                .sequence = 4'096,
                                .formats = formats,
                                .sharding = hr::sharding::weights,
                                .framework = {.gathered_layers = 2}})
        .value_or({});
  };
  CHECK_CONSTEXPR(hr::in_bytes(shared(hr::fp8_primary_weights).weights) == (2 * others + 2 * products) / 8);
  constexpr double layer = products / 32 + 2 * 4'096;
  CHECK_CONSTEXPR(hr::in_bytes(shared(hr::fp8_primary_weights).buffers) == layer * (2 * 1 + 2));
  CHECK_CONSTEXPR(hr::in_bytes(shared(hr::bf16_gradients).buffers) == layer * (2 * 2 + 2));
}

TEST_CASE("formats that contradict themselves are refused") {
  const auto why = [](const hr::training_formats& formats) {
    return std::string(
        hr::contradiction({.model = hr::models::llama3_1_8b, .sequence = 4'096, .formats = formats}));
  };
  CHECK(why(hr::fp8_primary_weights) == "");
  CHECK(why({.products_primary = true}).starts_with("weights are held in the products' format alone where"));
  CHECK(why({.products = hr::mxfp8, .products_primary = true}).starts_with("weights are held"));
  CHECK(why({.products = hr::mxfp8, .product_copies = 3}) == "a weight has 0 to 2 copies in the products' format");
  CHECK(why({.products = hr::mxfp8, .product_copies = -1}) == "a weight has 0 to 2 copies in the products' format");
  CHECK(why({.activation_saved = true}).starts_with("inputs of activations wait in the products' format where"));
}

TEST_CASE("what waits for the backward pass is shorter where inputs of products are kept in their format") {
  constexpr auto kept = [](const hr::training_formats& formats) { return hr::in_bytes(rank(formats).activations); };
  CHECK_CONSTEXPR(kept(hr::fp8_training) < kept(hr::bf16_training));
  CHECK_CONSTEXPR(kept(hr::mxfp8_training) > kept(hr::fp8_training));  // scales
  CHECK_CONSTEXPR(kept(hr::nvfp4_training) < kept(hr::fp8_training));
}

TEST_CASE("ZeRO's stages each share out one thing more, so that their order is that of what is left") {
  constexpr auto left = [](hr::sharding sharding) {
    return hr::training_memory({.model = hr::models::llama3_1_8b,
                                .parallelism = {.data = 8},
                                .sequence = 4'096,
                                .sharding = sharding})
        .known()->state();
  };
  CHECK_CONSTEXPR(left(hr::sharding::none) > left(hr::sharding::optimizer));
  CHECK_CONSTEXPR(left(hr::sharding::optimizer) > left(hr::sharding::gradients));
  CHECK_CONSTEXPR(left(hr::sharding::gradients) > left(hr::sharding::weights));
  CHECK_CONSTEXPR(left(hr::sharding::weights) == left(hr::sharding::none) / 8.0);
}

TEST_CASE("computing a layer again keeps its input: 32 layers of 4,096 numbers of 16 bits a token") {
  CHECK_CONSTEXPR(hr::in_bytes(rank({}, hr::full_recomputation).activations) == 32 * 2 * 4'096.0 * 4'096);
  CHECK_CONSTEXPR(rank({}, hr::selective_recomputation).activations == rank({}, hr::no_recomputation).activations);
}

TEST_CASE("a loss takes 16-bit logits and its 32-bit tensors: one, three, or five without the logits") {
  constexpr auto bytes_a_logit = [](const hr::cross_entropy& loss) {
    return hr::in_bytes(
        value_of(hr::training_memory({.model = hr::models::llama3_1_8b, .sequence = 32'768, .loss = loss})).logits);
  };
  constexpr double logits = 32'768.0 * 128'256;
  constexpr double inputs = 32'768.0 * 4'096 * 2 * 2;
  CHECK_CONSTEXPR(bytes_a_logit(hr::fused_cross_entropy) == (2 + 4) * logits + inputs);
  // The same logits are beside the gradient of the head's weight later on.
  CHECK_CONSTEXPR(bytes_a_logit(hr::in_place_cross_entropy) == 2 * logits + 2 * 128'256.0 * 4'096 + inputs);
  CHECK_CONSTEXPR(bytes_a_logit(hr::separate_cross_entropy) == (2 + 3 * 4) * logits + inputs);
  CHECK_CONSTEXPR(bytes_a_logit(hr::distributed_cross_entropy) == 5 * 4 * logits + inputs);
}

TEST_CASE("while the head's gradient is made a loss holds 16-bit logits, and 32-bit ones where it does not reuse them") {
  constexpr auto bytes_of_logits = [](const hr::cross_entropy& loss) {
    return hr::in_bytes(hr::training_memory({.model = hr::models::llama3_1_8b,
                                             .sequence = 256,
                                             .loss = loss,
                                             .framework = hr::frameworks::megatron})
                            .known()->logits);
  };
  constexpr double weight = 2 * 128'256.0 * 4'096;  // the gradient of the head's weight
  constexpr double logits = 256 * 128'256.0;
  constexpr double inputs = 256 * 4'096.0 * 2 * 2;
  CHECK_CONSTEXPR(bytes_of_logits(hr::fused_cross_entropy) == 2 * logits + weight + inputs);
  CHECK_CONSTEXPR(bytes_of_logits(hr::separate_cross_entropy) == (2 + 4) * logits + weight + inputs);
  CHECK_CONSTEXPR(bytes_of_logits(hr::distributed_cross_entropy) == (2 + 4) * logits + weight + inputs);
}

TEST_CASE("each part beside the scores is one more, and formats and losses are what they are where nothing is said") {
  CHECK(!hr::recomputed_parts{}.names_more());
  CHECK(!hr::recomputed_parts{.scores = false}.names_more());
  CHECK(hr::recomputed_parts{.norms = true}.names_more());
  CHECK(hr::recomputed_parts{.activation = true}.names_more());
  CHECK(hr::recomputed_parts{.expert_activation = true}.names_more());
  CHECK(hr::recomputed_parts{.experts = true}.names_more());
  CHECK(hr::recomputed_parts{.feed_forward = true}.names_more());
  CHECK(hr::recomputed_parts{.expanded_latents = true}.names_more());
}

}  // namespace training_recipe_test
