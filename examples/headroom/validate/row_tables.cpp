// SPDX-License-Identifier: BSL-1.0
#include "validate/row_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <headroom/read/common/words.hpp>
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

// Columns of figures, with the family of their rows, and what rows in JSON call them and their units.
struct figure_column {
  std::string_view name{};
  std::string_view family{};
  std::string_view metric{};
  std::string_view unit{};
};
constexpr std::string_view of_servers = "serving_times";
constexpr std::string_view of_steps = "training_throughput";
constexpr std::array figure_columns{figure_column{"ttft_ms", of_servers, "ttft", "ms"},
                                    figure_column{"tpot_ms", of_servers, "tpot", "ms"},
                                    figure_column{"iteration_time_s", of_steps, "iteration_time", "s"},
                                    figure_column{"iteration_time_ms", of_steps, "iteration_time", "ms"},
                                    figure_column{"tokens_per_s_per_gpu", of_steps, "tokens_per_s_per_gpu", "tokens/s/GPU"},
                                    figure_column{"tokens_per_s", of_steps, "tokens_per_s", "tokens/s"},
                                    figure_column{"samples_per_s", of_steps, "samples_per_s", "samples/s"},
                                    figure_column{"model_tflops_per_gpu", of_steps, "model_tflops_per_gpu", "TFLOP/s/GPU"}};

// Columns whose names are others than those of rows in JSON.
struct other_name {
  std::string_view column{};
  std::string_view key{};
};
constexpr std::array renamed{other_name{"system", "gpu"},          other_name{"backend", "engine"},  other_name{"backend_version", "version"},
                             other_name{"concurrency", "clients"}, other_name{"attention_dp", "dp"}, other_name{"gemm_quant", "weights"}};
// That are no settings.
constexpr std::array<std::string_view, 6> of_the_row{"id", "judged", "why_not", "source", "mode", "moe_quant"};
// Whose values are words even where they look like a number.
constexpr std::array<std::string_view, 4> of_words{"id", "backend_version", "version", "release"};

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
  const json parsed = is_one_of(column, of_words) ? json() : json::parse(text, nullptr, false);
  return parsed.is_number() || parsed.is_boolean() ? parsed : json(text);
}

// What the times of a server imply: every client's next request follows its answer.
void add_requests(json& row) {
  const json& config = row["config"];
  const double took = measured(row, "ttft") + (number(config, {"osl"}, 0) - 1) * measured(row, "tpot");
  const double requests = number(config, {"clients"}, 0) / (took / 1e3);
  if (took > 0) row["measured"].push_back({{"metric", "requests_per_s"}, {"value", requests}, {"unit", "requests/s"}});
}

json row_of(const std::vector<std::string>& columns, const std::vector<std::string>& values) {
  json row{{"confirmed", true}, {"config", json::object()}, {"measured", json::array()}};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (values[i].empty()) continue;
    const json value = value_of(values[i], columns[i]);
    const other_name* other = entry_called(columns[i], renamed, &other_name::column);
    if (const figure_column* of = entry_called(columns[i], figure_columns)) {
      row["family"] = of->family;
      row["measured"].push_back({{"metric", of->metric}, {"value", value}, {"unit", of->unit}});
    } else if (is_one_of(columns[i], of_the_row)) {
      row[columns[i]] = value;
    } else {
      row["config"][other == nullptr ? columns[i] : std::string(other->key)] = value;
    }
  }
  if (measures(row, "ttft") && measures(row, "tpot")) add_requests(row);
  return row;
}

}  // namespace

bool is_table_of_rows(std::string_view text) {
  return std::ranges::any_of(values_of(line_of(text)), [](const std::string& column) { return entry_called(column, figure_columns) != nullptr; });
}

void read_table(rows_read& into, std::string_view name, std::string_view text) {
  if (!is_table_of_rows(text)) {
    into.error = fmt::format("{}:1: no table of measured servers or training steps: expected columns such as {} or {}", name,
                             figure_columns.front().name, figure_columns[2].name);
    return;
  }
  const std::vector<std::string> columns = values_of(line_of(text));
  const std::string_view file = name.substr(name.rfind('/') + 1);
  for (int line = 2; !text.empty(); ++line) {
    const std::string_view one = line_of(text);
    if (one.empty()) continue;
    const std::vector<std::string> values = values_of(one);
    if (values.size() != columns.size()) {
      into.error = fmt::format("{}:{}: {} values: expected {}, as there are columns", name, line, values.size(), columns.size());
      return;
    }
    try {
      into.rows.push_back({fmt::format("{}, line {}", file, line), row_of(columns, values)});
    } catch (const refusal& why) {
      into.error = fmt::format("{}:{}: {}", name, line, why.what());
      return;
    }
  }
}

}  // namespace headroom::program::validation
