// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/skypilot/, for read/implement.hpp.
#include <headroom/read/skypilot/skypilot.ipp>
