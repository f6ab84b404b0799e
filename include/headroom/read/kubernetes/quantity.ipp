// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/quantity.hpp>


#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

struct suffix {
  std::string_view text{};
  int tens = 0;  // powers of ten
  int twos = 0;  // powers of two
};
constexpr std::array suffixes{suffix{"", 0},       suffix{"n", -9},     suffix{"u", -6},     suffix{"m", -3},
                              suffix{"k", 3},      suffix{"M", 6},      suffix{"G", 9},      suffix{"T", 12},
                              suffix{"P", 15},     suffix{"E", 18},     suffix{"Ki", 0, 10}, suffix{"Mi", 0, 20},
                              suffix{"Gi", 0, 30}, suffix{"Ti", 0, 40}, suffix{"Pi", 0, 50}, suffix{"Ei", 0, 60}};

// "3" and "25" of 3.25.
struct decimal_text {
  std::string whole{};
  std::string part{};

  void shift(int tens) {
    for (; tens > 0; --tens) {
      whole += part.empty() ? '0' : part.front();
      if (!part.empty()) part.erase(0, 1);
    }
    for (; tens < 0; ++tens) {
      part.insert(part.begin(), whole.empty() ? '0' : whole.back());
      if (!whole.empty()) whole.pop_back();
    }
  }
};

struct rounded {
  count value = 0;
  bool is_whole = true;
};

// The number times a power of two, rounded up. Exact: the part is doubled digit by digit of the binary number.
rounded times_power_of_two(const decimal_text& number, int twos) {
  constexpr std::size_t most_digits = 18;
  constexpr std::uint64_t one = 1'000'000'000'000'000'000;  // of the part
  count value = 0;
  for (const char c : number.whole) value = add(multiply(value, 10), c - '0');
  std::uint64_t part = 0;
  bool is_finer = false;
  for (std::size_t i = 0; i < most_digits; ++i)
    part = part * 10 + (i < number.part.size() ? static_cast<std::uint64_t>(number.part[i] - '0') : 0);
  for (std::size_t i = most_digits; i < number.part.size(); ++i) is_finer = is_finer || number.part[i] != '0';
  for (int i = 0; i < twos; ++i) {
    part *= 2;
    value = multiply(value, 2);
    if (part >= one) {
      part -= one;
      value = add(value, 1);
    }
  }
  const bool is_whole = part == 0 && !is_finer;
  return {is_whole ? value : add(value, 1), is_whole};
}

[[noreturn]] void fail(const tree& value, std::string_view expected) {
  const std::string what = value.is_text() ? in_quotes(value.text) : std::string(value.is_list() ? "a list" : "a map");
  throw unreadable({value.line, 0, concat(value.key, ": ", what, " is not a quantity: expected ", expected)});
}

std::optional<quantity> resource_of(const tree& value) {
  if (!value.is_text()) fail(value, "a number such as 8, 500m or 1800Gi");
  if (is_unresolved(value.text)) return std::nullopt;
  const std::optional<quantity> is = quantity_of(without_blanks(value.text));
  if (!is.has_value())
    fail(value,
         "a number that is not negative, with one of the suffixes n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi "
         "and Ei, or none");
  return is;
}

bool is_silent(const tree* value) { return value == nullptr || value->is == tree::kind::none; }

said<count> within(const tree& value, count amount, count most) {
  if (amount > most) fail(value, concat("at most ", most));
  return {amount, value.line};
}

}  // namespace

std::optional<quantity> quantity_of(std::string_view text) {
  if (text.size() > 128) return std::nullopt;
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  decimal_text number;
  while (!text.empty() && is_digit(text.front())) {
    number.whole += text.front();
    text.remove_prefix(1);
  }
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    while (!text.empty() && is_digit(text.front())) {
      number.part += text.front();
      text.remove_prefix(1);
    }
  }
  if (number.whole.empty() && number.part.empty()) return std::nullopt;

  int twos = 0;
  int tens = 0;
  if (text.size() > 1 && (text.front() == 'e' || text.front() == 'E') && text[1] != 'i') {
    std::string_view exponent = text.substr(1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    if (exponent.starts_with('-') && text[1] == '+') return std::nullopt;
    const auto [stop, problem] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), tens);
    if (problem != std::errc{} || stop != exponent.data() + exponent.size() || tens > 64 || tens < -64)
      return std::nullopt;
  } else {
    const suffix* found = nullptr;
    for (const suffix& each : suffixes)
      if (each.text == text) found = &each;
    if (found == nullptr) return std::nullopt;
    tens = found->tens;
    twos = found->twos;
  }
  number.shift(tens);
  const rounded whole = times_power_of_two(number, twos);
  number.shift(3);
  const rounded milli = times_power_of_two(number, twos);
  if (is_negative && milli.value != 0) return std::nullopt;
  return quantity{whole.value, milli.value, whole.is_whole};
}

said<count> millicores_said(const tree* value) {
  if (is_silent(value)) return {};
  const std::optional<quantity> is = resource_of(*value);
  if (!is.has_value()) return {unknown, value->line};
  return within(*value, is->milli, max_count);
}

said<count> bytes_said(const tree* value) {
  if (is_silent(value)) return {};
  const std::optional<quantity> is = resource_of(*value);
  if (!is.has_value()) return {unknown, value->line};
  // 2^60 bytes: whole numbers of a double are multiples of 2^8 there.
  return within(*value, is->whole, count{1} << 60);
}

said<count> pages_said(const tree* value, std::string_view page) {
  const said<count> asked = bytes_said(value);
  const std::optional<quantity> each = quantity_of(page);
  if (each.has_value() && each->whole > 0 && asked.value % each->whole != 0) fail(*value, concat("whole pages of ", page));
  return asked;
}

said<count> whole_said(const tree* value) {
  if (is_silent(value)) return {};
  const std::optional<quantity> is = resource_of(*value);
  if (!is.has_value()) return {unknown, value->line};
  if (!is->is_whole) fail(*value, "a whole number: an extended resource has no parts");
  return within(*value, is->whole, max_count);
}

}  // namespace headroom::read
