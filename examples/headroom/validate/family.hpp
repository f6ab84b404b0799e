// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "validate/row.hpp"

// Figures that are judged together, and what they have to meet.
namespace headroom::program::validation {

// What a family has to meet. exact: every figure as printed; spread: median and 90th percentile of the error; within:
// every error; misses: at most so many figures that are not as printed, or such a share of them; none: shown, and not
// held to anything.
enum class bar_kind { exact, spread, within, misses, none };
struct bar {
  bar_kind kind = bar_kind::none;
  double median = 0;     // of spread; of within, the most; of misses, the share
  double ninetieth = 0;  // of spread; 0: not held
  int misses = 0;        // of misses
};

// An entry of the one table that knows which figures there are. A new kind of figure is a new entry and its `find`.
struct family {
  std::string_view name{};  // what --family takes
  std::string_view title{};
  validation::bar bar{};
  std::span<const std::string_view> rows{};                // families of rows that have such figures
  bool (*takes)(const json&, std::string_view) = nullptr;  // whether a row's figure of that metric is one
  void (*find)(const json&, judged&) = nullptr;            // ours beside it; throws refusal
  std::string_view unless{};  // a family whose rows may print the same figure of the same run: counted there
  bool is_shown_empty = false;  // whether the table says that nothing of it was measured
  bool is_within = false;       // whether its figures are judged in another family, too, which stands before it
};

std::span<const family> families();
// Null: there is none.
const family* family_named(std::string_view name);
// "median 3 %, 90 % within 8 %"
std::string bar_text(const family& of);

// Families of rows whose every figure is judged or refused; of other rows that families take, some are left alone.
bool is_judged_whole(std::string_view rows);

// Whether a figure is a miss by itself: never of a spread.
bool is_miss(const family& of, const judged& one);
// Of a spread: whether it is further off than nine in ten may be.
bool is_far(const family& of, const judged& one);

}  // namespace headroom::program::validation
