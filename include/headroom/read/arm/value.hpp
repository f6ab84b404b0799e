// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/document.hpp>

// Values in ARM templates.
namespace headroom::read {

// Where an expression stands: whose parameters and variables it means, and which turns of which loops.
struct template_scope {
  struct turn {
    std::string_view loop{};
    std::int64_t index = -1;  // below 0: not known
    bool of_resource = false;
  };
  const tree* document = nullptr;             // with "parameters" and "variables"
  const tree* passed = nullptr;               // parameters that an outer deployment gives
  const template_scope* passed_in = nullptr;  // where those stand
  std::vector<turn> turns{};
};

// What an expression comes to. Lists and objects of the text are evaluated when something in them is asked for.
struct template_value {
  enum class kind { unknown, nothing, truth, number, text, list, object };

  kind is = kind::unknown;
  int line = 0;
  bool truth = false;
  std::int64_t number = 0;
  std::string text{};                   // of what is not known, the expression, by which it is told from others
  std::vector<template_value> items{};  // of a list made by a function
  const tree* said = nullptr;           // of a list or object of the text, or a loop that makes a list
  const template_scope* scope = nullptr;
  bool is_loop = false;

  bool is_known() const { return is != kind::unknown; }
  bool is_text() const { return is == kind::text; }
  bool is_number() const { return is == kind::number; }
};

using template_kind = template_value::kind;

// The value under a key, in capitals or small letters.
const tree* find_member(const tree* map, std::string_view name);

// Longer ones are not followed.
inline constexpr std::size_t most_template_text = 4'096;
inline constexpr std::int64_t most_template_items = 1'000;

inline template_value template_truth(bool is) { return {.is = template_value::kind::truth, .truth = is}; }
inline template_value template_number(std::int64_t n) { return {.is = template_value::kind::number, .number = n}; }
inline template_value template_text(std::string text) {
  if (text.size() > most_template_text) return {};
  return {.is = template_value::kind::text, .text = std::move(text)};
}
template_value as_template_text(const template_value& v);

// 1 where they are equal, 0 where not, -1 where that is not known.
int are_equal(const template_value& a, const template_value& b);

}  // namespace headroom::read
