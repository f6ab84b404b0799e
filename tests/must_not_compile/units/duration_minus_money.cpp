// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator-(one_kind_of_quantity, another_kind_of_quantity)
// expect-error(clang): deleted operator '-'
// expect-note: unlike quantities do not subtract
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::hours(1) - hr::dollars(1);
#else
auto x = hr::hours(1) - hr::minutes(1);
#endif
