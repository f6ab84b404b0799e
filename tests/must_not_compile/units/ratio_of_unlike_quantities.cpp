// SPDX-License-Identifier: BSL-1.0
// expect-error: no matching function for call to 'ratio
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::ratio(hr::gibibytes(1), hr::seconds(1));
#else
auto x = hr::ratio(hr::gibibytes(1), hr::gigabytes(1));
#endif
