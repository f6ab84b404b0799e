// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator+(one_kind_of_quantity, bare_number)
// expect-error(clang): deleted operator '+'
// expect-note: say the unit: gibibytes(16), not 16
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::gibibytes(1) + 16;
#else
auto x = hr::gibibytes(1) + hr::gibibytes(16);
#endif
