// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/source.hpp>

// Where the shapes of the published models were read from.
namespace headroom::sources {

inline constexpr source model_configurations{
    "model-configurations", "Public config.json of each model, as stored in ai-dynamo/aiconfigurator (model_configs)",
    "", "https://github.com/ai-dynamo/aiconfigurator/tree/095f58a51c"};

inline constexpr source general_knowledge_of_models{
    "general-knowledge-of-models", "General knowledge of the published configuration, not confirmed in a document", "",
    ""};

}  // namespace headroom::sources
