// SPDX-License-Identifier: BSL-1.0
#include "findings.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace headroom::program {

namespace {

// Each kind of machine held, once.
std::vector<machine> kinds_held(const own_file& of) {
  std::set<std::tuple<const vm*, const rack*, const board*>> seen;
  std::vector<machine> all;
  for (const group& part : of.cluster) {
    const machine& m = part.machine;
    if (part.how_many > 0 && seen.emplace(m.vm(), m.rack(), m.board()).second) all.push_back(m);
  }
  return all;
}

template <class Visit>
void for_each_input(const own_file& of, Visit visit) {
  const std::vector<machine> held = kinds_held(of);
  for (const measure* each : measures_of(of))
    for (const machine& m : held)
      for (const input& one : each->inputs(m, of.terms)) visit(m, one);
}

}  // namespace

std::vector<doubtful_figure> unconfirmed_figures(const own_file& of) {
  std::vector<doubtful_figure> all;
  for_each_input(of, [&](const machine& m, const input& one) {
    const bool is_known_already = std::ranges::any_of(all, [&](const doubtful_figure& other) {
      // The same figure again, of another size or as part of another total.
      const bool is_of_gpu = m.gpu() != nullptr && one.label.ends_with(m.gpu()->name);
      return (other.figure.label == one.label && (is_of_gpu || other.machine == m.name())) ||
             (other.machine == m.name() && other.figure.value == one.value && other.figure.basis == one.basis);
    });
    if (one.is_unconfirmed() && !is_known_already) all.push_back({m.name(), one});
  });
  return all;
}

std::vector<open_dispute> open_disputes(const own_file& of) {
  std::vector<open_dispute> all;
  const auto take = [&](const dispute* what, std::string figure) {
    if (what == nullptr) return;
    auto found = std::ranges::find(all, what, &open_dispute::what);
    if (found == all.end()) found = all.insert(all.end(), {what, {}});
    if (!figure.empty() && std::ranges::find(found->figures, figure) == found->figures.end())
      found->figures.push_back(std::move(figure));
  };
  for_each_input(of, [&](const machine&, const input& one) { take(one.disputed, one.label); });
  for (const machine& m : kinds_held(of))
    if (is_as_stated(m))
      for (const dispute* one : m.vm()->disputes) take(one, {});
  return all;
}

bool is_as_stated(const machine& m) {
  return m.vm() != nullptr && m.vm()->status.status == lifecycle_status::as_stated;
}

std::vector<const measure*> measures_of(const own_file& of) {
  std::vector<const measure*> all;
  for (const measure& each : measures()) {
    const sum total = each.total(of.cluster.groups(), of.terms);
    const bool is_empty = total.is_absent() || (each.part == part::peak && total.covered == 0);
    if (!is_empty) all.push_back(&each);
  }
  return all;
}

figure<double> average(const own_file& of, const measure& what, divisor by) {
  for (const group& part : of.cluster) {
    if (part.how_many == 0) continue;
    if (by == divisor::rack && part.machine.rack() == nullptr) return unknown;
    if (by == divisor::vm && part.machine.board() != nullptr) return unknown;
  }
  return what.each(of.cluster.groups(), of.terms, by);
}

}  // namespace headroom::program
