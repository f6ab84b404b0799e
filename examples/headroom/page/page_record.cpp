// SPDX-License-Identifier: BSL-1.0
#include "page/page_record.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

namespace headroom::program {

namespace {

report::tone tone_of(style how) {
  switch (how) {
    case style::plain:
      return report::tone::plain;
    case style::strong:
      return report::tone::strong;
    case style::faint:
      return report::tone::faint;
    case style::good:
      return report::tone::good;
    case style::bad:
      return report::tone::bad;
    case style::doubtful:
      break;
  }
  return report::tone::doubtful;
}

// Without the signs that colour a terminal, and the spaces around.
std::string plain_line(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\033') {
      text += line[i];
      continue;
    }
    while (i < line.size() && line[i] != 'm') ++i;
  }
  text.erase(text.find_last_not_of(" \t") + 1);
  return text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t from = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(from, text.find_last_not_of(' ') + 1 - from);
}

// A name that was broken after one of its signs is whole again.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c != '\n') line += c;
    else if (!line.empty() && std::string_view("_-/").find(line.back()) == std::string_view::npos) line += ' ';
  }
  return line;
}

}  // namespace

void page_record::add_heading(int level, std::string_view text) {
  end_text();
  blocks_.push_back(report::heading{level, std::string(text)});
}

void page_record::add_paragraph(std::string_view first, std::string_view text) {
  end_text();
  std::string whole(trimmed(first));
  if (!whole.empty()) whole += ' ';
  blocks_.push_back(report::paragraph{.text = whole.append(text)});
}

void page_record::add_line(std::string_view text, style how) {
  end_text();
  blocks_.push_back(report::paragraph{.text = std::string(text), .how = tone_of(how)});
}

void page_record::add(const table& rows) {
  end_text();
  report::table made;
  for (const column& each : rows.columns())
    if (!each.is_drawn) made.columns.push_back({on_one_line(each.title), each.side == align::right});
  for (const std::vector<cell>& row : rows.rows()) {
    std::vector<report::cell> cells;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (!rows.columns()[i].is_drawn) cells.push_back({row[i].text, tone_of(row[i].how)});
    made.rows.push_back(std::move(cells));
  }
  blocks_.push_back(std::move(made));
}

void page_record::add(report::listing of) {
  end_text();
  blocks_.push_back(std::move(of));
}

void page_record::draw(report::chart of) {
  end_text();
  blocks_.push_back(std::move(of));
}

void page_record::add_text(std::string_view text) { text_ += text; }

// Lines with spaces between their words are laid out by them, and stay as they are.
void page_record::end_text() {
  std::string joined;
  std::string laid_out;
  bool keeps_spaces = false;
  const auto end_paragraph = [&] {
    if (!joined.empty()) blocks_.push_back(report::paragraph{.text = keeps_spaces ? laid_out : joined, .keeps_spaces = keeps_spaces});
    joined.clear();
    laid_out.clear();
    keeps_spaces = false;
  };
  std::string_view rest = text_;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line = plain_line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) {
      end_paragraph();
      continue;
    }
    const std::string_view words = trimmed(line);
    keeps_spaces = keeps_spaces || words.find("  ") != std::string_view::npos;
    joined += (joined.empty() ? "" : " ") + std::string(words);
    laid_out += (laid_out.empty() ? "" : "\n") + line;
  }
  end_paragraph();
  text_.clear();
}

std::vector<report::block> page_record::blocks() const {
  page_record whole = *this;
  whole.end_text();
  return whole.blocks_;
}

std::vector<report::chart> page_record::charts() const {
  std::vector<report::chart> all;
  for (const report::block& each : blocks_)
    if (const auto* const drawn = std::get_if<report::chart>(&each)) all.push_back(*drawn);
  return all;
}

}  // namespace headroom::program
