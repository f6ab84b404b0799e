// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has fewer GPUs that fill whole units than the demand needs
// expect-note(clang): gpus, 16
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(5)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.gpus = 20}, .units = {.of_one_kind = 8}};
#else
inline constexpr hr::demand promise{.total = {.gpus = 20}};
#endif
static_assert(hr::must_fit<held, promise>);
