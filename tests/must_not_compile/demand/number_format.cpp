// SPDX-License-Identifier: BSL-1.0
// expect-error: no machine of the cluster computes in a number format that the job needs
// expect-note(clang): fp8
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::old_vm>(4)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.formats = {hr::fp8}};
#else
inline constexpr hr::demand promise{.total = {.gpus = 32}};
#endif
static_assert(hr::must_fit<held, promise>);
