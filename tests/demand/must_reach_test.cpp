// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/demand/must_reach.hpp>

#include "check.hpp"

namespace hr = headroom;

namespace made_up {

// A job that asks for GPUs and makes ten tokens a second on each.
struct job {
  hr::count gpus = 8;
};
constexpr hr::figure<hr::demand> demand_of(const job& of) { return hr::demand{.total = {.gpus = of.gpus}}; }
template <class... Parts>
constexpr hr::figure<double> reached(const job& of, const hr::cluster<Parts...>& on, hr::in::tokens_per_second) {
  return hr::detail::best_on(
      on, of, [&](const hr::machine&) { return hr::figure<double>(10.0 * static_cast<double>(of.gpus)); }, [](double a, double b) { return a > b; });
}

inline constexpr job sixteen{16};
inline constexpr auto rate = hr::tokens_per_second(160);
// As far from it as sums of the same figures in another order may be.
inline constexpr auto barely_more = hr::tokens_per_second(160 * (1 + 4e-13));
inline constexpr auto barely_less = hr::tokens_per_second(160 * (1 - 4e-13));

}  // namespace made_up

namespace {

constexpr hr::cluster two_machines{hr::vms<hr::azure::nd96isr_h100_v5>(2)};
constexpr hr::cluster one_each{hr::vms<hr::azure::nd96isr_h100_v5>(1), hr::vms<hr::azure::nd96isr_h200_v5>(1)};
using hr::in::tokens_per_second;

}  // namespace

TEST_CASE("a promise holds at equality, and not beyond") {
  CHECK_CONSTEXPR(hr::must_reach<two_machines, made_up::sixteen, hr::at_least<tokens_per_second, 160>>);
  CHECK_CONSTEXPR(hr::must_reach<two_machines, made_up::sixteen, hr::at_least_as<tokens_per_second, made_up::rate>>);
  CHECK_CONSTEXPR(hr::reaches<two_machines, made_up::sixteen, hr::at_most<tokens_per_second, 160>>);
  CHECK_CONSTEXPR(hr::must_reach<two_machines, made_up::sixteen, hr::at_least_as<tokens_per_second, made_up::barely_more>>);
  CHECK_CONSTEXPR(hr::must_reach<two_machines, made_up::sixteen, hr::at_most_as<tokens_per_second, made_up::barely_less>>);
  CHECK_CONSTEXPR(!hr::reaches<two_machines, made_up::sixteen, hr::at_least<tokens_per_second, 161>>);
  CHECK_CONSTEXPR(!hr::reaches<two_machines, made_up::sixteen, hr::at_most<tokens_per_second, 159>>);
}

TEST_CASE("where no kind of machine does a job alone its speed is not known") {
  CHECK_CONSTEXPR(!hr::reaches<one_each, made_up::sixteen, hr::at_least<tokens_per_second, 0>>);
  CHECK(reached(made_up::sixteen, one_each, tokens_per_second{}).note == "the job fits on no kind of machine by itself");
}

TEST_CASE("no comparison with what is not known is true") {
  constexpr hr::figure<hr::duration> nobody_knows(hr::unknown);
  CHECK_CONSTEXPR(!(nobody_knows <= hr::seconds(1e9)));
  CHECK_CONSTEXPR(!(nobody_knows >= hr::seconds(0)));
  constexpr hr::figure<hr::duration> twelve(hr::seconds(12));
  CHECK_CONSTEXPR((twelve <= hr::seconds(12)));
  CHECK_CONSTEXPR((twelve >= hr::seconds(12)));
  CHECK_CONSTEXPR(!(twelve <= hr::seconds(11)));
  CHECK_CONSTEXPR(!(twelve >= hr::seconds(13)));
}
