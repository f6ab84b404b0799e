// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <headroom/model/sources.hpp>

// Models of BigScience, EleutherAI, TII, xAI, Mistral, Moonshot, MiniMax, Xiaomi and Z.ai.
namespace headroom::models {

inline constexpr transformer bloom_176b{
    .name = "bigscience/bloom-176b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 250'880,
    .hidden = 14'336,
    .tied = true,
    .embedding_norm = true,
    .norm = norm_kind::layer,
    .layers =
        {{{.how_many = 70,
           .attention =
               {.heads = 112, .kv_heads = 112, .head_size = 128, .query_key_value_bias = true, .output_bias = true},
           .feed_forward = {.width = 57'344, .gated = false, .bias = true}}}},
};

inline constexpr transformer gpt_j_6b{
    .name = "EleutherAI/gpt-j-6b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 50'400,
    .hidden = 4'096,
    .head_bias = true,
    .norm = norm_kind::layer,
    .one_norm_per_layer = true,
    .layers = {{{.how_many = 28,
                 .attention = {.heads = 16, .kv_heads = 16, .head_size = 256},
                 .feed_forward = {.width = 16'384, .gated = false, .bias = true}}}},
};

inline constexpr transformer falcon_180b{
    .name = "tiiuae/falcon-180b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 65'024,
    .hidden = 14'848,
    .tied = true,
    .norm = norm_kind::layer,
    .layers = {{{.how_many = 80,
                 .attention = {.heads = 232, .kv_heads = 8, .head_size = 64},
                 .feed_forward = {.width = 59'392, .gated = false}}}},
};

inline constexpr transformer grok_1{
    .name = "xai/grok-1",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 131'072,
    .hidden = 6'144,
    .tied = true,
    .norms_per_part = 2,
    .layers = {{{.how_many = 64,
                 .attention = {.heads = 48, .kv_heads = 8, .head_size = 128},
                 .experts = {.routed = 8, .per_token = 2, .width = 32'768}}}},
};

inline constexpr transformer mistral_7b{
    .name = "mistralai/Mistral-7B",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 32'000,
    .hidden = 4'096,
    .layers = {{{.how_many = 32,
                 .attention = {.heads = 32, .kv_heads = 8, .head_size = 128, .window = 4'096},
                 .feed_forward = {.width = 14'336}}}},
};

inline constexpr transformer mixtral_8x7b{
    .name = "mistralai/Mixtral-8x7B-v0.1",
    .from = &sources::model_configurations,
    .vocabulary = 32'000,
    .hidden = 4'096,
    .context = 32'768,
    .layers = {{{.how_many = 32,
                 .attention = {.heads = 32, .kv_heads = 8, .head_size = 128},
                 .experts = {.routed = 8, .per_token = 2, .width = 14'336}}}},
};

inline constexpr transformer mixtral_8x22b{
    .name = "mistralai/Mixtral-8x22B-v0.1",
    .from = &sources::model_configurations,
    .vocabulary = 32'000,
    .hidden = 6'144,
    .context = 65'536,
    .layers = {{{.how_many = 56,
                 .attention = {.heads = 48, .kv_heads = 8, .head_size = 128},
                 .experts = {.routed = 8, .per_token = 2, .width = 16'384}}}},
};

inline constexpr transformer kimi_k2{
    .name = "moonshotai/Kimi-K2-Instruct",
    .from = &sources::model_configurations,
    .vocabulary = 163'840,
    .hidden = 7'168,
    .context = 131'072,
    .layers =
        {{{.letter = 'd',
           .how_many = 1,
           .attention = {.heads = 64,
                         .head_size = 192,
                         .value_head_size = 128,
                         .query_rank = 1'536,
                         .kv_rank = 512,
                         .rotary_head_size = 64},
           .feed_forward = {.width = 18'432}},
          {.letter = 'e',
           .how_many = 60,
           .attention = {.heads = 64,
                         .head_size = 192,
                         .value_head_size = 128,
                         .query_rank = 1'536,
                         .kv_rank = 512,
                         .rotary_head_size = 64},
           .experts =
               {.routed = 384, .per_token = 8, .width = 2'048, .shared_width = 2'048, .score_correction = true}}}},
};

inline constexpr transformer kimi_k2_5{
    .name = "moonshotai/Kimi-K2.5",
    .from = &sources::model_configurations,
    .leaves_out = "the vision tower",
    .without_vision = true,
    .vocabulary = 163'840,
    .hidden = 7'168,
    .context = 262'144,
    .layers =
        {{{.letter = 'd',
           .how_many = 1,
           .attention = {.heads = 64,
                         .head_size = 192,
                         .value_head_size = 128,
                         .query_rank = 1'536,
                         .kv_rank = 512,
                         .rotary_head_size = 64},
           .feed_forward = {.width = 18'432}},
          {.letter = 'e',
           .how_many = 60,
           .attention = {.heads = 64,
                         .head_size = 192,
                         .value_head_size = 128,
                         .query_rank = 1'536,
                         .kv_rank = 512,
                         .rotary_head_size = 64},
           .experts =
               {.routed = 384, .per_token = 8, .width = 2'048, .shared_width = 2'048, .score_correction = true}}}},
};

inline constexpr transformer minimax_m2_5{
    .name = "MiniMaxAI/MiniMax-M2.5",
    .from = &sources::model_configurations,
    .leaves_out = "three modules that predict further tokens",
    .vocabulary = 200'064,
    .hidden = 3'072,
    .context = 196'608,
    .layers = {{{.how_many = 62,
                 .attention = {.heads = 48, .kv_heads = 8, .head_size = 128, .norm = query_key_norm::per_layer},
                 .experts = {.routed = 256, .per_token = 8, .width = 1'536, .score_correction = true}}}},
};

inline constexpr transformer minimax_m3{
    .name = "MiniMaxAI/MiniMax-M3",
    .from = &sources::model_configurations,
    // No published count confirms that these fields are all.
    .basis = basis::general_knowledge,
    .leaves_out = "seven modules that predict further tokens, and what nested fields of the configuration may add",
    .vocabulary = 200'064,
    .hidden = 6'144,
    .context = 1'048'576,
    .layers =
        {{{.how_many = 3,
           .attention = {.heads = 64, .kv_heads = 4, .head_size = 128, .norm = query_key_norm::per_head},
           .feed_forward = {.width = 12'288}},
          {.how_many = 57,
           .attention = {.heads = 64, .kv_heads = 4, .head_size = 128, .norm = query_key_norm::per_head},
           .experts =
               {.routed = 128, .per_token = 4, .width = 3'072, .shared_width = 3'072, .score_correction = true}}}},
};

inline constexpr transformer mimo_v2_flash{
    .name = "XiaomiMiMo/MiMo-V2-Flash",
    .from = &sources::model_configurations,
    .leaves_out = "modules that predict further tokens",
    .vocabulary = 152'576,
    .hidden = 4'096,
    .context = 262'144,
    .layers =
        {{{.letter = 'd',
           .how_many = 1,
           .attention = {.heads = 64, .kv_heads = 4, .head_size = 192, .value_head_size = 128},
           .feed_forward = {.width = 16'384}},
          {.letter = 's',
           .how_many = 39,
           .attention =
               {.heads = 64, .kv_heads = 8, .head_size = 192, .value_head_size = 128, .window = 128, .sinks = true},
           .experts = {.routed = 256, .per_token = 8, .width = 2'048, .score_correction = true}},
          {.letter = 'f',
           .how_many = 8,
           .attention = {.heads = 64, .kv_heads = 4, .head_size = 192, .value_head_size = 128},
           .experts = {.routed = 256, .per_token = 8, .width = 2'048, .score_correction = true}}}},
    .order = "dssssfsssssfsssssfsssssfsssssfsssssfsssssfsssssf",
};

inline constexpr transformer glm_5{
    .name = "zai-org/GLM-5",
    .from = &sources::model_configurations,
    .vocabulary = 154'880,
    .hidden = 6'144,
    .context = 202'752,
    .layers =
        {{{.letter = 'd',
           .how_many = 3,
           .attention = {.heads = 64,
                         .head_size = 256,
                         .value_head_size = 256,
                         .query_rank = 2'048,
                         .kv_rank = 512,
                         .rotary_head_size = 64,
                         .index = {.heads = 32, .head_size = 128, .most_tokens = 2'048}},
           .feed_forward = {.width = 12'288}},
          {.letter = 'e',
           .how_many = 75,
           .attention = {.heads = 64,
                         .head_size = 256,
                         .value_head_size = 256,
                         .query_rank = 2'048,
                         .kv_rank = 512,
                         .rotary_head_size = 64,
                         .index = {.heads = 32, .head_size = 128, .most_tokens = 2'048}},
           .experts =
               {.routed = 256, .per_token = 8, .width = 2'048, .shared_width = 2'048, .score_correction = true}}}},
    .predicts = {.modules = 1, .order = "e"},
};

// The shape of GLM-5.
inline constexpr transformer glm_5_1 = [] {
  transformer same = glm_5;
  same.name = "zai-org/GLM-5.1";
  return same;
}();

inline constexpr transformer glm_5_2{
    .name = "zai-org/GLM-5.2",
    .from = &sources::model_configurations,
    .missing = "whether layers that share the index of another have an indexer of their own",
    .vocabulary = 154'880,
    .hidden = 6'144,
    .context = 1'048'576,
    .layers =
        {{{.letter = 'd',
           .how_many = 3,
           .attention = {.heads = 64,
                         .head_size = 256,
                         .value_head_size = 256,
                         .query_rank = 2'048,
                         .kv_rank = 512,
                         .rotary_head_size = 64,
                         .index = {.heads = 32, .head_size = 128, .most_tokens = 2'048}},
           .feed_forward = {.width = 12'288}},
          {.letter = 'e',
           .how_many = 18,
           .attention = {.heads = 64,
                         .head_size = 256,
                         .value_head_size = 256,
                         .query_rank = 2'048,
                         .kv_rank = 512,
                         .rotary_head_size = 64,
                         .index = {.heads = 32, .head_size = 128, .most_tokens = 2'048}},
           .experts = {.routed = 256, .per_token = 8, .width = 2'048, .shared_width = 2'048, .score_correction = true}},
          {.letter = 's',
           .how_many = 57,
           .attention = {.heads = 64,
                         .head_size = 256,
                         .value_head_size = 256,
                         .query_rank = 2'048,
                         .kv_rank = 512,
                         .rotary_head_size = 64,
                         .index = {.most_tokens = 2'048}},
           .experts =
               {.routed = 256, .per_token = 8, .width = 2'048, .shared_width = 2'048, .score_correction = true}}}},
    .order = "dddsssesssesssesssesssesssesssesssesssesssesssesssesssesssesssesssesssesssesss",
    .predicts = {.modules = 1, .order = "e"},
};

}  // namespace headroom::models
