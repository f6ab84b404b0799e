// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the_model_has_a_part_that_cannot_be_counted
// expect-note(clang): the_model_has_a_part_that_cannot_be_counted
#include <headroom/model/models.hpp>
#include <headroom/model/kv_cache.hpp>

namespace hr = headroom;

#ifdef MISTAKE
constexpr auto n = hr::kv_cache_per_token(hr::models::glm_5_2);
#else
constexpr auto n = hr::kv_cache_per_token(hr::models::glm_5_1);
#endif
static_assert(n.is_known());
