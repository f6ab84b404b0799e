// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/placement.hpp>

#include <algorithm>
#include <string_view>

#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

bool is_node_label(std::string_view key) { return key == "kubernetes.io/hostname"; }

// Whether a selector takes pods of these labels; a null one takes none.
bool selects(const tree* selector, const tree* labels) {
  if (selector == nullptr || !selector->is_map()) return false;
  const auto value_of = [&](std::string_view key) { return labels == nullptr ? nullptr : labels->at(key); };
  if (const tree* wanted = selector->at("matchLabels"); wanted != nullptr)
    for (const tree* each : wanted->items) {
      const tree* has = value_of(each->key);
      if (has == nullptr || text_of(has) != text_of(each)) return false;
    }
  const tree* expressions = selector->at("matchExpressions");
  if (expressions == nullptr || !expressions->is_list()) return true;
  return std::ranges::all_of(expressions->items, [&](const tree* each) {
    const tree* has = value_of(text_of(each->at("key")));
    const std::string_view asked = text_of(each->at("operator"));
    if (asked == "Exists") return has != nullptr;
    const tree* values = each->at("values");
    return asked == "In" && has != nullptr && values != nullptr &&
           std::ranges::any_of(values->items, [&](const tree* one) { return text_of(one) == text_of(has); });
  });
}

void take_anti_affinity(workload& into, const tree* terms, const tree* labels) {
  for_each_item(terms, [&](const tree& each) {
    if (is_node_label(text_of(each.at("topologyKey"))) && selects(each.at("labelSelector"), labels))
      into.placement.pods_per_node = {count{1}, each.line};
  });
}

// A spread alone evens out what is there; only of a stated number of nodes it limits what one of fewer may hold.
void take_spread(workload& into, const tree* constraints, const tree* labels) {
  for_each_item(constraints, [&](const tree& each) {
    const said<count> skew = count_said(each.at("maxSkew"));
    const said<count> nodes = count_said(each.at("minDomains"));
    if (!is_node_label(text_of(each.at("topologyKey"))) ||
        text_of(each.at("whenUnsatisfiable")) == "ScheduleAnyway" || !skew.is_known() || !nodes.is_known() ||
        !selects(each.at("labelSelector"), labels) || into.placement.pods_per_node.is_known())
      return;
    into.placement.pods_per_node = {skew.value, each.line};
    into.placement.spread_nodes = nodes.value;
  });
}

}  // namespace

void take_placement(workload& into, const tree* metadata, const tree* spec) {
  const tree* labels = metadata == nullptr ? nullptr : metadata->at("labels");
  take_anti_affinity(into, spec->at("affinity", "podAntiAffinity", "requiredDuringSchedulingIgnoredDuringExecution"),
                     labels);
  take_spread(into, spec->at("topologySpreadConstraints"), labels);
  into.placement.one_node = required_topology_said(metadata, is_node_label);
}

}  // namespace headroom::read
