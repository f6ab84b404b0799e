// SPDX-License-Identifier: BSL-1.0
// expect-error: 'premium_disks'
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

#ifdef MISTAKE
inline constexpr hr::demand promise{.features = {hr::feature::premium_disks}};
#else
inline constexpr hr::demand promise{.features = {hr::feature::premium_storage}};
#endif
