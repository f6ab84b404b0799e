// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/weight_memory.hpp>
#include <optional>
#include <string>

#include <headroom/read/model_config/fields.hpp>

namespace headroom::read::configs {

// The formats of the weights beside a config.json, of its torch_dtype and quantization_config, which are in the whole
// or in the part of the language model. Nothing where they are not there or leave something open.
std::optional<weight_formats> checkpoint_formats(const fields& whole, const fields& part);

// The formats of a hf_quant_config.json, which NVIDIA's tools write beside a config.json without a quantization_config.
std::optional<weight_formats> formats_beside(const fields& beside, precision others, count layers);

// The format that the same file quantises the KV cache to. Nothing where it names none that is known.
std::optional<precision> cache_beside(const fields& beside);
// What is said there of the KV cache and not understood; else empty.
std::string unread_cache_beside(const fields& beside);

// The 16 bits that what is always widened is multiplied in: those of torch_dtype. Nothing where it says no such.
std::optional<precision> checkpoint_multiplied(const fields& whole, const fields& part);

// Whether only weights are quantised, with no format of activations, so that they are widened whatever they are held
// in: as compressed-tensors has it.
bool quantises_weights_only(const fields& whole, const fields& part);

// What of a quantization_config leaves them open, in words; empty where there is none.
std::string unread_quantization(const fields& whole, const fields& part);

}  // namespace headroom::read::configs
