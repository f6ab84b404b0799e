// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/recipe.hpp>
namespace hr = headroom;

static_assert(hr::bf16_training.gradients == hr::fp32);
static_assert(hr::sharding::optimizer < hr::sharding::weights);
// Everything again in half of a stage's 16 layers, nothing in the others.
constexpr hr::recomputation half{.kind = hr::recompute::full, .layers = 8};
static_assert(half.group == 1);
