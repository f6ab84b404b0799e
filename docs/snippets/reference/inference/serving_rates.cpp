// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_rates.hpp>
namespace hr = headroom;

namespace inference_serving_rates_reference {  // hidden
constexpr auto h200 = hr::serving_rates_of(hr::azure::nd96isr_h200_v5::spec, hr::fp8);
static_assert(h200.value_or({}).is_measured && h200.value_or({}).links.domain_gpus == 8);
// H200 has no FP4.
static_assert(hr::serving_rates_of(hr::azure::nd96isr_h200_v5::spec, hr::fp4).is_unknown());
}  // namespace inference_serving_rates_reference  // hidden
