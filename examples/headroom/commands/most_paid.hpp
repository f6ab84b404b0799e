// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/units.hpp>
#include <optional>
#include <string>

namespace headroom::program {

// What --max-price says, a price an hour: "$4.5/h", "10 USD" and "10/h", or the number of dollars alone. Nothing: it is no price.
std::optional<money_rate> most_paid(const std::string& text);

// The error for it.
std::string not_a_price(const std::string& text);

}  // namespace headroom::program
