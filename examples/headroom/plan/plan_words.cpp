// SPDX-License-Identifier: BSL-1.0
#include "plan/plan_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <headroom/read/own/job_names.hpp>
#include <headroom/text/to_text.hpp>
#include <optional>

#include "estimate/report_parts.hpp"
#include "estimate/step_words.hpp"
#include "fit/fit_words.hpp"

namespace headroom::program {

namespace {

std::string percent_more(double ratio) { return fmt::format("{} %", rounded((ratio - 1) * 100, 2)); }

// "5.6 % more GPU hours"; "as much"
std::string more_or_less(double ratio, std::string_view what) {
  const std::string share = rounded(std::abs(ratio - 1) * 100, 2);
  return fmt::format("{} % {}{}{}", share, ratio < 1 ? (what.empty() ? "less" : "fewer") : "more", what.empty() ? "" : " ", what);
}

double gpu_seconds(const plan_of_count& of) { return in_seconds(of.takes.time) * static_cast<double>(of.takes.gpus); }

std::string limits_text(const plan_objective& asked) {
  std::vector<std::string> limits;
  if (in_seconds(asked.deadline) > 0) limits.push_back(days_text(asked.deadline));
  if (in_dollars(asked.budget) > 0) limits.push_back(dollars_text(asked.budget));
  return fmt::format("{}", fmt::join(limits, " and "));
}

}  // namespace

std::string_view best_by(plan_amount of) {
  constexpr std::array<std::string_view, 4> words{"cheapest", "soonest", "smallest", "least energy"};
  return words[static_cast<std::size_t>(of)];
}

std::string machines_text(const machine_plans& of, const plan_of_count& plan) { return fmt::format("{} x {}", number_text(plan.machines), of.machine.name()); }

std::string arrangement_text(const plan_of_count& plan) {
  const parallelism& p = plan.plan.layout;
  std::vector<std::string> parts;
  for (const auto& [word, n] : {std::pair{"TP", p.tensor}, {"PP", p.pipeline}, {"CP", p.context}, {"DP", p.data}, {"EP", p.expert}, {"ETP", p.expert_tensor}})
    if (n > 1) parts.push_back(fmt::format("{} {}", word, number_text(n)));
  // Experts are as wide as tensor parallelism where a job does not say it.
  if (p.expert > 1 && p.expert_tensor == 1 && p.tensor > 1) parts.emplace_back("ETP 1");
  std::string text = parts.empty() ? "one GPU" : fmt::format("{}", fmt::join(parts, " x "));
  if (p.virtual_stages > 1) text += fmt::format(", {} virtual stages", number_text(p.virtual_stages));
  if (p.pipeline > 1 && p.schedule != pipeline_schedule::one_forward_one_backward)
    text += fmt::format(", {}", name_of(schedule_names, p.schedule));
  if (p.context > 1 && p.context_exchange != context_exchange::ring)
    text += fmt::format(", {}", name_of(context_exchange_names, p.context_exchange));
  text += fmt::format(", micro-batch {}", number_text(plan.plan.micro_batch));
  const recomputation& again = plan.plan.again;
  if (again.kind != recompute::none) text += fmt::format(", recompute {}", name_of(recompute_names, again.kind));
  if (again.kind == recompute::selective) text += fmt::format(" ({})", fmt::join(recomputed_words(again), ", "));
  for (const std::string_view each : plan.chosen) text += fmt::format(", {}{}", each == plan.sharding ? "shared out: " : "", each);
  return text;
}

std::string days_text(const duration& x) { return so_many(rounded(in_days(x)), "day"); }
std::string dollars_text(const figure<money>& x) { return x.is_known() ? std::string(rounded_text(*x.known(), 4).view()) : "not known"; }

std::string amounts_text(const plan_amounts& of) {
  return fmt::format("{}{}", days_text(of.time), of.cost.is_known() ? fmt::format(", {}", dollars_text(of.cost)) : "; what it costs is not known");
}

std::optional<plan_at> runner_up(const std::vector<machine_plans>& all, const plan_objective& asked) {
  best_plans<plan_at> best(asked);
  for (const machine_plans& each : all) {
    if (each.standing != plan_standing::within) continue;
    for (const plan_of_count& plan : each.by_count) best.take({&each, &plan}, plan.takes);
  }
  if (best.all().size() < 2) return std::nullopt;
  return best.all()[1].plan;
}

bool is_spared_failures(const plan_of_count& of, const plan_of_count& beside) { return !of.counts_failures() && beside.counts_failures(); }

std::string unlike_text(const std::vector<machine_plans>& all) {
  std::vector<std::string_view> with, without;
  for (const machine_plans& each : all)
    if (each.standing == plan_standing::within) (each.first().counts_failures() ? with : without).push_back(each.machine.name());
  if (with.empty() || without.empty()) return {};
  return fmt::format("These are not alike: days and money are with what failures cost of {}, and without it of {}, where nobody is known to have counted failures.", fmt::join(with, ", "),
                     fmt::join(without, ", "));
}

std::optional<bool> is_certain(const plan_at& first, const plan_at& second, plan_amount by) {
  if (by == plan_amount::gpus) return true;  // these are counted
  const stated_band& of_first = first.of->estimate.band;
  const stated_band& of_second = second.of->estimate.band;
  if (is_spared_failures(*first.plan, *second.plan)) return std::nullopt;
  if (!of_first.errors.is_known() || !of_second.errors.is_known()) return std::nullopt;
  return amount_of(first.plan->takes, by).value_or(0) * of_figure(of_first).most < amount_of(second.plan->takes, by).value_or(0) * of_figure(of_second).least;
}

std::string certainty_text(const plan_at& first, const plan_at& second, plan_amount by) {
  const std::optional<bool> certain = is_certain(first, second, by);
  if (by != plan_amount::gpus && is_spared_failures(*first.plan, *second.plan))
    return fmt::format("Whether the order of the two is certain is not known: of {} nobody is known to have counted failures, and the figures of {} are with what they cost.", first.of->machine.name(),
                       second.of->machine.name());
  if (!certain.has_value()) return "Whether the order of the two is certain is not known: one of them has no band of error.";
  if (*certain) return by == plan_amount::gpus ? std::string() : "The order of the two is certain: their bands of error do not meet.";
  return fmt::format("The order of the two is not certain: their bands of error meet{}.", first.of == second.of ? ", though of one machine they err alike" : "");
}

void add_reason(reasons& to, const std::string& why, std::string_view name) {
  auto place = std::ranges::find(to, why, &reasons::value_type::first);
  if (place == to.end()) place = to.insert(to.end(), {why, {}});
  place->second.push_back(name);
}

void write_reasons(session& s, const reasons& of) {
  for (const auto& [why, names] : of) s.write("\n" + paragraph("  ", fmt::format("{}: {}.", fmt::join(names, ", "), why), s.width));
}

std::string why_behind(const plan_at& first, const plan_at& second, plan_amount by) {
  const plan_of_count& a = *first.plan;
  const plan_of_count& b = *second.plan;
  const double least = amount_of(a.takes, by).value_or(1), other = amount_of(b.takes, by).value_or(0);
  const std::string more = least > 0 ? percent_more(other / least) : other > 0 ? dollars_text(b.takes.cost) : "nothing";  // of machines that cost nothing
  constexpr std::array<std::string_view, 4> ends{"costs {} more", "takes {} longer", "has {} more GPUs", "takes {} more energy"};
  const double work = gpu_seconds(b) / gpu_seconds(a);
  std::string text = fmt::format("The runner-up, {} ({}), {}: it takes {}", machines_text(*second.of, b), arrangement_text(b),
                                 fmt::format(fmt::runtime(ends[static_cast<std::size_t>(by)]), more), more_or_less(work, "GPU hours"));
  if (in_dollars(a.takes.cost.value_or({})) > 0 && b.takes.cost.is_known() && first.of != second.of) {
    const double price = in_dollars(*b.takes.cost.known()) / in_dollars(*a.takes.cost.known()) / work;
    text += fmt::format(", and an hour of its GPUs costs {}", more_or_less(price, ""));
  }
  if (first.of == second.of) return text + ".";
  const binding_part binding = binding_of(second.of->estimate.best.step);
  return text + fmt::format(". Of its step {} % are {}.", rounded(binding.share * 100, 3), binding.name);
}

std::string what_binds(const std::vector<machine_plans>& all, const plan_objective& asked) {
  plan_objective free = asked;
  free.deadline = {};
  free.budget = {};
  best_plans<plan_at> best(free);
  for (const machine_plans& each : all)
    for (const plan_of_count& plan : each.by_count) best.take({&each, &plan}, plan.takes);
  const std::string limits = limits_text(asked);
  if (limits.empty() || best.is_empty()) return {};
  const auto& [of, plan] = best.all().front().plan;
  if (plan == &all.front().first()) return fmt::format("What binds is not the limit of {}: without it the plan is the same.", limits);
  return fmt::format("What binds is the limit of {}: without it {} would do it: {}.", limits, machines_text(*of, *plan), amounts_text(plan->takes));
}

std::string what_is_sooner(std::string_view with, const sooner_plan& of, const plan_objective& asked) {
  std::string text = fmt::format("With {}, {} would be {} sooner", with, machines_text(*of.plan.of, *of.plan.plan), days_text(of.sooner));
  if (of.price().is_known()) text += fmt::format(" for {} more: ${} for each hour", dollars_text(of.more), rounded(in_dollars_per_hour(*of.price().known()), 3));
  else if (of.more.is_known()) text += in_dollars(*of.more.known()) < 0 ? fmt::format(" for {} less", dollars_text(scaled(*of.more.known(), -1))) : " for no more";
  return text + (beyond(of.plan.plan->takes, asked) > 0 ? ", beyond the limits." : ".");
}

std::string failures_text(const machine_plans& of, const plan_of_count& plan, const step_estimate& estimate, const plan_request& asked) {
  if (of.failures.from == nullptr)
    return fmt::format("Failures are not counted: nobody is known to have counted those of {}.", of.machine.gpu() == nullptr ? "it" : of.machine.gpu()->name);
  const failure_record& from = *of.failures.from;
  const std::string met = fmt::format("A failure meets the job every {}, at the rate of {} ({}, {})", so_many(rounded(in_hours(of.failures.between_of(plan.takes.gpus)), 3), "hour"),
                                      from.name, from.from->title, from.from->date);
  if (!asked.counts_failures()) return met + ". What they cost is not counted without --checkpoint-stall and --restart.";
  return fmt::format("{}; with a checkpoint every {} {} % of the time is kept, and the figures are with that.", met, so_many(rounded(in_seconds(plan.interval) / 60, 3), "minute"),
                     rounded(100 * in_days(estimate.is_known ? budget_of(estimate, asked.asked.tokens).time : plan.takes.time) / in_days(plan.takes.time), 3));
}

std::string spares_text(count spares, std::string_view of_what) {
  if (spares == 0) return "Failures are not counted: what is needed while machines are repaired comes on top.";
  return fmt::format("{} for those that fail.", so_many(spares, fmt::format("spare {}", of_what)));
}

std::string within_text(const step_estimate& of, double value) { return of.band.errors.is_known() ? range_text(value, of_figure(of.band)) : "?"; }

std::string kilowatts_text(const figure<power>& of) { return of.is_known() ? rounded(in_kilowatts(*of.known()), 3) : "?"; }

std::string nearest_miss(const machine_plans& of, const plan_objective& asked) {
  const plan_of_count& plan = of.first();
  return fmt::format("The nearest miss, {} ({}): {}, {} % beyond the limit of {}.", machines_text(of, plan), arrangement_text(plan),
                     amounts_text(plan.takes), rounded(100 * beyond(plan.takes, asked), 2), limits_text(asked));
}

}  // namespace headroom::program
