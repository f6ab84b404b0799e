// SPDX-License-Identifier: BSL-1.0
// What a quantity takes in memory is what a double takes.
#include <headroom/hardware/link.hpp>
#include <headroom/units.hpp>

#include <type_traits>

namespace hr = headroom;

template <class Quantity>
constexpr bool is_a_double = sizeof(Quantity) == sizeof(double) && alignof(Quantity) == alignof(double) && std::is_standard_layout_v<Quantity>;

static_assert(is_a_double<hr::memory> && is_a_double<hr::bandwidth> && is_a_double<hr::duration> && is_a_double<hr::power>);
static_assert(is_a_double<hr::energy> && is_a_double<hr::money> && is_a_double<hr::money_rate> && is_a_double<hr::tokens>);
static_assert(is_a_double<hr::operation_count> && is_a_double<hr::operation_rate>);
static_assert(is_a_double<hr::operations<hr::fp4>> && is_a_double<hr::rate<hr::fp4, hr::sparse>>);
static_assert(is_a_double<hr::scale_out_bandwidth> && is_a_double<hr::bidirectional_bandwidth<hr::network::scale_up>>);
