// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the_model_has_a_part_that_cannot_be_counted
// expect-note(clang): the_model_has_a_part_that_cannot_be_counted
#include <headroom/model/models.hpp>
#include <headroom/model/weight_memory.hpp>

namespace hr = headroom;

#ifdef MISTAKE
constexpr auto n = hr::weight_memory(hr::models::deepseek_v4_pro, hr::fp8);
#else
constexpr auto n = hr::weight_memory(hr::models::deepseek_v3, hr::fp8);
#endif
static_assert(n.is_known());
