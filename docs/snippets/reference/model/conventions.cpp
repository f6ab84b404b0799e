// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/conventions.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace model_conventions_reference {  // hidden
constexpr auto causal = *hr::megatron_operations(hr::models::llama3_1_70b, 8'192).known();
constexpr auto full = *hr::nemo_operations(hr::models::llama3_1_70b, 8'192).known();
static_assert(hr::ratio(full, causal) > 1.05);
}  // hidden
