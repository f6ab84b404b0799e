// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): 'fp5' is not a member of 'hr'
// expect-error(clang): no member named 'fp5' in namespace 'headroom'
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::petaflops<hr::fp5>(1);
#else
auto x = hr::petaflops<hr::fp4>(1);
#endif
