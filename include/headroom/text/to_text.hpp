// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/text/decimal.hpp>
#include <headroom/text/fixed_text.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/precision.hpp>
#include <headroom/text/unit_names.hpp>
#include <headroom/units.hpp>

// Quantities as text; parse.hpp is the way back.
namespace headroom {

namespace detail {

// Digits before the point in groups of three: 284,208.5; from 10^21 and below 10^-6 as 1.5e-7.
constexpr text number_text(const decimal::number& n, int least_decimals = 0) {
  char digits[20]{};
  const int count = decimal::length(n.digits);
  std::uint64_t rest = n.digits;
  for (int i = count; i-- > 0; rest /= 10) digits[i] = static_cast<char>('0' + rest % 10);

  text result;
  const int point = count + n.exponent;  // digits before the decimal point
  if (n.digits != 0 && (point > 21 || point < -5)) {
    result += digits[0];
    if (count > 1) result += '.';
    for (int i = 1; i < count; ++i) result += digits[i];
    result += point > 0 ? "e" : "e-";
    result += number_text({static_cast<std::uint64_t>(point > 0 ? point - 1 : 1 - point), 0});
    return result;
  }
  if (point <= 0) result += '0';
  for (int i = 0; i < point; ++i) {
    if (i > 0 && (point - i) % 3 == 0) result += ',';
    result += i < count ? digits[i] : '0';
  }
  const int decimals = n.exponent < 0 ? -n.exponent : 0;
  if (decimals > 0) result += '.';
  for (int i = point; i < point + decimals; ++i) result += i < 0 ? '0' : digits[i];
  for (int i = decimals; decimals > 0 && i < least_decimals; ++i) result += '0';
  return result;
}

// Characters a number takes, not counting separators of thousands.
constexpr int number_length(const decimal::number& n) {
  const int count = decimal::length(n.digits);
  if (n.exponent >= 0) return count + n.exponent;
  return count + n.exponent > 0 ? count + 1 : 2 - n.exponent;
}

constexpr text with_unit(const unit_table& table, const unit_name& unit, const decimal::number& n, bool negative) {
  text result = negative ? "-" : "";
  if (!table.is_money) {
    result += number_text(n);
    result += ' ';
    result += unit.symbol;
    return result;
  }
  result += '$';
  result += number_text(n, 2);
  result += unit.symbol.substr(3);
  return result;
}

constexpr const unit_name& unit_called(const unit_table& table, std::string_view symbol) {
  const unit_name* found = table.names.data();
  for (const unit_name& unit : table.names)
    if (unit.symbol == symbol) found = &unit;
  return *found;
}

constexpr bool may_print(const unit_name& unit, unit_system system) {
  return system == unit_system::automatic || unit.system == unit_system::automatic || unit.system == system;
}

// A quantity in one unit, and whether it reads back as exactly that quantity.
struct expression {
  const unit_name* unit = nullptr;
  decimal::number number{};
  bool is_exact = false;
};

constexpr double neighbour(double x, int steps) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) +
                               static_cast<std::uint64_t>(static_cast<std::int64_t>(steps)));
}

// With fewer than all digits to try, the number is 0 where it would be longer.
constexpr expression expressed(double x, const unit_table& table, const unit_name& unit,
                               int digits_to_try = decimal::most_digits) {
  const double read = unit.read(x);
  if (!decimal::in_range(read)) return {&unit, {}, read == 0};
  // Prices are the same when they agree within the 10^-9 dollars that in_dollars_per_hour() keeps.
  const bool is_price = table.base == "USD/h" && read >= 1e-6 && read < 1e6;
  // A reader and a maker round once each, so that the number read may be a neighbour of the one that was made.
  for (const int steps : {0, 1, -1, 2, -2}) {
    const double n = neighbour(read, steps);
    if (unit.make(n) != x) continue;
    const decimal::number exact = decimal::shortest(
        n, [&](double y) { return unit.make(y) == x; }, digits_to_try);
    if (!is_price || decimal::length(exact.digits) <= 15) return {&unit, exact, true};
  }
  // Made by arithmetic, and no number in this unit makes it: a share of a byte, a sum of prices.
  const double nearest = is_price ? math::round(read * 1e9) / 1e9 : read;
  return {&unit,
          decimal::shortest(
              nearest, [&](double y) { return y == nearest; }, digits_to_try),
          false};
}

// The unit a person would use for x, which must be positive: of those whose range holds it, an exact one before others,
// then the shortest number, where one beyond the usual range counts a character more, of decimal prefixes two; the table's
// base unit if it alone is exact. With `digits`, for a text that will be rounded to so many: exactness does not matter, longer numbers are
// equally long, and only the usual ranges count.
constexpr expression best_expression(double x, const unit_table& table, unit_system system, int digits = 0) {
  expression best;
  int best_length = 0;
  for (const unit_name& unit : table.names) {
    const double read = unit.read(x);
    const bool is_usual = read < unit.below;
    if (!may_print(unit, system) || read < unit.least || !(is_usual || (digits == 0 && read < unit.exact_below)))
      continue;
    const int beyond = is_usual ? 0 : unit.system == unit_system::decimal ? 2 : 1;
    if (beyond == 2 && best.is_exact && best_length <= 6) continue;  // four digits and two are not shorter
    const expression next = expressed(x, table, unit, digits > 0 ? digits : decimal::most_digits);
    if (!is_usual && !next.is_exact) continue;
    int length = number_length(next.number) + beyond;
    if (digits > 0 && (next.number.digits == 0 || length > digits + 1)) length = digits + 1;
    const bool is_better = digits > 0 || next.is_exact == best.is_exact ? length < best_length : next.is_exact;
    if (best.unit == nullptr || is_better) {
      best = next;
      best_length = length;
    }
  }
  if (best.unit != nullptr && (best.is_exact || digits > 0)) return best;
  const expression base = expressed(x, table, unit_called(table, table.base));
  return best.unit == nullptr || base.is_exact ? base : best;
}

// What is no number of units at all; empty for the others.
constexpr text special_text(double x, const unit_table& table) {
  if (x != x) return "not a number";
  const double size = math::absolute(x);
  if (size > std::numeric_limits<double>::max()) return x > 0 ? "infinite" : "minus infinite";
  if (size == 0) return with_unit(table, unit_called(table, table.base), {}, false);
  // A price an hour is 3,600 times the dollars a second inside.
  if (size > decimal::largest || (table.is_money && unit_called(table, table.base).read(size) > decimal::largest))
    return "beyond 1e40 base units";
  if (size < 1e-30) return "within 1e-30 base units of 0";
  return {};
}

constexpr text exact_text(double x, const unit_table& table, unit_system system) {
  const text special = special_text(x, table);
  if (!special.empty()) return special;
  const expression best = best_expression(math::absolute(x), table, system);
  return with_unit(table, *best.unit, best.number, x < 0);
}

constexpr int limited_digits(int digits) { return digits < 1 ? 1 : digits > 15 ? 15 : digits; }

constexpr const unit_name& unit_for_rounding(double x, const unit_table& table, unit_system system, int digits) {
  // 1.23456 PB stays decimal and 277.5 GiB binary, however few digits are wanted.
  if (system == unit_system::automatic) system = best_expression(x, table, system, 8).unit->system;
  const unit_name& unit = *best_expression(x, table, system, digits).unit;
  // 999.96 GB to three digits is 1 TB.
  const double up = decimal::nearest_double(decimal::rounded(unit.read(x), digits));
  if (up < unit.below) return unit;
  return *best_expression(unit.make(up), table, system, digits).unit;
}

// Of what is a number of units.
constexpr text rounded_in(double x, const unit_table& table, const unit_name& unit, int digits) {
  return with_unit(table, unit, decimal::rounded(unit.read(math::absolute(x)), digits), x < 0);
}

constexpr text rounded_to(double x, const unit_table& table, unit_system system, int digits) {
  const text special = special_text(x, table);
  if (!special.empty()) return special;
  return rounded_in(x, table, unit_for_rounding(math::absolute(x), table, system, digits), digits);
}

template <class Quantity>
concept printable = units_of<Quantity>
!= nullptr;

template <class Quantity>
concept typed_printable = printable<Quantity> && typed_kind<typename Quantity::unit_type>
>= 0;

// " fp4 dense" after typed operations and rates.
template <class Quantity>
constexpr text with_format(text number) {
  if constexpr (typed_printable<Quantity>) {
    constexpr int kind = typed_kind<typename Quantity::unit_type>;
    number += ' ';
    number += name(static_cast<precision>(kind / 2));
    number += ' ';
    number += name(static_cast<sparsity>(kind % 2));
  }
  return number;
}

}  // namespace detail

// Quantities that to_text prints, and those whose text ends in a format: "5 PFLOP/s fp8 dense".
template <class Quantity>
concept printable_quantity = detail::printable<Quantity>;
template <class Quantity>
concept typed_quantity = detail::typed_printable<Quantity>;

// A quantity in the unit a person would use, with as few digits as read back as exactly the same quantity: "672 GiB",
// "3.35 TB/s", "1,440 PFLOPS", "$22.032/h". A quantity that no maker makes (a third of a byte, most sums of prices) is
// the nearest with 17 digits, a price to 10^-9 dollars. Typed rates say their format: "1,080 PFLOPS fp4 dense".
template <detail::printable Quantity>
constexpr text to_text(const Quantity& x) {
  return detail::with_format<Quantity>(
      detail::exact_text(in_base_units(x), *detail::units_of<Quantity>, unit_system::automatic));
}
constexpr text to_text(const memory& x, unit_system system) {
  return detail::exact_text(in_base_units(x), detail::memory_units, system);
}
constexpr text to_text(const bandwidth& x, data_unit counted_in) {
  return detail::exact_text(in_base_units(x),
                            counted_in == data_unit::bits ? detail::bit_rate_units : detail::byte_rate_units,
                            unit_system::automatic);
}
// A count: "4,608".
template <std::integral Count>
constexpr text to_text(Count n) {
  text result = n < 0 ? "-" : "";
  const auto size = static_cast<std::uint64_t>(n);
  result += detail::number_text({n < 0 ? 0 - size : size, 0});
  return result;
}

// At most so many significant digits (1 to 15), for tables: 284.44 GiB is "284 GiB".
template <detail::printable Quantity>
constexpr text rounded_text(const Quantity& x, int digits = 3) {
  return detail::with_format<Quantity>(detail::rounded_to(in_base_units(x), *detail::units_of<Quantity>,
                                                          unit_system::automatic, detail::limited_digits(digits)));
}
constexpr text rounded_text(const memory& x, int digits, unit_system system) {
  return detail::rounded_to(in_base_units(x), detail::memory_units, system, detail::limited_digits(digits));
}
constexpr text rounded_text(const bandwidth& x, int digits, data_unit counted_in) {
  return detail::rounded_to(in_base_units(x),
                            counted_in == data_unit::bits ? detail::bit_rate_units : detail::byte_rate_units,
                            unit_system::automatic, detail::limited_digits(digits));
}
// A plain number, such as a ratio: "0.727".
constexpr text rounded_number(double x, int digits = 3) {
  constexpr detail::unit_name plain{"", [](double n) { return n; }, [](double n) { return n; }, 0, detail::without_end};
  constexpr detail::unit_table none{{}, "", "a number"};
  if (x == 0) return "0";
  text special = detail::special_text(x, none);
  if (!special.empty()) return special;
  text result = x < 0 ? "-" : "";
  result += detail::number_text(decimal::rounded(plain.read(math::absolute(x)), detail::limited_digits(digits)));
  return result;
}

// A need and a supply side by side.
struct text_pair {
  text need{};
  text supply{};
};

namespace detail {

constexpr text_pair compared(double need, double supply, const unit_table& table, unit_system system, int digits) {
  if (!special_text(need, table).empty() || !special_text(supply, table).empty())
    return {rounded_to(need, table, system, digits), rounded_to(supply, table, system, digits)};
  const double need_size = math::absolute(need), supply_size = math::absolute(supply);
  // Binary and decimal prefixes side by side mislead: the need's system, in the smaller one's unit.
  if (system == unit_system::automatic) system = unit_for_rounding(need_size, table, system, digits).system;
  const double smaller = need_size < supply_size ? need_size : supply_size;
  const double larger = need_size < supply_size ? supply_size : need_size;
  if (larger >= 10 * smaller)
    return {rounded_to(need, table, system, digits), rounded_to(supply, table, system, digits)};
  const unit_name& unit = unit_for_rounding(smaller, table, system, digits);
  if (math::close(need, supply)) {
    const text both = rounded_in(need, table, unit, digits);
    return {both, both};
  }
  text_pair result;
  for (; digits <= 15; ++digits) {
    result = {rounded_in(need, table, unit, digits), rounded_in(supply, table, unit, digits)};
    if (result.need != result.supply) break;
  }
  return result;
}

}  // namespace detail

// Both in one unit unless one is ten times the other, with the fewest digits (from `digits` on) that tell them apart.
// The texts are equal only where a verdict calls the quantities equal: within a relative 1e-12.
template <detail::printable Quantity>
constexpr text_pair compare_texts(const Quantity& need, const Quantity& supply, int digits = 3) {
  const text_pair pair = detail::compared(in_base_units(need), in_base_units(supply), *detail::units_of<Quantity>,
                                          unit_system::automatic, detail::limited_digits(digits));
  return {detail::with_format<Quantity>(pair.need), detail::with_format<Quantity>(pair.supply)};
}
constexpr text_pair compare_texts(const memory& need, const memory& supply, int digits, unit_system system) {
  return detail::compared(in_base_units(need), in_base_units(supply), detail::memory_units, system,
                          detail::limited_digits(digits));
}
constexpr text_pair compare_texts(const bandwidth& need, const bandwidth& supply, int digits, data_unit counted_in) {
  return detail::compared(in_base_units(need), in_base_units(supply),
                          counted_in == data_unit::bits ? detail::bit_rate_units : detail::byte_rate_units,
                          unit_system::automatic, detail::limited_digits(digits));
}
template <std::integral Count>
constexpr text_pair compare_texts(Count need, Count supply) {
  return {to_text(need), to_text(supply)};
}

}  // namespace headroom
