// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/source.hpp>

#include <check.hpp>

TEST_CASE("A dispute weighs the least until somebody says otherwise") {
  for (const hr::severity each : {hr::severity::low, hr::severity::medium, hr::severity::high}) {
    CHECK(each >= hr::dispute{}.weight);
    CHECK((each == hr::severity::high || each < hr::severity::high));
  }
}
