// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): unit
// Both fail, and for another reason than the one expected; of clang nothing is expected, which is wrong as well. The compiler stops
// there: together with others it would say nothing of them.
#include <headroom/unit.hpp>
