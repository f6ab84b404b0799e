// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <check.hpp>

// Figures that the documentation prints of constants.
namespace hr_test {

// The numbers of the second cell of the row that begins with these words, in the table of docs/accuracy.md whose header begins
// so. 12,400 is one.
inline std::vector<double> documented(std::string_view header, std::string_view row) {
  std::ifstream file{HEADROOM_SOURCE_DIR "/docs/accuracy.md"};
  std::string line;
  while (std::getline(file, line) && !line.starts_with(header)) {
  }
  while (std::getline(file, line) && !line.starts_with("| " + std::string(row))) {
  }
  const std::size_t begin = line.find("| ", row.size());
  std::string cell = begin == std::string::npos ? "" : line.substr(begin, line.find(" | ", begin + 1) - begin);
  const auto is_digit = [&](std::size_t at) { return at < cell.size() && std::isdigit(static_cast<unsigned char>(cell[at])) != 0; };
  for (std::size_t at = 1; at < cell.size(); ++at)
    if (cell[at] == ',' && is_digit(at - 1) && is_digit(at + 1)) cell.erase(at, 1);
  std::vector<double> found;
  for (std::size_t at = cell.find_first_of("0123456789"); at != std::string::npos; at = cell.find_first_of("0123456789", at)) {
    const std::size_t end = std::min(cell.find_first_not_of("0123456789.", at), cell.size());
    found.push_back(std::stod(cell.substr(at, end - at)));
    at = end;
  }
  return found;
}

inline void check_documented(std::string_view header, std::string_view row, const std::vector<double>& constants) {
  CAPTURE(row);
  const std::vector<double> all = documented(header, row);
  REQUIRE(all.size() == constants.size());
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(constants[i] == doctest::Approx(all[i]).epsilon(1e-12));
}

}  // namespace hr_test
