// SPDX-License-Identifier: BSL-1.0
// expect-error: no matching function for call to 'max
#include <headroom/units.hpp>

namespace hr = headroom;

#include <algorithm>

#ifdef MISTAKE
auto x = std::max(hr::gibibytes(1), hr::seconds(1));
#else
auto x = std::max(hr::gibibytes(1), hr::gigabytes(1));
#endif
