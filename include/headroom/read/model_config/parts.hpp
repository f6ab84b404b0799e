// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <headroom/model/shape.hpp>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <headroom/read/model_config/fields.hpp>
#include <headroom/read/model_config/layers.hpp>

// What several architectures have in common.
namespace headroom::read::configs {

// The vocabulary, the hidden size and max_position_embeddings. Needs the others too, which most architectures call so.
void read_sizes(const fields& c, transformer& into,
                std::initializer_list<std::string_view> needed = {"num_hidden_layers", "num_attention_heads"});

// Heads of queries, keys and values. Where head_dim is not there: that size, or hidden_size / num_attention_heads.
attention read_heads(const fields& c, count head_size = 0);

// The sizes, and a layer of heads and a gated network of intermediate_size, as most dense models have it.
layer read_dense_layer(const fields& c, transformer& into, count head_size = 0);

// hidden / heads, of a field that says how many heads. Fails where they do not divide.
count divided_among_heads(const fields& c, count hidden, std::string_view heads_field);

// Routed experts, by the fields that say how many there are, how many a token has and how wide each is; and shared ones of
// the same width, where a field says how many.
experts read_experts(const fields& c, std::string_view routed, std::string_view per_token, std::string_view width,
                     std::string_view shared = {});

// Node-limited routing: groups of experts, and of them those that a token's lie in. All of them limit nothing, and neither does one.
void read_groups(const fields& c, experts& into, std::string_view groups = "n_group", std::string_view per_token = "topk_group");

// attention_bias: of all four projections, or of queries, keys and values.
void read_biases(const fields& c, attention& into, bool otherwise = false);

// How many of the layers from the first on are dense (first_k_dense_replace), and which of the rest have experts
// (moe_layer_freq: every so many, or a list of 0 and 1).
std::vector<bool> layers_with_experts(const fields& c, count layers);

// sliding_window; null is none, and where it is not there it is what the architecture has.
count window_of(const fields& c, count otherwise);

// Layers that read the keys and values of layers before them (use_cla) are not counted.
void refuse_shared_caches(const fields& c, transformer& into);

// Whether a list such as moe_layers names each place: none where it is not there.
std::vector<bool> places_in(const fields& c, std::string_view name, count layers);

// mlp_only_layers and decoder_sparse_step, as Qwen has them.
std::vector<bool> qwen_layers_with_experts(const fields& c, count layers);

// layer_types, each the word (true) or another (false); where it is not there, what the function gives for each place.
// Fails for a third word.
template <class Otherwise>
std::vector<bool> layers_called(const fields& c, count layers, std::string_view word, Otherwise otherwise,
                                std::string_view another = "full_attention");
bool is_called(const fields& c, const tree& at, std::string_view word, std::string_view another);

// Puts layers that are all alike.
void put_alike(const fields& c, transformer& into, const layer& each);

// Puts layers that are alike but for a window, which some have.
void put_with_window(const fields& c, transformer& into, const layer& each, const std::vector<bool>& have_window, count window);

// Puts layers of experts at the places that have them, and dense ones, whose width is under that key, at the others.
layer_list put_with_experts(const fields& c, transformer& into, const std::vector<bool>& has_experts, const attention& a,
                            const experts& e, std::string_view dense_width = "intermediate_size");

// Modules that predict further tokens, each with one layer like that; named as left out where no layer is like it.
void predict_with(transformer& into, const layer_list& layers, count modules, const layer& like);

// ----

template <class Otherwise>
std::vector<bool> layers_called(const fields& c, count layers, std::string_view word, Otherwise otherwise,
                                std::string_view another) {
  const std::vector<const tree*> types = c.list("layer_types", layers);
  std::vector<bool> all;
  for (count place = 0; place < layers; ++place)
    all.push_back(types.empty() ? otherwise(place)
                                : is_called(c, *types[static_cast<std::size_t>(place)], word, another));
  return all;
}

}  // namespace headroom::read::configs
