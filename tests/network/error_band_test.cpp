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
  // Without a band an estimate stands as it is.
  constexpr hr::error_band none = hr::band_of(hr::collective::send, hr::gigabytes(1), round_numbers);
  CHECK_CONSTEXPR(none.shortest(hr::seconds(3)) == hr::seconds(3));
  CHECK_CONSTEXPR(none.longest(hr::seconds(3)) == hr::seconds(3));
  CHECK_CONSTEXPR(none.of == "nothing like it");
}

TEST_CASE("the band of small collectives ends below a megabyte") {
  const auto of = [](const hr::memory& message) { return hr::band_of(hr::collective::all_reduce, message, small_fabric::round_numbers).of; };
  CHECK(of(hr::bytes(999'999)) == "all-reduces below 1 MB");
  CHECK(of(hr::megabytes(1)) == "all-reduces over 1 MB");
}

TEST_CASE("one figure makes a band") {
  constexpr hr::error_band one{0, 0, 1, "a run"};
  CHECK_CONSTEXPR(one.is_known());
}
