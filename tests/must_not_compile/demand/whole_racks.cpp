// SPDX-License-Identifier: BSL-1.0
// expect-error: the demand counts only whole racks, and the cluster has no whole rack of eligible machines
// expect-note(clang): racks, 1
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto old = hr::cluster{hr::vms<here::old_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.whole_racks = true};
#else
inline constexpr hr::demand promise{.total = {.gpus = 16}};
#endif
static_assert(hr::must_fit<old, promise>);
