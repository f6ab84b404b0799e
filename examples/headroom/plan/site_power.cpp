// SPDX-License-Identifier: BSL-1.0
#include "plan/site_power.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headroom/cluster/resource.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/text/to_text.hpp>

#include "amount_option.hpp"
#include "estimate/report_parts.hpp"
#include "fit/job_source.hpp"
#include "plan/plan_words.hpp"
#include "print/amount.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

constexpr std::string_view power_example = "a power, such as 10kW";
constexpr std::string_view draw_is_not_known = "what one draws is not known, so that --max-power cannot be kept: --power MACHINE=10kW";
constexpr std::string_view draw_is_not_compared = "what one draws is not known, beside others of which it is: --power MACHINE=10kW";

// "A@eastus": "A"
std::string_view without_terms(std::string_view name) { return name.substr(0, name.find('@')); }

std::string text_of(const power& of) { return std::string(to_text(of).view()); }

}  // namespace

electricity_terms site_power::of(const machine& each) const {
  electricity_terms made{.drawn = resource::max_power::of(each), .usage_effectiveness = usage_effectiveness, .kilowatt_hour = kilowatt_hour};
  for (const auto& [name, said] : drawn)
    if (name.empty()) made.drawn = said;
  for (const auto& [name, said] : drawn)
    if (name == without_terms(each.name())) made.drawn = said;
  return made;
}

figure<double> site_power::limited(const machine& each) const {
  if (!most.is_known()) return 0.0;
  const figure<power> at_meter = power_at_meter(of(each), 1);
  return at_meter.is_known() ? at_meter.with(in_watts(*at_meter.known())) : figure<double>(unknown).noted(draw_is_not_known);
}

figure<power> site_power::compared(const machine& each) const {
  const figure<power> found = energy_is_of_machines() ? of(each).drawn : resource::gpu_power::of(each);
  if (found.is_known()) return found;
  return figure<power>(unknown).noted(energy_is_of_machines() ? draw_is_not_compared : "the rated power of its GPUs is not known");
}

std::string_view site_power::energy_text() const {
  return energy_is_of_machines() ? "The energy that is compared is what whole machines draw, as --power says, or else as they are rated."
                               : "The energy that is compared is of GPUs at their rated power; --power says what whole machines draw.";
}

money energy_price_asked(std::string_view text) {
  const std::string_view number = text.ends_with("/kWh") ? text.substr(0, text.size() - 4) : text;
  return amount_asked("--energy-price", number.starts_with('$') ? std::string(number) : fmt::format("${}", number), parse_money, "dollars a kilowatt hour, such as 0.08", least_amount::nothing);
}

site_power power_asked(const power_options& options, own_file& of) {
  site_power made;
  if (!options.energy.empty()) made.kilowatt_hour = energy_price_asked(options.energy);
  if (std::isnan(options.usage_effectiveness)) throw input_error("--pue: expected a number of 1 to 5");
  if (options.usage_effectiveness > 0) made.usage_effectiveness = options.usage_effectiveness;
  if (!options.most.empty()) made.most = amount_asked("--max-power", options.most, parse_power, "a power, such as 2MW");
  for (const std::string& each : options.drawn) {
    const std::size_t equals = std::min(each.rfind('='), each.size());
    const bool has_name = equals < each.size();
    const std::string_view name = has_name ? of.texts.emplace_back(machine_called("--power", std::string_view(each).substr(0, equals), of).name()) : std::string_view();
    made.drawn.emplace_back(name, amount_asked("--power", has_name ? each.substr(equals + 1) : each, parse_power, power_example));
  }
  return made;
}

std::vector<asked_machine> within_power(const std::vector<asked_machine>& machines, const site_power& asked, count most_gpus, std::vector<left_by_power>& left_out) {
  if (!asked.most.is_known()) return machines;
  std::vector<asked_machine> kept;
  for (asked_machine each : machines) {
    const electricity_terms terms = asked.of(each.machine);
    const figure<count> most = most_machines_within(terms, *asked.most.known());
    electricity_terms of_gpus = terms;
    of_gpus.drawn = resource::gpu_power::of(each.machine);
    const bool draw_gpus_too_much = most_machines_within(of_gpus, *asked.most.known()).value_or(1) == 0;
    if (!most.is_known() || *most.known() == 0) {
      const bool is_too_much = most.is_known() || draw_gpus_too_much;
      const power of_one = power_at_meter(most.is_known() ? terms : of_gpus, 1).value_or({});
      left_out.push_back({each.machine, is_too_much,
                          is_too_much ? fmt::format("{} {}, more than --max-power {}", most.is_known() ? "one draws" : "the GPUs of one draw", text_of(of_one), text_of(*asked.most.known()))
                                      : std::string(draw_is_not_known)});
      continue;
    }
    const count there_are = each.how_many.value_or(std::max<count>(most_gpus / std::max<count>(gpus_of(each.machine).value_or(1), 1), 1));
    if (*most.known() < there_are) each.how_many = *most.known();
    kept.push_back(each);
  }
  return kept;
}

std::string what_limit_binds(const std::string& limit, const plan_without_limit& without) {
  if (without.is_cut) return fmt::format("What {} binds is not known: the search without it ended before it was proved, or too little is known.", limit);
  if (without.words.empty()) return fmt::format("There is no plan without {}, either.", limit);
  return without.is_same ? fmt::format("{} binds nothing: the plan is the same without it.", limit) : fmt::format("What binds is {}: without it {}.", limit, without.words);
}

std::string what_power_binds(const site_power& asked, const std::optional<plan_without_limit>& without) {
  if (!asked.most.is_known()) return {};
  const std::string limit = fmt::format("--max-power {}", text_of(*asked.most.known()));
  return without.has_value() ? what_limit_binds(limit, *without) : fmt::format("{} binds nothing: it leaves as many machines as were looked at.", limit);
}

power_taken power_taken_by(const site_power& asked, std::span<const powered_machines> all) {
  power_taken made{.drawn = power{}, .electricity = money{}};
  const auto add_up = [](auto& sum, const auto& more) { sum = sum.is_known() && more.is_known() ? more.with(*sum.known() + *more.known()) : more.is_known() ? sum : more; };
  for (const powered_machines& each : all) {
    if (each.how_many == 0) continue;
    const electricity_terms terms = asked.of(each.machine);
    const figure<power> drawn = power_at_meter(terms, each.how_many);
    const bool is_named = made.unknown_of.find(each.machine.name()) != std::string::npos;
    if (!drawn.is_known() && !is_named) made.unknown_of += fmt::format("{}{}", made.unknown_of.empty() ? "" : " and ", each.machine.name());
    add_up(made.drawn, drawn);
    add_up(made.electricity, electricity_cost(terms, each.how_many, each.time));
  }
  return made;
}

std::string power_text(const site_power& asked, std::string_view on, const figure<power>& drawn, const std::optional<std::string>& electricity, bool has_price) {
  std::string text;
  if (!drawn.is_known()) text = fmt::format("What its machines draw is not known, nor what their electricity costs: no source states it of {}; --power says it.", on);
  else text = fmt::format("Its machines draw {}{}", short_text(counted::power, in_watts(*drawn.known()), unit_system::automatic), asked.usage_effectiveness.is_known() ? " at the meter, with the PUE" : "");
  if (drawn.is_known() && electricity.has_value()) text += fmt::format(", and their electricity costs {}.", *electricity);
  else if (drawn.is_known() && asked.has_electricity()) text += fmt::format("; what their electricity costs is not known, without {}.", asked.kilowatt_hour.is_known() ? "--pue" : "--energy-price");
  else if (drawn.is_known()) text += ".";
  if (asked.has_electricity() && !has_price) text += " What the machines themselves cost is not known, so that nothing is known of both together.";
  return text;
}

std::string power_text(const site_power& asked, const power_taken& taken, std::string_view of_time, bool has_price) {
  const std::optional<std::string> electricity = taken.electricity.is_known() ? std::optional(fmt::format("{}{}", dollars_text(taken.electricity), of_time)) : std::nullopt;
  return power_text(asked, taken.unknown_of, taken.drawn, electricity, has_price);
}

void add_power_columns(std::vector<column>& to, const site_power& asked) {
  if (asked.is_asked()) to.push_back(number_column("kW\ndrawn"));
  if (asked.has_electricity()) to.push_back(number_column("electricity"));
}

void add_power_cells(std::vector<cell>& to, const site_power& asked, const figure<power>& drawn, const std::string& electricity) {
  if (asked.is_asked()) to.emplace_back(drawn.is_known() ? rounded(in_kilowatts(*drawn.known())) : std::string("?"));
  if (asked.has_electricity()) to.emplace_back(electricity);
}

bool are_fewer(const std::vector<asked_machine>& left, const std::vector<asked_machine>& there_are) {
  return !std::ranges::equal(left, there_are, [](const asked_machine& a, const asked_machine& b) { return a.machine.name() == b.machine.name() && a.how_many == b.how_many; });
}

}  // namespace headroom::program
