// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace headroom {

// How long a search goes on: for so many steps, or until a clock of the caller's says that time is over. It then answers with the best so far. The
// clock, bool operator()() const, is by reference, and outlives the search.
class search_effort {
 public:
  constexpr search_effort(std::int64_t most_tried) : most_tried_(most_tried) {}
  template <class Clock>
  constexpr search_effort(std::int64_t most_tried, const Clock& is_over)
      : most_tried_(most_tried), clock_(&is_over), ask_([](const void* clock) { return static_cast<bool>((*static_cast<const Clock*>(clock))()); }) {}
  template <class Clock>
  search_effort(std::int64_t, const Clock&&) = delete;

  constexpr search_effort at_most(std::int64_t tried) const {  // the same, and no more steps than these
    search_effort made = *this;
    if (tried < made.most_tried_) made.most_tried_ = tried;
    return made;
  }
  constexpr bool is_over(std::int64_t tried) const { return tried >= most_tried_ || is_time_over(); }
  constexpr bool is_time_over() const { return ask_ != nullptr && ask_(clock_); }  // whatever was tried

 private:
  std::int64_t most_tried_ = 0;
  const void* clock_ = nullptr;
  bool (*ask_)(const void*) = nullptr;
};

}  // namespace headroom
