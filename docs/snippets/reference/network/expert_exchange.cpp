// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/network/expert_exchange.hpp>
namespace hr = headroom;

namespace network_expert_exchange_reference {  // hidden
constexpr hr::fabric h100 = *hr::fabric_of(hr::azure::nd96isr_h100_v5::spec).known();
constexpr hr::expert_exchange deepseek_v3{.tokens = 4'096, .bytes_per_token = hr::bytes(7'168), .experts = 256,
                                          .experts_per_token = 8, .groups = 8, .groups_per_token = 4};
static_assert(hr::copies_of(deepseek_v3, {64, 8}).other_domains < 3.5);
static_assert(hr::time_of(deepseek_v3, {64, 8}, h100).known()->time < hr::milliseconds(3));
}  // namespace network_expert_exchange_reference  // hidden
