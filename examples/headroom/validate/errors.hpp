// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "validate/family.hpp"

// How far off the figures of a family are.
namespace headroom::program::validation {

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
  std::optional<int> fits_recomputed{};  // of training jobs: how many fit with full recomputation
  std::optional<bool> holds{};
};

errors errors_of(std::span<const judged> figures, const family& of);

// Of each family that has figures, all of it and then its parts where there are several; in the order of families().
std::vector<standing> standings(std::span<const judged> figures);

// Errors of another tool on the figures it has a formula for, beside ours on the same: without bias and misses.
struct peer_standing {
  std::string peer{};
  const validation::family* family = nullptr;
  errors theirs{};
  errors ours{};
};
std::vector<peer_standing> peer_standings(std::span<const judged> figures);

}  // namespace headroom::program::validation
