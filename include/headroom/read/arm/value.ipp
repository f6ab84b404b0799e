// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/arm/value.hpp>

#include <headroom/deployment/resolve.hpp>

#include <headroom/read/arm/expression.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

constexpr std::size_t most_scopes = 200'000;  // in memory

}  // namespace

const tree* find_member(const tree* map, std::string_view name) {
  if (map == nullptr) return nullptr;
  for (const tree* each : map->items)
    if (ascii::is_same(each->key, name)) return each;
  return nullptr;
}

template_value as_template_text(const template_value& v) {
  if (v.is_text()) return v;
  if (v.is_number()) return template_text(std::to_string(v.number));
  if (v.is == template_kind::truth) return template_text(v.truth ? "True" : "False");
  return {};
}

int are_equal(const template_value& a, const template_value& b) {
  if (!a.is_known() || !b.is_known()) return -1;
  if (a.is == template_kind::list || a.is == template_kind::object || b.is == template_kind::list ||
      b.is == template_kind::object)
    return a.is == template_kind::nothing || b.is == template_kind::nothing ? 0 : -1;
  return a.is == b.is && a.truth == b.truth && a.number == b.number && a.text == b.text ? 1 : 0;
}

// ---- lists and objects

template_value template_evaluator::member(const template_value& of, std::string_view name) {
  if (of.is != template_kind::object)
    return {.is = of.is == template_kind::nothing ? template_kind::nothing : template_kind::unknown, .line = of.line};
  if (const tree* found = find_member(of.said, name)) return evaluated(*found, *of.scope);
  // A loop may make it.
  const tree* loops = find_member(of.said, "copy");
  if (loops != nullptr)
    for (const tree* each : loops->items) {
      if (!ascii::is_same(text_of(each->at("name")), name)) continue;
      template_value list{.is = template_kind::list, .line = each->line};
      list.said = each;
      list.scope = of.scope;
      list.is_loop = true;
      return list;
    }
  return {.is = template_kind::nothing};
}

template_value template_evaluator::length(const template_value& list) {
  if (list.is != template_kind::list) return {.line = list.line};
  if (list.is_loop) {
    const tree* times = list.said->at("count");
    const template_value n = times == nullptr ? template_value{} : evaluated(*times, *list.scope);
    return n.is_number() ? n : template_value{.line = list.line};
  }
  template_value n{.is = template_kind::number, .line = list.line};
  n.number = static_cast<std::int64_t>(list.said != nullptr ? list.said->items.size() : list.items.size());
  return n;
}

template_value template_evaluator::element(const template_value& list, std::int64_t at) {
  if (list.is != template_kind::list || at < 0) return {.line = list.line};
  if (list.is_loop) {
    const tree* input = list.said->at("input");
    if (input == nullptr || scopes_.size() > most_scopes || !takes_step()) return {.line = list.line};
    template_scope inside = *list.scope;
    inside.turns.push_back({.loop = text_of(list.said->at("name")), .index = at});
    return evaluated(*input, keep(std::move(inside)));
  }
  const auto i = static_cast<std::size_t>(at);
  if (list.said != nullptr)
    return i < list.said->items.size() ? evaluated(*list.said->items[i], *list.scope) : template_value{};
  return i < list.items.size() ? list.items[i] : template_value{};
}

// ---- functions of them

template_value template_evaluator::joined(std::vector<template_value>& parts) {
  template_value list{.is = template_kind::list};
  std::string text;
  bool has_list = false;
  for (const template_value& each : parts) {
    const bool is_list = each.is == template_kind::list;
    has_list = has_list || is_list;
    const template_value words = as_template_text(each);
    if (!words.is_known() && !is_list) return {};
    text += words.text;
    if (text.size() > most_template_text) return {};
  }
  if (!has_list) return template_text(std::move(text));
  for (const template_value& each : parts) {
    const template_value n = length(each);
    if (!n.is_number() || n.number > most_template_items) return {};
    for (std::int64_t i = 0; i < n.number; ++i) {
      if (!takes_step()) return {};
      list.items.push_back(element(each, i));
    }
  }
  return list;
}

template_value template_evaluator::formatted(const std::vector<template_value>& with) {
  if (with.empty() || !with[0].is_text()) return {};
  const std::string_view pattern = with[0].text;
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if ((c == '{' || c == '}') && pattern.substr(i + 1, 1) == std::string_view(&c, 1)) {
      text += c;
      ++i;
    } else if (c == '{') {
      const std::size_t end = pattern.find('}', i);
      const bool has_digit = end == i + 2 && is_digit(pattern[i + 1]);
      const std::size_t at = has_digit ? static_cast<std::size_t>(pattern[i + 1] - '0') + 1 : with.size();
      const template_value words = at < with.size() ? as_template_text(with[at]) : template_value{};
      if (!words.is_known()) return {};
      text += words.text;
      i = end;
    } else {
      text += c;
    }
    if (text.size() > most_template_text) return {};
  }
  return template_text(std::move(text));
}

template_value template_evaluator::contains(const template_value& whole, const template_value& part) {
  if (whole.is_text() && part.is_text()) return template_truth(whole.text.find(part.text) != std::string::npos);
  if (whole.is == template_kind::object && part.is_text()) {
    if (find_member(whole.said, part.text) != nullptr) return template_truth(true);
    return find_member(whole.said, "copy") == nullptr ? template_truth(false) : template_value{};
  }
  const template_value n = length(whole);
  if (!n.is_number() || n.number > most_template_items) return {};
  bool known = true;
  for (std::int64_t i = 0; i < n.number; ++i) {
    const int equal = takes_step() ? are_equal(element(whole, i), part) : -1;
    if (equal == 1) return template_truth(true);
    known = known && equal == 0;
  }
  return known ? template_truth(false) : template_value{};
}

// Of the loop named, or of the resource's; plus an offset.
template_value template_evaluator::copy_index(const std::vector<template_value>& with, const template_scope& in) {
  const bool is_named = !with.empty() && with[0].is_text();
  const std::int64_t offset = !with.empty() && with.back().is_number() ? with.back().number : 0;
  for (auto turn = in.turns.rbegin(); turn != in.turns.rend(); ++turn) {
    const bool is_it = is_named ? ascii::is_same(turn->loop, with[0].text) : turn->of_resource;
    std::int64_t at = 0;
    if (is_it)
      return turn->index < 0 || __builtin_add_overflow(turn->index, offset, &at) ? template_value{}
                                                                                 : template_number(at);
  }
  return {};
}

}  // namespace headroom::read
