// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace model_sources_reference {  // hidden
static_assert(hr::models::llama3_1_405b.from == &hr::sources::model_configurations);
static_assert(hr::models::palm_540b.from == &hr::sources::general_knowledge_of_models);
}  // hidden
