// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/model/parameters.hpp>
namespace hr = headroom;

namespace model_parameters_reference {  // hidden
static_assert(hr::parameters(hr::models::llama3_1_405b).known()->total() == 405'853'388'800);
static_assert(hr::parameters(hr::models::deepseek_v3).known()->total() == 671'026'419'200);
static_assert(hr::active_parameters(hr::models::deepseek_v3).known()->total() == 37'552'297'472);
}  // hidden
