// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace headroom {

// The version of the library, of the program and of the packages. It stands here only: the build reads this line.
inline constexpr std::string_view version = "0.1.0";

}  // namespace headroom
