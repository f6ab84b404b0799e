// SPDX-License-Identifier: BSL-1.0
#include <random>
#include <vector>

#include <headroom/plan/integer_program.hpp>

#include <check.hpp>

namespace {

using hr::count;
using hr::point_standing;

constexpr auto anything = [](const std::vector<count>&) { return point_standing::holds; };

double sum_of(const std::vector<double>& each, const std::vector<count>& point) {
  double sum = 0;
  for (std::size_t i = 0; i < each.size(); ++i) sum += each[i] * static_cast<double>(point[i]);
  return sum;
}

// Every point there is; below 0: none holds.
template <class Standing>
double least_by_trying_all(const hr::integer_program& of, const Standing& standing) {
  std::vector<count> point(of.costs.size(), 0);
  double best = -1;
  for (;;) {
    bool holds = standing(point) == point_standing::holds;
    for (const hr::program_row& row : of.rows) {
      const double sum = sum_of(row.each, point);
      holds = holds && (row.is_limit ? sum <= row.amount + 1e-9 : sum >= row.amount - 1e-9);
    }
    if (const double cost = sum_of(of.costs, point); holds && (best < 0 || cost < best)) best = cost;
    std::size_t i = 0;
    while (i < point.size() && ++point[i] > of.at_most[i]) point[i++] = 0;
    if (i == point.size()) return best;
  }
}

}  // namespace

TEST_CASE("The least point is the one that trying all finds") {
  std::mt19937 engine{11};
  const auto below = [&](unsigned n) { return static_cast<double>(engine() % n); };
  int found = 0, none = 0;
  for (int i = 0; i < 4'000; ++i) {
    CAPTURE(i);
    const std::size_t variables = 1 + engine() % 4, needs = 1 + engine() % 4;
    hr::integer_program of;
    std::vector<count> steps;  // what does not fill one is of no use
    for (std::size_t k = 0; k < variables; ++k) {
      of.costs.push_back(below(5) == 0 ? 0 : (1 + below(30)) / (below(2) == 0 ? 1 : 3'600));
      of.at_most.push_back(static_cast<count>(below(8)));
      steps.push_back(1 + static_cast<count>(below(3)));
    }
    const auto add_row = [&](auto each, double amount, bool is_limit) {
      of.rows.push_back({{}, amount, is_limit});
      for (std::size_t k = 0; k < variables; ++k) of.rows.back().each.push_back(each());
    };
    for (std::size_t k = 0; k < needs; ++k) add_row([&] { return below(3) == 0 ? 0 : below(20); }, below(50), false);
    if (below(3) == 0) add_row([&] { return below(3); }, below(30), true);
    // Of some at most a share of all.
    const double share = below(10) / 10;
    if (below(3) == 0) add_row([&] { return (1 + below(8)) * (below(2) == 0 ? 1 - share : -share); }, 0, true);
    const bool is_stepped = below(3) == 0;
    const double least = below(40), most = 20 + below(400);
    const auto standing = [&](const std::vector<count>& point) {
      std::vector<count> whole = point;
      for (std::size_t k = 0; k < variables; ++k) whole[k] -= whole[k] % steps[k];
      if (!is_stepped) return point_standing::holds;
      if (sum_of(std::vector<double>(variables, 3), whole) < least) return point_standing::has_too_little;
      return sum_of(of.costs, whole) > most ? point_standing::has_too_much : point_standing::holds;
    };
    const hr::program_optimum optimum = hr::least_point(of, standing);
    const double best = least_by_trying_all(of, standing);
    CHECK(optimum.is_proved);
    CHECK(optimum.is_found == (best >= 0));
    if (best < 0) {
      ++none;
      continue;
    }
    ++found;
    CHECK(optimum.cost == doctest::Approx(best));
    CHECK(optimum.cost == doctest::Approx(sum_of(of.costs, optimum.point)));
    CHECK(optimum.bound == optimum.cost);
    // Where the search is cut short the bound is below the least, and what was found is not.
    const hr::program_optimum cut = hr::least_point(of, standing, 1);
    CHECK(cut.bound <= best * (1 + 1e-9));
    CHECK((!cut.is_found || cut.cost >= best * (1 - 1e-9)));
    CHECK((cut.is_proved || cut.nodes == 1));
  }
  CHECK(found > 1'000);
  CHECK(none > 1'000);
}

TEST_CASE("Rounding cuts prove at once what parts of whole numbers leave open") {
  // 1,003 of eights, sixes and fours: 1,004, as all are even. In parts it is 1,003, and halves of the space would have it for long.
  constexpr auto found = [] { return hr::least_point({{8, 6, 4}, {1'000, 1'000, 1'000}, {{{8, 6, 4}, 1'003}}}, anything); };
  static_assert(found().cost == 1'004 && found().is_proved && found().nodes <= 3);
  CHECK(found().bound == 1'004);
  // Costs have a common unit, too: whole dollars an hour, told in dollars a second.
  const auto by_hour = hr::least_point({{8. / 3'600, 6. / 3'600, 4. / 3'600}, {1'000, 1'000, 1'000}, {{{9, 7, 5}, 1'003}}}, anything);
  CHECK(by_hour.is_proved);
  CHECK(by_hour.cost * 3'600 == doctest::Approx(least_by_trying_all({{8, 6, 4}, {130, 150, 210}, {{{9, 7, 5}, 1'003}}}, anything)));
}

TEST_CASE("What is nothing, or cannot be, is found to be so") {
  CHECK_CONSTEXPR(hr::least_point({{1}, {5}, {{{1}, 0}}}, anything).cost == 0);
  CHECK_CONSTEXPR(!hr::least_point({{1}, {5}, {{{1}, 6}}}, anything).is_found);
  CHECK_CONSTEXPR(hr::least_point({{1}, {5}, {{{1}, 6}}}, anything).is_proved);
  CHECK_CONSTEXPR(!hr::least_point({{1, 1}, {5, 5}, {{{1, 1}, 6}, {{1, 1}, 5, true}}}, anything).is_found);
  CHECK_CONSTEXPR(hr::least_point({{}, {}, {}}, anything).is_found);
  CHECK_CONSTEXPR(!hr::least_point({{}, {}, {{{}, 1}}}, anything).is_found);
}
