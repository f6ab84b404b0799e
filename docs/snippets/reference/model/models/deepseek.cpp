// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/deepseek.hpp>
namespace hr = headroom;

namespace model_models_deepseek_reference {  // hidden
static_assert(hr::models::deepseek_v3.layers[1].attention.is_latent());
}  // hidden
