// SPDX-License-Identifier: BSL-1.0
#include "plan/demand_mix.hpp"

#include <fmt/format.h>

#include <algorithm>
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
#include "print/amount.hpp"
#include "print/table.hpp"
#include "reading.hpp"
#include "verdict.hpp"

namespace headroom::program {

namespace {

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

double gap_here(const demand_mix& of) { return of.found.known()->amount > 0 ? std::max(0.0, 1 - of.bound_here / of.found.known()->amount) : 0; }

// Who says so, and how far from the least it may be.
std::string proof_text(const demand_mix& of) {
  const machine_mix& mix = *of.found.known();
  const std::string by_search = fmt::format("{:.2g} %", 100 * gap_here(of));
  if (of.is_by_solver && of.is_proved_here) return fmt::format("{} and the search here both prove that no mix of these machines meets the demand with less: the optimality gap is 0 %.", of.solver);
  if (of.is_by_solver && mix.is_proved) return fmt::format("{} calls it optimal: the optimality gap is 0 % by that, and {} by the search here, which ended before it was proved.", of.solver, by_search);
  const std::string other = of.solver.empty() ? "" : of.is_by_solver ? fmt::format(" {} ended before it was proved.", of.solver) : fmt::format(" {} found nothing better in its time.", of.solver);
  if (mix.is_proved) return fmt::format("No mix of these machines meets the demand with less: the optimality gap is 0 %.{}", other);
  return fmt::format("The search ended before it was proved: the optimality gap is {}, as the least may be so much lower.{}", by_search, other);
}

}  // namespace

std::string mix_machines_text(const demand_mix& of) {
  std::string text;
  for (std::size_t i = 0; i < of.kinds.size(); ++i)
    if (const count n = of.found.known()->counts[i]; n > 0) text += fmt::format("{}{} x {}", text.empty() ? "" : " and ", number_text(n), of.kinds[i].machine.name());
  return text.empty() ? "no machine" : text;
}

std::vector<group> groups_of(const std::vector<mix_kind>& kinds, const machine_mix& mix) {
  std::vector<group> groups;
  for (std::size_t i = 0; i < kinds.size(); ++i) groups.push_back({kinds[i].machine, mix.counts[i]});
  return groups;
}

outcome demand_mix::standing() const { return found.is_known() ? outcome::fits : found.is_absent() ? outcome::does_not_fit : outcome::cannot_be_judged; }

demand_mix mix_for(const std::vector<mix_kind>& kinds, const demand& asked, mix_objective least, double most_spot, const search_effort& effort) {
  if (kinds.size() > most_kinds)
    throw input_error(fmt::format("{} kinds of machines: expected {} at most, after --machines or within --max-price", kinds.size(), most_kinds));
  demand_mix made{.least = least, .kinds = kinds, .most_spot = most_spot};
  made.found = least_mix(kinds, asked, least, {most_spot, effort});
  made.bound_here = made.found.value_or({}).bound;
  for (const mix_kind& each : kinds) made.alone.push_back(least_mix(std::span(&each, 1), asked, least));
  return made;
}

void judge_mix(demand_mix& of, const demand& asked) {
  std::vector<group> groups = groups_of(of.kinds, of.found.value_or({}));
  std::erase_if(groups, [](const group& each) { return each.how_many == 0; });
  of.with = judge(groups, asked);
  if (of.with.verdict.outcome == outcome::invalid) throw input_error("the demand is not valid");
}

nlohmann::ordered_json mix_json(const demand_mix& of, const demand& asked) {
  using value = nlohmann::ordered_json;
  const auto of_one = [&](const figure<machine_mix>& found) {
    return found.is_known() ? value{{"machines", found.known()->counts[0]}, {"amount", mix_amount_json(of.least, found.known()->amount)}} : found.is_absent() ? value("none") : value();
  };
  const auto [unit, objective] = of.least == mix_objective::price_per_hour ? std::pair("dollars_per_hour", "cost")
                                 : of.least == mix_objective::power_drawn  ? std::pair("watts", "power")
                                                                           : std::pair("count", "gpus");
  value made{{"demand", asked.name}, {"objective", objective}, {"unit", unit}, {"outcome", json_key(name(of.standing()))}};
  if (!of.found.is_known()) made["why"] = of.found.note;
  made["machines"] = value::array();
  for (std::size_t i = 0; i < of.kinds.size(); ++i)
    made["machines"].push_back({{"machine", of.kinds[i].machine.name()},
                                {"count", of.found.is_known() ? value(of.found.known()->counts[i]) : value()},
                                {"at_least", of.kinds[i].at_least},
                                {"at_most", of.kinds[i].at_most < max_count ? value(of.kinds[i].at_most) : value()},
                                {"step", of.kinds[i].step},
                                {"is_spot", of.kinds[i].is_spot},
                                {"alone", of_one(of.alone[i])}});
  if (!of.found.is_known()) return made;
  made["amount"] = mix_amount_json(of.least, of.found.known()->amount);
  made["bound"] = mix_amount_json(of.least, of.found.known()->bound);
  made["gap"] = of.found.known()->gap();
  made["gap_of_search"] = gap_here(of);
  made["solved_by"] = of.is_by_solver ? of.solver : "headroom";
  made["verdict"] = verdict_json(asked.name, of.with);
  return made;
}

void write_mix(session& s, const demand_mix& of) {
  const std::string_view verb = verb_of_mix(of.least);
  if (!of.found.is_known()) {
    s.line(fmt::format("Mix: {}", of.found.is_absent() ? "none" : "cannot be judged"), style_of(of.standing()));
    s.paragraph("  ", fmt::format("Why: {}{}.", of.found.note, of.solver.empty() || !of.found.is_absent() ? "" : fmt::format(", {} says, too", of.solver)));
  } else {
    const machine_mix& mix = *of.found.known();
    s.line(fmt::format("Mix: {}", mix_machines_text(of)), style::good);
    s.paragraph("  ", fmt::format("It {} {}. {}", verb, mix_amount_text(of.least, mix.amount), proof_text(of)));
  }
  s.heading("Of these machines");
  table t({name_column("machine"), number_column("at most"), number_column("in the\nmix"), number_column("alone"), number_column("that is"), number_column("more")});
  for (std::size_t i = 0; i < of.kinds.size(); ++i) {
    const figure<machine_mix>& alone = of.alone[i];
    const double least = of.found.value_or({}).amount;
    t.add({std::string(of.kinds[i].machine.name()), of.kinds[i].at_most < max_count ? number_text(of.kinds[i].at_most) : std::string(),
           of.found.is_known() ? number_text(of.found.known()->counts[i]) : std::string(), alone.is_known() ? number_text(alone.known()->counts[0]) : std::string(alone.is_absent() ? "-" : "?"),
           alone.is_known() ? mix_amount_text(of.least, alone.known()->amount) : std::string(),
           alone.is_known() && least > 0 ? fmt::format("{:.1f} %", 100 * (alone.known()->amount / least - 1)) : std::string()});
  }
  s.write(t);
  if (of.found.is_known()) write_judgement(s, of_demand, of.with, unit_system::automatic);
}

}  // namespace headroom::program
