// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

// What headers that hold all of their changes at once ask: switched.py.
namespace switches {

bool is_on(unsigned change);  // and remembers that it was asked

}  // namespace switches

// A constant expression is computed as if nothing had changed.
constexpr bool is_changed(unsigned change) { return !std::is_constant_evaluated() && switches::is_on(change); }
