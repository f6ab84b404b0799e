// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/checkpoints.hpp>
namespace hr = headroom;

namespace catalog_names_checkpoints_reference {  // hidden
static_assert(hr::catalog::checkpoint_format_of("deepseek-ai/DeepSeek-R1") == hr::catalog::checkpoint_format::fp8_blocks);
static_assert(hr::catalog::checkpoint_format_of("moonshotai/Kimi-K2-Instruct") == hr::catalog::checkpoint_format::fp8_blocks);
}  // hidden
