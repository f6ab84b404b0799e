// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/queueing.hpp>

#include <check.hpp>

TEST_CASE("A quota without a limit of borrowing has none, and one of 0 has") {
  constexpr hr::quota open{.name = "a", .nominal = {hr::count{8}, 2}};
  constexpr hr::quota closed{.name = "a", .nominal = {hr::count{8}, 2}, .borrowing_limit = {hr::count{0}, 3}};
  CHECK_CONSTEXPR(open.borrowing_limit.is_silent());
  CHECK_CONSTEXPR(closed.borrowing_limit.is_known());
  CHECK_CONSTEXPR(hr::request_limit{}.most.is_silent());
}

TEST_CASE("A workload runs in full unless the file has it queued") {
  constexpr hr::workload_queueing none{};
  CHECK_CONSTEXPR(none.queue.is_silent());
  CHECK_CONSTEXPR(none.least_admitted.is_silent());
  CHECK_CONSTEXPR(none.may_be_pushed_out.is_silent());
}
