// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <headroom/model/sources.hpp>

// Google's models.
namespace headroom::models {

inline constexpr transformer palm_540b{
    .name = "google/palm-540b",
    .from = &sources::general_knowledge_of_models,
    .basis = basis::general_knowledge,
    .vocabulary = 256'000,
    .hidden = 18'432,
    .tied = true,
    .norm = norm_kind::layer_without_bias,
    .one_norm_per_layer = true,
    .layers = {{{.how_many = 118,
                 .attention = {.heads = 48, .kv_heads = 1, .head_size = 256},
                 .feed_forward = {.width = 73'728}}}},
};

inline constexpr transformer gemma_4_26b_a4b{
    .name = "google/gemma-4-26B-A4B",
    .from = &sources::model_configurations,
    .missing = "the norms and scales of layers that have a dense network and experts side by side",
    .leaves_out = "the vision tower",
    .without_vision = true,
    .vocabulary = 262'144,
    .hidden = 2'816,
    .context = 262'144,
    .tied = true,
    .norms_per_part = 2,
    .layers = {{{.letter = 's',
                 .how_many = 25,
                 .attention =
                     {.heads = 16, .kv_heads = 8, .head_size = 256, .window = 1'024, .norm = query_key_norm::per_head},
                 .feed_forward = {.width = 2'112},
                 .experts = {.routed = 128, .per_token = 8, .width = 704}},
                {.letter = 'f',
                 .how_many = 5,
                 .attention = {.heads = 16,
                               .kv_heads = 2,
                               .head_size = 512,
                               .norm = query_key_norm::per_head,
                               .keys_are_values = true},
                 .feed_forward = {.width = 2'112},
                 .experts = {.routed = 128, .per_token = 8, .width = 704}}}},
    .order = "sssssf",
};

}  // namespace headroom::models
