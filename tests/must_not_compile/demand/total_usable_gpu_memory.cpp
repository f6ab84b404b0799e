// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has less usable GPU memory than the demand needs
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = hr::tebibytes(42)}};
#else
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = hr::tebibytes(41)}};
#endif
static_assert(hr::must_fit<held, promise>);
