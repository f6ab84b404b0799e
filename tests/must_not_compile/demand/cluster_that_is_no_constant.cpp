// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the value of 'held' is not usable in a constant expression
// expect-error(clang): is not a constant expression
// expect-note(clang): read of non-constexpr variable 'held'
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

auto held = hr::cluster{hr::racks<here::new_rack>(2)};
constexpr auto known = hr::cluster{hr::racks<here::new_rack>(2)};
inline constexpr hr::demand promise{.total = {.gpus = 8}};

#ifdef MISTAKE
static_assert(hr::fits<held, promise>);
#else
static_assert(hr::fits<known, promise>);
#endif
