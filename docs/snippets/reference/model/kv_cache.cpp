// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace model_kv_cache_reference {  // hidden
static_assert(*hr::kv_cache_per_token(hr::models::llama3_1_405b).known() == hr::kibibytes(504));
static_assert(*hr::kv_cache_per_token(hr::models::deepseek_v3).known() == hr::bytes(70'272));
// Eight heads of keys and values: sixteen ranks hold one each, and each head twice.
static_assert(*hr::kv_cache_per_token(hr::models::llama3_1_405b, {}, 16).known() == hr::kibibytes(63));
}  // hidden
