// SPDX-License-Identifier: BSL-1.0
// expect-error: no machine of the cluster has as many vCPUs as the demand needs of one
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.per_vm = {.vcpus = 129}};
#else
inline constexpr hr::demand promise{.per_vm = {.vcpus = 128}};
#endif
static_assert(hr::must_fit<held, promise>);
