// SPDX-License-Identifier: BSL-1.0
#include "plan/grown_demand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/count.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/demand/scaled.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/text/to_text.hpp>
#include <string>
#include <vector>

#include "fit/fit_words.hpp"
#include "io.hpp"
#include "print/amount.hpp"
#include "reading.hpp"
#include "verdict.hpp"

namespace headroom::program {

namespace {

std::vector<demand> demands_of(const demand& asked, const growth_request& request) {
  std::vector<demand> all;
  for (const double factor : request.factors) {
    const figure<demand> made = scaled(asked, factor);
    if (!made.is_known()) throw input_error(fmt::format("{}: month {}: {}", request.options, all.size(), made.note));
    all.push_back(*made.known());
  }
  return all;
}

void worsen(grown_demand& of, outcome by, const std::string& why) {
  if (by <= of.outcome) return;
  of.outcome = by;
  of.why = why;
}

// Of the needs that grow: those in total.
std::vector<need_runway> runways_of(std::span<const group> groups, const demand& asked, const std::vector<double>& factors, const std::vector<demand>& demands) {
  std::vector<need_runway> all;
  const verdict now = assess(groups, asked);
  if (now.outcome == outcome::invalid) throw input_error("the demand is not valid");
  for (std::size_t i = 0; i < now.checks().size(); ++i) {
    const need_check& each = now.checks()[i];
    if (each.line >= line::machines || each.scope != scope::total) continue;
    std::vector<double> given;
    for (const double factor : factors) given.push_back(each.need * factor);
    need_runway one{.now = each, .month = runway(each.supply, {.given = given}, static_cast<count>(given.size()))};
    if (one.month.is_known()) one.outcome = assess(groups, demands[static_cast<std::size_t>(*one.month.known())]).checks()[i].outcome;
    all.push_back(one);
  }
  return all;
}

figure<count> machines_needed(std::span<const group> groups, const demand& asked, std::size_t bought) {
  const figure<count> more = how_many_more(groups, asked)[bought];
  if (!more.is_known()) return more;
  const count held = groups[bought].how_many;
  return *more.known() > 0 ? add(held, *more.known()) : held - could_give_back(groups, asked)[bought];
}

// Of a demand that no number of machines meets: the limit that so many as it would take are beyond.
std::string why_no_number(std::span<const group> groups, const demand& asked, std::size_t bought) {
  const std::string_view machine = groups[bought].machine.name();
  demand without = asked;
  without.at_most = {};
  const figure<count> needed = machines_needed(groups, without, bought);
  if (!needed.is_known()) return fmt::format("no number of {} meets the demand: they are not eligible", machine);
  std::vector<group> with(groups.begin(), groups.end());
  with[bought].how_many = *needed.known();
  const auto assessed = assess(std::span<const group>(with), asked);
  std::string limits;
  for (const need_check& each : assessed.checks()) {
    if (each.line < line::vms || each.outcome == outcome::fits) continue;
    const auto [most, there] = side_by_side(counted_by(each.line, each.format), each.need, each.supply, unit_system::automatic);
    limits += fmt::format("{}{}: {}, of at most {}", limits.empty() ? "" : "; ", what_of(each), there, most);
  }
  return fmt::format("the demand takes {} of {}, and a limit is in the way: {}", number_text(*needed.known()), machine, limits);
}

// An order that comes too late is placed now.
count arrived_in(count month, const std::vector<machine_order>& orders, count lead) {
  count sum = 0;
  for (const machine_order& each : orders)
    if (std::max<count>(each.placed_in, 0) + lead <= month) sum = add(sum, each.machines);
  return sum;
}

void order_and_rent(grown_demand& made, const std::vector<count>& needed, count held, const growth_request& request) {
  const bool is_enough = std::ranges::all_of(needed, [&](count each) { return each <= held; });
  made.orders = orders_for(needed, {.held = held, .step = request.step, .lead_months = is_enough ? figure<count>(0) : request.lead_months});
  if (!is_enough && !request.lead_months.is_known()) made.orders = made.orders.noted("the lead time is not known (--lead-months)");
  if (!request.terms.empty()) {
    std::vector<count> missing;
    for (const count each : needed) missing.push_back(multiply(ceil_of(std::max<count>(each - held, 0), request.step), request.step));
    made.rented = cheapest_commitments(missing, request.terms);
    if (made.rented.is_unknown()) throw input_error(fmt::format("--term: {}", made.rented.note));
  }
  if (made.orders.is_known()) {
    for (std::size_t month = 0; month < needed.size() && static_cast<count>(month) < request.lead_months.value_or(0); ++month)
      if (needed[month] > held)
        worsen(made, outcome::does_not_fit, fmt::format("{} more {} needed in month {}, and an order that is placed now is at work in month {}",
                                                        so_many(needed[month] - held, "machine"), inflected(needed[month] - held, "is", "are"), month, *request.lead_months.known()));
  } else if (!made.rented.is_known()) {
    if (made.rented.is_absent()) worsen(made, outcome::does_not_fit, std::string(made.rented.note));
    else worsen(made, outcome::cannot_be_judged, std::string(made.orders.note));
  }
}

}  // namespace

grown_demand grown(std::span<const group> groups, const demand& asked, const growth_request& request) {
  const count held = groups[request.bought].how_many;
  const std::vector<demand> demands = demands_of(asked, request);
  grown_demand made{.runways = runways_of(groups, asked, request.factors, demands)};
  std::vector<count> needed;
  for (std::size_t i = 0; i < demands.size(); ++i) {
    const figure<count> machines = machines_needed(groups, demands[i], request.bought);
    if (machines.is_absent())
      worsen(made, outcome::does_not_fit, fmt::format("in month {} {}", made.months.size(), why_no_number(groups, demands[i], request.bought)));
    if (machines.is_unknown()) worsen(made, outcome::cannot_be_judged, fmt::format("in month {} {}", made.months.size(), unknown_text(groups, demands[i])));
    if (machines.is_known()) needed.push_back(*machines.known());
    made.months.push_back({.factor = request.factors[i], .needed = machines, .there = held});
  }
  if (needed.size() == made.months.size()) order_and_rent(made, needed, held, request);
  else made.orders = figure<std::vector<machine_order>>(unknown).noted("the machines of a month are not known");
  std::vector<group> then(groups.begin(), groups.end());
  for (std::size_t i = 0; i < made.months.size(); ++i) {
    grown_month& each = made.months[i];
    const auto month = static_cast<count>(i);
    if (made.is_met_by_rent()) each.there = add(held, made.rented.known()->machines_in(month, request.terms));
    else if (made.orders.is_known()) each.there = add(held, arrived_in(month, *made.orders.known(), request.lead_months.value_or(0)));
    then[request.bought].how_many = each.there;
    each.outcome = assess(std::span<const group>(then), demands[i]).outcome;
    if (made.orders.is_known() || made.is_met_by_rent()) worsen(made, each.outcome, fmt::format("the machines that are there in month {} are not known to meet it", month));
  }
  return made;
}

}  // namespace headroom::program
