// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/verdict.hpp>
namespace hr = headroom;

namespace demand_verdict_reference {  // hidden
constexpr hr::need_check short_by_a_tenth{.line = hr::line::gpus, .need = 80, .supply = 72, .outcome = hr::outcome::does_not_fit};
static_assert(short_by_a_tenth.margin() == -8);
static_assert(short_by_a_tenth.relative_margin() == -0.1);
static_assert(name(short_by_a_tenth.outcome) == "does not fit");
}  // hidden
