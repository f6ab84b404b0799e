// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string_view>

namespace headroom::program {

// "15e12", or "15T".
std::optional<double> large_number(std::string_view text);

// The same of tokens; 0 of an empty text. Throws input_error, which names the option, where it is no number of tokens.
double tokens_asked(std::string_view option, std::string_view text);

}  // namespace headroom::program
