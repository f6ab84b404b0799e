// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/engine/served_models.hpp>
namespace hr = headroom;

// Bits of a weight, by the name of a checkpoint: 8 of "Qwen/Qwen3-32B-FP8"; 0 where the name does not tell.
inline hr::count bits_by_name(std::string_view checkpoint) {
  hr::served_model model;
  hr::read::take_model_name(checkpoint, 1, model);
  return model.weight_bits.value_or(0);
}
