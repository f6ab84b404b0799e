// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/engine.hpp>

#include <check.hpp>

TEST_CASE("What a command does not say of its engine is silent, and no size of 1") {
  constexpr hr::parallel_sizes nothing{};
  CHECK_CONSTEXPR(nothing.tensor.is_silent());
  CHECK_CONSTEXPR(nothing.pipeline.is_silent());
  CHECK_CONSTEXPR(nothing.serves.name.is_silent());
}

TEST_CASE("Trainers run on all GPUs of a job, and servers need not") {
  CHECK_CONSTEXPR(hr::is_trainer(hr::engine::megatron));
  CHECK_CONSTEXPR(hr::is_trainer(hr::engine::torchtitan));
  CHECK_CONSTEXPR(!hr::is_trainer(hr::engine::vllm));
  CHECK_CONSTEXPR(!hr::is_trainer(hr::engine::unnamed));
}

TEST_CASE("What is known of an engine stands in the place of its enumerator") {
  CHECK_CONSTEXPR(hr::meaning_of(hr::engine::unnamed).enumerator == "unnamed");
  CHECK_CONSTEXPR(hr::meaning_of(hr::engine::vllm).enumerator == "vllm");
  CHECK_CONSTEXPR(hr::meaning_of(hr::engine::sglang).enumerator == "sglang");
  CHECK_CONSTEXPR(hr::meaning_of(hr::engine::tensorrt_llm).enumerator == "tensorrt_llm");
  CHECK_CONSTEXPR(hr::meaning_of(hr::engine::megatron).enumerator == "megatron");
  CHECK_CONSTEXPR(hr::meaning_of(hr::engine::text_generation_inference).enumerator == "text_generation_inference");
  CHECK_CONSTEXPR(hr::meaning_of(hr::engine::torchtitan).enumerator == "torchtitan");
  CHECK_CONSTEXPR(hr::name(hr::engine::tensorrt_llm) == "TensorRT-LLM");
}

// vLLM's context of decoding and SGLang's are of the tensor-parallel GPUs; TensorRT-LLM has no copies of its own.
TEST_CASE("A size multiplies, and attention divides, of an engine alone that says so") {
  using hr::engine;
  for (const engine each : {engine::unnamed, engine::vllm, engine::sglang, engine::text_generation_inference}) CHECK(!hr::meaning_of(each).context_multiplies);
  for (const engine each : {engine::tensorrt_llm, engine::megatron, engine::torchtitan}) CHECK(hr::meaning_of(each).context_multiplies);
  for (const engine each : {engine::unnamed, engine::tensorrt_llm, engine::text_generation_inference}) CHECK(!hr::meaning_of(each).data_multiplies);
  for (const engine each : {engine::vllm, engine::sglang, engine::megatron, engine::torchtitan}) CHECK(hr::meaning_of(each).data_multiplies);
  for (const engine each : {engine::unnamed, engine::vllm, engine::megatron, engine::text_generation_inference, engine::torchtitan})
    CHECK(!hr::meaning_of(each).attention_divides);
  for (const engine each : {engine::sglang, engine::tensorrt_llm}) CHECK(hr::meaning_of(each).attention_divides);
}
