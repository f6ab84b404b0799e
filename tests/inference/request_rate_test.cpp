// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/request_rate.hpp>

#include <concepts>

#include <check.hpp>

namespace inference_request_rate_test {
namespace {

template <class A, class B>
concept add_up = requires(A a, B b) { a + b; };

}  // namespace

TEST_CASE("A rate of requests over a time is a plain number of them") {
  CHECK_CONSTEXPR(hr::in_requests_per_second(hr::requests_per_second(12.5)) == 12.5);
  CHECK_CONSTEXPR(hr::requests_per_second(2) * hr::minutes(1) == 120);
  CHECK_CONSTEXPR(hr::minutes(1) * hr::requests_per_second(2) == 120);
  CHECK_CONSTEXPR(30.0 / hr::requests_per_second(2) == hr::seconds(15));
  CHECK_CONSTEXPR(8.64e6 / hr::days(1) == hr::requests_per_second(100));
  CHECK_CONSTEXPR(hr::ratio(hr::requests_per_second(3), hr::requests_per_second(2)) == 1.5);
  CHECK_CONSTEXPR(hr::requests_per_second(2) < hr::requests_per_second(3));
  CHECK_CONSTEXPR(hr::request_rate{} == hr::requests_per_second(0));
}

TEST_CASE("A rate of requests is no number, time, or rate of tokens") {
  CHECK_CONSTEXPR(add_up<hr::request_rate, hr::request_rate>);
  CHECK_CONSTEXPR(!add_up<hr::request_rate, hr::duration>);
  CHECK_CONSTEXPR(!add_up<hr::request_rate, hr::token_rate>);
  CHECK_CONSTEXPR(!std::convertible_to<double, hr::request_rate>);
  CHECK_CONSTEXPR(!std::convertible_to<hr::request_rate, double>);
}

}  // namespace inference_request_rate_test
