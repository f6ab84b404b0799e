// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/rank_layers.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_rank_layers_reference {  // hidden
constexpr hr::serving_layers of(hr::count tensor) {
  return hr::layers_on_rank(
      hr::serving_job{.model = hr::models::llama3_1_405b, .weights = hr::fp8, .tensor_parallel = tensor});
}
// A layer's matrices are shared out, its norms are not.
static_assert(of(1).of_kind[0].weights == 3'187'671'040.0 + 2 * 32'768);
static_assert(of(8).of_kind[0].weights == 3'187'671'040.0 / 8 + 2 * 32'768);
static_assert(of(8).first == 2 * 128'256.0 * 16'384 / 8);
// One head of keys and one of values, of 128 numbers in 16 bits.
static_assert(of(8).of_kind[0].token_bits == 2 * 128 * 16);
}  // namespace inference_rank_layers_reference  // hidden
