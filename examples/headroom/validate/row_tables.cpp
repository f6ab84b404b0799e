// SPDX-License-Identifier: BSL-1.0
#include "validate/row_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

constexpr std::string_view ttft_column = "ttft_ms";
constexpr std::string_view tpot_column = "tpot_ms";

// Columns whose names are others than those of rows in JSON.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> renamed{{{"system", "gpu"},
                                                                              {"backend", "engine"},
                                                                              {"backend_version", "version"},
                                                                              {"concurrency", "clients"},
                                                                              {"attention_dp", "dp"},
                                                                              {"gemm_quant", "weights"}}};
// That are no settings of the server.
constexpr std::array<std::string_view, 8> of_the_row{"id", "ttft_ms", "tpot_ms", "judged", "why_not", "source", "mode", "moe_quant"};

// Whose values are numbers; of others, as a version, they are words even where they look like one.
constexpr std::array<std::string_view, 12> of_numbers{"isl", "osl",  "concurrency", "tp",      "pp",     "attention_dp",
                                                      "ep",  "gpus", "ttft_ms",     "tpot_ms", "judged", "speculation_not_stated"};

std::string_view line_of(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Values may stand between quotes, with two for one.
std::vector<std::string> values_of(std::string_view line) {
  std::vector<std::string> all(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"') all.back() += line[i++];
    else if (line[i] == '"') is_quoted = !is_quoted;
    else if (line[i] == ',' && !is_quoted) all.emplace_back();
    else all.back() += line[i];
  }
  return all;
}

json value_of(const std::string& text, std::string_view column) {
  const bool is_of_pool = column.starts_with("prefill_") || column.starts_with("decode_");
  if (!is_of_pool && std::ranges::find(of_numbers, column) == of_numbers.end()) return text;
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || problem != std::errc{} || end != text.data() + text.size()) return text;
  if (text.find_first_of(".eE") == std::string::npos) return std::strtoll(text.c_str(), nullptr, 10);
  return number;
}

// The constants of serving were fitted to what was measured on odd days of a month, where speculation is stated.
bool is_fitted(const json& config) {
  const std::string day = text(config, {"measured"}, "");
  return !flag(config, {"speculation_not_stated"}) && day.size() == 10 && (day.back() - '0') % 2 == 1;
}

json row_of(const std::vector<std::string>& columns, const std::vector<std::string>& values) {
  json config = json::object();
  json all = json::object();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (values[i].empty()) continue;
    all[columns[i]] = value_of(values[i], columns[i]);
    if (std::ranges::find(of_the_row, columns[i]) != of_the_row.end()) continue;
    const auto other = std::ranges::find(renamed, columns[i], &std::pair<std::string_view, std::string_view>::first);
    config[other == renamed.end() ? columns[i] : std::string(other->second)] = value_of(values[i], columns[i]);
  }
  if (config.contains("weights")) config.erase("precision");
  json row{{"id", text(all, {"id"}, "")}, {"family", "serving_times"}, {"confirmed", true}, {"config", config}};
  if (all.contains("judged") && !flag(all, {"judged"})) row["suspect"] = text(all, {"why_not"}, "not judged");
  json measured = json::array();
  const auto add = [&](std::string_view metric, const json& value, std::string_view unit) {
    measured.push_back({{"metric", metric}, {"value", value}, {"unit", unit}});
  };
  add("ttft", all.value(ttft_column, json()), "ms");
  add("tpot", all.value(tpot_column, json()), "ms");
  const double first = number(all, {ttft_column}, 0);
  const double each = number(all, {tpot_column}, 0);
  const double answer = number(config, {"osl"}, 0);
  const double took = first + (answer - 1) * each;
  // What these imply: every client's next request follows its answer.
  if (took > 0) add("requests_per_s", number(config, {"clients"}, 0) / (took / 1e3), "requests/s");
  row["measured"] = measured;
  if (is_fitted(config)) row["fitted"] = true;
  return row;
}

// Columns that tell a training step, with what rows in JSON call it and its unit.
struct step_column {
  std::string_view column{};
  std::string_view metric{};
  std::string_view unit{};
};
constexpr std::array<step_column, 6> step_columns{{{"iteration_time_s", "iteration_time", "s"},
                                                   {"iteration_time_ms", "iteration_time", "ms"},
                                                   {"tokens_per_s_per_gpu", "tokens_per_s_per_gpu", "tokens/s/GPU"},
                                                   {"tokens_per_s", "tokens_per_s", "tokens/s"},
                                                   {"samples_per_s", "samples_per_s", "samples/s"},
                                                   {"model_tflops_per_gpu", "model_tflops_per_gpu", "TFLOP/s/GPU"}}};

json number_or_text(const std::string& text) {
  const json parsed = json::parse(text, nullptr, false);
  return parsed.is_number() || parsed.is_boolean() ? parsed : json(text);
}

json step_row_of(const std::vector<std::string>& columns, const std::vector<std::string>& values) {
  json config = json::object();
  json measured = json::array();
  std::string id;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (values[i].empty()) continue;
    const auto step = std::ranges::find(step_columns, columns[i], &step_column::column);
    if (step != step_columns.end()) measured.push_back({{"metric", step->metric}, {"value", number_or_text(values[i])}, {"unit", step->unit}});
    else if (columns[i] == "id") id = values[i];
    else config[columns[i]] = columns[i] == "version" || columns[i] == "release" ? json(values[i]) : number_or_text(values[i]);
  }
  return {{"id", id}, {"family", "training_throughput"}, {"confirmed", true}, {"config", config}, {"measured", measured}};
}

}  // namespace

bool is_table_of_steps(std::string_view text) {
  const std::vector<std::string> columns = values_of(line_of(text));
  return std::ranges::any_of(columns, [](const std::string& each) { return std::ranges::find(step_columns, each, &step_column::column) != step_columns.end(); });
}

bool is_table_of_servers(std::string_view text) {
  const std::vector<std::string> columns = values_of(line_of(text));
  const auto has = [&](std::string_view name) { return std::ranges::find(columns, name) != columns.end(); };
  return has(ttft_column) && has(tpot_column);
}

void read_table(rows_read& into, std::string_view name, std::string_view text) {
  std::string_view rest = text;
  const std::vector<std::string> columns = values_of(line_of(rest));
  const bool of_servers = is_table_of_servers(text);
  if (!of_servers && !is_table_of_steps(text)) {
    into.error = fmt::format("{}:1: no table of measured servers or training steps: expected columns {} and {}, or one such as {}", name, ttft_column,
                             tpot_column, step_columns.front().column);
    return;
  }
  const std::string_view file = name.substr(name.rfind('/') + 1);
  for (int line = 2; !rest.empty(); ++line) {
    const std::string_view one = line_of(rest);
    if (one.empty()) continue;
    const std::vector<std::string> values = values_of(one);
    if (values.size() != columns.size()) {
      into.error = fmt::format("{}:{}: {} values: expected {}, as there are columns", name, line, values.size(), columns.size());
      return;
    }
    try {
      into.rows.push_back({fmt::format("{}, line {}", file, line), of_servers ? row_of(columns, values) : step_row_of(columns, values)});
    } catch (const refusal& why) {
      into.error = fmt::format("{}:{}: {}", name, line, why.what());
      return;
    }
  }
}

}  // namespace headroom::program::validation
