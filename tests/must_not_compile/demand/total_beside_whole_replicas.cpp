// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has a lower peak rate than the demand needs
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.total = {.peak = hr::petaflops<hr::fp4>(1'000)}, .units = {.of_one_kind = 4}};
#else
inline constexpr hr::demand promise{.total = {.peak = hr::petaflops<hr::fp4>(100)}, .units = {.of_one_kind = 4}};
#endif
static_assert(hr::must_fit<held, promise>);
