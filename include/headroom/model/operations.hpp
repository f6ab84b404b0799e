// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/units.hpp>

namespace headroom {

// Whether a token attends to those before it and itself, or to all.
enum class attention_mask { causal, full };

// Tokens that the n-th token of a sequence attends to, itself among them.
constexpr count tokens_attended(const attention& a, count n) {
  if (a.chunk > 0) n = (n - 1) % a.chunk + 1;
  if (a.window > 0 && n > a.window) n = a.window;
  return a.index.most_tokens > 0 && n > a.index.most_tokens ? a.index.most_tokens : n;
}

namespace detail {

// Mean over tokens 1 to length of min(n, most), in closed form.
constexpr double mean_up_to(double most, double length) {
  return length <= most ? (length + 1) / 2 : (most * (most + 1) / 2 + (length - most) * most) / length;
}

constexpr double smaller(double a, double b) { return a < b ? a : b; }

}  // namespace detail

// The mean of that over a sequence. Under a full mask a token attends to the whole sequence, window or chunk.
constexpr double mean_tokens_attended(const attention& a, count length, attention_mask mask = attention_mask::causal) {
  if (length <= 0) return 0;
  const auto all = static_cast<double>(length);
  double most = all;
  if (a.window > 0) most = detail::smaller(most, static_cast<double>(a.window));
  if (a.index.most_tokens > 0) most = detail::smaller(most, static_cast<double>(a.index.most_tokens));
  if (a.chunk <= 0 || a.chunk >= length) return mask == attention_mask::full ? most : detail::mean_up_to(most, all);
  const auto chunk = static_cast<double>(a.chunk);
  most = detail::smaller(most, chunk);
  const count whole = length / a.chunk * a.chunk;
  const auto rest = static_cast<double>(length - whole);
  const double last = mask == attention_mask::full ? detail::smaller(most, rest) : detail::mean_up_to(most, rest);
  const double each = mask == attention_mask::full ? most : detail::mean_up_to(most, chunk);
  return (static_cast<double>(whole) * each + rest * last) / all;
}

// Operations of one token, by what does them. A multiplication and an addition are two.
struct operation_parts {
  operation_count matrices{};    // of the layers
  operation_count attention{};   // scores and sums of values; scores of an index
  operation_count recurrence{};  // states and convolutions of Mamba and of linear attention
  operation_count head{};

  constexpr operation_count total() const { return sum(sum(matrices, attention), sum(recurrence, head)); }
  constexpr operation_parts times(double n) const {
    return {scaled(matrices, n), scaled(attention, n), scaled(recurrence, n), scaled(head, n)};
  }
};

// How a token's operations are counted.
struct operation_terms {
  attention_mask mask = attention_mask::causal;
  bool with_predicting = false;  // the modules that predict further tokens, too, each with the head
};

namespace detail {

// Of one attended token.
constexpr double operations_per_pair(const attention& a) {
  return 2.0 * static_cast<double>(a.heads) * static_cast<double>(add(a.head_size, a.value_size()));
}
// The same with keys and values left in the latent, as engines decode: scores and sums over the latent itself.
constexpr double operations_per_latent_pair(const attention& a) {
  return 2.0 * static_cast<double>(a.heads) * static_cast<double>(add(multiply(2, a.kv_rank), a.rotary_head_size));
}
constexpr double index_operations_per_pair(const attention& a) {
  return 2.0 * static_cast<double>(a.index.heads) * static_cast<double>(a.index.head_size);
}

// A state entry is decayed, gets the product of input and step (3 operations) and is read (2); of the delta rule it is
// read once more before (2).
constexpr double recurrence(const layer& l) {
  const state_space& s = l.state_space;
  const linear_attention& a = l.linear_attention;
  const double convolved =
      2.0 * static_cast<double>(add(add(multiply(l.short_convolution.width, l.short_convolution.kernel),
                                        multiply(l.gated_recurrence.width, l.gated_recurrence.kernel)),
                                    add(multiply(s.convolved(), s.kernel), multiply(a.convolved(), a.kernel))));
  const double mamba =
      5.0 * static_cast<double>(multiply(s.inner(), s.state_size)) + 2.0 * static_cast<double>(s.inner());
  const double reads = a.decay == state_decay::fixed ? 5.0 : 7.0;
  const double gated = 5.0 * static_cast<double>(l.gated_recurrence.width);
  return convolved + mamba + gated + reads * static_cast<double>(multiply(a.values(), a.key_head_size));
}

// Sums f(layer) over a model's layers, and those that predict further tokens where asked.
template <class F>
constexpr double sum_over_layers(const transformer& of, bool with_predicting, F f) {
  double sum = 0;
  for (const layer& each : of.layers)
    if (each.how_many > 0) sum += static_cast<double>(each.how_many) * f(each);
  if (with_predicting)
    for (const char letter : of.predicts.order)
      if (const std::size_t place = of.place_of(letter); place < max_layer_kinds)
        sum += static_cast<double>(of.predicts.modules) * f(of.layers[place]);
  return sum;
}

// Parameters that one token is multiplied with, of the layers and of the head.
struct products {
  count layers = 0;
  count routers = 0;  // among those of the layers
  count head = 0;
};

constexpr products products_of(const transformer& of, bool with_predicting) {
  products sum;
  for_each_weight(of, [&](const weight& w) {
    if (w.predicts && !with_predicting) return;
    const count all = multiply(w.size(), w.products);
    count& part = w.part == weight_part::head ? sum.head : sum.layers;
    part = add(part, all);
    if (w.part == weight_part::router) sum.routers = add(sum.routers, all);
  });
  if (with_predicting) sum.head = multiply(sum.head, add(1, of.predicts.modules));
  return sum;
}

template <class Attention>
constexpr figure<operation_parts> operations_of(const transformer& of, bool with_predicting, Attention attention_of) {
  if (const auto why = missing(of); detail::is_refused(why)) return not_of_model<operation_parts>(why);
  const products all = products_of(of, with_predicting);
  return of_model(of,
                  operation_parts{.matrices = operations_done(2 * static_cast<double>(all.layers)),
                                  .attention = operations_done(sum_over_layers(of, with_predicting, attention_of)),
                                  .recurrence = operations_done(sum_over_layers(of, with_predicting, recurrence)),
                                  .head = operations_done(2 * static_cast<double>(all.head))},
                  all.layers != too_many && all.head != too_many);
}

}  // namespace detail

// The mean over the tokens of a sequence of that length, all of it at once: a training step's forward pass, or a
// prefill.
constexpr figure<operation_parts> forward_operations(const transformer& of, count length,
                                                     const operation_terms& terms = {}) {
  return detail::operations_of(of, terms.with_predicting, [&](const layer& l) {
    const double read =
        mean_tokens_attended(l.attention, length, terms.mask) * detail::operations_per_pair(l.attention);
    return read + mean_tokens_attended({}, length, terms.mask) * detail::index_operations_per_pair(l.attention);
  });
}

// Twice the forward pass: a gradient of the input and one of the weight, or of the other factor.
constexpr figure<operation_parts> backward_operations(const transformer& of, count length,
                                                      const operation_terms& terms = {}) {
  const figure<operation_parts> forward = forward_operations(of, length, terms);
  return forward.with(forward.value_or({}).times(2));
}

// Forward and backward.
constexpr figure<operation_parts> training_operations(const transformer& of, count length,
                                                      const operation_terms& terms = {}) {
  const figure<operation_parts> forward = forward_operations(of, length, terms);
  return forward.with(forward.value_or({}).times(3));
}

// Of one more token where the sequence then has `length`: a step of decoding. MLA attends over the latent.
constexpr figure<operation_parts> decode_operations(const transformer& of, count length) {
  return detail::operations_of(of, false, [&](const layer& l) {
    const attention& a = l.attention;
    const double pair = a.is_latent() ? detail::operations_per_latent_pair(a) : detail::operations_per_pair(a);
    return length <= 0 ? 0.0
                       : static_cast<double>(tokens_attended(a, length)) * pair +
                             static_cast<double>(length) * detail::index_operations_per_pair(a);
  });
}

}  // namespace headroom
