// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/engine.hpp>

#include <check.hpp>

namespace inference_engine_test {

// vLLM: gpu_memory_utilization 0.9 of all, block_size 16. SGLang: page_size 1. TensorRT-LLM: free_gpu_memory_fraction
// 0.9 of what is left, tokens_per_block 32.
TEST_CASE("engines have the settings that they have unless told otherwise") {
  using hr::engines::sglang, hr::engines::tensorrt_llm, hr::engines::vllm;
  CHECK_CONSTEXPR(vllm.name == "vLLM");
  CHECK_CONSTEXPR(sglang.name == "SGLang");
  CHECK_CONSTEXPR(tensorrt_llm.name == "TensorRT-LLM");
  CHECK_CONSTEXPR(vllm.setting == hr::memory_setting::all_of_gpu);
  CHECK_CONSTEXPR(vllm.share == 0.9);
  CHECK_CONSTEXPR(sglang.setting == hr::memory_setting::static_of_gpu);
  CHECK_CONSTEXPR(tensorrt_llm.setting == hr::memory_setting::rest_of_gpu);
  CHECK_CONSTEXPR(tensorrt_llm.share == 0.9);
  CHECK_CONSTEXPR(vllm.page == 16);
  CHECK_CONSTEXPR(sglang.page == 1);
  CHECK_CONSTEXPR(tensorrt_llm.page == 32);
  CHECK_CONSTEXPR(vllm.chunk_beside_window);
  CHECK_CONSTEXPR(!sglang.chunk_beside_window);
  CHECK_CONSTEXPR(vllm.whole_blocks);
  CHECK_CONSTEXPR(sglang.whole_blocks);
  for (const hr::serving_engine* each : {&vllm, &sglang, &tensorrt_llm, &hr::engines::pytorch}) {
    CAPTURE(each->name);
    CHECK(each->share > 0);
    CHECK(each->share <= 1);
    CHECK(each->page >= 1);
    CHECK(each->chunk >= 1);
    CHECK(each->outside_with_peers >= each->outside_tensors);
  }
}

// Logits in 16 and 32 bits, 32 bits and an index of 64 sorted, and two pairs of 64-bit indices and a 32-bit key.
TEST_CASE("vLLM sorts what it samples from") { CHECK_CONSTEXPR(hr::engines::vllm.sampling_bytes == 6 + 12 + 20); }

TEST_CASE("a plain program takes all of the memory and sets nothing aside") {
  constexpr hr::serving_engine plain{};
  CHECK_CONSTEXPR(plain.share == 1);
  CHECK_CONSTEXPR(plain.page == 1);
  CHECK_CONSTEXPR(plain.chunk == hr::max_count);
  CHECK_CONSTEXPR(plain.graphs == hr::bytes(0));
  CHECK_CONSTEXPR(plain.outside_tensors == hr::bytes(0));
  CHECK_CONSTEXPR(hr::engines::pytorch.share == 1);
  CHECK_CONSTEXPR(hr::engines::pytorch.graphs == hr::bytes(0));
}

}  // namespace inference_engine_test
