// SPDX-License-Identifier: BSL-1.0
#include "session.hpp"

#include <headroom/read/common/models.hpp>
#include "page/page_record.hpp"
#include "print/table.hpp"

namespace headroom::program {

void session::write(std::string_view text) {
  out += text;
  if (page != nullptr) page->add_text(text);
}

void session::write(const table& rows) {
  out += rows.text(width, colour);
  if (page != nullptr) page->add(rows);
}

void session::write_json(std::string_view document) {
  is_json = true;
  write(document);
}

void session::paragraph(std::string_view first, std::string_view text) {
  out += program::paragraph(first, text, width);
  if (page != nullptr) page->add_paragraph(first, text);
}

namespace {

void print_lines(session& s, std::string_view text, style how) {
  for (const std::string& each : wrap(text, s.width)) s.out += s.styled(each, how) + '\n';
}

}  // namespace

void session::line(std::string_view text, style how) {
  print_lines(*this, text, how);
  if (page != nullptr) page->add_line(text, how);
}

void session::title(std::string_view text) {
  print_lines(*this, text, style::strong);
  if (page != nullptr) page->add_heading(2, text);
}

void session::heading(std::string_view text) {
  out += '\n';
  print_lines(*this, text, style::strong);
  if (page != nullptr) page->add_heading(3, text);
}

void session::flush() {
  const bool is_written = outside->print(out);
  out.clear();
  if (!is_written) throw read::input_error("standard output cannot be written to");
}

void session::draw(const report::chart& of) {
  if (page != nullptr) page->draw(of);
}

}  // namespace headroom::program
