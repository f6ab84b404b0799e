// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace headroom::program {

// The answer to a request of <headroom/call.h>, in JSON. Throws nothing but std::bad_alloc.
std::string answer_to(std::string_view request);

}  // namespace headroom::program
