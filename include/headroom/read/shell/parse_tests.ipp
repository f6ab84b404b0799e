// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/parse_commands.ipp>

// What stands in [[ ]].
namespace headroom::read::shell::detail {

namespace parse_tests_detail {

constexpr auto binary = std::to_array<std::string_view>({"=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"});

constexpr bool is_binary(std::string_view text) { return std::ranges::find(binary, text) != binary.end(); }
constexpr bool is_unary(std::string_view text) {
  return text.size() == 2 && text[0] == '-' && lexer_detail::is_name_start(text[1]);
}

}  // namespace parse_tests_detail

bool parser::parse_test(command& into) {
  take();
  const test_expression* all = parse_either();
  into.what = test_command{all};
  if (all == nullptr || lexer_.is_broken()) return false;
  return take_reserved("]]") || lacks_end();
}

const test_expression* parser::parse_either() {
  const test_expression* left = parse_both();
  while (left != nullptr && take_sign(sign::or_else)) {
    const test_expression* right = parse_both();
    if (right == nullptr) return nullptr;
    left = memory_.keep(test_expression{.kind = test_kind::either, .first = left, .second = right});
  }
  return left;
}

const test_expression* parser::parse_both() {
  const test_expression* left = parse_negated();
  while (left != nullptr && take_sign(sign::and_then)) {
    const test_expression* right = parse_negated();
    if (right == nullptr) return nullptr;
    left = memory_.keep(test_expression{.kind = test_kind::both, .first = left, .second = right});
  }
  return left;
}

const test_expression* parser::parse_negated() {
  skip_lines();
  if (nesting_.depth >= nesting_.most) {
    nesting_.is_exceeded = true;
    return nullptr;
  }
  ++nesting_.depth;
  const test_expression* result = nullptr;
  if (take_reserved("!")) {
    if (const test_expression* inner = parse_negated())
      result = memory_.keep(test_expression{.kind = test_kind::negated, .first = inner});
  } else if (take_sign(sign::open)) {
    result = parse_either();
    if (!take_sign(sign::close)) result = nullptr;
  } else {
    result = parse_primary();
  }
  --nesting_.depth;
  if (result != nullptr) skip_lines();
  return result;
}

const test_expression* parser::parse_primary() {
  if (look().kind != token_kind::word || is_reserved("]]")) {
    lacks_end();
    return nullptr;
  }
  test_expression result{.left = take().text};
  const std::string_view first = plain_text(result.left);
  if (is_sign(sign::input) || is_sign(sign::output)) {
    result.kind = test_kind::binary;
    result.operation = take().which == sign::input ? "<" : ">";
  } else if (look().kind == token_kind::word && !is_reserved("]]")) {
    const std::string_view next = plain_text(look().text);
    if (parse_tests_detail::is_binary(next)) {
      result.kind = test_kind::binary;
      result.operation = next;
      take();
    } else if (parse_tests_detail::is_unary(first)) {
      result.kind = test_kind::unary;
      result.operation = first;
      result.left = take().text;
    } else {
      return nullptr;
    }
  }
  if (result.kind == test_kind::binary) {
    token right = result.operation == "=~" ? lexer_.next_expression() : take();
    if (right.kind != token_kind::word) return nullptr;
    place_.end_of_last = right.end;
    result.right = right.text;
  }
  return memory_.keep(result);
}

}  // namespace headroom::read::shell::detail
