// SPDX-License-Identifier: BSL-1.0
#include "plan/demand_mix.hpp"

#include <fmt/format.h>

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

// Seconds of search; what is not proved by then is told with its gap.
constexpr std::int64_t most_mixes = 50'000;

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

std::string mix_machines_text(const demand_mix& of) {
  std::string text;
  for (std::size_t i = 0; i < of.kinds.size(); ++i)
    if (const count n = of.found.known()->counts[i]; n > 0) text += fmt::format("{}{} x {}", text.empty() ? "" : " and ", number_text(n), of.kinds[i].machine.name());
  return text.empty() ? "no machine" : text;
}

nlohmann::ordered_json mix_amount_json(mix_objective of, double base_units) {
  return of == mix_objective::price_per_hour ? in_dollars_per_hour(from_base_units<money_rate>(base_units)) : base_units;
}

}  // namespace

outcome demand_mix::standing() const { return found.is_known() ? outcome::fits : found.is_absent() ? outcome::does_not_fit : outcome::cannot_be_judged; }

demand_mix mix_for(const std::vector<asked_machine>& machines, const demand& asked, mix_objective least) {
  if (machines.size() > most_kinds)
    throw input_error(fmt::format("{} kinds of machines: expected {} at most, after --machines or within --max-price", machines.size(), most_kinds));
  demand_mix made{.least = least};
  for (const asked_machine& each : machines) made.kinds.push_back({.machine = each.machine, .at_most = each.how_many.value_or(max_count)});
  made.found = least_mix(made.kinds, asked, least, most_mixes);
  for (const mix_kind& each : made.kinds) made.alone.push_back(least_mix(std::span(&each, 1), asked, least));
  std::vector<group> groups;
  for (std::size_t i = 0; i < made.kinds.size(); ++i)
    if (const count n = made.found.value_or({}).counts[i]; n > 0) groups.push_back({made.kinds[i].machine, n});
  made.with = judge(groups, asked);
  if (made.with.verdict.outcome == outcome::invalid) throw input_error("the demand is not valid");
  return made;
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
                                {"at_most", of.kinds[i].at_most < max_count ? value(of.kinds[i].at_most) : value()},
                                {"alone", of_one(of.alone[i])}});
  if (!of.found.is_known()) return made;
  made["amount"] = mix_amount_json(of.least, of.found.known()->amount);
  made["bound"] = mix_amount_json(of.least, of.found.known()->bound);
  made["gap"] = of.found.known()->gap();
  made["verdict"] = verdict_json(asked.name, of.with);
  return made;
}

void write_mix(session& s, const demand_mix& of) {
  const std::string_view verb = verb_of_mix(of.least);
  if (!of.found.is_known()) {
    s.line(fmt::format("Mix: {}", of.found.is_absent() ? "none" : "cannot be judged"), style_of(of.standing()));
    s.paragraph("  ", fmt::format("Why: {}.", of.found.note));
  } else {
    const machine_mix& mix = *of.found.known();
    s.line(fmt::format("Mix: {}", mix_machines_text(of)), style::good);
    const std::string amount = mix_amount_text(of.least, mix.amount);
    s.paragraph("  ", mix.is_proved ? fmt::format("It {} {}. No mix of these machines meets the demand with less.", verb, amount)
                                    : fmt::format("It {} {}, the best of {} that were looked at: the least may be {:.2g} % lower.", verb, amount, so_many(mix.tried, "mix"), 100 * mix.gap()));
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
