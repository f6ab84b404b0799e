// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/engine.hpp>
namespace hr = headroom;

namespace inference_engine_reference {  // hidden
constexpr hr::serving_engine fuller = [] {
  hr::serving_engine engine = hr::engines::vllm;
  engine.share = 0.95;  // gpu_memory_utilization
  return engine;
}();
static_assert(fuller.setting == hr::memory_setting::all_of_gpu);
static_assert(hr::engines::vllm.page == 16);
static_assert(hr::engines::vllm.admission == hr::cache_admission::as_it_grows);
static_assert(hr::engines::pytorch.share == 1);
}  // namespace inference_engine_reference  // hidden
