// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/rank_cache.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_rank_cache_reference {  // hidden
constexpr hr::serving_job job{
    .model = hr::models::llama3_1_405b, .kv_cache = hr::fp8, .tensor_parallel = 8, .shared_prefix = 0.5};
constexpr const hr::layer& layer = job.model.layers[0];
// 1,000 tokens, of which 500 are shared: 31 whole pages of 16 once, 32 for the rest of each of ten sequences.
static_assert(hr::detail::tokens_on_rank(job, layer.attention, 10, 1'000) == 16 * (31 + 10 * 32));
// One head of keys and one of values a rank.
constexpr hr::serving_layer on_rank = hr::layers_on_rank(job).of_kind[0];
static_assert(hr::detail::cache_of_layer(job, layer.attention, on_rank, 10, 1'000) == 16 * (31 + 10 * 32) * 2 * 128);
}  // namespace inference_rank_cache_reference  // hidden
