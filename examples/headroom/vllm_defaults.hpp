// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/units.hpp>
#include <string_view>

// What vLLM does unless told otherwise, from its version 0.8 on.
namespace headroom::program {

// vLLM's arg_utils.py: 1,024 sequences and 8,192 tokens a step on GPUs of 70 GiB and more but the A100, else 256 and
// 2,048. False where the memory is not known.
constexpr bool is_large_to_vllm(const gpu& of) {
  const figure<memory> has = usable_memory(of);
  return has.is_known() && *has.known() >= gibibytes(70) && of.name.find("A100") == std::string_view::npos;
}

constexpr count vllm_most_sequences(bool is_large) { return is_large ? 1'024 : 256; }

}  // namespace headroom::program
