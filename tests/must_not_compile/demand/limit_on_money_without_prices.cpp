// SPDX-License-Identifier: BSL-1.0
// expect-error: the promise cannot be judged: the demand's prices, its own and those published, have none for a machine
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::old_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.at_most = {.price_per_hour = hr::dollars_per_hour(100)}};
#else
inline constexpr hr::demand promise{.at_most = {.vms = 2}};
#endif
static_assert(hr::must_fit<held, promise>);
