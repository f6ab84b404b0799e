// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): did you mean 'gigabytes'
// expect-error(clang): no member named 'gigibytes' in namespace 'headroom'
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::gigibytes(1);
#else
auto x = hr::gibibytes(1);
#endif
