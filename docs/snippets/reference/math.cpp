// SPDX-License-Identifier: BSL-1.0
#include <headroom/math.hpp>
namespace hr = headroom;

namespace math_reference {  // hidden
static_assert(hr::math::ceil(4.1) == 5);
static_assert(hr::math::round(-2.5) == -3);
static_assert(hr::math::close(72 * 15e15, 1.08 * 1e18) && 72 * 15e15 != 1.08 * 1e18);
}  // hidden
