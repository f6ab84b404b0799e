// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the_serving_job_contradicts_itself
// expect-note(clang): the_serving_job_contradicts_itself
#include <headroom/inference/memory.hpp>
#include <headroom/model/models/meta.hpp>

namespace hr = headroom;

#ifdef MISTAKE
constexpr double shared = 1.5;
#else
constexpr double shared = 0.5;
#endif
constexpr hr::serving_job job{.model = hr::models::llama3_1_70b, .shared_prefix = shared};
constexpr auto memory = hr::serving_memory(job);
static_assert(memory.is_known());
