// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/engine.hpp>

#include <check.hpp>

namespace engine_cases {

using hr::engine;

// Tensor 8, pipeline 2, context 3, data 4.
constexpr hr::parallel_sizes sizes(engine of) {
  return {.engine = of, .tensor = {8, 1}, .pipeline = {2, 2}, .context = {3, 3}, .data = {4, 4}};
}

}  // namespace engine_cases

TEST_CASE("Engines are called as their makers do") {
  CHECK_CONSTEXPR(hr::name(hr::engine::vllm) == "vLLM");
  CHECK_CONSTEXPR(hr::name(hr::engine::sglang) == "SGLang");
  CHECK_CONSTEXPR(hr::name(hr::engine::tensorrt_llm) == "TensorRT-LLM");
  CHECK_CONSTEXPR(hr::name(hr::engine::megatron) == "Megatron-LM");
  CHECK_CONSTEXPR(hr::name(hr::engine::unnamed) == "an unnamed engine");
}

TEST_CASE("GPUs that sizes take are by the engine's meaning of each") {
  using namespace engine_cases;
  CHECK_CONSTEXPR(hr::gpus_of(sizes(engine::megatron)).gpus == 8 * 2 * 3 * 4);
  CHECK_CONSTEXPR(hr::gpus_of(sizes(engine::sglang)).gpus == 8 * 2 * 4);  // context divides the tensor-parallel GPUs
  hr::parallel_sizes attention = sizes(engine::sglang);
  attention.data_parallel_attention = {true, 5};
  CHECK(hr::gpus_of(attention).gpus == 8 * 2);
  CHECK(hr::gpus_of(attention).within == 4);
  attention.engine = engine::tensorrt_llm;
  CHECK(hr::gpus_of(attention).gpus == 8 * 2 * 3);
  hr::parallel_sizes vllm = sizes(engine::vllm);
  vllm.context = {};
  CHECK(hr::gpus_of(vllm).gpus == 8 * 2 * 4);
  CHECK(hr::gpus_of(vllm).line == 1);
}

TEST_CASE("GPUs are not known where a size is open or has several meanings, and it is said what would tell") {
  using namespace engine_cases;
  CHECK_CONSTEXPR(!hr::gpus_of(hr::parallel_sizes{}).is_stated);
  CHECK_CONSTEXPR(!hr::gpus_of(sizes(engine::vllm)).is_known);
  CHECK_CONSTEXPR(hr::left_open_by(sizes(engine::unnamed)) == "which engine they are of");
  hr::parallel_sizes open = sizes(engine::megatron);
  open.tensor = {hr::unknown, 1};
  CHECK(hr::left_open_by(open) == "the tensor-parallel size as a number above 0");
  CHECK(hr::gpus_of(open).is_stated);
  open.left_open = "more";
  CHECK(hr::left_open_by(open) == "more");
}

TEST_CASE("Megatron's data size follows from the GPUs where it is left out") {
  using namespace engine_cases;
  hr::parallel_sizes of = sizes(engine::megatron);
  of.data = {};
  CHECK(hr::are_taken(hr::gpus_of(of), 48));
  CHECK(hr::are_taken(hr::gpus_of(of), 96));
  CHECK(!hr::are_taken(hr::gpus_of(of), 100));
  CHECK(!hr::are_taken(hr::gpus_of(sizes(engine::megatron)), 96));
}
