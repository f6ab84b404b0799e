// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace model_models_reference {  // hidden
static_assert(hr::models::all().size() == 49);
static_assert(hr::models::find("DeepSeek-V3").found == &hr::models::deepseek_v3);
static_assert(hr::models::find("llama3_1_405b").found == &hr::models::llama3_1_405b);
static_assert(hr::models::find("llama-3.1").several.size == 3);
static_assert(hr::models::find("lama3.1-405b").suggestion == "meta-llama/Meta-Llama-3.1-405B");
}  // hidden
