// SPDX-License-Identifier: BSL-1.0
// expect-error: information_base_dimension
// The error spells out the types of Boost.Units.
#include <headroom/units.hpp>

#ifdef MISTAKE
headroom::memory x = 5.0;
#endif
