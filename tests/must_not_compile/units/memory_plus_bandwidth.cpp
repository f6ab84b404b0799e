// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator+(one_kind_of_quantity, another_kind_of_quantity)
// expect-error(clang): deleted operator '+'
// expect-note: unlike quantities do not add
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::gibibytes(1) + hr::gigabytes_per_second(1);
#else
auto x = hr::gibibytes(1) + hr::gigabytes(1);
#endif
