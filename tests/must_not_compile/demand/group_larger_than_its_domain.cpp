// SPDX-License-Identifier: BSL-1.0
// expect-error: no scale-up domain of the cluster has as many GPUs as the demand needs of one
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::old_vm>(4)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.units = {.in_domain = 16}};
#else
inline constexpr hr::demand promise{.units = {.in_domain = 8}};
#endif
static_assert(hr::must_fit<held, promise>);
