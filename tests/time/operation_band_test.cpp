// SPDX-License-Identifier: BSL-1.0
#include <headroom/time/operation_band.hpp>

#include <check.hpp>
#include <time/small_gpu.hpp>

TEST_CASE("an operation on a GPU that nobody measured has no band") {
  CHECK_CONSTEXPR(hr::band_of(hr::matrix_products, small_gpu::round_numbers).is_known());
  constexpr hr::gpu_rates unmeasured{};
  CHECK_CONSTEXPR(!hr::band_of(hr::matrix_products, unmeasured).is_known());
}
