// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/names.hpp>
#include <headroom/read/shell/parse.ipp>

// Simple commands, and the compound ones.
namespace headroom::read::shell::detail {

namespace parse_detail {

constexpr std::string_view declarations[]{"export", "declare", "local", "readonly", "typeset"};

constexpr bool is_name(std::string_view text) {
  return !text.empty() && lexer_detail::is_name_start(text[0]) && std::ranges::all_of(text, lexer_detail::is_of_name);
}

}  // namespace parse_detail

std::optional<command> parser::parse_compound() {
  command result{.at = look().at};
  const std::string_view name = look().kind == token_kind::word ? plain_text(look().text) : std::string_view{};
  bool is_parsed = false;
  if (is_sign(sign::open)) {
    is_parsed = parse_parentheses(result);
  } else if (name == "{") {
    is_parsed = parse_group(result);
  } else if (name == "if") {
    is_parsed = parse_if(result);
  } else if (name == "for" || name == "select") {
    is_parsed = parse_for(result, name == "select");
  } else if (name == "while" || name == "until") {
    is_parsed = parse_while(result, name == "until");
  } else if (name == "case") {
    is_parsed = parse_case(result);
  } else if (name == "[[") {
    is_parsed = parse_test(result);
  } else if (name == "function") {
    if (!parse_named_function(result)) return std::nullopt;
    return result;
  } else if (name == "coproc") {
    if (!parse_coprocess(result)) return std::nullopt;
    return result;
  } else {
    if (!parse_simple(result)) return std::nullopt;
    return result;
  }
  if (!is_parsed) return std::nullopt;
  gathered<redirection> redirections(redirections_);
  while (is_redirection()) {
    redirection next{};
    if (!parse_redirection(next)) return std::nullopt;
    redirections.push(next);
  }
  result.redirections = redirections.keep(memory_);
  return result;
}

// ---- simple commands

// With the name, where that has been read. A function's definition begins as one.
bool parser::parse_simple(command& into, const word* name) {
  gathered<assignment> assignments(assignments_);
  gathered<assignment> declared(declared_);
  gathered<word> words(words_);
  gathered<redirection> redirections(redirections_);
  if (name != nullptr) words.push(*name);
  expects expected = name != nullptr ? expects::word : expects::assignment;
  for (;;) {
    const token& next = look(expected);
    if (next.kind == token_kind::word) {
      const word taken = take().text;
      words.push(taken);
      if (words.items().size() > 1) continue;
      const std::string_view first = plain_text(taken);
      const bool declares = is_one_of(first, parse_detail::declarations);
      expected = declares ? expects::assignment : expects::word;
      const bool is_first = assignments.items().empty() && redirections.items().empty();
      if (is_first && look(expected).kind == token_kind::sign && is_sign(sign::open)) return parse_function(into, first);
    } else if (next.kind == token_kind::assignment) {
      assignment one{};
      if (!parse_assignment(one)) return false;
      (words.items().empty() ? assignments : declared).push(one);
    } else if (is_redirection()) {
      redirection one{};
      if (!parse_redirection(one)) return false;
      redirections.push(one);
    } else {
      break;
    }
  }
  const bool is_empty = words.items().empty() && assignments.items().empty() && redirections.items().empty();
  into.redirections = redirections.keep(memory_);
  into.what = simple_command{assignments.keep(memory_), words.keep(memory_), declared.keep(memory_)};
  return !is_empty || lacks_end();
}

bool parser::parse_assignment(assignment& into) {
  into = take().assigns;
  if (lexer_.peek() == '(') return parse_array(into);
  const token value = lexer_.next_value();
  place_.end_of_last = value.end;
  into.value = value.text;
  return value.kind == token_kind::word;
}

bool parser::parse_array(assignment& into) {
  take();  // the bracket
  into.is_array = true;
  gathered<array_element> elements(elements_);
  for (;;) {
    skip_lines(expects::element);
    if (take_sign(sign::close)) break;
    array_element next{};
    if (!parse_element(next)) return false;
    elements.push(next);
  }
  into.elements = elements.keep(memory_);
  return true;
}

bool parser::parse_element(array_element& into) {
  if (look().kind == token_kind::assignment) {
    assignment indexed{};
    if (!parse_assignment(indexed) || indexed.is_array || indexed.appends) return false;
    into = {indexed.subscript, indexed.value};
    return true;
  }
  if (look().kind != token_kind::word) return lacks_end();
  into.value = take().text;
  return true;
}

bool parser::is_redirection() {
  const token& next = look();
  return next.kind == token_kind::descriptor ||
         (next.kind == token_kind::sign && next.which >= sign::input && next.which <= sign::here_string);
}

bool parser::parse_redirection(redirection& into) {
  using enum redirection_kind;
  constexpr std::array<redirection_kind, 12> kinds{input,           output,           append,
                                                   clobber,         both,             duplicate_input,
                                                   duplicate_output, output_and_error, append_both,
                                                   here_document,   here_document,    here_string};
  into.at = look().at;
  if (look().kind == token_kind::descriptor) into.descriptor = take().names;
  const sign which = take().which;
  into.kind = kinds[static_cast<std::size_t>(which) - static_cast<std::size_t>(sign::input)];
  if (look(expects::target).kind != token_kind::word) return lacks_end();
  into.target = take().text;
  if (into.kind == here_document)
    into.body = lexer_.expect_here_document(into.target, which == sign::here_document_tabs);
  return true;
}

// ---- compound commands

// "( )" or "(( ))".
bool parser::parse_parentheses(command& into) {
  if (lexer_.peek() == '(' && lexer_.is_arithmetic(lexer_.offset() + 1)) {
    take();
    lexer_.skip(1);
    arithmetic_command one{lexer_.read_arithmetic("))")};
    if (lexer_.peek(1) != ')') return false;
    lexer_.skip(2);
    place_.end_of_last = lexer_.offset();
    into.what = one;
    return true;
  }
  take();
  const list* body = parse_body({closer::parenthesis});
  into.what = subshell{body};
  return body != nullptr && (take_sign(sign::close) || lacks_end());
}

bool parser::parse_group(command& into) {
  take();
  const list* body = parse_body({closer::brace});
  into.what = group{body};
  return body != nullptr && (take_reserved("}") || lacks_end());
}

bool parser::parse_if(command& into) {
  gathered<if_branch> branches(branches_);
  if_command result{};
  do {
    take();  // "if" or "elif"
    if_branch one{.condition = parse_body({closer::then, closer::end_if})};
    if (one.condition == nullptr || !take_reserved("then")) return lacks_end();
    one.body = parse_body({closer::otherwise, closer::end_if});
    if (one.body == nullptr) return false;
    branches.push(one);
  } while (is_reserved("elif"));
  if (take_reserved("else")) {
    result.otherwise = parse_body({closer::end_if});
    if (result.otherwise == nullptr) return false;
  }
  result.branches = branches.keep(memory_);
  into.what = result;
  return take_reserved("fi") || lacks_end();
}

// "do ... done", or "{ ... }" as bash has it.
const list* parser::parse_loop_body() {
  const bool is_group = is_reserved("{");
  if (!is_group && !is_reserved("do")) {
    lacks_end();
    return nullptr;
  }
  take();
  const list* body = parse_body({is_group ? closer::brace : closer::end_body});
  if (body != nullptr && !take_reserved(is_group ? "}" : "done")) {
    lacks_end();
    return nullptr;
  }
  return body;
}

bool parser::parse_for(command& into, bool is_select) {
  take();
  if (is_sign(sign::open) && lexer_.peek() == '(' && !is_select) return parse_arithmetic_for(into);
  if (!parse_detail::is_name(plain_text(look().text))) return lacks_end();
  for_command result{.variable = plain_text(take().text), .is_select = is_select};
  const bool has_sign = take_sign(sign::semicolon);
  skip_lines();
  if (!has_sign && take_reserved("in")) {
    result.has_words = true;
    if (!parse_words_until_line_end(result.words)) return false;
    skip_lines();
  }
  result.body = parse_loop_body();
  into.what = result;
  return result.body != nullptr;
}

bool parser::parse_words_until_line_end(std::span<const word>& into) {
  gathered<word> words(words_);
  while (look().kind == token_kind::word) words.push(take().text);
  into = words.keep(memory_);
  return take_sign(sign::semicolon) || look().kind == token_kind::line_end || lacks_end();
}

bool parser::parse_arithmetic_for(command& into) {
  take();
  lexer_.skip(1);
  arithmetic_for result{};
  for (word* each : {&result.begin, &result.condition}) {
    *each = lexer_.read_arithmetic(";");
    if (lexer_.peek() != ';') return false;
    lexer_.skip(1);
  }
  result.step = lexer_.read_arithmetic("))");
  if (lexer_.peek(1) != ')') return false;
  lexer_.skip(2);
  place_.end_of_last = lexer_.offset();
  take_sign(sign::semicolon);
  skip_lines();
  result.body = parse_loop_body();
  into.what = result;
  return result.body != nullptr;
}

bool parser::parse_while(command& into, bool is_until) {
  take();
  while_command result{.condition = parse_body({closer::begin_body, closer::end_body}), .is_until = is_until};
  if (result.condition == nullptr) return false;
  result.body = parse_loop_body();
  into.what = result;
  return result.body != nullptr;
}

bool parser::parse_case(command& into) {
  take();
  if (look().kind != token_kind::word) return lacks_end();
  case_command result{.subject = take().text};
  skip_lines();
  if (!take_reserved("in")) return lacks_end();
  gathered<case_item> items(cases_);
  for (;;) {
    skip_lines();
    if (take_reserved("esac")) break;
    case_item next{};
    if (!parse_case_item(next)) return false;
    items.push(next);
  }
  result.items = items.keep(memory_);
  into.what = result;
  return true;
}

bool parser::parse_case_item(case_item& into) {
  gathered<word> patterns(words_);
  take_sign(sign::open);
  do {
    if (look().kind != token_kind::word) return lacks_end();
    patterns.push(take().text);
  } while (take_sign(sign::pipe));
  if (!take_sign(sign::close)) return lacks_end();
  into.patterns = patterns.keep(memory_);
  const list body = parse_list({closer::leave, closer::end_case});
  into.body = memory_.keep(body);
  if (take_sign(sign::leave)) return true;
  if (take_sign(sign::run_next))
    into.ending = case_ending::run_next;
  else if (take_sign(sign::test_next))
    into.ending = case_ending::test_next;
  else
    return is_reserved("esac") || lacks_end();
  return true;
}

// Behind the name: "() { ... }".
bool parser::parse_function(command& into, std::string_view name) {
  take();
  if (name.empty() || !take_sign(sign::close)) return false;
  skip_lines();
  const std::optional<command> body = parse_command();
  if (!body.has_value() || std::holds_alternative<simple_command>(body->what) ||
      std::holds_alternative<function_definition>(body->what) || std::holds_alternative<coprocess>(body->what))
    return false;
  into.what = function_definition{name, memory_.keep(*body)};
  return true;
}

// "function name { ... }", with or without "()".
bool parser::parse_named_function(command& into) {
  take();
  if (look().kind != token_kind::word) return lacks_end();
  const std::string_view name = plain_text(take().text);
  if (is_sign(sign::open) && lexer_.peek() != '(') {
    take();
    if (!take_sign(sign::close)) return lacks_end();
  }
  skip_lines();
  const std::optional<command> body = parse_command();
  if (name.empty() || !body.has_value() || std::holds_alternative<simple_command>(body->what)) return false;
  into.what = function_definition{name, memory_.keep(*body)};
  return true;
}

// "coproc name { ... }", "coproc command".
bool parser::parse_coprocess(command& into) {
  take();
  coprocess result{};
  std::optional<command> body;
  if (look(expects::assignment).kind == token_kind::word && parse_detail::is_name(plain_text(look().text))) {
    const word name = look().text;
    command simple{.at = look().at};
    constexpr std::string_view begins[]{"if", "for", "while", "until", "case", "select", "function", "time"};
    if (is_one_of(plain_text(name), begins)) {
      body = parse_command();
    } else {
      take();
      if (is_reserved("{") || is_sign(sign::open)) {
        result.name = plain_text(name);
        body = parse_command();
      } else if (parse_simple(simple, &name)) {
        body = simple;
      }
    }
  } else {
    body = parse_command();
  }
  if (!body.has_value()) return false;
  result.body = memory_.keep(*body);
  into.what = result;
  return true;
}

}  // namespace headroom::read::shell::detail
