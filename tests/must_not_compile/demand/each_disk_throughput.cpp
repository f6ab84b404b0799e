// SPDX-License-Identifier: BSL-1.0
// expect-error: no machine of the cluster has the disk throughput that the demand needs of one
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.per_vm = {.disk_throughput = hr::gigabytes_per_second(3)}};
#else
inline constexpr hr::demand promise{.per_vm = {.disk_throughput = hr::gigabytes_per_second(2)}};
#endif
static_assert(hr::must_fit<held, promise>);
