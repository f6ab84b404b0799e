// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/engine.hpp>

#include <check.hpp>

#include <headroom/inference/working.hpp>
#include <headroom/model/models.hpp>

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

TEST_CASE("an engine samples with logits in 16 and 32 bits, and what else it makes of them") {
  constexpr auto bytes_a_logit = [](const hr::serving_engine& engine) {
    const hr::serving_job job{.model = hr::models::llama3_1_8b, .engine = engine};
    const double more = hr::detail::working_bytes(
        {.model = hr::models::llama3_1_8b, .concurrent_sequences = 100'001, .context = 1, .engine = engine}, 0, true);
    const double fewer = hr::detail::working_bytes(
        {.model = hr::models::llama3_1_8b, .concurrent_sequences = 100'000, .context = 1, .engine = engine}, 0, true);
    // Beside a hidden state in 16 bits for each token of the step, of which a step takes no more than its chunk.
    const double tokens = job.engine.chunk > 100'000 ? 1 : 0;
    return (more - fewer - tokens * 2 * 4'096) / 128'256;
  };
  CHECK(bytes_a_logit(hr::engines::sglang) == 2 + 4 + 4);  // and the probabilities in 32 bits
  CHECK(bytes_a_logit(hr::engines::tensorrt_llm) == 2 + 4);
  CHECK(bytes_a_logit(hr::engines::pytorch) == 2 + 4);
}

// vLLM's max_num_batched_tokens, SGLang's chunked_prefill_size and TensorRT-LLM's max_num_tokens on such GPUs.
TEST_CASE("a long prompt is taken 8,192 tokens at a time, and by a plain program at once") {
  constexpr auto tokens = [](const hr::serving_engine& engine) {
    return hr::detail::tokens_of_step({.model = hr::models::llama3_1_8b,
                                       .concurrent_sequences = 1,
                                       .context = 100'000,
                                       .phase = hr::serving_phase::prefill,
                                       .engine = engine});
  };
  CHECK_CONSTEXPR(tokens(hr::engines::vllm) == 8'192);
  CHECK_CONSTEXPR(tokens(hr::engines::sglang) == 8'192);
  CHECK_CONSTEXPR(tokens(hr::engines::tensorrt_llm) == 8'192);
  CHECK_CONSTEXPR(tokens(hr::engines::pytorch) == 100'000);
}

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
