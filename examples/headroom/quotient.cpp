// SPDX-License-Identifier: BSL-1.0
#include "quotient.hpp"

#include <utility>

namespace headroom::program {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> part_counts{
    {{"gpu", "gpus"}, {"vm", "vms"}, {"rack", "racks"}, {"domain", "domains"}}};

std::optional<quotient> made_of(std::string_view over, std::string_view under) {
  const quotient result{find_measure(over), find_measure(under)};
  if (result.over == nullptr || result.under == nullptr) return {};
  return result;
}

}  // namespace

figure<double> quotient::of(std::span<const group> groups, const pricing& terms) const {
  const sum a = over->total(groups, terms);
  const sum b = under->total(groups, terms);
  if (!a.is_complete || !b.is_complete) return unknown;
  if (a.without > 0 || b.without > 0) return absent;
  if (!(b.known > 0)) return unknown;
  figure<double> result(a.known / b.known);
  if (!a.confirmed || !b.confirmed) result.basis = basis::estimated;
  return result;
}

std::optional<quotient> find_quotient(std::string_view key) {
  constexpr std::string_view bytes = "bytes_per_operation.";
  if (key.starts_with(bytes)) return made_of("memory_bandwidth", "peak." + std::string(key.substr(bytes.size())));
  if (key == "scale_up_to_scale_out") return made_of("scale_up", "scale_out");
  for (const auto& [part, count_of] : part_counts) {
    const std::string ending = ".per_" + std::string(part);
    std::optional<quotient> found;
    if (key == "price_per_" + std::string(part) + "_hour") found = made_of("price_per_hour", count_of);
    if (key.ends_with(ending)) found = made_of(key.substr(0, key.size() - ending.size()), count_of);
    if (!found.has_value()) continue;
    found->what = found->over->what;
    if (found->over == find_measure("price") && part == "gpu") found->under = &whole_gpus();
    return found;
  }
  return {};
}

}  // namespace headroom::program
