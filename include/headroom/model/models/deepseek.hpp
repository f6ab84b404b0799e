// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/model/shape.hpp>
#include <headroom/model/sources.hpp>

// DeepSeek's models.
namespace headroom::models {

namespace detail {

inline constexpr attention deepseek_attention{.heads = 128,
                                              .head_size = 192,
                                              .value_head_size = 128,
                                              .query_rank = 1'536,
                                              .kv_rank = 512,
                                              .rotary_head_size = 64};

// Of V3.2: the same, over the tokens that an index picks.
inline constexpr attention deepseek_sparse_attention = [] {
  attention sparse = deepseek_attention;
  sparse.index = {.heads = 64, .head_size = 128, .most_tokens = 2'048};
  return sparse;
}();

inline constexpr experts deepseek_v3_experts{
    .routed = 256, .per_token = 8, .groups = 8, .groups_per_token = 4, .width = 2'048, .shared_width = 2'048, .score_correction = true};

}  // namespace detail

inline constexpr transformer deepseek_v2{
    .name = "deepseek-ai/DeepSeek-V2",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 102'400,
    .hidden = 5'120,
    .layers =
        {{{.letter = 'd', .how_many = 1, .attention = detail::deepseek_attention, .feed_forward = {.width = 12'288}},
          {.letter = 'e',
           .how_many = 59,
           .attention = detail::deepseek_attention,
           .experts = {.routed = 160, .per_token = 6, .groups = 8, .groups_per_token = 3, .width = 1'536, .shared_width = 3'072}}}},
};

inline constexpr transformer deepseek_v3{
    .name = "deepseek-ai/DeepSeek-V3",
    .from = &sources::model_configurations,
    .vocabulary = 129'280,
    .hidden = 7'168,
    .context = 163'840,
    .layers =
        {{{.letter = 'd', .how_many = 3, .attention = detail::deepseek_attention, .feed_forward = {.width = 18'432}},
          {.letter = 'e',
           .how_many = 58,
           .attention = detail::deepseek_attention,
           .experts = detail::deepseek_v3_experts}}},
    .predicts = {.modules = 1, .order = "e"},
};

// The shape of V3.
inline constexpr transformer deepseek_r1 = [] {
  transformer same = deepseek_v3;
  same.name = "deepseek-ai/DeepSeek-R1";
  return same;
}();

inline constexpr transformer deepseek_v3_2{
    .name = "deepseek-ai/DeepSeek-V3.2",
    .from = &sources::model_configurations,
    .vocabulary = 129'280,
    .hidden = 7'168,
    .context = 163'840,
    .layers = {{{.letter = 'd',
                 .how_many = 3,
                 .attention = detail::deepseek_sparse_attention,
                 .feed_forward = {.width = 18'432}},
                {.letter = 'e',
                 .how_many = 58,
                 .attention = detail::deepseek_sparse_attention,
                 .experts = detail::deepseek_v3_experts}}},
    .predicts = {.modules = 1, .order = "e"},
};

// V4 as far as it can be said.

namespace detail {

inline constexpr std::string_view deepseek_v4_missing =
    "compressed attention (compress_ratios), hyper-connections (hc_mult), a grouped output projection (o_groups) and "
    "layers routed by hash (num_hash_layers)";

}  // namespace detail

inline constexpr transformer deepseek_v4_flash{
    .name = "deepseek-ai/DeepSeek-V4-Flash",
    .from = &sources::model_configurations,
    .missing = detail::deepseek_v4_missing,
    .vocabulary = 129'280,
    .hidden = 4'096,
    .context = 1'048'576,
    .layers = {{{.how_many = 43,
                 .attention = {.heads = 64,
                               .kv_heads = 1,
                               .head_size = 512,
                               .query_rank = 1'024,
                               .rotary_head_size = 64,
                               .index = {.heads = 64, .head_size = 128, .most_tokens = 512}},
                 .experts = {.routed = 256, .per_token = 6, .width = 2'048, .shared_width = 2'048}}}},
};

inline constexpr transformer deepseek_v4_pro{
    .name = "deepseek-ai/DeepSeek-V4-Pro",
    .from = &sources::model_configurations,
    .missing = detail::deepseek_v4_missing,
    .vocabulary = 129'280,
    .hidden = 7'168,
    .context = 1'048'576,
    .layers = {{{.how_many = 61,
                 .attention = {.heads = 128,
                               .kv_heads = 1,
                               .head_size = 512,
                               .query_rank = 1'536,
                               .rotary_head_size = 64,
                               .index = {.heads = 64, .head_size = 128, .most_tokens = 1'024}},
                 .experts = {.routed = 384, .per_token = 6, .width = 3'072, .shared_width = 3'072}}}},
};

}  // namespace headroom::models
