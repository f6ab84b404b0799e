// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <headroom/requires_cpp20.hpp>

#include <string_view>

namespace headroom {

// A public document a figure was read from. `date` is ISO (YYYY, YYYY-MM or YYYY-MM-DD) or empty when the document bears none.
struct source {
  std::string_view id{};
  std::string_view title{};
  std::string_view date{};
  std::string_view url{};
};

enum class severity { low, medium, high };

// A figure that sources dispute: who says what, which side is taken, and why.
struct dispute {
  std::string_view id{};
  severity weight = severity::low;
  std::string_view subject{};
  std::string_view statements{};
  std::string_view taken{};
  std::string_view reason{};
};

}  // namespace headroom
