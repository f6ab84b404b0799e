// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <headroom/model/sources.hpp>

// Meta's Llama and OPT models.
namespace headroom::models {

inline constexpr transformer llama2_7b{
    .name = "meta-llama/Llama-2-7b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 32'000,
    .hidden = 4'096,
    .layers = {{{.how_many = 32,
                 .attention = {.heads = 32, .kv_heads = 32, .head_size = 128},
                 .feed_forward = {.width = 11'008}}}},
};

inline constexpr transformer llama2_13b{
    .name = "meta-llama/Llama-2-13b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 32'000,
    .hidden = 5'120,
    .layers = {{{.how_many = 40,
                 .attention = {.heads = 40, .kv_heads = 40, .head_size = 128},
                 .feed_forward = {.width = 13'824}}}},
};

inline constexpr transformer llama2_70b{
    .name = "meta-llama/Llama-2-70b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 32'000,
    .hidden = 8'192,
    .layers = {{{.how_many = 80,
                 .attention = {.heads = 64, .kv_heads = 8, .head_size = 128},
                 .feed_forward = {.width = 28'672}}}},
};

inline constexpr transformer llama3_1_8b{
    .name = "meta-llama/Meta-Llama-3.1-8B",
    .from = &sources::model_configurations,
    .vocabulary = 128'256,
    .hidden = 4'096,
    .context = 131'072,
    .layers = {{{.how_many = 32,
                 .attention = {.heads = 32, .kv_heads = 8, .head_size = 128},
                 .feed_forward = {.width = 14'336}}}},
};

inline constexpr transformer llama3_1_70b{
    .name = "meta-llama/Meta-Llama-3.1-70B",
    .from = &sources::model_configurations,
    .vocabulary = 128'256,
    .hidden = 8'192,
    .context = 131'072,
    .layers = {{{.how_many = 80,
                 .attention = {.heads = 64, .kv_heads = 8, .head_size = 128},
                 .feed_forward = {.width = 28'672}}}},
};

inline constexpr transformer llama3_1_405b{
    .name = "meta-llama/Meta-Llama-3.1-405B",
    .from = &sources::model_configurations,
    .vocabulary = 128'256,
    .hidden = 16'384,
    .context = 131'072,
    .layers = {{{.how_many = 126,
                 .attention = {.heads = 128, .kv_heads = 8, .head_size = 128},
                 .feed_forward = {.width = 53'248}}}},
};

// Llama 4: every fourth layer sees all tokens, the others their chunk. Its norm of queries and keys has no weights.
inline constexpr transformer llama4_scout_17b_16e{
    .name = "meta-llama/Llama-4-Scout-17B-16E-Instruct",
    .from = &sources::model_configurations,
    .leaves_out = "the vision tower",
    .without_vision = true,
    .vocabulary = 202'048,
    .hidden = 5'120,
    .context = 10'485'760,
    .layers = {{{.letter = 'c',
                 .how_many = 36,
                 .attention = {.heads = 40, .kv_heads = 8, .head_size = 128, .chunk = 8'192},
                 .experts = {.routed = 16, .per_token = 1, .width = 8'192, .shared_width = 8'192}},
                {.letter = 'g',
                 .how_many = 12,
                 .attention = {.heads = 40, .kv_heads = 8, .head_size = 128},
                 .experts = {.routed = 16, .per_token = 1, .width = 8'192, .shared_width = 8'192}}}},
    .order = "cccg",
};

inline constexpr transformer llama4_maverick_17b_128e{
    .name = "meta-llama/Llama-4-Maverick-17B-128E-Instruct",
    .from = &sources::model_configurations,
    .leaves_out = "the vision tower",
    .without_vision = true,
    .vocabulary = 202'048,
    .hidden = 5'120,
    .context = 1'048'576,
    .layers = {{{.letter = 'd',
                 .how_many = 24,
                 .attention = {.heads = 40, .kv_heads = 8, .head_size = 128, .chunk = 8'192},
                 .feed_forward = {.width = 16'384}},
                {.letter = 'c',
                 .how_many = 12,
                 .attention = {.heads = 40, .kv_heads = 8, .head_size = 128, .chunk = 8'192},
                 .experts = {.routed = 128, .per_token = 1, .width = 8'192, .shared_width = 8'192}},
                {.letter = 'g',
                 .how_many = 12,
                 .attention = {.heads = 40, .kv_heads = 8, .head_size = 128},
                 .experts = {.routed = 128, .per_token = 1, .width = 8'192, .shared_width = 8'192}}}},
    .order = "dcdg",
};

inline constexpr transformer opt_175b{
    .name = "facebook/opt-175b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 50'272,
    .hidden = 12'288,
    .context = 2'048,
    // OPT's table of positions starts two rows late.
    .learned_positions = 2'050,
    .tied = true,
    .norm = norm_kind::layer,
    .layers = {{{.how_many = 96,
                 .attention =
                     {.heads = 96, .kv_heads = 96, .head_size = 128, .query_key_value_bias = true, .output_bias = true},
                 .feed_forward = {.width = 49'152, .gated = false, .bias = true}}}},
};

}  // namespace headroom::models
