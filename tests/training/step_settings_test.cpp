// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_settings.hpp>

#include <check.hpp>

TEST_CASE("what jobs do not say is the newest software with kernels of its GPU") {
  CHECK_CONSTEXPR(hr::usual_step.months == 0);
  CHECK_CONSTEXPR(hr::usual_step.kernel.instruction_share == 1);
  CHECK_CONSTEXPR(hr::usual_step.document == 0);
  CHECK_CONSTEXPR(hr::usual_step.overlaps_tensor);
  CHECK_CONSTEXPR(!hr::usual_step.replays_graphs);
  CHECK_CONSTEXPR(!hr::usual_step.balanced_stages);
}
