// SPDX-License-Identifier: BSL-1.0
#include "print/bar.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace headroom::program {

std::string bar(double share, int columns, bool utf8) {
  const double length = std::clamp(share, 0.0, 1.0) * columns;
  if (!utf8) return std::string(static_cast<std::size_t>(std::lround(length)), '#');
  constexpr std::array<std::string_view, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto parts = static_cast<std::size_t>(std::lround(length * 8));
  std::string result;
  for (std::size_t i = 0; i < parts / 8; ++i) result += "█";
  result += eighths[parts % 8];
  return result;
}

std::string stacked_bar(double before, double share, double pale, int columns, bool utf8) {
  // Ends are rounded, not lengths: one piece begins where the other ended.
  const auto place = [&](double at) { return static_cast<std::size_t>(std::lround((at > 0 ? std::min(at, 1.0) : 0) * columns)); };  // no number: none
  std::string text(place(before), ' ');
  for (std::size_t i = place(before); i < place(before + share); ++i) text += utf8 ? "█" : "#";
  for (std::size_t i = place(before + share); i < place(before + share + pale); ++i) text += utf8 ? "░" : ".";
  return text;
}

}  // namespace headroom::program
