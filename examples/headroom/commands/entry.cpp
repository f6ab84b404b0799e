// SPDX-License-Identifier: BSL-1.0
#include "commands/entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <headroom/catalog/prices.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/hardware/link_text.hpp>
#include <headroom/precision.hpp>
#include <headroom/report/figures.hpp>
#include <headroom/text/to_text.hpp>

namespace headroom::program {

namespace {

void set_value(shown_figure& shown, count value) {
  shown.text = to_text(value).view();
  shown.number = static_cast<double>(value);
  shown.unit = "count";
}
void set_value(shown_figure& shown, support value) { shown.text = name(value); }
template <network N>
void set_value(shown_figure& shown, const network_bandwidth<N>& value) {
  shown.text = to_text(value).view();
  shown.number = in_bytes_per_second(value.one_direction);
  shown.unit = "bytes_per_second";
}
void set_value(shown_figure& shown, const memory& value) {
  shown.text = memory_text(value);
  shown.number = in_bytes(value);
  shown.unit = "bytes";
}
template <printable_quantity Quantity>
void set_value(shown_figure& shown, const Quantity& value) {
  const text all = to_text(value);
  std::string_view words = all.view();
  if constexpr (typed_quantity<Quantity>) {  // the figure's name says the format
    const std::size_t format = 2 + name(precision_of<Quantity>).size() + name(sparsity_of<Quantity>).size();
    words.remove_suffix(format);
    shown.unit = "operations_per_second";
  }
  shown.text = words;
  shown.number = in_base_units(value);
  if constexpr (std::same_as<Quantity, bandwidth>) shown.unit = "bytes_per_second";
  if constexpr (std::same_as<Quantity, power>) shown.unit = "watts";
  if constexpr (std::same_as<Quantity, token_rate>) shown.unit = "tokens_per_second";
}

template <class T>
shown_figure shown(std::string_view name, const figure<T>& each) {
  shown_figure result{.name = std::string(name),
                      .state = each.state,
                      .basis = each.basis,
                      .from = each.from,
                      .note = each.note,
                      .disputed = each.disputed};
  if (each.is_known()) {
    set_value(result, *each.known());
  } else {
    result.text = each.is_absent() ? "none" : "unknown";
  }
  return result;
}

void add_once(std::vector<const dispute*>& all, const dispute* one) {
  if (one != nullptr && std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

template <class Record>
entry entry_of_record(const Record& record, std::string_view kind) {
  entry result{.name = record.name, .kind = kind};
  for_each_word(record, [&](std::string_view name, std::string_view words) {
    if (!words.empty()) result.words.emplace_back(name, words);
  });
  for_each_figure(record,
                  [&](std::string_view name, const auto& each) { result.figures.push_back(shown(name, each)); });
  for (const shown_figure& each : result.figures) add_once(result.disputes, each.disputed);
  return result;
}

template <class... Resources>
void add_totals(entry& of, const machine& m) {
  const auto add = [&](const shown_figure& total) {
    if (total.state != knowledge::unknown) of.totals.push_back(total);
  };
  (add(shown(Resources::name, Resources::of(m))), ...);
}

template <precision P>
void add_peaks(entry& of, const machine& m) {
  const auto add = [&](std::string_view zeros, const auto& peak) {
    if (peak.is_unknown()) return;
    shown_figure total = shown("", peak);
    total.name = fmt::format("peak rate, {} {}", name(P), zeros);
    of.totals.push_back(std::move(total));
  };
  add("dense", resource::peak<P, dense>::of(m));
  add("sparse", resource::peak<P, sparse>::of(m));
}

}  // namespace

bool shown_figure::is_worth_a_line(const source* record_source) const {
  if (state == knowledge::known || disputed != nullptr || !note.empty()) return true;
  return state == knowledge::absent && basis != headroom::basis::general_knowledge && from != nullptr &&
         from != record_source;
}

std::string memory_text(const memory& x) {
  const text exact = to_text(x);
  const auto digits = std::ranges::count_if(exact.view(), [](char c) { return c >= '0' && c <= '9'; });
  return std::string((digits <= 9 ? exact : rounded_text(x, 4)).view());
}

std::string_view kind_of(const machine& m) {
  return m.rack() != nullptr ? "rack" : m.board() != nullptr ? "board" : "VM size";
}

entry entry_of(const machine& m) {
  entry result;
  visit_record(m, [&](const auto& record) { result = entry_of_record(record, kind_of(m)); });
  result.from = m.from();
  result.gpu = m.gpu();
  if (m.vm() != nullptr) result.cpu = m.vm()->cpu;
  if (m.rack() == nullptr && m.vm() != nullptr)
    for (const dispute* each : m.vm()->disputes) add_once(result.disputes, each);
  if (m.rack() != nullptr)
    add_totals<resource::gpus, resource::cpus, resource::cores, resource::vcpus, resource::system_memory>(result, m);
  add_totals<resource::physical_gpu_memory, resource::gpu_memory, resource::driver_gpu_memory,
             resource::usable_gpu_memory, resource::fast_memory, resource::memory_bandwidth, resource::scale_up,
             resource::scale_out, resource::front_end, resource::local_storage, resource::gpu_power>(result, m);
  for (const precision format : precisions) visit(format, [&](auto known) { add_peaks<known()>(result, m); });
  for (const price& row : catalog::prices())
    if (row.machine == m.name()) result.prices.push_back(&row);
  return result;
}

entry entry_of(const headroom::gpu& device) {
  entry result = entry_of_record(device, "GPU");
  result.from = device.from;
  return result;
}

entry entry_of(const headroom::cpu& chip) {
  entry result = entry_of_record(chip, "CPU");
  result.from = chip.from;
  return result;
}

}  // namespace headroom::program
