// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>

#include "validate/row.hpp"

// The models that rows describe.
namespace headroom::program::validation {

// Layers of GPT-2's kind, which Megatron's and MosaicML's models have; learned positions: 0 for none.
transformer gpt(count layers, count hidden, count heads, count vocabulary, count positions);

// Whether a row gives the numbers of its model's shape itself, and the shape that they describe.
bool describes_shape(const json& config);
transformer described(const json& config);

// A row's model: as it describes it, or else by its name. Refuses one that is neither described nor known.
transformer model_of(const json& config);
// By its name first.
transformer named_model_of(const json& config);

}  // namespace headroom::program::validation
