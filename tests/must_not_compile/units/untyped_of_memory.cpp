// SPDX-License-Identifier: BSL-1.0
// expect-error: no matching function for call to 'untyped
// expect-note: typed_rate_unit
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::untyped(hr::gibibytes(1));
#else
auto x = hr::untyped(hr::petaflops<hr::fp4>(1));
#endif
