// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config/towers.hpp>


#include <headroom/count.hpp>
#include <headroom/model/parameters.hpp>
#include <string_view>
#include <headroom/read/common/messages.hpp>

namespace headroom::read::configs {

namespace {

// A number of a tower: 0 where it is none, or no whole one.
count dimension(const fields& c, std::string_view name, count otherwise = 0) {
  const tree* found = c.find(name);
  if (found == nullptr) return otherwise;
  const count number = number_or_none(c, name);
  return static_cast<double>(number) == found->number() ? number : 0;
}

constexpr count linear_weights(count inputs, count outputs) { return inputs * outputs + outputs; }

}  // namespace

// SigLIP with biases and layer norms, and Gemma 3's projector: a norm and a matrix without a bias.
count siglip_tower(const fields& c, count hidden) {
  if (word_or_none(c, "model_type") != "siglip_vision_model" || is_set(c, "vision_use_head", true)) return 0;
  const count wide = dimension(c, "hidden_size");
  const count inner = dimension(c, "intermediate_size");
  const count layers = dimension(c, "num_hidden_layers");
  const count patch = dimension(c, "patch_size");
  const count image = dimension(c, "image_size");
  const count colours = dimension(c, "num_channels", 3);
  for (const count each : {wide, inner, layers, patch, image, colours})
    if (each == 0) return 0;
  if (image < patch) return 0;
  const count positions = (image / patch) * (image / patch);
  const count norm = 2 * wide;
  const count layer =
      4 * linear_weights(wide, wide) + linear_weights(wide, inner) + linear_weights(inner, wide) + 2 * norm;
  const count tower = add(multiply(layers, layer), multiply(multiply(patch, patch), colours * wide));
  return add(add(tower, wide + positions * wide + norm), add(wide, multiply(wide, hidden)));
}

// Qwen2.5-VL: patches of two frames without a bias, RMS norms, gated networks with biases, and a merger of 2 x 2
// patches.
count qwen_2_5_tower(const fields& c, count hidden) {
  const count wide = dimension(c, "hidden_size");
  const count inner = dimension(c, "intermediate_size");
  const count layers = dimension(c, "depth");
  const count out = dimension(c, "out_hidden_size");
  const count patch = dimension(c, "patch_size", 14);
  const count frames = dimension(c, "temporal_patch_size", 2);
  const count colours = dimension(c, "in_channels", 3);
  const count merged = dimension(c, "spatial_merge_size", 2);
  for (const count each : {wide, inner, layers, patch, frames, colours, merged})
    if (each == 0) return 0;
  if (out != hidden) return 0;
  const count layer = linear_weights(wide, 3 * wide) + linear_weights(wide, wide) + 2 * linear_weights(wide, inner) +
                      linear_weights(inner, wide) + 2 * wide;
  const count together = multiply(multiply(merged, merged), wide);
  const count merger = add(wide, add(add(multiply(together, together), together), add(multiply(together, out), out)));
  return add(add(multiply(layers, layer), multiply(multiply(patch, patch), multiply(frames * colours, wide))), merger);
}

void read_tower(const fields& whole, count (*tower)(const fields& vision, count hidden), transformer& into) {
  const tree* vision = whole.find("vision_config");
  if (vision == nullptr) return;
  const bool is_read = tower != nullptr && vision->is_map() && !whole.has("quantization_config");
  const count weights = is_read ? tower(whole.inside("vision_config"), into.hidden) : 0;
  into.vision = is_count(weights) ? weights : 0;
  if (!into.missing.empty() || parameters(into).is_unknown()) into.vision = 0;  // more than can be counted
  into.without_vision = into.vision == 0;
  if (!into.without_vision) return;
  into.leaves_out = into.leaves_out.empty() ? std::string_view("the vision tower")
                                            : whole.keep(concat(into.leaves_out, ", and the vision tower"));
}

}  // namespace headroom::read::configs
