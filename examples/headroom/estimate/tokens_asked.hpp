// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <headroom/read/common/messages.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/units.hpp>
#include <optional>
#include <string_view>

#include "reading.hpp"

namespace headroom::program {

// "15e12", or "15T".
std::optional<double> large_number(std::string_view text);

// The same of tokens; 0 of an empty text. Throws input_error, which names the option, where it is no number of tokens.
double tokens_asked(std::string_view option, std::string_view text);

// "30 days", "$2M": more than nothing; of no text nothing.
template <class T>
T amount_asked(std::string_view option, std::string_view text, parsed<T> (*parse)(std::string_view), std::string_view example) {
  if (text.empty()) return {};
  const parsed<T> found = parse(text);
  if (!found || !(in_base_units(found.value) > 0)) throw input_error(fmt::format("{}: {} is none: expected {}", option, in_quotes(text), example));
  return found.value;
}

}  // namespace headroom::program
