// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/decimal.hpp>
namespace hr = headroom;

namespace decimal_reference {  // hidden
static_assert(hr::decimal::nearest_double(hr::decimal::number{335, -2}) == 3.35);
static_assert(hr::decimal::rounded(284.44, 3) == hr::decimal::number{284, 0});
}  // hidden
