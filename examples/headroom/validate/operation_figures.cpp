// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <array>
#include <headroom/hardware/gpu.hpp>
#include <headroom/model/conventions.hpp>
#include <headroom/model/operations.hpp>
#include <optional>

#include <headroom/read/common/messages.hpp>
#include "validate/figures.hpp"
#include "validate/names.hpp"
#include "validate/settings.hpp"
#include "validate/shapes.hpp"
#include "reading.hpp"

// A rate and a throughput, printed side by side, imply the operations that a token takes by the convention of whoever
// printed them.
namespace headroom::program::validation {

namespace {

using counted = figure<operation_count> (*)(const transformer&, count);

// model: what MFU and "model FLOPs" count; hardware: with what is computed again.
struct convention {
  std::string_view name{};
  counted model = nullptr;
  counted hardware = nullptr;
};

figure<operation_count> megatron_with_predicting(const transformer& of, count length) {
  return megatron_operations(of, length);
}
figure<operation_count> megatron_without_predicting(const transformer& of, count length) {
  return megatron_operations(of, length, false);
}
// The library's own: every matrix and causal attention.
figure<operation_count> causal_operations(const transformer& of, count length) {
  const figure<operation_parts> all = training_operations(of, length);
  return all.with(all.value_or({}).total());
}

constexpr std::array conventions{
    convention{"narayanan", nullptr, narayanan_operations},
    convention{"korthikanti", korthikanti_model_operations, korthikanti_hardware_operations},
    convention{"megatron", megatron_with_predicting, nullptr},
    convention{"megatron_no_mtp", megatron_without_predicting, nullptr},
    convention{"nemo", nemo_operations, nullptr},
    convention{"palm", palm_operations, nullptr},
    convention{"causal", causal_operations, nullptr},
};

// A figure that follows from others, and how far they were rounded: a share of it.
struct derived {
  double value = 0;
  double rounding = 0;
};
derived printed(const json& row, std::string_view metric) {
  const double n = measured(row, metric);
  if (!(n > 0)) throw refusal(fmt::format("{} is not above 0", in_quotes(metric)));
  return {n, last_place(*value_called(row, metric)) / n};
}
derived printed_over(const json& row, std::string_view metric, double unit) {
  const derived figure_of_row = printed(row, metric);
  return {figure_of_row.value / unit, figure_of_row.rounding};
}
// In its things a second, and in seconds.
derived printed_rate(const json& row, std::string_view metric, std::string_view things) {
  return printed_over(row, metric, in_unit_of_rate(1, things, unit_called(row, metric)));
}
derived printed_time(const json& row, std::string_view metric) {
  return printed_over(row, metric, in_unit_of(seconds(1), unit_called(row, metric)));
}
derived over(const derived& a, const derived& b) { return {a.value / b.value, a.rounding + b.rounding}; }

// The peak that a utilisation is of: the row's own, or else its GPU's dense one in bf16.
double peak_of(const json& c) {
  if (has(c, "peak_tflops")) return number(c, {"peak_tflops"}) * 1e12;
  return in_teraflops(known(peak_rate(gpu_named(text(c, setting::gpu, "")), bf16))) * 1e12;
}

// The figures that operations follow from. A row that prints a rate as well as its share of the peak is judged by the
// rate.
struct printed_kind {
  std::string_view metric{};
  bool is_hardware = false;
  bool is_share = false;
  bool is_rate = false;
  std::string_view unless{};
};
constexpr std::array printed_kinds{
    printed_kind{.metric = "model_tflops_per_gpu", .is_rate = true},
    printed_kind{.metric = "tflops_per_gpu", .is_hardware = true, .is_rate = true},
    printed_kind{.metric = "mfu", .is_share = true, .unless = "model_tflops_per_gpu"},
    printed_kind{.metric = "hfu", .is_hardware = true, .is_share = true, .unless = "tflops_per_gpu"},
    printed_kind{.metric = "train_flops_per_token"},
};

// Tokens of a GPU in a second.
std::optional<derived> throughput_of(const json& row) {
  const json& c = config_of(row);
  const auto of_one = [&](derived all) { return derived{all.value / number(c, setting::gpus), all.rounding}; };
  if (measures(row, "tokens_per_s_per_gpu")) return printed_rate(row, "tokens_per_s_per_gpu", "tokens");
  if (measures(row, "tokens_per_s")) return of_one(printed_rate(row, "tokens_per_s", "tokens"));
  if (measures(row, "iteration_time") && has(c, setting::global_batch)) {
    const derived time = printed_time(row, "iteration_time");
    const double tokens = number(c, setting::global_batch) * number(c, setting::sequence);
    return of_one({tokens / time.value, time.rounding});
  }
  if (measures(row, "train_days_300B")) {
    const derived time = printed_time(row, "train_days_300B");
    return of_one({300e9 / time.value, time.rounding});
  }
  return {};
}

const convention* convention_of(const json& c) {
  return entry_called(text(c, {"convention"}, ""), conventions);
}

counted counted_by(const convention& by, const printed_kind& kind) { return kind.is_hardware ? by.hardware : by.model; }

}  // namespace

bool has_operations(const json& row, std::string_view metric) {
  const printed_kind* kind = entry_called(metric, printed_kinds, &printed_kind::metric);
  if (kind == nullptr || !has(config_of(row), "convention") || measures(row, kind->unless)) return false;
  const convention* by = convention_of(config_of(row));
  if (by != nullptr && counted_by(*by, *kind) == nullptr) return false;
  return (!kind->is_rate && !kind->is_share) || throughput_of(row).has_value();
}

void find_operations(const json& row, judged& one) {
  const json& c = config_of(row);
  const convention* by = convention_of(c);
  if (by == nullptr) throw refusal(fmt::format("no convention is called {}", in_quotes(text(c, {"convention"}, ""))));
  const printed_kind& kind = *entry_called(one.metric, printed_kinds, &printed_kind::metric);
  derived operations = kind.is_rate ? printed_rate(row, one.metric, "FLOP") : printed(row, one.metric);
  if (kind.is_share) operations.value *= peak_of(c) / in_unit_of_share(1, one.unit);
  if (kind.is_share || kind.is_rate) {
    const auto throughput = throughput_of(row);
    if (!throughput.has_value()) throw refusal("the row does not say how many tokens are processed");
    operations = over(operations, *throughput);
  }
  one.part = by->name;
  one.metric = kind.is_hardware ? "hardware_operations_per_token" : "operations_per_token";
  one.unit = "operations";
  one.published = operations.value;
  one.step = operations.value * operations.rounding;
  one.found = in_operations(known(counted_by(*by, kind)(model_of(c), degree(c, setting::sequence))));
}

double operations_by_convention(const json& row, std::string_view metric) {
  const json& c = config_of(row);
  const convention* by = convention_of(c);
  if (by == nullptr) throw refusal("the row does not say by which convention operations are counted");
  const bool is_hardware = by->hardware != nullptr && !metric.starts_with("model");
  return in_operations(known((is_hardware ? by->hardware : by->model)(model_of(c), degree(c, setting::sequence))));
}

}  // namespace headroom::program::validation
