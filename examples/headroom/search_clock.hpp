// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <headroom/count.hpp>
#include <headroom/units.hpp>
#include <optional>
#include <string_view>

// When a search of ours has to end with the best that it has.
namespace headroom::program {

class search_clock {
  using steady = std::chrono::steady_clock;

 public:
  search_clock() = default;  // never
  explicit search_clock(const duration& limit) {
    constexpr double longest = 1e9;  // seconds, 30 years, and no end above: the clock counts nanoseconds in 64 bits
    if (in_seconds(limit) < longest) end_ = steady::now() + std::chrono::duration_cast<steady::duration>(std::chrono::duration<double>(in_seconds(limit)));
  }

  // For the first of so many searches that have the time that is left: what it leaves is for the others.
  search_clock of_first(count searches) const {
    search_clock made = *this;
    if (const auto now = steady::now(); made.end_.has_value() && searches > 1 && now < *made.end_) made.end_ = now + (*made.end_ - now) / searches;
    return made;
  }

  bool operator()() const { return end_.has_value() && steady::now() >= *end_; }

 private:
  std::optional<steady::time_point> end_{};
};

// Of --time-limit, begins with the call; without one it never ends.
search_clock clock_asked(std::string_view limit);

}  // namespace headroom::program
