// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/report/page.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "print/style.hpp"
#include "print/table.hpp"

namespace headroom::program {

// What a command prints, kept as the blocks of a page.
class page_record {
 public:
  void add_heading(int level, std::string_view text);
  // With what stands before its first line, as in "  source: ".
  void add_paragraph(std::string_view first, std::string_view text);
  void add_line(std::string_view text, style how);
  void add(const table& rows);
  void add(report::listing of);
  void draw(report::chart of);
  // What is printed as it is: lines that follow each other are a paragraph.
  void add_text(std::string_view text);

  void clear() { *this = {}; }
  std::vector<report::block> blocks() const;
  std::vector<report::chart> charts() const;

 private:
  std::vector<report::block> blocks_{};
  std::string text_{};  // that is not yet a block

  void end_text();
};

}  // namespace headroom::program
