// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/network/collective_time.hpp>
namespace hr = headroom;

namespace network_collective_time_reference {  // hidden
constexpr hr::fabric h100 = *hr::fabric_of(hr::azure::nd96isr_h100_v5::spec).known();
// Gradients of 16 GB on one machine, and on 64
constexpr auto alone = hr::time_of(hr::collective::all_reduce, hr::gigabytes(16), hr::packed(8, h100), h100);
constexpr auto many = hr::time_of(hr::collective::all_reduce, hr::gigabytes(16), hr::packed(512, h100), h100);
static_assert(alone.known()->time < hr::milliseconds(60));
static_assert(many.known()->time < hr::milliseconds(90));
static_assert(alone.known()->how == hr::algorithm::in_network);
}  // namespace network_collective_time_reference  // hidden
