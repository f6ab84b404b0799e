// SPDX-License-Identifier: BSL-1.0
#include "estimate/tokens_asked.hpp"

#include <fmt/format.h>

#include <array>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/read/document/real_text.hpp>
#include <system_error>
#include <utility>

#include "reading.hpp"

namespace headroom::program {

std::optional<double> large_number(std::string_view text) {
  constexpr std::array<std::pair<char, double>, 4> suffixes{{{'K', 1e3}, {'M', 1e6}, {'B', 1e9}, {'T', 1e12}}};
  double found = 0;
  const char* const end = text.data() + text.size();
  auto [at, wrong] = real_from(text.data(), end, found);
  if (wrong == std::errc{} && at + 1 == end)
    for (const auto& [letter, times] : suffixes)
      if (*at == letter || *at == letter + ('a' - 'A')) {
        found *= times;
        ++at;
        break;
      }
  if (wrong != std::errc{} || at != end) return std::nullopt;
  return found;
}

double tokens_asked(std::string_view option, std::string_view text) {
  if (text.empty()) return 0;
  const double found = large_number(text).value_or(0);
  if (!(found >= 1 && found <= 1e18)) throw input_error(fmt::format("{}: {} is no number of tokens: expected 15e12 or 15T", option, in_quotes(text)));
  return found;
}

}  // namespace headroom::program
