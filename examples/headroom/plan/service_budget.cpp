// SPDX-License-Identifier: BSL-1.0
#include "plan/service_budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <headroom/plan/commitments.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/text/parse.hpp>
#include <optional>
#include <utility>

#include "amount_option.hpp"
#include "estimate/tokens_asked.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

constexpr std::string_view run_example = "dollars, such as $2M";
constexpr std::string_view service_example = "money for an hour, a day, a month or a year, such as $60/h or $500k/month";

// "$2M", "2e6", or dollars as files have them.
parsed<money> parse_budget(std::string_view text) {
  const std::optional<double> whole = large_number(text.substr(text.starts_with('$') ? 1 : 0));
  return whole.has_value() && *whole > 0 && *whole <= 1e15 ? parse_money(fmt::format("${:.2f}", *whole)) : parse_money(text);
}

std::optional<double> hours_of(std::string_view period) {
  constexpr std::array<std::pair<std::string_view, double>, 6> periods{
      {{"h", 1}, {"hr", 1}, {"hour", 1}, {"day", 24}, {"month", hours_of_a_month}, {"year", 12 * hours_of_a_month}}};
  const auto place = std::ranges::find(periods, period, [](const auto& each) { return each.first; });
  return place != periods.end() ? std::optional(place->second) : std::nullopt;
}

}  // namespace

money budget_of_run(std::string_view text) {
  const std::size_t slash = text.rfind('/');
  if (slash != std::string_view::npos && hours_of(text.substr(slash + 1)).has_value())
    throw input_error(fmt::format("--budget: {} is money for a time, and a training run ends: expected what all may cost together, such as $2M", in_quotes(text)));
  return amount_asked("--budget", text, parse_budget, run_example);
}

money_rate budget_of_services(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t slash = std::min(text.rfind('/'), text.size());
  const parsed<money> whole = parse_budget(text.substr(0, slash));
  const bool is_money = whole && whole.value > money{};
  if (is_money && slash == text.size()) throw input_error(fmt::format("--budget: {} is for no time, and a service runs on: expected {}", in_quotes(text), service_example));
  const std::optional<double> hours = hours_of(text.substr(std::min(slash + 1, text.size())));
  if (!is_money || !hours.has_value()) throw input_error(fmt::format("--budget: {} is none: expected {}", in_quotes(text), service_example));
  return dollars_per_hour(in_dollars(whole.value) / *hours);
}

std::string dollars_an_hour(const money_rate& of) { return fmt::format("${} an hour", rounded(in_dollars_per_hour(of))); }

std::string budget_name(const money_rate& budget) { return fmt::format("--budget ${}/h", rounded(in_dollars_per_hour(budget))); }

std::string beyond_budget_text(const money_rate& price, const money_rate& budget) {
  return fmt::format("the cheapest costs {}, {} % more than {}", dollars_an_hour(price), rounded(100 * beyond_budget(price, budget), 2), budget_name(budget));
}

}  // namespace headroom::program
