// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has less local storage than the demand needs
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.local_storage = hr::terabytes(533)}};
#else
inline constexpr hr::demand promise{.total = {.local_storage = hr::terabytes(532)}};
#endif
static_assert(hr::must_fit<held, promise>);
