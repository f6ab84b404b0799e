// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/units.hpp>

// How many requests a second come to a server, or are answered by one.
namespace headroom {

// Over a time it is a plain number of requests.
using request_rate = decltype(1.0 / duration{});

constexpr request_rate requests_per_second(double n) { return n / seconds(1); }
constexpr double in_requests_per_second(const request_rate& x) { return x.value(); }

}  // namespace headroom
