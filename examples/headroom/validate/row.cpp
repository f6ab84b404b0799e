// SPDX-License-Identifier: BSL-1.0
#include "validate/row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <headroom/read/common/messages.hpp>
#include <headroom/text/parse.hpp>
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

std::string with_underscores(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string first_of(const names& keys) { return in_quotes(*keys.begin()); }

const json& there(const json* found, const names& keys) {
  if (found == nullptr) throw refusal(fmt::format("the row gives no {}", first_of(keys)));
  return *found;
}

double number_of(const json& value, const names& keys) {
  if (!value.is_number()) throw refusal(fmt::format("{} is no number", first_of(keys)));
  return value.get<double>();
}

// Of a unit up to what ends it.
template <class Quantity>
double in_units(const Quantity& amount, std::string_view unit, std::string_view ends, parsed<Quantity> (*parse)(std::string_view),
                std::string_view of_what) {
  const parsed<Quantity> one = parse(fmt::format("1 {}", unit.substr(0, unit.find_first_of(ends))));
  if (!one) throw refusal(fmt::format("{} is no unit of {}", in_quotes(unit), of_what));
  return in_base_units(amount) / in_base_units(one.value);
}

struct named_times {
  std::string_view name{};
  double times = 1;
};
constexpr std::array thousands{
    named_times{"", 1},    named_times{"k", 1e3}, named_times{"M", 1e6},  named_times{"G", 1e9}, named_times{"T", 1e12},
    named_times{"P", 1e15}, named_times{"thousand ", 1e3}, named_times{"million ", 1e6}, named_times{"billion ", 1e9},
};

// "1e9 parameters (rounded to 0.1)": the unit itself says how far.
std::optional<double> stated_step(std::string_view unit) {
  constexpr std::string_view words = "rounded to ";
  const auto at = unit.find(words);
  if (at == std::string_view::npos) return {};
  const double step = std::strtod(std::string(unit.substr(at + words.size())).c_str(), nullptr);
  return step > 0 ? std::optional(step) : std::nullopt;
}

}  // namespace

bool judged::as_printed() const {
  return std::abs(found - published) <= step / 2 * (1 + 1e-6) + std::abs(published) * 1e-14;
}

const json* find(const json& of, const names& keys) {
  if (!of.is_object()) return nullptr;
  for (const std::string_view key : keys)
    if (const auto found = of.find(key); found != of.end() && !found->is_null()) return &*found;
  const auto& members = of.get_ref<const json::object_t&>();
  const auto has_hyphens = [](const json::object_t::value_type& member) { return member.first.find('-') != std::string::npos; };
  if (std::ranges::none_of(members, has_hyphens)) return nullptr;  // most often
  for (const std::string_view key : keys)
    for (const auto& [name, value] : members)
      if (!value.is_null() && with_underscores(name) == key) return &value;
  return nullptr;
}

double number(const json& of, const names& keys, std::optional<double> otherwise) {
  const json* found = find(of, keys);
  return found == nullptr && otherwise ? *otherwise : number_of(there(found, keys), keys);
}

count whole_number(double n, std::string_view called) {
  if (!(n >= 0 && n <= static_cast<double>(max_count)) || n != std::floor(n))
    throw refusal(fmt::format("{} is no whole number from 0 to 2^40", in_quotes(called)));
  return static_cast<count>(n);
}

count whole(const json& of, const names& keys, std::optional<count> otherwise) {
  return otherwise && !has(of, keys) ? *otherwise : whole_number(number(of, keys), *keys.begin());
}

count degree(const json& of, const names& keys, std::optional<count> otherwise) {
  if (otherwise && !has(of, keys)) return *otherwise;
  const count n = whole(of, keys);
  if (n < 1) throw refusal(fmt::format("{} is 0", first_of(keys)));
  return n;
}

std::string text(const json& of, const names& keys, std::string_view otherwise) {
  const json* found = find(of, keys);
  if (found == nullptr) return std::string(otherwise);
  if (!found->is_string()) throw refusal(fmt::format("{} is no text", first_of(keys)));
  return found->get<std::string>();
}

std::string worded(const json& of, const names& keys) {
  const json* found = find(of, keys);
  return found == nullptr ? "" : found->is_string() ? found->get<std::string>() : found->dump();
}

bool flag(const json& of, const names& keys, bool otherwise) {
  const json* found = find(of, keys);
  if (found == nullptr) return otherwise;
  if (found->is_boolean()) return found->get<bool>();
  if (!found->is_number()) throw refusal(fmt::format("{} is neither true nor false", first_of(keys)));
  return found->get<double>() != 0;
}

std::string fitted_part(const json& row, std::string_view metric) {
  const json* said = find(row, {"fitted"});
  return fitted_part(said != nullptr && (said->is_array() ? std::ranges::find(*said, json(std::string(metric))) != said->end() : *said == true));
}
std::string fitted_part(bool is_fitted) { return is_fitted ? "fitted" : "not fitted"; }

const json& config_of(const json& row) {
  static const json nothing = json::object();
  const json* found = find(row, {"config"});
  return found == nullptr ? nothing : *found;
}

namespace {

const json* figure_called(const json& row, std::string_view metric) {
  const json* all = find(row, {"measured"});
  if (all == nullptr || !all->is_array()) return nullptr;
  const auto found = std::ranges::find_if(*all, [&](const json& each) { return text(each, {"metric"}, "") == metric; });
  return found == all->end() ? nullptr : &*found;
}

}  // namespace

const json* value_called(const json& row, std::string_view metric) {
  const json* found = figure_called(row, metric);
  return found == nullptr ? nullptr : find(*found, {"value"});
}
std::string unit_called(const json& row, std::string_view metric) {
  const json* found = figure_called(row, metric);
  return found == nullptr ? "" : text(*found, {"unit"}, "");
}
bool measures(const json& row, std::string_view metric) { return value_called(row, metric) != nullptr; }
std::string_view first_measured(const json& row, std::span<const std::string_view> metrics) {
  const auto found = std::ranges::find_if(metrics, [&](std::string_view each) { return measures(row, each); });
  return found == metrics.end() ? std::string_view{} : *found;
}
double measured(const json& row, std::string_view metric) {
  return number_of(there(value_called(row, metric), {metric}), {metric});
}

double last_place(const json& value) {
  std::string digits = value.dump();
  if (digits.find_first_of("eE") != std::string::npos) return std::abs(value.get<double>()) * 1e-6;
  const auto point = digits.find('.');
  if (point == std::string::npos) return 1;
  if (!digits.ends_with(".0")) return std::pow(10.0, -static_cast<double>(digits.size() - point - 1));
  // 250000000000.0 is 2.5e11 of somebody who printed three digits.
  digits.resize(point);
  const auto zeros = digits.size() - 1 - digits.find_last_not_of('0');
  return digits.size() > 6 ? std::pow(10.0, static_cast<double>(zeros)) : 1;
}

double in_unit_of(memory amount, std::string_view unit) { return in_units(amount, unit, " /(", parse_memory, "memory"); }
double in_unit_of(bandwidth rate, std::string_view unit) { return in_units(rate, unit, " ", parse_bandwidth, "bandwidth"); }
double in_unit_of(power drawn, std::string_view unit) { return in_units(drawn, unit, " ", parse_power, "power"); }

double in_unit_of(duration time, std::string_view unit) {
  const std::string_view plain = unit.substr(0, unit.find(' '));
  if (plain == "us") return in_microseconds(time);
  if (plain == "ms") return in_milliseconds(time);
  if (plain == "s") return in_seconds(time);
  if (plain == "min" || plain == "minutes") return in_minutes(time);
  if (plain == "hours") return in_hours(time);
  if (plain == "days") return in_days(time);
  return in_units(time, unit, " ", parse_duration, "time");
}

double in_unit_of_rate(double a_second, std::string_view things, std::string_view unit) {
  const std::string_view plain = unit.substr(0, unit.find(" ("));
  if (plain.empty()) return a_second;
  const std::size_t over = plain.find('/');
  const std::string_view many = plain.substr(0, over);
  const auto* prefix = many.ends_with(things) ? entry_called(many.substr(0, many.size() - things.size()), thousands) : nullptr;
  if (prefix == nullptr || over == plain.npos) throw refusal(fmt::format("{} is no unit of {} for a time", in_quotes(unit), things));
  const std::string_view time = plain.substr(over + 1);
  return a_second / prefix->times / in_unit_of(seconds(1), time.substr(0, time.find('/')));
}

double in_unit_of_share(double share, std::string_view unit) {
  const std::string_view plain = unit.substr(0, unit.find(' '));
  if (plain == "fraction") return share;
  if (plain.empty() || plain == "%") return 100 * share;
  throw refusal(fmt::format("{} is no unit of a share", in_quotes(unit)));
}

bool is_of_gpu(const judged& one) { return one.metric.ends_with("_per_gpu") || one.unit.substr(0, one.unit.find(" (")).ends_with("/GPU"); }

judged outline(const json& row, std::string_view family) {
  judged one{.family = family};
  if (const json* id = find(row, {"id"}); id != nullptr && id->is_string()) one.id = id->get<std::string>();
  if (const json* said = find(row, {"confirmed"}); said != nullptr && said->is_boolean())
    one.confirmed = said->get<bool>();
  if (const json* said = find(row, {"suspect"}); said != nullptr && *said != false)
    one.suspect = said->is_string() ? said->get<std::string>() : "marked suspect";
  // Some files say in a column of their own that a row proves nothing.
  if (one.suspect.empty() && !flag(row, {"judged"}, true)) one.suspect = text(row, {"why_not"}, "marked as not to be judged");
  return one;
}

judged outline(const json& row, std::string_view family, const json& measure) {
  judged one = outline(row, family);
  try {
    one.metric = text(measure, {"metric"}, "");
    one.unit = text(measure, {"unit"}, "");
    one.published = number(measure, {"value"});
    one.step = stated_step(one.unit).value_or(last_place(*find(measure, {"value"})));
  } catch (const refusal& why) {
    one.refused = why.what();
  }
  return one;
}

}  // namespace headroom::program::validation
