// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/recipe.hpp>
namespace hr = headroom;

static_assert(hr::bf16_training.gradients == hr::fp32);
static_assert(hr::sharding::optimizer < hr::sharding::weights);
// Everything again in half of a stage's 16 layers, nothing in the others.
constexpr hr::recomputation half{.kind = hr::recompute::full, .layers = 8};
static_assert(half.group == 1);
// A byte of each matrix, where no transposed copy is needed.
constexpr hr::training_formats on_blackwell = [] {
  hr::training_formats it = hr::fp8_primary_weights;
  it.product_copies = 1;
  return it;
}();
static_assert(on_blackwell.gradients == hr::bf16);
