// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/operations.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/units.hpp>

// Operations that training does for each token, as each publication counts them: a utilisation (MFU, HFU) is always of
// one of these. Each is for the mean token of a sequence of that length.
namespace headroom {

// Not constexpr: reaching it in a constant expression is the error message. At run time the answer is unknown.
inline void this_convention_counts_the_layers_of_gpt_only() {}

namespace detail {

// The formulas over layers, hidden size, sequence and vocabulary hold for GPT's layers only.
constexpr bool has_gpt_layers(const transformer& of) {
  if (has_weights_beside(of) || shares_caches(of)) return false;
  for (const layer& each : of.layers) {
    if (each.how_many == 0) continue;
    const attention& a = each.attention;
    if (a.heads != a.kv_heads || multiply(a.heads, a.head_size) != of.hidden || a.value_size() != a.head_size ||
        a.is_latent() || a.window > 0 || a.chunk > 0 || a.output_gate || a.keys_are_values)
      return false;
    if (each.feed_forward.gated || each.feed_forward.width != multiply(4, of.hidden) || each.experts.is_present())
      return false;
    if (each.state_space.heads > 0 || each.linear_attention.value_heads > 0 || each.short_convolution.width > 0 ||
        each.gated_recurrence.width > 0)
      return false;
  }
  return true;
}

// `layer` of each layer's square of the hidden size; `pair` of each position and hidden place; `head` of the logits.
constexpr figure<operation_count> gpt_operations(const transformer& of, count length, double layer, double pair,
                                                 double head) {
  if (const auto why = missing(of); detail::is_refused(why)) return not_of_model<operation_count>(why);
  if (!has_gpt_layers(of)) {
    this_convention_counts_the_layers_of_gpt_only();
    return not_of_model<operation_count>("this convention counts the layers of GPT only");
  }
  const auto layers = static_cast<double>(of.layer_count());
  const auto hidden = static_cast<double>(of.hidden);
  return of_model(
      of, operations_done(layer * layers * hidden * hidden + pair * layers * hidden * static_cast<double>(length) +
                          head * hidden * static_cast<double>(of.vocabulary)));
}

template <class Tokens>
constexpr figure<operation_count> framework_operations(const transformer& of, bool with_predicting, Tokens tokens_of) {
  if (const auto why = missing(of); detail::is_refused(why)) return not_of_model<operation_count>(why);
  const products all = products_of(of, with_predicting);
  const double matrices = 2 * static_cast<double>(add(all.layers - all.routers, all.head));
  const double rest = sum_over_layers(of, with_predicting, [&](const layer& l) {
    const double scan = 7.0 * static_cast<double>(multiply(l.state_space.inner(), l.state_space.state_size));
    return scan + tokens_of(l.attention) * operations_per_pair(l.attention);
  });
  return of_model(of, operations_done(3 * (matrices + rest)), all.layers != too_many && all.head != too_many);
}

}  // namespace detail

// Narayanan et al., SC 2021: 96 L h^2 (1 + s/6h + V/16Lh). Hardware operations with full recomputation, full attention.
// BLOOM and MT-NLG print it too.
constexpr figure<operation_count> narayanan_operations(const transformer& of, count length) {
  return detail::gpt_operations(of, length, 96, 16, 6);
}

// Korthikanti et al., 2022: 72 L h^2 (1 + s/6h + V/12hL), model operations, full attention.
constexpr figure<operation_count> korthikanti_model_operations(const transformer& of, count length) {
  return detail::gpt_operations(of, length, 72, 12, 6);
}

// Korthikanti et al., 2022: 72 L h^2 (1 + s/3h + V/12hL), hardware operations with selective recomputation.
constexpr figure<operation_count> korthikanti_hardware_operations(const transformer& of, count length) {
  return detail::gpt_operations(of, length, 72, 24, 6);
}

// Megatron-LM and Megatron-Bridge: three times the forward pass of every matrix but routers, causal attention as half
// of the sequence or the window, 7 operations of a state-space model's scan, modules that predict further tokens
// included.
constexpr figure<operation_count> megatron_operations(const transformer& of, count length,
                                                      bool with_predicting = true) {
  return detail::framework_operations(of, with_predicting, [&](const attention& a) {
    const auto half = static_cast<double>(length) / 2;
    return a.window > 0 ? detail::smaller(static_cast<double>(a.window), half) : half;
  });
}

// NeMo 24.07 and DGX Cloud 25.05: the same with full attention.
constexpr figure<operation_count> nemo_operations(const transformer& of, count length) {
  return detail::framework_operations(of, false, [&](const attention& a) {
    const auto all = static_cast<double>(length);
    return a.window > 0 ? detail::smaller(static_cast<double>(a.window), all) : all;
  });
}

// 6N: six operations a parameter that a token uses, embedding included, no attention.
constexpr figure<operation_count> six_n_operations(const transformer& of) {
  const figure<parameter_counts> n = active_parameters(of);  // of text: no vision tower
  const parameter_counts counted = n.value_or({});
  return n.with(operations_done(6 * static_cast<double>(counted.total() - counted.vision)));
}

// Chowdhery et al., 2022 (PaLM): 6N + 12 L H Q T, full attention. MosaicML's llm-foundry counts the same way.
constexpr figure<operation_count> palm_operations(const transformer& of, count length) {
  const double pairs =
      detail::sum_over_layers(of, false, [](const layer& l) { return 6 * detail::operations_per_pair(l.attention); });
  const figure<operation_count> six_n = six_n_operations(of);
  return six_n.with(operations_done(in_operations(six_n.value_or({})) + pairs / 2 * static_cast<double>(length)));
}

}  // namespace headroom
