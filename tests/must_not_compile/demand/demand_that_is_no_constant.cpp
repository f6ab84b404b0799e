// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the value of 'promise' is not usable in a constant expression
// expect-error(clang): must be initialized by a constant expression
// expect-note(clang): read of non-constexpr variable 'promise'
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};
hr::demand promise{.total = {.gpus = 8}};
inline constexpr hr::demand kept{.total = {.gpus = 8}};

#ifdef MISTAKE
static_assert(hr::fits<held, promise>);
#else
static_assert(hr::fits<held, kept>);
#endif
