// SPDX-License-Identifier: BSL-1.0
#include "plan/serving_plan_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <headroom/export/json_values.hpp>
#include <headroom/report/chart.hpp>
#include <headroom/text/to_text.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "estimate/report_parts.hpp"
#include "fit/fit_words.hpp"
#include "fit/network_words.hpp"
#include "plan/daily_fleet.hpp"
#include "plan/placement.hpp"
#include "plan/plan_words.hpp"
#include "plan/pool_report.hpp"
#include "print/table.hpp"

namespace headroom::program {

namespace {

std::string fleet_name(const machine_fleets& of, const fleet& plan) {
  return fmt::format("{} x {}, {} of {}", number_text(plan.fit.needs.value_or(0)), of.machine.name(), so_many(plan.replicas(), "replica"), parallelism_text(plan.job));
}

std::string millis(const duration& x) { return rounded(in_milliseconds(x), 3); }

// The best but for the first, of any machine.
std::optional<std::pair<const machine_fleets*, const fleet*>> next_fleet(const std::vector<machine_fleets>& all, plan_amount least) {
  std::optional<std::pair<const machine_fleets*, const fleet*>> next;
  const auto consider = [&](const machine_fleets& of, std::size_t place) {
    if (of.standing != outcome::fits || place >= of.best.size()) return;
    if (!next.has_value() || takes_less(of.best[place], *next->second, least)) next = {&of, &of.best[place]};
  };
  consider(all.front(), 1);
  if (all.size() > 1) consider(all[1], 0);
  return next;
}

// Of one replica more. Empty: it is not known.
std::string with_more(const fleet& of, const fleet_request& asked) {
  if (!of.machines_with_more.is_known()) return {};
  const bool has_price = of.price.is_known() && of.price_with_more.is_known();
  const figure<money_rate> more = has_price ? figure<money_rate>(*of.price_with_more.known() - *of.price.known()) : unknown;
  return more_text(*of.machines_with_more.known() - of.fit.needs.value_or(0), more, of.of_replica) + beyond_text(of.price_with_more, asked);
}

// Of what is bought: more replicas where they answer less than we say. Null: one has no band.
std::optional<bool> order_is_certain(const fleet& first, const fleet& second, plan_amount least) {
  if (!first.throughput.errors.is_known() || !second.throughput.errors.is_known()) return std::nullopt;
  if (least == plan_amount::time) return std::nullopt;
  const auto at = [&](const fleet& of, double share) {
    return amount_of(of, least).value_or(0) * replicas_at(of, share) / static_cast<double>(of.replicas());
  };
  return at(first, of_figure(first.throughput).least) < at(second, of_figure(second.throughput).most);
}

std::string behind_text(const machine_fleets& first, const machine_fleets& next, const fleet& of, plan_amount least) {
  constexpr std::array<std::string_view, 4> words{"costs", "takes", "has", "draws"};
  constexpr std::array<std::string_view, 4> ends{"more", "longer for a token", "more GPUs", "more"};
  const double ratio = amount_of(of, least).value_or(0) / amount_of(first.first(), least).value_or(1);
  const double each = of.of_replica / static_cast<double>(of.job.serving()->gpus_per_replica()) /
                      (first.first().of_replica / static_cast<double>(first.first().job.serving()->gpus_per_replica()));
  const auto which = static_cast<std::size_t>(least);
  const std::string more = std::isinf(ratio) ? fmt::format("costs {} more", an_hour(of))  // than machines that cost nothing
                           : ratio > 1 + 1e-9 ? fmt::format("{} {} % {}", words[which], rounded(100 * (ratio - 1), 2), ends[which])
                           : takes_less(first.first(), of, least) ? std::string("takes as much, and costs more")
                                              : std::string("takes as much, and answers fewer requests");
  return fmt::format("The runner-up, {}, {}: a GPU of it answers {} % {} requests, and there are {} for {}.", fleet_name(next, of), more,
                     rounded(100 * std::abs(each - 1), 2), each < 1 ? "fewer" : "more", so_many(of.gpus(), "GPU"), number_text(first.first().gpus()));
}

report::chart fleets_chart(const std::vector<machine_fleets>& all) {
  report::chart made{.kind = report::chart_kind::bars,
                     .title = "Dollars an hour",
                     .about = "What the machines cost an hour that answer so many requests, of each kind.",
                     .x = {.title = "dollars an hour"},
                     .all = {{.name = "dollars an hour"}}};
  for (const machine_fleets& each : all) {
    if (each.standing != outcome::fits || !each.first().price.is_known()) continue;
    made.all.front().points.push_back({in_dollars_per_hour(*each.first().price.known()), static_cast<double>(made.rows.size()), an_hour(each.first())});
    made.rows.push_back({fmt::format("{} x {}", number_text(each.first().fit.needs.value_or(0)), each.machine.name()), an_hour(each.first())});
  }
  return made;
}

// What least time is of, and what more replicas would make of it.
std::string soonest_text(const fleet& of, const fleet_request& asked) {
  if (!asked.has_limits())
    return asked.has_budget() ? "What is compared is TPOT of full replicas, of which more answer no sooner: no more are bought than are needed. With --slo it is that of the requests asked." : "";
  const count in_use = of.replicas() - of.spares;
  std::string text = fmt::format("What is compared is TPOT p99 with the requests asked, {} a second of a replica: {} ms.", rounded(of.requests / static_cast<double>(in_use), 3), millis(of.token_at_load.value_or({})));
  text += asked.has_budget() ? fmt::format(" Each layout is compared with as many replicas as the budget buys, where a token takes less time so than with fewer; {} would answer what is asked.", number_text(of.fewest()))
                             : " Each layout is compared with the fewest replicas that answer them: more replicas of one may answer sooner. --budget says how much they may cost.";
  if (!of.token_with_more.is_known() || !of.machines_with_more.is_known()) return text;
  const count machines = *of.machines_with_more.known() - of.fit.needs.value_or(0);
  const bool is_priced = machines > 0 && of.price.is_known() && of.price_with_more.is_known();
  return text + fmt::format(" With one more it is {} ms{}{}.", millis(*of.token_with_more.known()), is_priced ? fmt::format(", for {} more", dollars_an_hour(*of.price_with_more.known() - *of.price.known())) : "",
                            beyond_text(of.price_with_more, asked));
}

std::string electricity_text(const fleet& of) { return of.electricity.is_known() ? fmt::format("${} an hour", rounded(in_dollars_per_hour(*of.electricity.known()))) : "not known"; }

std::string would_do_it(const std::string& plan, const figure<money_rate>& price) {
  return fmt::format("{} would do it{}", plan, price.is_known() ? fmt::format(", for ${} an hour", rounded(in_dollars_per_hour(*price.known()))) : "");
}

std::optional<plan_without_limit> without_limit(const std::vector<machine_fleets>& all, const fleets_beside& beside, std::span<const machine_fleets> without, const mixed_fleet* mix) {
  if (without.empty() && mix == nullptr) return std::nullopt;
  if (without.empty()) without = all;
  const machine_fleets& other = without.front();
  plan_without_limit made{.is_cut = std::ranges::any_of(without, &machine_fleets::is_cut)};
  if (mix != nullptr && mix->leads()) {
    made.words = would_do_it(parts_text(*mix), mix->price());
    made.is_same = beside.is_mixed() && parts_text(*beside.mix) == parts_text(*mix);
    // Another plan that takes less shows by itself that the limit binds.
    made.is_cut = made.is_same && !mix->is_proved;
    return made;
  }
  made.is_cut = made.is_cut || (mix != nullptr && (mix->standing == outcome::cannot_be_judged || (mix->standing == outcome::fits && !mix->is_proved)));
  if (other.standing != outcome::fits) return made;
  made.is_same = !beside.is_mixed() && all.front().standing == outcome::fits && all.front().machine.name() == other.machine.name() && all.front().first().gpus() == other.first().gpus();
  made.words = would_do_it(fleet_name(other, other.first()), other.first().price);
  return made;
}

using json = nlohmann::ordered_json;

}  // namespace

std::string an_hour(const fleet& of) { return of.price.is_known() ? fmt::format("${}", rounded(in_dollars_per_hour(*of.price.known()))) : "not known"; }

double replicas_at(const fleet& of, double share) {
  return std::ceil(of.requests / (of.of_replica * share) * (1 - 1e-12)) + static_cast<double>(of.spares);
}

std::string number_binds(std::string_view of_what, double asked, double answered, double of_each, std::string_view more) {
  const std::string fewer = answered > of_each * (1 + 1e-9) ? fmt::format("One fewer answers {} a second, one more", so_many(rounded(answered - of_each, 3), "request")) : std::string("With one more they answer");
  return fmt::format("What binds is the number of {}: {} % of what they answer is asked. {} {}{}.", of_what, rounded(100 * (asked / answered), 3), fewer, rounded(answered + of_each, 3), more);
}

std::string more_text(count machines, const figure<money_rate>& more, double requests) {
  if (machines < 1) return " on the same machines";
  const std::string on = fmt::format(" on {} more", so_many(machines, "machine"));
  if (!more.is_known()) return on;
  const double dollars = in_dollars_per_hour(*more.known());
  return fmt::format("{}, for ${} an hour more: ${} an hour for each request a second", on, rounded(dollars), rounded(dollars / requests, 3));
}

std::string beyond_text(const figure<money_rate>& price, const fleet_request& asked) {
  return asked.has_budget() && price.is_known() && beyond_budget(*price.known(), asked.budget) > 0 ? ", beyond the budget" : "";
}

std::optional<priced_plan> nearest_of(const std::vector<machine_fleets>& all, const mixed_fleet& mix, const std::vector<machine_pools>& pools) {
  std::optional<priced_plan> nearest;
  const auto consider = [&](const std::string& words, const figure<money_rate>& price) {
    if (price.is_known() && (!nearest.has_value() || *price.known() < nearest->price)) nearest = {words, *price.known()};
  };
  for (const machine_fleets& each : all)
    if (each.is_over_budget) consider(fleet_name(each, each.first()), each.first().price);
  if (mix.is_over_budget) consider(parts_text(mix), mix.price());
  for (const machine_pools& each : pools)
    if (each.is_over_budget) consider(fmt::format("{} x {}, {}", number_text(each.machines), each.machine.name(), groups_text(each)), each.on_its_kinds().price());
  return nearest;
}

std::string replicas_measured(const fleet& of) {
  const band_ends ends = of_figure(of.throughput);
  const auto fewest = static_cast<count>(replicas_at(of, ends.most)), most = static_cast<count>(replicas_at(of, ends.least));
  return fmt::format("Measured, {}{} may be needed.", fewest < most ? fmt::format("{} to ", number_text(fewest)) : "", so_many(most, "replica"));
}

json fleet_json(const fleet& of) {
  const serving_job& served = *of.job.serving();
  json made{{"machines", of.fit.needs.value_or(0)},
          {"gpus", of.gpus()},
          {"replicas", of.replicas()},
          {"spare_replicas", of.spares},
          {"tensor_parallel", served.tensor_parallel},
          {"pipeline_parallel", served.pipeline_parallel},
          {"data_parallel", served.data_parallel},
          {"expert_parallel", served.expert_parallel},
          {"prompt", of.prompt},
          {"answer", of.answer},
          {"requests_per_second_of_replica", of.of_replica},
          {"requests_per_second", of.answered()},
          {"requests_per_second_asked", of.requests},
          {"first_token_seconds", in_seconds(of.first_token)},
          {"token_seconds", in_seconds(of.token)},
          {"token_seconds_at_load", json_of_figure(of.token_at_load, [](const duration& x) { return json(in_seconds(x)); })},
          {"token_seconds_at_load_with_one_more", json_of_figure(of.token_with_more, [](const duration& x) { return json(in_seconds(x)); })},
          {"dollars_per_hour", json_of_figure(of.price, [](const money_rate& x) { return json(in_dollars_per_hour(x)); })},
          {"watts_drawn", json_of_figure(of.drawn, [](const power& x) { return json(in_watts(x)); })},
          {"electricity_dollars_per_hour", json_of_figure(of.electricity, [](const money_rate& x) { return json(in_dollars_per_hour(x)); })},
          {"gpu_watts", json_of_figure(of.gpu_power, [](const power& x) { return json(in_watts(x)); })},
          {"bytes_left", in_bytes(of.fit.left())},
          {"sequences_of_bytes_left", served.concurrent_sequences},
          {"requests_at_once", of.at_once > 0 ? json(of.at_once) : json(nullptr)},
          {"machines_with_one_more", json_of_figure(of.machines_with_more, [](count x) { return json(x); })},
          {"dollars_per_hour_with_one_more", json_of_figure(of.price_with_more, [](const money_rate& x) { return json(in_dollars_per_hour(x)); })}};
  const bool has_band = of.throughput.errors.is_known();
  const auto needed_at = [&](double share) { return has_band ? json(static_cast<count>(replicas_at(of, share))) : json(nullptr); };
  const band_ends ends = has_band ? of_figure(of.throughput) : band_ends{};
  made["replicas_at_least"] = needed_at(ends.most);
  made["replicas_at_most"] = needed_at(ends.least);
  return made;
}

void write_fleets(session& s, const planned_job& job, const std::vector<machine_fleets>& all, const fleet_request& asked, const fleets_beside& beside) {
  s.title(std::string(title_of(job)));
  if (!job.name.empty()) s.paragraph("  ", model_of(job).name);
  if (!beside.pools.empty()) s.line(fmt::format("Plan: {}", beside.pools), style::strong);
  const machine_fleets& first = all.front();
  const bool has_limits = asked.has_limits();
  const mixed_fleet* mix = beside.mix;
  const bool is_mixed = beside.is_mixed();
  if (is_mixed) write_mixed(s, *mix, asked);
  if (first.standing != outcome::fits && is_mixed) {
    s.line("Plan on one kind of machine: none", style::bad);
  } else if (first.standing != outcome::fits && !beside.pools.empty()) {
    s.line("In replicas: none", style::bad);
  } else if (first.standing != outcome::fits) {
    s.line(first.standing == outcome::cannot_be_judged ? "Plan: none, it cannot be judged" : "Plan: none", style::bad);
    if (beside.nearest.has_value())
      s.paragraph("", fmt::format("The nearest miss, {}: {}, {} % more than {}.", beside.nearest->words, dollars_an_hour(beside.nearest->price),
                                  rounded(100 * beyond_budget(beside.nearest->price, asked.budget), 2), budget_name(asked.budget)));
  } else {
    const fleet& best = first.first();
    s.line(fmt::format("{}: {}", is_mixed ? "Plan on one kind of machine" : beside.pools.empty() ? "Plan" : "In replicas", fleet_name(first, best)), style::strong);
    s.paragraph("", fmt::format("{} a second of {} asked, {} of a replica; {}.", so_many(rounded(best.answered(), 3), "request"), rounded(best.requests, 3), rounded(best.of_replica, 3),
                                best.price.is_known() ? an_hour(best) + " an hour" : std::string("what it costs is not known")));
    s.paragraph("", band_text(best.throughput));
    if (best.throughput.errors.is_known()) s.paragraph("", replicas_measured(best));
    s.paragraph("", sentence_of(best.fit));
    if (const std::string placement = placement_text(placed_alone(first.machine, best.replicas(), best.job.serving()->gpus_per_replica()), 1); !placement.empty()) s.paragraph("", placement);
    if (asked.power.is_asked())
      s.paragraph("", power_text(asked.power, first.machine.name(), best.drawn, best.electricity.is_known() ? std::optional(electricity_text(best)) : std::nullopt, best.price.is_known()));
    s.print("\n");
    s.paragraph("  ", description_of(best.job, true));
    const std::array fits{best.fit};
    write_taken(s, best.job, fits, {}, {});
    write_network_of(s, all);
    write_left_out(s, job);
    std::vector<column> columns{name_column("machine"), number_column("machines"), number_column("GPUs"), number_column("replicas"), name_column("each"), number_column("GiB\nleft"),
                                number_column("requests/s\nof each"), number_column(has_limits ? "TTFT p99\nms" : "TTFT\nms"), number_column(has_limits ? "TPOT p99\nms" : "TPOT\nms"),
                                number_column("an hour"), number_column("kW of\nGPUs")};
    add_power_columns(columns, asked.power);
    table t(columns);
    for (const machine_fleets& each : all) {
      if (each.standing != outcome::fits) continue;
      const fleet& of = each.first();
      std::vector<cell> row{each.machine.name(), number_text(of.fit.needs.value_or(0)), number_text(of.gpus()), number_text(of.replicas()), parallelism_text(of.job),
             gibibytes_text(of.fit.left()), rounded(of.of_replica, 3), millis(of.first_token), millis(of.token), an_hour(of),
             of.gpu_power.is_known() ? rounded(in_watts(*of.gpu_power.known()) / 1e3, 3) : "?"};
      add_power_cells(row, asked.power, of.drawn, electricity_text(of));
      t.add(row);
    }
    s.heading("Of each machine the best plan");
    s.draw(fleets_chart(all));
    s.write(t);
    s.print("\n");
    s.paragraph("  ", fmt::format("Prompts of {} and answers of {}.", so_many(best.prompt, "token"), number_text(best.answer)));
    s.paragraph("  ", has_limits ? std::string("As many requests a second of a replica as have 99 in 100 within the limits.")
                                 : fmt::format("Requests a second of a replica are with {} at once, where of those that it has room for it answers most; --slo puts limits to their times.", number_text(best.at_once)));
    const serving_job& served = *best.job.serving();
    s.paragraph("  ", fmt::format("GiB left are with the job's own {} of {}.", so_many(served.concurrent_sequences, "sequence"), so_many(served.tokens(), "token")));
    // More than are needed are those that the budget buys.
    if (best.replicas() - best.spares == best.fewest()) s.paragraph("  ", number_binds("replicas", best.requests, best.answered(), best.of_replica, with_more(best, asked)));
    if (asked.least == plan_amount::time) s.paragraph("  ", soonest_text(best, asked));
    if (const auto next = next_fleet(all, asked.least); next.has_value()) {
      s.paragraph("  ", behind_text(first, *next->first, *next->second, asked.least));
      const std::optional<bool> certain = order_is_certain(best, *next->second, asked.least);
      s.paragraph("  ", !certain.has_value() ? "Whether the order of the two is certain is not known: there is no band of error for it."
                        : *certain           ? "The order of the two is certain: their bands of error do not meet."
                                             : "The order of the two is not certain: their bands of error meet.");
    }
    if (const std::string none = mix == nullptr ? std::string() : no_mix_text(*mix, asked); !none.empty()) s.paragraph("  ", none);
    s.paragraph("  ", spares_text(best.spares, "replica"));
    if (!asked.day.empty()) write_day(s, day_of(best, first.machine, asked), asked);
  }
  if (!beside.without_mix.empty()) s.paragraph("  ", beside.without_mix);
  if (asked.least == plan_amount::rated_energy) s.paragraph("  ", asked.power.energy_text());
  if (const std::string binds = what_power_binds(asked.power, without_limit(all, beside, beside.without, beside.mix_without)); !binds.empty()) s.paragraph("  ", asked.in_pools ? "Of replicas: " + binds : binds);
  if (const auto without = without_limit(all, beside, beside.without_budget, beside.mix_without_budget); without.has_value())
    s.paragraph("  ", fmt::format("{}{}", asked.in_pools ? "Of replicas: " : "", what_limit_binds(budget_name(asked.budget), *without)));
  for (const machine_fleets& each : all)
    if (each.is_cut && each.standing == outcome::fits)
      s.paragraph("  ", fmt::format("The time limit ended the search on {}: not all layouts of a replica were looked at.", each.machine.name()));
  reasons others;
  for (const machine_fleets& each : all) {
    if (each.standing == outcome::fits) continue;
    add_reason(others, each.why, each.machine.name());
  }
  write_reasons(s, others);
}

nlohmann::ordered_json fleets_json(const planned_job& job, const std::vector<machine_fleets>& all, const fleet_request& asked, const fleets_beside& beside) {
  nlohmann::ordered_json result{{"name", job.name}, {"model", model_of(job).name}, {"kind", "serve"}, {"objective", name(asked.least)}, {"budget_dollars_per_hour", asked.has_budget() ? json(in_dollars_per_hour(asked.budget)) : json(nullptr)}};
  if (asked.least == plan_amount::rated_energy) result["energy_of"] = asked.power.energy_name();
  result["plans"] = nlohmann::ordered_json::array();
  for (const machine_fleets& each : all) {
    nlohmann::ordered_json one{{"machine", each.machine.name()}, {"outcome", name(each.standing)}, {"network", network_json(each.machine)}};
    if (!each.why.empty()) one["why"] = each.why;
    one["layouts_tried"] = each.tried;
    one["ended_by_time_limit"] = each.is_cut;
    if (each.standing == outcome::fits) {
      const fleet& of = each.first();
      one["plan"] = fleet_json(of);
      one["band"] = band_json(of.throughput);
      const placed_job placed = placed_alone(each.machine, of.replicas(), of.job.serving()->gpus_per_replica());
      one["places"] = shared_places_json(placed.places, placed.option, placed.on);
      one["nodes_of_domain"] = placed.on.domain_nodes;
      if (!asked.day.empty()) one["day"] = day_json(day_of(of, each.machine, asked), asked);
    }
    result["plans"].push_back(std::move(one));
  }
  const auto found = !all.empty() && all.front().standing == outcome::fits ? next_fleet(all, asked.least) : std::nullopt;
  const auto [next_on, next] = found.value_or(std::pair<const machine_fleets*, const fleet*>{});
  result["runner_up"] = nullptr;
  std::optional<bool> certain;
  if (next != nullptr) {
    certain = order_is_certain(all.front().first(), *next, asked.least);
    result["runner_up"] = {{"machine", next_on->machine.name()}};
    result["runner_up"].update(fleet_json(*next));
  }
  if (asked.power.most.is_known()) {
    result["max_power_watts"] = in_watts(*asked.power.most.known());
    const machine_fleets& free = beside.without.empty() ? all.front() : beside.without.front();
    result["without_max_power"] = nullptr;
    if (free.standing == outcome::fits) {
      result["without_max_power"] = {{"machine", free.machine.name()}};
      result["without_max_power"].update(fleet_json(free.first()));
    }
  }
  if (!beside.without_budget.empty()) {
    const machine_fleets& free = beside.without_budget.front();
    result["without_budget"] = nullptr;
    if (free.standing == outcome::fits) {
      result["without_budget"] = {{"machine", free.machine.name()}};
      result["without_budget"].update(fleet_json(free.first()));
    }
  }
  if (beside.mix_without_budget != nullptr) result["mix_without_budget"] = mixed_json(*beside.mix_without_budget, asked);
  if (asked.has_budget()) result["nearest_miss"] = nullptr;
  if (beside.nearest.has_value()) result["nearest_miss"] = {{"plan", beside.nearest->words}, {"dollars_per_hour", in_dollars_per_hour(beside.nearest->price)}, {"beyond_budget", beyond_budget(beside.nearest->price, asked.budget)}};
  if (beside.mix_without != nullptr) result["mix_without_max_power"] = mixed_json(*beside.mix_without, asked);
  if (beside.mix != nullptr) result["mix"] = mixed_json(*beside.mix, asked);
  result["order_is_certain"] = certain.has_value() ? nlohmann::ordered_json(*certain) : nlohmann::ordered_json(nullptr);
  return result;
}

}  // namespace headroom::program
