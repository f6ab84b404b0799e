// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <headroom/model/sources.hpp>

// Alibaba's Qwen models.
namespace headroom::models {

inline constexpr transformer qwen3_0_6b{
    .name = "Qwen/Qwen3-0.6B",
    .from = &sources::model_configurations,
    .vocabulary = 151'936,
    .hidden = 1'024,
    .context = 40'960,
    .tied = true,
    .layers = {{{.how_many = 28,
                 .attention = {.heads = 16, .kv_heads = 8, .head_size = 128, .norm = query_key_norm::per_head},
                 .feed_forward = {.width = 3'072}}}},
};

inline constexpr transformer qwen3_1_7b{
    .name = "Qwen/Qwen3-1.7B",
    .from = &sources::model_configurations,
    .vocabulary = 151'936,
    .hidden = 2'048,
    .context = 40'960,
    .tied = true,
    .layers = {{{.how_many = 28,
                 .attention = {.heads = 16, .kv_heads = 8, .head_size = 128, .norm = query_key_norm::per_head},
                 .feed_forward = {.width = 6'144}}}},
};

inline constexpr transformer qwen3_8b{
    .name = "Qwen/Qwen3-8B",
    .from = &sources::model_configurations,
    .vocabulary = 151'936,
    .hidden = 4'096,
    .context = 40'960,
    .layers = {{{.how_many = 36,
                 .attention = {.heads = 32, .kv_heads = 8, .head_size = 128, .norm = query_key_norm::per_head},
                 .feed_forward = {.width = 12'288}}}},
};

inline constexpr transformer qwen3_32b{
    .name = "Qwen/Qwen3-32B",
    .from = &sources::model_configurations,
    .vocabulary = 151'936,
    .hidden = 5'120,
    .context = 40'960,
    .layers = {{{.how_many = 64,
                 .attention = {.heads = 64, .kv_heads = 8, .head_size = 128, .norm = query_key_norm::per_head},
                 .feed_forward = {.width = 25'600}}}},
};

inline constexpr transformer qwen3_30b_a3b{
    .name = "Qwen/Qwen3-30B-A3B",
    .from = &sources::model_configurations,
    .vocabulary = 151'936,
    .hidden = 2'048,
    .context = 40'960,
    .layers = {{{.how_many = 48,
                 .attention = {.heads = 32, .kv_heads = 4, .head_size = 128, .norm = query_key_norm::per_head},
                 .experts = {.routed = 128, .per_token = 8, .width = 768}}}},
};

inline constexpr transformer qwen3_235b_a22b{
    .name = "Qwen/Qwen3-235B-A22B",
    .from = &sources::model_configurations,
    .vocabulary = 151'936,
    .hidden = 4'096,
    .context = 40'960,
    .layers = {{{.how_many = 94,
                 .attention = {.heads = 64, .kv_heads = 4, .head_size = 128, .norm = query_key_norm::per_head},
                 .experts = {.routed = 128, .per_token = 8, .width = 1'536}}}},
};

inline constexpr transformer qwen3_coder_480b_a35b{
    .name = "Qwen/Qwen3-Coder-480B-A35B-Instruct",
    .from = &sources::model_configurations,
    .vocabulary = 151'936,
    .hidden = 6'144,
    .context = 262'144,
    .layers = {{{.how_many = 62,
                 .attention = {.heads = 96, .kv_heads = 8, .head_size = 128, .norm = query_key_norm::per_head},
                 .experts = {.routed = 160, .per_token = 8, .width = 2'560}}}},
};

inline constexpr transformer qwen3_5_397b_a17b{
    .name = "Qwen/Qwen3.5-397B-A17B",
    .from = &sources::model_configurations,
    .leaves_out = "the vision tower",
    .without_vision = true,
    .vocabulary = 248'320,
    .hidden = 4'096,
    .context = 262'144,
    .layers =
        {{{.letter = 'l',
           .how_many = 45,
           .linear_attention =
               {.key_heads = 16, .value_heads = 64, .key_head_size = 128, .value_head_size = 128, .kernel = 4},
           .experts = {.routed = 512, .per_token = 10, .width = 1'024, .shared_width = 1'024, .shared_gate = true}},
          {.letter = 'a',
           .how_many = 15,
           .attention =
               {.heads = 32, .kv_heads = 2, .head_size = 256, .norm = query_key_norm::per_head, .output_gate = true},
           .experts = {.routed = 512, .per_token = 10, .width = 1'024, .shared_width = 1'024, .shared_gate = true}}}},
    .order = "llla",
    .predicts = {.modules = 1, .order = "a"},
};

}  // namespace headroom::models
