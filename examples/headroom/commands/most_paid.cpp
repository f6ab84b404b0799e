// SPDX-License-Identifier: BSL-1.0
#include "commands/most_paid.hpp"

#include <fmt/format.h>

#include <headroom/read/common/messages.hpp>
#include <headroom/text/parse.hpp>

#include "reading.hpp"

namespace headroom::program {

std::optional<money_rate> most_paid(const std::string& text) {
  parsed<money_rate> read = parse_money_rate(text);
  for (const std::string& in_full : {text + "/h", "$" + text, "$" + text + "/h"})
    if (!read) read = parse_money_rate(in_full);
  if (!read || read.value < money_rate{}) return std::nullopt;
  return read.value;
}

std::string not_a_price(const std::string& text) {
  return fmt::format("--max-price {}: expected dollars an hour, such as 30 or $30/h", in_quotes(text));
}

}  // namespace headroom::program
