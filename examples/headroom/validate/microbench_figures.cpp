// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <array>
#include <headroom/time/attention.hpp>
#include <headroom/time/gemm.hpp>
#include <headroom/time/memory_bound.hpp>
#include <optional>

#include <headroom/read/common/messages.hpp>
#include <headroom/text/characters.hpp>
#include "validate/figures.hpp"
#include "validate/names.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

// Single operations of a GPU: matrix products, attention, and the streams of BabelStream.
namespace headroom::program::validation {

namespace {

// Arrays that a kernel of BabelStream reads and writes.
struct stream {
  std::string_view name{};
  double read = 0;
  double written = 0;
};
constexpr std::array streams{stream{"copy", 1, 1}, stream{"mul", 1, 1}, stream{"add", 2, 1}, stream{"triad", 2, 1}, stream{"dot", 2, 0}};

bool is_rate_of_operations(std::string_view metric) { return metric.starts_with("tflops"); }

// "1024x10240x5120", m x n x k
std::optional<gemm_shape> shape_of(const json& c) {
  if (has(c, "m")) return gemm_shape{degree(c, {"m"}), degree(c, {"n"}), degree(c, {"k"}), degree(c, {"batch"}, 1)};
  const std::vector<std::string> words = words_of(text(c, setting::best_shape, ""));
  if (words.size() != 1) return {};
  std::array<double, 3> sides{};
  std::size_t at = 0;
  for (const char letter : words.front()) {
    if (letter == 'x') ++at;
    else if (ascii::is_digit(letter) && at < sides.size()) sides[at] = 10 * sides[at] + (letter - '0');
    else return {};
  }
  if (at != 2) return {};
  return gemm_shape{whole_number(sides[0], "m"), whole_number(sides[1], "n"), whole_number(sides[2], "k")};
}

// Heads that rows do not say: a model 2,048 wide, as FlashAttention's own benchmark has.
constexpr count benchmark_width = 2'048;

attention_shape attention_of(const json& c) {
  attention_shape of;
  of.sequences = degree(c, setting::batch, 1);
  of.queries = degree(c, setting::sequence);
  of.keys = of.queries;
  of.head_size = degree(c, setting::head_size);
  of.heads = degree(c, setting::heads, benchmark_width / of.head_size > 0 ? benchmark_width / of.head_size : 1);
  of.causal = flag(c, {"causal"}, false);
  return of;
}

// FlashAttention-2 has Ampere's instructions, which later tensor units run at part of their rate.
attention_kernel kernel_of(const json& c, const gpu_rates& on) {
  const bool is_second = words_of(text(c, setting::kernel, "")) == std::vector<std::string>{"flashattention", "2"};
  return is_second && on.operations_per_exponential > 128 ? ampere_attention_on_hopper : native_attention;
}

gpu_rates rates_for(const gpu& device, precision format) { return known(rates_of(device, format)); }

double operations_a_second(const json& c, judged& one) {
  const gpu& device = gpu_named(text(c, setting::gpu, ""));
  const std::string part = one.part;
  if (has(c, setting::head_size)) {
    one.part = "attention, " + part;
    const gpu_rates on = rates_for(device, !has(c, setting::weights) ? bf16 : format_named(text(c, setting::weights, "")));
    const attention_shape of = attention_of(c);
    return in_base_units(operations_of(of)) / in_seconds(attention_time(of, on, kernel_of(c, on)).time);
  }
  one.part = "products, " + part;
  const std::optional<gemm_shape> shape = shape_of(c);
  if (!shape) throw refusal("the row does not say the shape of the product");
  const gpu_rates on = rates_for(device, format_named(text(c, setting::weights, "")));
  return in_base_units(shape->operations()) / in_seconds(gemm_time(*shape, on).time);
}

bandwidth bytes_a_second(const json& c, const stream& kernel, judged& one) {
  one.part = "memory, " + one.part;
  const gpu_rates on = rates_for(gpu_named(text(c, setting::gpu, "")), bf16);
  const memory read = bytes(kernel.read * 1e9);
  const memory written = bytes(kernel.written * 1e9);
  return (read + written) / memory_time(read, written, on);
}

}  // namespace

bool is_microbenchmark(const json&, std::string_view metric) { return is_rate_of_operations(metric) || entry_called(metric, streams) != nullptr; }

void find_microbenchmark(const json& row, judged& one) {
  const json& c = config_of(row);
  one.part = fitted_part(row, one.metric);
  if (const stream* kernel = entry_called(one.metric, streams)) {
    one.found = in_unit_of(bytes_a_second(c, *kernel, one), one.unit);
    return;
  }
  if (!one.unit.starts_with("TFLOP/")) throw refusal(fmt::format("{} is no unit of operations a second", in_quotes(one.unit)));
  one.found = operations_a_second(c, one) / 1e12;
}

}  // namespace headroom::program::validation
