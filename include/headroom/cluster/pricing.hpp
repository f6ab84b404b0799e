// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/cluster/cluster.hpp>
#include <headroom/cluster/group.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/hardware/price.hpp>

namespace headroom {

enum class purchase { on_demand, spot };

// Which prices to count with. There is no default: prices differ by place and day, so without a region and a list of
// published prices only the user's own are known. Own prices win over published ones.
struct pricing {
  std::string_view region{};
  purchase buy = purchase::on_demand;
  double discount = 0;  // off the published price, 0 to 1: a commitment's or an agreement's
  std::span<const price> own{};
  std::span<const price> published{};  // such as catalog::prices(); none counts unless it is named
};

namespace detail {

constexpr const figure<money_rate>& asked(const price& row, purchase buy) { return buy == purchase::spot ? row.spot : row.on_demand; }

// The newest row of that name and region that states the price; a row without a date is older than any with one.
constexpr const price* newest(std::span<const price> rows, std::string_view machine, const pricing& terms) {
  const price* best = nullptr;
  for (const price& row : rows) {
    if (row.machine != machine || !asked(row, terms.buy).is_known()) continue;
    if (row.region.empty() ? !row.own : row.region != terms.region) continue;  // without a region a published price is none
    if (best == nullptr || row.date > best->date) best = &row;
  }
  return best;
}

}  // namespace detail

// The row that a VM size, rack or board is priced by; nullptr: no price is known for those terms.
constexpr const price* find_price(std::string_view machine, const pricing& terms) {
  const price* own = detail::newest(terms.own, machine, terms);
  return own != nullptr ? own : detail::newest(terms.published, machine, terms);
}

// Price of one machine an hour, discount taken off unless the price is the user's own. A rack without a price of its own
// costs what its VMs cost.
constexpr figure<money_rate> price_of(const machine& m, const pricing& terms) {
  if (!(terms.discount >= 0 && terms.discount <= 1)) return unknown;  // no such discount
  const price* row = find_price(m.name(), terms);
  if (row == nullptr && m.rack() != nullptr && m.vm() != nullptr) return times(m.vms(), price_of(machine(*m.vm()), terms));
  if (row == nullptr) return unknown;
  figure<money_rate> each = detail::asked(*row, terms.buy);
  if (each.from == nullptr) each.from = row->from;
  if (!row->own) each = each.with(scaled(each.value_or({}), 1.0 - terms.discount));
  return each;
}

// Price of a cluster an hour: the part that is known, with its coverage.
template <class Cluster>
constexpr total<money_rate> price_per_hour(const Cluster& c, const pricing& terms) {
  return sum_over(groups_of(c), [&](const machine& m) { return price_of(m, terms); });
}

}  // namespace headroom
