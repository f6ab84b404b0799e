// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/engine.hpp>

#include <check.hpp>

#include <headroom/inference/memory.hpp>
#include <headroom/inference/working.hpp>
#include <headroom/model/models.hpp>

namespace inference_engine_test {

namespace {

constexpr hr::serving_job serving(const hr::serving_engine& engine, hr::count context, const hr::served_weights& weights = {}) {
  return {.model = hr::models::llama3_1_8b,
          .weights = weights,
          .concurrent_sequences = 64,
          .context = context,
          .phase = hr::serving_phase::decode,
          .engine = engine};
}
constexpr hr::serving_memory_parts parts(const hr::serving_job& job) { return value_of(hr::serving_memory(job)); }

// Of one byte more, the bytes that a GPU has to have more: of KV cache, and of weights.
constexpr double for_a_byte_of_cache(const hr::serving_engine& engine) {
  const hr::serving_memory_parts more = parts(serving(engine, 64'000));
  const hr::serving_memory_parts less = parts(serving(engine, 32'000));
  return hr::in_bytes(more.needed - less.needed) / hr::in_bytes(more.kv_cache - less.kv_cache);
}
constexpr double for_a_byte_of_weights(const hr::serving_engine& engine) {
  const hr::serving_memory_parts more = parts(serving(engine, 32'000));
  const hr::serving_memory_parts less = parts(serving(engine, 32'000, hr::fp8));
  return hr::in_bytes(more.needed - less.needed) / hr::in_bytes(more.weights - less.weights);
}
constexpr hr::count tokens_of_a_page(const hr::serving_engine& engine) {
  constexpr double token = 2.0 * 32 * 8 * 128 * 2;
  return static_cast<hr::count>(hr::in_bytes(parts(serving(engine, 1)).kv_cache) / (64 * token));
}

}  // namespace

// Their documentation, of what they do unless told otherwise. vLLM: gpu_memory_utilization 0.9 of all. SGLang:
// mem_fraction_static 0.88 of weights and cache. TensorRT-LLM: free_gpu_memory_fraction 0.9 of what is left.
TEST_CASE("an engine leaves a part of a GPU unused, of all it holds, of weights and cache, or of the cache") {
  using hr::engines::pytorch, hr::engines::sglang, hr::engines::tensorrt_llm, hr::engines::vllm;
  CHECK(for_a_byte_of_cache(vllm) == doctest::Approx(1 / 0.9));
  CHECK(for_a_byte_of_weights(vllm) == doctest::Approx(1 / 0.9));
  CHECK(for_a_byte_of_cache(sglang) == doctest::Approx(1 / 0.88));
  CHECK(for_a_byte_of_weights(sglang) == doctest::Approx(1 / 0.88));
  CHECK(for_a_byte_of_cache(tensorrt_llm) == doctest::Approx(1 / 0.9));
  CHECK(for_a_byte_of_weights(tensorrt_llm) == doctest::Approx(1));
  CHECK(for_a_byte_of_cache(pytorch) == doctest::Approx(1));
  CHECK(for_a_byte_of_weights(pytorch) == doctest::Approx(1));
}

// vLLM: block_size 16. SGLang: page_size 1. TensorRT-LLM: tokens_per_block 32.
TEST_CASE("a sequence takes whole pages") {
  CHECK_CONSTEXPR(tokens_of_a_page(hr::engines::vllm) == 16);
  CHECK_CONSTEXPR(tokens_of_a_page(hr::engines::sglang) == 1);
  CHECK_CONSTEXPR(tokens_of_a_page(hr::engines::tensorrt_llm) == 32);
  CHECK_CONSTEXPR(tokens_of_a_page(hr::engines::pytorch) == 1);
}

// vLLM and SGLang page and preempt ("retract"); TensorRT-LLM's scheduler is GUARANTEED_NO_EVICT unless told otherwise. A plain program has a cache of a fixed size.
TEST_CASE("two engines let a request in as its cache grows, the others set the whole of it aside") {
  CHECK_CONSTEXPR(hr::engines::vllm.admission == hr::cache_admission::as_it_grows);
  CHECK_CONSTEXPR(hr::engines::sglang.admission == hr::cache_admission::as_it_grows);
  CHECK_CONSTEXPR(hr::engines::tensorrt_llm.admission == hr::cache_admission::whole_request);
  CHECK_CONSTEXPR(hr::engines::pytorch.admission == hr::cache_admission::whole_request);
}

// "is not divisible by weight quantization block_n = 128", say the two.
TEST_CASE("vLLM and SGLang refuse blocks of FP8 that tensor parallelism cuts") {
  const auto refuses = [](const hr::serving_engine& engine) {
    // 16 ranks of 18,432 columns hold 1,152 each, nine blocks; 32 hold four and a half.
    const hr::serving_job job{.model = hr::models::deepseek_v3,
                              .weights = hr::fp8_blocks,
                              .tensor_parallel = 32,
                              .concurrent_sequences = 1,
                              .context = 1,
                              .engine = engine};
    return !hr::contradiction(job).empty();
  };
  CHECK(refuses(hr::engines::vllm));
  CHECK(refuses(hr::engines::sglang));
  CHECK(!refuses(hr::engines::tensorrt_llm));
  CHECK(!refuses(hr::engines::pytorch));
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

TEST_CASE("a plain program sets nothing aside, and an engine has CUDA graphs and what lies outside of tensors") {
  CHECK_CONSTEXPR(parts(serving({}, 1'000)).graphs == hr::bytes(0));
  CHECK_CONSTEXPR(parts(serving({}, 1'000)).outside == hr::bytes(0));
  CHECK_CONSTEXPR(parts(serving(hr::engines::pytorch, 1'000)).graphs == hr::bytes(0));
  constexpr auto with_peers = [](const hr::serving_engine& engine) {
    hr::serving_job job = serving(engine, 1'000);
    job.tensor_parallel = 2;
    return parts(job).outside;
  };
  for (const hr::serving_engine* each :
       {&hr::engines::vllm, &hr::engines::sglang, &hr::engines::tensorrt_llm, &hr::engines::pytorch}) {
    CAPTURE(each->name);
    CHECK(parts(serving(*each, 1'000)).outside > hr::bytes(0));
    CHECK(with_peers(*each) > parts(serving(*each, 1'000)).outside);
  }
  // "CUDA graphs can take additional 1~3 GiB memory per GPU", vLLM's log says.
  CHECK_CONSTEXPR(parts(serving(hr::engines::vllm, 1'000)).graphs >= hr::gibibytes(1));
  CHECK_CONSTEXPR(parts(serving(hr::engines::vllm, 1'000)).graphs <= hr::gibibytes(3));
}

}  // namespace inference_engine_test
