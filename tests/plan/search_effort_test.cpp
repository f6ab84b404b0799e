// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/search_effort.hpp>

#include <array>
#include <vector>

#include <headroom/plan/integer_program.hpp>
#include <headroom/plan/packing.hpp>
#include <headroom/plan/shared_cluster.hpp>

#include <check.hpp>

namespace {

// Time is over when it is asked for the n-th time.
struct counted_clock {
  int left = 0;
  mutable int asked = 0;
  bool operator()() const { return ++asked > left; }
};

}  // namespace

TEST_CASE("A search goes on for so many steps, or until the clock says otherwise") {
  constexpr hr::search_effort three = 3;
  CHECK_CONSTEXPR(!three.is_over(2));
  CHECK_CONSTEXPR(three.is_over(3));
  CHECK_CONSTEXPR(three.at_most(2).is_over(2));
  CHECK_CONSTEXPR(!three.at_most(4).is_over(2));
  CHECK_CONSTEXPR(three.at_most(4).is_over(3));
  CHECK_CONSTEXPR(!three.is_time_over());
  const counted_clock clock{2};
  CHECK(!hr::search_effort(3, clock).at_most(1).is_over(0));
  clock.asked = 0;
  const hr::search_effort until(3, clock);
  CHECK(!until.is_over(0));
  CHECK(!until.is_over(0));
  CHECK(until.is_over(0));
  CHECK(until.is_over(3));
  CHECK(clock.asked == 3);
  // Time is over or not whatever was tried.
  const counted_clock once{1};
  const hr::search_effort none(0, once);
  CHECK(!none.is_time_over());
  CHECK(none.is_time_over());
}

TEST_CASE("What a clock ends is not proved, and keeps the best so far with its bound") {
  const counted_clock at_once{};
  // Seven jobs of three GPUs on three nodes of eight: two on each, and no more is found before the search than greedily.
  const std::vector<hr::packing_node> nodes(3, {8, 0});
  std::vector<hr::packing_job> jobs(5, {3, 1});
  jobs.insert(jobs.end(), 3, {5, 1});
  const auto packed = hr::pack(nodes, jobs, {100'000, at_once});
  REQUIRE(packed.has_value());
  CHECK(packed->placed > 0);
  CHECK(packed->placed <= packed->bound);
  CHECK(packed->tried == 0);

  const hr::integer_program least{{7, 5}, {100, 100}, {{{3, 2}, 101}}};
  const auto holds = [](const std::vector<hr::count>&) { return hr::point_standing::holds; };
  CHECK(!hr::least_point(least, holds, {100'000, at_once}).is_proved);
  CHECK(hr::least_point(least, holds).is_proved);

  const std::array kinds{hr::shared_kind{.node_gpus = 8, .at_most = 4, .price = 1}};
  const std::vector<std::vector<hr::shared_option>> options(2, {hr::option_on(0, kinds[0], 1, 8, 60, 60), hr::option_on(0, kinds[0], 1, 16, 40, 40)});
  REQUIRE(hr::least_shared(kinds, options).is_known());
  CHECK(hr::least_shared(kinds, options, {}, {200'000, at_once}).note == "none was found among those that were tried");
  const counted_clock soon{3};
  const auto some = hr::least_shared(kinds, options, {}, {200'000, soon});
  REQUIRE(some.is_known());
  CHECK(!some.known()->is_proved);
  CHECK(some.known()->bound.amount <= some.known()->best.front().takes.amount);
}
