// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string>

#include <headroom/read/shell/lexer.ipp>

// The parts of words: quotes, expansions and substitutions.
namespace headroom::read::shell {

namespace lexer_words_detail {

constexpr int value_of_digit(char c) {
  if (c >= 'a') return c - 'a' + 10;
  if (c >= 'A') return c - 'A' + 10;
  return lexer_detail::is_digit(c) ? c - '0' : 99;
}

void append_utf8(std::string& to, unsigned code) {
  const auto byte = [&](unsigned bits) { to += static_cast<char>(bits); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | (code >> 6));
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | (code >> 12));
    byte(0x80 | ((code >> 6) & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | ((code >> 18) & 0x07));
    byte(0x80 | ((code >> 12) & 0x3F));
    byte(0x80 | ((code >> 6) & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

// What stands in $'': up to an escape that is a NUL character, which ends it.
std::string without_escapes(std::string_view text) {
  constexpr std::string_view letters = "abeEfnrtv\\'\"?";
  constexpr std::string_view characters = "\a\b\x1b\x1b\f\n\r\t\v\\'\"?";
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
      continue;
    }
    const char c = text[++i];
    const auto number = [&](std::size_t begin, std::size_t most, int base) {
      unsigned code = 0;
      std::size_t n = 0;
      for (; n < most && begin + n < text.size() && value_of_digit(text[begin + n]) < base; ++n)
        code = code * static_cast<unsigned>(base) + static_cast<unsigned>(value_of_digit(text[begin + n]));
      i = begin + n - 1;
      return code;
    };
    if (const std::size_t found = letters.find(c); found != std::string_view::npos) {
      result += characters[found];
    } else if (value_of_digit(c) < 8) {
      result += static_cast<char>(number(i, 3, 8));
    } else if (c == 'x' || c == 'u' || c == 'U') {
      const std::size_t begin = i + 1;
      const unsigned code = number(begin, c == 'x' ? 2 : c == 'u' ? 4 : 8, 16);
      if (i + 1 == begin)
        result.append({'\\', c});  // without a digit it stands for itself
      else if (c == 'x')
        result += static_cast<char>(code);
      else
        append_utf8(result, code);
    } else if (c == 'c' && i + 1 < text.size()) {
      result += static_cast<char>(text[++i] & 0x1F);
    } else {
      result.append({'\\', c});
    }
    if (c != '\0' && result.ends_with('\0')) {
      result.pop_back();
      break;
    }
  }
  return result;
}

}  // namespace lexer_words_detail

// ---- quotes

void lexer::read_backslash(reading& now) {
  const char next = peek(1);
  const bool is_escaped_in_quotes = next == '$' || next == '`' || next == '\\' || next == '\n' ||
                                    (next == '"' && now.how.escapes_double_quote) || (next == '}' && now.how.ends['}']);
  if (at_ + 1 >= end_ || (now.how.is_quoted && !is_escaped_in_quotes)) {
    ++at_;
  } else if (next == '\n') {
    flush(now);
    now.joins = true;
    now.run = at_ += 2;
  } else {
    const std::size_t begin = at_;
    // It quotes a character of what a NUL character marks, which is text of its own.
    const std::size_t size = next == '\0' ? 0 : 1;
    at_ += 1 + size;
    push(now, {.kind = part_kind::quoted, .text = text_.substr(begin + 1, size)}, begin, 1);
  }
}

void lexer::read_single_quotes(reading& now) {
  const std::size_t begin = at_;
  const std::size_t close = text_.find('\'', begin + 1);
  if (close >= end_) return fail();
  at_ = close + 1;
  push(now, {.kind = part_kind::quoted, .text = text_between(begin + 1, close)}, begin, 1);
}

void lexer::read_ansi_quotes(reading& now) {
  const std::size_t begin = at_;
  std::size_t close = begin + 2;
  while (close < end_ && text_[close] != '\'') close += text_[close] == '\\' ? 2U : 1U;
  if (close >= end_) return fail();
  at_ = close + 1;
  const std::string text = lexer_words_detail::without_escapes(text_between(begin + 2, close));
  push(now, {.kind = part_kind::quoted, .text = text.empty() ? "" : memory_.keep_text(text)}, begin, 2);
}

void lexer::read_double_quotes(reading& now) {
  static constexpr context in_quotes = context::make("\"", "\\$`", true, false);
  const std::size_t begin = at_;
  ++at_;
  const word inner = read_parts(in_quotes);
  if (peek() != '"') return fail();
  ++at_;
  push(now, {.kind = part_kind::double_quoted, .parts = inner.parts}, begin);
}

// ---- what a dollar sign begins

void lexer::read_dollar(reading& now) {
  static constexpr context in_brackets = context::make("]", "\\\"$`[", true, false, '[', ']');
  static constexpr context in_parentheses = context::make(")", "\\\"$`(", true, false, '(', ')');
  const std::size_t begin = at_;
  const char next = peek(1);
  if (next == '\'' && !now.how.is_quoted) return read_ansi_quotes(now);
  if (next == '"' && !now.how.is_quoted) {
    flush(now);
    now.run = ++at_;
    return read_double_quotes(now);
  }
  part what{};
  if (lexer_detail::is_name_start(next)) {
    ++at_;
    while (lexer_detail::is_of_name(peek())) ++at_;
    what.kind = part_kind::parameter;
  } else if (lexer_detail::is_digit(next) || std::string_view("@*#?-$!").find(next) != std::string_view::npos) {
    at_ += 2;
    what.kind = part_kind::parameter;
  } else if (next == '{') {
    what = read_braces(now.how.is_quoted);
  } else if (next == '[') {
    what = read_arithmetic_part(2, in_brackets);
  } else if (next == '(') {
    what = peek(2) == '(' && is_arithmetic(at_ + 3) ? read_arithmetic_part(3, in_parentheses) : read_output();
  } else {
    ++at_;  // the sign itself
    return;
  }
  if (!is_broken_) push(now, what, begin);
}

part lexer::read_arithmetic_part(std::size_t opening, const context& how) {
  at_ += opening;
  part what{.kind = part_kind::arithmetic, .parts = read_parts(how).parts};
  const std::string_view closing = opening == 2 ? "]" : "))";
  if (text_between(at_, end_).starts_with(closing))
    at_ += closing.size();
  else
    fail();
  return what;
}

part lexer::read_output() {
  at_ += 2;
  return {.kind = part_kind::output, .commands = commands_until_parenthesis()};
}

void lexer::read_process(reading& now) {
  const std::size_t begin = at_;
  part what = read_output();
  what.kind = part_kind::process;
  if (!is_broken_) push(now, what, begin);
}

// Here-documents of the commands in it begin in it.
const list* lexer::commands_until_parenthesis() {
  std::vector<here> outer = std::exchange(expected_, {});
  const list* commands = commands_.commands_until_parenthesis();
  std::ranges::move(expected_, std::back_inserter(outer));
  expected_ = std::move(outer);
  if (commands == nullptr) fail();
  return commands;
}

void lexer::read_backquotes(reading& now) {
  const std::size_t begin = at_;
  std::size_t close = begin + 1;
  while (close < end_ && text_[close] != '`') close += text_[close] == '\\' ? 2U : 1U;
  if (close >= end_) return fail();
  const list* commands = commands_in_backquotes(begin + 1, close, now.how.is_quoted);
  at_ = close + 1;
  push(now, {.kind = part_kind::output, .commands = commands}, begin);
}

const list* lexer::commands_in_backquotes(std::size_t begin, std::size_t end, bool is_quoted) {
  std::string text;
  std::vector<origin> origins;
  std::size_t from = begin;
  const auto take = [&](std::size_t to) {
    for (const origin& each : positions_.within(from, to)) origins.push_back({each.offset + text.size(), each.at});
    text += text_between(from, to);
  };
  for (std::size_t i = begin; i + 1 < end; ++i) {
    if (text_[i] != '\\') continue;
    const char next = text_[++i];
    if (next != '$' && next != '`' && next != '\\' && !(next == '"' && is_quoted)) continue;
    take(i - 1);
    from = i;
  }
  if (!text.empty() || from != begin) {
    take(end);
    return commands_.commands_in(text, origins);
  }
  std::vector<here> outer = std::exchange(expected_, {});
  const std::size_t outer_end = std::exchange(end_, end);
  at_ = begin;
  const list* commands = commands_.commands_until_end();
  end_ = outer_end;
  expected_ = std::move(outer);
  return commands;
}

// ---- ${ }

part lexer::read_braces(bool is_quoted) {
  const std::size_t begin = at_;
  at_ += 2;
  parameter_expansion parameter{};
  const bool is_length = peek() == '#' && peek(1) != '}' &&
                         (lexer_detail::is_of_name(peek(1)) || std::string_view("@*").find(peek(1)) != std::string_view::npos || peek(2) == '}');
  if (is_length) ++at_;
  parameter.is_indirect = peek() == '!' && (lexer_detail::is_of_name(peek(1)) || peek(1) == '@' || peek(1) == '*' || peek(1) == '#');
  if (parameter.is_indirect) ++at_;
  parameter.name = read_parameter_name();
  if (peek() == '[') {
    static constexpr context in_subscript = [] {
      context how = context::make("]", "\\'\"$`[}", false, true, '[', ']');
      how.always_ends = '}';
      return how;
    }();
    ++at_;
    parameter.subscript = memory_.keep(read_parts(in_subscript));
    if (peek() == ']')
      ++at_;
    else
      parameter.name = {};
  }
  if (is_length) parameter.operation = parameter_operator::length;
  if (!is_broken_ && peek() != '}' && (is_length || parameter.name.empty() || !read_operation(parameter)))
    parameter.operation = parameter_operator::bad;
  if (!is_broken_) read_operands(parameter, is_quoted);
  if (peek() != '}') fail();
  if (is_broken_) return {};
  ++at_;
  if (parameter.name.empty()) parameter.operation = parameter_operator::bad;
  return {.kind = part_kind::parameter, .text = text_between(begin, at_), .parameter = memory_.keep(parameter)};
}

std::string_view lexer::read_parameter_name() {
  const std::size_t begin = at_;
  const char c = peek();
  if (lexer_detail::is_name_start(c)) {
    while (lexer_detail::is_of_name(peek())) ++at_;
  } else if (lexer_detail::is_digit(c)) {
    while (lexer_detail::is_digit(peek())) ++at_;
  } else if (c != '\0' && std::string_view("@*#?-$!").find(c) != std::string_view::npos) {
    ++at_;
  }
  return text_between(begin, at_);
}

bool lexer::read_operation(parameter_expansion& into) {
  using enum parameter_operator;
  struct spelling {
    std::string_view text;
    parameter_operator operation;
  };
  constexpr std::array<spelling, 19> spellings{{{"##", remove_longest_prefix},
                                                {"#", remove_prefix},
                                                {"%%", remove_longest_suffix},
                                                {"%", remove_suffix},
                                                {"//", replace_all},
                                                {"/#", replace_prefix},
                                                {"/%", replace_suffix},
                                                {"/", replace_first},
                                                {"^^", raise_all},
                                                {"^", raise_first},
                                                {",,", lower_all},
                                                {",", lower_first},
                                                {"@", transform},
                                                {"*", names},
                                                {"-", default_value},
                                                {"=", assign_default},
                                                {"?", refuse},
                                                {"+", alternative},
                                                {":", substring}}};
  into.if_empty = peek() == ':' && std::string_view("-=?+").find(peek(1)) != std::string_view::npos;
  if (into.if_empty) ++at_;
  const std::string_view rest = text_between(at_, end_);
  for (const spelling& each : spellings) {
    if (!rest.starts_with(each.text)) continue;
    at_ += each.text.size();
    into.operation = each.operation;
    if (into.is_indirect && peek() == '}' && each.operation == transform) into.operation = names;
    return true;
  }
  return false;
}

void lexer::read_operands(parameter_expansion& into, bool is_quoted) {
  static constexpr context in_braces = context::make("}", "\\'\"$`*?[~", false, true);
  static constexpr context in_quoted_braces = context::make("}", "\\\"$`", true, false);
  static constexpr context in_pattern = context::make("/}", "\\'\"$`*?[", false, true);
  static constexpr context in_substring = context::make(":}", "\\\"$`()", true, false, '(', ')');
  using enum parameter_operator;
  const bool replaces = into.operation >= replace_first && into.operation <= replace_suffix;
  const bool is_pattern = into.operation >= remove_prefix && into.operation <= remove_longest_suffix;
  const context& how = into.operation == substring ? in_substring : replaces ? in_pattern
                       : is_quoted && !is_pattern  ? in_quoted_braces
                                                   : in_braces;
  into.operand = read_parts(how);
  if (is_broken_ || (peek() != '/' && peek() != ':') || (!replaces && into.operation != substring)) return;
  ++at_;
  into.has_second = true;
  into.second = read_parts(into.operation == substring ? in_substring : is_quoted ? in_quoted_braces : in_braces);
}

// ---- here-documents

const word* lexer::expect_here_document(const word& delimiter, bool strips_tabs) {
  const bool is_literal = std::ranges::any_of(delimiter.parts, [](const part& each) { return each.kind != part_kind::literal; });
  here expected{.strips_tabs = strips_tabs, .is_literal = is_literal};
  for (const part& each : delimiter.parts) {
    if (each.kind != part_kind::double_quoted) expected.delimiter += each.text;
    for (const part& inner : each.parts) expected.delimiter += inner.text;
  }
  // The memory is an object that is no constant, which is filled in when the line ends.
  expected.body = const_cast<word*>(memory_.keep(word{}));
  expected_.push_back(expected);
  return expected_.back().body;
}

void lexer::read_here_documents() {
  for (const here& each : std::exchange(expected_, {})) read_here_document(each);
}

void lexer::read_here_document(const here& which) {
  const std::size_t begin = at_;
  std::size_t end = end_;
  bool has_tabs = false;
  while (at_ < end_) {
    const std::size_t line = at_;
    const std::size_t line_end = std::min(text_.find('\n', line), end_);
    std::string_view text = text_between(line, line_end);
    if (which.strips_tabs && text.starts_with('\t')) {
      has_tabs = true;
      text.remove_prefix(std::min(text.find_first_not_of('\t'), text.size()));
    }
    at_ = std::min(line_end + 1, end_);
    if (text == which.delimiter) {
      end = line;
      break;
    }
  }
  const std::size_t behind = at_;
  // The tabs may be those of the delimiter alone.
  *which.body = has_tabs && begin < end ? body_without_tabs(begin, end, which.is_literal) : body_between(begin, end, which.is_literal);
  at_ = behind;
}

word lexer::body_between(std::size_t begin, std::size_t end, bool is_literal) {
  at_ = begin;
  if (is_literal) {
    const part all{.kind = part_kind::quoted, .at = positions_.at(begin), .text = text_between(begin, end)};
    return {.parts = memory_.keep(std::span<const part>(&all, begin < end ? 1 : 0)), .at = all.at};
  }
  const std::size_t outer_end = std::exchange(end_, end);
  const word body = read_here_document();
  end_ = outer_end;
  if (!is_broken_) return body;
  mend();  // the shell says so when it runs
  return body_between(begin, end, true);
}

word lexer::read_here_document() {
  static constexpr context in_document = [] {
    context how = context::make("", "\\$`", true, false);
    how.escapes_double_quote = false;
    return how;
  }();
  return read_parts(in_document);
}

word lexer::body_without_tabs(std::size_t begin, std::size_t end, bool is_literal) {
  std::string text;
  std::vector<origin> origins;
  while (begin < end) {
    const std::size_t line_end = std::min(text_.find('\n', begin), end - 1) + 1;
    begin = std::min(text_.find_first_not_of('\t', begin), line_end);
    origins.push_back({text.size(), positions_.at(begin)});
    text += text_between(begin, line_end);
    begin = line_end;
  }
  if (!is_literal) return commands_.here_document_in(text, origins);
  const part all{.kind = part_kind::quoted, .at = origins.front().at, .text = memory_.keep_text(text)};
  return {.parts = memory_.keep(std::span<const part>(&all, 1)), .at = all.at};
}

}  // namespace headroom::read::shell
