// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/engine.hpp>
#include <headroom/inference/serving_constants.hpp>

#include <check.hpp>

TEST_CASE("an engine has its own times, and one that was not measured has others") {
  constexpr hr::engine_time of = hr::time_of(hr::engines::sglang.name, hr::measured_servers);
  CHECK_CONSTEXPR(of.engine == hr::engines::sglang.name);
  CHECK_CONSTEXPR(hr::time_of(hr::engines::vllm.name, hr::measured_servers).kernels == 1);
  CHECK_CONSTEXPR(hr::time_of(hr::engines::tensorrt_llm.name, hr::measured_servers).kernels < 1);
  CHECK_CONSTEXPR(hr::time_of(hr::engines::pytorch.name, hr::measured_servers).engine.empty());
}

TEST_CASE("an engine of a month before it changed has the times of then") {
  CHECK_CONSTEXPR(hr::time_of(hr::engines::vllm.name, hr::measured_servers, 202'311).without_graphs);
  CHECK_CONSTEXPR(hr::time_of(hr::engines::vllm.name, hr::measured_servers, 202'311).by_nccl);
  CHECK_CONSTEXPR(!hr::time_of(hr::engines::vllm.name, hr::measured_servers, 202'312).without_graphs);
  CHECK_CONSTEXPR(!hr::time_of(hr::engines::vllm.name, hr::measured_servers).without_graphs);
  CHECK_CONSTEXPR(hr::time_of(hr::engines::sglang.name, hr::measured_servers, 202'311).engine == hr::engines::sglang.name);
}
