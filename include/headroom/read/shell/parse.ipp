// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <utility>

#include <headroom/read/shell/detail/parser.hpp>
#include <headroom/read/shell/parse.hpp>

namespace headroom::read::shell {

std::string_view text_of(outside_reason reason) {
  switch (reason) {
    case outside_reason::unexpected: return "a word or an operator stands where none can";
    case outside_reason::unfinished: return "nothing ends the command that begins here";
    case outside_reason::open_quote: return "nothing closes a quote, a bracket or an expansion";
    case outside_reason::too_deep: return "commands and expansions stand too deep in each other";
    case outside_reason::too_long: return "the script is too long";
    case outside_reason::not_text: return "a NUL character is no text";
  }
  return {};
}

namespace detail {

// ---- tokens

token& parser::look(expects what) {
  if (!place_.ahead.has_value()) place_.ahead = lexer_.next(what);
  return *place_.ahead;
}

token parser::take(expects what) {
  const token result = look(what);
  place_.end_of_last = result.end;
  place_.ahead.reset();
  return result;
}

bool parser::take_sign(sign which) {
  if (!is_sign(which)) return false;
  take();
  return true;
}

bool parser::take_reserved(std::string_view name) {
  if (!is_reserved(name)) return false;
  take();
  return true;
}

void parser::skip_lines(expects what) {
  while (look(what).kind == token_kind::line_end) take();
}

parser::closer parser::closer_here() {
  const token& here = look(expects::assignment);
  if (here.kind == token_kind::sign) {
    if (here.which == sign::close) return closer::parenthesis;
    const bool leaves = here.which == sign::leave || here.which == sign::run_next || here.which == sign::test_next;
    return leaves ? closer::leave : closer::none;
  }
  if (here.kind != token_kind::word) return closer::none;
  const std::string_view name = plain_text(here.text);
  if (name == "then") return closer::then;
  if (name == "elif" || name == "else") return closer::otherwise;
  if (name == "fi") return closer::end_if;
  if (name == "do") return closer::begin_body;
  if (name == "done") return closer::end_body;
  if (name == "esac") return closer::end_case;
  return name == "}" ? closer::brace : closer::none;
}

// ---- substitutions, for the lexer

const list* parser::commands_until_parenthesis() {
  const place outer = std::exchange(place_, {});
  const list inner = parse_list({closer::parenthesis});
  const bool is_closed = take_sign(sign::close);
  place_ = outer;
  return is_closed ? memory_.keep(inner) : nullptr;
}

const list* parser::commands_until_end() {
  const place outer = std::exchange(place_, {});
  const list inner = parse_list({});
  place_ = outer;
  return memory_.keep(inner);
}

const list* parser::commands_in(std::string_view text, std::span<const origin> origins) {
  parser inner(memory_.keep_text(text), origins, memory_, nesting_, pieces_);
  return memory_.keep(inner.parse_all());
}

word parser::here_document_in(std::string_view text, std::span<const origin> origins) {
  parser inner(memory_.keep_text(text), origins, memory_, nesting_, pieces_);
  return inner.lexer_.read_here_document();
}

// ---- lists

// Up to what ends it, which is left: what it waits for itself, or what stands around it does.
list parser::parse_list(std::initializer_list<closer> own) {
  for (const closer each : own) ++place_.waiting[static_cast<std::size_t>(each)];
  gathered<and_or> items(items_);
  for (;;) {
    skip_lines(expects::assignment);
    const std::size_t begin = look().begin;
    if (look().kind == token_kind::end) break;
    if (const closer here = closer_here(); here != closer::none) {
      if (is_awaited(here)) break;
      take();
      items.push(piece_outside(begin));
      continue;
    }
    std::optional<and_or> item = parse_and_or();
    if (item.has_value() && !lexer_.is_broken()) {
      item->in_background = is_sign(sign::ampersand);
      items.push(*item);
      if (ends_item()) continue;
      items.push(piece_outside(look().begin));
    } else {
      items.push(piece_outside(begin));
    }
  }
  for (const closer each : own) --place_.waiting[static_cast<std::size_t>(each)];
  return {items.keep(memory_)};
}

// Takes what stands between two commands. False: something else does.
bool parser::ends_item() {
  if (take_sign(sign::semicolon) || take_sign(sign::ampersand)) return true;
  const token_kind next = look().kind;
  return next == token_kind::line_end || next == token_kind::end || is_awaited(closer_here());
}

// A list that holds something: only that of a substitution or of a case may be empty.
const list* parser::parse_body(std::initializer_list<closer> own) {
  const list body = parse_list(own);
  if (body.items.empty()) lacks_end();
  return body.items.empty() ? nullptr : memory_.keep(body);
}

bool parser::lacks_end() {
  place_.is_unfinished = look().kind == token_kind::end || is_awaited(closer_here());
  return false;
}

// What is not understood, to the end of its line or of what stands around it.
and_or parser::piece_outside(std::size_t begin) {
  outside piece{.at = lexer_.position_at(begin)};
  const bool is_broken = lexer_.is_broken();
  piece.reason = nesting_.is_exceeded      ? outside_reason::too_deep
                 : is_broken               ? outside_reason::open_quote
                 : place_.is_unfinished    ? outside_reason::unfinished
                                           : outside_reason::unexpected;
  nesting_.is_exceeded = place_.is_unfinished = false;
  lexer_.mend();
  std::size_t end = std::max(begin, place_.end_of_last);
  if (!is_awaited(closer_here())) {
    while (look().kind != token_kind::line_end && look().kind != token_kind::end) {
      if (look().kind == token_kind::sign && is_awaited(closer_here())) break;
      end = take().end;
      lexer_.mend();
    }
  }
  piece.text = lexer_.text_between(begin, end);
  piece.end = lexer_.position_at(end > begin ? end - 1 : begin);
  pieces_.push_back(piece);
  const command whole{.at = piece.at, .what = piece};
  const joined_pipeline only{.commands = {.commands = memory_.keep_one(whole)}};
  return {.pipelines = memory_.keep_one(only), .at = piece.at};
}

// ---- what a list joins

std::optional<and_or> parser::parse_and_or() {
  gathered<joined_pipeline> all(joined_);
  and_or result{.at = look(expects::assignment).at};
  for (joint by = joint::none;;) {
    const std::optional<pipeline> next = parse_pipeline();
    if (!next.has_value()) return std::nullopt;
    all.push({by, *next});
    if (!is_sign(sign::and_then) && !is_sign(sign::or_else)) break;
    by = take().which == sign::and_then ? joint::and_then : joint::or_else;
    skip_lines(expects::assignment);
  }
  result.pipelines = all.keep(memory_);
  return result;
}

std::optional<pipeline> parser::parse_pipeline() {
  gathered<command> all(commands_);
  pipeline result{};
  look(expects::assignment);
  for (;;) {
    if (take_reserved("!")) {
      result.is_negated = !result.is_negated;
    } else if (take_reserved("time")) {
      result.is_timed = true;
      look(expects::assignment);
      take_reserved("-p");
    } else {
      break;
    }
    look(expects::assignment);
  }
  const token& first = look();
  const bool is_empty = first.kind == token_kind::line_end || first.kind == token_kind::end || is_sign(sign::semicolon);
  if (is_empty && (result.is_timed || result.is_negated)) {
    all.push({.at = first.at});
    result.commands = all.keep(memory_);
    return result;
  }
  for (;;) {
    const std::optional<command> next = parse_command();
    if (!next.has_value()) return std::nullopt;
    all.push(*next);
    if (!take_sign(sign::pipe) && !take_sign(sign::pipe_both)) break;
    skip_lines(expects::assignment);
  }
  result.commands = all.keep(memory_);
  return result;
}

std::optional<command> parser::parse_command() {
  if (closer_here() != closer::none) {
    lacks_end();
    return std::nullopt;
  }
  if (nesting_.depth >= nesting_.most) {
    nesting_.is_exceeded = true;
    return std::nullopt;
  }
  ++nesting_.depth;
  std::optional<command> result = parse_compound();
  --nesting_.depth;
  return result;
}

}  // namespace detail

// ---- scripts

class script_builder {
 public:
  // A NUL character is taken for text: the walk marks with it what it does not know.
  static script build(std::string_view text, const parse_options& options) {
    script result;
    result.text_ = result.memory_.keep_text(text);
    result.language_ = language_of(text);
    nesting depth{.most = options.most_nested};
    detail::parser parser(result.text_, options.origins, result.memory_, depth, result.outside_);
    result.commands_ = parser.parse_all();
    return result;
  }

  // A script that is not read at all.
  static script refuse(std::string_view text, outside_reason reason) {
    script result;
    result.text_ = result.memory_.keep_text(text);
    const outside all{.reason = reason, .text = result.text_};
    result.outside_.push_back(all);
    const command only{.what = all};
    const joined_pipeline line{.commands = {.commands = result.memory_.keep_one(only)}};
    const and_or item{.pipelines = result.memory_.keep_one(line)};
    result.commands_ = {result.memory_.keep_one(item)};
    return result;
  }

 private:
  static dialect language_of(std::string_view text) {
    if (!text.starts_with("#!")) return dialect::bash;
    std::string_view line = text.substr(2, text.find('\n') - 2);
    while (line.starts_with(' ')) line.remove_prefix(1);
    std::string_view program = line.substr(0, line.find_first_of(" \t\r"));
    if (program.ends_with("/env")) {
      line.remove_prefix(std::min(line.find_first_not_of(' ', program.size()), line.size()));
      program = line.substr(0, line.find_first_of(" \t\r"));
    }
    const std::string_view name = program.substr(program.find_last_of('/') + 1);
    return name == "sh" || name == "dash" || name == "ash" ? dialect::sh : dialect::bash;
  }
};

script parse(std::string_view text, const parse_options& options) {
  if (text.size() > options.most_bytes) return script_builder::refuse(text.substr(0, options.most_bytes), outside_reason::too_long);
  if (text.find('\0') != std::string_view::npos) return script_builder::refuse(text, outside_reason::not_text);
  return script_builder::build(text, options);
}

}  // namespace headroom::read::shell
