// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <headroom/read/shell/detail/pattern.hpp>

namespace headroom::read::shell::detail {

void pattern::add_quoted(std::string_view text) {
  for (const char c : text) steps_.push_back({.character = c});
}

bool pattern::add(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (i + 1 < text.size() && text[i + 1] == '(' && std::string_view("?*+@!").find(c) != std::string_view::npos) return false;
    if (c == '*') {
      steps_.push_back({.what = step::kind::many});
    } else if (c == '?') {
      steps_.push_back({.what = step::kind::any});
    } else if (c == '[') {
      if (!add_set(text, i)) return false;
    } else if (c == '\\') {
      return false;  // out of a variable: shells differ
    } else {
      steps_.push_back({.character = c});
    }
  }
  return true;
}

bool pattern::add_set(std::string_view text, std::size_t& at) {
  step one{.what = step::kind::one_of};
  std::size_t i = at + 1;
  if (i < text.size() && (text[i] == '!' || text[i] == '^')) {
    one.is_negated = true;
    ++i;
  }
  const std::size_t first = i;
  for (; i < text.size() && (text[i] != ']' || i == first); ++i) {
    if (text[i] == '[' || text[i] == '\\') return false;
    const bool is_range = i + 2 < text.size() && text[i + 1] == '-' && text[i + 2] != ']';
    one.set += {text[i], text[i + (is_range ? 2 : 0)]};
    if (is_range) i += 2;
  }
  if (i == text.size()) return false;
  at = i;
  steps_.push_back(std::move(one));
  return true;
}

bool pattern::accepts(const step& one, char c) {
  if (one.what == step::kind::any) return true;
  if (one.what == step::kind::character) return one.character == c;
  bool is_in = false;
  for (std::size_t i = 0; i < one.set.size(); i += 2) is_in = is_in || (one.set[i] <= c && c <= one.set[i + 1]);
  return is_in != one.is_negated;
}

bool pattern::matches(std::string_view text) const {
  std::size_t step_at = 0;
  std::size_t at = 0;
  std::size_t after_many = steps_.size() + 1;  // none yet
  std::size_t many_until = 0;
  while (at < text.size()) {
    if (step_at < steps_.size() && steps_[step_at].what == step::kind::many) {
      after_many = ++step_at;
      many_until = at;
    } else if (step_at < steps_.size() && accepts(steps_[step_at], text[at])) {
      ++step_at;
      ++at;
    } else if (after_many <= steps_.size()) {
      step_at = after_many;
      at = ++many_until;
    } else {
      return false;
    }
  }
  return std::all_of(steps_.begin() + static_cast<std::ptrdiff_t>(step_at), steps_.end(),
                     [](const step& one) { return one.what == step::kind::many; });
}

bool pattern::is_literal() const {
  return std::ranges::all_of(steps_, [](const step& one) { return one.what == step::kind::character; });
}

bool pattern::is_sure_of(std::string_view text) const {
  const auto counts = [](const step& one) { return one.what == step::kind::any || one.what == step::kind::one_of; };
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 128; };
  return std::ranges::all_of(text, is_ascii) || std::ranges::none_of(steps_, counts);
}

}  // namespace headroom::read::shell::detail
