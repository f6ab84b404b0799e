// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "validate/row.hpp"

// Whether of two runs of the same job the faster is found faster: what a choice between them needs.
namespace headroom::program::validation {

struct ranking {
  std::string_view name{};
  std::string_view title{};
  std::span<const std::string_view> families{};  // whose figures are compared
  bool of_gpus = false;                          // only those of different GPUs
  double bar = 0;                                // the share of pairs that has to be right
};

struct ranked {
  const ranking* of = nullptr;
  int pairs = 0;  // of figures that count, of the same job, whose published speeds are more than 10 % apart
  int right = 0;

  double share() const { return static_cast<double>(right) / pairs; }
  bool holds() const { return share() >= of->bar; }
};

// Whether figures of a family are ranked.
bool is_ranked(std::string_view family);

// Of each ranking with pairs.
std::vector<ranked> rankings(std::span<const judged> figures);

}  // namespace headroom::program::validation
