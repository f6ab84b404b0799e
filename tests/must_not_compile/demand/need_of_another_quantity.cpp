// SPDX-License-Identifier: BSL-1.0
// expect-error: this figure is of another kind of quantity
#include "machines.hpp"

#ifdef MISTAKE
constexpr hr::needs asked{.usable_gpu_memory = hr::watts(700)};
#else
constexpr hr::needs asked{.usable_gpu_memory = hr::gibibytes(700)};
#endif
static_assert(asked.usable_gpu_memory == hr::gibibytes(700));
