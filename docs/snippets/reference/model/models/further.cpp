// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/further.hpp>
namespace hr = headroom;

namespace model_models_further_reference {  // hidden
static_assert(hr::models::mixtral_8x7b.layers[0].experts.per_token == 2);
}  // hidden
