// SPDX-License-Identifier: BSL-1.0
#include "print/table.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "print/lines.hpp"

namespace headroom::program {

namespace {

constexpr int gap = 2;

int total_width(const std::vector<int>& widths) {
  return std::accumulate(widths.begin(), widths.end(), 0) + gap * (static_cast<int>(widths.size()) - 1);
}

std::vector<std::string> lines_of_title(std::string_view title) {
  std::vector<std::string> lines;
  for (std::size_t end = title.find('\n'); end != std::string_view::npos; end = title.find('\n')) {
    lines.emplace_back(title.substr(0, end));
    title.remove_prefix(end + 1);
  }
  lines.emplace_back(title);
  return lines;
}

std::vector<std::string> lines_of_title(std::string_view title, int width) {
  std::vector<std::string> lines;
  for (const std::string& whole : lines_of_title(title))
    for (std::string& line : wrap(whole, width)) lines.push_back(std::move(line));
  return lines;
}

std::string padded(const std::string& text, int width, align side) {
  const std::string spaces(static_cast<std::size_t>(std::max(width - columns_of(text), 0)), ' ');
  return side == align::left ? text + spaces : spaces + text;
}

}  // namespace

std::vector<int> table::natural_widths() const {
  std::vector<int> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    int widest = 0;
    for (const std::string& line : lines_of_title(columns_[i].title)) widest = std::max(widest, columns_of(line));
    for (const std::vector<cell>& row : rows_)
      if (!row.empty()) widest = std::max(widest, columns_of(row[i].text));
    widths.push_back(widest);
  }
  return widths;
}

std::string table::block(const std::vector<std::size_t>& shown, std::vector<int> widths, int width, bool colour) const {
  // Take columns from the widest text until the block fits, after the texts from the widest name, and then from texts that are left
  // with more than others.
  for (const auto& [is_text, left_at_most] : {std::pair{true, width}, std::pair{false, width}, std::pair{true, column{}.least}}) {
    while (total_width(widths) > width) {
      int* widest = nullptr;
      for (std::size_t k = 0; k < shown.size(); ++k) {
        const column& each = columns_[shown[k]];
        if (each.side == align::left && each.may_wrap == is_text && widths[k] > std::min(each.least, left_at_most) &&
            (widest == nullptr || widths[k] > *widest))
          widest = &widths[k];
      }
      if (widest == nullptr) break;
      --*widest;
    }
  }

  std::string result;
  const auto add_line = [&](const std::vector<std::vector<std::string>>& lines, std::size_t n, const auto& style_of) {
    std::string line(static_cast<std::size_t>(indent_), ' ');
    for (std::size_t k = 0; k < shown.size(); ++k) {
      const std::string& content = n < lines[k].size() ? lines[k][n] : std::string();
      const bool is_last = k + 1 == shown.size();
      const std::string whole = is_last && columns_[shown[k]].side == align::left
                                    ? content
                                    : padded(content, widths[k], columns_[shown[k]].side);
      line += styled(whole, content.empty() ? style::plain : style_of(shown[k]), colour);
      if (!is_last) line.append(gap, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line;
    result += '\n';
  };
  const auto add_lines = [&](const std::vector<std::vector<std::string>>& lines, const auto& style_of) {
    std::size_t height = 1;
    for (const std::vector<std::string>& each : lines) height = std::max(height, each.size());
    for (std::size_t n = 0; n < height; ++n) add_line(lines, n, style_of);
  };

  if (std::ranges::any_of(shown, [&](std::size_t i) { return !columns_[i].title.empty(); })) {
    std::vector<std::vector<std::string>> titles;
    for (std::size_t k = 0; k < shown.size(); ++k)
      titles.push_back(lines_of_title(columns_[shown[k]].title, widths[k]));
    add_lines(titles, [](std::size_t) { return style::faint; });
  }
  for (const std::vector<cell>& row : rows_) {
    if (row.empty()) {
      const auto length = static_cast<std::size_t>(std::min(total_width(widths), width));
      result.append(static_cast<std::size_t>(indent_), ' ');
      result += styled(std::string(length, '-'), style::faint, colour);
      result += '\n';
      continue;
    }
    std::vector<std::vector<std::string>> lines;
    for (std::size_t k = 0; k < shown.size(); ++k) {
      const std::string& whole = row[shown[k]].text;
      lines.push_back(columns_of(whole) > widths[k] ? wrap(whole, widths[k]) : std::vector<std::string>{whole});
    }
    add_lines(lines, [&](std::size_t i) { return row[i].how; });
  }
  return result;
}

std::string table::text(int width, bool colour) const {
  if (columns_.empty()) return {};
  const int room = std::max(width - indent_, 1);
  const std::vector<int> natural = natural_widths();
  const auto least = [&](std::size_t i) {
    return columns_[i].may_wrap ? std::min(natural[i], columns_[i].least) : natural[i];
  };

  std::string result;
  std::size_t next = 1;
  do {
    std::vector<std::size_t> shown{0};
    std::vector<int> widths{natural[0]};
    int used = least(0);
    for (; next < columns_.size() && (shown.size() == 1 || used + gap + least(next) <= room); ++next) {
      shown.push_back(next);
      widths.push_back(natural[next]);
      used += gap + least(next);
    }
    if (!result.empty()) result += '\n';
    result += block(shown, widths, room, colour);
  } while (next < columns_.size());
  return result;
}

}  // namespace headroom::program
