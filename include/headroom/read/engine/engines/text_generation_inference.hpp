// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/known_engine.hpp>

namespace headroom::read::known {

// TGI, "text-generation-launcher arguments".
inline constexpr engine_argument text_generation_inference_arguments[]{
    {"num-shard", engine_setting::tensor},
};

constexpr bool starts_text_generation_inference(std::string_view, std::string_view program, std::string_view) {
  return program == "text-generation-launcher";
}

inline constexpr std::string_view text_generation_inference_images[]{"text-generation-inference", "tgi-"};

inline constexpr known_engine text_generation_inference{engine::text_generation_inference, starts_text_generation_inference,
                                                        text_generation_inference_images, {}, text_generation_inference_arguments};

}  // namespace headroom::read::known
