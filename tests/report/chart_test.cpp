// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/chart.hpp>

#include <vector>

#include <doctest/doctest.h>

namespace {

namespace report = headroom::report;
using marks = std::vector<double>;

}  // namespace

TEST_CASE("chart: scales end at round numbers") {
  CHECK(report::scale_to(141).to == 150);
  CHECK(report::scale_to(141).marks == marks{0, 50, 100, 150});
  CHECK(report::scale_to(100).marks == marks{0, 20, 40, 60, 80, 100});
  CHECK(report::scale_to(0.07).to == doctest::Approx(0.08));
  CHECK(report::scale_to(0).marks == marks{0, 1});
  CHECK(report::scale_to(50)(25) == 0.5);

  const report::scale decades = report::log_scale(3, 4'000);
  CHECK(decades.from == 2);
  CHECK(decades.to == 5'000);
  CHECK(report::log_scale(1, 64).marks == marks{1, 2, 5, 10, 20, 50, 100});
  CHECK(report::log_scale(1, 1'000'000).marks == marks{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000});
  CHECK(report::log_scale(7, 7).marks == marks{5, 10});
  // Half of the way from 1 to 100 is 10.
  CHECK(report::log_scale(1, 100)(10) == doctest::Approx(0.5));
  CHECK(report::log_scale(0, -1).marks == marks{1, 10});
  CHECK(report::plain_number(1e6) == "1e6");
  CHECK(report::plain_number(0.0500) == "0.05");
}
