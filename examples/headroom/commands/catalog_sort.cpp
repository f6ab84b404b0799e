// SPDX-License-Identifier: BSL-1.0
#include "commands/catalog_sort.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <headroom/hardware/figure_order.hpp>
#include <headroom/hardware/link_text.hpp>
#include <headroom/precision.hpp>
#include <type_traits>
#include <utility>

#include "commands/catalog_machines.hpp"
#include "print/amount.hpp"

namespace headroom::program {

namespace {

template <class T>
double number_of(const T& x) {
  if constexpr (std::integral<T>) {
    return static_cast<double>(x);
  } else if constexpr (requires { x.one_direction; }) {
    return in_base_units(x.one_direction);
  } else {
    return in_base_units(x);
  }
}

// As the table prints it: dollars by themselves, for the column says of what.
std::string text_of(const figure<money_rate>& x) {
  return x.is_known() ? fmt::format("{:.2f}", in_dollars_per_hour(x.value_or({}))) : cell_text(x);
}
std::string text_of(const auto& x) { return cell_text(x); }

// Of what one of which there is so much: "_per_gpu".
sort_key key_of(std::string name, std::string title, std::string_view of_one, bool is_lowest_first, MachineKey auto key) {
  constexpr counted what = counted_as<typename std::remove_cvref_t<decltype(key(std::declval<const machine&>()))>::value_type>;
  return {std::move(name), std::move(title), fmt::format("{}{}", unit_name_of(what), of_one), is_lowest_first,
          [key](const machine& m) -> sort_value {
            const auto figure = key(m);
            return {figure.with(number_in_unit(what, number_of(figure.value_or({})))), text_of(figure)};
          }};
}
sort_key lowest(std::string name, std::string title, std::string_view of_one, MachineKey auto key) {
  return key_of(std::move(name), std::move(title), of_one, true, key);
}
sort_key highest(std::string name, std::string title, MachineKey auto key) {
  const std::string_view of_one = name.find("per-gpu") == std::string::npos ? "" : "_per_gpu";
  return key_of(std::move(name), std::move(title), of_one, false, key);
}

}  // namespace

std::vector<sort_key> sort_keys(const std::function<figure<money_rate>(const machine&)>& price) {
  std::vector<sort_key> keys{
      lowest("price", "", "", price),
      lowest("price-per-gpu", "", "_per_gpu", per_gpu(price)),
      lowest("price-per-gib", "", "_per_gibibyte", per_gibibyte(price)),
      highest("gpus", "", gpu_count),
      highest("gpu-memory", "GPU memory", gpu_memory),
      highest("memory-per-gpu", "memory per GPU", per_gpu(gpu_memory)),
      highest("bandwidth-per-gpu", "bandwidth per GPU", per_gpu(memory_bandwidth)),
      highest("scale-up-per-gpu", "scale-up per GPU", per_gpu(scale_up)),
      highest("scale-out-per-gpu", "scale-out per GPU", per_gpu(scale_out)),
      highest("scale-out", "scale-out", scale_out),
      highest("vcpus", "vCPUs", vcpu_count),
      highest("system-memory", "memory", system_memory),
  };
  for (const precision format : precisions) {
    keys.push_back(lowest(fmt::format("price-per-petaflop-{}", name(format)), fmt::format("{} $/PFLOPS-h", name(format)),
                          "_per_petaflops", per_petaflop(price, format)));
    keys.push_back(highest(fmt::format("peak-per-gpu-{}", name(format)), fmt::format("{} per GPU", name(format)),
                           per_gpu(dense_peak(format))));
  }
  return keys;
}

void sort_by(const sort_key& key, std::vector<machine>& machines) {
  const auto number = [&](const machine& m) { return key.value_of(m).number; };
  if (key.is_lowest_first) {
    std::ranges::stable_sort(machines, lowest_first, number);
  } else {
    std::ranges::stable_sort(machines, highest_first, number);
  }
}

}  // namespace headroom::program
