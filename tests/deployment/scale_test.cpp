// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/scale.hpp>

#include <check.hpp>

TEST_CASE("How much runs is silent where a file does not say it, and neither 0 nor 1") {
  constexpr hr::workload_scale nothing{};
  constexpr hr::workload_scale none{.replicas = {hr::count{0}, 3}};
  CHECK_CONSTEXPR(nothing.replicas.is_silent());
  CHECK_CONSTEXPR(nothing.pods.is_silent());
  CHECK_CONSTEXPR(nothing.nodes.is_silent());
  CHECK_CONSTEXPR(!none.replicas.is_silent());
}
