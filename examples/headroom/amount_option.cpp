// SPDX-License-Identifier: BSL-1.0
#include "amount_option.hpp"

#include <cmath>
#include <headroom/read/document/real_text.hpp>
#include <system_error>

namespace headroom::program {

double share_asked(std::string_view option, std::string_view text) {
  if (text.empty()) return 0;
  const bool is_percent = text.ends_with('%');
  const std::string_view number = text.substr(0, text.size() - (is_percent ? 1 : 0));
  double value = 0;
  const auto [end, wrong] = real_from(number.data(), number.data() + number.size(), value);
  if (wrong != std::errc{} || end != number.data() + number.size() || !std::isfinite(value))
    throw input_error(fmt::format("{}: {} is no share: expected one such as 5% or 0.05", option, in_quotes(text)));
  return is_percent ? value / 100 : value;
}

}  // namespace headroom::program
