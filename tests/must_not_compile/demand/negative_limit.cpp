// SPDX-License-Identifier: BSL-1.0
// expect-error: the demand has a negative amount, or the cluster a count outside 0 to 2^40
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.at_most = {.racks = -1}};
#else
inline constexpr hr::demand promise{.at_most = {.racks = 2}};
#endif
static_assert(hr::must_fit<held, promise>);
