// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/sweep.hpp>

#include <doctest/doctest.h>

#include <array>
#include <iterator>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/range/primitives.hpp>
#include <tuple>
#include <vector>

namespace sweep_cases {

namespace hr = headroom;

constexpr hr::sweep degrees{std::array{1, 2, 4}, std::array{'a', 'b'}, std::array{0.5, 0.25}};

// By hand: the last axis goes fastest, and 7 = 1 * 4 + 1 * 2 + 1.
static_assert(degrees.size() == 12);
static_assert(degrees[hr::count{0}] == std::tuple(1, 'a', 0.5));
static_assert(degrees[hr::count{1}] == std::tuple(1, 'a', 0.25));
static_assert(degrees[hr::count{7}] == std::tuple(2, 'b', 0.25));
static_assert(degrees[hr::count{11}] == std::tuple(4, 'b', 0.25));
static_assert(hr::chunk_at(2, 12, 5) == hr::sweep_chunk{10, 12});
static_assert(hr::chunk_at(3, 12, 5) == hr::sweep_chunk{12, 12});
static_assert(std::random_access_iterator<decltype(degrees)::iterator>);

// No point is stored: a grid of 10^12 points is as small as its axes, and one beyond the type says so.
constexpr std::array<hr::count, 4> thousands{1'000, 1'000, 1'000, 1'000};
static_assert(hr::points_of(thousands) == 1'000'000'000'000);
static_assert(hr::points_of(std::array<hr::count, 3>{hr::max_count, hr::max_count, 2}) == hr::too_many);
static_assert(hr::points_of(std::array<hr::count, 2>{0, 5}) == 0);

TEST_CASE("a sweep's points are those of loops inside each other, in their order") {
  const std::vector<int> a{3, 1, 2};
  const std::vector<int> b{10, 20};
  const std::vector<int> c{5, 6, 7, 8};
  const hr::sweep grid{a, b, c};
  auto at = grid.begin();
  for (const int x : a)
    for (const int y : b)
      for (const int z : c) CHECK(*at++ == std::tuple(x, y, z));
  CHECK(at == grid.end());
  CHECK(*(grid.end() - 1) == std::tuple(2, 20, 8));
}

TEST_CASE("any point of a sweep is one step away") {
  const decltype(degrees)::iterator first = degrees.begin(), third = first + 3;
  for (hr::count n = 0; n < degrees.size(); ++n) {
    CHECK(first[n] == degrees[n]);
    CHECK(third[n - 3] == degrees[n]);
    CHECK(*(n + first) == degrees[n]);
    CHECK(*(n - 3 + third) == degrees[n]);
  }
  CHECK((decltype(degrees)::iterator{&degrees} == first));  // no point but the first is meant where none is named
}

TEST_CASE("chunks of any length hold each point once, in order") {
  for (hr::count length = 1; length <= 13; ++length) {
    hr::count next = 0;
    for (hr::count k = 0; k < hr::ceil_of(degrees.size(), length); ++k)
      for (const auto& point : degrees[hr::chunk_at(k, degrees.size(), length)]) CHECK(point == degrees[next++]);
    CHECK(next == degrees.size());
  }
}

TEST_CASE("views and algorithms of range-v3 take a sweep") {
  const auto is_small = [](const auto& point) { return std::get<0>(point) < 4; };
  CHECK(ranges::count_if(degrees, is_small) == 8);
  CHECK(ranges::distance(degrees | ranges::views::filter(is_small)) == 8);
}

}  // namespace sweep_cases
