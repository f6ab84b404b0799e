// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/conditions.hpp>
#include <headroom/read/shell/detail/names.hpp>
#include <headroom/read/shell/lexer.ipp>

namespace headroom::read::shell::detail {

namespace conditions_detail {

bool is_certain(const value& of) { return of.is_known() && !of.is_default; }

truth unary(std::string_view operation, const value& of) {
  if (operation != "-z" && operation != "-n") return truth::unknown;
  if (of.is_default) return truth::unknown;
  if (!of.text.empty()) return truth_of(operation == "-n");
  return of.is_known() ? truth_of(operation == "-z") : truth::unknown;
}

truth compare(std::string_view operation, std::int64_t a, std::int64_t b) {
  if (operation == "-eq") return truth_of(a == b);
  if (operation == "-ne") return truth_of(a != b);
  if (operation == "-lt") return truth_of(a < b);
  if (operation == "-le") return truth_of(a <= b);
  if (operation == "-gt") return truth_of(a > b);
  if (operation == "-ge") return truth_of(a >= b);
  return truth::unknown;
}

// Digits with a sign: "test" reads no other numbers.
bool read_decimal(std::string_view text, std::int64_t& into) {
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = text.substr(is_negative ? 1 : 0);
  if (digits.empty() || digits.size() > 18) return false;
  into = 0;
  for (const char c : digits) {
    if (!lexer_detail::is_digit(c)) return false;
    into = 10 * into + (c - '0');
  }
  if (is_negative) into = -into;
  return true;
}

truth binary(const value& left, std::string_view operation, const value& right) {
  if (!is_certain(left) || !is_certain(right)) return truth::unknown;
  if (operation == "=" || operation == "==") return truth_of(left.text == right.text);
  if (operation == "!=") return truth_of(left.text != right.text);
  std::int64_t a = 0;
  std::int64_t b = 0;
  const bool are_numbers = read_decimal(left.text, a) && read_decimal(right.text, b);
  return are_numbers ? compare(operation, a, b) : truth::unknown;
}

bool is_operator(std::string_view text) {
  constexpr std::string_view all[]{"=",   "==",  "!=",  "<",   ">",   "-eq", "-ne",
                                                 "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"};
  return is_one_of(text, all);
}

truth test_binary(const test_expression& of, expander& with) {
  const value left = with.text_of(of.left);
  if (of.operation == "=" || of.operation == "==" || of.operation == "!=") {
    pattern right;
    const value plain = with.text_of(of.right);
    if (!is_certain(left) || plain.is_default || !with.pattern_of(of.right, right) || !right.is_sure_of(left.text))
      return truth::unknown;
    return truth_of(right.matches(left.text) == (of.operation != "!="));
  }
  if (!of.operation.starts_with('-')) return truth::unknown;
  const number a = with.evaluate(of.left);
  const number b = with.evaluate(of.right);
  if (!a.is_known() || !b.is_known() || a.is_default || b.is_default) return truth::unknown;
  return compare(of.operation, a.is, b.is);
}

}  // namespace conditions_detail

truth test_words(std::span<const expanded_word> words) {
  for (const expanded_word& each : words)
    if (each.may_be_several || each.optional != nullptr || each.has_glob) return truth::unknown;
  const auto text = [&](std::size_t i) { return words[i].text.is_known() ? words[i].text.text : std::string_view("?"); };
  switch (words.size()) {
    case 0: return truth::no;
    case 1: return conditions_detail::unary("-n", words[0].text);
    case 2: return text(0) == "!" ? negated(test_words(words.subspan(1))) : conditions_detail::unary(text(0), words[1].text);
    case 3:
      if (conditions_detail::is_operator(text(1))) return conditions_detail::binary(words[0].text, text(1), words[2].text);
      return text(0) == "!" ? negated(test_words(words.subspan(1))) : truth::unknown;
    case 4: return text(0) == "!" ? negated(test_words(words.subspan(1))) : truth::unknown;
    default: return truth::unknown;
  }
}

truth test(const test_expression& of, expander& with) {
  switch (of.kind) {
    case test_kind::text: return conditions_detail::unary("-n", with.text_of(of.left));
    case test_kind::unary: return conditions_detail::unary(of.operation, with.text_of(of.left));
    case test_kind::binary: return conditions_detail::test_binary(of, with);
    case test_kind::negated: return negated(test(*of.first, with));
    case test_kind::both:
    case test_kind::either: {
      const truth decides = truth_of(of.kind == test_kind::either);
      const truth first = test(*of.first, with);
      if (first == decides) return first;
      const truth second = test(*of.second, with);
      return second == decides || first == negated(decides) ? second : truth::unknown;
    }
  }
  return truth::unknown;
}

}  // namespace headroom::read::shell::detail
