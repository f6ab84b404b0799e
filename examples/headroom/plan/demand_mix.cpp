// SPDX-License-Identifier: BSL-1.0
#include "plan/demand_mix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <headroom/cluster/group.hpp>
#include <headroom/export/json_values.hpp>
#include <headroom/read/common/models.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fit/fit_words.hpp"
#include "io.hpp"
#include "json_report.hpp"
#include "plan/plan_words.hpp"
#include "print/amount.hpp"
#include "print/table.hpp"
#include "reading.hpp"
#include "verdict.hpp"

namespace headroom::program {

namespace {

// As many of a kind as make a judgement of it, where there is no end of them.
constexpr count most_judged = 1'000'000;

// A mix has its amount in base units: dollars a second.
counted counted_of_mix(mix_objective of) {
  return of == mix_objective::price_per_hour ? counted::money_rate : of == mix_objective::power_drawn ? counted::power : counted::things;
}

std::string mix_amount_text(mix_objective of, double base_units) {
  return of == mix_objective::gpus || of == mix_objective::machines ? so_many(static_cast<count>(base_units), of == mix_objective::gpus ? "GPU" : "machine")
                                                                    : short_text(counted_of_mix(of), base_units, unit_system::automatic);
}

std::string_view verb_of_mix(mix_objective of) {
  return of == mix_objective::price_per_hour ? "costs" : of == mix_objective::power_drawn ? "draws" : "takes";
}

nlohmann::ordered_json mix_amount_json(mix_objective of, double base_units) {
  return of == mix_objective::price_per_hour ? in_dollars_per_hour(from_base_units<money_rate>(base_units)) : base_units;
}

double gap_here(const demand_mix& of) { return of.mix().amount > 0 ? std::max(0.0, 1 - of.bound_here / of.mix().amount) : 0; }

// Of kinds that may do it for less, by number, which figure decides and is not known.
std::vector<std::pair<std::size_t, std::string>> open_kinds(const demand_mix& of, std::span<const demand> demands) {
  std::vector<std::pair<std::size_t, std::string>> all;
  const std::array<bool, most_kinds> open = of.found.value_or({}).all.open;
  for (std::size_t i = 0; i < of.kinds.size(); ++i)
    if (const mix_kind& kind = of.kinds[i]; open[i])
      all.emplace_back(i, what_is_open(kind.machine, kind.at_most, demands).value_or(fmt::format("a figure of {} may decide, and is not known", kind.machine.name())));
  return all;
}

// Who says so, and how far from the least it may be.
std::string proof_text(const demand_mix& of) {
  const machine_mix& mix = of.mix();
  const std::string_view all = of.with.size() == 1 ? "the demand" : "all the demands";
  const std::string by_search = fmt::format("{:.2g} %", 100 * gap_here(of));
  if (of.is_by_solver && of.is_proved_here) return fmt::format("{} and the search here both prove that no mix of these machines meets {} with less: the optimality gap is 0 %.", of.solver, all);
  if (of.is_by_solver && mix.is_proved) return fmt::format("{} calls it optimal: the optimality gap is 0 % by that, and {} by the search here, which ended before it was proved.", of.solver, by_search);
  const std::string other = of.solver.empty() ? "" : of.is_by_solver ? fmt::format(" {} ended before it was proved.", of.solver) : fmt::format(" {} found nothing better in its time.", of.solver);
  if (!mix.is_proved && std::ranges::find(mix.open, true) != mix.open.end()) return fmt::format("What cannot be judged may take less: the optimality gap is {}.", by_search);
  if (mix.is_proved) return fmt::format("No mix of these machines meets {} with less: the optimality gap is 0 %.{}", all, other);
  return fmt::format("The search ended before it was proved: the optimality gap is {}, as the least may be so much lower.{}", by_search, other);
}

std::string machines_text(const std::vector<mix_kind>& kinds, const std::array<count, most_kinds>& counts) {
  std::string text;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (counts[i] > 0) text += fmt::format("{}{} x {}", text.empty() ? "" : " and ", number_text(counts[i]), kinds[i].machine.name());
  return text.empty() ? "no machine" : text;
}

// That no demand has: of those that come in steps, or are reserved.
std::array<count, most_kinds> left_of(const demand_mix& of) {
  std::array<count, most_kinds> left = of.mix().counts;
  for (const auto& each : of.found.known()->of_each)
    for (std::size_t i = 0; i < most_kinds; ++i) left[i] -= each[i];
  return left;
}

// One kind to choose from, the first, beside what is taken of the others in any case, so that none alone takes less than the mix.
std::vector<mix_kind> alone_beside_reserved(const std::vector<mix_kind>& kinds, std::size_t which) {
  std::vector<mix_kind> all{kinds[which]};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (i == which || kinds[i].at_least == 0) continue;
    all.push_back(kinds[i]);
    all.back().at_most = kinds[i].at_least;
  }
  return all;
}

// An hour of the mix.
power_taken power_of(const demand_mix& of) {
  std::vector<powered_machines> all;
  for (std::size_t i = 0; i < of.kinds.size(); ++i) all.push_back({of.kinds[i].machine, of.mix().counts[i], hours(1)});
  return power_taken_by(of.power, all);
}

std::optional<plan_without_limit> without_limit(const demand_mix& of) {
  if (!of.without.has_value()) return std::nullopt;
  if (!of.without->is_known()) return plan_without_limit{.is_cut = of.without->is_unknown()};
  const machine_mix& mix = of.without->known()->all;
  const std::string_view verb = of.least == mix_objective::price_per_hour ? "cost" : of.least == mix_objective::power_drawn ? "draw" : "take";
  return plan_without_limit{.is_cut = !mix.is_proved,
                            .is_same = of.found.is_known() && machines_text(of.kinds_without, mix.counts) == machines_text(of.kinds, of.mix().counts),
                            .words = fmt::format("{} would {} {}", machines_text(of.kinds_without, mix.counts), verb, mix_amount_text(of.least, mix.amount))};
}

// What binds of power, and what was left out for it.
void write_power(session& s, const demand_mix& of) {
  if (const std::string binds = what_power_binds(of.power, without_limit(of)); !binds.empty()) s.paragraph("  ", binds);
  reasons others;
  for (const left_by_power& each : of.left_out) add_reason(others, each.why, each.machine.name());
  write_reasons(s, others);
}

}  // namespace

std::optional<std::string> what_is_open(const machine& of, count at_most, std::span<const demand> demands) {
  const group most[]{{of, std::min(at_most, most_judged)}};
  for (const demand& each : demands)
    if (assess(most, each).outcome == outcome::cannot_be_judged) return unknown_text(most, each);
  return std::nullopt;
}

std::string mix_machines_text(const demand_mix& of) { return machines_text(of.kinds, of.mix().counts); }

std::vector<group> groups_of(const std::vector<mix_kind>& kinds, const std::array<count, most_kinds>& counts) {
  std::vector<group> groups;
  for (std::size_t i = 0; i < kinds.size(); ++i) groups.push_back({kinds[i].machine, counts[i]});
  return groups;
}

outcome demand_mix::standing() const { return found.is_known() ? outcome::fits : found.is_absent() ? outcome::does_not_fit : outcome::cannot_be_judged; }

demand_mix mix_for(const std::vector<mix_kind>& kinds, std::span<const demand> demands, mix_objective least, const mix_limits& within) {
  if (kinds.size() > most_kinds)
    throw input_error(fmt::format("{} kinds of machines: expected {} at most, after --machines or within --max-price", kinds.size(), most_kinds));
  if (demands.size() > most_mixed_demands) throw input_error(fmt::format("{} demands: expected {} at most", demands.size(), most_mixed_demands));
  demand_mix made{.least = least, .kinds = kinds, .within = within};
  made.found = kinds.empty() ? figure<machine_mixes>(unknown).noted("of none of these machines is known what it draws") : least_mixes(kinds, demands, least, within);
  made.bound_here = made.found.value_or({}).all.bound;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const figure<machine_mixes> alone = least_mixes(alone_beside_reserved(kinds, i), demands, least, {.most_spot = within.most_spot, .at_most = within.at_most});
    made.alone.push_back(alone.with(alone.value_or({}).all));
  }
  return made;
}

void add_power(demand_mix& to, std::span<const demand> demands, const site_power& asked, std::vector<left_by_power> left_out, std::vector<mix_kind> without) {
  to.power = asked;
  to.left_out = std::move(left_out);
  to.kinds_without = std::move(without);
  const bool may_decide = std::ranges::any_of(to.left_out, [](const left_by_power& each) { return !each.is_known; });
  if (to.kinds.empty() && !may_decide) to.found = figure<machine_mixes>(absent).noted("one of each of these machines draws too much");
  if (to.found.is_absent() && may_decide) to.found = figure<machine_mixes>(unknown).noted("a machine of which nobody knows what it draws may decide");
  if (!asked.most.is_known()) return;
  mix_limits free = to.within;
  free.at_most = {};
  to.without = least_mixes(to.kinds_without, demands, to.least, free);
}

void judge_mix(demand_mix& of, std::span<const demand> demands) {
  of.with.clear();
  for (std::size_t i = 0; i < demands.size(); ++i) {
    std::vector<group> groups = groups_of(of.kinds, of.found.value_or({}).of_each[i]);
    std::erase_if(groups, [](const group& each) { return each.how_many == 0; });
    of.with.push_back(judge(groups, demands[i]));
    if (of.with.back().verdict.outcome == outcome::invalid) throw input_error("the demand is not valid");
  }
}

nlohmann::ordered_json mix_json(const demand_mix& of, std::span<const demand> demands) {
  using value = nlohmann::ordered_json;
  const auto of_one = [&](const figure<machine_mix>& found) {
    return found.is_known() ? value{{"machines", found.known()->counts[0]}, {"amount", mix_amount_json(of.least, found.known()->amount)}} : found.is_absent() ? value("none") : value();
  };
  const auto [unit, objective] = of.least == mix_objective::price_per_hour ? std::pair("dollars_per_hour", "cost")
                                 : of.least == mix_objective::power_drawn  ? std::pair("watts", "power")
                                                                           : std::pair("count", "gpus");
  const bool is_of_one = demands.size() == 1;
  value made = value::object();
  if (is_of_one) made["demand"] = demands.front().name;
  made.update({{"objective", objective}, {"unit", unit}, {"outcome", json_key(name(of.standing()))}});
  if (of.least == mix_objective::power_drawn) made["energy_of"] = of.power.energy_name();
  if (!of.found.is_known()) made["why"] = of.found.note;
  if (of.power.most.is_known()) {
    made["max_power_watts"] = in_watts(*of.power.most.known());
    made["without_max_power"] = of.without.has_value() && of.without->is_known() ? value(mix_amount_json(of.least, of.without->known()->all.amount)) : value();
  }
  made["left_out"] = value::array();
  for (const left_by_power& each : of.left_out) made["left_out"].push_back({{"machine", each.machine.name()}, {"why", each.why}});
  for (const auto& [kind, why] : open_kinds(of, demands)) made["left_out"].push_back({{"machine", of.kinds[kind].machine.name()}, {"why", why}});
  made["machines"] = value::array();
  for (std::size_t i = 0; i < of.kinds.size(); ++i)
    made["machines"].push_back({{"machine", of.kinds[i].machine.name()},
                                {"count", of.found.is_known() ? value(of.mix().counts[i]) : value()},
                                {"at_least", of.kinds[i].at_least},
                                {"at_most", of.kinds[i].at_most < max_count ? value(of.kinds[i].at_most) : value()},
                                {"step", of.kinds[i].step},
                                {"is_spot", of.kinds[i].is_spot},
                                {"alone", of_one(of.alone[i])}});
  if (!of.found.is_known()) return made;
  const power_taken taken = power_of(of);
  made["watts_drawn"] = json_of_figure(taken.drawn, [](const power& x) { return value(in_watts(x)); });
  made["electricity_dollars_per_hour"] = json_of_figure(taken.electricity, [](const money& x) { return value(in_dollars(x)); });
  made["amount"] = mix_amount_json(of.least, of.mix().amount);
  made["bound"] = mix_amount_json(of.least, of.mix().bound);
  made["gap"] = of.mix().gap();
  made["gap_of_search"] = gap_here(of);
  made["solved_by"] = of.is_by_solver ? of.solver : "headroom";
  if (is_of_one) {
    made["verdict"] = verdict_json(demands.front().name, of.with.front());
    return made;
  }
  made["demands"] = value::array();
  for (std::size_t d = 0; d < demands.size(); ++d) {
    value one{{"demand", demands[d].name}, {"machines", value::array()}};
    for (const group& each : groups_of(of.kinds, of.found.known()->of_each[d])) one["machines"].push_back({{"machine", each.machine.name()}, {"count", each.how_many}});
    one["verdict"] = verdict_json(demands[d].name, of.with[d]);
    made["demands"].push_back(std::move(one));
  }
  return made;
}

void write_mix(session& s, const demand_mix& of, std::span<const demand> demands) {
  const std::string_view verb = verb_of_mix(of.least);
  if (!of.found.is_known()) {
    s.line(fmt::format("Mix: {}", of.found.is_absent() ? "none" : "cannot be judged"), style_of(of.standing()));
    s.paragraph("  ", fmt::format("Why: {}{}.", of.found.note, of.solver.empty() || !of.found.is_absent() ? "" : fmt::format(", {} says, too", of.solver)));
  } else {
    s.line(fmt::format("Mix: {}", mix_machines_text(of)), style::good);
    s.paragraph("  ", fmt::format("It {} {}. {}", verb, mix_amount_text(of.least, of.mix().amount), proof_text(of)));
    if (of.power.is_asked()) s.paragraph("  ", power_text(of.power, power_of(of), " an hour", of.least == mix_objective::price_per_hour));
  }
  for (const auto& [kind, why] : open_kinds(of, demands)) s.paragraph("  ", fmt::format("{} may do it for less, which cannot be judged: {}.", of.kinds[kind].machine.name(), why));
  write_power(s, of);
  if (of.least == mix_objective::power_drawn) s.paragraph("  ", of.power.energy_text());
  s.heading("Of these machines");
  const double least = of.found.value_or({}).all.amount;
  const bool some_do_alone = least > 0 && std::ranges::any_of(of.alone, [](const figure<machine_mix>& each) { return each.is_known(); });
  std::vector<column> columns{name_column("machine"), number_column("at most"), number_column("in the\nmix"), number_column("alone")};
  if (some_do_alone) columns.insert(columns.end(), {number_column("that is"), number_column("more")});
  table t(std::move(columns));
  for (std::size_t i = 0; i < of.kinds.size(); ++i) {
    const figure<machine_mix>& alone = of.alone[i];
    std::vector<cell> cells{std::string(of.kinds[i].machine.name()), of.kinds[i].at_most < max_count ? number_text(of.kinds[i].at_most) : std::string(),
                            of.found.is_known() ? number_text(of.mix().counts[i]) : std::string(), alone.is_known() ? number_text(alone.known()->counts[0]) : std::string(alone.is_absent() ? "-" : "?")};
    if (some_do_alone) {
      cells.emplace_back(alone.is_known() ? mix_amount_text(of.least, alone.known()->amount) : std::string());
      cells.emplace_back(alone.is_known() ? fmt::format("{:.1f} %", 100 * (alone.known()->amount / least - 1)) : std::string());
    }
    t.add(std::move(cells));
  }
  s.write(t);
  if (!of.found.is_known()) return;
  if (demands.size() == 1) return write_judgement(s, of_demand, of.with.front(), unit_system::automatic);
  if (const std::array<count, most_kinds> left = left_of(of); std::ranges::max(left) > 0) s.paragraph("  ", fmt::format("No demand has {} of them.", machines_text(of.kinds, left)));
  for (std::size_t d = 0; d < demands.size(); ++d) {
    s.heading(std::string(demands[d].name));
    s.paragraph("  ", fmt::format("It has {}.", machines_text(of.kinds, of.found.known()->of_each[d])));
    write_judgement(s, of_demand, of.with[d], unit_system::automatic);
  }
}

}  // namespace headroom::program
