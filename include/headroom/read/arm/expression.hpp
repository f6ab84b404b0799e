// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/arm/value.hpp>

// The expressions of ARM templates, as far as a template alone says what they come to.
namespace headroom::read {

// Evaluates within bounds: what takes longer, or turns in a circle, is unknown.
class template_evaluator {
 public:
  template_value value_of(const tree* said, const template_scope& in);
  template_value member(const template_value& of, std::string_view name);
  template <class... Names>
  template_value member(const template_value& of, std::string_view name, Names... more) {
    return member(member(of, name), more...);
  }
  // How many a list has, as a number.
  template_value length(const template_value& list);
  template_value element(const template_value& list, std::int64_t at);

  // A scope that lives as long as this.
  const template_scope& keep(template_scope scope) { return scopes_.emplace_back(std::move(scope)); }

 private:
  friend class expression_reader;
  // Expressions in expressions, and what they lead to.
  class level {
   public:
    explicit level(template_evaluator& in) : in_(in) { ++in_.depth_; }
    level(const level&) = delete;
    level& operator=(const level&) = delete;
    level(level&&) = delete;
    level& operator=(level&&) = delete;
    ~level() { --in_.depth_; }
    bool is_too_deep() const { return in_.depth_ > 100; }

   private:
    template_evaluator& in_;
  };
  template_value evaluated(const tree& said, const template_scope& in);
  template_value parameter(std::string_view name, const template_scope& in);
  template_value variable(std::string_view name, const template_scope& in);
  template_value called(const std::string& function, std::vector<template_value>& with, const template_scope& in);
  template_value copy_index(const std::vector<template_value>& with, const template_scope& in);
  template_value joined(std::vector<template_value>& parts);
  template_value formatted(const std::vector<template_value>& with);
  template_value contains(const template_value& whole, const template_value& part);
  bool takes_step();

  std::deque<template_scope> scopes_;
  int depth_ = 0;
  int steps_ = 0;  // of the value asked for
  std::int64_t all_steps_ = 0;
};

}  // namespace headroom::read
