// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator<=>(one_kind_of_quantity, bare_number)
// expect-error(clang): deleted operator '<=>'
// expect-note: say the unit: gibibytes(16), not 16
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::petaflops<hr::fp4>(1) >= 1e15;
#else
auto x = hr::petaflops<hr::fp4>(1) >= hr::petaflops<hr::fp4>(1);
#endif
