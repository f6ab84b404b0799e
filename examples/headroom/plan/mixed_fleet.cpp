// SPDX-License-Identifier: BSL-1.0
#include "plan/mixed_fleet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <headroom/cluster/resource.hpp>
#include <headroom/export/json_values.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/replica_mix.hpp>
#include <headroom/text/to_text.hpp>
#include <string_view>
#include <utility>
#include <variant>

#include "estimate/report_parts.hpp"
#include "fit/fit_words.hpp"
#include "plan/plan_words.hpp"
#include "plan/service_budget.hpp"
#include "plan/serving_plan_report.hpp"
#include "print/table.hpp"

namespace headroom::program {

namespace {

// Parts of the space: seconds.
constexpr std::int64_t most_tried = 20'000;

// Of one machine.
figure<double> amount_of_machine(const machine& of, const pricing& terms, const fleet_request& asked) {
  const plan_amount least = asked.least;
  // Of what has no price nothing is within a budget.
  if (const figure<money_rate> price = price_of(of, terms); asked.has_budget() && !price.is_known()) return price.with(0.0);
  if (least == plan_amount::gpus) return 0.0;
  if (least == plan_amount::cost) {
    const figure<money_rate> price = price_of(of, terms);
    return price.with(in_dollars_per_hour(price.value_or({})));
  }
  const figure<power> compared = asked.power.compared(of);
  return compared.with(in_watts(compared.value_or({})));
}

// In the unit of amount_of(): a fleet's is dollars a second.
double in_amounts(double x, plan_amount least) { return least == plan_amount::cost ? in_base_units(dollars_per_hour(x)) : x; }

planned_job with_replicas(planned_job job, count replicas) {
  std::get<serving_request>(job.asked).job.replicas = replicas;
  return job;
}

// Replicas of one layout on one machine: by their GPUs, and by what else of the machine they take.
count most_on_one(const fleet& of_one, const machine& on, const pricing& terms) {
  const count by_gpus = gpus_of(on).value_or(0) / of_one.job.serving()->gpus_per_replica();
  return most_that_holds(by_gpus, [&](count replicas) {
    const machine_fit fit = judge_on({on}, with_replicas(of_one.job, std::max<count>(replicas, 1)), terms);
    return fit.outcome == outcome::fits && fit.needs.value_or(2) == 1;
  });
}

class mixture {
 public:
  mixture(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked, progress& shown) : terms_(terms), asked_(asked) {
    fleet_request of_each_size = asked;
    of_each_size.every_size = true;
    of_each_size.requests = any_requests;
    of_each_size.tokens = 0;
    of_each_size.day.clear();
    of_each_size.spares = {};
    of_each_size.budget = {};
    found_ = fleets_on(machines, job, terms, of_each_size, shown);
    for (const machine_fleets& each : found_) add_kind(each, *std::ranges::find(machines, each.machine.name(), [](const asked_machine& one) { return one.machine.name(); }));
  }

  // Where none is within the budget it is the cheapest.
  mixed_fleet solved() const {
    if (!asked_.has_budget()) return solved_by(kinds_, asked_.least, unknown);
    mixed_fleet made = solved_by(kinds_, asked_.least, in_dollars_per_hour(asked_.budget));
    if (made.standing == outcome::fits) return made;
    std::vector<replica_machine> priced = kinds_;
    for (replica_machine& each : priced) each.amount = each.price;
    mixed_fleet cheapest = solved_by(priced, plan_amount::cost, unknown);
    if (cheapest.standing != outcome::fits || beyond_budget(cheapest.price().value_or({}), asked_.budget) == 0) return made;
    cheapest.standing = made.standing;
    cheapest.is_over_budget = true;
    cheapest.why = beyond_budget_text(*cheapest.price().known(), asked_.budget);
    return cheapest;
  }

 private:
  mixed_fleet solved_by(const std::vector<replica_machine>& kinds, plan_amount least, const figure<double>& budget) const {
    mixed_fleet made;
    if (options_.empty()) return refused(made, outcome::cannot_be_judged, "no machine is known that a replica has room on, and what it takes");
    made.spares = asked_.spares.replicas;
    made.requests = asked_.requests > 0 ? asked_.requests : asked_.tokens / static_cast<double>(layouts_.front().second->answer);
    const figure<replica_mix> mix = least_replica_mix(kinds, options_, {.requests = made.requests, .amount_of_gpu = least == plan_amount::gpus ? 1.0 : 0.0, .at_most = asked_.power.most.with(in_watts(asked_.power.most.value_or({}))), .budget = budget, .effort = {most_tried, asked_.clock}, .spares = made.spares});
    if (!mix.is_known()) return refused(made, mix.is_absent() && !is_cut_ && left_out_ == 0 ? outcome::does_not_fit : outcome::cannot_be_judged, mix.note);
    made.standing = outcome::fits;
    made.kinds = kinds.size();
    made.answered = mix.known()->requests;
    made.amount = in_amounts(mix.known()->amount, least);
    made.bound = in_amounts(mix.known()->bound, least);
    made.is_proved = mix.known()->is_proved && !is_cut_;
    for (const replica_share& each : mix.known()->shares) {
      const auto& [on, of_one] = layouts_[each.option];
      made.parts.push_back({on->machine, fleet_of(*of_one, each.replicas, on->machine, terms_, asked_)});
      const machine_fit& fit = made.parts.back().fleet.fit;
      if (fit.outcome != outcome::fits || fit.needs.value_or(max_count) > each.machines)
        return refused(made, outcome::cannot_be_judged, fmt::format("the replicas on {} take more machines than were counted", on->machine.name()));
    }
    return made;
  }

  static mixed_fleet refused(mixed_fleet made, outcome standing, std::string_view why) {
    made.standing = standing;
    made.why = why;
    made.parts.clear();
    return made;
  }

  void add_kind(const machine_fleets& of, const asked_machine& on) {
    is_cut_ = is_cut_ || of.is_cut;
    const figure<double> amount = amount_of_machine(of.machine, terms_, asked_);
    const count gpus = gpus_of(of.machine).value_or(0);
    if (of.by_size.empty() || gpus < 1) return;
    if (!amount.is_known()) {
      ++left_out_;
      return;
    }
    kinds_.push_back({.at_most = on.how_many.value_or(asked_.most_gpus / gpus), .amount = *amount.known(), .limited = in_watts(power_at_meter(asked_.power.of(of.machine), 1).value_or({})), .price = in_dollars_per_hour(price_of(of.machine, terms_).value_or({}))});
    for (const fleet& each : of.by_size) {
      const count size = each.job.serving()->gpus_per_replica();
      const count on_one = size <= gpus ? most_on_one(each, of.machine, terms_) : 0;
      if (size <= gpus && on_one < 1) continue;
      // What is larger than a machine, and in one domain, has machines of its own.
      const bool has_its_own = size > gpus && size <= resource::scale_up_domain::of(of.machine).value_or(0);
      const count taken = has_its_own ? multiply(machines_taken(with_replicas(each.job, 1), of.machine), gpus) : size;
      options_.push_back({.machine = kinds_.size() - 1, .requests = each.of_replica, .gpus = taken, .gpus_of_machine = size <= gpus ? on_one * size : gpus});
      layouts_.emplace_back(&of, &each);
    }
  }

  const pricing& terms_;
  const fleet_request& asked_;
  std::vector<machine_fleets> found_{};
  std::vector<replica_machine> kinds_{};
  std::vector<replica_option> options_{};
  std::vector<std::pair<const machine_fleets*, const fleet*>> layouts_{};  // of each option
  std::size_t left_out_ = 0;  // machines of which what is to be least is not known
  bool is_cut_ = false;
};

std::string amount_text(const mixed_fleet& of, plan_amount least) {
  if (least == plan_amount::cost) return fmt::format("${} an hour", rounded(in_dollars_per_hour(from_base_units<money_rate>(of.amount.value_or(0)))));
  if (least == plan_amount::gpus) return so_many(of.gpus(), "GPU");
  return fmt::format("{} kW", rounded(of.amount.value_or(0) / 1e3, 3));
}

// Which machines were looked at.
std::string_view known_ones(const fleet_request& asked) {
  if (asked.least == plan_amount::cost || (asked.has_budget() && asked.least == plan_amount::gpus)) return "of these machines with a known price";
  return asked.least == plan_amount::gpus ? "of these machines" : asked.has_budget() ? "of these machines with a known power and price" : "of these machines with a known power";
}

std::string_view verb_of(plan_amount least) { return least == plan_amount::cost ? "costs" : least == plan_amount::gpus ? "has fewer GPUs than that" : "draws"; }

std::string no_less_text(const fleet_request& asked) {
  const plan_amount least = asked.least;
  return fmt::format("No mix {} {}{}", known_ones(asked), least == plan_amount::gpus ? std::string(verb_of(least)) : fmt::format("{} less", verb_of(least)),
                     asked.has_budget() && least != plan_amount::cost ? " within the budget" : "");
}

template <class Sum, class Part>
figure<Sum> sum_of(const std::vector<mixed_part>& parts, Part part) {
  Sum sum{};
  for (const mixed_part& each : parts) {
    const figure<Sum>& of = std::invoke(part, each.fleet);
    if (!of.is_known()) return unknown;
    sum += *of.known();
  }
  return sum;
}

// An hour of all parts.
power_taken power_of(const mixed_fleet& of, const site_power& asked) {
  std::vector<powered_machines> all;
  for (const mixed_part& each : of.parts) all.push_back({each.machine, each.fleet.fit.needs.value_or(0), hours(1)});
  return power_taken_by(asked, all);
}

// What is told of replicas on one kind of machine alone.
std::string untold_text(const fleet_request& asked) {
  return fmt::format("Of a mix neither the runner-up nor one replica more is told{}.", asked.day.empty() ? "" : ", nor what it would save over the day, scaled with the load");
}

}  // namespace

fleet fleet_of(const fleet& of_one, count replicas, const machine& on, const pricing& terms, const fleet_request& asked) {
  fleet made = of_one;
  made.job = with_replicas(of_one.job, replicas);
  made.fit = judge_on({on}, made.job, terms);
  made.requests = made.answered();
  made.token_at_load = unknown;
  const double machines = static_cast<double>(made.fit.needs.value_or(0));
  const figure<money_rate> price = price_of(on, terms);
  const figure<power> rated = resource::gpu_power::of(on);
  made.price = price.with(scaled(price.value_or({}), machines));
  made.gpu_power = rated.with(scaled(rated.value_or({}), machines));
  const figure<power> compared = asked.power.compared(on);
  made.compared = compared.with(scaled(compared.value_or({}), machines));
  add_power(made, on, asked.power);
  made.machines_with_more = unknown;
  made.price_with_more = unknown;
  return made;
}

count mixed_fleet::gpus() const {
  count sum = 0;
  for (const mixed_part& each : parts) sum += each.fleet.gpus();
  return sum;
}
figure<money_rate> mixed_fleet::price() const { return sum_of<money_rate>(parts, &fleet::price); }
figure<power> mixed_fleet::gpu_power() const { return sum_of<power>(parts, &fleet::gpu_power); }

bool may_be_mixed(const std::vector<asked_machine>& machines, const fleet_request& asked) {
  return machines.size() > 1 && asked.least != plan_amount::time && asked.spares.share_of_time == 0;
}

std::string where_fastest_fail(count spares) {
  return fmt::format("where the {} {}", spares == 1 ? "fastest replica" : so_many(spares, "fastest replica"), inflected(spares, "fails", "fail"));
}

std::string why_not_mixed(const std::vector<asked_machine>& machines, const fleet_request& asked) {
  if (machines.size() < 2 || may_be_mixed(machines, asked)) return {};
  return fmt::format("Replicas on several kinds of these machines together were not looked at: {}.",
                     asked.least == plan_amount::time ? "a token takes another time on each, so that --objective cost, gpus or energy looks at them"
                                                      : "each layout has its own spares of --enough-replicas, so that --spares looks at them");
}

mixed_fleet mixed_fleet_of(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked,
                           const std::vector<machine_fleets>& alone, progress& shown) {
  mixed_fleet made = mixture(machines, job, terms, asked, shown).solved();
  if (made.standing != outcome::fits) return made;
  const figure<double> best = alone.front().standing == outcome::fits ? amount_of(alone.front().first(), asked.least) : figure<double>(unknown);
  made.takes_less = !best.is_known() || made.amount.value_or(0) < *best.known() * (1 - 1e-9);
  return made;
}

nlohmann::ordered_json mixed_json(const mixed_fleet& of, const fleet_request& asked) {
  using value = nlohmann::ordered_json;
  value made{{"outcome", name(of.standing)}};
  if (of.standing != outcome::fits) {
    made["why"] = of.why;
    return made;
  }
  const auto amount = [&](double x) { return asked.least == plan_amount::cost ? in_dollars_per_hour(from_base_units<money_rate>(x)) : x; };
  made["takes_less"] = of.takes_less;
  made["amount"] = amount(of.amount.value_or(0));
  made["bound"] = amount(of.bound);
  made["gap"] = of.gap();
  made["is_proved"] = of.is_proved;
  made["requests_per_second"] = of.answered;
  made["spare_replicas"] = of.spares;
  made["requests_per_second_asked"] = of.requests;
  made["gpus"] = of.gpus();
  made["dollars_per_hour"] = json_of_figure(of.price(), [](const money_rate& x) { return value(in_dollars_per_hour(x)); });
  const power_taken taken = power_of(of, asked.power);
  made["watts_drawn"] = json_of_figure(taken.drawn, [](const power& x) { return value(in_watts(x)); });
  made["electricity_dollars_per_hour"] = json_of_figure(taken.electricity, [](const money& x) { return value(in_dollars(x)); });
  made["gpu_watts"] = json_of_figure(of.gpu_power(), [](const power& x) { return value(in_watts(x)); });
  made["parts"] = value::array();
  for (const mixed_part& each : of.parts) {
    value part{{"machine", each.machine.name()}};
    part.update(fleet_json(each.fleet));
    made["parts"].push_back(std::move(part));
  }
  return made;
}

std::string parts_text(const mixed_fleet& of) {
  std::string parts;
  for (const mixed_part& each : of.parts)
    parts += fmt::format("{}{} x {} with {} of {}", parts.empty() ? "" : " and ", number_text(each.fleet.fit.needs.value_or(0)), each.machine.name(), so_many(each.fleet.replicas(), "replica"),
                         parallelism_text(each.fleet.job));
  return parts;
}

void write_mixed(session& s, const mixed_fleet& of, const fleet_request& asked) {
  s.line(fmt::format("Mix: {}", parts_text(of)), style::strong);
  const std::string proof = of.is_proved ? fmt::format("{}: that is proved.", no_less_text(asked))
                                         : fmt::format("The search ended before it was proved that {}: the least may be {:.2g} % lower.", no_less_text(asked), 100 * of.gap());
  const std::string without = of.spares == 0 ? "" : ", " + where_fastest_fail(of.spares);
  s.paragraph("", fmt::format("Together {} a second of {} asked{}; {}. {}", so_many(rounded(of.answered, 3), "request"), rounded(of.requests, 3), without, amount_text(of, asked.least), proof));
  table t({name_column("machine"), number_column("machines"), number_column("GPUs"), number_column("replicas"), name_column("each"), number_column("requests/s\nof each"),
           number_column(asked.has_limits() ? "TTFT p99\nms" : "TTFT\nms"), number_column(asked.has_limits() ? "TPOT p99\nms" : "TPOT\nms"), number_column("an hour")});
  for (const mixed_part& each : of.parts) {
    const fleet& part = each.fleet;
    t.add({std::string(each.machine.name()), number_text(part.fit.needs.value_or(0)), number_text(part.gpus()), number_text(part.replicas()), parallelism_text(part.job), rounded(part.of_replica, 3),
           rounded(in_milliseconds(part.first_token), 3), rounded(in_milliseconds(part.token), 3), an_hour(part)});
  }
  s.write(t);
  for (const mixed_part& each : of.parts)
    s.paragraph("", fmt::format("{}: {}{}", each.machine.name(), band_text(each.fleet.throughput), each.fleet.throughput.errors.is_known() ? " " + replicas_measured(each.fleet) : std::string()));
  if (asked.power.is_asked()) s.paragraph("", power_text(asked.power, power_of(of, asked.power), " an hour", of.price().is_known()));
  s.paragraph("", untold_text(asked));
  s.print("\n");
}

std::string no_mix_text(const mixed_fleet& of, const fleet_request& asked) {
  if (of.standing != outcome::fits || of.takes_less || !of.is_proved || of.kinds < 2) return {};
  return fmt::format("{}, with replicas on several kinds together: that is proved.", no_less_text(asked));
}

}  // namespace headroom::program
