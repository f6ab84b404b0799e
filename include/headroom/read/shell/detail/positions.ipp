// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/positions.hpp>

namespace headroom::read::shell::detail {

positions::positions(std::string_view text, std::span<const origin> origins) {
  starts_.push_back({});
  for (std::size_t line_end = text.find('\n');; line_end = text.find('\n', line_end + 1)) {
    // What begins before the next line does.
    while (!origins.empty() && origins.front().offset <= line_end) {
      if (starts_.back().offset == origins.front().offset) starts_.pop_back();
      starts_.push_back(origins.front());
      origins = origins.subspan(1);
    }
    if (line_end == std::string_view::npos) return;
    starts_.push_back({line_end + 1, {starts_.back().at.line + 1, 1}});
  }
}

position positions::at(std::size_t offset) {
  while (starts_[last_].offset > offset) --last_;
  while (last_ + 1 < starts_.size() && starts_[last_ + 1].offset <= offset) ++last_;
  const origin& start = starts_[last_];
  return {start.at.line, start.at.column + static_cast<int>(offset - start.offset)};
}

std::vector<origin> positions::within(std::size_t begin, std::size_t end) {
  std::vector<origin> all{{0, at(begin)}};
  for (std::size_t i = last_ + 1; i < starts_.size() && starts_[i].offset < end; ++i)
    all.push_back({starts_[i].offset - begin, starts_[i].at});
  return all;
}

}  // namespace headroom::read::shell::detail
