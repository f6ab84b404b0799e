// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config.hpp>

#include <string>
#include <string_view>

// What was read of a configuration, in one line.
namespace model_reading {

// " name 3"; nothing where it is 0.
inline std::string part_of(std::string_view name, headroom::count number) {
  return number == 0 ? std::string() : " " + std::string(name) + " " + std::to_string(number);
}
inline std::string part_of(std::string_view name, bool is_so) { return is_so ? " " + std::string(name) : std::string(); }

inline std::string told(const headroom::attention& a) {
  using norms = headroom::query_key_norm;
  return " attention " + std::to_string(a.heads) + "/" + std::to_string(a.kv_heads) + "x" + std::to_string(a.head_size) +
         part_of("values", a.value_head_size) + part_of("of-queries", a.query_rank) + part_of("latent", a.kv_rank) +
         part_of("rotary", a.rotary_head_size) + part_of("window", a.window) + part_of("chunk", a.chunk) +
         part_of("head-norm", a.norm == norms::per_head) + part_of("all-heads-norm", a.norm == norms::per_layer) +
         part_of("qkv-bias", a.query_key_value_bias) + part_of("out-bias", a.output_bias) + part_of("sinks", a.sinks) +
         part_of("gate", a.output_gate) + part_of("gates", a.gates) + part_of("out-norm", a.output_norm) + part_of("shares", a.shares_cache);
}

inline std::string told(const headroom::state_space& s) {
  return " state-space " + std::to_string(s.heads) + "x" + std::to_string(s.head_size) + part_of("groups", s.groups) +
         part_of("state", s.state_size) + part_of("kernel", s.kernel) + part_of("kernel-bias", s.kernel_bias) +
         part_of("bias", s.bias) + part_of("out-bias", s.output_bias) + part_of("norm", s.norm) +
         part_of("time-step", s.time_step_rank) + part_of("parameter-norms", s.parameter_norms);
}

inline std::string told(const headroom::linear_attention& l) {
  using decays = headroom::state_decay;
  return " linear " + std::to_string(l.key_heads) + "x" + std::to_string(l.key_head_size) + "/" + std::to_string(l.value_heads) +
         "x" + std::to_string(l.value_head_size) + part_of("kernel", l.kernel) + part_of("rank", l.rank) +
         part_of("fixed", l.decay == decays::fixed) + part_of("per-key", l.decay == decays::per_key) +
         part_of("all-heads-norm", l.norm_of_all_heads);
}

inline std::string told(const headroom::experts& e) {
  return " experts " + std::to_string(e.routed) + ":" + std::to_string(e.per_token) + "x" + std::to_string(e.width) +
         part_of("groups", e.groups) + part_of("groups-a-token", e.groups_per_token) + part_of("shared", e.shared_width) + part_of("passing", e.passing) + part_of("latent", e.latent) +
         part_of("ungated", !e.gated) + part_of("bias", e.bias) + part_of("router-bias", e.router_bias) +
         part_of("correction", e.score_correction) + part_of("shared-gate", e.shared_gate) + part_of("own-norm", e.own_norm);
}

inline std::string told(const headroom::layer& l) {
  std::string text;
  if (l.attention.heads > 0) text += told(l.attention);
  if (l.state_space.heads > 0) text += told(l.state_space);
  if (l.linear_attention.value_heads > 0) text += told(l.linear_attention);
  if (l.short_convolution.width > 0)
    text += part_of("convolution", l.short_convolution.width) + part_of("kernel", l.short_convolution.kernel) + part_of("bias", l.short_convolution.bias);
  if (l.gated_recurrence.width > 0)
    text += part_of("recurrence", l.gated_recurrence.width) + part_of("blocks", l.gated_recurrence.blocks) + part_of("kernel", l.gated_recurrence.kernel);
  if (const headroom::feed_forward& f = l.feed_forward; f.width > 0)
    text += part_of(f.gated ? "gated" : "network", f.width) + part_of("bias", f.bias) + part_of("activation", f.activation_numbers) + part_of("norm", f.norm);
  if (l.experts.is_present()) text += told(l.experts);
  return text.empty() ? text : text.substr(1);
}

// Layers that are alike and follow each other are told once.
inline std::string told_layers(const headroom::transformer& model) {
  std::string text;
  for (headroom::count place = 0; place < model.layer_count();) {
    const headroom::layer* const first = layer_at(model, place);
    if (first == nullptr) return "a layer of no kind";
    headroom::count end = place + 1;
    while (end < model.layer_count() && layer_at(model, end) == first) ++end;
    text += (text.empty() ? "" : "; ") + (end - place == 1 ? std::string() : std::to_string(end - place) + " x ") + told(*first);
    place = end;
  }
  return text;
}

// "10x8 context 7 tied: 2 x attention 2/2x4 gated 5", or "$.path: message".
inline std::string told(const headroom::read::config_reading& read) {
  using norms = headroom::norm_kind;
  if (!read.error.message.empty()) return read.error.path + ": " + read.error.message;
  const headroom::transformer& m = read.model;
  if (!m.missing.empty()) return "missing: " + std::string(m.missing);
  return std::to_string(m.vocabulary) + "x" + std::to_string(m.hidden) + part_of("context", m.context) +
         part_of("positions", m.learned_positions) + part_of("embedding", m.embedding_width) + part_of("more", m.more_tokens) + part_of("tied", m.tied) +
         part_of("embedding-norm", m.embedding_norm) + part_of("head-bias", m.head_bias) + part_of("layer-norm", m.norm == norms::layer) +
         part_of("layer-norm-without-bias", m.norm == norms::layer_without_bias) + part_of("norm-without-weights", m.norm == norms::without_weights) +
         part_of("no-final-norm", !m.final_norm) + part_of("norms", m.norms_per_part == 1 ? 0 : m.norms_per_part) +
         part_of("one-norm", m.one_norm_per_layer) + ": " + told_layers(m) +
         (m.predicts.modules == 0 ? std::string() : "; predicts " + std::to_string(m.predicts.modules) + " " + std::string(m.predicts.order)) +
         (m.leaves_out.empty() ? std::string() : "; without " + std::string(m.leaves_out));
}

// What is told of a configuration of that type, with those fields.
inline std::string bare(std::string_view type, std::string_view fields) {
  return told(headroom::read::read_model_config("{\"model_type\": \"" + std::string(type) + "\", " + std::string(fields) + "}"));
}

// The same with the fields of the smallest model, unless others of their name are there.
inline std::string of(std::string_view type, std::string_view fields = {}) {
  std::string all(fields);
  for (const std::string_view each : {"\"vocab_size\": 10", "\"hidden_size\": 8", "\"num_attention_heads\": 2", "\"num_hidden_layers\": 2", "\"intermediate_size\": 6"})
    if (fields.find(each.substr(0, each.find(':'))) == std::string_view::npos) all += (all.empty() ? "" : ", ") + std::string(each);
  return bare(type, all);
}

}  // namespace model_reading
