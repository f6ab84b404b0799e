// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/qwen.hpp>
namespace hr = headroom;

namespace model_models_qwen_reference {  // hidden
static_assert(hr::models::qwen3_5_397b_a17b.order == "llla");  // linear attention, and every fourth layer softmax
}  // hidden
