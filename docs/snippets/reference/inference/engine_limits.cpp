// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/inference/engine_limits.hpp>
namespace hr = headroom;

namespace inference_engine_limits_reference {  // hidden
constexpr hr::engine_limits vllm = *hr::limits_of(hr::engines::vllm);
static_assert(hr::sequences_of(vllm, hr::nvidia::h100_sxm5::spec) == 1'024);
static_assert(hr::sequences_of(vllm, hr::nvidia::l40s::spec) == 256);
static_assert(vllm.option == "--max-num-seqs");
}  // namespace inference_engine_limits_reference  // hidden
