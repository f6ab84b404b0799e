// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "validate/family.hpp"
#include "validate/row.hpp"

namespace headroom::program::validation {

// A row as its file holds it, with a name for it where it has none of its own.
struct read_row {
  std::string place{};  // "memory.json, row 12"
  json row{};
};

// What came of rows: figures judged or refused, and families that this version does not judge.
struct judgement_of_rows {
  std::vector<judged> figures{};
  std::map<std::string, int> not_judged{};  // rows of each family of them
};

// Every figure of a row, judged or refused. Empty: the row is of a family that this version does not judge. With a
// family, at least the figures that say something about it.
std::vector<judged> judge(const json& row, const family* only = nullptr);

// With a family, its figures alone.
judgement_of_rows judge(std::span<const read_row> rows, const family* only = nullptr);

}  // namespace headroom::program::validation
