// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <headroom/deployment/resolve.hpp>

#include <headroom/read/arm/expression.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

// What two whole numbers come to; unknown where that is no number.
template_value calculated(const std::string& how, std::int64_t a, std::int64_t b) {
  std::int64_t n = 0;
  if (how == "add") return __builtin_add_overflow(a, b, &n) ? template_value{} : template_number(n);
  if (how == "sub") return __builtin_sub_overflow(a, b, &n) ? template_value{} : template_number(n);
  if (how == "mul") return __builtin_mul_overflow(a, b, &n) ? template_value{} : template_number(n);
  if (b == 0 || (b == -1 && a == INT64_MIN)) return {};
  return template_number(how == "div" ? a / b : a % b);
}

template_value compared(const std::string& how, const template_value& a, const template_value& b) {
  if (a.is != b.is || (!a.is_number() && !a.is_text())) return {};
  const int order = a.is_number() ? (a.number < b.number ? -1 : a.number > b.number ? 1 : 0) : a.text.compare(b.text);
  if (how == "less") return template_truth(order < 0);
  if (how == "lessorequals") return template_truth(order <= 0);
  return template_truth(how == "greater" ? order > 0 : order >= 0);
}

template_value all_or_any(bool all, const std::vector<template_value>& with) {
  bool known = true;
  for (const template_value& each : with) {
    if (each.is == template_kind::truth && each.truth != all) return template_truth(!all);
    known = known && each.is == template_kind::truth;
  }
  return known && !with.empty() ? template_truth(all) : template_value{};
}

template_value smallest_or_largest(bool smallest, const std::vector<template_value>& with) {
  if (with.empty() || !std::ranges::all_of(with, &template_value::is_number)) return {};
  const auto [least, most] = std::ranges::minmax(with, {}, &template_value::number);
  return template_number(smallest ? least.number : most.number);
}

template_value as_number(const template_value& v) {
  if (v.is_number()) return v;
  if (!v.is_text() || v.text.empty() || v.text.size() > 15) return {};
  std::int64_t n = 0;
  for (const char c : v.text) {
    if (!is_digit(c)) return {};
    n = n * 10 + (c - '0');
  }
  return template_number(n);
}

template_value as_truth(const template_value& v) {
  if (v.is == template_kind::truth) return v;
  if (v.is_number()) return template_truth(v.number != 0);
  if (ascii::is_same(v.text, "true")) return template_truth(true);
  if (ascii::is_same(v.text, "false")) return template_truth(false);
  return {};
}

// The few texts of JSON that stand for what a template cannot write.
template_value from_json(const template_value& v) {
  if (!v.is_text()) return {};
  if (v.text == "null") return {.is = template_kind::nothing};
  if (v.text == "true" || v.text == "false") return template_truth(v.text == "true");
  return as_number(v);
}

template_value in_letters(template_value v, bool small) {
  if (!v.is_text()) return {};
  for (char& c : v.text) {
    if (small)
      c = ascii::small_letter(c);
    else if ('a' <= c && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
  }
  return v;
}

template_value replaced(const std::vector<template_value>& with) {
  if (with.size() != 3 || !std::ranges::all_of(with, &template_value::is_text) || with[1].text.empty()) return {};
  std::string text = with[0].text;
  for (std::size_t at = text.find(with[1].text); at != std::string::npos && text.size() <= most_template_text;
       at = text.find(with[1].text, at + with[2].text.size()))
    text.replace(at, with[1].text.size(), with[2].text);
  return template_text(std::move(text));
}

template_value numbers_from(const template_value& first, const template_value& how_many) {
  template_value list{.is = template_kind::list};
  if (!first.is_number() || !how_many.is_number() || how_many.number < 0 || how_many.number > most_template_items ||
      first.number > (std::int64_t{1} << 40))
    return {};
  for (std::int64_t i = 0; i < how_many.number; ++i) list.items.push_back(template_number(first.number + i));
  return list;
}

// Type and names, which tell a template's resources apart; the subscription and the group are not known. In place of a
// name that is not known stands its expression.
template_value resource_id(const std::vector<template_value>& with) {
  template_value id = template_text({});
  for (const template_value& each : with) {
    const bool has_type = !id.text.empty() || (each.is_text() && each.text.find('/') != std::string::npos);
    if (!has_type) continue;
    if (!each.is_text()) id.is = template_kind::unknown;
    id.text += (id.text.empty() ? "" : "/") + each.text;
    if ((!each.is_text() && each.text.empty()) || id.text.size() > most_template_text) return {};
  }
  return id.text.empty() ? template_value{} : id;
}

}  // namespace

template_value template_evaluator::called(const std::string& f, std::vector<template_value>& with,
                                          const template_scope& in) {
  const std::size_t n = with.size();
  if (n == 1 && with[0].is_text()) {
    if (f == "parameters") return parameter(with[0].text, in);
    if (f == "variables") return variable(with[0].text, in);
  }
  if (f == "copyindex") return copy_index(with, in);
  if (f == "concat") return joined(with);
  if (f == "format") return formatted(with);
  if (f == "resourceid") return resource_id(with);
  if (f == "and") return all_or_any(true, with);
  if (f == "or") return all_or_any(false, with);
  if (f == "min" || f == "max") return smallest_or_largest(f == "min", with);
  if (f == "replace") return replaced(with);
  if (f == "createarray") {
    template_value list{.is = template_kind::list};
    list.items = std::move(with);
    return list;
  }
  if (f == "coalesce") {
    for (template_value& each : with)
      if (each.is != template_kind::nothing) return std::move(each);
    return {.is = template_kind::nothing};
  }
  if (f == "if" && n == 3) return with[0].is != template_kind::truth ? template_value{} : with[with[0].truth ? 1 : 2];
  if (n == 0) {
    if (f == "true" || f == "false") return template_truth(f == "true");
    if (f == "null") return {.is = template_kind::nothing};
  } else if (n == 1) {
    if (f == "length")
      return with[0].is_text() ? template_number(static_cast<std::int64_t>(with[0].text.size())) : length(with[0]);
    if (f == "not") return with[0].is == template_kind::truth ? template_truth(!with[0].truth) : template_value{};
    if (f == "int") return as_number(with[0]);
    if (f == "string") return as_template_text(with[0]);
    if (f == "bool") return as_truth(with[0]);
    if (f == "json") return from_json(with[0]);
    if (f == "tolower" || f == "toupper") return in_letters(with[0], f == "tolower");
    if (f == "array") {
      if (with[0].is == template_kind::list || !with[0].is_known()) return with[0];
      template_value list{.is = template_kind::list};
      list.items = std::move(with);
      return list;
    }
    if (f == "empty") {
      if (with[0].is == template_kind::nothing) return template_truth(true);
      if (with[0].is_text()) return template_truth(with[0].text.empty());
      if (with[0].is == template_kind::object) return template_truth(with[0].said->items.empty());
      const template_value many = length(with[0]);
      return many.is_number() ? template_truth(many.number == 0) : template_value{};
    }
    if (f == "first" || f == "last") {
      const template_value many = length(with[0]);
      return many.is_number() ? element(with[0], f == "first" ? 0 : many.number - 1) : template_value{};
    }
  } else if (n == 2) {
    if (f == "add" || f == "sub" || f == "mul" || f == "div" || f == "mod")
      return with[0].is_number() && with[1].is_number() ? calculated(f, with[0].number, with[1].number)
                                                        : template_value{};
    if (f == "equals") {
      const int equal = are_equal(with[0], with[1]);
      return equal < 0 ? template_value{} : template_truth(equal == 1);
    }
    if (f == "less" || f == "lessorequals" || f == "greater" || f == "greaterorequals")
      return compared(f, with[0], with[1]);
    if (f == "contains") return contains(with[0], with[1]);
    if (f == "range") return numbers_from(with[0], with[1]);
    if (f == "tryget" && with[1].is_text()) return member(with[0], with[1].text);
    if (f == "tryget" && with[1].is_number()) return element(with[0], with[1].number);
  }
  return {};
}

}  // namespace headroom::read
