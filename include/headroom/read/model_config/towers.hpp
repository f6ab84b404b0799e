// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>

#include <headroom/read/model_config/fields.hpp>

namespace headroom::read::configs {

// Weights of a vision tower and of what leads from it into a language model of that hidden width. 0: something is not
// as in the towers that are known.
count siglip_tower(const fields& vision, count hidden);
count qwen_2_5_tower(const fields& vision, count hidden);

// What a shape has of the tower in vision_config, where there is one: its weights, or that it is left out, as where it
// is not known or where a quantisation may reach into it.
void read_tower(const fields& whole, count (*tower)(const fields& vision, count hidden), transformer& into);

}  // namespace headroom::read::configs
