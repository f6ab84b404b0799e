// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/time/memory_bound.hpp>
namespace hr = headroom;

namespace time_memory_bound_reference {  // hidden
// An RMS norm of 8,192 tokens, 8,192 wide, in 16 bits: read and written once.
constexpr hr::gpu_rates h100 = *hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::bf16).known();
constexpr hr::memory states = hr::bytes(2.0 * 8'192 * 8'192);
static_assert(hr::streamed(states, states, h100).time < hr::microseconds(105));
}  // namespace time_memory_bound_reference  // hidden
