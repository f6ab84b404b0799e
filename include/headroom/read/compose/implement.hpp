// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/compose/, for read/implement.hpp.
#include <headroom/read/compose/compose.ipp>
