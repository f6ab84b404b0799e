// SPDX-License-Identifier: BSL-1.0
#include <headroom/count.hpp>
namespace hr = headroom;

namespace count_reference {  // hidden
static_assert(hr::is_count(4'608) && !hr::is_count(-1));
static_assert(hr::multiply(hr::max_count, hr::max_count) == hr::too_many);
static_assert(hr::add(hr::too_many, 1) == hr::too_many);
}  // hidden
