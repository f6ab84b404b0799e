// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>

#include <headroom/read/shell/detail/arithmetic.hpp>
#include <headroom/read/shell/lexer.ipp>

namespace headroom::read::shell::detail {

namespace arithmetic_detail {

struct binary_sign {
  std::string_view text;
  int rank;  // 1 binds least
};
// Longer ones first.
constexpr binary_sign signs[]{
    {"**", 11}, {"<<", 8}, {">>", 8}, {"<=", 7}, {">=", 7}, {"==", 6}, {"!=", 6}, {"&&", 2}, {"||", 1}, {"|", 3},
    {"^", 4}, {"&", 5}, {"<", 7}, {">", 7}, {"+", 9}, {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};

constexpr int most_nested = 60;

constexpr std::uint64_t bits(std::int64_t n) { return static_cast<std::uint64_t>(n); }
constexpr std::int64_t wrapped(std::uint64_t n) { return static_cast<std::int64_t>(n); }

constexpr int digit_of(char c, int base) {
  if (lexer_detail::is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + (base <= 36 ? 10 : 36);
  if (c == '@') return 62;
  return c == '_' ? 63 : 64;
}

}  // namespace arithmetic_detail

bool read_number(std::string_view text, std::int64_t& into) {
  int base = 10;
  if (const std::size_t sign = text.find('#'); sign < 3) {
    base = 0;
    for (const char c : text.substr(0, sign)) {
      if (!lexer_detail::is_digit(c)) return false;
      base = 10 * base + (c - '0');
    }
    if (base < 2 || base > 64 || text[0] == '0') return false;
    text.remove_prefix(sign + 1);
  } else if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.starts_with('0')) {
    base = 8;
  }
  std::uint64_t sum = 0;
  for (const char c : text) {
    const int digit = arithmetic_detail::digit_of(c, base);
    if (digit >= base) return false;
    sum = sum * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit);
  }
  into = arithmetic_detail::wrapped(sum);
  return !text.empty();
}

number arithmetic::evaluate() {
  skip_blanks();
  if (at_ == text_.size() && gaps_.empty()) return {};
  const number result = comma();
  if (at_ == text_.size() && gaps_.empty() && !is_bad_) return result;
  return {.unknown = !result.is_known() ? result.unknown : names_.not_followed(text_)};
}

// ---- signs

void arithmetic::skip_blanks() {
  while (at_ < text_.size() && !is_gap() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
}

// Behind blanks.
bool arithmetic::take(std::string_view sign) {
  if (is_gap() || !text_.substr(at_).starts_with(sign)) return false;
  at_ += sign.size();
  return true;
}

number arithmetic::fail() {
  is_bad_ = true;
  return {.unknown = names_.not_followed(text_)};
}

// ---- from what binds least to what binds most

number arithmetic::comma() {
  number result = assignment();
  while (!is_bad_ && take(",")) result = assignment();
  return result;
}

number arithmetic::assignment() {
  if (++depth_ > arithmetic_detail::most_nested) return fail();
  constexpr auto operations = std::to_array<std::string_view>({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="});
  const std::size_t begin = at_;
  const std::span<const gap> gaps = gaps_;
  target to;
  number result{};
  const std::string_view* found = nullptr;
  if (read_target(to)) {
    skip_blanks();
    found = std::ranges::find_if(operations, [&](std::string_view each) { return text_.substr(at_).starts_with(each); });
    if (found == operations.end() || is_gap() || text_.substr(at_).starts_with("==")) found = nullptr;
  }
  if (found != nullptr) {
    at_ += found->size();
    result = assign(to, found->substr(0, found->size() - 1));
  } else {
    at_ = begin;
    gaps_ = gaps;
    result = conditional();
  }
  --depth_;
  return result;
}

number arithmetic::assign(const target& to, std::string_view operation) {
  number is = assignment();
  if (is_bad_) return is;
  if (!operation.empty()) is = apply(operation, get(to), is);
  set(to, is);
  return is;
}

number arithmetic::conditional() {
  const number condition = binary(1);
  if (is_bad_ || !take("?")) return condition;
  if (++depth_ > arithmetic_detail::most_nested) return fail();
  const bool was_skipped = is_skipped_;
  const bool was_uncertain = is_uncertain_;
  is_skipped_ = was_skipped || (condition.is_known() && condition.is == 0);
  is_uncertain_ = was_uncertain || !condition.is_known();
  const number yes = comma();
  is_skipped_ = was_skipped || (condition.is_known() && condition.is != 0);
  if (!is_bad_ && !take(":")) return fail();
  const number no = conditional();
  --depth_;
  is_skipped_ = was_skipped;
  is_uncertain_ = was_uncertain;
  if (is_bad_ || !condition.is_known()) return condition;
  number result = condition.is != 0 ? yes : no;
  result.is_default = result.is_default || condition.is_default;
  return result;
}

std::string_view arithmetic::binary_operator() const {
  if (is_gap()) return {};
  const std::string_view rest = text_.substr(at_);
  const auto found = std::ranges::find_if(arithmetic_detail::signs,
                                          [&](const auto& each) { return rest.starts_with(each.text); });
  if (found == std::ranges::end(arithmetic_detail::signs)) return {};
  // "<<=" and "+=" assign.
  const std::string_view behind = rest.substr(found->text.size());
  return behind.starts_with('=') ? std::string_view{} : found->text;
}

number arithmetic::binary(int lowest) {
  if (++depth_ > arithmetic_detail::most_nested) return fail();
  number left = unary();
  while (!is_bad_) {
    skip_blanks();
    const std::string_view operation = binary_operator();
    const auto found = std::ranges::find(arithmetic_detail::signs, operation, &arithmetic_detail::binary_sign::text);
    if (operation.empty() || found->rank < lowest) break;
    at_ += operation.size();
    const bool was_skipped = is_skipped_;
    const bool was_uncertain = is_uncertain_;
    const bool is_logical = operation == "&&" || operation == "||";
    if (is_logical && left.is_known()) is_skipped_ = was_skipped || (left.is != 0) == (operation == "||");
    if (is_logical && !left.is_known()) is_uncertain_ = true;
    const number right = binary(operation == "**" ? found->rank : found->rank + 1);
    is_skipped_ = was_skipped;
    is_uncertain_ = was_uncertain;
    if (!is_bad_) left = apply(operation, left, right);
  }
  --depth_;
  return left;
}

number arithmetic::unary() {
  if (++depth_ > arithmetic_detail::most_nested) return fail();
  skip_blanks();
  number result{};
  target to;
  const char sign = !is_gap() && at_ < text_.size() ? text_[at_] : '\0';
  const bool steps = text_.substr(at_).starts_with("++") || text_.substr(at_).starts_with("--");
  if (steps && !is_gap()) {
    at_ += 2;
    skip_blanks();
    result = read_target(to) ? step(to, sign == '+' ? 1 : -1, true) : fail();
  } else if (sign != '\0' && std::string_view("+-!~").find(sign) != std::string_view::npos) {
    ++at_;
    result = unary();
    const std::uint64_t bits = arithmetic_detail::bits(result.is);
    if (sign == '-') result.is = arithmetic_detail::wrapped(0 - bits);
    if (sign == '!') result.is = bits == 0 ? 1 : 0;
    if (sign == '~') result.is = arithmetic_detail::wrapped(~bits);
  } else {
    result = primary();
  }
  --depth_;
  return result;
}

number arithmetic::primary() {
  if (take("(")) {
    const number inner = comma();
    return take(")") ? inner : fail();
  }
  const std::size_t begin = at_;
  const std::span<const gap> gaps = gaps_;
  target name;
  // What an unknown piece is glued to is of the same word.
  if (read_target(name) && !is_gap()) {
    skip_blanks();
    if (text_.substr(at_).starts_with("++") || text_.substr(at_).starts_with("--")) {
      at_ += 2;
      return step(name, text_[at_ - 1] == '+' ? 1 : -1, false);
    }
    return get(name);
  }
  at_ = begin;
  gaps_ = gaps;
  return literal();
}

number arithmetic::literal() {
  const std::size_t begin = at_;
  number result{};
  for (;;) {
    if (is_gap()) {
      if (result.is_known()) result.unknown = gaps_.front().why;
      gaps_ = gaps_.subspan(1);
    } else if (at_ < text_.size() && (lexer_detail::is_of_name(text_[at_]) || text_[at_] == '#' || text_[at_] == '@')) {
      ++at_;
    } else {
      break;
    }
  }
  if (!result.is_known()) return result;
  return read_number(text_.substr(begin, at_ - begin), result.is) ? result : fail();
}

// "X", "X[2]".
bool arithmetic::read_target(target& into) {
  skip_blanks();
  if (is_gap() || at_ == text_.size() || !lexer_detail::is_name_start(text_[at_])) return false;
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_gap() && lexer_detail::is_of_name(text_[at_])) ++at_;
  into.name = text_.substr(begin, at_ - begin);
  if (is_gap() || at_ == text_.size() || text_[at_] != '[') return true;
  int depth = 0;
  const std::size_t open = at_;
  do {
    if (text_[at_] == '[') ++depth;
    if (text_[at_] == ']') --depth;
    ++at_;
  } while (at_ < text_.size() && depth > 0);
  if (depth > 0) return false;  // what is behind is no number either
  std::size_t inside = 0;
  while (inside < gaps_.size() && gaps_[inside].offset < at_) ++inside;
  into.has_subscript = true;
  into.subscript = {.text = text_.substr(open + 1, at_ - open - 2), .gaps = gaps_.subspan(0, inside)};
  gaps_ = gaps_.subspan(inside);
  return true;
}

// ---- variables

number arithmetic::get(const target& of) {
  if (is_skipped_) return {};
  return names_.read(of.name, of.has_subscript ? &of.subscript : nullptr);
}

void arithmetic::set(const target& to, const number& is) {
  if (is_skipped_) return;
  number written = is;
  if (is_uncertain_ && is.is_known()) written.unknown = names_.not_followed(text_);
  names_.write(to.name, to.has_subscript ? &to.subscript : nullptr, written);
}

number arithmetic::step(const target& to, std::int64_t by, bool before) {
  const number old = get(to);
  const number now = apply("+", old, {.is = by});
  set(to, now);
  return before ? now : old;
}

number arithmetic::apply(std::string_view operation, const number& a, const number& b) {
  number result{.is_default = a.is_default || b.is_default};
  // Known whatever the other is.
  if (operation == "&&" && ((a.is_known() && a.is == 0) || (b.is_known() && b.is == 0))) return result;
  if (operation == "||" && ((a.is_known() && a.is != 0) || (b.is_known() && b.is != 0))) return {1, nullptr, result.is_default};
  if (!a.is_known() || !b.is_known()) return {.unknown = a.is_known() ? b.unknown : a.unknown};
  const std::uint64_t x = arithmetic_detail::bits(a.is);
  const std::uint64_t y = arithmetic_detail::bits(b.is);
  const bool is_division = operation == "/" || operation == "%";
  if (is_division && (b.is == 0 || b.is == -1) && !is_skipped_) {
    if (b.is == 0) return fail();
    result.is = operation == "/" ? arithmetic_detail::wrapped(0 - x) : 0;
    return result;
  }
  if (is_skipped_) return result;
  if (operation == "+") result.is = arithmetic_detail::wrapped(x + y);
  if (operation == "-") result.is = arithmetic_detail::wrapped(x - y);
  if (operation == "*") result.is = arithmetic_detail::wrapped(x * y);
  if (operation == "/") result.is = a.is / b.is;
  if (operation == "%") result.is = a.is % b.is;
  if (operation == "<<") result.is = arithmetic_detail::wrapped(x << (y & 63));
  if (operation == ">>") result.is = a.is >> (y & 63);
  if (operation == "&") result.is = arithmetic_detail::wrapped(x & y);
  if (operation == "|") result.is = arithmetic_detail::wrapped(x | y);
  if (operation == "^") result.is = arithmetic_detail::wrapped(x ^ y);
  if (operation == "&&") result.is = 1;  // neither is 0
  if (operation == "<") result.is = a.is < b.is;
  if (operation == ">") result.is = a.is > b.is;
  if (operation == "<=") result.is = a.is <= b.is;
  if (operation == ">=") result.is = a.is >= b.is;
  if (operation == "==") result.is = a.is == b.is;
  if (operation == "!=") result.is = a.is != b.is;
  if (operation != "**") return result;
  if (b.is < 0) return fail();
  std::uint64_t power = 1;
  for (std::uint64_t square = x, left = y; left > 0; square *= square, left /= 2)
    if (left % 2 == 1) power *= square;
  result.is = arithmetic_detail::wrapped(power);
  return result;
}

}  // namespace headroom::read::shell::detail
