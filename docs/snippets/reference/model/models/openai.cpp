// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/openai.hpp>
namespace hr = headroom;

namespace model_models_openai_reference {  // hidden
static_assert(hr::models::gpt_oss_120b.kind('s')->attention.window == 128);
}  // hidden
