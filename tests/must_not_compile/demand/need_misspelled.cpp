// SPDX-License-Identifier: BSL-1.0
// expect-error: 'gpu_memory'
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.gpu_memory = hr::gibibytes(1)}};
#else
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = hr::gibibytes(1)}};
#endif
