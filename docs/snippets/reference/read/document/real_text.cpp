// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/document/real_text.hpp>

// -1: the text is no number, or goes on behind it.
inline double share_in(const std::string& text) {
  double share = -1;
  const auto [end, wrong] = headroom::read::real_from(text.data(), text.data() + text.size(), share);
  return wrong == std::errc{} && end == text.data() + text.size() ? share : -1;
}
