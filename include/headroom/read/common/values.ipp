// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/values.hpp>


#include <array>
#include <charconv>
#include <cstdint>
#include <headroom/deployment/resolve.hpp>
#include <string>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

std::string key_of(const tree& value) {
  return value.key.empty() ? std::string() : std::string(value.key) + ": ";
}

}  // namespace

bool is_unresolved(std::string_view text) {
  return text.find('$') != std::string_view::npos || text.find("{{") != std::string_view::npos ||
         text.starts_with('[') || text.starts_with('<');
}

count count_of(std::string_view text, int line) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  if (problem == std::errc{} && stop == end && number >= 0 && number <= max_count) return number;
  throw unreadable(
      {line, 0, concat(in_quotes(text), " is not a count: expected a whole number from 0 to ", max_count)});
}

said<count> number_said(std::string_view text, int line) {
  const bool is_number = text.size() < 10 && is_digits(text);
  return is_number ? said<count>{count_of(text, line), line} : said<count>{unknown, line};
}

said<count> count_said(const tree* value) {
  if (value == nullptr || value->is == tree::kind::none) return {};
  if (!value->is_text())
    throw unreadable({value->line, 0, concat(key_of(*value), "expected a whole number, not a list or map")});
  if (is_unresolved(value->text)) return {unknown, value->line, said_state::left_open};
  return {count_of(value->text, value->line), value->line};
}

said<count> number_between(const said<count>& least, const said<count>& most) {
  if (least.is_unresolved()) return least;
  if (most.is_known()) return {};
  return most.is_unresolved() ? most : said<count>{unknown, least.line, said_state::chosen};
}

said<bool> bool_said(const tree* value) {
  if (value == nullptr || value->is == tree::kind::none) return {};
  if (value->is_text()) {
    for (const std::string_view yes : {"true", "yes", "on"})
      if (ascii::is_same(value->text, yes)) return {true, value->line};
    for (const std::string_view no : {"false", "no", "off"})
      if (ascii::is_same(value->text, no)) return {false, value->line};
    if (is_unresolved(value->text)) return {unknown, value->line, said_state::left_open};
  }
  throw unreadable({value->line, 0, concat(key_of(*value), "expected true or false")});
}

said<std::string_view> text_said(const tree* value) {
  if (value == nullptr || value->is == tree::kind::none) return {};
  if (!value->is_text())
    throw unreadable({value->line, 0, concat(key_of(*value), "expected a text, not a list or map")});
  if (value->text.empty()) return {};
  if (is_unresolved(value->text)) return {unknown, value->line, said_state::left_open};
  return {value->text, value->line};
}

}  // namespace headroom::read
