// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/text/characters.hpp>
#include <headroom/text/decimal.hpp>
#include <headroom/text/fixed_text.hpp>
#include <headroom/text/unit_names.hpp>
#include <headroom/units.hpp>

// Text as people write it, to quantities: "1.2 PB", "800 Gb/s", "$3.40/h". A unit is required, and GB, GiB and Gb are
// three units. Case matters only between b (bit) and B (byte), and between milli and mega.
namespace headroom {

// What is wrong with a text, what was expected, and at which of its bytes, from 0.
struct parse_error {
  std::size_t position = 0;
  fixed_text<191> message{};
};

template <class T>
struct parsed {
  T value{};
  parse_error error{};

  constexpr explicit operator bool() const { return error.message.empty(); }
};

// Longer texts are refused unread.
inline constexpr std::size_t longest_quantity_text = 63;

namespace detail {

constexpr bool ends_in_any_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && ascii::is_same(text.substr(text.size() - end.size()), end);
}

// Quoted for a message: short, and printable whatever the bytes are.
constexpr text quoted(std::string_view from) {
  text result = "'";
  for (const char c : from.substr(0, 32)) result += c >= ' ' && c <= '~' ? c : '?';
  if (from.size() > 32) result += "...";
  result += '\'';
  return result;
}

template <class... Parts>
constexpr parse_error error_at(std::size_t position, const Parts&... parts) {
  parse_error error{position, {}};
  ((error.message += parts), ...);
  return error;
}

// What the units of a quantity are called in messages.
struct expectation {
  std::string_view what;
  std::string_view example;
};

struct read_number {
  double value = 0;
  std::size_t end = 0;
  parse_error error{};
};

// The number that a text begins with at `from`: digits, perhaps in groups of three, a fraction, an exponent.
constexpr read_number number_at(std::string_view from_text, std::size_t at, const expectation& expected) {
  const auto fail = [&](std::size_t where, auto... parts) { return read_number{0, where, error_at(where, parts...)}; };
  const auto peek = [&](std::size_t where) { return where < from_text.size() ? from_text[where] : '\0'; };
  const std::size_t begin = at;
  if (at == from_text.size()) return fail(at, "nothing here: expected ", expected.what, ", such as ", expected.example);
  if (peek(at) == '-') return fail(at, "a negative number: ", expected.what, " is 0 or more");
  if (peek(at) == '.') return fail(at, "a digit is missing before the '.'");
  if (!ascii::is_digit(peek(at)))
    return fail(at, quoted(from_text.substr(at)), " does not begin with a number: expected ", expected.what,
                ", such as ", expected.example);
  if (peek(at) == '0' && ascii::small_letter(peek(at + 1)) == 'x') return fail(at, "a hexadecimal number: write it in decimal");

  constexpr auto most_significant = static_cast<int>(longest_quantity_text);  // a quantity has no more, and a natural holds them
  decimal::natural digits;
  int significant = 0;  // digits from the first that is not 0
  int exponent = 0;
  decimal::number few;
  const auto take = [&](char c) {
    const auto digit = static_cast<std::uint32_t>(c - '0');
    if (significant < 19) few.digits = few.digits * 10 + digit;
    if (significant == 19) digits = decimal::natural{few.digits};
    if (significant >= 19 && significant < most_significant) digits.multiply_add(10, digit);
    if (significant > 0 || digit != 0) ++significant;
  };
  std::size_t group = 0;  // digits since the last comma
  bool has_groups = false;
  for (; ascii::is_digit(peek(at)) || peek(at) == ','; ++at) {
    if (peek(at) != ',') {
      take(peek(at));
      ++group;
      continue;
    }
    if (group == 0 || (has_groups ? group != 3 : group > 3) || !ascii::is_digit(peek(at + 1)))
      return fail(at, "',' only separates thousands, as in 24,000: the decimal point is '.'");
    has_groups = true;
    group = 0;
  }
  if (has_groups && group != 3)
    return fail(at - group - 1, "',' only separates thousands, as in 24,000: the decimal point is '.'");
  if (peek(at) == '.') {
    ++at;
    if (!ascii::is_digit(peek(at))) return fail(at, "a digit is missing after the '.'");
    for (; ascii::is_digit(peek(at)); ++at) {
      take(peek(at));
      --exponent;
    }
  }
  if (ascii::small_letter(peek(at)) == 'e') {
    std::size_t next = at + 1;
    const bool negative = peek(next) == '-';
    if (negative || peek(next) == '+') ++next;
    if (ascii::is_digit(peek(next))) {
      int written = 0;
      for (; ascii::is_digit(peek(next)); ++next)
        if (written < 1000) written = written * 10 + (peek(next) - '0');
      exponent += negative ? -written : written;
      at = next;
    }
  }
  if (significant == 0) return {0, at, {}};
  if (significant > most_significant) return fail(begin, "a number of more than 63 digits");
  // The number is below 10^magnitude and at least a tenth of it.
  const int magnitude = significant + exponent;
  if (magnitude > 40) return fail(begin, "the number is too large: the limit is 1e40");
  if (magnitude < -38) return fail(begin, "the number is too small: the limit is 1e-39");
  few.exponent = exponent;
  return {significant > 19 ? decimal::nearest_double(digits, exponent) : decimal::nearest_double(few), at, {}};
}

// How people spell a unit of time, and how the tables do.
struct spelling {
  std::string_view written;
  std::string_view symbol;
};
inline constexpr std::array<spelling, 13> time_spellings{{{"second", "s"},
                                                          {"seconds", "s"},
                                                          {"sec", "s"},
                                                          {"minute", "min"},
                                                          {"minutes", "min"},
                                                          {"hour", "h"},
                                                          {"hours", "h"},
                                                          {"hr", "h"},
                                                          {"day", "d"},
                                                          {"days", "d"},
                                                          {"\xC2\xB5s", "us"},
                                                          {"\xCE\xBCs", "us"},
                                                          {"usec", "us"}}};

constexpr std::string_view time_symbol(std::string_view word) {
  for (const spelling& each : time_spellings)
    if (ascii::is_same(word, each.written)) return each.symbol;
  return word;
}

// A unit as the tables spell it: Gbit/s, Gbps and Gb/sec are Gb/s; TFLOP/s is TFLOPS; $/hour is USD/h.
constexpr text usual_spelling(std::string_view unit) {
  std::string_view amount = unit;
  std::string_view per;
  if (const std::size_t slash = unit.find('/'); slash != std::string_view::npos) {
    amount = unit.substr(0, slash);
    per = time_symbol(unit.substr(slash + 1));
    if (ascii::is_same(per, "s") && ends_in_any_case(amount, "op")) {
      text rate = amount;
      rate += 'S';
      return rate;
    }
  } else if (ends_in_any_case(unit, "bps")) {
    amount = unit.substr(0, unit.size() - 2);
    per = "s";
  }
  text result;
  const auto replace_end = [&](std::string_view end, char symbol) {
    if (!ends_in_any_case(amount, end)) return false;
    result += amount.substr(0, amount.size() - end.size());
    result += symbol;
    return true;
  };
  if (amount == "$") {
    result += "USD";
  } else if (!(replace_end("bits", 'b') || replace_end("bit", 'b') || replace_end("bytes", 'B') ||
               replace_end("byte", 'B'))) {
    result += unit.size() == amount.size() ? time_symbol(amount) : amount;
  }
  if (amount.size() != unit.size()) {
    result += '/';
    result += per;
  }
  return result;
}

constexpr bool same_unit(std::string_view written, std::string_view symbol, bool milli_and_mega) {
  if (!ascii::is_same(written, symbol)) return false;
  for (std::size_t i = 0; i < symbol.size(); ++i)
    if (written[i] != symbol[i] &&
        (ascii::small_letter(symbol[i]) == 'b' || (milli_and_mega && i == 0 && symbol.size() > 1 && ascii::small_letter(symbol[i]) == 'm')))
      return false;
  return true;
}

// Whether a 'b' in another case is all that keeps a text from being a unit of data.
constexpr bool is_data(const unit_table& table) { return table.base == "B" || table.base == "B/s"; }

constexpr const unit_name* find_unit(const unit_table& table, std::string_view spelled) {
  for (const unit_name& unit : table.names)
    if (same_unit(spelled, unit.symbol, table.milli_and_mega) ||
        (!is_data(table) && !table.milli_and_mega && ascii::is_same(spelled, unit.symbol)))
      return &unit;
  return nullptr;
}

// Why `unit` is none of the table's.
constexpr parse_error unit_error(const unit_table& table, std::string_view whole, std::size_t begin, std::size_t at) {
  const std::string_view unit = whole.substr(at);
  const std::string_view amount = whole.substr(begin, at - begin);
  const text spelled = usual_spelling(unit);

  for (const std::string_view per : {"/h", "/s", "S"}) {
    text rate = spelled;
    rate += per;
    if (find_unit(table, rate) != nullptr)
      return error_at(at, quoted(whole.substr(begin)), " is an amount, not a rate: write ", amount, unit, per);
  }
  if (const std::size_t slash = spelled.view().find('/'); slash != std::string_view::npos)
    if (find_unit(table, spelled.view().substr(0, slash)) != nullptr)
      return error_at(at, quoted(whole.substr(begin)), " is a rate, not an amount: write ", amount,
                      unit.substr(0, unit.find('/')));
  for (std::size_t end = unit.size(); end-- > 0;)
    if (ascii::is_blank(unit[end]) && find_unit(table, usual_spelling(unit.substr(0, end))) != nullptr)
      return error_at(at + end + 1, quoted(unit.substr(end + 1)), " after the unit: expected nothing more");
  for (const unit_name& known : table.names)
    if (ascii::is_same(spelled, known.symbol))
      return is_data(table)
                 ? error_at(at, quoted(unit), " counts bits, not bytes (b is a bit, B a byte): write ", known.symbol)
                 : error_at(at, quoted(unit), ": case matters here, did you mean ", known.symbol, "?");
  return error_at(at, quoted(unit), " is no unit for ", table.what, ": expected ", table.expected);
}

// A number and a unit of the table, to base units.
constexpr parsed<double> read_quantity(std::string_view whole, const unit_table& table) {
  const auto fail = [](const parse_error& error) { return parsed<double>{0, error}; };
  if (whole.size() > longest_quantity_text)
    return fail(error_at(longest_quantity_text, "longer than 63 characters: expected ", table.what, ", such as ",
                         table.example));
  std::size_t begin = 0;
  while (begin < whole.size() && ascii::is_blank(whole[begin])) ++begin;
  while (whole.size() > begin && ascii::is_blank(whole.back())) whole.remove_suffix(1);

  const std::size_t start = begin;
  const bool has_dollar = table.is_money && begin < whole.size() && whole[begin] == '$';
  if (has_dollar) ++begin;
  const read_number number = number_at(whole, begin, {table.what, table.example});
  if (!number.error.message.empty()) return fail(number.error);

  std::size_t at = number.end;
  while (at < whole.size() && ascii::is_blank(whole[at])) ++at;
  text spelled = has_dollar ? "USD" : "";
  spelled += usual_spelling(whole.substr(at));
  if (const unit_name* unit = find_unit(table, spelled); unit != nullptr) return {unit->make(number.value), {}};
  if (has_dollar && at == whole.size())
    return fail(error_at(at, quoted(whole.substr(start)), " is an amount, not a rate: write ", whole.substr(start), "/h"));
  if (has_dollar && table.base == "USD" && whole[at] == '/')
    return fail(error_at(at, quoted(whole.substr(start)), " is a rate, not an amount: write ", whole.substr(start, number.end - start)));
  if (at == whole.size())
    return fail(error_at(at, quoted(whole.substr(begin)), " has no unit: expected ", table.expected, ", as in ",
                         table.example));
  return fail(unit_error(table, whole, begin, at));
}

template <class Quantity>
constexpr parsed<Quantity> read_as(std::string_view from, const unit_table& table) {
  const parsed<double> base_units = read_quantity(from, table);
  return {from_base_units<Quantity>(base_units.value), base_units.error};
}

template <std::size_t N>
constexpr std::array<unit_name, 2 * N> joined(const std::array<unit_name, N>& a, const std::array<unit_name, N>& b) {
  std::array<unit_name, 2 * N> all{};
  for (std::size_t i = 0; i < N; ++i) {
    all[i] = a[i];
    all[N + i] = b[i];
  }
  return all;
}
inline constexpr auto any_operation_names = joined(floating_operation_names, integer_operation_names);
inline constexpr auto any_rate_names = joined(floating_rate_names, integer_rate_names);
inline constexpr unit_table any_operation_units{any_operation_names, "FLOP", operation_units.what,
                                                operation_units.example, operation_units.expected};
inline constexpr unit_table any_rate_units{any_rate_names, "FLOPS", operation_rate_units.what,
                                           operation_rate_units.example, operation_rate_units.expected};

}  // namespace detail

// Each returns what its quantity's makers make of the number, correctly rounded, or an error.
constexpr parsed<memory> parse_memory(std::string_view from) {
  return detail::read_as<memory>(from, detail::memory_units);
}
constexpr parsed<bandwidth> parse_bandwidth(std::string_view from) {
  return detail::read_as<bandwidth>(from, detail::bandwidth_units);
}
constexpr parsed<duration> parse_duration(std::string_view from) {
  return detail::read_as<duration>(from, detail::duration_units);
}
constexpr parsed<power> parse_power(std::string_view from) { return detail::read_as<power>(from, detail::power_units); }
constexpr parsed<energy> parse_energy(std::string_view from) {
  return detail::read_as<energy>(from, detail::energy_units);
}
constexpr parsed<money> parse_money(std::string_view from) { return detail::read_as<money>(from, detail::money_units); }
constexpr parsed<money_rate> parse_money_rate(std::string_view from) {
  return detail::read_as<money_rate>(from, detail::money_rate_units);
}
constexpr parsed<tokens> parse_tokens(std::string_view from) {
  return detail::read_as<tokens>(from, detail::token_units);
}
constexpr parsed<token_rate> parse_token_rate(std::string_view from) {
  return detail::read_as<token_rate>(from, detail::token_rate_units);
}
constexpr parsed<operation_count> parse_operations(std::string_view from) {
  return detail::read_as<operation_count>(from, detail::any_operation_units);
}
constexpr parsed<operation_rate> parse_operation_rate(std::string_view from) {
  return detail::read_as<operation_rate>(from, detail::any_rate_units);
}

// A whole number of things without a unit, 0 to max_count: "4608", "4,608".
constexpr parsed<count> parse_count(std::string_view from) {
  constexpr detail::expectation expected{"a count", "4,608"};
  const auto fail = [](const parse_error& error) { return parsed<count>{0, error}; };
  if (from.size() > longest_quantity_text)
    return fail(detail::error_at(longest_quantity_text, "longer than 63 characters: expected a count, such as 4,608"));
  std::size_t begin = 0;
  while (begin < from.size() && ascii::is_blank(from[begin])) ++begin;
  while (from.size() > begin && ascii::is_blank(from.back())) from.remove_suffix(1);

  const detail::read_number number = detail::number_at(from, begin, expected);
  if (!number.error.message.empty()) return fail(number.error);
  for (std::size_t i = begin; i < number.end; ++i)
    if (from[i] == '.' || ascii::small_letter(from[i]) == 'e')
      return fail(detail::error_at(i, "not a whole number in plain digits: expected a count, such as 4,608"));
  std::size_t rest = number.end;
  while (rest < from.size() && ascii::is_blank(from[rest])) ++rest;
  if (rest != from.size())
    return fail(detail::error_at(rest, detail::quoted(from.substr(rest)), " after a count: expected nothing more"));
  if (number.value > static_cast<double>(max_count))
    return fail(detail::error_at(begin, "the count is too large: the limit is 1,099,511,627,776"));
  return {static_cast<count>(number.value), {}};
}

}  // namespace headroom
