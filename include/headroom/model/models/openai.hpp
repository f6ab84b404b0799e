// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <headroom/model/sources.hpp>

// OpenAI's GPT models.
namespace headroom::models {

inline constexpr transformer gpt3_175b{
    .name = "openai/gpt3-175b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 50'257,
    .hidden = 12'288,
    .context = 2'048,
    .learned_positions = 2'048,
    .tied = true,
    .norm = norm_kind::layer,
    .layers = {{{.how_many = 96,
                 .attention =
                     {.heads = 96, .kv_heads = 96, .head_size = 128, .query_key_value_bias = true, .output_bias = true},
                 .feed_forward = {.width = 49'152, .gated = false, .bias = true}}}},
};

inline constexpr transformer gpt_oss_20b{
    .name = "openai/gpt-oss-20b",
    .from = &sources::model_configurations,
    .vocabulary = 201'088,
    .hidden = 2'880,
    .context = 131'072,
    .layers = {{{.letter = 's',
                 .how_many = 12,
                 .attention = {.heads = 64,
                               .kv_heads = 8,
                               .head_size = 64,
                               .window = 128,
                               .query_key_value_bias = true,
                               .output_bias = true,
                               .sinks = true},
                 .experts = {.routed = 32, .per_token = 4, .width = 2'880, .bias = true, .router_bias = true}},
                {.letter = 'f',
                 .how_many = 12,
                 .attention = {.heads = 64,
                               .kv_heads = 8,
                               .head_size = 64,
                               .query_key_value_bias = true,
                               .output_bias = true,
                               .sinks = true},
                 .experts = {.routed = 32, .per_token = 4, .width = 2'880, .bias = true, .router_bias = true}}}},
    .order = "sf",
};

inline constexpr transformer gpt_oss_120b{
    .name = "openai/gpt-oss-120b",
    .from = &sources::model_configurations,
    .vocabulary = 201'088,
    .hidden = 2'880,
    .context = 131'072,
    .layers = {{{.letter = 's',
                 .how_many = 18,
                 .attention = {.heads = 64,
                               .kv_heads = 8,
                               .head_size = 64,
                               .window = 128,
                               .query_key_value_bias = true,
                               .output_bias = true,
                               .sinks = true},
                 .experts = {.routed = 128, .per_token = 4, .width = 2'880, .bias = true, .router_bias = true}},
                {.letter = 'f',
                 .how_many = 18,
                 .attention = {.heads = 64,
                               .kv_heads = 8,
                               .head_size = 64,
                               .query_key_value_bias = true,
                               .output_bias = true,
                               .sinks = true},
                 .experts = {.routed = 128, .per_token = 4, .width = 2'880, .bias = true, .router_bias = true}}}},
    .order = "sf",
};

}  // namespace headroom::models
