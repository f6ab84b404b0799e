// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/engines/megatron.hpp>
#include <headroom/read/engine/engines/sglang.hpp>
#include <headroom/read/engine/engines/tensorrt_llm.hpp>
#include <headroom/read/engine/engines/text_generation_inference.hpp>
#include <headroom/read/engine/engines/torchtitan.hpp>
#include <headroom/read/engine/engines/vllm.hpp>

// The engines that are known.
namespace headroom::read {

// Of images that name several the first counts.
inline constexpr const known_engine* known_engines[]{&known::tensorrt_llm, &known::sglang,   &known::vllm,
                                                     &known::megatron,     &known::text_generation_inference, &known::torchtitan};

}  // namespace headroom::read
