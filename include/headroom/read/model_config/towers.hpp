// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <headroom/model/vision_tower.hpp>

#include <headroom/read/model_config/fields.hpp>

namespace headroom::read::configs {

// A vision tower and what leads from it into a language model of that hidden width, of what a configuration says of the
// whole and of the tower. Without layers: something is not as in the towers that are known.
using tower_reader = vision_tower (*)(const fields& whole, const fields& vision, count hidden);

vision_tower gemma_3_tower(const fields& whole, const fields& vision, count hidden);
vision_tower gemma_3n_tower(const fields& whole, const fields& vision, count hidden);
vision_tower intern_vit_tower(const fields& whole, const fields& vision, count hidden);
vision_tower llama_4_tower(const fields& whole, const fields& vision, count hidden);
vision_tower llava_tower(const fields& whole, const fields& vision, count hidden);
vision_tower mistral_3_tower(const fields& whole, const fields& vision, count hidden);
vision_tower mllama_tower(const fields& whole, const fields& vision, count hidden);
vision_tower paligemma_tower(const fields& whole, const fields& vision, count hidden);
vision_tower qwen_2_tower(const fields& whole, const fields& vision, count hidden);
vision_tower qwen_2_5_tower(const fields& whole, const fields& vision, count hidden);
vision_tower qwen_3_tower(const fields& whole, const fields& vision, count hidden);

// What a shape has of the tower in vision_config, where there is one: its weights, or that it is left out, as where it
// is not known or where a quantisation may reach into it. The same of the audio encoder in audio_config, of what hears.
void read_tower(const fields& whole, tower_reader tower, transformer& into, bool hears = false);

}  // namespace headroom::read::configs
