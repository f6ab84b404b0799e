// SPDX-License-Identifier: BSL-1.0
// expect-error: unit
// Both fail, and for another reason than the one expected.
#include <headroom/unit.hpp>
