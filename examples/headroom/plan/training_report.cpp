// SPDX-License-Identifier: BSL-1.0
#include "plan/training_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/export/json_fit.hpp>
#include <headroom/export/json_values.hpp>
#include <headroom/plan/launch.hpp>
#include <headroom/read/own/job_names.hpp>
#include <headroom/report/chart.hpp>
#include <headroom/text/to_text.hpp>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "estimate/report_parts.hpp"
#include "estimate/step_words.hpp"
#include "fit/fit_words.hpp"
#include "fit/network_words.hpp"
#include "plan/placement.hpp"
#include "plan/plan_words.hpp"
#include "print/table.hpp"

namespace headroom::program {

namespace {

void write_ranked(session& s, const std::vector<machine_plans>& all, const plan_request& asked) {
  std::vector<column> columns{name_column("machine"),   number_column("machines"), number_column("GPUs"),  text_column("arranged", 20), number_column("GiB\nleft"), number_column("days"),
                              number_column("within"), number_column("money"),    number_column("kW of\nGPUs"), number_column("MWh of\nGPUs")};
  add_power_columns(columns, asked.power);
  table t(columns);
  for (const machine_plans& each : all) {
    if (each.standing != plan_standing::within) continue;
    const plan_of_count& plan = each.first();
    std::vector<cell> row{each.machine.name(), number_text(plan.machines), number_text(plan.takes.gpus), arrangement_text(plan), gibibytes_text(each.estimate.fit.left()),
           rounded(in_days(plan.takes.time)), within_text(each.estimate, in_days(plan.takes.time)), dollars_text(plan.takes.cost), kilowatts_text(plan.gpu_power),
           plan.gpu_power.is_known() ? rounded(in_megawatt_hours(*plan.gpu_power.known() * plan.takes.time), 3) : "?"};
    add_power_cells(row, asked.power, plan.drawn, dollars_text(plan.electricity));
    t.add(row);
  }
  if (t.empty()) return;
  s.heading(fmt::format("Of each machine the {} plan", best_by(asked.asked.least)));
  s.write(t);
  s.print("\n");
  if (const std::string unlike = unlike_text(all); !unlike.empty()) s.paragraph("  ", unlike);
}

// What the next smaller and larger numbers of machines would bring.
void write_neighbours(session& s, const machine_plans& first, const plan_request& asked) {
  std::vector<column> columns{number_column("machines"), number_column("GPUs"), text_column("arranged", 20), number_column("days"), number_column("money"), number_column("more\nmoney")};
  add_power_columns(columns, asked.power);
  columns.push_back(name_column(""));
  table t(columns);
  const std::size_t from = first.best > 2 ? first.best - 2 : 0;
  const plan_amounts& best = first.first().takes;
  for (std::size_t i = from; i < std::min(first.by_count.size(), first.best + 4); ++i) {
    const plan_of_count& plan = first.by_count[i];
    std::string more;
    if (i != first.best && plan.takes.cost.is_known() && in_dollars(best.cost.value_or({})) > 0)
      more = fmt::format("{} %", rounded(100 * (in_dollars(*plan.takes.cost.known()) / in_dollars(*best.cost.known()) - 1), 2));
    std::vector<cell> row{number_text(plan.machines), number_text(plan.takes.gpus), arrangement_text(plan), rounded(in_days(plan.takes.time)), dollars_text(plan.takes.cost), more};
    add_power_cells(row, asked.power, plan.drawn, dollars_text(plan.electricity));
    row.emplace_back(i == first.best ? "the plan" : beyond(plan.takes, asked.asked) > 0 ? "beyond the limits" : "");
    t.add(row);
  }
  s.heading("With fewer and more of them, the fastest plan of each number");
  s.write(t);
}

report::chart front_chart(const std::vector<machine_plans>& all) {
  report::chart made{.kind = report::chart_kind::lines,
                     .title = "Cost against time",
                     .about = "What training costs over how long it takes, with more and more machines of each kind.",
                     .x = {.title = "days", .is_log = true},
                     .y = {.title = "dollars", .is_log = true}};
  for (const machine_plans& each : all) {
    report::series line{.name = std::string(each.machine.name())};
    for (const plan_of_count& plan : each.by_count)
      if (plan.takes.cost.is_known())
        line.points.push_back({in_days(plan.takes.time), in_dollars(*plan.takes.cost.known()),
                               fmt::format("{}: {}, {}", machines_text(each, plan), days_text(plan.takes.time), dollars_text(plan.takes.cost))});
    std::ranges::sort(line.points, {}, &report::point::x);
    if (!line.points.empty()) made.all.push_back(std::move(line));
  }
  return made;
}

void write_front(session& s, const std::vector<machine_plans>& all) {
  const std::vector<plan_at> points = front_of(all);
  if (points.size() < 2) return;
  s.heading("Cost against time: no plan is both faster and cheaper than one of these");
  s.draw(front_chart(all));
  table t({name_column("machine"), number_column("machines"), number_column("GPUs"), number_column("days"), number_column("money")});
  for (const plan_at& each : points)
    t.add({each.of->machine.name(), number_text(each.plan->machines), number_text(each.plan->takes.gpus), rounded(in_days(each.plan->takes.time)),
           dollars_text(each.plan->takes.cost)});
  s.write(t);
}

// Those that do not do it, together where they have one reason.
void write_others(session& s, const std::vector<machine_plans>& all, const plan_request& asked) {
  reasons others;
  for (const machine_plans& each : all) {
    if (each.standing == plan_standing::within) continue;
    const std::string why = each.standing == plan_standing::beyond_limits
                                ? fmt::format("beyond the limits by {} % at least", rounded(100 * beyond(each.first().takes, asked.asked), 2))
                                : each.why;
    add_reason(others, why, each.machine.name());
  }
  write_reasons(s, others);
}

// Of the first plan, of what its framework cannot be told.
std::vector<std::string> untold_of(const machine_plans& on) {
  std::vector<std::string> all;
  const training_job planned = on.arranged(on.first());
  if (planned.framework.name != frameworks::megatron.name) return all;
  const launch_arguments told = megatron_launch(planned);
  for (const launch_gap& each : told.gaps())
    if (each.is_untold) all.emplace_back(each.what);
  return all;
}

void write_first(session& s, const std::vector<machine_plans>& all, const planned_job& job, const plan_request& asked) {
  const machine_plans& first = all.front();
  const plan_of_count& plan = first.first();
  s.line(fmt::format("Plan: {}, {}", machines_text(first, plan), arrangement_text(plan)), style::strong);
  s.paragraph("", fmt::format("{}.{}", amounts_text(plan.takes),
                              first.estimate.band.errors.is_known() ? fmt::format(" Measured, that may be {} days.", within_text(first.estimate, in_days(plan.takes.time))) : ""));
  s.paragraph("", band_text(first.estimate.band));
  s.paragraph("", sentence_of(first.estimate.fit));
  if (const std::string placement = placement_text(placed_run(first.machine, plan.plan.layout), plan.plan.layout.pipeline); !placement.empty()) s.paragraph("", placement);
  if (asked.power.is_asked())
    s.paragraph("", power_text(asked.power, first.machine.name(), plan.drawn, plan.electricity.is_known() ? std::optional(dollars_text(plan.electricity)) : std::nullopt, plan.takes.cost.is_known()));
  s.print("\n");
  s.paragraph("  ", description_of(first.estimate.best.job, true));
  std::vector<machine_fit> fits;
  for (const machine_plans& each : all) fits.push_back(each.estimate.fit);
  write_taken(s, first.estimate.best.job, fits, {}, settings_taken(asked.estimate.settings, *first.estimate.best.job.training(), first.failures.from != nullptr && asked.counts_failures() ? settings_told::plan_with_checkpoints : settings_told::plan));
  write_left_out(s, job);
  if (const std::string away = not_counted_of(*first.estimate.best.job.training()); !away.empty()) s.paragraph("  ", fmt::format("Not counted: {}.", away));
  for (const std::string& each : untold_of(first)) s.paragraph("  ", fmt::format("No argument says: {}: a run takes the memory and the time of one without it.", each));
}

void write_sooner(session& s, const std::vector<machine_plans>& all, const plan_request& asked) {
  const machine_plans& first = all.front();
  const std::optional<sooner_plan> for_money = sooner_for_money(all), with_more = sooner_with_more(first);
  const auto say = [&](std::string_view with, const sooner_plan& of) { s.paragraph("  ", what_is_sooner(with, of, asked.asked)); };
  if (for_money.has_value() && with_more.has_value() && for_money->plan.plan == with_more->plan.plan) return say("more of them", *with_more);
  if (for_money.has_value()) say(in_dollars(for_money->more.value_or({})) < 0 ? "less money" : "more money", *for_money);
  else if (first.first().takes.cost.is_known()) s.paragraph("  ", "More money makes it no sooner: no plan of a known price is.");
  if (with_more.has_value()) say("more of them", *with_more);
  else {
    const auto above = std::ranges::upper_bound(first.unsearched, first.first().takes.gpus);
    s.paragraph("  ", fmt::format("More of them make it no sooner, as far as was searched: {}.",
                                  above != first.unsearched.end() ? fmt::format("below {}", so_many(*above, "GPU")) : std::string("to --max-gpus, or the number in --machines")));
  }
}

std::optional<plan_without_limit> without_limit(const std::vector<machine_plans>& all, const std::vector<machine_plans>& without) {
  if (without.empty()) return std::nullopt;
  const machine_plans& other = without.front();
  plan_without_limit made{.is_cut = std::ranges::any_of(without, &machine_plans::is_cut)};
  if (other.standing != plan_standing::within) return made;
  made.is_same = all.front().standing == plan_standing::within && all.front().machine.name() == other.machine.name() && all.front().first().machines == other.first().machines;
  made.words = fmt::format("{}, {}, would take {}", machines_text(other, other.first()), arrangement_text(other.first()), amounts_text(other.first().takes));
  return made;
}

void write_reasons(session& s, const std::vector<machine_plans>& all, const plan_request& asked) {
  const machine_plans& first = all.front();
  const auto say = [&](const std::string& words) {
    if (!words.empty()) s.paragraph("  ", words);
  };
  say(what_binds(all, asked.asked));
  if (const std::optional<plan_at> next = runner_up(all, asked.asked); next.has_value()) {
    const plan_at best{&first, &first.first()};
    say(why_behind(best, *next, asked.asked.least));
    say(certainty_text(best, *next, asked.asked.least));
  }
  if (in_seconds(asked.asked.deadline) > 0 && first.estimate.band.errors.is_known() &&
      first.first().takes.time * of_figure(first.estimate.band).most > asked.asked.deadline)
    say("The deadline is within the band of error, and may be missed.");
  write_sooner(s, all, asked);
  say(failures_text(first, first.first(), first.estimate, asked));
}

}  // namespace

void write_training_plans(session& s, const planned_job& job, const std::vector<machine_plans>& all, const plan_request& asked, const std::vector<machine_plans>& without) {
  s.title(std::string(title_of(job)));
  if (!job.name.empty()) s.paragraph("  ", model_of(job).name);
  const machine_plans& first = all.front();
  if (first.standing == plan_standing::within) {
    write_first(s, all, job, asked);
    write_ranked(s, all, asked);
    write_reasons(s, all, asked);
    if (asked.asked.least == plan_amount::rated_energy) s.paragraph("  ", asked.power.energy_text());
    write_neighbours(s, first, asked);
  } else {
    s.line(first.standing == plan_standing::not_known ? "Plan: none, it cannot be judged" : "Plan: none", style::bad);
    if (first.standing == plan_standing::beyond_limits) s.paragraph("", nearest_miss(first, asked.asked));
  }
  if (const std::string binds = what_power_binds(asked.power, without_limit(all, without)); !binds.empty()) s.paragraph("  ", binds);
  write_front(s, all);
  write_others(s, all, asked);
  for (const machine_plans& each : all)
    if (each.is_cut && !each.by_count.empty())
      s.paragraph("  ", fmt::format("The time limit ended the search on {}: {} of GPUs, from {} to {}, {} not looked at.", each.machine.name(), so_many(std::ssize(each.unsearched), "number"),
                                    number_text(each.unsearched.front()), number_text(each.unsearched.back()), inflected(std::ssize(each.unsearched), "was", "were")));
  if (std::ranges::any_of(all, &machine_plans::is_cut) && first.standing == plan_standing::within) {
    const figure<double> gap = gap_of(all, asked.asked.least);
    s.paragraph("  ", gap.is_known() ? fmt::format("The plan takes at most {} % more than the least: no other takes less than its products at the peak of the GPUs.", rounded(100 * *gap.known(), 3))
                                     : std::string("How far the plan is above the least is not known: of what was not looked at no bound is known."));
  }
  std::map<std::string_view, std::string> untimed;  // by the reason
  for (const machine_plans& each : all)
    if (each.untimed > 0) {
      std::string& plans = untimed[each.why_untimed];
      plans += fmt::format("{}{} on {}", plans.empty() ? "" : ", ", number_text(each.untimed), each.machine.name());
    }
  for (const auto& [why, plans] : untimed) s.paragraph("  ", fmt::format("Plans that have room and cannot be timed: {}: {}.", plans, why));
  count tried = 0;
  count left_out = 0;
  for (const machine_plans& each : all) {
    tried = add(tried, each.tried);
    left_out = add(left_out, each.left_out);
  }
  s.print("\n");
  write_network_of(s, all);
  s.paragraph("  ", fmt::format("{} {} looked at, on {} or fewer of each machine without a number{}.", so_many(tried, "plan"), inflected(tried, "was", "were"), so_many(asked.most_gpus, "GPU"),
                                left_out > 0 ? fmt::format("; bounds on their time left out {}", number_text(left_out)) : std::string()));
}

namespace {

using json = nlohmann::ordered_json;

}  // namespace

json plan_json(const plan_of_count& of) {
  return {{"machines", of.machines},
          {"gpus", of.takes.gpus},
          {"tensor_parallel", of.plan.layout.tensor},
          {"pipeline_parallel", of.plan.layout.pipeline},
          {"context_parallel", of.plan.layout.context},
          {"context_exchange", of.plan.layout.context > 1 ? json(name_of(context_exchange_names, of.plan.layout.context_exchange)) : json(nullptr)},
          {"data_parallel", of.plan.layout.data},
          {"expert_parallel", of.plan.layout.expert},
          {"expert_tensor_parallel", of.plan.layout.experts_tensor()},
          {"virtual_stages", of.plan.layout.virtual_stages},
          {"pipeline_schedule", of.plan.layout.pipeline > 1 ? json(name_of(schedule_names, of.plan.layout.schedule)) : json(nullptr)},
          {"micro_batch", of.plan.micro_batch},
          {"recompute", name_of(recompute_names, of.plan.again.kind)},
          {"recomputed", recomputed_words(of.plan.again)},
          {"formats", of.formats},
          {"sharding", of.sharding},
          {"days", in_days(of.takes.time)},
          {"dollars", json_of_figure(of.takes.cost, [](const money& x) { return json(in_dollars(x)); })},
          {"gpu_joules", json_of_figure(of.gpu_power, [&](const power& x) { return json(in_joules(x * of.takes.time)); })},
          {"gpu_watts", json_of_figure(of.gpu_power, [](const power& x) { return json(in_watts(x)); })},
          {"watts_drawn", json_of_figure(of.drawn, [](const power& x) { return json(in_watts(x)); })},
          {"electricity_dollars", json_of_figure(of.electricity, [](const money& x) { return json(in_dollars(x)); })},
          {"checkpoint_interval_seconds", in_seconds(of.interval) > 0 ? json(in_seconds(of.interval)) : json(nullptr)}};
}

void put_plan(json& to, const machine_plans& of, const plan_of_count& plan, const step_estimate& estimate, const plan_request& asked) {
  to["plan"] = plan_json(plan);
  to["band"] = band_json(estimate.band);
  to["bytes_left"] = estimate.is_known ? json(in_bytes(estimate.fit.left())) : json(nullptr);
  to["hours_between_failures"] = of.failures.from == nullptr ? json(nullptr) : json(in_hours(of.failures.between_of(plan.takes.gpus)));
  to["failures_counted"] = of.failures.from != nullptr && asked.counts_failures();
}

namespace {

json plan_json(const plan_at& of) {
  json made{{"machine", of.of->machine.name()}};
  made.update(plan_json(*of.plan));
  return made;
}

json sooner_json(const std::optional<sooner_plan>& of) {
  if (!of.has_value()) return nullptr;
  return {{"machine", of->plan.of->machine.name()},
          {"machines", of->plan.plan->machines},
          {"gpus", of->plan.plan->takes.gpus},
          {"days_sooner", in_days(of->sooner)},
          {"dollars_more", json_of_figure(of->more, [](const money& x) { return json(in_dollars(x)); })},
          {"dollars_per_hour_sooner", json_of_figure(of->price(), [](const money_rate& x) { return json(in_dollars_per_hour(x)); })}};
}

constexpr std::string_view standing_name(plan_standing of) {
  switch (of) {
    case plan_standing::within: return "within";
    case plan_standing::beyond_limits: return "beyond_limits";
    case plan_standing::not_known: return "not_known";
    case plan_standing::none: break;
  }
  return "none";
}

}  // namespace

nlohmann::ordered_json training_plans_json(const planned_job& job, const std::vector<machine_plans>& all, const plan_request& asked, const std::vector<machine_plans>& without) {
  const plan_objective& o = asked.asked;
  json result{{"name", job.name},
              {"model", model_of(job).name},
              {"kind", "train"},
              {"objective", name(o.least)},
              {"tokens", o.tokens},
              {"deadline_days", in_seconds(o.deadline) > 0 ? json(in_days(o.deadline)) : json(nullptr)},
              {"budget_dollars", in_dollars(o.budget) > 0 ? json(in_dollars(o.budget)) : json(nullptr)}};
  if (o.least == plan_amount::rated_energy) result["energy_of"] = asked.power.energy_name();
  result["plans"] = json::array();
  for (const machine_plans& each : all) {
    json one{{"machine", each.machine.name()}, {"standing", standing_name(each.standing)}, {"network", network_json(each.machine)}};
    if (!each.why.empty()) one["why"] = each.why;
    one["plans_tried"] = each.tried;
    one["plans_judged"] = each.judged;
    one["plans_left_out"] = each.left_out;
    if (!each.by_count.empty()) one["no_argument_says"] = untold_of(each);
    one["plans_untimed"] = each.untimed;
    if (each.untimed > 0) one["why_untimed"] = each.why_untimed;
    one["ended_by_time_limit"] = each.is_cut;
    one["searched_to_gpus"] = each.is_cut ? json(each.searched_to) : json(nullptr);
    one["unsearched"] = each.unsearched.empty() ? json(nullptr) : json{{"numbers", each.unsearched.size()}, {"least_gpus", each.unsearched.front()}, {"most_gpus", each.unsearched.back()}};
    if (!each.by_count.empty() && each.standing != plan_standing::not_known) {
      put_plan(one, each, each.first(), each.estimate, asked);
      const placed_job placed = placed_run(each.machine, each.first().plan.layout);
      one["places"] = shared_places_json(placed.places, placed.option, placed.on);
      one["nodes_of_domain"] = placed.on.domain_nodes;
      one["by_count"] = json::array();
      for (const plan_of_count& plan : each.by_count) one["by_count"].push_back(plan_json(plan));
    }
    result["plans"].push_back(std::move(one));
  }
  result["gap"] = json_of_figure(gap_of(all, o.least), [](double x) { return json(x); });
  result["front"] = json::array();
  for (const plan_at& each : front_of(all)) result["front"].push_back(plan_json(each));
  const bool has_plan = !all.empty() && all.front().standing == plan_standing::within;
  result["sooner_for_money"] = has_plan ? sooner_json(sooner_for_money(all)) : json(nullptr);
  result["sooner_with_more"] = has_plan ? sooner_json(sooner_with_more(all.front())) : json(nullptr);
  const std::optional<plan_at> next = runner_up(all, o);
  result["runner_up"] = next.has_value() ? plan_json(*next) : json(nullptr);
  const std::optional<bool> certain = next.has_value() ? is_certain({&all.front(), &all.front().first()}, *next, o.least) : std::nullopt;
  result["order_is_certain"] = certain.has_value() ? json(*certain) : json(nullptr);
  if (!asked.power.most.is_known()) return result;
  result["max_power_watts"] = in_watts(*asked.power.most.known());
  const machine_plans* free = without.empty() ? &all.front() : &without.front();
  result["without_max_power"] = free->standing == plan_standing::within ? plan_json(plan_at{free, &free->first()}) : json(nullptr);
  return result;
}

}  // namespace headroom::program
