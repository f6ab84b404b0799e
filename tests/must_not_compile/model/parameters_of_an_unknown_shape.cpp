// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the_model_has_a_part_that_cannot_be_counted
// expect-note(clang): the_model_has_a_part_that_cannot_be_counted
#include <headroom/model/models.hpp>
#include <headroom/model/parameters.hpp>

namespace hr = headroom;

#ifdef MISTAKE
constexpr auto n = hr::parameters(hr::models::gemma_4_26b_a4b);
#else
constexpr auto n = hr::parameters(hr::models::gpt_oss_20b);
#endif
static_assert(n.is_known());
