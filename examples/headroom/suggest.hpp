// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace headroom::program {

// The candidate that a mistyped or shortened word was probably meant to be; empty: none is near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

// "one, two or three"
std::string one_of(std::span<const std::string_view> words);

// With ? for each control character: for terminals and messages.
std::string printable(std::string_view text);

// In double quotes, printable whatever the bytes are, and cut after so many characters.
std::string in_quotes(std::string_view text, std::size_t most = 60);

}  // namespace headroom::program
