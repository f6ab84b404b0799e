// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/recipe.hpp>

#include <check.hpp>

namespace training_recipe_test {

TEST_CASE("recipes keep the weights in 16 bits and add copies in the products' format") {
  CHECK_CONSTEXPR(hr::bf16_training.weights == hr::bf16);
  CHECK_CONSTEXPR(hr::bf16_training.gradients == hr::fp32);
  CHECK_CONSTEXPR(hr::bf16_gradients.gradients == hr::bf16);
  CHECK_CONSTEXPR(hr::bf16_both_gradients.short_gradients);
  CHECK_CONSTEXPR(hr::fp16_training.gradients == hr::fp16);
  CHECK_CONSTEXPR(hr::fp32_weights.weights == hr::fp32);
  CHECK_CONSTEXPR(hr::fp8_training.products.format == hr::fp8);
  CHECK_CONSTEXPR(hr::mxfp8_training.products.block_inputs == 32);
  CHECK_CONSTEXPR(hr::nvfp4_training.products.block_inputs == 16);
  CHECK_CONSTEXPR(hr::nvfp4_training.product_copies == 2);
}

TEST_CASE("ZeRO's stages are in order") {
  CHECK_CONSTEXPR(hr::sharding::none < hr::sharding::optimizer);
  CHECK_CONSTEXPR(hr::sharding::optimizer < hr::sharding::gradients);
  CHECK_CONSTEXPR(hr::sharding::gradients < hr::sharding::weights);
}

TEST_CASE("what is computed again, and the bytes of a logit") {
  CHECK_CONSTEXPR(hr::no_recomputation.kind == hr::recompute::none);
  CHECK_CONSTEXPR(hr::selective_recomputation.parts.scores);
  CHECK_CONSTEXPR(hr::full_recomputation.group == 1);
  // 16-bit logits and what is alive of 32 bits: one tensor, three, and without the copy four and a half of them.
  CHECK_CONSTEXPR(hr::fused_cross_entropy.at_loss == 2 + 4);
  CHECK_CONSTEXPR(hr::separate_cross_entropy.at_loss == 2 + 3 * 4);
  CHECK_CONSTEXPR(hr::distributed_cross_entropy.at_loss == 5 * 4);
  CHECK_CONSTEXPR(hr::adapters{}.rank == 0);
  CHECK_CONSTEXPR(hr::offloading{}.activations == 0);
}

}  // namespace training_recipe_test
