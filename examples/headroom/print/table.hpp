// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "print/style.hpp"

namespace headroom::program {

enum class align { left, right };

// A text column is made narrower by breaking its lines, and where that is not enough one of names; a number is never
// broken or cut.
struct column {
  std::string title{};  // of one line or more
  align side = align::left;
  bool may_wrap = false;
  int least = 16;  // columns that a text or a name is left with
  bool is_drawn = false;  // a picture in characters, for which a page has a better one
};

inline column text_column(std::string title, int least = 16) { return {std::move(title), align::left, true, least}; }
inline column name_column(std::string title) { return {std::move(title), align::left, false}; }
inline column drawn_column() { return {.is_drawn = true}; }
inline column number_column(std::string title) { return {std::move(title), align::right, false}; }

struct cell {
  std::string text{};
  style how = style::plain;

  cell() = default;
  cell(std::string_view content, style look = style::plain) : text(content), how(look) {}
  cell(const std::string& content, style look = style::plain) : text(content), how(look) {}
  cell(const char* content, style look = style::plain) : text(content), how(look) {}
};

// Aligned columns, two spaces apart, no wider than the terminal: text columns wrap, and columns that still do not fit
// go to a second block below, under the first column again.
class table {
 public:
  explicit table(std::vector<column> columns, int indent = 2) : columns_(std::move(columns)), indent_(indent) {}

  // Missing cells are empty.
  void add(std::vector<cell> row) {
    row.resize(columns_.size());
    rows_.push_back(std::move(row));
  }
  // A line between the rows before and after.
  void add_rule() { rows_.emplace_back(); }
  bool empty() const { return rows_.empty(); }
  const std::vector<column>& columns() const { return columns_; }
  // One without cells is a line.
  const std::vector<std::vector<cell>>& rows() const { return rows_; }

  std::string text(int width, bool colour) const;

 private:
  std::string block(const std::vector<std::size_t>& shown, std::vector<int> widths, int width, bool colour) const;
  std::vector<int> natural_widths() const;

  std::vector<column> columns_;
  std::vector<std::vector<cell>> rows_;
  int indent_ = 2;
};

}  // namespace headroom::program
