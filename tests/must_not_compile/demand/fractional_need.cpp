// SPDX-License-Identifier: BSL-1.0
// expect-error: narrowing
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.gpus = 8.5}};
#else
inline constexpr hr::demand promise{.total = {.gpus = 8}};
#endif
