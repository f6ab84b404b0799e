// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has more VMs than the demand allows
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.at_most = {.vms = 37}};
#else
inline constexpr hr::demand promise{.at_most = {.vms = 38}};
#endif
static_assert(hr::must_fit<held, promise>);
