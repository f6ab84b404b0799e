// SPDX-License-Identifier: BSL-1.0
#include "fit/pools.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/gpu_units.hpp>
#include <headroom/demand/growth.hpp>
#include <vector>

namespace headroom::program {

namespace {

bool nest(count a, count b) { return a % b == 0 || b % a == 0; }

bool fit_side_by_side(std::span<const group> groups, const demand& a, const demand& b) {
  if (groups.size() != 1 || !nest(a.units.in_domain, b.units.in_domain)) return false;
  const count widest = std::max(a.units.in_domain, b.units.in_domain);
  const figure<count> there_is = gpus_in_units(groups.front(), {.in_domain = widest, .of_one_kind = widest, .may_span = a.units.may_span && b.units.may_span});
  return there_is.is_known() && add(a.total.gpus, b.total.gpus) <= *there_is.known();
}

// Gives a as few machines as do, first of those that b cannot use, and b the others.
bool fit_in_machines_of_their_own(std::span<const group> groups, const demand& a, const demand& b) {
  std::vector<group> of_a(groups.begin(), groups.end());
  std::vector<group> of_b = of_a;
  const verdict for_b = assess(groups, b);
  for (const bool wanted : {true, false})
    for (std::size_t i = 0; i < of_a.size(); ++i) {
      if ((for_b.groups[i].outcome == outcome::fits) != wanted) continue;
      of_a[i].how_many -= could_give_back(of_a, a)[i];
    }
  for (std::size_t i = 0; i < of_a.size(); ++i) of_b[i].how_many -= of_a[i].how_many;
  return assess(of_b, b).fits();
}

}  // namespace

outcome judge_together(std::span<const group> groups, const demand& a, const demand& b) {
  const outcome alone = std::max(assess(groups, a).outcome, assess(groups, b).outcome);
  if (alone != outcome::fits) return alone;
  return fit_side_by_side(groups, a, b) || fit_in_machines_of_their_own(groups, a, b) ? outcome::fits
                                                                                      : outcome::does_not_fit;
}

figure<count> machines_together(const machine& of, const demand& a, const demand& b) {
  const std::array none{group{of, 0}};
  const figure<count> for_a = how_many_more(none, a).front();
  const figure<count> for_b = how_many_more(none, b).front();
  for (const figure<count>& each : {for_a, for_b})
    if (each.is_absent()) return each;
  for (const figure<count>& each : {for_a, for_b})
    if (each.is_unknown()) return each;
  count least = 0;
  for (count enough = add(*for_a.known(), *for_b.known()); least < enough;) {  // each in machines of its own
    const count middle = least + (enough - least) / 2;
    if (judge_together(std::array{group{of, middle}}, a, b) == outcome::fits) enough = middle;
    else least = middle + 1;
  }
  return least;
}

}  // namespace headroom::program
