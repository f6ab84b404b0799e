// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include <headroom/read/shell/lexer.hpp>
#include <headroom/text/characters.hpp>

namespace headroom::read::shell {

namespace lexer_detail {

constexpr bool is_name_start(char c) { return ascii::is_letter(c) || c == '_'; }
using ascii::is_digit;
using ascii::is_digits;
constexpr bool is_of_name(char c) { return is_name_start(c) || is_digit(c); }

using characters = std::array<bool, 256>;
constexpr characters set_of(std::string_view all) {
  characters set{};
  for (const char c : all) set[static_cast<unsigned char>(c)] = true;
  return set;
}

constexpr std::string_view blanks_and_operators = " \t\n|&;<>()";

struct operator_text {
  std::string_view text;
  sign which;
};
// Longer ones first.
constexpr operator_text operators[]{
    {";;&", sign::test_next}, {"<<<", sign::here_string}, {"<<-", sign::here_document_tabs},
    {"&>>", sign::append_both}, {"&&", sign::and_then}, {"||", sign::or_else}, {"|&", sign::pipe_both},
    {";;", sign::leave}, {";&", sign::run_next}, {"<<", sign::here_document}, {"<>", sign::both},
    {"<&", sign::duplicate_input}, {">>", sign::append}, {">|", sign::clobber}, {">&", sign::duplicate_output},
    {"&>", sign::output_and_error}, {";", sign::semicolon}, {"&", sign::ampersand}, {"|", sign::pipe},
    {"(", sign::open}, {")", sign::close}, {"<", sign::input}};

}  // namespace lexer_detail

struct lexer::context {
  lexer_detail::characters ends{};     // not within brackets
  lexer_detail::characters special{};  // those, and all that is not only text
  bool is_word = false;                // of a command: process substitutions and patterns in brackets are of it
  bool is_quoted = false;              // as between double quotes
  bool single_quotes = false;          // whether they quote
  bool escapes_double_quote = true;    // by a backslash, where it is quoted
  char opens = '\0';                   // brackets that stand in each other
  char closes = '\0';
  char always_ends = '\0';  // also in brackets that nothing closes

  static constexpr context make(std::string_view ends, std::string_view special, bool is_quoted, bool single_quotes,
                                char opens = '\0', char closes = '\0') {
    context how{.ends = lexer_detail::set_of(ends), .special = lexer_detail::set_of(special)};
    for (const char c : ends) how.special[static_cast<unsigned char>(c)] = true;
    how.is_quoted = is_quoted;
    how.single_quotes = single_quotes;
    how.opens = opens;
    how.closes = closes;
    return how;
  }
};

struct lexer::reading {
  const context& how;
  detail::gathered<part>& parts;
  word result{};
  std::size_t begin = 0;  // of all
  std::size_t run = 0;    // of the text that goes on
  int brackets = 0;
  bool joins = false;  // text that a line's end parts
};

lexer::lexer(std::string_view text, std::span<const origin> origins, detail::arena& memory, command_reader& commands,
             nesting& depth)
    : text_(text), end_(text.size()), memory_(memory), commands_(commands), nesting_(depth), positions_(text, origins) {}

// ---- tokens

token lexer::next(expects what) {
  skip_blanks();
  token result{.begin = at_, .at = positions_.at(at_)};
  if (peek() == '\n') {
    result.kind = token_kind::line_end;
    ++at_;
    read_here_documents();
  } else if (at_ < end_ && !sign_at(result) && !(what != expects::target && descriptor_at(result)) &&
             !((what == expects::assignment || what == expects::element) &&
               assignment_at(result, what == expects::assignment))) {
    return word_at(in_word());
  }
  if (is_broken_) result.kind = token_kind::broken;
  result.end = at_;
  return result;
}

token lexer::next_value() { return word_at(in_word()); }

token lexer::next_expression() {
  static constexpr context in_expression = context::make(" \t\n;&<>()", "\\'\"$`", false, true, '(', ')');
  skip_blanks();
  return word_at(in_expression);
}

const lexer::context& lexer::in_word() {
  static constexpr context how = [] {
    context word = context::make(lexer_detail::blanks_and_operators, "\\'\"$`*?[{~", false, true, '(', ')');
    word.is_word = true;
    return word;
  }();
  return how;
}

token lexer::word_at(const context& how) {
  token result{.kind = token_kind::word, .begin = at_, .at = positions_.at(at_)};
  result.text = read_parts(how);
  if (is_broken_) result.kind = token_kind::broken;
  result.end = at_;
  return result;
}

// Blanks, lines that go on, and remarks.
void lexer::skip_blanks() {
  while (at_ < end_) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t') {
      ++at_;
    } else if (c == '\\' && peek(1) == '\n') {
      at_ += 2;
    } else if (c == '#') {
      at_ = std::min(text_.find('\n', at_), end_);
    } else {
      return;
    }
  }
}

bool lexer::sign_at(token& into) {
  const char c = text_[at_];
  if (std::string_view(";&|()<>").find(c) == std::string_view::npos) return false;
  if ((c == '<' || c == '>') && peek(1) == '(') return false;  // a word that is a file
  const std::string_view rest = text_between(at_, end_);
  into.kind = token_kind::sign;
  into.which = sign::output;
  for (const lexer_detail::operator_text& each : lexer_detail::operators)
    if (rest.starts_with(each.text)) {
      into.which = each.which;
      at_ += each.text.size();
      return true;
    }
  ++at_;
  return true;
}

// "2>", "{log}>".
bool lexer::descriptor_at(token& into) {
  const bool is_name = text_[at_] == '{';
  std::size_t i = at_ + (is_name ? 1 : 0);
  const std::size_t begin = i;
  while (i < end_ && (is_name ? lexer_detail::is_of_name(text_[i]) : lexer_detail::is_digit(text_[i]))) ++i;
  const std::size_t end = i;
  if (end == begin) return false;
  if (is_name && (i >= end_ || text_[i] != '}')) return false;
  if (is_name) ++i;
  if (i >= end_ || (text_[i] != '<' && text_[i] != '>') || (i + 1 < end_ && text_[i + 1] == '(')) return false;
  into.kind = token_kind::descriptor;
  into.names = text_between(begin, end);
  at_ = i;
  return true;
}

bool lexer::assignment_at(token& into, bool has_name) {
  std::size_t i = at_;
  if (has_name ? !lexer_detail::is_name_start(text_[i]) : text_[i] != '[') return false;
  while (i < end_ && lexer_detail::is_of_name(text_[i])) ++i;
  const std::string_view name = text_between(at_, i);
  const std::size_t subscript = i;
  if (i < end_ && text_[i] == '[') i = end_of_subscript(i);
  const bool appends = text_between(i, end_).starts_with("+=");
  if (!appends && (i >= end_ || text_[i] != '=')) return false;
  into.assigns = {.name = name, .at = positions_.at(at_), .appends = appends};
  if (i != subscript) {
    static constexpr context in_subscript = context::make("]", "\\'\"$`[", false, true, '[', ']');
    at_ = subscript + 1;
    into.assigns.subscript = memory_.keep(read_parts(in_subscript));
    if (peek() != ']') {
      fail();
      return true;
    }
    i = at_ + 1;
  }
  at_ = i + (appends ? 2 : 1);
  into.kind = token_kind::assignment;
  return true;
}

// Behind the bracket that closes one; where it begins if none does that an assignment could have.
std::size_t lexer::end_of_subscript(std::size_t begin) const {
  constexpr std::size_t longest = 256;
  int depth = 0;
  char quote = '\0';
  for (std::size_t i = begin; i < std::min(end_, begin + longest) && text_[i] != '\n'; ++i) {
    const char c = text_[i];
    if (c == '\\' && quote != '\'') ++i;
    else if (quote == '\0' && (c == '\'' || c == '"')) quote = c;
    else if (c == quote) quote = '\0';
    else if (quote == '\0' && c == '[') ++depth;
    else if (quote == '\0' && c == ']' && --depth == 0) return i + 1;
  }
  return begin;
}

// ---- words

word lexer::read_parts(const context& how) {
  detail::gathered<part> parts(parts_);
  reading now{.how = how, .parts = parts, .begin = at_, .run = at_};
  now.result.at = positions_.at(at_);
  if (++nesting_.depth > nesting_.most) {
    nesting_.is_exceeded = true;
    fail();
  }
  while (at_ < end_ && !is_broken_) {
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (!how.special[c]) {
      ++at_;
      continue;
    }
    if (text_[at_] == how.always_ends) {
      now.brackets = 0;
      break;
    }
    const bool is_process = (c == '<' || c == '>') && peek(1) == '(';
    if (is_bracket(now))
      ++at_;
    else if (now.brackets == 0 && how.ends[c] && !is_process)
      break;
    else
      read_special(now);
  }
  --nesting_.depth;
  if (now.brackets > 0 && !is_broken_) fail();
  if (is_broken_) return now.result;
  flush(now);
  return finish(now, parts.items());
}

// Whether it opens or closes brackets that are text: of an expression, or of a pattern such as "@(a|b)".
bool lexer::is_bracket(reading& now) {
  const char c = text_[at_];
  if (now.brackets > 0 && c == now.how.closes) {
    --now.brackets;
    return true;
  }
  if (c != now.how.opens || c == '\0') return false;
  if (now.how.is_word && now.brackets == 0) {
    const bool is_pattern = std::string_view("?*+@!").find(text_[at_ - 1]) != std::string_view::npos;
    if (!is_pattern || (at_ == now.begin + 1 && text_[at_ - 1] == '!')) return false;  // "!(" negates a command
    now.result.has_glob = true;
  }
  ++now.brackets;
  return true;
}

void lexer::read_special(reading& now) {
  switch (text_[at_]) {
    case '\\': return read_backslash(now);
    case '\'':
      if (now.how.single_quotes) return read_single_quotes(now);
      break;
    case '"': return read_double_quotes(now);
    case '$': return read_dollar(now);
    case '`': return read_backquotes(now);
    case '<':
    case '>':
      if (now.brackets == 0) return read_process(now);
      break;
    case '*':
    case '?':
    case '[': now.result.has_glob = true; break;
    case '{': now.result.has_braces = true; break;
    case '~': now.result.has_tilde = true; break;
    default: break;
  }
  ++at_;
}

void lexer::flush(reading& now) {
  if (now.run < at_) now.parts.push({.at = positions_.at(now.run), .text = text_between(now.run, at_)});
  now.run = at_;
}

// What has been read since `begin`, which is behind the text so far. Its own text begins behind what opens it.
void lexer::push(reading& now, part what, std::size_t begin, std::size_t opening) {
  const std::size_t end = std::exchange(at_, begin);
  flush(now);
  what.at = positions_.at(begin + opening);
  if (what.text.data() == nullptr) what.text = text_between(begin, end);
  now.parts.push(what);
  now.run = at_ = end;
}

word lexer::finish(const reading& now, std::span<const part> parts) {
  word result = now.result;
  if (!now.joins || now.how.is_quoted) {
    result.parts = memory_.keep(parts);
    return result;
  }
  // "ab\<line end>cd" is one text.
  std::vector<part> joined;
  for (const part& each : parts) {
    if (joined.empty() || joined.back().kind != part_kind::literal || each.kind != part_kind::literal)
      joined.push_back(each);
    else
      joined.back().text = memory_.keep_text(std::string(joined.back().text).append(each.text));
  }
  result.parts = memory_.keep(std::span<const part>(joined));
  return result;
}

void lexer::fail() {
  is_broken_ = true;
  at_ = end_;
}

// ---- expressions of arithmetic

word lexer::read_arithmetic(std::string_view ends) {
  static constexpr context to_semicolon = context::make(";)", "\\\"$`(", true, false, '(', ')');
  static constexpr context to_close = context::make(")", "\\\"$`(", true, false, '(', ')');
  return read_parts(ends == ";" ? to_semicolon : to_close);
}

bool lexer::is_arithmetic(std::size_t begin) {
  const std::size_t most = 16 * text_.size() + 4096;  // in all: for text that opens and opens
  int depth = 2;
  char quote = '\0';
  for (std::size_t i = begin; i < end_ && looked_ahead_ < most; ++i, ++looked_ahead_) {
    const char c = text_[i];
    if (c == '\\') {
      ++i;
    } else if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 1) {
      return i + 1 < end_ && text_[i + 1] == ')';
    }
  }
  return false;
}

}  // namespace headroom::read::shell
