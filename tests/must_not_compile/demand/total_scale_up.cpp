// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has less scale-up bandwidth than the demand needs
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.scale_up = hr::scale_up_per_direction(hr::terabytes_per_second(137))}};
#else
inline constexpr hr::demand promise{.total = {.scale_up = hr::scale_up_per_direction(hr::terabytes_per_second(136))}};
#endif
static_assert(hr::must_fit<held, promise>);
