// SPDX-License-Identifier: BSL-1.0
#include "plan/pool_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headroom/cluster/resource.hpp>
#include <headroom/export/json_values.hpp>
#include <string_view>
#include <vector>

#include "estimate/report_parts.hpp"
#include "estimate/serving_latency.hpp"
#include "fit/fit_words.hpp"
#include "plan/plan_words.hpp"
#include "plan/serving_plan_report.hpp"
#include "print/table.hpp"

namespace headroom::program {

namespace {

// "12.3 ms in the mean, p50 11.9, p90 14, p99 20.1"
std::string times_text(const latency& of) {
  return fmt::format("{} ms in the mean, p50 {}, p90 {}, p99 {}", rounded(in_milliseconds(of.mean), 3), rounded(in_milliseconds(of.p50), 3), rounded(in_milliseconds(of.p90), 3),
                     rounded(in_milliseconds(of.p99), 3));
}
std::string at_load_text(const machine_pools& of, const fleet_request& asked) {
  const std::string share = so_many(rounded(serving_objective_of(of.decode.job, asked).requests / static_cast<double>(of.plan.groups_in_use()), 3), "request");
  if (!of.at_load.is_known()) return fmt::format("Percentiles with {} a second of a group at random times are not known: {}.", share, of.at_load.note);
  return fmt::format("With {} a second of a group at random times, on {}: TTFT {}; TPOT {}.", share, of.machine_names(), times_text(of.at_load.known()->first_token), times_text(of.at_load.known()->token));
}

std::string binds_text(const machine_pools& of, const fleet_request& asked) {
  const pool_plan& plan = of.plan;
  const count machines = of.machines_with_more() - of.machines;
  const figure<money_rate> with_more = of.price_with_more();
  const figure<money_rate> more = with_more.with(with_more.value_or({}) - of.on_its_kinds().price().value_or({}));
  std::string text = number_binds("groups", serving_objective_of(of.decode.job, asked).requests, plan.requests * static_cast<double>(plan.groups_in_use()), plan.requests,
                                  more_text(machines, more, plan.requests) + beyond_text(with_more, asked));
  if (of.with_prefill.is_known() && of.with_decode.is_known())
    text += fmt::format(" A group of {} a second answers {} with one prefill worker more, and {} with one decode worker more.", so_many(rounded(plan.requests, 3), "request"),
                        rounded(*of.with_prefill.known(), 3), rounded(*of.with_decode.known(), 3));
  return text;
}

stated_band band_of_pools(serving_figure figure, const machine_pools& of, const fleet_request& asked) {
  const headroom::machine& on = figure == serving_figure::pools_first_token ? of.machine : of.decodes_on();
  stated_band made = band_of_servers(figure, *of.decode.job.serving(), *on.gpu(), asked.load);
  if (of.decode_machine.has_value() && made.errors.is_known() && made.why.empty()) made.why = "no band of pools on two kinds of machines: that of pools on this one";
  return made;
}

std::string worker_text(const machine_fit& of) { return parallelism_text(of.job); }

std::string hourly(const plan_amounts& of) { return of.cost.is_known() ? fmt::format("${}", rounded(in_dollars(*of.cost.known()))) : "not known"; }

power_taken power_of(const machine_pools& of, const fleet_request& asked) {
  std::vector<powered_machines> all;
  for_each_machine(of, [&](const machine& each, count how_many) { all.push_back({each, how_many, hours(1)}); });
  return power_taken_by(asked.power, all);
}

figure<power> rated_power_of(const machine_pools& of) {
  power sum{};
  bool is_known = true;
  for_each_machine(of, [&](const machine& each, count how_many) {
    const figure<power> one = resource::gpu_power::of(each);
    is_known = is_known && one.is_known();
    sum += one.value_or({}) * static_cast<double>(how_many);
  });
  return is_known ? figure<power>(sum) : figure<power>(unknown);
}

// Machines of several kinds that are kept for the same replicas.
fleet_of_day together(fleet_of_day one, const fleet_of_day& other) {
  for (std::size_t i = 0; i < one.parts.size(); ++i) {
    one.parts[i].machines = add(one.parts[i].machines, other.parts[i].machines);
    one.parts[i].machine_hours += other.parts[i].machine_hours;
  }
  one.machines = add(one.machines, other.machines);
  one.machine_hours += other.machine_hours;
  const auto sum_of = [](const auto& a, const auto& b) { return b.is_known() ? a.with(a.value_or({}) + *b.known()) : b; };
  one.scaled_machine_hours = sum_of(one.scaled_machine_hours, other.scaled_machine_hours);
  one.cost = sum_of(one.cost, other.cost);
  one.scaled_cost = sum_of(one.scaled_cost, other.scaled_cost);
  return one;
}

using json = nlohmann::ordered_json;

json pool_json(const machine_fit& of, count workers) {
  const serving_job& worker = *of.job.serving();
  return {{"workers", workers},
          {"gpus", worker.gpus()},
          {"tensor_parallel", worker.tensor_parallel},
          {"pipeline_parallel", worker.pipeline_parallel},
          {"data_parallel", worker.data_parallel},
          {"expert_parallel", worker.expert_parallel},
          {"bytes_left", in_bytes(of.left())}};
}

}  // namespace

fleet_of_day day_of(const machine_pools& of, const pricing& terms, const fleet_request& asked) {
  const double requests = serving_objective_of(of.decode.job, asked).requests;
  const auto of_kind = [&](const machine& on, auto&& machines_of) {
    const fleet_terms by{.part = hours(24 / static_cast<double>(asked.day.size())), .start_up = asked.start_up, .spares = asked.spares, .price = price_of(on, terms)};
    return fleet_over_day(asked.day, rate_of_each(requests, of.plan.requests, of.plan.groups_in_use()), by, machines_of).value_or({});
  };
  if (!of.decode_machine.has_value()) return of_kind(of.machine, [&](count groups) { return of.with_groups(groups).machines(); });
  return together(of_kind(of.machine, [&](count groups) { return of.with_groups(groups).prefill_machines(); }),
                  of_kind(*of.decode_machine, [&](count groups) { return of.with_groups(groups).decode_machines(); }));
}

// "5 x A", or "5 x A and 2 x B".
std::string machines_text(const machine_pools& of) {
  std::string text;
  for_each_machine(of, [&](const machine& each, count how_many) { text += fmt::format("{}{} x {}", text.empty() ? "" : " and ", number_text(how_many), each.name()); });
  return text;
}

std::string groups_text(const machine_pools& of) {
  const auto pool = [](count workers, std::string_view phase, const machine_fit& each) {
    return fmt::format("{} of {}", so_many(workers, fmt::format("{} worker", phase)), worker_text(each));
  };
  return fmt::format("{} of {} and {}", so_many(of.plan.groups, "group"), pool(of.plan.prefill_workers, "prefill", of.prefill), pool(of.plan.decode_workers, "decode", of.decode));
}

std::string pools_name(const machine_pools& of, const fleet_request& asked) {
  const pool_plan& plan = of.plan;
  return fmt::format("{}, {}: {} a second of {} asked; {}", machines_text(of), groups_text(of), so_many(rounded(plan.requests * static_cast<double>(plan.groups_in_use()), 3), "request"),
                     rounded(serving_objective_of(of.decode.job, asked).requests, 3), of.takes.cost.is_known() ? hourly(of.takes) + " an hour" : "what it costs is not known");
}

std::array<std::string, 2> bands_of_pools(const machine_pools& of, const fleet_request& asked) {
  return {"TTFT: " + band_text(band_of_pools(serving_figure::pools_first_token, of, asked)), "TPOT: " + band_text(band_of_pools(serving_figure::pools_token, of, asked))};
}

nlohmann::ordered_json pools_json(const std::vector<machine_pools>& all, const pricing& terms, const fleet_request& asked) {
  json made = json::array();
  for (const machine_pools& each : all) {
    if (each.is_of_any_two) continue;
    json one{{"machine", each.machine.name()}, {"outcome", name(each.standing)}};
    if (each.decode_machine.has_value()) one["decode_machine"] = each.decode_machine->name();
    if (each.standing != outcome::fits) one["why"] = each.why;
    one["plans_tried"] = each.tried;
    one["ended_by_time_limit"] = each.is_cut;
    if (each.standing == outcome::fits) {
      const pool_plan& plan = each.plan;
      one["machines"] = each.machines;
      one["gpus"] = plan.gpus();
      one["groups"] = plan.groups;
      one["spare_groups"] = plan.spares;
      one["prefill"] = pool_json(each.prefill, plan.prefill_workers);
      one["decode"] = pool_json(each.decode, plan.decode_workers);
      if (each.decode_machine.has_value()) {
        one["prefill"]["machines"] = each.on_its_kinds().prefill_machines();
        one["decode"]["machines"] = each.on_its_kinds().decode_machines();
      }
      one["clients_of_group"] = plan.clients;
      one["requests_per_second_of_group"] = plan.requests;
      one["requests_per_second"] = plan.requests * static_cast<double>(plan.groups_in_use());
      one["requests_per_second_asked"] = serving_objective_of(each.decode.job, asked).requests;
      one["first_token_seconds"] = in_seconds(plan.first_token);
      one["token_seconds"] = in_seconds(plan.token);
      one["bands"] = {{"ttft", band_json(band_of_pools(serving_figure::pools_first_token, each, asked))}, {"tpot", band_json(band_of_pools(serving_figure::pools_token, each, asked))}};
      one["at_load"] = json_of_figure(each.at_load, [](const serving_latencies& x) {
        return json{{"first_token_seconds", latency_json(x.first_token)}, {"token_seconds", latency_json(x.token)}, {"request_seconds", latency_json(x.request)}};
      });
      one["dollars_per_hour"] = json_of_figure(each.takes.cost, [](const money& x) { return json(in_dollars(x)); });
      const power_taken taken = power_of(each, asked);
      one["watts_drawn"] = json_of_figure(taken.drawn, [](const power& x) { return json(in_watts(x)); });
      one["electricity_dollars_per_hour"] = json_of_figure(taken.electricity, [](const money& x) { return json(in_dollars(x)); });
      one["gpu_watts"] = json_of_figure(rated_power_of(each), [](const power& x) { return json(in_watts(x)); });
      one["machines_with_one_more"] = each.machines_with_more();
      one["dollars_per_hour_with_one_more"] = json_of_figure(each.price_with_more(), [](const money_rate& x) { return json(in_dollars_per_hour(x)); });
      const auto number = [](double x) { return json(x); };
      one["requests_per_second_of_group_with_prefill_worker"] = json_of_figure(each.with_prefill, number);
      one["requests_per_second_of_group_with_decode_worker"] = json_of_figure(each.with_decode, number);
      if (!asked.day.empty()) one["day"] = day_json(day_of(each, terms, asked), asked);
    }
    made.push_back(std::move(one));
  }
  return made;
}

void write_pools(session& s, const std::vector<machine_pools>& all, const std::vector<machine_fleets>& replicas, const pricing& terms, const fleet_request& asked) {
  const bool has_limits = asked.has_limits();
  s.heading("In pools of prefill and decode");
  table t({name_column("machine"), number_column("machines"), number_column("GPUs"), number_column("groups"), text_column("prefill", 12), text_column("decode", 12), number_column("requests/s\nof a group"),
           number_column(has_limits ? "TTFT p99\nms" : "mean TTFT\nms"), number_column(has_limits ? "TPOT p99\nms" : "mean TPOT\nms"), number_column("an hour")});
  for (const machine_pools& each : all) {
    if (each.standing != outcome::fits) continue;
    const pool_plan& plan = each.plan;
    t.add({each.machine.name(), number_text(each.machines), number_text(plan.gpus()), number_text(plan.groups), fmt::format("{} of {}", number_text(plan.prefill_workers), worker_text(each.prefill)),
           fmt::format("{} of {}{}", number_text(plan.decode_workers), worker_text(each.decode), each.decode_machine.has_value() ? fmt::format(" on {}", each.decode_machine->name()) : ""), rounded(plan.requests, 3), rounded(in_milliseconds(plan.first_token), 3),
           rounded(in_milliseconds(plan.token), 3), hourly(each.takes)});
  }
  if (!t.empty()) {
    s.write(t);
    s.print("\n");
    const machine_pools& first = all.front();
    if (std::ranges::any_of(all, [](const machine_pools& each) { return each.decode_machine.has_value(); }))
      s.paragraph("  ", "Where decode workers are on another machine, caches move over the scale-out networks of both, as fast as the slower, as if they were one network.");
    s.paragraph("  ", fmt::format("Of each group so many workers of each pool. {}",
                                  has_limits ? "As many requests a second of a group as have 99 in 100 within the limits." : "As many requests at once as decoders have room for; --slo puts limits to their times."));
    for (const std::string& each : bands_of_pools(first, asked)) s.paragraph("  ", each);
    s.paragraph("  ", at_load_text(first, asked));
    s.paragraph("  ", binds_text(first, asked));
    if (asked.power.is_asked()) s.paragraph("  ", power_text(asked.power, power_of(first, asked), " an hour", first.takes.cost.is_known()));
    s.paragraph("  ", spares_text(first.plan.spares, "group"));
    if (!replicas.empty() && replicas.front().standing == outcome::fits) {
      const figure<double> ours = amount_of(replicas.front().first(), asked.least), theirs = amount_of_pools(first, asked.least);
      const double ratio = theirs.value_or(0) / ours.value_or(1);
      if (ours.is_known() && theirs.is_known())
        s.paragraph("  ", std::abs(ratio - 1) < 1e-9 ? std::string("The first takes as much as the plan of replicas above.")
                                                     : fmt::format("The first takes {} % {} than the plan of replicas above.", rounded(100 * std::abs(ratio - 1), 2), ratio < 1 ? "less" : "more"));
    }
  }
  if (!asked.day.empty() && all.front().standing == outcome::fits) write_day(s, day_of(all.front(), terms, asked), asked, "Over the day, in pools", "groups");
  for (const machine_pools& each : all)
    if (each.is_cut && each.standing == outcome::fits) s.paragraph("  ", fmt::format("The time limit ended the search on {}: not all pools were looked at.", each.machine_names()));
  reasons others;
  for (const machine_pools& each : all)
    if (each.standing != outcome::fits) add_reason(others, each.why, each.is_of_any_two ? "prefill on one machine and decode on another" : each.machine.name());
  write_reasons(s, others);
}

}  // namespace headroom::program
