// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_load.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_serving_load_reference {  // hidden
// Llama 3.1 70B in FP8 over four GPUs: what a rank reads in a step whatever its tokens, and what tensor ranks add up.
constexpr hr::serving_load load = hr::serving_load_of(
    {.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 2'048});
static_assert(load.networks.weights == 80 * 3.0 * 8'192 * 28'672 / 4);
static_assert(load.all_reduces == 160);
}  // namespace inference_serving_load_reference  // hidden
