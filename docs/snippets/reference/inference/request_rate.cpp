// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/request_rate.hpp>
namespace hr = headroom;

namespace inference_request_rate_reference {  // hidden
// A million users, of whom each sends ten requests a day.
constexpr hr::request_rate mean = 1e7 / hr::days(1);
static_assert(mean > hr::requests_per_second(115) && mean < hr::requests_per_second(116));
static_assert(hr::requests_per_second(50) * hr::minutes(1) == 3'000);
}  // namespace inference_request_rate_reference  // hidden
