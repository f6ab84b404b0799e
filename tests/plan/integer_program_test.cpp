// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include <headroom/plan/integer_program.hpp>

#include <check.hpp>
#include <unsaid.hpp>

namespace plan_integer_program_test {
namespace {

using hr::count;
using hr::point_standing;

constexpr auto anything = [](const std::vector<count>&) { return point_standing::holds; };

double sum_of(const std::vector<double>& each, const std::vector<count>& point) {
  double sum = 0;
  for (std::size_t i = 0; i < each.size(); ++i) sum += each[i] * static_cast<double>(point[i]);
  return sum;
}

double sum_of_parts(const std::vector<double>& each, const std::vector<double>& point) {
  double sum = 0;
  for (std::size_t i = 0; i < each.size(); ++i) sum += each[i] * point[i];
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

// Of two variables: a x + b y >= c of each row, and of what each may be.
using two_lines = std::vector<std::array<double, 3>>;
two_lines lines_around(const std::vector<double>& most, const std::vector<hr::detail::covered_row>& rows) {
  two_lines lines{{1, 0, 0}, {0, 1, 0}, {-1, 0, -most[0]}, {0, -1, -most[1]}};
  for (const auto& each : rows) lines.push_back({each.each[0], each.each[1], each.amount});
  return lines;
}

bool holds_within(const two_lines& lines, double x, double y) {
  return std::ranges::all_of(lines, [&](const auto& line) { return line[0] * x + line[1] * y >= line[2] - 1e-9; });
}

// The least of a linear cost lies where two of the lines cross that bound it; below 0: nothing is within them.
double least_of_corners(const std::vector<double>& costs, const two_lines& lines) {
  double best = -1;
  for (const auto& one : lines)
    for (const auto& other : lines) {
      const double by = one[0] * other[1] - one[1] * other[0];
      if (by == 0) continue;
      const double x = (one[2] * other[1] - one[1] * other[2]) / by, y = (one[0] * other[2] - one[2] * other[0]) / by;
      if (const double cost = costs[0] * x + costs[1] * y; holds_within(lines, x, y) && (best < 0 || cost < best)) best = cost < 0 ? 0 : cost;
    }
  return best;
}

}  // namespace

TEST_CASE("The least point is the one that trying all finds" * doctest::test_suite("slow")) {
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

TEST_CASE("Rounding cuts prove at once what parts of whole numbers leave open" * doctest::test_suite("slow")) {
  // 1,003 of eights, sixes and fours: 1,004, as all are even. In parts it is 1,003, and halves of the space would have it for long.
  constexpr auto found = [] { return hr::least_point({{8, 6, 4}, {1'000, 1'000, 1'000}, {{{8, 6, 4}, 1'003}}}, anything); };
  static_assert(found().cost == 1'004 && found().is_proved && found().nodes <= 3);
  CHECK(found().bound == 1'004);
  // Costs have a common unit, too: whole dollars an hour, told in dollars a second.
  const auto by_hour = hr::least_point({{8. / 3'600, 6. / 3'600, 4. / 3'600}, {1'000, 1'000, 1'000}, {{{9, 7, 5}, 1'003}}}, anything);
  CHECK(by_hour.is_proved);
  CHECK(by_hour.cost * 3'600 == doctest::Approx(least_by_trying_all({{8, 6, 4}, {130, 150, 210}, {{{9, 7, 5}, 1'003}}}, anything)));
}

TEST_CASE("In parts of whole numbers the least is that of the best corner") {
  std::mt19937 engine{29};
  const auto below = [&](unsigned n) { return static_cast<double>(engine() % n); };
  int found = 0, none = 0;
  for (int i = 0; i < 2'000; ++i) {
    CAPTURE(i);
    const std::vector<double> costs{below(4), 1 + below(9)}, most{below(7), 1 + below(6)};
    std::vector<hr::detail::covered_row> rows;
    for (std::size_t k = engine() % 4; k > 0; --k) rows.push_back({{below(14) - 4, below(14) - 4}, below(40) - 8});
    const auto lines = lines_around(most, rows);
    const double best = least_of_corners(costs, lines);
    const hr::detail::relaxation made = hr::detail::covering(costs, most, rows).solved();
    REQUIRE(made.is_empty == (best < 0));
    (made.is_empty ? none : found) += 1;
    if (made.is_empty) continue;
    CHECK(std::abs(made.bound - best) < 1e-9);
    CHECK(holds_within(lines, made.point[0], made.point[1]));
    CHECK(std::abs(sum_of_parts(costs, made.point) - best) < 1e-9);
  }
  CHECK(found > 500);
  CHECK(none > 100);
}

TEST_CASE("A rounding cut cuts off no whole point, and what the row alone allows in parts") {
  std::mt19937 engine{31};
  const auto below = [&](unsigned n) { return static_cast<double>(engine() % n); };
  int cuts = 0, whole = 0;
  for (int i = 0; i < 1'200; ++i) {
    CAPTURE(i);
    const hr::detail::covered_row row{{below(19) - 6, below(19) - 6}, below(50) - 10};
    const double unit = 1 + below(9);
    hr::detail::covered_row cut;
    const bool is_cut = hr::detail::round_row(row, unit, cut);
    // An amount of whole units is as deep as can be.
    CHECK(is_cut == (std::fmod(row.amount, unit) != 0));
    (is_cut ? cuts : whole) += 1;
    if (!is_cut) continue;
    REQUIRE(cut.each.size() == 2);
    for (count x = 0; x < 12; ++x)
      for (count y = 0; y < 12; ++y)
        if (sum_of(row.each, {x, y}) >= row.amount) CHECK(sum_of(cut.each, {x, y}) >= cut.amount - 1e-9);
    // Up to the next whole number of units, and of a variable that is one whole unit the cut says just that.
    CHECK(cut.amount == std::ceil(row.amount / unit));
    for (std::size_t k = 0; k < 2; ++k)
      if (std::fmod(row.each[k], unit) == 0) CHECK(cut.each[k] == row.each[k] / unit);
  }
  CHECK(cuts > 400);
  CHECK(whole > 100);
  // By hand: 7 x + 3 y >= 17 in units of 5 is 1.4 x + 0.6 y >= 3.4. Of 0.4, x has all beyond 1 and y more: 2 x + y >= 4.
  constexpr auto by_hand = [] {
    hr::detail::covered_row cut;
    return hr::detail::round_row({{7, 3, -2}, 17}, 5, cut) && hr::math::close(cut.each[0], 2) && cut.each[1] == 1 && cut.each[2] == 0 && cut.amount == 4;
  };
  CHECK_CONSTEXPR(by_hand());
  // What is whole but for rounding counts as whole.
  constexpr auto nearly_whole = [] {
    hr::detail::covered_row cut;
    return hr::detail::round_row({{3 - 5e-10}, 4 - 1e-10}, 1, cut) && cut.each[0] == 3 && cut.amount == 4;
  };
  CHECK_CONSTEXPR(nearly_whole());
  // Where little of a unit is broken, or very many units are asked for, rounding would say what is not so.
  constexpr auto is_cut = [](double amount) {
    hr::detail::covered_row cut;
    return hr::detail::round_row({{1}, amount}, 1, cut);
  };
  CHECK_CONSTEXPR(!is_cut(7.0000001));
  CHECK_CONSTEXPR(is_cut(1e-6));
  CHECK_CONSTEXPR(is_cut(7.00001));
  CHECK_CONSTEXPR(is_cut(999'999'999.5));
  CHECK_CONSTEXPR(!is_cut(1'000'000'000.5));
  CHECK_CONSTEXPR(!is_cut(-1'000'000'000.5));
}

TEST_CASE("The common unit of whole numbers divides them all, and others have none") {
  CHECK_CONSTEXPR(hr::detail::common_unit({12, -18, 0, 30}) == 6);
  CHECK_CONSTEXPR(hr::detail::common_unit({0, -7}) == 7);
  CHECK_CONSTEXPR(hr::detail::common_unit({1, 4}) == 1);
  CHECK_CONSTEXPR(hr::detail::common_unit({4, 1}) == 1);
  CHECK_CONSTEXPR(hr::detail::common_unit({0, 0}) == 0);
  CHECK_CONSTEXPR(hr::detail::common_unit({}) == 0);
  CHECK_CONSTEXPR(hr::detail::common_unit({4, 2.5}) == 0);
  CHECK_CONSTEXPR(hr::detail::common_unit({1e16}) == 0);  // beyond what is told apart
  CHECK_CONSTEXPR(hr::detail::common_unit({-1e16}) == 0);
  CHECK_CONSTEXPR(hr::detail::common_unit({4e15, 6e15}) == 2e15);
}

// Each number of an answer, where it is proved, where there is none, and where a search was cut short.
TEST_CASE("An answer says what it is, what it costs and what no point is below") {
  const hr::integer_program of{{3, 5, 7}, {4, 4, 4}, {{{2, 3, 5}, 13}}};
  const hr::program_optimum found = hr::least_point(of, anything);
  CHECK(found.is_found);
  CHECK(found.is_proved);
  CHECK(found.cost == least_by_trying_all(of, anything));
  CHECK(found.bound == found.cost);
  CHECK(sum_of(of.costs, found.point) == found.cost);
  CHECK(found.nodes >= 1);
  const hr::program_optimum none = hr::least_point({{1}, {5}, {{{1}, 6}}}, anything);
  CHECK(none.is_proved);
  CHECK(none.bound == std::numeric_limits<double>::infinity());
  CHECK(none.nodes == 1);
  const hr::program_optimum untried = hr::least_point(of, anything, 0);
  CHECK_FALSE(untried.is_found);
  CHECK_FALSE(untried.is_proved);
  CHECK(untried.bound == 0);
  CHECK(untried.nodes == 0);
  // Whatever is lacking is asked for once more of each: a point in steps of 3, told by `standing` alone.
  const auto in_threes = [](const std::vector<count>& point) { return point[0] / 3 >= 2 ? point_standing::holds : point_standing::has_too_little; };
  const hr::program_optimum stepped = hr::least_point({{2}, {10}, {}}, in_threes);
  CHECK(stepped.point == std::vector<count>{6});
  CHECK(stepped.is_proved);
  // And what is too much is allowed with less alone.
  const auto at_most_two = [](const std::vector<count>& point) { return point[0] + point[1] <= 2 ? point_standing::holds : point_standing::has_too_much; };
  const hr::program_optimum few = hr::least_point({{1, 10}, {5, 5}, {{{1, 3}, 5}}}, at_most_two);
  CHECK(few.cost == 20);
  CHECK(few.is_proved);
  // Of none that costs anything as few as it holds with are taken.
  const hr::program_optimum trimmed = hr::least_point({{4, 0}, {9, 9}, {{{2, 1}, 9}}}, anything);
  CHECK(trimmed.cost == 0);
}

// The first variable costs nothing, the others do.
TEST_CASE("Of no point that a search takes could be one fewer of what costs something") {
  std::mt19937 engine{59};
  const auto below = [&](unsigned n) { return static_cast<double>(engine() % n); };
  int found = 0, open = 0;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    hr::integer_program of{{0, 1 + below(9), 1 + below(9)}, {2, 9, 9}, {}};
    for (int k = 0; k < 2; ++k) of.rows.push_back({{below(9), 1 + below(9), 1 + below(9)}, 20 + below(40)});
    const hr::program_optimum best = hr::least_point(of, anything, 1);
    if (!best.is_found) continue;
    ++found;
    open += best.is_proved ? 0 : 1;
    for (std::size_t k = 1; k < 3; ++k) {
      std::vector<count> fewer = best.point;
      const bool is_enough = --fewer[k] >= 0 && std::ranges::all_of(of.rows, [&](const hr::program_row& row) { return sum_of(row.each, fewer) >= row.amount; });
      CHECK_FALSE(is_enough);
    }
  }
  CHECK(found > 100);
  CHECK(open > 50);
}

// A part of the space is divided where its whole points are several: there are no more parts than twice the points.
TEST_CASE("No search takes more steps than trying all, and most take few") {
  std::mt19937 engine{43};
  const auto below = [&](unsigned n) { return static_cast<double>(engine() % n); };
  std::int64_t steps = 0, points = 0;
  for (int i = 0; i < 150; ++i) {
    CAPTURE(i);
    hr::integer_program of{{1 + below(9), 1 + below(9), 1 + below(9)}, {2 + static_cast<count>(below(4)), 2 + static_cast<count>(below(4)), 2 + static_cast<count>(below(4))}, {}};
    for (std::size_t k = 1 + engine() % 3; k > 0; --k) of.rows.push_back({{below(9), below(9), below(9)}, below(40)});
    if (below(2) == 0) of.rows.push_back({{1, 1, 1}, 4 + below(5), true});
    const hr::program_optimum found = hr::least_point(of, anything);
    const double best = least_by_trying_all(of, anything);
    REQUIRE(found.is_found == (best >= 0));
    CHECK(found.is_proved);
    if (found.is_found) CHECK(found.cost == best);
    const std::int64_t in_all = (of.at_most[0] + 1) * (of.at_most[1] + 1) * (of.at_most[2] + 1);
    CHECK(found.nodes <= 2 * in_all);
    steps += found.nodes;
    points += in_all;
  }
  CHECK(20 * steps < points);
}

TEST_CASE("What is nothing, or cannot be, is found to be so") {
  CHECK_CONSTEXPR(hr::least_point({{1}, {5}, {{{1}, 0}}}, anything).cost == 0);
  CHECK_CONSTEXPR(!hr::least_point({{1}, {5}, {{{1}, 6}}}, anything).is_found);
  CHECK_CONSTEXPR(hr::least_point({{1}, {5}, {{{1}, 6}}}, anything).is_proved);
  CHECK_CONSTEXPR(!hr::least_point({{1, 1}, {5, 5}, {{{1, 1}, 6}, {{1, 1}, 5, true}}}, anything).is_found);
  CHECK_CONSTEXPR(hr::least_point({{}, {}, {}}, anything).is_found);
  CHECK_CONSTEXPR(!hr::least_point({{}, {}, {{{}, 1}}}, anything).is_found);
}

// Costs are whole numbers of a unit, and no sum of them lies between two: a dollar, a cent an hour, told in seconds; or of the square root of 2.
TEST_CASE("A part of the space costs no less than in parts of whole numbers, up to the next unit of its costs") {
  std::mt19937 engine{53};
  const auto below = [&](unsigned n) { return static_cast<double>(engine() % n); };
  int between = 0;
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    const std::array<double, 5> units{1, 0.01, 7. / 3'600, 7. / 360'000, std::sqrt(2.)};
    const double unit = units[engine() % units.size()], first = 1 + below(9), second = 1 + below(9);
    const std::vector<double> costs{first * unit, second * unit};
    const hr::integer_program of{costs, {6, 6}, {{{1 + below(9), below(9)}, 1 + below(30)}, {{below(9), 1 + below(9)}, 1 + below(30)}}};
    std::vector<hr::detail::covered_row> rows;
    for (const hr::program_row& each : of.rows) rows.push_back({each.each, each.amount});
    const double least = least_of_corners(costs, lines_around({6, 6}, rows)), best = least_by_trying_all(of, anything);
    if (best < 0) continue;
    const double step = unit * static_cast<double>(hr::greatest_common_divisor(static_cast<count>(first), static_cast<count>(second)));
    const double up = unit == units.back() ? least : std::ceil(least / step - 1e-9) * step;
    const hr::program_optimum cut = hr::least_point(of, anything, 1);
    CHECK(cut.bound >= up * (1 - 1e-9));
    CHECK(cut.bound <= best * (1 + 1e-9));
    CHECK(hr::least_point(of, anything).cost == doctest::Approx(best).epsilon(1e-12).scale(0));
    between += !cut.is_proved && up > least * 1.001 ? 1 : 0;
  }
  CHECK(between > 20);
}

// x + 3 y >= 3 and 2 x + y >= 2 cross at 0.6 and 0.8, and no rounding cuts there: all amounts are whole units. 0.6 is
// nearer to 1 than to 0, and where x is 1 and more, 3 of it cost 1.2: the 1.12 of the crossing, up to the next tenth. So there is no third part.
TEST_CASE("The nearer half is looked at first, and of parts with the same bound that which was made last") {
  const hr::program_optimum found = hr::least_point({{0.4, 1.1}, {5, 5}, {{{1, 3}, 3}, {{2, 1}, 2}}}, anything);
  CHECK(found.point == std::vector<count>{3, 0});
  CHECK(found.nodes == 2);
  // Where nothing costs anything all bounds are one: what lacks something is asked for with one more of the last.
  std::vector<std::vector<count>> asked;
  const auto three = [&](const std::vector<count>& point) {
    asked.push_back(point);
    return point[0] + point[1] >= 3 ? point_standing::holds : point_standing::has_too_little;
  };
  CHECK(hr::least_point({{0, 0}, {4, 4}, {}}, three).is_proved);
  REQUIRE(asked.size() >= 4);
  asked.resize(4);  // before it is asked whether fewer would do
  CHECK(asked == std::vector<std::vector<count>>{{0, 0}, {0, 1}, {0, 2}, {0, 3}});
}

// The first two of three variables cost nothing; the third, which does, widens a limit of theirs.
TEST_CASE("Of what costs nothing there is no more than it holds with") {
  std::mt19937 engine{61};
  const auto below = [&](unsigned n) { return static_cast<double>(engine() % n); };
  int found = 0, some = 0;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    const hr::integer_program of{{0, 0, 1 + below(9)}, {1'000'000, 9, 9}, {{{1 + below(9), below(9), below(9)}, below(60)}, {{1, 1, -2}, below(12), true}}};
    const hr::program_optimum best = hr::least_point(of, anything);
    if (!best.is_found) continue;
    ++found;
    CHECK(best.is_proved);
    CHECK(best.bound == best.cost);
    for (std::size_t k = 0; k < 2; ++k) {
      std::vector<count> fewer = best.point;
      some += fewer[k] > 0 ? 1 : 0;
      CHECK_FALSE((--fewer[k] >= 0 && sum_of(of.rows[0].each, fewer) >= of.rows[0].amount));
    }
  }
  CHECK(found > 100);
  CHECK(some > 100);
}

TEST_CASE("A row asks for nothing unless it says how much") {
  const auto cost = [](const hr::program_row& row) {
    const auto has_enough = [&](const std::vector<count>& point) {
      return static_cast<double>(point[0]) >= row.amount ? point_standing::holds : point_standing::has_too_little;
    };
    return hr::least_point({.costs = {3}, .at_most = {5}, .rows = {row}}, has_enough).cost;
  };
  CHECK(is_unless_said<&hr::program_row::amount>(cost, hr::program_row{.each = {1}}, 0, 2));
}

// A row that lacks half a millionth of a variable: whole but for rounding, and not enough.
TEST_CASE("Where rounding hides what is lacking the space is halved") {
  CHECK(hr::least_point({{1}, {5}, {{{1e6}, 1'000'000.5}}}, anything).point == std::vector<count>{2});
  const hr::program_optimum of_ones = hr::least_point({{1, 10}, {1, 1}, {{{1e6, 5e6}, 1'000'000.5}}}, anything, 50);
  CHECK(of_ones.point == std::vector<count>{0, 1});
  CHECK(of_ones.is_proved);
  const hr::program_optimum of_more = hr::least_point({{1, 10}, {2, 9}, {{{1e6, 5e6}, 2'000'000.5}}}, anything, 50);
  CHECK(of_more.point == std::vector<count>{0, 1});
  CHECK(of_more.is_proved);
  // Beside one that may be none the others are halved, down from the most of them.
  const hr::program_optimum beside = hr::least_point({{7, 1, 10}, {0, 2, 9}, {{{0, 1e6, 5e6}, 2'000'000.5}}}, anything, 50);
  CHECK(beside.point == std::vector<count>{0, 0, 1});
  CHECK(beside.is_proved);
  // Of a variable that may be none the other is halved, up to the last.
  CHECK(hr::least_point({{10, 1}, {0, 5}, {{{5e6, 1e6}, 1'000'000.5}}}, anything).point == std::vector<count>{0, 2});
  CHECK(hr::least_point({{10, 1}, {0, 1}, {{{5e6, 1e6}, 1'000'000.5}}}, anything).is_proved);
  CHECK_FALSE(hr::least_point({{10, 1}, {0, 1}, {{{5e6, 1e6}, 1'000'000.5}}}, anything).is_found);
}

// ---- The search once more, of two variables, by corners in place of the simplex method, and with the points that it asks of.

namespace {

struct slow_part {
  std::array<count, 2> low{}, high{};
  double bound = 0;
  int made = 0;
};

template <class Standing>
struct slow_search {
  const hr::integer_program& of;
  const Standing& standing;
  double unit = 0;                // of the costs; 0: they have none
  std::array<count, 2> units{};  // that each costs
  std::vector<slow_part> open{};
  int made = 0;
  hr::program_optimum found{};
  bool is_clear = true;  // false: something was so near to equal that rounding decides

  double cost_of(const std::vector<count>& point) const { return sum_of(of.costs, point); }
  bool could_be_better(double cost) {
    if (found.is_found && cost != found.cost && std::abs(cost - found.cost) < 1e-8 * found.cost) is_clear = false;
    return !found.is_found || cost < found.cost * (1 - 1e-11);
  }
  bool is_in_rows(const std::vector<count>& point) const {
    return std::ranges::all_of(of.rows, [&](const hr::program_row& row) {
      const double sum = sum_of(row.each, point);
      return row.is_limit ? sum <= row.amount + 1e-9 : sum >= row.amount - 1e-9;
    });
  }
  void push(slow_part part) {
    part.made = ++made;
    open.push_back(part);
  }
  void take(const std::vector<count>& point) {
    if (!could_be_better(cost_of(point))) return;
    found.point = point;
    found.cost = cost_of(point);
    found.is_found = true;
  }

  // All rows of a part with their cuts, of what its variables are beyond their least.
  two_lines lines_of(const slow_part& at) {
    two_lines lines;
    const auto free = [&](std::size_t i) { return at.low[i] < at.high[i]; };
    for (std::size_t i = 0; i < 2; ++i) {
      lines.push_back({i == 0 ? 1. : 0., i == 0 ? 0. : 1., 0});
      lines.push_back({i == 0 ? -1. : 0., i == 0 ? 0. : -1., -static_cast<double>(at.high[i] - at.low[i])});
    }
    for (const hr::program_row& row : of.rows) {
      const double sign = row.is_limit ? -1 : 1;
      hr::detail::covered_row rest{{free(0) ? sign * row.each[0] : 0, free(1) ? sign * row.each[1] : 0}, sign * (row.amount - sum_of(row.each, {at.low[0], at.low[1]}))};
      if (std::abs(rest.amount) < 1e-10) rest.amount = 0;
      lines.push_back({rest.each[0], rest.each[1], rest.amount});
      std::vector<double> by;
      if (const double common = hr::detail::common_unit(rest.each); common > 0) by.push_back(common);
      for (const double each : rest.each)
        if (each > 0) by.push_back(each);
      for (const double each : by)
        if (hr::detail::covered_row cut; hr::detail::round_row(rest, each, cut)) lines.push_back({cut.each[0], cut.each[1], cut.amount});
    }
    return lines;
  }
  // False: nothing is within the lines.
  bool best_corner(const two_lines& lines, std::array<double, 2>& at, double& least) {
    bool is_any = false;
    std::vector<std::array<double, 3>> corners;
    for (std::size_t i = 0; i < lines.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const auto &one = lines[i], &other = lines[j];
        const double by = one[0] * other[1] - one[1] * other[0];
        if (std::abs(by) < 1e-12) continue;
        const double x = (one[2] * other[1] - one[1] * other[2]) / by, y = (one[0] * other[2] - one[2] * other[0]) / by;
        if (!holds_within(lines, x, y)) continue;
        corners.push_back({x, y, of.costs[0] * x + of.costs[1] * y});
        if (!is_any || corners.back()[2] < least) {
          is_any = true;
          at = {std::max(0., x), std::max(0., y)};
          least = std::max(0., corners.back()[2]);
        }
      }
    for (const auto& each : corners)
      if (each[2] < least + 1e-7 * (1 + least) && (std::abs(each[0] - at[0]) > 1e-7 || std::abs(each[1] - at[1]) > 1e-7)) is_clear = false;
    return is_any;
  }

  bool divide(slow_part& now) {
    std::array<double, 2> at{};
    double least = 0;
    if (!best_corner(lines_of(now), at, least)) return false;
    std::vector<std::size_t> free;
    count common = 0;
    for (std::size_t i = 0; i < 2; ++i)
      if (now.low[i] < now.high[i]) {
        free.push_back(i);
        common = std::gcd(common, units[i]);
      }
    if (const double step = unit * static_cast<double>(common); step > 0) least = std::max(least, std::ceil(least / step - 1e-9 * std::max(1., least / step)) * step);
    now.bound = std::max(now.bound, cost_of({now.low[0], now.low[1]}) + least);
    if (!could_be_better(now.bound)) return false;
    std::vector<count> nearest{now.low[0], now.low[1]}, above = nearest;
    std::size_t broken = 2;
    double most = 1e-6;
    for (const std::size_t i : free) {
      const double rest = at[i] - std::floor(at[i]), off = std::min(rest, 1 - rest);
      if (std::abs(off - most) < 1e-7 && most > 1e-5) is_clear = false;
      if (off > 1e-9 && off < 1e-5) is_clear = false;
      nearest[i] += static_cast<count>(std::floor(at[i] + 0.5));
      above[i] += static_cast<count>(std::ceil(at[i] - 1e-6));
      if (off > most) {
        most = off;
        broken = i;
      }
    }
    if (broken == 2) return divide_at(now, nearest, free);
    if (could_be_better(cost_of(above)) && is_in_rows(above) && standing(above) == point_standing::holds) {
      for (std::size_t i = 0; i < 2; ++i)
        while (above[i] > 0 && of.costs[i] > 0) {
          --above[i];
          if (is_in_rows(above) && standing(above) == point_standing::holds) continue;
          ++above[i];
          break;
        }
      take(above);
    }
    if (!could_be_better(now.bound)) return false;
    const double rest = at[broken] - std::floor(at[broken]);
    if (std::abs(rest - 0.5) < 1e-7) is_clear = false;
    slow_part other = now;
    now.high[broken] = now.low[broken] + static_cast<count>(std::floor(at[broken]));
    other.low[broken] = now.high[broken] + 1;
    if (rest > 0.5) std::swap(now, other);
    push(other);
    return true;
  }
  bool divide_at(slow_part& now, const std::vector<count>& point, const std::vector<std::size_t>& free) {
    const point_standing said = standing(point);
    if (!is_in_rows(point)) is_clear = false;
    if (said == point_standing::holds) {
      take(point);
      return false;
    }
    for (const std::size_t i : free) {
      slow_part part = now;
      if (said == point_standing::has_too_little) {
        part.low[i] = point[i] + 1;
        now.high[i] = point[i];
      } else {
        part.high[i] = point[i] - 1;
        now.low[i] = point[i];
      }
      if (part.low[i] <= part.high[i]) push(part);
    }
    return false;
  }

  hr::program_optimum run(std::int64_t most) {
    slow_part now{{0, 0}, {of.at_most[0], of.at_most[1]}};
    bool is_open = true;
    while (is_open && found.nodes < most) {
      ++found.nodes;
      if (divide(now)) continue;
      std::size_t next = open.size();
      for (std::size_t i = 0; i < open.size(); ++i) {
        const bool is_rounded = next < open.size() && (open[i].bound != open[next].bound || std::floor(4 * unit) != 4 * unit || unit == 0);
        if (is_rounded && std::abs(open[i].bound - open[next].bound) < 1e-8) is_clear = false;
        if (next == open.size() || open[i].bound < open[next].bound || (open[i].bound == open[next].bound && open[i].made > open[next].made)) next = i;
      }
      is_open = next < open.size();
      if (!is_open) break;
      now = open[next];
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(next));
      is_open = could_be_better(now.bound);
      if (!is_open) open.clear();
    }
    found.is_proved = !is_open;
    found.bound = found.is_found ? found.cost : std::numeric_limits<double>::infinity();
    if (is_open) found.bound = std::min(found.bound, now.bound);
    for (const slow_part& each : open) found.bound = std::min(found.bound, each.bound);
    return found;
  }
};

}  // namespace

TEST_CASE("A search of two variables goes the way that it goes by corners, and asks of the same points") {
  std::mt19937 engine{61};
  const auto below = [&](unsigned n) { return static_cast<double>(engine() % n); };
  int clear = 0, cut_short = 0;
  for (int round = 0; round < 450; ++round) {
    CAPTURE(round);
    const std::array<double, 6> all_units{1, 0.25, 0.25, 7. / 3'600, 7. / 360'000, std::sqrt(2.)};
    const std::size_t which = engine() % all_units.size();
    const std::array<count, 2> units{static_cast<count>(below(14)), 1 + static_cast<count>(below(30))};
    const double unit = all_units[which];
    hr::integer_program of{{static_cast<double>(units[0]) * unit, static_cast<double>(units[1]) * unit}, {static_cast<count>(below(14)), 1 + static_cast<count>(below(13))}, {}};
    // In whole numbers, halves or hundredths: rounding cuts say less of these, and the search takes longer.
    const double parts = std::array{1., 1., 2., 2., 100.}[engine() % 5], most_of_one = std::array{3., 14.}[engine() % 2];
    const auto part_of = [&](double n) { return below(static_cast<unsigned>(n * parts)) / parts; };
    const bool is_whole = engine() % 2 == 0;  // but for the amounts
    const auto of_one = [&](double n) { return is_whole ? std::ceil(part_of(n)) : part_of(n); };
    for (std::size_t k = engine() % 4; k > 0; --k) of.rows.push_back({{of_one(most_of_one), 0.5 + of_one(most_of_one - 1) + (is_whole ? 0.5 : 0)}, part_of(4 * most_of_one)});
    if (below(2) == 0) of.rows.push_back({{part_of(4), 0.5 + part_of(3)}, 1 + part_of(14), true});
    const count least = static_cast<count>(below(15)), most = 1 + static_cast<count>(below(12));
    const double kind = std::array{0., 1., 2., 2., 2.}[engine() % 5];
    std::vector<std::vector<count>> asked;
    const auto standing = [&](const std::vector<count>& point) {
      asked.push_back(point);
      if (kind > 0 && point[0] / 2 * 2 + point[1] / 3 * 3 < least) return point_standing::has_too_little;
      return kind > 1 && 2 * point[0] + point[1] > most ? point_standing::has_too_much : point_standing::holds;
    };
    for (const std::int64_t effort : {1, 3, 6, 100}) {
      CAPTURE(effort);
      asked.clear();
      slow_search<decltype(standing)> slow{.of = of, .standing = standing, .unit = which + 1 < all_units.size() ? unit : 0, .units = units};
      const hr::program_optimum expected = slow.run(effort);
      if (!slow.is_clear) break;
      const std::vector<std::vector<count>> expected_points = asked;
      asked.clear();
      const hr::program_optimum found = hr::least_point(of, standing, effort);
      CHECK(asked == expected_points);
      CHECK(found.nodes == expected.nodes);
      CHECK(found.is_found == expected.is_found);
      CHECK(found.is_proved == expected.is_proved);
      CHECK(found.point == expected.point);
      CHECK(found.cost == expected.cost);
      CHECK((found.bound == expected.bound || std::abs(found.bound - expected.bound) < 1e-9 * expected.bound));
      if (expected.is_proved) {
        ++clear;
        cut_short += effort > 2 ? 1 : 0;
        break;
      }
    }
  }
  CHECK(clear > 250);
  CHECK(cut_short > 60);
}

}  // namespace plan_integer_program_test
