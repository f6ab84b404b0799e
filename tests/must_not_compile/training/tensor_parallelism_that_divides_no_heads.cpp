// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the_training_job_contradicts_itself
// expect-note(clang): the_training_job_contradicts_itself
#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>

namespace hr = headroom;

#ifdef MISTAKE
constexpr hr::count ranks = 12;
#else
constexpr hr::count ranks = 8;
#endif
constexpr hr::training_job job{.model = hr::models::llama3_1_70b, .parallelism = {.tensor = ranks}, .sequence = 8'192};
constexpr auto memory = hr::training_memory(job);
static_assert(memory.is_known());
