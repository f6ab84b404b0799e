// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/time/attention.hpp>
namespace hr = headroom;

namespace time_attention_reference {  // hidden
constexpr hr::gpu_rates h100 = *hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::bf16).known();
// A step of decoding: 64 sequences of 8,192 tokens, one layer of Llama 3.1 70B
constexpr hr::attention_shape step{.sequences = 64, .queries = 1, .keys = 8'192, .heads = 64, .kv_heads = 8};
static_assert(hr::attention_time(step, h100).is_memory_bound());
static_assert(hr::attention_time(step, h100).time < hr::microseconds(700));
}  // namespace time_attention_reference  // hidden
