// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/said.hpp>

#include <headroom/count.hpp>

#include <check.hpp>

namespace said_cases {

constexpr hr::said<hr::count> known{0, 3};
constexpr hr::said<hr::count> unresolved{hr::unknown, 3};
constexpr hr::said<hr::count> silent{};

}  // namespace said_cases

TEST_CASE("A file says a figure, leaves it to its tool, or is silent: never two of them") {
  using namespace said_cases;
  CHECK_CONSTEXPR((known.is_known() && !known.is_unresolved() && !known.is_silent()));
  CHECK_CONSTEXPR((!unresolved.is_known() && unresolved.is_unresolved() && !unresolved.is_silent()));
  CHECK_CONSTEXPR((!silent.is_known() && !silent.is_unresolved() && silent.is_silent()));
}

TEST_CASE("A known nought is not replaced, and what is not known is") {
  using namespace said_cases;
  CHECK_CONSTEXPR(known.value_or(7) == 0);
  CHECK_CONSTEXPR(unresolved.value_or(7) == 7);
  CHECK_CONSTEXPR(silent.value_or(7) == 7);
}
