// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/units.hpp>
#include <string_view>

#include "reading.hpp"

// The amounts that options take.
namespace headroom::program {

enum class least_amount { more_than_nothing, nothing };

// "30 days", "$2M"; of no text nothing. Throws input_error, which names the option, where it is no amount or too small.
template <class T>
T amount_asked(std::string_view option, std::string_view text, parsed<T> (*parse)(std::string_view), std::string_view example,
               least_amount least = least_amount::more_than_nothing) {
  if (text.empty()) return {};
  const parsed<T> found = parse(text);
  const bool is_enough = found && (least == least_amount::nothing ? in_base_units(found.value) >= 0 : in_base_units(found.value) > 0);
  if (!is_enough) throw input_error(fmt::format("{}: {} is none: expected {}", option, in_quotes(text), example));
  return found.value;
}

// "5%" or 0.05; of no text 0. Throws input_error likewise.
double share_asked(std::string_view option, std::string_view text);

}  // namespace headroom::program
