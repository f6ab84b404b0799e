// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <random>
#include <string_view>
#include <tuple>
#include <vector>

#include <headroom/plan/search.hpp>

#include <check.hpp>

namespace plan_best_plans_test {
namespace {

using hr::plan_amount;

constexpr hr::plan_amounts taking(double seconds, hr::count gpus, double dollars, double joules) {
  return {.time = hr::seconds(seconds), .gpus = gpus, .cost = hr::dollars(dollars), .energy = hr::joules(joules)};
}

// What was offered, one after the other, and what a list of all of them says.
struct offered_plan {
  int number = 0;
  std::array<double, 4> amounts{};  // cost, time, GPUs, energy; below 0: not known
  double also = 0;
  double amount = 0;
};

constexpr hr::plan_amounts amounts_of(const offered_plan& of) {
  hr::plan_amounts made = taking(of.amounts[1], static_cast<hr::count>(of.amounts[2]), of.amounts[0], of.amounts[3]);
  if (of.amounts[0] < 0) made.cost = hr::unknown;
  if (of.amounts[3] < 0) made.energy = hr::unknown;
  return made;
}

template <std::size_t Most>
void keeps_what_a_sorted_list_begins_with(std::mt19937& random) {
  const auto up_to = [&](unsigned n) { return static_cast<double>(random() % n) + 1; };
  const std::size_t which = random() % 4;
  const double deadline = random() % 2 == 0 ? up_to(4) : 0, budget = random() % 2 == 0 ? up_to(4) : 0;
  hr::best_plans<int, Most> best({.least = static_cast<plan_amount>(which), .deadline = hr::seconds(deadline), .budget = hr::dollars(budget)});
  std::vector<offered_plan> all;
  const auto drawn = [&](int number) {
    offered_plan made{.number = number, .amounts = {up_to(5), up_to(5), up_to(5), up_to(5)}, .also = up_to(3)};
    if (random() % 6 == 0) made.amounts[0] = -1;
    if (random() % 6 == 0) made.amounts[3] = -1;
    made.amount = made.amounts[which];
    return made;
  };
  const auto is_beyond = [&](const offered_plan& of) { return (deadline > 0 && of.amounts[1] > deadline) || (budget > 0 && of.amounts[0] > budget); };
  hr::count beyond = 0, unknown = 0;
  const int offered = static_cast<int>(random() % 9);
  for (int i = 0; i < offered; ++i) {
    const offered_plan each = drawn(i);
    best.take(each.number, amounts_of(each), each.also);
    if (is_beyond(each)) ++beyond;
    else if (each.amount < 0 || (budget > 0 && each.amounts[0] < 0)) ++unknown;
    else all.push_back(each);
  }
  // Of equal ones the cheaper, what is not known the dearest; then more of what counts also, fewer GPUs, the sooner.
  const auto order_of = [](const offered_plan& of) { return std::tuple(of.amount, of.amounts[0] < 0 ? 1e300 : of.amounts[0], -of.also, of.amounts[2], of.amounts[1]); };
  std::ranges::stable_sort(all, [&](const offered_plan& a, const offered_plan& b) { return order_of(a) < order_of(b); });
  REQUIRE(best.all().size() == std::min(all.size(), Most));
  CHECK(best.is_empty() == all.empty());
  for (std::size_t i = 0; i < best.all().size(); ++i) {
    CHECK(best.all()[i].plan == all[i].number);
    CHECK(hr::in_seconds(best.all()[i].time) == all[i].amounts[1]);
    CHECK(static_cast<double>(best.all()[i].gpus) == all[i].amounts[2]);
    CHECK(best.all()[i].cost.is_known() == (all[i].amounts[0] > 0));
    CHECK(best.all()[i].energy.is_known() == (all[i].amounts[3] > 0));
  }
  CHECK(best.judged() == offered);
  CHECK(best.beyond_limits() == beyond);
  CHECK(best.unknown_ones() == unknown);
  CHECK(best.tried() == offered);
  // One that takes as much as the last of them may be as good, one that takes more may not.
  for (int i = 0; i < 8; ++i) {
    const offered_plan each = drawn(i);
    const bool may_be = !is_beyond(each) && (each.amount < 0 || all.size() < Most || each.amount <= all[Most - 1].amount);
    CHECK(best.may_take(amounts_of(each)) == may_be);
  }
}

}  // namespace

TEST_CASE("The best plans are those that a sorted list of all of them begins with") {
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    CAPTURE(i);
    keeps_what_a_sorted_list_begins_with<1>(random);
    keeps_what_a_sorted_list_begins_with<2>(random);
    keeps_what_a_sorted_list_begins_with<3>(random);
  }
}

TEST_CASE("Of what a plan takes each amount has its name") {
  constexpr hr::plan_amounts of = taking(2, 3, 5, 7);
  CHECK_CONSTEXPR(value_of(hr::amount_of(of, plan_amount::cost)) == 5);
  CHECK_CONSTEXPR(value_of(hr::amount_of(of, plan_amount::time)) == 2);
  CHECK_CONSTEXPR(value_of(hr::amount_of(of, plan_amount::gpus)) == 3);
  CHECK_CONSTEXPR(value_of(hr::amount_of(of, plan_amount::rated_energy)) == 7);
  CHECK_CONSTEXPR(hr::name(plan_amount::cost) == "cost");
  CHECK_CONSTEXPR(hr::name(plan_amount::time) == "time");
  CHECK_CONSTEXPR(hr::name(plan_amount::gpus) == "gpus");
  CHECK_CONSTEXPR(hr::name(plan_amount::rated_energy) == "energy");
  // Why one is not known goes with it.
  constexpr hr::plan_amounts without{.cost = hr::figure<hr::money>(hr::unknown).noted("no price"), .energy = hr::figure<hr::energy>(hr::unknown).noted("no power")};
  CHECK_CONSTEXPR(hr::amount_of(without, plan_amount::cost).note == "no price");
  CHECK_CONSTEXPR(hr::amount_of(without, plan_amount::rated_energy).note == "no power");
}

// What is summed up in another order differs in its last digits.
TEST_CASE("A limit and the last of the best plans are passed by what rounding does not explain") {
  constexpr auto may = [](double seconds, double dollars) {
    return hr::best_plans<int>({.deadline = hr::seconds(1'000), .budget = hr::dollars(1'000)}).may_take(taking(seconds, 1, dollars, 1));
  };
  CHECK_CONSTEXPR(may(1'000, 1'000));
  CHECK_CONSTEXPR(may(1'000.0000001, 1'000));
  CHECK_CONSTEXPR(!may(1'000.00001, 1'000));
  CHECK_CONSTEXPR(may(1'000, 1'000.0000001));
  CHECK_CONSTEXPR(!may(1'000, 1'000.00001));
  constexpr auto may_beside = [](double dollars) {
    hr::best_plans<int, 1> best;
    best.take(1, taking(1, 1, 1'000, 1));
    return best.may_take(taking(1, 1, dollars, 1));
  };
  CHECK_CONSTEXPR(may_beside(1'000.0000001));
  CHECK_CONSTEXPR(!may_beside(1'000.00001));
}

TEST_CASE("What no plan was made of is counted, each by its reason") {
  constexpr auto of = [](auto asked) {
    hr::best_plans<int> made({.least = plan_amount::gpus, .tokens = 11});
    made.leave_out(3);
    made.leave_out();
    made.has_no_room(7);
    made.has_no_room();
    made.is_too_large();
    made.is_not_known();
    made.is_not_known("the first");
    made.is_not_known("the second");
    made.take(1, taking(1, 1, 1, 1));
    return asked(made);
  };
  CHECK_CONSTEXPR(of([](const auto& best) { return best.left_out(); }) == 4);
  CHECK_CONSTEXPR(of([](const auto& best) { return best.without_room(); }) == 8);
  CHECK_CONSTEXPR(of([](const auto& best) { return best.judged(); }) == 2);
  CHECK_CONSTEXPR(of([](const auto& best) { return best.beyond_limits(); }) == 1);
  CHECK_CONSTEXPR(of([](const auto& best) { return best.unknown_ones(); }) == 3);
  CHECK_CONSTEXPR(of([](const auto& best) { return best.why_unknown(); }) == "the first");
  CHECK_CONSTEXPR(of([](const auto& best) { return best.tried(); }) == 4 + 8 + 2);
  CHECK_CONSTEXPR(!of([](const auto& best) { return best.is_empty(); }));
  CHECK_CONSTEXPR(of([](const auto& best) { return best.asked().least; }) == plan_amount::gpus);
  CHECK_CONSTEXPR(of([](const auto& best) { return best.asked().tokens; }) == 11);
  // No number of plans is beyond counting.
  constexpr auto of_many = [](auto asked) {
    hr::best_plans<int> made;
    made.leave_out(hr::too_many);
    made.leave_out(2);
    made.has_no_room(hr::too_many);
    made.has_no_room(2);
    return asked(made);
  };
  CHECK_CONSTEXPR(of_many([](const auto& best) { return best.left_out(); }) == hr::too_many);
  CHECK_CONSTEXPR(of_many([](const auto& best) { return best.without_room(); }) == hr::too_many);
  CHECK_CONSTEXPR(of_many([](const auto& best) { return best.tried(); }) == hr::too_many);
}

// A bound may be summed up a billionth above what it bounds.
TEST_CASE("what is beyond a limit by no more than rounding is not beyond it") {
  constexpr double within = 2 * (1 - 1e-9);
  constexpr auto is_taken = [](const hr::plan_objective& asked, double takes) {
    return hr::best_plans<int>(asked).may_take(taking(takes, 1, takes, 1));
  };
  CHECK_CONSTEXPR(is_taken({.deadline = hr::seconds(within)}, 2));
  CHECK_CONSTEXPR(!is_taken({.deadline = hr::seconds(within)}, 2 * (1 + 1e-12)));
  CHECK_CONSTEXPR(is_taken({.budget = hr::dollars(within)}, 2));
  CHECK_CONSTEXPR(!is_taken({.budget = hr::dollars(within)}, 2 * (1 + 1e-12)));
}

}  // namespace plan_best_plans_test
