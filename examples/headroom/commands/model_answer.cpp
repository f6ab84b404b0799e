// SPDX-License-Identifier: BSL-1.0
#include "commands/model_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/model/missing.hpp>
#include <headroom/text/to_text.hpp>
#include <headroom/parallel/parallelism.hpp>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/fields.hpp>
#include <headroom/read/own/job_names.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

constexpr std::string_view of_checkpoint = "checkpoint";
constexpr std::array<std::string_view, 7> usual_formats{"bf16",  "fp8",   "fp8_blocks", "mxfp8",
                                                        "nvfp4", "mxfp4", "int4_groups"};

count parameters_on_rank(const transformer& of, count ranks) {
  count sum = 0;
  for_each_weight(of, [&](const weight& w) {
    if (!w.predicts) sum = add(sum, multiply(w.copies, size_on_rank(w, ranks)));
  });
  return sum;
}

std::string number(count n) { return std::string(to_text(n).view()); }

std::string attention_text(const attention& a) {
  std::string text = fmt::format("{} heads of {}", number(a.heads), number(a.head_size));
  if (a.value_size() != a.head_size) text += fmt::format(" (values {})", number(a.value_size()));
  if (a.is_latent()) {
    text += fmt::format(" over a latent of {} and {} rotary", number(a.kv_rank), number(a.rotary_head_size));
    if (a.query_rank > 0) text += fmt::format(", queries over one of {}", number(a.query_rank));
  } else if (a.kv_heads != a.heads) {
    text += fmt::format(", {} of keys and values", number(a.kv_heads));
  }
  if (a.window > 0) text += fmt::format(", window {}", number(a.window));
  if (a.chunk > 0) text += fmt::format(", chunks of {}", number(a.chunk));
  if (a.index.most_tokens > 0) text += fmt::format(", {} tokens picked by an index", number(a.index.most_tokens));
  if (a.norm != query_key_norm::none) text += ", normed queries and keys";
  if (a.query_key_value_bias || a.output_bias) text += ", biases";
  if (a.sinks) text += ", sinks";
  if (a.output_gate) text += ", gated output";
  if (a.shares_cache) text += ", keys and values of a layer before";
  return "attention: " + text;
}

std::string experts_text(const experts& e) {
  std::string text =
      fmt::format("experts: {} of {}, {} a token", number(e.routed), number(e.width), number(e.per_token));
  if (e.groups > 0) text += fmt::format(" in {} of {} groups", number(e.groups_per_token), number(e.groups));
  if (e.passing > 0) text += fmt::format(", {} more pass a token on", number(e.passing));
  if (e.shared_width > 0) text += fmt::format(", shared {}", number(e.shared_width));
  if (e.latent > 0) text += fmt::format(", over a latent of {}", number(e.latent));
  return text;
}

}  // namespace

std::vector<std::string_view> weight_format_names() {
  std::vector<std::string_view> names;
  for (const named<weight_formats>& each : weight_names) names.push_back(each.name);
  for (const precision each : precisions)
    if (std::ranges::find(names, name(each)) == names.end()) names.push_back(name(each));
  names.push_back(of_checkpoint);
  return names;
}

std::optional<precision> precision_called(std::string_view word) {
  const std::string_view found = word_called(word, precision_names);
  for (const precision each : precisions)
    if (name(each) == found) return each;
  return std::nullopt;
}

std::optional<weight_formats> weight_formats_called(std::string_view word, const known_model& of) {
  const std::string_view found = word_called(word, weight_format_names());
  if (found == of_checkpoint) return of.checkpoint;
  for (const named<weight_formats>& each : weight_names)
    if (each.name == found) return each.value;
  if (const std::optional<precision> format = precision_called(found)) return weights_in(*format);
  return std::nullopt;
}

std::string_view why_undivided(const transformer& of, count ranks) {
  return contradiction(of, parallelism{.tensor = ranks});
}

model_answer answer_of(const known_model& of, const model_question& asked) {
  const transformer& m = of.model;
  model_answer found{.context = asked.context.value_or(m.context > 0 ? m.context : 4'096),
                     .parameters = parameters(m).value_or({}),
                     .active = active_parameters(m).value_or({})};
  const parameter_counts& all = found.parameters;
  found.predicting_with_copies = add(all.predicting, multiply(m.predicts.modules, add(all.embedding, all.head)));
  found.causal = forward_operations(m, found.context).value_or({});
  found.full = forward_operations(m, found.context, {.mask = attention_mask::full}).value_or({});
  std::vector<std::string> names{std::string(word_called(asked.weights, weight_format_names()))};
  if (of.checkpoint) names.emplace_back("checkpoint");
  for (const std::string_view each : usual_formats) names.emplace_back(each);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    const std::optional<weight_formats> formats = weight_formats_called(names[i], of);
    if (formats) found.weights.emplace_back(names[i], weight_memory(m, *formats));
  }
  const cache_formats cached{.keys_and_values = asked.kv_cache};
  found.cache_per_token = kv_cache_per_token(m, cached, asked.tensor_parallel);
  found.cache_per_sequence = kv_cache_per_sequence(m, found.context, cached, asked.tensor_parallel);
  found.parameters_per_rank = parameters_on_rank(m, asked.tensor_parallel);
  return found;
}

std::string layer_text(const layer& of) {
  std::string text;
  const auto put = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (of.attention.heads > 0) put(attention_text(of.attention));
  if (of.state_space.heads > 0)
    put(of.state_space.is_mamba_1()
            ? fmt::format("Mamba: {} channels, state {}", number(of.state_space.inner()),
                          number(of.state_space.state_size))
            : fmt::format("Mamba-2: {} heads of {}, state {}", number(of.state_space.heads),
                          number(of.state_space.head_size), number(of.state_space.state_size)));
  if (of.linear_attention.value_heads > 0)
    put(fmt::format("linear attention: {} heads of {}, {} of keys", number(of.linear_attention.value_heads),
                    number(of.linear_attention.value_head_size), number(of.linear_attention.key_heads)));
  if (of.short_convolution.width > 0)
    put(fmt::format("short convolution: {} channels over {} tokens", number(of.short_convolution.width),
                    number(of.short_convolution.kernel)));
  if (of.gated_recurrence.width > 0)
    put(fmt::format("gated recurrence: {} channels in {} blocks", number(of.gated_recurrence.width), number(of.gated_recurrence.blocks)));
  if (of.feed_forward.width > 0)
    put(fmt::format("feed-forward: {}{}", number(of.feed_forward.width), of.feed_forward.gated ? ", gated" : ""));
  if (of.experts.is_present()) put(experts_text(of.experts));
  return text;
}

}  // namespace headroom::program
