// SPDX-License-Identifier: BSL-1.0
// expect-error: no scale-up domain of the cluster has as many GPUs as the demand needs of one
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.per_domain = {.gpus = 73}};
#else
inline constexpr hr::demand promise{.per_domain = {.gpus = 72}};
#endif
static_assert(hr::must_fit<held, promise>);
