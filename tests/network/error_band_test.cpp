// SPDX-License-Identifier: BSL-1.0
#include <headroom/network/error_band.hpp>

#include <check.hpp>
#include <network/small_fabric.hpp>

TEST_CASE("a band turns an estimate into what may be measured") {
  constexpr hr::error_band band{-0.2, 0.25, 10, "runs"};
  CHECK_CONSTEXPR(band.is_known());
  CHECK(hr::in_seconds(band.shortest(hr::seconds(1))) == doctest::Approx(0.8));
  CHECK(hr::in_seconds(band.longest(hr::seconds(1))) == doctest::Approx(1.25));
}

TEST_CASE("an estimate far from every row has no band") {
  using small_fabric::round_numbers;
  CHECK_CONSTEXPR(hr::band_of(hr::collective::all_reduce, hr::gigabytes(1), round_numbers).figures == 48);
  CHECK_CONSTEXPR(hr::band_of(hr::collective::all_reduce, hr::kilobytes(1), round_numbers).figures == 4);
  CHECK_CONSTEXPR(!hr::band_of(hr::collective::all_to_all, hr::gigabytes(1), round_numbers).is_known());
  constexpr hr::fabric unmeasured{};
  CHECK_CONSTEXPR(!hr::band_of(hr::collective::all_reduce, hr::gigabytes(1), unmeasured).is_known());
}
