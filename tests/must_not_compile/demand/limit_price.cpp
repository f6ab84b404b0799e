// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster costs more per hour than the demand allows
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2)};
inline constexpr hr::price prices[]{{.machine = "new rack", .region = "here", .on_demand = hr::dollars_per_hour(100), .own = true}};

#ifdef MISTAKE
inline constexpr hr::demand promise{.at_most = {.price_per_hour = hr::dollars_per_hour(199)}, .prices = {.region = "here", .own = prices}};
#else
inline constexpr hr::demand promise{.at_most = {.price_per_hour = hr::dollars_per_hour(200)}, .prices = {.region = "here", .own = prices}};
#endif
static_assert(hr::must_fit<held, promise>);
