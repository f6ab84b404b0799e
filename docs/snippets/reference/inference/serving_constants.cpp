// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_constants.hpp>
namespace hr = headroom;

namespace inference_serving_constants_reference {  // hidden
// Your kernels follow each other sooner, and your engine is one that nobody measured.
constexpr hr::serving_constants own{.kernel = hr::microseconds(2), .engines = {{{"own", hr::milliseconds(1), 0.5, hr::milliseconds(2), 1}}}};
static_assert(hr::time_of("own", own).kernels == 0.5);
static_assert(own.traffic == hr::measured_servers.traffic);
}  // namespace inference_serving_constants_reference  // hidden
