// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has fewer GPUs than the demand needs
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{};

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.gpus = 1}};
#else
inline constexpr hr::demand promise{.total = {.gpus = 0}};
#endif
static_assert(hr::must_fit<held, promise>);
