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

TEST_CASE("Speeds are compared but for what sums in another order may be off") {
  const auto takes = [](double seconds) { return hr::figure<hr::duration>(hr::seconds(seconds)); };
  CHECK((takes(12 * (1 + 4e-13)) <= hr::seconds(12)));
  CHECK((takes(12 * (1 - 4e-13)) >= hr::seconds(12)));
  CHECK((takes(1 + 1e-12) <= hr::seconds(1)));
  CHECK((takes(1 - 1e-12) >= hr::seconds(1)));
  CHECK(!(takes(12 * (1 + 4e-12)) <= hr::seconds(12)));
  CHECK(!(takes(12 * (1 - 4e-12)) >= hr::seconds(12)));
}

namespace made_up {

// A job of which nobody says what it asks for.
struct riddle {};
constexpr hr::figure<hr::demand> demand_of(const riddle&) { return hr::figure<hr::demand>(hr::unknown).noted("the job is made up"); }

// Where 16 GPUs with so much memory each do it, by the name of the machine.
struct known_by_name {
  hr::asked_for<hr::memory> of_gpu{};
  hr::figure<double> on_h100{}, on_h200{};
};
constexpr hr::figure<hr::demand> demand_of(const known_by_name& of) { return hr::demand{.total = {.gpus = 16}, .per_gpu = {.usable_gpu_memory = of.of_gpu}}; }

}  // namespace made_up

TEST_CASE("A job is as fast as on the best of the machines that do it alone") {
  const auto best = [](const auto& job, const auto& on) {
    return hr::detail::best_on(on, job, [&](const hr::machine& m) {
      if constexpr (requires { job.on_h100; }) return m.name() == hr::azure::nd96isr_h100_v5::spec.name ? job.on_h100 : job.on_h200;
      else return hr::figure<double>(1.0);
    }, [](double a, double b) { return a > b; });
  };
  const hr::cluster two{hr::vms<hr::azure::nd96isr_h100_v5>(2), hr::vms<hr::azure::nd96isr_h200_v5>(2)};
  using job = made_up::known_by_name;
  CHECK(best(job{{}, 5.0, 7.0}, two).value_or(0) == 7);
  CHECK(best(job{{}, 7.0, 5.0}, two).value_or(0) == 7);
  CHECK(best(job{{}, hr::unknown, 5.0}, two).value_or(0) == 5);
  CHECK(best(job{{}, 5.0, hr::unknown}, two).value_or(0) == 5);
  CHECK(best(job{hr::gibibytes(100), 7.0, 5.0}, two).value_or(0) == 5);  // more than an H100 has
  CHECK(best(job{{}, 7.0, 5.0}, hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(1), hr::vms<hr::azure::nd96isr_h200_v5>(2)}).value_or(0) == 5);
  CHECK(best(job{{}, 7.0, 5.0}, one_each).note == "the job fits on no kind of machine by itself");
  CHECK(best(job{hr::gibibytes(200), 7.0, 5.0}, two).note == "the job does not fit on the cluster");
  CHECK(best(made_up::riddle{}, two).note == "the job is made up");
}
