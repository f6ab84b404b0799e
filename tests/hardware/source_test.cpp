// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/source.hpp>

#include <check.hpp>

TEST_CASE("What a source or a dispute does not say is empty, and a dispute weighs little until somebody says otherwise") {
  CHECK_CONSTEXPR(hr::source{}.title.empty());
  CHECK_CONSTEXPR(hr::source{}.date.empty());
  CHECK_CONSTEXPR(hr::source{}.url.empty());
  CHECK_CONSTEXPR(hr::dispute{}.weight == hr::severity::low);
  CHECK_CONSTEXPR(hr::dispute{}.reason.empty());
}
