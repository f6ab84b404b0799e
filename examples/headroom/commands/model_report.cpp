// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_values.hpp>
#include <fmt/format.h>

#include <array>
#include <headroom/model/missing.hpp>
#include <headroom/report/chart.hpp>
#include <headroom/text/to_text.hpp>

#include "print/lines.hpp"
#include "commands/model_answer.hpp"
#include "print/provenance.hpp"
#include "print/table.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

struct printed_part {
  std::string_view title;
  std::string_view key;
  count parameter_counts::*of;
};

constexpr std::array parts_of_parameters{
    printed_part{"embedding", "embedding", &parameter_counts::embedding},
    printed_part{"attention", "attention", &parameter_counts::attention},
    printed_part{"state space, linear attention", "state_space", &parameter_counts::state_space},
    printed_part{"feed-forward", "feed_forward", &parameter_counts::feed_forward},
    printed_part{"experts", "experts", &parameter_counts::experts},
    printed_part{"norms", "norms", &parameter_counts::norms},
    printed_part{"head", "head", &parameter_counts::head},
    printed_part{"vision", "vision", &parameter_counts::vision},
};

struct named_operations {
  std::string_view title;
  std::string_view key;
  operation_count operation_parts::*of;
};

constexpr std::array parts_of_operations{
    named_operations{"layers' matrices", "matrices", &operation_parts::matrices},
    named_operations{"attention", "attention", &operation_parts::attention},
    named_operations{"recurrence", "recurrence", &operation_parts::recurrence},
    named_operations{"head", "head", &operation_parts::head},
};

std::string text_of(count n) { return std::string(to_text(n).view()); }
std::string text_of(const operation_count& n) { return std::string(rounded_text(n, 4).view()); }
std::string text_of(const figure<memory>& of, int digits = 4) {
  if (!of.is_known()) return "unknown";
  return std::string(digits == 0 ? to_text(*of.known()).view() : rounded_text(*of.known(), digits).view());
}

std::string source_of(const known_model& of) {
  return of.model.from == nullptr ? "the file" : citation_of(of.model.from);
}

std::string shape_text(const transformer& m) {
  std::string text = fmt::format("hidden size {}, vocabulary {}, {} layers", text_of(m.hidden), text_of(m.vocabulary),
                                 text_of(m.layer_count()));
  text += m.context > 0 ? fmt::format(", context {}", text_of(m.context)) : ", no context named";
  text += m.tied ? ", head tied to the embedding" : "";
  if (m.learned_positions > 0) text += fmt::format(", {} learned positions", text_of(m.learned_positions));
  text += m.norm == norm_kind::rms     ? ", RMS norms"
          : m.norm == norm_kind::layer ? ", layer norms"
                                       : ", layer norms without biases";
  if (m.norms_per_part > 1) text += " before and after each part";
  if (m.one_norm_per_layer) text += ", one a layer";
  if (m.per_layer.width > 0)
    text += fmt::format(", embeddings of {} for each layer from a vocabulary of {}", text_of(m.per_layer.width), text_of(m.per_layer.vocabulary));
  if (m.hidden_states > 1) text += fmt::format(", {} hidden states side by side", text_of(m.hidden_states));
  if (m.residual_rank > 0) text += fmt::format(", a learned residual of rank {}", text_of(m.residual_rank));
  if (m.predicts.modules > 0)
    text += fmt::format(", {} module{} that predict{} further tokens", text_of(m.predicts.modules),
                        m.predicts.modules == 1 ? "" : "s", m.predicts.modules == 1 ? "s" : "");
  return text;
}

void write_shape(session& s, const transformer& m) {
  s.heading("Shape");
  s.paragraph("  ", shape_text(m));
  table rows({number_column("layers"), text_column("each with")});
  for (const layer& each : m.layers)
    if (each.how_many > 0) rows.add({text_of(each.how_many), layer_text(each)});
  s.write(rows);
}

report::chart parameters_chart(const model_answer& found) {
  const auto in_billions = [](count n) { return static_cast<double>(n) / 1e9; };
  report::chart made{.kind = report::chart_kind::bars,
                     .title = "Parameters by part",
                     .about = "Parameters by part: all of them, and those that one token uses.",
                     .x = {.title = "billions"},
                     .rows = {{"all", std::string(text_of(found.parameters.total()))}, {"used by one token", std::string(text_of(found.active.total()))}}};
  for (const printed_part& each : parts_of_parameters) {
    report::series part{.name = std::string(each.title)};
    double row = 0;
    for (const parameter_counts* const of : {&found.parameters, &found.active}) {
      if (of->*each.of > 0) part.points.push_back({in_billions(of->*each.of), row, std::string(text_of(of->*each.of))});
      ++row;
    }
    if (!part.points.empty()) made.all.push_back(std::move(part));
  }
  return made;
}

report::chart weights_chart(const model_answer& found) {
  report::chart made{.kind = report::chart_kind::bars,
                     .title = "Weights by format",
                     .about = "Memory of all weights in each format.",
                     .x = {.title = "GiB"},
                     .all = {{.name = "weights"}}};
  for (const auto& [name, bytes_of] : found.weights) {
    if (!bytes_of.is_known()) continue;
    made.all.front().points.push_back({in_gibibytes(*bytes_of.known()), static_cast<double>(made.rows.size()), std::string(text_of(bytes_of))});
    made.rows.push_back({name, std::string(text_of(bytes_of))});
  }
  return made;
}

void write_parameters(session& s, const transformer& m, const model_answer& found) {
  s.heading(m.without_vision ? "Parameters, text part only" : "Parameters");
  s.draw(parameters_chart(found));
  table rows({name_column("part"), number_column("all"), number_column("used by one token")});
  for (const printed_part& each : parts_of_parameters)
    if (found.parameters.*each.of > 0)
      rows.add({each.title, text_of(found.parameters.*each.of), text_of(found.active.*each.of)});
  rows.add_rule();
  rows.add({"together", text_of(found.parameters.total()), text_of(found.active.total())});
  if (found.parameters.predicting > 0) {
    rows.add({"predicting further tokens", text_of(found.parameters.predicting), text_of(found.active.predicting)});
    rows.add({"  if stored with embedding and head", text_of(found.predicting_with_copies), ""});
  }
  s.write(rows);
}

void write_operations(session& s, const model_answer& found) {
  s.heading(fmt::format("Operations of one token, the mean over a sequence of {}", text_of(found.context)));
  table rows({name_column("part"), number_column("forward,\ncausal"), number_column("backward,\ncausal"),
              number_column("forward,\nfull"), number_column("backward,\nfull")});
  const auto add = [&](std::string_view title, const operation_count& causal, const operation_count& full) {
    rows.add({title, text_of(causal), text_of(scaled(causal, 2)), text_of(full), text_of(scaled(full, 2))});
  };
  for (const named_operations& each : parts_of_operations)
    if (in_operations(found.causal.*each.of) > 0) add(each.title, found.causal.*each.of, found.full.*each.of);
  rows.add_rule();
  add("together", found.causal.total(), found.full.total());
  s.write(rows);
}

void write_memory(session& s, const transformer& m, const model_question& asked, const model_answer& found) {
  s.heading(m.without_vision ? "Weights, text part only" : "Weights");
  s.draw(weights_chart(found));
  table rows({name_column("format"), number_column("memory"), number_column("bytes")});
  for (const auto& [name, bytes_of] : found.weights) {
    const bool is_asked = &bytes_of == &found.weights.front().second;
    const std::string exact = bytes_of.is_known() ? text_of(static_cast<count>(in_bytes(*bytes_of.known()))) : "unknown";
    rows.add({cell(name, is_asked ? style::strong : style::plain), text_of(bytes_of), exact});
  }
  s.write(rows);
  if (asked.tensor_parallel > 1)
    s.paragraph("  ",
                fmt::format("{} parameters on the fullest of {} ranks of tensor parallelism",
                            text_of(found.parameters_per_rank), text_of(asked.tensor_parallel)));
  s.heading(fmt::format("KV cache in {}{}", name(asked.kv_cache),
                        asked.tensor_parallel > 1
                            ? fmt::format(", on the fullest of {} ranks", text_of(asked.tensor_parallel))
                            : std::string()));
  table cached({name_column(""), number_column("memory")});
  cached.add({"a token", text_of(found.cache_per_token, 0)});
  cached.add({fmt::format("a sequence of {}", text_of(found.context)), text_of(found.cache_per_sequence)});
  s.write(cached);
}

nlohmann::ordered_json memory_json(const figure<memory>& of) {
  return of.is_known() ? nlohmann::ordered_json(in_bytes(*of.known())) : nlohmann::ordered_json(nullptr);
}

}  // namespace

void write_model(session& s, const known_model& of, const model_question& asked) {
  const transformer& m = of.model;
  s.title(of.name);
  s.paragraph("  source: ", source_of(of));
  if (m.basis != basis::stated) s.paragraph("  basis: ", name(m.basis));
  if (!m.leaves_out.empty()) s.paragraph("  left out: ", m.leaves_out);
  if (const std::string_view why = of.unread_quantization; !why.empty())
    s.paragraph("  not understood: ",
                fmt::format("its quantization_config, so what the files take is unknown: {}", why));
  if (!of.unread_cache.empty()) s.paragraph("  not understood: ", of.unread_cache);
  write_shape(s, m);
  if (const std::string_view why = missing(m); !why.empty()) {
    s.write("\n");
    s.paragraph("Cannot be counted: ", fmt::format("what is missing is {}", why));
    return;
  }
  const model_answer found = answer_of(of, asked);
  write_parameters(s, m, found);
  write_operations(s, found);
  write_memory(s, m, asked, found);
}

nlohmann::ordered_json model_json(const known_model& of, const model_question& asked) {
  const transformer& m = of.model;
  json result{
      {"name", of.name}, {"published", of.is_published}, {"source", json_of(m.from)}, {"basis", name(m.basis)}};
  result["leaves_out"] = m.leaves_out.empty() ? json(nullptr) : json(m.leaves_out);
  result["quantization_not_understood"] = of.unread_quantization.empty() ? json(nullptr) : json(of.unread_quantization);
  result["vocabulary"] = m.vocabulary;
  result["hidden"] = m.hidden;
  result["context"] = m.context > 0 ? json(m.context) : json(nullptr);
  result["tied"] = m.tied;
  result["layers"] = json::array();
  for (const layer& each : m.layers)
    if (each.how_many > 0) result["layers"].push_back({{"count", each.how_many}, {"what", layer_text(each)}});
  const std::string_view why = missing(m);
  result["missing"] = why.empty() ? json(nullptr) : json(why);
  if (!why.empty()) return result;

  const model_answer found = answer_of(of, asked);
  const auto parameters_json = [](const parameter_counts& n) {
    json all = json::object();
    for (const printed_part& each : parts_of_parameters) all[std::string(each.key)] = n.*each.of;
    all["total"] = n.total();
    all["predicting"] = n.predicting;
    return all;
  };
  const auto operations_json = [](const operation_parts& n) {
    json all = json::object();
    for (const named_operations& each : parts_of_operations) all[std::string(each.key)] = in_operations(n.*each.of);
    all["total"] = in_operations(n.total());
    return all;
  };
  result["parameters"] = parameters_json(found.parameters);
  if (found.parameters.predicting > 0) result["parameters"]["predicting_with_copies"] = found.predicting_with_copies;
  result["active_parameters"] = parameters_json(found.active);
  result["operations_per_token"] = {
      {"context", found.context},
      {"causal", {{"forward", operations_json(found.causal)}, {"backward", operations_json(found.causal.times(2))}}},
      {"full", {{"forward", operations_json(found.full)}, {"backward", operations_json(found.full.times(2))}}}};
  result["weights"] = json::array();
  for (const auto& [name, bytes_of] : found.weights)
    result["weights"].push_back({{"format", name}, {"bytes", memory_json(bytes_of)}});
  result["tensor_parallel"] = asked.tensor_parallel;
  // Of the list of all models: one that is asked for by its name is refused.
  if (!why_undivided(m, asked.tensor_parallel).empty()) {
    result["parameters_per_rank"] = result["kv_cache"] = nullptr;
    return result;
  }
  result["parameters_per_rank"] = found.parameters_per_rank;
  result["kv_cache"] = {{"format", name(asked.kv_cache)},
                        {"bytes_per_token", memory_json(found.cache_per_token)},
                        {"bytes_per_sequence", memory_json(found.cache_per_sequence)}};
  return result;
}

}  // namespace headroom::program
