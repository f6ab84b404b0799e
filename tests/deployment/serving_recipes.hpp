// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <check.hpp>

// Recipes that others run, with the sums that they come to, beside the checkout where they are at hand.
namespace serving_recipes {

struct row {
  std::vector<std::string> cells;
  hr::count at(std::size_t i) const { return std::stoll(cells[i]); }
};

// None where the file is not there.
inline std::vector<row> rows() {
  std::vector<row> all;
  std::ifstream file(HEADROOM_SOURCE_DIR "/../shared/configs/serving_recipes.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("recipe,")) continue;
    row one;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) one.cells.push_back(cell);
    if (one.cells.size() == 14) all.push_back(one);
  }
  return all;
}

}  // namespace serving_recipes
