// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// Which machines to rent by the month and which to commit to, when and for how long, at least cost.
namespace headroom {

// A way to have one machine for some months. All of them are paid for, used or not, also those after the last that is planned for.
struct purchase_term {
  std::string_view name{};
  count months = 1;
  asked_for<money_rate> price{};  // of one machine
  asked_for<money> upfront{};     // of one machine, at its beginning
  count lead_months = 0;          // before it can begin
};

inline constexpr double hours_of_a_month = 730;  // a twelfth of 365 days

constexpr money cost_of(const purchase_term& of) {
  return of.upfront + dollars(in_dollars_per_hour(of.price) * hours_of_a_month * static_cast<double>(of.months));
}

struct commitment {
  std::size_t term = 0;  // of those that were given
  count month = 0;       // in which it begins
  count machines = 0;

  friend constexpr bool operator==(const commitment&, const commitment&) = default;
};

struct commitments {
  std::vector<commitment> all{};  // by month
  money cost{};

  // Machines that one has in a month.
  constexpr count machines_in(count month, std::span<const purchase_term> terms) const {
    count sum = 0;
    for (const commitment& each : all)
      if (each.month <= month && month - each.month < terms[each.term].months) sum = add(sum, each.machines);
    return sum;
  }
};

namespace detail {

// A term that runs from one month to another is an arc between them, machines that are not used an arc a month back, and what is needed more
// or less than in the month before flows in or out: the least cost of such a flow is in whole machines. By the cheapest paths.
class commitment_flow {
 public:
  constexpr commitment_flow(std::span<const count> needed, std::span<const purchase_term> terms) : excess_(needed.size() + 1, 0) {
    const count end = static_cast<count>(needed.size());
    for (std::size_t t = 0; t < terms.size(); ++t)
      for (count month = terms[t].lead_months; month < end; ++month)
        arcs_.push_back({static_cast<std::size_t>(month), static_cast<std::size_t>(terms[t].months < end - month ? month + terms[t].months : end),
                         in_dollars(cost_of(terms[t])), t});
    for (std::size_t month = 0; month < needed.size(); ++month) {
      arcs_.push_back({month + 1, month, 0, unused});
      excess_[month] += needed[month];
      excess_[month + 1] -= needed[month];
    }
  }

  // False: no term begins early enough.
  constexpr bool run() {
    for (std::size_t from = 0; from < excess_.size(); ++from)
      while (excess_[from] > 0)
        if (!send(from)) return false;
    return true;
  }

  constexpr commitments found(std::span<const purchase_term> terms) const {
    commitments made;
    for (std::size_t month = 0; month < excess_.size(); ++month)
      for (const arc& each : arcs_) {
        if (each.from != month || each.term == unused || each.flow == 0) continue;
        made.all.push_back({each.term, static_cast<count>(month), each.flow});
        made.cost += cost_of(terms[each.term]) * static_cast<double>(each.flow);
      }
    return made;
  }

 private:
  static constexpr auto unused = std::numeric_limits<std::size_t>::max();  // the term of machines that are not used

  struct arc {
    std::size_t from = 0;
    std::size_t to = 0;
    double cost = 0;
    std::size_t term = 0;
    count flow = 0;
  };
  struct step {
    double cost = std::numeric_limits<double>::infinity();
    std::size_t by = 0;
    bool is_back = false;
  };

  constexpr bool send(std::size_t from) {
    std::vector<step> best(excess_.size());
    best[from].cost = 0;
    bool has_changed = true;
    for (std::size_t round = 0; has_changed && round < best.size(); ++round) {
      has_changed = false;
      for (std::size_t i = 0; i < arcs_.size(); ++i) {
        const arc& each = arcs_[i];
        has_changed = reach(best, each.from, each.to, each.cost, i, false) || has_changed;
        if (each.flow > 0) has_changed = reach(best, each.to, each.from, -each.cost, i, true) || has_changed;
      }
    }
    std::size_t to = best.size();
    for (std::size_t i = 0; i < best.size(); ++i)
      if (excess_[i] < 0 && (to == best.size() || best[i].cost < best[to].cost)) to = i;
    if (to == best.size() || !(best[to].cost < std::numeric_limits<double>::infinity())) return false;
    count most = excess_[from] < -excess_[to] ? excess_[from] : -excess_[to];
    for (std::size_t at = to; at != from; at = before(best[at]))
      if (best[at].is_back && arcs_[best[at].by].flow < most) most = arcs_[best[at].by].flow;
    for (std::size_t at = to; at != from; at = before(best[at])) arcs_[best[at].by].flow += best[at].is_back ? -most : most;
    excess_[from] -= most;
    excess_[to] += most;
    return true;
  }

  constexpr std::size_t before(const step& of) const { return of.is_back ? arcs_[of.by].to : arcs_[of.by].from; }

  // Rounding must not make a way round cheaper than none.
  static constexpr bool reach(std::vector<step>& best, std::size_t from, std::size_t to, double cost, std::size_t by, bool is_back) {
    if (!(best[from].cost < std::numeric_limits<double>::infinity())) return false;
    const double way = best[from].cost + cost;
    const double rounding = 1e-12 * math::absolute(best[from].cost) + 1e-9;
    if (!(way < best[to].cost - rounding)) return false;
    best[to] = {way, by, is_back};
    return true;
  }

  std::vector<arc> arcs_{};
  std::vector<count> excess_{};
};

}  // namespace detail

// Least cost of having at least so many machines in each month. Absent where no term can begin in time; unknown, with the reason as its note,
// where a count is none or a price is no amount. Up to 240 months and 16 terms.
constexpr figure<commitments> cheapest_commitments(std::span<const count> needed, std::span<const purchase_term> terms) {
  const auto refused = [](std::string_view why) { return figure<commitments>(unknown).noted(why); };
  if (needed.size() > 240 || terms.size() > 16) return refused("240 months and 16 terms at most");
  for (const count each : needed)
    if (!is_count(each)) return refused("a number of machines is none");
  for (const purchase_term& each : terms) {
    if (each.months < 1 || !is_count(each.months) || !is_count(each.lead_months)) return refused("a term is of a month at least");
    const double cost = in_dollars(cost_of(each));
    if (each.price < money_rate{} || each.upfront < money{} || !(cost >= 0 && cost <= 1e15)) return refused("a price is no amount");
  }
  detail::commitment_flow flow(needed, terms);
  if (!flow.run()) return figure<commitments>(absent).noted("no term begins early enough");
  return flow.found(terms);
}

}  // namespace headroom
