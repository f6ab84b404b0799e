// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>

#include "validate/row.hpp"

// The models that rows describe.
namespace headroom::program::validation {

// Layers of GPT-2's kind, which Megatron's and MosaicML's models have; learned positions: 0 for none.
transformer gpt(count layers, count hidden, count heads, count vocabulary, count positions);

// A row's model. Its `arch` and the numbers of its shape describe it in whole; without `arch`, it is the published
// model of its name where the numbers that the row gives are that model's, else what the numbers describe. Refuses one
// that is neither described nor known.
transformer model_of(const json& config);

// The first layers of a model: so many of them, with so many dense ones before those with experts.
transformer first_layers(transformer model, count layers, count dense);

}  // namespace headroom::program::validation
