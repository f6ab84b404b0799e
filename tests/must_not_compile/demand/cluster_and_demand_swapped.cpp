// SPDX-License-Identifier: BSL-1.0
// expect-error: demand'
// expect-error: structural
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};
inline constexpr hr::demand promise{.total = {.gpus = 8}};

#ifdef MISTAKE
static_assert(hr::fits<promise, held>);
#else
static_assert(hr::fits<held, promise>);
#endif
