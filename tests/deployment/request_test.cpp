// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/request.hpp>

#include <check.hpp>

TEST_CASE("What a pod does not ask for is silent, and no request of 0") {
  constexpr hr::pod_resources nothing{};
  constexpr hr::pod_resources none{.gpus = {hr::count{0}, 3}};
  CHECK_CONSTEXPR(nothing.gpus.is_silent());
  CHECK_CONSTEXPR(nothing.system_memory.is_silent());
  CHECK_CONSTEXPR(!none.gpus.is_silent());
}
