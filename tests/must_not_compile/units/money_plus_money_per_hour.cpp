// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator+(one_kind_of_quantity, another_kind_of_quantity)
// expect-error(clang): deleted operator '+'
// expect-note: unlike quantities do not add
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::dollars(1) + hr::dollars_per_hour(1);
#else
auto x = hr::dollars(1) + hr::dollars_per_hour(1) * hr::hours(1);
#endif
