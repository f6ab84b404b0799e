// SPDX-License-Identifier: BSL-1.0
#include "search_clock.hpp"

#include <headroom/text/parse.hpp>

#include "amount_option.hpp"

namespace headroom::program {

search_clock clock_asked(std::string_view limit) {
  return limit.empty() ? search_clock() : search_clock(amount_asked("--time-limit", limit, parse_duration, "a time, such as 60s"));
}

}  // namespace headroom::program
