// SPDX-License-Identifier: BSL-1.0
#include "fit/network_words.hpp"

#include <fmt/format.h>

#include <array>
#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/text/to_text.hpp>

#include "fit/fit_words.hpp"

namespace headroom::program {

const leaf_switches* leaves_of(const machine& of) {
  const figure<scale_out_bandwidth> whole = resource::scale_out::of(of);
  if (!whole.is_known() || !(*whole.known() > scale_out_bandwidth{})) return nullptr;
  return of.board() != nullptr ? &of.board()->leaves : &of.vm()->leaves;
}

std::string leaves_text(const leaf_switches& of) {
  std::vector<std::string> all;
  if (of.oversubscription != 1) all.push_back(fmt::format("leaf switches oversubscribed {} to 1", rounded_number(of.oversubscription).view()));
  if (of.flows_on_busiest_uplink != 1) all.push_back(fmt::format("{} flows on the busiest uplink", rounded_number(of.flows_on_busiest_uplink).view()));
  if (of.domains_per_leaf > 0) all.push_back(fmt::format("{} to a leaf", so_many(of.domains_per_leaf, "scale-up domain")));
  return fmt::format("{}", fmt::join(all, ", "));
}

nlohmann::ordered_json network_json(const machine& of) {
  const leaf_switches* const leaves = leaves_of(of);
  if (leaves == nullptr) return nullptr;
  return {{"oversubscription", leaves->oversubscription},
          {"flows_on_busiest_uplink", leaves->flows_on_busiest_uplink},
          {"domains_per_leaf", leaves->domains_per_leaf > 0 ? nlohmann::ordered_json(leaves->domains_per_leaf) : nlohmann::ordered_json(nullptr)}};
}

std::vector<std::string_view> network_without_effect(fabric links, const std::function<bool(const fabric&)>& is_same) {
  struct option {
    std::string_view name;
    bool (*is_given)(const fabric&);
    void (*leave_out)(fabric&);
  };
  constexpr std::array options{
      option{oversubscription_option, [](const fabric& of) { return of.oversubscription != fabric{}.oversubscription; },
             [](fabric& of) { of.oversubscription = fabric{}.oversubscription; }},
      option{flows_option, [](const fabric& of) { return of.flows_on_busiest_uplink != fabric{}.flows_on_busiest_uplink; },
             [](fabric& of) { of.flows_on_busiest_uplink = fabric{}.flows_on_busiest_uplink; }},
      option{domains_option, [](const fabric& of) { return of.domains_per_leaf != fabric{}.domains_per_leaf; },
             [](fabric& of) { of.domains_per_leaf = fabric{}.domains_per_leaf; }},
  };
  std::vector<std::string_view> all;
  for (const option& each : options) {
    if (!each.is_given(links)) continue;
    fabric without = links;
    each.leave_out(without);
    if (!is_same(without)) continue;
    all.push_back(each.name);
    links = without;  // of two that slow alike one has an effect
  }
  return all;
}

}  // namespace headroom::program
