// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/time/machine_rates.hpp>
namespace hr = headroom;

namespace time_machine_rates_reference {  // hidden
constexpr auto h100 = hr::machine_rates_of(hr::azure::nd96isr_h100_v5::spec, hr::fp8);
static_assert(h100.value_or({}).products.format == hr::fp8 && h100.value_or({}).wide.format == hr::bf16);
static_assert(h100.value_or({}).links.domain_gpus == 8);
// H100 has no FP4.
static_assert(hr::machine_rates_of(hr::azure::nd96isr_h100_v5::spec, hr::fp4).is_unknown());
}  // namespace time_machine_rates_reference  // hidden
