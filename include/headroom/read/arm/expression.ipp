// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/arm/expression.hpp>

#include <charconv>
#include <functional>
#include <headroom/deployment/resolve.hpp>
#include <optional>
#include <utility>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

std::optional<std::int64_t> integer_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template_value of_scalar(const tree& said) {
  template_value v{.line = said.line};
  if (!said.quoted && (said.text == "true" || said.text == "false")) {
    v.is = template_kind::truth;
    v.truth = said.text == "true";
  } else if (const auto number = said.quoted ? std::nullopt : integer_in(said.text)) {
    v.is = template_kind::number;
    v.number = *number;
  } else {
    v.is = template_kind::text;
    v.text = said.text.starts_with("[[") ? said.text.substr(1) : said.text;
  }
  return v;
}

bool is_expression(const tree& said) {
  return said.is_text() && said.text.size() > 2 && said.text.starts_with('[') && !said.text.starts_with("[[") &&
         said.text.ends_with(']');
}

bool begins_name(char c) { return is_of_identifier(c) && !is_digit(c); }

}  // namespace

// Reads an expression and evaluates it on the way.
class expression_reader {
 public:
  expression_reader(template_evaluator& by, std::string_view text, const template_scope& in)
      : by_(by), text_(text), in_(in) {}

  template_value whole() {
    template_value v = expression();
    return failed_ || at_ != text_.size() ? template_value{} : v;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }
  bool take(char sign) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }
  template_value fail() {
    failed_ = true;
    return {};
  }

  template_value expression() {
    const template_evaluator::level here(by_);
    if (failed_ || here.is_too_deep() || !by_.takes_step()) return fail();
    template_value v = primary();
    while (!failed_) {
      if (take('.')) {
        take('?');
        v = by_.member(v, name());
      } else if (take('[')) {
        take('?');
        const template_value key = expression();
        if (!take(']')) return fail();
        v = key.is_number() ? by_.element(v, key.number) : key.is_text() ? by_.member(v, key.text) : template_value{};
      } else {
        break;
      }
    }
    return v;
  }

  template_value primary() {
    skip_blanks();
    if (at_ == text_.size()) return fail();
    const char c = text_[at_];
    if (c == '\'') return literal();
    if (begins_name(c)) return function();
    const std::size_t begin = at_;
    if (c == '-') ++at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    const auto number = integer_in(text_.substr(begin, at_ - begin));
    return number ? template_value{.is = template_kind::number, .number = *number} : fail();
  }

  // Two quotes stand for one.
  template_value literal() {
    template_value v{.is = template_kind::text};
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\'') {
        if (text_.substr(at_ + 1, 1) != "'") {
          ++at_;
          return v;
        }
        ++at_;
      }
      v.text += text_[at_];
    }
    return fail();
  }

  std::string name() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_identifier(text_[at_])) ++at_;
    if (at_ == begin) failed_ = true;
    return std::string(text_.substr(begin, at_ - begin));
  }

  template_value function() {
    const std::size_t begin = at_;
    std::string called = name();
    while (at_ < text_.size() && text_[at_] == '.') {  // a namespace
      ++at_;
      called += '.' + name();
    }
    if (!take('(')) return fail();
    std::vector<template_value> with;
    if (!take(')')) {
      do with.push_back(expression());
      while (!failed_ && take(','));
      if (!take(')')) return fail();
    }
    template_value v = by_.called(in_small_letters(called), with, in_);
    if (!v.is_known() && v.text.empty() && at_ - begin <= most_template_text) v.text = text_.substr(begin, at_ - begin);
    return v;
  }

  template_evaluator& by_;
  std::string_view text_;
  const template_scope& in_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

bool template_evaluator::takes_step() {
  constexpr int most_steps = 20'000;
  constexpr std::int64_t most_steps_of_all = 10'000'000;
  return ++steps_ <= most_steps && ++all_steps_ <= most_steps_of_all;
}

template_value template_evaluator::value_of(const tree* said, const template_scope& in) {
  if (said == nullptr) return {.is = template_kind::nothing};
  steps_ = 0;
  return evaluated(*said, in);
}

template_value template_evaluator::evaluated(const tree& said, const template_scope& in) {
  const level here(*this);
  if (!takes_step()) return {.line = said.line};
  template_value v;
  if (is_expression(said)) {
    v = expression_reader(*this, said.text.substr(1, said.text.size() - 2), in).whole();
    if (!v.is_known() || v.line == 0) v.line = said.line;
  } else if (said.is_text()) {
    v = of_scalar(said);
  } else {
    v = {.is = said.is_list()  ? template_kind::list
               : said.is_map() ? template_kind::object
                               : template_kind::nothing,
         .line = said.line};
    v.said = &said;
    v.scope = &in;
  }
  return v;
}

namespace {

// A value that the declaration of its parameter does not allow: the deployment is refused.
template_value allowed_by(const tree& declared, std::string_view name, template_value value) {
  const auto bound = [&](std::string_view key, auto is_beyond) {
    const tree* said = find_member(&declared, key);
    if (said == nullptr || !value.is_number()) return;
    const template_value of = of_scalar(*said);
    if (of.is_number() && is_beyond(value.number, of.number))
      throw unreadable({value.line, 0, concat(key, " of the parameter ", name, " is ", said->text, ", its value ", std::to_string(value.number),
                                              ": expected one within its bounds")});
  };
  bound("maxValue", std::greater<>());
  bound("minValue", std::less<>());
  return value;
}

}  // namespace

template_value template_evaluator::parameter(std::string_view name, const template_scope& in) {
  if (const tree* given = find_member(in.passed, name)) {
    const tree* value = find_member(given, "value");
    return value == nullptr ? template_value{} : evaluated(*value, *in.passed_in);
  }
  const tree* declared = find_member(in.document == nullptr ? nullptr : in.document->at("parameters"), name);
  if (const tree* otherwise = find_member(declared, "defaultValue")) return allowed_by(*declared, name, evaluated(*otherwise, in));
  return text_of(find_member(declared, "nullable")) == "true" ? template_value{.is = template_kind::nothing}
                                                              : template_value{};
}

template_value template_evaluator::variable(std::string_view name, const template_scope& in) {
  const tree* variables = in.document == nullptr ? nullptr : in.document->at("variables");
  template_value all{.is = template_kind::object};
  all.said = variables;
  all.scope = &in;
  const template_value found = member(all, name);
  return found.is == template_kind::nothing && find_member(variables, name) == nullptr ? template_value{} : found;
}

}  // namespace headroom::read
