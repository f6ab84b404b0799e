// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validate/row.hpp"

// Rows that are judged together, and what they have to meet.
namespace headroom::program::validation {

// exact: every figure as printed; spread: median and 90th percentile of the error; within: every error; misses: at most
// so many figures that are not as printed; none: shown, and not held to anything.
enum class bar_kind { exact, spread, within, misses, none };

struct family {
  std::string_view name{};  // what --family takes
  std::string_view title{};
  bar_kind bar = bar_kind::none;
  double median = 0;     // of spread; of within, the most
  double ninetieth = 0;  // of spread; 0: not held
  int misses = 0;        // of misses
};

std::span<const family> families();
// Null: there is none.
const family* family_named(std::string_view name);
// "median 3 %, 90 % within 8 %"
std::string bar_text(const family& of);

// Of the figures that count.
struct errors {
  int figures = 0;
  double median = 0;
  double ninetieth = 0;  // the smallest error that nine in ten do not exceed
  double worst = 0;
  double bias = 0;  // mean of ours over theirs, less one
  int misses = 0;
};

struct standing {
  const validation::family* family = nullptr;
  std::string part{};  // empty: all of the family
  errors of{};
  int refused = 0;
  int apart = 0;  // not confirmed or marked suspect: shown, and not counted
  std::optional<bool> holds{};
};

// Whether a figure is a miss by itself: never of a spread.
bool is_miss(const family& of, const judged& one);
// Of a spread: whether it is further off than nine in ten may be.
bool is_far(const family& of, const judged& one);

errors errors_of(std::span<const judged> figures, const family& of);

// Of each family that has figures, all of it and then its parts where there are several; in the order of families().
std::vector<standing> standings(std::span<const judged> figures);

// Error of another tool on the figures it has a formula for, beside ours on the same.
struct peer_standing {
  std::string peer{};
  const validation::family* family = nullptr;
  int figures = 0;
  double median = 0;
  double worst = 0;
  double our_median = 0;
  double our_worst = 0;
};
std::vector<peer_standing> peer_standings(std::span<const judged> figures);

}  // namespace headroom::program::validation
