// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/headline.hpp>
namespace hr = headroom;

namespace report_headline_reference {  // hidden
inline constexpr hr::headline rack{.id = "own", .says = "memory of 72 GPUs", .unit = "TB", .printed = 20.0, .step = 1, .computed = 72 * 0.279};
static_assert(rack.is_within_rounding() && rack.stands_as_expected());
}  // hidden
