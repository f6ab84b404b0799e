// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the_model_has_a_part_that_cannot_be_counted
// expect-note(clang): the_model_has_a_part_that_cannot_be_counted
#include <headroom/model/models.hpp>
#include <headroom/model/operations.hpp>

namespace hr = headroom;

#ifdef MISTAKE
constexpr auto n = hr::training_operations(hr::models::llama3_3_nemotron_super_49b_v1, 4'096);
#else
constexpr auto n = hr::training_operations(hr::models::llama3_1_70b, 4'096);
#endif
static_assert(n.is_known());
