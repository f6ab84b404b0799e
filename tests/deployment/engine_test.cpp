// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/engine.hpp>

#include <check.hpp>

TEST_CASE("What a command does not say of its engine is silent, and no size of 1") {
  constexpr hr::parallel_sizes nothing{};
  CHECK_CONSTEXPR(nothing.engine == hr::engine::unnamed);
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
