// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/figure_order.hpp>

#include <check.hpp>

namespace hardware_figure_order_test {

namespace {

using figure = hr::figure<hr::count>;
constexpr figure two(hr::count{2}), three(hr::count{3}), negative(hr::count{-5}), none(hr::absent), not_known(hr::unknown);

}  // namespace

TEST_CASE("Known figures come in order, then those that are absent, then those that are unknown") {
  CHECK_CONSTEXPR(hr::lowest_first(two, three));
  CHECK_CONSTEXPR(!hr::lowest_first(three, two));
  CHECK_CONSTEXPR(!hr::lowest_first(two, two));
  CHECK_CONSTEXPR(!hr::highest_first(two, two));
  CHECK_CONSTEXPR(hr::highest_first(three, two));
  CHECK_CONSTEXPR(!hr::highest_first(two, three));
  for (const figure& each : {two, negative}) {
    CHECK(hr::lowest_first(each, none));
    CHECK(hr::highest_first(each, none));
    CHECK(hr::lowest_first(each, not_known));
    CHECK(hr::highest_first(each, not_known));
    CHECK(!hr::lowest_first(not_known, each));
    CHECK(!hr::highest_first(none, each));
  }
  CHECK_CONSTEXPR(hr::lowest_first(none, not_known));
  CHECK_CONSTEXPR(hr::highest_first(none, not_known));
  CHECK_CONSTEXPR(!hr::lowest_first(not_known, not_known));
  CHECK_CONSTEXPR(!hr::highest_first(none, none));
}

}  // namespace hardware_figure_order_test
