// SPDX-License-Identifier: BSL-1.0
#include "plan/daily_fleet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <headroom/export/json_values.hpp>
#include <headroom/report/chart.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include "estimate/report_parts.hpp"
#include "fit/fit_words.hpp"
#include "fit/machine_fit.hpp"
#include "io.hpp"
#include "plan/plan_words.hpp"
#include "print/table.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t most_rates = 1'440;  // the minutes of a day

std::optional<double> rate_in(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_rate = read.ec == std::errc() && read.ptr == text.data() + text.size() && value >= 0 && value <= 1e9;
  return is_rate ? std::optional(value) : std::nullopt;
}

// What stands between commas and white space, of a file with the line of each.
std::vector<request_rate> rates_in(std::string_view text, const std::string& where, bool has_lines) {
  std::vector<request_rate> rates;
  int line = 1;
  bool is_empty = true;  // since a comma, or the beginning
  const auto place = [&] { return where + (has_lines ? fmt::format(":{}", line) : ""); };
  const auto refuse_empty = [&] {
    if (is_empty) throw input_error(fmt::format("{}: value {} is empty: expected requests a second, such as 12.5", place(), rates.size() + 1));
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(", \t\r\n", at), text.size());
    if (end > at) {
      const std::optional<double> rate = rate_in(text.substr(at, end - at));
      if (!rate.has_value())
        throw input_error(fmt::format("{}: {} is no rate: expected requests a second, such as 12.5", place(), in_quotes(text.substr(at, end - at))));
      rates.push_back(requests_per_second(*rate));
      is_empty = false;
    }
    if (end < text.size() && text[end] == ',') {
      refuse_empty();
      is_empty = true;
    }
    if (end < text.size() && text[end] == '\n') ++line;
    at = end + 1;
  }
  if (!rates.empty()) refuse_empty();
  if (rates.size() > most_rates) throw input_error(fmt::format("{}: {} rates: expected {} at most", where, rates.size(), most_rates));
  if (rates.empty() || std::ranges::max(rates) == request_rate{}) throw input_error(fmt::format("{}: no rates: expected requests a second, of which one is more than 0", where));
  return rates;
}

std::string hour_text(double hour) {
  const auto minutes = static_cast<int>(std::round(hour * 60));
  return fmt::format("{:02}:{:02}", minutes / 60, minutes % 60);
}

std::string day_dollars(const figure<money>& x) { return x.is_known() ? fmt::format(", {} a day", dollars_text(x)) : ""; }

report::chart day_chart(const fleet_of_day& day) {
  report::chart made{.kind = report::chart_kind::lines,
                     .title = "Machines over the day",
                     .about = "Machines that the load needs in each part of a day, and those of a fleet of one size.",
                     .x = {.title = "hour of the day"},
                     .y = {.title = "machines"}};
  report::series needed{.name = "needed"}, fixed{.name = "of one size"};
  const double part = 24 / static_cast<double>(day.parts.size());
  for (std::size_t i = 0; i < day.parts.size(); ++i)
    for (const double hour : {static_cast<double>(i) * part, static_cast<double>(i + 1) * part}) {
      needed.points.push_back({hour, static_cast<double>(day.parts[i].machines), number_text(day.parts[i].machines)});
      fixed.points.push_back({hour, static_cast<double>(day.machines), number_text(day.machines)});
    }
  made.all = {std::move(needed), std::move(fixed)};
  return made;
}

}  // namespace

std::vector<request_rate> day_asked(const io& from, std::string_view option, const std::string& text) {
  const bool is_list = !text.empty() && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ',' || c == 'e'; });
  if (is_list) return rates_in(text, std::string(option), false);
  const file_reading content = read_file(from, text);
  if (!content.error.empty()) throw input_error(fmt::format("{}: {}: {}: expected rates such as 10,20,35, or a file of them", option, text, content.error));
  return rates_in(content.text, text, true);
}

request_rate rate_of_each(double requests, double most, count in_use) {
  const double fewest = std::max(1.0, std::ceil(requests / most * (1 - 1e-12)));
  return requests_per_second(static_cast<double>(in_use) > fewest ? requests / static_cast<double>(in_use) : most);
}

fleet_of_day day_of(const fleet& of, const machine& on, const fleet_request& asked) {
  const figure<money_rate> price = of.price.with(scaled(of.price.value_or({}), 1 / static_cast<double>(std::max<count>(of.fit.needs.value_or(1), 1))));
  const fleet_terms terms{.part = hours(24 / static_cast<double>(asked.day.size())), .start_up = asked.start_up, .spares = asked.spares, .price = price};
  planned_job job = of.job;
  return fleet_over_day(asked.day, rate_of_each(of.requests, of.of_replica, of.replicas() - of.spares), terms, [&](count replicas) {
           std::get<serving_request>(job.asked).job.replicas = replicas;
           return replicas > 0 ? machines_taken(job, on) : 0;
         }).value_or({});
}

void write_day(session& s, const fleet_of_day& day, const fleet_request& asked, const std::string& title, const char* replicas) {
  const bool is_scaled = day.scaled_machine_hours.is_known();
  s.heading(title);
  s.draw(day_chart(day));
  table t({name_column("from"), number_column("requests/s"), number_column(replicas), number_column("machines"), number_column("machine\nhours scaled")});
  const double part = 24 / static_cast<double>(day.parts.size());
  for (std::size_t i = 0; i < day.parts.size(); ++i) {
    const fleet_part& each = day.parts[i];
    t.add({hour_text(static_cast<double>(i) * part), rounded(in_requests_per_second(each.rate), 3), number_text(each.replicas), number_text(each.machines), is_scaled ? rounded(each.machine_hours) : "?"});
  }
  s.write(t);
  s.print("\n");
  s.paragraph("  ", fmt::format("Of one size: {}, {} machine hours{}.", so_many(day.machines, "machine"), rounded(day.machine_hours), day_dollars(day.cost)));
  if (is_scaled)
    s.paragraph("  ", fmt::format("Scaled with the load: {} machine hours{}, {} % less. That is where the load is known {} ahead, which a replica takes to start, and is paid for them.",
                                  rounded(*day.scaled_machine_hours.known()), day_dollars(day.scaled_cost), rounded(100 * *day.saved().known(), 3),
                                  so_many(rounded(in_seconds(*asked.start_up.known()) / 60, 3), "minute")));
  else
    s.paragraph("  ", "What scaling with the load saves is not known without --start-up, what a replica takes to start.");
}

nlohmann::ordered_json day_json(const fleet_of_day& day, const fleet_request& asked) {
  const bool is_scaled = day.scaled_machine_hours.is_known();
  const auto in_dollars_json = [](const money& x) { return json(in_dollars(x)); };
  const auto number = [](double x) { return json(x); };
  json made{{"part_hours", 24 / static_cast<double>(day.parts.size())},
            {"start_up_seconds", json_of_figure(asked.start_up, [](const duration& x) { return json(in_seconds(x)); })},
            {"machines", day.machines},
            {"replicas", day.replicas},
            {"replica_hours", day.replica_hours},
            {"machine_hours", day.machine_hours},
            {"dollars", json_of_figure(day.cost, in_dollars_json)},
            {"scaled_replica_hours", json_of_figure(day.scaled_replica_hours, number)},
            {"scaled_machine_hours", json_of_figure(day.scaled_machine_hours, number)},
            {"scaled_dollars", json_of_figure(day.scaled_cost, in_dollars_json)},
            {"saved", json_of_figure(day.saved(), number)}};
  made["parts"] = json::array();
  for (const fleet_part& each : day.parts)
    made["parts"].push_back({{"requests_per_second", in_requests_per_second(each.rate)}, {"replicas", each.replicas}, {"machines", each.machines}, {"machine_hours", is_scaled ? json(each.machine_hours) : json(nullptr)}});
  return made;
}

}  // namespace headroom::program
