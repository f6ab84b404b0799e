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

attention_shape attention_of(const json& c) {
  attention_shape of;
  of.sequences = degree(c, setting::batch, 1);
  of.keys = degree(c, setting::sequence);
  of.queries = degree(c, {"queries"}, of.keys);
  of.head_size = degree(c, setting::head_size);
  of.heads = degree(c, setting::heads, std::max<count>(attention_benchmark_width / of.head_size, 1));
  of.kv_heads = degree(c, setting::kv_heads, of.heads);
  of.causal = flag(c, {"causal"}, false);
  of.window = whole(c, {"window"}, 0);
  return of;
}

// What computes attention, by the name that a row has for it.
struct known_kernel {
  std::string_view name{};    // letters and digits alone
  bool is_of_ampere = false;  // it has Ampere's instructions, which later tensor units run at part of their rate
  precision format = bf16;    // where the row says none
};
constexpr std::array kernels{known_kernel{.name = "flashattention2", .is_of_ampere = true},  // of fp16 and bf16 alone (its README)
                             known_kernel{.name = "cudnn"}};                                 // PyTorch's own attention, in 16 bits (tests/measure)

// Of a row that names another, or none: it is made for its GPU, and in 16 bits, as publications are that do not say FP8 (general knowledge).
known_kernel kernel_of(const json& c) {
  const known_kernel* named = entry_called(letters_of(text(c, setting::kernel, "")), kernels);
  return named != nullptr ? *named : known_kernel{};
}

attention_kernel attention_by(const json& c, const gpu_rates& on) {
  return kernel_of(c).is_of_ampere && on.operations_per_exponential > 128 ? ampere_attention_on_hopper : native_attention;
}

gpu_rates rates_for(const json& c, precision unless_said) {
  const precision format = has(c, setting::weights) ? format_named(text(c, setting::weights, "")) : unless_said;
  gpu_rates on = known(rates_of(gpu_named(text(c, setting::gpu, "")), format));
  if (flag(c, {"replayed"}, false)) on.launch = replayed_launch;
  return on;
}

// How many operations an operation takes, and how long.
struct timed {
  double operations = 0;
  duration time{};
};

bool is_backward(const json& c) { return flag(c, {"backward"}, false); }

timed attention_timed(const json& c) {
  const gpu_rates on = rates_for(c, kernel_of(c).format);
  const attention_shape of = attention_of(c);
  const double operations = in_base_units(operations_of(of));
  // As FlashAttention's own benchmark counts them: 2.5 times those of the way forward.
  if (is_backward(c)) return {2.5 * operations, attention_backward_time(of, on, attention_by(c, on))};
  return {operations, attention_time(of, on, attention_by(c, on)).time};
}

// Streams of memory take as long whatever products are in.
constexpr precision any_format = bf16;

timed product_timed(const json& c) {
  const std::optional<gemm_shape> shape = shape_of(c);
  if (!shape) throw refusal("the row does not say the shape of the product");
  if (!has(c, setting::weights)) throw refusal("the row does not say in what format the product is");
  return {in_base_units(shape->operations()), gemm_time(*shape, rates_for(c, bf16)).time};
}

timed streamed_timed(const json& c) {
  if (!has(c, "bytes_read")) throw refusal("the row does not say how many bytes the operation reads and writes");
  return {0, streamed(bytes(number(c, {"bytes_read"})), bytes(number(c, {"bytes_written"})), rates_for(c, any_format)).time};
}

timed launch_timed(const json&) { throw refusal("from one kernel that does next to nothing to the next: ours has its ramp in it"); }

struct operation_kind {
  std::string_view part{};
  timed (*time)(const json&) = nullptr;
};

operation_kind kind_of(const json& c, std::string_view metric) {
  if (has(c, setting::head_size)) {
    const bool decodes = degree(c, {"queries"}, 0) == 1;
    return {is_backward(c) ? "attention backward" : decodes ? "attention of decoding" : "attention", attention_timed};
  }
  if (metric == "launch") return {"launches", launch_timed};
  if (!is_rate_of_operations(metric)) return {"memory-bound operations", streamed_timed};
  return {has(c, "batch") ? "grouped products" : "products", product_timed};
}

bandwidth bytes_a_second(const json& c, const stream& kernel) {
  const gpu_rates on = rates_for(c, any_format);
  const memory read = bytes(kernel.read * 1e9);
  const memory written = bytes(kernel.written * 1e9);
  return (read + written) / memory_time(read, written, on);
}

}  // namespace

bool is_microbenchmark(const json&, std::string_view metric) {
  return is_rate_of_operations(metric) || metric == "time" || metric == "launch" || entry_called(metric, streams) != nullptr;
}

void find_microbenchmark(const json& row, judged& one) {
  const json& c = config_of(row);
  const std::string fitted = fitted_part(row, one.metric);
  if (const stream* kernel = entry_called(one.metric, streams)) {
    one.part = "memory, " + fitted;
    one.found = in_unit_of(bytes_a_second(c, *kernel), one.unit);
    return;
  }
  const operation_kind kind = kind_of(c, one.metric);
  one.part = fmt::format("{}, {}", kind.part, fitted);
  const timed found = kind.time(c);
  if (!is_rate_of_operations(one.metric)) {
    one.found = in_unit_of(found.time, one.unit);
    return;
  }
  if (!one.unit.starts_with("TFLOP/")) throw refusal(fmt::format("{} is no unit of operations a second", in_quotes(one.unit)));
  one.found = found.operations / in_seconds(found.time) / 1e12;
}

}  // namespace headroom::program::validation
