// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <headroom/catalog/machines.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/network/expert_exchange.hpp>
#include <optional>

#include <headroom/text/parse.hpp>
#include "validate/figures.hpp"
#include "validate/names.hpp"
#include "validate/row_machine.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

// Collectives of benchmarks: times, and bus and algorithm bandwidths, which are times by another name.
namespace headroom::program::validation {

namespace {

constexpr std::array collectives{collective::all_reduce, collective::reduce_scatter, collective::all_gather,
                                 collective::all_to_all, collective::broadcast,      collective::send};

// "all_reduce", "all_reduce ring (NVLS off)"
std::optional<collective> collective_of(const json& c) {
  const std::string said = letters_of(text(c, setting::collective, ""));
  for (const collective each : collectives)
    if (!said.empty() && said.starts_with(letters_of(name(each)))) return each;
  return {};
}

// What a row's metric begins with: the time, or one of two bandwidths. Of a benchmark's line the first that is printed counts: they are
// one measurement.
constexpr std::string_view time_taken = "time";
constexpr std::string_view bus_rate = "busbw";
constexpr std::array<std::string_view, 3> measurements{time_taken, bus_rate, "algbw"};

std::string first_word(std::string_view metric) {
  const std::vector<std::string> words = words_of(metric);
  return words.empty() ? "" : words.front();
}

bool is_counted(const json& row, std::string_view metric) {
  const auto told = std::ranges::find(measurements, first_word(metric));
  return told != measurements.end() && first_measured(row, {measurements.begin(), told}).empty();
}

// Bytes of a number, or of "32KiB". Nothing: the row does not say.
std::optional<double> message_of(const json& c) {
  const json* said = find(c, setting::message);
  if (said == nullptr) return {};
  if (said->is_number()) return said->get<double>();
  const parsed<memory> read = parse_memory(said->is_string() ? said->get<std::string>() : "");
  return read ? std::optional(in_bytes(read.value)) : std::nullopt;
}

constexpr double one_megabyte = 1e6;

bool is_of(const json& row, std::string_view metric, bool of_reductions, bool large) {
  if (!is_counted(row, metric)) return false;
  const std::optional<collective> which = collective_of(config_of(row));
  const bool is_reduction = !which || is_measured(*which);
  if (is_reduction != of_reductions) return false;
  return !of_reductions || (message_of(config_of(row)).value_or(one_megabyte) >= one_megabyte) == large;
}

// "8gpu" and "1node" of a metric's name.
std::optional<count> counted_in(std::string_view metric, std::string_view what) {
  for (const std::string& word : words_of(metric)) {
    const auto digits = word.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string::npos || digits > 6) continue;
    if (std::string_view(word).substr(digits).starts_with(what)) return std::atoll(word.c_str());
  }
  return {};
}

figure<scale_out_bandwidth> adapters_of(const json& c, const gpu& device, count gpus_each) {
  if (const auto said = adapters_said(c, gpus_each)) return scale_out_per_direction(*said);
  // What the makers' own boards of this GPU have.
  for (const machine& each : catalog::machines())
    if (each.board() != nullptr && each.gpu() == &device) return each.board()->scale_out_per_gpu;
  return unknown;
}

// A VM size by its name, or what the row says of a GPU, its machines and its adapters.
row_machine machines_of(const json& c, count gpus, count nodes) {
  // Of that name only: what is near may be of the same series with fewer GPUs.
  const std::string said = text(c, {"vm", "size", "machine"}, "");
  if (const machine* named = catalog::find(said.substr(0, said.find(' '))).found; named != nullptr && named->vm() != nullptr) return {.listed = named};
  const gpu& device = gpu_named(text(c, setting::gpu, ""));
  if (whole(c, {"racks"}, 0) > 0)
    for (const machine& each : catalog::machines())
      if (each.rack() != nullptr && each.gpu() == &device) return {.listed = &each};
  const count gpus_each = ceil_of(gpus, nodes);
  return machine_of(device, gpus_each, adapters_of(c, device, gpus_each));
}

// Whether the row says that the switches did not reduce: "ring", "ring/tree", "NVLS off".
bool is_without_switches(const json& c, std::string_view metric) {
  const std::string said = fmt::format("{} {} {}", text(c, setting::algorithm, ""), text(c, setting::collective, ""), metric);
  const auto says = [&](std::string_view word) { return has_word(said, word); };
  return says("off") || ((says("ring") || says("tree")) && !says("nvls"));
}

// A figure of which half the last place is more than a fifth says too little.
constexpr double coarsest = 0.2;

}  // namespace

bool is_large_collective(const json& row, std::string_view metric) { return is_of(row, metric, true, true); }
bool is_small_collective(const json& row, std::string_view metric) { return is_of(row, metric, true, false); }
bool is_other_collective(const json& row, std::string_view metric) { return is_of(row, metric, false, true); }

void find_collective(const json& row, judged& one) {
  const json& c = config_of(row);
  one.part = fitted_part(row, one.metric);
  if (text(row, {"kind"}, "") == "threshold") throw refusal("a threshold that machines are held to, and no measurement");
  const std::optional<collective> which = collective_of(c);
  if (!which) throw refusal("the row names no collective");
  const std::optional<double> message = message_of(c);
  if (!message || *message < 0) throw refusal("the row does not say how large the message is");
  if (one.step / 2 > coarsest * one.published) throw refusal("the figure is printed too coarsely to compare with");

  const count racks = whole(c, {"racks"}, 0);
  const count nodes = counted_in(one.metric, "node").value_or(degree(c, setting::nodes, 1));
  const count gpus = counted_in(one.metric, "gpu").value_or(whole(c, setting::gpus, 0));
  if (gpus < 2) throw refusal("the row does not say how many GPUs take part");
  if (nodes < 1 || nodes > gpus) throw refusal("so many machines do not have so many GPUs");
  const row_machine machines = machines_of(c, gpus, nodes);
  fabric over = known(fabric_of(machines.is()));
  if (is_without_switches(c, one.metric)) over.in_network_share = 0;
  const ranks who = racks > 0 || nodes == 1 ? packed(gpus, over) : ranks{gpus, ceil_of(gpus, nodes)};
  const duration took = known(time_of(*which, bytes(*message), who, over)).time;

  const std::string told = first_word(one.metric);
  if (told == time_taken) one.found = in_unit_of(took, one.unit);
  else if (told == bus_rate) one.found = in_unit_of(bus_bandwidth(*which, bytes(*message), gpus, took), one.unit);
  else one.found = in_unit_of(algorithm_bandwidth(bytes(*message), took), one.unit);
}

bool is_expert_exchange(const json&, std::string_view metric) {
  const std::string way = first_word(metric);
  return way == "dispatch" || way == "combine";
}

// Bytes over the link that binds, over the time of the exchange.
void find_expert_exchange(const json& row, judged& one) {
  const json& c = config_of(row);
  one.part = fitted_part(row, one.metric);
  if (!one.metric.ends_with("bottleneck_bw")) throw refusal("an exchange over the adapters alone, or with what stays on a GPU counted in, is not modelled");
  const count gpus = degree(c, setting::expert);
  if (gpus > assumed_machine.gpus) throw refusal("the row does not say the rate of the network between machines");
  const row_machine on = machine_of(gpu_named(text(c, setting::gpu, "")), assumed_machine.gpus, unknown);
  const fabric over = known(fabric_of(on.is()));
  const precision format = format_named(text(c, {first_word(one.metric)}, ""));
  const expert_exchange what{.tokens = degree(c, setting::exchanged_tokens),
                             .bytes_per_token = bytes(static_cast<double>(degree(c, setting::hidden)) * bits(format) / 8),
                             .experts = degree(c, setting::expert_count, exchange_benchmark_experts),
                             .experts_per_token = degree(c, setting::chosen_experts)};
  const ranks who{gpus, gpus};
  const double moved = static_cast<double>(what.tokens) * in_bytes(what.bytes_per_token) * copies_of(what, who).gpus * static_cast<double>(gpus - 1) /
                       static_cast<double>(gpus);
  one.found = in_unit_of(bytes(moved) / known(time_of(what, who, over)).time, one.unit);
}

}  // namespace headroom::program::validation
