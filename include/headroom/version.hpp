// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <string_view>

namespace headroom {

// The version of the library, of the program and of the packages. It stands here only: the build reads this line.
inline constexpr std::string_view version = "0.1.0";

}  // namespace headroom
