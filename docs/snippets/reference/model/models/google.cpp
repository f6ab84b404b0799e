// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/google.hpp>
namespace hr = headroom;

namespace model_models_google_reference {  // hidden
static_assert(hr::models::palm_540b.layers[0].attention.kv_heads == 1);
}  // hidden
