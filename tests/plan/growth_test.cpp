// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include <headroom/plan/growth.hpp>

#include <check.hpp>

TEST_CASE("A curve of demand is its line, its growth and its season multiplied") {
  CHECK_CONSTEXPR(hr::asked_in({.first = 100, .added_a_month = 25}, 4).value_or(0) == 200);
  CHECK_CONSTEXPR(hr::asked_in({.first = 100, .growth_a_month = 1}, 10).value_or(0) == 102'400);
  CHECK_CONSTEXPR(hr::asked_in({.first = 100}, 0).value_or(0) == 100);
  constexpr auto seasonal = [] {
    const std::array season{1.0, 0.5, 2.0};
    return hr::asked_in({.first = 100, .added_a_month = 10, .season = season}, 4).value_or(0);
  }();
  CHECK_CONSTEXPR(seasonal == 70);
  for (int month = 0; month <= 120; ++month)
    CHECK(hr::asked_in({.first = 3, .growth_a_month = 0.07}, month).value_or(0) == doctest::Approx(3 * std::pow(1.07, month)));
  const std::array given{4.0, 9.0};
  CHECK(hr::asked_in({.first = 1, .given = given}, 1).value_or(0) == 9);
  CHECK(hr::asked_in({.given = given}, 2).note == "no demand is given for so late a month");
  CHECK(hr::asked_in({.first = 1, .added_a_month = -1}, 2).is_unknown());
  CHECK(hr::asked_in({.first = 1}, -1).is_unknown());
}

TEST_CASE("A runway ends in the first month that asks for more than is held") {
  CHECK_CONSTEXPR(hr::runway(200, {.first = 100, .added_a_month = 25}, 24).value_or(-1) == 5);  // 200 in month 4 is still met
  CHECK_CONSTEXPR(hr::runway(50, {.first = 100}, 24).value_or(-1) == 0);
  CHECK_CONSTEXPR(hr::runway(200, {.first = 100}, 24).is_absent());
  // Doubling in 12 months: 100 to 1,000 takes log2(10) years.
  CHECK(hr::runway(1'000, {.first = 100, .growth_a_month = std::pow(2, 1.0 / 12) - 1}, 60).value_or(-1) == std::ceil(12 * std::log2(10)));
  const std::array given{4.0, 9.0};
  CHECK(hr::runway(10, {.given = given}, 3).is_unknown());
  CHECK(hr::runway(8, {.given = given}, 3).value_or(-1) == 1);
}

TEST_CASE("Machines of a month are as few as supply what it asks for") {
  constexpr bool are_whole = hr::machines_by_month({.first = 16, .added_a_month = 1}, 8, 10).value_or({}) == std::vector<hr::count>{2, 3, 3, 3, 3, 3, 3, 3, 3, 4};
  CHECK_CONSTEXPR(are_whole);
  CHECK(hr::machines_by_month({.first = 16}, 0, 10).is_unknown());
  CHECK(hr::machines_by_month({.first = 1e30}, 1, 10).note == "more machines than can be counted");
  CHECK(hr::machines_by_month({.first = 1, .added_a_month = -1}, 1, 10).is_unknown());
}

TEST_CASE("What is asked for and is held but for rounding is enough") {
  // 100 * 1.1 is 110.00000000000001 in floating point.
  CHECK_CONSTEXPR(hr::runway(110, {.first = 100, .growth_a_month = 0.1}, 2).is_absent());
  CHECK_CONSTEXPR(hr::runway(109.999, {.first = 100, .growth_a_month = 0.1}, 2).value_or(-1) == 1);
  constexpr bool is_110 = hr::machines_by_month({.first = 100, .growth_a_month = 0.1}, 1, 2).value_or({}) == std::vector<hr::count>{100, 110};
  CHECK_CONSTEXPR(is_110);
}

TEST_CASE("Orders are by whole steps, and a lead time before they are needed") {
  constexpr bool are_orders = [] {
    const std::array<hr::count, 6> needed{10, 12, 19, 17, 40, 41};
    const auto found = hr::orders_for(needed, {.held = 10, .step = 18, .lead_months = hr::count{3}}).value_or({});
    // 28 from month 1 on, 46 from month 4 on.
    return found.size() == 2 && found[0] == hr::machine_order{-2, 1, 18} && found[1] == hr::machine_order{1, 4, 18} && found[0].is_late() && !found[1].is_late();
  }();
  CHECK_CONSTEXPR(are_orders);
  const std::array<hr::count, 1> one{5};
  CHECK(hr::orders_for(one, {}).note == "the lead time is not known");
  CHECK(hr::orders_for(one, {.lead_months = hr::count{-1}}).note == "a lead time is of 0 months at least");
  CHECK(hr::orders_for(one, {.step = 0, .lead_months = hr::count{1}}).note == "machines are ordered by one at least");
  CHECK(hr::orders_for(one, {.held = -1, .lead_months = hr::count{1}}).note == "the number of machines that are held is none");
  const std::array<hr::count, 1> wrong{-5};
  CHECK(hr::orders_for(wrong, {.lead_months = hr::count{1}}).note == "a number of machines that are needed is none");
}

namespace {

// All ways to have so many steps come in each month, one by one, none before the lead time: that with the fewest machines there in all months together.
void try_arrivals(const std::vector<hr::count>& needed, const hr::order_terms& terms, std::size_t month, std::vector<hr::count>& there, hr::count sum, hr::count& least, std::vector<hr::count>& best) {
  if (sum >= least) return;
  if (month == needed.size()) {
    least = sum;
    best = there;
    return;
  }
  const hr::count before = month == 0 ? terms.held : there.back();
  const bool may_come = static_cast<hr::count>(month) >= *terms.lead_months.known();
  for (hr::count steps = 0; steps <= (may_come ? 4 : 0); ++steps) {
    const hr::count now = before + steps * terms.step;
    if (may_come && now < needed[month]) continue;
    there.push_back(now);
    try_arrivals(needed, terms, month + 1, there, sum + now, least, best);
    there.pop_back();
  }
}

}  // namespace

TEST_CASE("Orders are those that leave the fewest machines there, of all ways to order what no month lacks that it can have") {
  std::mt19937 engine{3};
  int late = 0, without = 0;
  for (int i = 0; i < 600; ++i) {
    std::vector<hr::count> needed(1 + engine() % 6);
    for (hr::count& each : needed) each = static_cast<hr::count>(engine() % 9);
    const hr::order_terms terms{.held = static_cast<hr::count>(engine() % 6), .step = static_cast<hr::count>(1 + engine() % 3) * 2 - 1, .lead_months = static_cast<hr::count>(engine() % 5)};
    const auto lead = *terms.lead_months.known();
    const auto orders = hr::orders_for(needed, terms).value_or({});
    std::vector<hr::count> there, best;
    hr::count least = 1'000'000;
    if (terms.step > 1 || std::ranges::max(needed) <= terms.held + 4) try_arrivals(needed, terms, 0, there, 0, least, best);
    else continue;
    for (std::size_t month = 0; month < needed.size(); ++month) {
      hr::count has = terms.held;
      for (const auto& each : orders)
        if (std::max<hr::count>(each.placed_in, 0) + lead <= static_cast<hr::count>(month)) has += each.machines;
      CHECK(has == best[month]);
      without += orders.empty() && needed[month] > terms.held;
    }
    for (const auto& each : orders) {
      CHECK(each.placed_in == each.needed_in - lead);
      CHECK(each.machines % terms.step == 0);
      // Without it there would be too few in every month until it comes, and not in the one before.
      hr::count before = terms.held;
      for (const auto& other : orders) before += other.needed_in < each.needed_in ? other.machines : 0;
      for (hr::count month = each.needed_in; month <= std::max(each.needed_in, lead); ++month) CHECK(needed[static_cast<std::size_t>(month)] > before + each.machines - terms.step);
      if (each.is_late() && each.needed_in > 0) CHECK(needed[static_cast<std::size_t>(each.needed_in - 1)] <= before + each.machines - terms.step);
      late += each.is_late();
    }
  }
  CHECK(late > 20);
  CHECK(without > 20);
}

TEST_CASE("What is over when an order of now comes is not ordered") {
  const auto of = [](std::vector<hr::count> needed, hr::count lead) { return hr::orders_for(needed, {.held = 10, .lead_months = lead}).value_or({{9, 9, 9}}); };
  CHECK(of({16, 8, 8}, 1).empty());
  CHECK(of({16, 16, 8}, 1) == std::vector<hr::machine_order>{{-1, 0, 6}});
  CHECK(of({16, 14, 8}, 1) == std::vector<hr::machine_order>{{-1, 0, 4}});             // two of six are not needed any more
  CHECK(of({12, 10, 16}, 2) == std::vector<hr::machine_order>{{0, 2, 6}});             // another lack than that of month 0
  CHECK(of({12, 12, 16}, 2) == std::vector<hr::machine_order>{{-2, 0, 2}, {0, 2, 4}});
  CHECK(of({16, 16, 16}, 3).empty());  // nothing of the month that it comes in is known
}

TEST_CASE("Demand of nothing and of the largest number is an amount, and beyond it none is") {
  const std::array season{2.0, 3.0, 5.0};
  for (const auto& [month, asked] : {std::pair<hr::count, double>{0, 14}, {1, 21}, {2, 35}, {4, 21}}) CHECK(hr::asked_in({.first = 7, .season = season}, month).value_or(0) == asked);
  CHECK(hr::asked_in({}, 3).value_or(-1) == 0);
  CHECK(hr::asked_in({.first = 0.25}, 0).value_or(0) == 0.25);
  constexpr double most = std::numeric_limits<double>::max();
  CHECK(hr::asked_in({.first = most}, 0).value_or(0) == most);
  CHECK(hr::asked_in({.first = most, .growth_a_month = 1}, 1).note == "what is asked for is no amount");
  CHECK(hr::runway(0, {}, 3).is_absent());
  CHECK(hr::runway(most, {.first = most}, 3).is_absent());
}

TEST_CASE("Each month has its machines, up to fewer than 2^40") {
  CHECK(hr::machines_by_month({.first = 15, .added_a_month = 4}, 2.5, 3).value_or({}) == std::vector<hr::count>{6, 8, 10});
  CHECK(hr::machines_by_month({.first = 100, .growth_a_month = 0.1}, 1, 2).value_or({}) == std::vector<hr::count>{100, 110});
  CHECK(hr::machines_by_month({.first = 3 * 0.1}, 0.1, 1).value_or({}) == std::vector<hr::count>{3});
  CHECK(hr::machines_by_month({.first = 1}, 0, 1).note == "a machine supplies nothing of what is asked for");
  CHECK(hr::machines_by_month({.first = 0x1p40}, 1, 1).note == "more machines than can be counted");
  CHECK(hr::machines_by_month({.first = 0x1p40 - 1}, 1, 1).value_or({}) == std::vector<hr::count>{hr::max_count - 1});
  CHECK_FALSE(hr::machine_order{}.is_late());
}

TEST_CASE("An order is for the month that needs it and is no more than it has to be") {
  const std::array<hr::count, 3> needed{0, 3, 3};
  const auto found = hr::orders_for(needed, {.lead_months = hr::count{1}}).value_or({});
  CHECK(found == std::vector<hr::machine_order>{{0, 1, 3}});
  const std::array<hr::count, 2> wrong{1, -1};
  CHECK(hr::orders_for(wrong, {.held = 1, .lead_months = hr::count{1}}).note == "a number of machines that are needed is none");
  CHECK(hr::orders_for(needed, {.step = hr::max_count + 1, .lead_months = hr::count{1}}).note == "machines are ordered by one at least");
}
