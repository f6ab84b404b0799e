// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/text/to_text.hpp>
#include <headroom/units.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "commands/catalog_options.hpp"
#include "commands/entry.hpp"
#include "session.hpp"

// The list of machines that `headroom catalog` prints.
namespace headroom::program {

// A filter that asks for something leaves out what is not known to have it.
template <class T>
bool has_at_least(const figure<T>& of, const T& least) {
  return least == T{} || (of.is_known() && *of.known() >= least);
}

template <class T>
std::string cell_text(const figure<T>& each) {
  if (!each.is_known()) return each.is_absent() ? "none" : "unknown";
  if constexpr (std::same_as<T, memory>)
    return memory_text(*each.known());
  else
    return std::string(to_text(*each.known()).view());
}

// An entry of a list.
nlohmann::ordered_json listed_json(const entry& of);

// On a page, the lowest prices of all regions of those of these names that are machines.
void draw_lowest_prices(session& run, const std::vector<std::string_view>& names);

// Whether a part of a GPU's name is so, after case, spaces and signs: "h100-sxm5" and "H-100" are in "H100-SXM5-80GB".
bool has_in_name(const gpu& device, std::string_view part);

// Prints the machines asked for, sorted. Fails the run where the sort key or a region is not known.
void list_machines(session& run, const catalog_options& asked, const minimums& least);

}  // namespace headroom::program
