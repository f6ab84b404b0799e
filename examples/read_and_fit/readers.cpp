// SPDX-License-Identifier: BSL-1.0
// The definitions of the readers, in one source of the program and no other.
#include <headroom/read/implement.hpp>
