// SPDX-License-Identifier: BSL-1.0
// expect-error: the demand counts only whole racks, and the cluster has no whole rack of eligible machines
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

#ifdef MISTAKE
inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(17)};
#else
inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(18)};
#endif
inline constexpr hr::demand promise{.total = {.gpus = 1}, .whole_racks = true};
static_assert(hr::must_fit<held, promise>);
