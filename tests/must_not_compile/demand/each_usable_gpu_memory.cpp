// SPDX-License-Identifier: BSL-1.0
// expect-error: no GPU of the cluster has the usable memory that the demand needs of one
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.per_gpu = {.usable_gpu_memory = hr::gibibytes(300)}};
#else
inline constexpr hr::demand promise{.per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}};
#endif
static_assert(hr::must_fit<held, promise>);
