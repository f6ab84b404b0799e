// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/headlines.hpp>
namespace hr = headroom;

namespace report_headlines_reference {  // hidden
static_assert(hr::headlines.size() == 71);
static_assert(hr::find_headline("H71")->found() == hr::reproduction::reproduces);
}  // hidden
