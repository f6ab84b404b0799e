// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/training/step_rates.hpp>
namespace hr = headroom;

namespace training_step_rates_reference {  // hidden
constexpr auto h100 = hr::step_rates_of(hr::machine(hr::azure::nd96isr_h100_v5::spec), hr::fp8_training);
static_assert(h100.value_or({}).products.format == hr::fp8 && h100.value_or({}).is_measured);
// H100 has no FP4.
static_assert(hr::step_rates_of(hr::machine(hr::azure::nd96isr_h100_v5::spec), hr::nvfp4_training).is_unknown());
}  // namespace training_step_rates_reference  // hidden
