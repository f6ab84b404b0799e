// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_settings.hpp>

#include <check.hpp>

TEST_CASE("nothing is drafted, and graphs are replayed, unless said") {
  CHECK_CONSTEXPR(hr::usual_serving.drafted == 0);
  CHECK_CONSTEXPR(!hr::usual_serving.without_graphs);
  CHECK_CONSTEXPR(hr::usual_serving.scheduler_steps == 1);
  CHECK_CONSTEXPR(hr::usual_serving.stream_interval == 1);
  CHECK_CONSTEXPR(hr::serving_requests{}.each == 10);
}
