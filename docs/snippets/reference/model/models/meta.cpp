// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/meta.hpp>
namespace hr = headroom;

namespace model_models_meta_reference {  // hidden
static_assert(hr::models::llama3_1_405b.layer_count() == 126);
}  // hidden
