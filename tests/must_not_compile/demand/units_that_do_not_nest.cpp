// SPDX-License-Identifier: BSL-1.0
// expect-error: the demand's units of GPUs are no counts, or of_one_kind is no multiple of in_domain
// expect-note(clang): 12
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2)};

#ifdef MISTAKE
inline constexpr hr::demand promise{.units = {.in_domain = 8, .of_one_kind = 12}};
#else
inline constexpr hr::demand promise{.units = {.in_domain = 4, .of_one_kind = 12}};
#endif
static_assert(hr::must_fit<held, promise>);
