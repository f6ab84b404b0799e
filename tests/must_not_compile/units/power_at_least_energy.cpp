// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator>=(one_kind_of_quantity, another_kind_of_quantity)
// expect-error(clang): deleted operator '>='
// expect-note: unlike quantities do not compare
#include <headroom/units.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::kilowatts(1) >= hr::kilowatt_hours(1);
#else
auto x = hr::kilowatts(1) >= hr::kilowatt_hours(1) / hr::hours(1);
#endif
