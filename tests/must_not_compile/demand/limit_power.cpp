// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster draws more power than the demand allows
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.at_most = {.max_power = hr::kilowatts(280)}};
#else
inline constexpr hr::demand promise{.at_most = {.max_power = hr::kilowatts(284)}};
#endif
static_assert(hr::must_fit<held, promise>);
