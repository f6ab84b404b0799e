// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <headroom/model/sources.hpp>

// NVIDIA's Nemotron models.
namespace headroom::models {

inline constexpr transformer nemotron4_340b{
    .name = "nvidia/nemotron4-340b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 256'000,
    .hidden = 18'432,
    .norm = norm_kind::layer,
    .layers = {{{.how_many = 96,
                 .attention = {.heads = 96, .kv_heads = 8, .head_size = 192},
                 .feed_forward = {.width = 73'728, .gated = false}}}},
};

// Layers of one part each: M Mamba-2, * attention, - feed-forward, E experts.
inline constexpr transformer nemotron_h_56b{
    .name = "nvidia/Nemotron-H-56B-Base-8K",
    .from = &sources::model_configurations,
    .vocabulary = 131'072,
    .hidden = 8'192,
    .context = 8'192,
    .layers = {{{.letter = 'M',
                 .how_many = 54,
                 .state_space = {.heads = 256, .head_size = 64, .groups = 8, .state_size = 256, .kernel = 4}},
                {.letter = '-', .how_many = 54, .feed_forward = {.width = 32'768, .gated = false}},
                {.letter = '*', .how_many = 10, .attention = {.heads = 64, .kv_heads = 8, .head_size = 128}}}},
    .order =
        "M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-"
        "M-M-M-M-",
};

inline constexpr transformer llama3_3_nemotron_super_49b_v1{
    .name = "nvidia/Llama-3_3-Nemotron-Super-49B-v1",
    .from = &sources::model_configurations,
    .missing = "block_configs: heads of keys and values and width of the feed-forward network, layer by layer",
    .vocabulary = 128'256,
    .hidden = 8'192,
    .context = 131'072,
    .layers = {{{.how_many = 80, .attention = {.heads = 64, .head_size = 128}}}},
};

inline constexpr transformer nemotron_3_nano_30b_a3b{
    .name = "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
    .from = &sources::model_configurations,
    .vocabulary = 131'072,
    .hidden = 2'688,
    .context = 262'144,
    .layers = {{{.letter = 'M',
                 .how_many = 23,
                 .state_space = {.heads = 64, .head_size = 64, .groups = 8, .state_size = 128, .kernel = 4}},
                {.letter = 'E',
                 .how_many = 23,
                 .experts = {.routed = 128,
                             .per_token = 6,
                             .width = 1'856,
                             .shared_width = 3'712,
                             .gated = false,
                             .score_correction = true}},
                {.letter = '*', .how_many = 6, .attention = {.heads = 32, .kv_heads = 2, .head_size = 128}}}},
    .order = "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME",
};

inline constexpr transformer nemotron_3_super_120b_a12b{
    .name = "nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-FP8",
    .from = &sources::model_configurations,
    .leaves_out = "a module that predicts a further token",
    .vocabulary = 131'072,
    .hidden = 4'096,
    .context = 262'144,
    .layers = {{{.letter = 'M',
                 .how_many = 40,
                 .state_space = {.heads = 128, .head_size = 64, .groups = 8, .state_size = 128, .kernel = 4}},
                {.letter = 'E',
                 .how_many = 40,
                 .experts = {.routed = 512,
                             .per_token = 22,
                             .width = 2'688,
                             .shared_width = 5'376,
                             .latent = 1'024,
                             .gated = false,
                             .score_correction = true}},
                {.letter = '*', .how_many = 8, .attention = {.heads = 32, .kv_heads = 2, .head_size = 128}}}},
    .order = "MEMEMEM*EMEMEMEM*EMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEM*EMEMEMEME",
};

inline constexpr transformer nemotron_3_ultra_550b_a55b{
    .name = "nvidia/NVIDIA-Nemotron-3-Ultra-550B-A55B-BF16",
    .from = &sources::model_configurations,
    .leaves_out = "a module that predicts a further token",
    .vocabulary = 131'072,
    .hidden = 8'192,
    .context = 262'144,
    .layers = {{{.letter = 'M',
                 .how_many = 48,
                 .state_space = {.heads = 256, .head_size = 64, .groups = 8, .state_size = 128, .kernel = 4}},
                {.letter = 'E',
                 .how_many = 48,
                 .experts = {.routed = 512,
                             .per_token = 22,
                             .width = 5'120,
                             .shared_width = 10'240,
                             .latent = 2'048,
                             .gated = false,
                             .score_correction = true}},
                {.letter = '*', .how_many = 12, .attention = {.heads = 64, .kv_heads = 2, .head_size = 128}}}},
    .order =
        "MEMEMEM*EMEMEM*EMEMEMEM*EMEMEMEM*EMEMEM*EMEMEMEM*EMEMEMEM*EMEMEM*EMEMEMEM*EMEMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME",
};

}  // namespace headroom::models
