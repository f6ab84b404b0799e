// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/parallel_gpus.hpp>

#include <check.hpp>

namespace parallel_gpus_cases {

constexpr hr::parallel_sizes of(hr::engine engine, hr::count tensor, hr::count pipeline, hr::count data) {
  return {.engine = engine, .line = 1, .tensor = {tensor, 1}, .pipeline = {pipeline, 1}, .data = {data, 1}};
}

}  // namespace parallel_gpus_cases

TEST_CASE("Tensor, pipeline and data sizes multiply for vLLM and Megatron-LM") {
  using namespace parallel_gpus_cases;
  CHECK_CONSTEXPR(hr::gpus_of(of(hr::engine::vllm, 8, 2, 2)).gpus == 32);
  CHECK_CONSTEXPR(hr::gpus_of(of(hr::engine::megatron, 8, 2, 4)).gpus == 64);
}

TEST_CASE("Attention copies of SGLang divide the tensor-parallel GPUs") {
  using namespace parallel_gpus_cases;
  hr::parallel_sizes sizes = of(hr::engine::sglang, 16, 1, 8);
  sizes.data_parallel_attention = {true, 1};
  CHECK(hr::gpus_of(sizes).gpus == 16);
  CHECK(hr::gpus_of(sizes).within == 8);
}

TEST_CASE("What an engine that is not named means by a data size is left open") {
  using namespace parallel_gpus_cases;
  CHECK_CONSTEXPR(!hr::gpus_of(of(hr::engine::unnamed, 8, 1, 2)).is_known);
  CHECK_CONSTEXPR(hr::left_open_by(of(hr::engine::unnamed, 8, 1, 2)) == "which engine they are of");
  CHECK_CONSTEXPR(!hr::gpus_of(hr::parallel_sizes{}).is_stated);
}

TEST_CASE("torchtitan's copies have the GPUs that its other degrees leave") {
  constexpr hr::parallel_sizes sizes{.engine = hr::engine::torchtitan, .line = 1, .tensor = {8, 1}, .pipeline = {4, 1}, .context = {2, 1}};
  CHECK_CONSTEXPR(hr::gpus_of(sizes).gpus == 64);
  CHECK_CONSTEXPR(hr::are_taken(hr::gpus_of(sizes), 128));
  CHECK_CONSTEXPR(!hr::are_taken(hr::gpus_of(sizes), 96));
  CHECK_CONSTEXPR(hr::name(hr::engine::torchtitan) == "torchtitan");
}

TEST_CASE("Sizes take more than the GPUs of a job only where all that count are known") {
  using namespace parallel_gpus_cases;
  CHECK_CONSTEXPR(hr::take_more_than(of(hr::engine::vllm, 8, 4, 1), {16, 2}));
  CHECK_CONSTEXPR(!hr::take_more_than(of(hr::engine::vllm, 8, 2, 1), {16, 2}));
  CHECK_CONSTEXPR(!hr::take_more_than(of(hr::engine::vllm, 8, 4, 1), {hr::unknown, 2}));
  CHECK_CONSTEXPR(!hr::take_more_than(of(hr::engine::unnamed, 8, 4, 2), {16, 2}));
}
