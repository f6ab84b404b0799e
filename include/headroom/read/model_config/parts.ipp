// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config/parts.hpp>


#include <algorithm>

#include <headroom/read/own/reader.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read::configs {

void read_sizes(const fields& c, transformer& into, std::initializer_list<std::string_view> needed) {
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("hidden_size");
  c.need(needed);
  into.context = c.number("max_position_embeddings", 0);
}

count divided_among_heads(const fields& c, count hidden, std::string_view heads_field) {
  const count heads = c.number(heads_field);
  if (hidden % heads != 0)
    c.fail(heads_field.substr(0, heads_field.find('|')),
           concat(heads, " heads do not divide a hidden size of ", hidden, ": expected head_dim"));
  return hidden / heads;
}

attention read_heads(const fields& c, count head_size) {
  attention a{.heads = c.number("num_attention_heads")};
  a.kv_heads = c.number("num_key_value_heads", a.heads);
  a.head_size = c.number("head_dim", head_size);
  if (a.head_size == 0) a.head_size = divided_among_heads(c, c.number("hidden_size"), "num_attention_heads");
  return a;
}

layer read_dense_layer(const fields& c, transformer& into, count head_size) {
  read_sizes(c, into);
  return {.attention = read_heads(c, head_size), .feed_forward = {.width = c.number("intermediate_size")}};
}

experts read_experts(const fields& c, std::string_view routed, std::string_view per_token, std::string_view width,
                     std::string_view shared) {
  experts e{.routed = c.number(routed), .per_token = c.number(per_token), .width = c.number(width)};
  if (!shared.empty()) e.shared_width = multiply(c.number(shared, 0), e.width);
  return e;
}

void read_groups(const fields& c, experts& into, std::string_view groups, std::string_view per_token) {
  const count all = c.number(groups, 0);
  const count chosen = c.number(per_token, all);
  if (chosen == all) return;
  into.groups = all;
  into.groups_per_token = chosen;
}

void read_biases(const fields& c, attention& into, bool otherwise) {
  into.query_key_value_bias = c.is("attention_bias", otherwise);
  into.output_bias = into.query_key_value_bias;
}

count window_of(const fields& c, count otherwise) {
  return c.number("sliding_window", c.mentions("sliding_window") ? 0 : otherwise);
}

void refuse_shared_caches(const fields& c, transformer& into) {
  if (c.is("use_cla", false)) into.missing = "layers that share the keys and values of others (use_cla)";
}

std::vector<bool> layers_with_experts(const fields& c, count layers) {
  const count dense = c.number("first_k_dense_replace", 0);
  const tree* frequency = c.find("moe_layer_freq");
  if (frequency != nullptr && frequency->is_list()) return c.flags("moe_layer_freq", layers);
  const count every = c.number("moe_layer_freq", 1);
  std::vector<bool> all;
  for (count place = 0; place < layers; ++place) all.push_back(place >= dense && every > 0 && place % every == 0);
  return all;
}

std::vector<bool> places_in(const fields& c, std::string_view name, count layers) {
  std::vector<bool> all(static_cast<std::size_t>(layers), false);
  const tree* found = c.find(name);
  if (found == nullptr) return all;
  if (!found->is_list()) c.fail(*found, concat(description_of(*found), ": expected a list"));
  for (const tree* each : found->items) {
    const bool is_place = each->is_number() && each->number() >= 0 && each->number() < static_cast<double>(layers);
    if (!is_place) c.fail(*each, concat(description_of(*each), ": expected the place of a layer"));
    all[static_cast<std::size_t>(each->number())] = true;
  }
  return all;
}

std::vector<bool> qwen_layers_with_experts(const fields& c, count layers) {
  const count step = c.number("decoder_sparse_step", 1);
  const std::vector<bool> is_dense = places_in(c, "mlp_only_layers", layers);
  std::vector<bool> all;
  for (count place = 0; place < layers; ++place)
    all.push_back(step > 0 && (place + 1) % step == 0 && !is_dense[static_cast<std::size_t>(place)]);
  return all;
}

bool is_called(const fields& c, const tree& at, std::string_view word, std::string_view another) {
  if (at.is_string() && (at.text == word || at.text == another)) return at.text == word;
  c.fail(at, concat(description_of(at), ": expected \"", word, "\" or \"", another, "\""));
}

void put_alike(const fields& c, transformer& into, const layer& each) {
  put_layers(c, into, layer_number(c), [&](count) { return each; });
}

void put_with_window(const fields& c, transformer& into, const layer& each, const std::vector<bool>& have_window, count window) {
  put_layers(c, into, static_cast<count>(have_window.size()), [&](count place) {
    layer one = each;
    if (have_window[static_cast<std::size_t>(place)]) one.attention.window = window;
    return one;
  });
}

layer_list put_with_experts(const fields& c, transformer& into, const std::vector<bool>& has_experts, const attention& a,
                            const experts& e, std::string_view dense_width) {
  return put_layers(c, into, static_cast<count>(has_experts.size()), [&](count place) {
    layer one{.attention = a};
    if (has_experts[static_cast<std::size_t>(place)])
      one.experts = e;
    else
      one.feed_forward.width = c.number(dense_width);
    return one;
  });
}

void predict_with(transformer& into, const layer_list& layers, count modules, const layer& like) {
  if (modules == 0) return;
  const std::string_view letter = layers.letter_of(like);
  if (letter.empty())
    into.leaves_out = "modules that predict further tokens";
  else
    into.predicts = {.modules = modules, .order = letter};
}

}  // namespace headroom::read::configs
