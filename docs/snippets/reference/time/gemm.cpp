// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/time/gemm.hpp>
namespace hr = headroom;

namespace time_gemm_reference {  // hidden
constexpr hr::gpu_rates a100 = *hr::rates_of(hr::nvidia::a100_sxm4_80gb::spec, hr::fp16).known();
static_assert(hr::reached_share({8'192, 8'192, 8'192}, a100) > 0.8);   // measured 0.813
static_assert(hr::reached_share({1'024, 1'024, 1'024}, a100) < 0.39);  // measured 0.383: few tiles, and the launch
}  // namespace time_gemm_reference  // hidden
