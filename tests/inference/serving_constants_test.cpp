// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/engine.hpp>
#include <headroom/inference/serving_constants.hpp>

#include <check.hpp>
#include <documented.hpp>

#include <array>
#include <vector>

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

TEST_CASE("the documentation of servers' constants is of these") {
  const hr::serving_constants c;
  const auto us = [](const auto& of) { return hr::in_microseconds(of); };
  const auto ms = [](const auto& of) { return hr::in_milliseconds(of); };
  const auto check = [](std::string_view row, const std::vector<double>& constants) {
    hr_test::check_documented("| constant | value | what it rests on", row, constants);
  };
  check("inputs that products of experts", {c.experts_inputs});
  check("bytes of memory-bound operations", {c.traffic, c.experts_traffic});
  check("from kernel to kernel", {us(c.kernel)});
  check("to start an all-reduce", {us(c.all_reduce), us(c.exchange)});
  check("the host for a sequence", {us(c.sequence)});
  std::vector<double> host, share, first, waited;
  for (const hr::serving_engine& each : {hr::engines::vllm, hr::engines::sglang, hr::engines::tensorrt_llm}) {
    const hr::engine_time& of = hr::time_of(each.name, c);
    host.push_back(ms(of.step));
    if (of.kernels < 1) share.push_back(of.kernels);
    first.push_back(ms(of.first));
    waited.push_back(of.steps_waited);
  }
  check("host in a step", host);
  check("share of the kernels", share);
  check("a request outside of steps", first);
  check("steps waited", waited);
}
