// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/model/shape.hpp>

namespace headroom {

namespace detail {

constexpr bool all_counts(std::initializer_list<count> numbers) {
  count bits = 0;
  for (const count n : numbers) bits |= n;
  if (is_count(bits)) return true;  // then each is; else one may be
  for (const count n : numbers)
    if (!is_count(n)) return false;
  return true;
}

constexpr std::string_view missing_of(const attention& a) {
  if (!all_counts({a.heads, a.kv_heads, a.head_size, a.value_head_size, a.query_rank, a.kv_rank, a.rotary_head_size,
                   a.window, a.chunk, a.gates, a.index.heads, a.index.head_size, a.index.most_tokens}))
    return "a number of the attention is outside 0 to 2^40";
  if (a.heads == 0) return {};
  if (a.head_size == 0) return "the size of an attention head";
  if (a.is_latent() && a.rotary_head_size > a.head_size) return "a rotary part no larger than its head";
  if (a.is_latent()) return {};
  if (a.kv_heads == 0) return "the number of heads of keys and values";
  return a.heads % a.kv_heads != 0 ? "heads that divide among those of keys and values" : std::string_view{};
}

constexpr std::string_view missing_of_groups(const experts& e) {
  if (e.groups == 0 && e.groups_per_token == 0) return {};
  if (e.groups < 1 || e.routed % e.groups != 0) return "groups that divide the routed experts";
  if (e.groups_per_token < 1 || e.groups_per_token > e.groups) return "how many groups of experts a token's lie in";
  return e.per_token > multiply(e.routed / e.groups, e.groups_per_token) ? "as many experts in a token's groups as it has" : std::string_view{};
}

constexpr std::string_view missing_of(const layer& l) {
  if (const auto words = missing_of(l.attention); !words.empty()) return words;
  const headroom::state_space& s = l.state_space;
  const headroom::linear_attention& a = l.linear_attention;
  const headroom::short_convolution& c = l.short_convolution;
  const headroom::gated_recurrence& r = l.gated_recurrence;
  const headroom::experts& e = l.experts;
  if (!all_counts({l.how_many, s.heads, s.head_size, s.groups, s.state_size, s.kernel, s.time_step_rank, a.key_heads,
                   a.value_heads, a.key_head_size, a.value_head_size, a.kernel, a.rank, c.width, c.kernel, r.width, r.blocks, r.kernel, l.feed_forward.width, e.routed, e.passing, e.per_token, e.groups, e.groups_per_token, e.width, e.shared_width,
                   e.latent}))
    return "a number of a layer is outside 0 to 2^40";
  if (s.heads > 0 && (s.head_size == 0 || s.groups == 0 || s.state_size == 0 || s.kernel == 0))
    return "a number of the state-space model";
  if (a.value_heads > 0 && (a.key_heads == 0 || a.key_head_size == 0 || a.value_head_size == 0))
    return "a number of the linear attention";
  if (c.width > 0 && c.kernel == 0) return "the kernel of a short convolution";
  if (r.width > 0 && (r.blocks == 0 || r.kernel == 0 || r.width % r.blocks != 0))
    return "blocks that divide a gated recurrence, or its kernel";
  if (e.routed > 0 && (e.per_token == 0 || e.width == 0)) return "the width of an expert, or how many a token has";
  if (e.per_token > e.routed) return "as many experts as a token has";
  if (const auto words = missing_of_groups(e); !words.empty()) return words;
  return l.mixes_tokens() || l.has_feed_forward() ? std::string_view{} : "a part in every layer";
}

constexpr bool in_order(const transformer& of) {
  if (of.order.empty()) return true;
  const count length = static_cast<count>(of.order.size());
  const count layers = of.layer_count();
  int in_all[256]{};
  for (const char letter : of.order) ++in_all[static_cast<unsigned char>(letter)];
  const std::string_view rest = of.order.substr(0, static_cast<std::size_t>(layers % length));
  count sum = 0;
  for (const layer& each : of.layers) {
    if (each.how_many == 0) continue;
    int& here = in_all[static_cast<unsigned char>(each.letter)];
    count in_rest = 0;
    for (const char letter : rest) in_rest += letter == each.letter;
    if (add(multiply(here, layers / length), in_rest) != each.how_many) return false;
    sum += here;
    here = 0;  // a second kind of that letter has none
  }
  return sum == length;  // no letter without a kind
}

}  // namespace detail

// What a shape lacks to be counted, in words: its own `missing`, or the first field that is not there or contradicts
// another. Empty: nothing.
constexpr std::string_view missing(const transformer& of) {
  if (!of.missing.empty()) return of.missing;
  if (!detail::all_counts({of.vocabulary, of.hidden, of.context, of.learned_positions, of.more_tokens, of.embedding_width, of.norms_per_part, of.vision,
                           of.per_layer.width, of.per_layer.vocabulary, of.hidden_states, of.residual_rank, of.predicts.modules}))
    return "a number of the model is outside 0 to 2^40";
  if (of.vocabulary == 0) return "the size of the vocabulary";
  if (of.hidden == 0) return "the hidden size";
  if (of.per_layer.width > 0 && of.per_layer.vocabulary == 0) return "the vocabulary of the embeddings of each layer";
  if (of.hidden_states == 0) return "a hidden state";
  if (of.layer_count() == 0) return "the layers";
  if (!is_count(of.layer_count())) return "a number of layers up to 2^40";
  for (const layer& each : of.layers)
    if (each.how_many != 0)
      if (const auto words = detail::missing_of(each); !words.empty()) return words;
  if (!detail::in_order(of)) return "an order with as many layers of each kind as there are";
  if (of.predicts.modules > 0 && of.predicts.order.empty()) return "the layers that predict further tokens";
  for (const char letter : of.predicts.order)
    if (of.place_of(letter) == max_layer_kinds) return "the kind of a layer that predicts further tokens";
  return {};
}

// Not constexpr: reaching one of these in a constant expression is the error message. At run time they do nothing, and
// the answer is unknown.
inline void the_model_has_a_part_that_cannot_be_counted() {}
inline void a_count_of_the_model_is_beyond_its_type() {}

namespace detail {

// Whether something is missing, which no constant expression may come to.
constexpr bool is_refused(std::string_view why) {
  if (why.empty()) return false;
  the_model_has_a_part_that_cannot_be_counted();
  return true;
}

// What is computed of a shape stands as well as the shape. `valid`: no count is beyond its type.
template <class T>
constexpr figure<T> of_model(const transformer& of, const T& value, bool valid = true) {
  figure<T> known(value);  // returned in place, by all ways out: it may be large
  if (!valid) {
    a_count_of_the_model_is_beyond_its_type();
    known = figure<T>(unknown).noted("a count is beyond its type");
    return known;
  }
  known.basis = of.basis;
  known.from = of.from;
  known.note = of.leaves_out;
  return known;
}

// Unknown, with the reason as its note.
template <class T>
constexpr figure<T> not_of_model(std::string_view why) {
  return figure<T>(unknown).noted(why);
}

}  // namespace detail

}  // namespace headroom
