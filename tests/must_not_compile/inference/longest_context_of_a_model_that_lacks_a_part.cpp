// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the_serving_job_contradicts_itself
// expect-note(clang): the_serving_job_contradicts_itself
#include <headroom/inference/room.hpp>
#include <headroom/model/models/google.hpp>
#include <headroom/model/models/meta.hpp>

#include "machines.hpp"

#ifdef MISTAKE
constexpr const hr::transformer& model = hr::models::gemma_4_26b_a4b;
#else
constexpr const hr::transformer& model = hr::models::llama3_1_8b;
#endif
constexpr auto longest = hr::largest_context({.model = model}, here::new_vm::spec);
static_assert(*longest.known() > 0);
