// SPDX-License-Identifier: BSL-1.0
// expect-error: the promise cannot be judged: no source states a figure that decides it
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.formats = {hr::fp6}};
#else
inline constexpr hr::demand promise{.formats = {hr::fp8, hr::fp4}};
#endif
static_assert(hr::must_fit<held, promise>);
