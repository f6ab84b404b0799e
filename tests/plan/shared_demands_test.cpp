// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/plan/shared_demands.hpp>

#include <check.hpp>
#include <plan/slow_shared_cluster.hpp>
#include <plan/small_vm.hpp>

namespace plan_shared_demands_test {
namespace {

constexpr hr::machine eight = hr::azure::nd96isr_h100_v5::spec;

// Whether the machines of a demand are enough, counted here; of one that asks for domains, racks or units of one kind by judging them as a cluster.
struct slow_demand {
  hr::count gpus = 0, vcpus = 0;
  std::optional<hr::demand> by_domain{};

  bool is_met(const std::vector<hr::shared_kind>& kinds, const std::vector<hr::machine>& machines, const std::vector<hr::count>& vcpus_of, const std::vector<hr::count>& has) const {
    if (by_domain.has_value()) {
      std::vector<hr::group> groups;
      for (std::size_t k = 0; k < kinds.size(); ++k) groups.push_back({machines[k], has[k]});
      return hr::assess(std::span<const hr::group>(groups), *by_domain).outcome == hr::outcome::fits;
    }
    hr::count all_gpus = 0, all_vcpus = 0;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      all_gpus += has[k] * kinds[k].node_gpus;
      all_vcpus += has[k] * vcpus_of[k];
    }
    return all_gpus >= gpus && all_vcpus >= vcpus;
  }
};

}  // namespace

// Of ten held machines a training run takes 8 for 100 seconds, or 4 for 190, and each that is bought costs 2 a second.
TEST_CASE("A demand leaves a job the machines that it can do without") {
  constexpr auto amounts = [](hr::count gpus_asked) {
    const std::array kinds{hr::shared_kind{.node_gpus = 8, .held = 10, .at_most = 16, .price = 2}};
    const std::array machines{eight};
    const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 64, 100, 100), hr::option_on(0, kinds[0], 1, 32, 190, 190)}};
    const std::array demands{hr::demand{.total = {.gpus = gpus_asked}}};
    const auto found = hr::least_shared_with(kinds, jobs, {.machines = machines, .demands = demands, .seconds = 200}).value_or({});
    const hr::shared_choice& best = found.best.front();
    return std::array{static_cast<double>(best.options[0]), best.takes.amount, static_cast<double>(best.of_demands[0][0]), static_cast<double>(best.uses[0].machines), found.is_proved ? 1. : 0.};
  };
  // Two machines are free beside either: nothing is bought, and of equals the fewer GPU seconds are first, 4 x 190 of 8 x 100.
  CHECK_CONSTEXPR(amounts(16) == std::array{1., 0., 2., 6., 1.});
  CHECK_CONSTEXPR(amounts(48) == std::array{1., 0., 6., 10., 1.});
  // Of seven for 200 seconds, the longest, none is bought; one of the job's is, for 190 seconds; with 8 of the job five would be, for 100.
  CHECK_CONSTEXPR(amounts(56) == std::array{1., 380., 7., 11., 1.});
  CHECK_CONSTEXPR(amounts(96) == std::array{1., 2. * (2 * 200 + 4 * 190), 12., 16., 1.});
}

TEST_CASE("What is cheaper beside demands may be more machines for the jobs") {
  // Apart a job of 1 second and one of 10 take two machines, and 33; together one, and 30, but there are two, and the demand has one.
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .at_most = 2, .price = 3}};
  const std::array machines{eight};
  const hr::shared_option three_for_one{.pods = 3, .pod_gpus = 5, .seconds = 1}, five{.pods = 1, .pod_gpus = 5, .seconds = 10}, two{.pods = 1, .pod_gpus = 2, .seconds = 1};
  const std::vector<std::vector<hr::shared_option>> jobs{{five}, {two}};
  const auto amount = [&](hr::count gpus, hr::count at_most) {
    std::array there{kinds};
    there[0].at_most = at_most;
    const std::array demands{hr::demand{.total = {.gpus = gpus}}};
    return hr::least_shared_with(there, jobs, {.machines = machines, .demands = demands, .seconds = 4});
  };
  CHECK(amount(8, 2).value_or({}).best.front().takes.amount == 30 + 12);
  CHECK(amount(16, 2).is_absent());
  CHECK(amount(0, 1).value_or({}).best.front().takes.amount == 30);
  // Three pods of five GPUs for a second each keep a machine: shared with one of five for ten seconds four are kept, three of them a second.
  const std::vector<std::vector<hr::shared_option>> more{{three_for_one}, {five}};
  const std::array demands{hr::demand{.total = {.gpus = 8}}};
  std::array there{kinds};
  there[0].at_most = 5;
  const auto found = hr::least_shared_with(there, more, {.machines = machines, .demands = demands, .seconds = 4}).value_or({});
  CHECK(found.best.front().takes.amount == 3 * 3 + 30 + 12);
}

TEST_CASE("What demands take is told, or why nothing is") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .held = 1, .at_most = 4, .price = 2, .held_price = 1}};
  const std::array machines{eight};
  const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 8, 10, 10)}};
  const std::array demands{hr::demand{.total = {.gpus = 9}}};
  const hr::shared_demands beside{.machines = machines, .demands = demands, .seconds = 20};
  // The held one goes to the demand for 20 seconds, and two are bought, one for 10.
  const auto found = hr::least_shared_with(kinds, jobs, beside).value_or({});
  REQUIRE(found.best.size() == 1);
  CHECK(found.best[0].takes.amount == 20 + 40 + 20);
  CHECK(hr::choice_with(kinds, jobs[0], beside, {})->takes.amount == 80);
  CHECK(hr::choice_with(kinds, jobs[0], beside, {.most_amount = 79}) == std::nullopt);
  CHECK(hr::least_shared_with(kinds, jobs, beside, {.most_amount = 79}).is_absent());
  // Once for each machine.
  CHECK(hr::least_shared_with(kinds, jobs, beside, {.by_time = false}).value_or({}).best[0].takes.amount == 1 + 2 + 2);

  // The same with these two machines of the demand; with three, or for less time.
  const auto with = [&](hr::count of_demand, double seconds, const hr::shared_objective& asked = {}) {
    const auto one = hr::choice_with_machines(kinds, jobs[0], std::array{std::vector<hr::count>{of_demand}}, seconds, asked);
    return one.has_value() ? one->takes.amount : -1;
  };
  CHECK(with(2, 20) == 80);
  CHECK(with(3, 20) == 20 + 40 + 40 + 20);
  CHECK(with(2, 5) == 10 + 10 + 10);
  CHECK(with(4, 20) == -1);
  CHECK(with(2, 20, {.most_amount = 79}) == -1);
  CHECK(with(2, 20, {.by_time = false}) == 1 + 2 + 2);
  constexpr auto on_spot = [](double share) {
    const std::array of_spot{hr::shared_kind{.node_gpus = 8}, hr::shared_kind{.node_gpus = 8, .is_spot = true}};
    const auto one = hr::choice_with_machines(of_spot, {}, std::array{std::vector<hr::count>{1, 1}}, 1, {.most_spot = share});
    return one.has_value() && one->of_demands.front().back() == 1;
  };
  CHECK_CONSTEXPR(on_spot(0.5));
  CHECK_CONSTEXPR(!on_spot(0.4));

  const auto note = [&](const hr::shared_kind& kind, const hr::shared_demands& of) { return hr::least_shared_with(std::array{kind}, jobs, of).note; };
  CHECK(hr::least_shared_with(kinds, jobs, beside, {.at_most = -1}).note == "a limit is no less than nothing");
  CHECK(note({.node_gpus = 0}, beside) == "a number of a kind of machines is none");
  CHECK(note({.node_gpus = 8, .price = 1, .held_price = 2}, beside) == "a machine that is held takes more than one that is bought");
  CHECK(note(kinds[0], {.demands = demands}) == "the machines beside the kinds are not as many");
  CHECK(note(kinds[0], {.machines = machines, .demands = demands, .seconds = -1}) == "the time that machines of demands are kept is none");
  CHECK(note(kinds[0], {.machines = machines, .demands = demands, .effort = 0}) == "none was found among those that were tried");
  const std::array too_many{hr::demand{.total = {.gpus = 40}}};
  CHECK(note(kinds[0], {.machines = machines, .demands = too_many}) == "no mix of these machines meets the demand");
  const std::array only_alone{hr::demand{.total = {.gpus = 32}}};
  CHECK(note(kinds[0], {.machines = machines, .demands = only_alone}) == "no choice of plans has room on the machines within the limit");
}

// Of a kind with one held and one of 6 the demand has the latter: a job of half a second is bought no other in place of the held one.
TEST_CASE("Where each machine counts once, how long a job takes moves nothing") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .held = 1, .at_most = 3, .price = 10}, hr::shared_kind{.node_gpus = 1, .price = 6}};
  const std::array<hr::machine, 2> machines{eight, hr::azure::nc40ads_h100_v5::spec};
  const std::array demands{hr::demand{.total = {.gpus = 1}}};
  for (const double seconds : {0.5, 5.0}) {
    const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 8, seconds, seconds)}};
    CHECK(hr::least_shared_with(kinds, jobs, {.machines = machines, .demands = demands, .seconds = 3}, {.by_time = false}).value_or({}).best.front().takes.amount == 6);
  }
}

// Dollars of one machine more for 8 seconds, on paper: 8 x 2 where one is held and free; where a job has it for t seconds, 5 more for each of
// those, as it is bought one in its place; 8 x 7 where it is bought.
TEST_CASE("A machine more takes the least of what jobs leave") {
  using tiers = std::vector<hr::mix_tier>;
  constexpr auto left = [](hr::count held, hr::count at_most, bool by_time = true) {
    const hr::shared_kind on{.node_gpus = 8, .held = held, .at_most = at_most, .price = 7, .held_price = 2};
    return hr::detail::tiers_left(on, {.machines = 4, .kept = {{10, 1}, {6, 2}, {3, 1}}}, by_time ? 8 : 1, by_time);
  };
  CHECK_CONSTEXPR(left(5, 9) == tiers{{1, 16}, {1, 31}, {2, 46}, {1, 56}});
  CHECK_CONSTEXPR(left(3, 9) == tiers{{2, 46}, {3, 56}});  // the one for 3 seconds is bought
  CHECK_CONSTEXPR(left(2, 9) == tiers{{1, 46}, {4, 56}});
  CHECK_CONSTEXPR(left(1, 9) == tiers{{5, 56}});
  CHECK_CONSTEXPR(left(5, 4) == tiers{{}});
  CHECK_CONSTEXPR(left(5, hr::max_count) == tiers{{1, 16}, {1, 31}, {2, 46}, {hr::max_count, 56}});
  CHECK_CONSTEXPR(left(5, 9, false) == tiers{{1, 2}, {4, 7}});
  constexpr auto alike = [] { return hr::detail::tiers_left({.node_gpus = 8, .held = 1, .at_most = 3, .price = 7, .held_price = 7}, {}, 2, true); };
  CHECK_CONSTEXPR(alike() == tiers{{3, 14}});
}

// Five machines are held, and what is bought comes by fours: of the 8 seconds there are ten in use for three, six for two, two for three. Three of two steps are
// idle, then three of one, and then three that are held.
TEST_CASE("Machines more take the rest of the steps that jobs have bought") {
  using periods = std::vector<hr::mix_period>;
  constexpr auto left = [](hr::count at_most, double seconds, bool by_time = true) {
    const hr::shared_kind on{.node_gpus = 8, .held = 5, .at_most = at_most, .price = 7, .held_price = 2, .step = 4};
    return hr::detail::periods_left(on, {.machines = 10, .kept = {{10, 2}, {5, 4}, {3, 4}}}, seconds, by_time);
  };
  CHECK_CONSTEXPR(left(20, 8) == periods{{3, 0, 6, 21}, {3, 0, 4, 14}, {0, 3, 6, 21}});
  CHECK_CONSTEXPR(left(20, 5) == periods{{3, 0, 6, 21}, {3, 0, 4, 14}});
  CHECK_CONSTEXPR(left(20, 2) == periods{{3, 0, 4, 14}});
  CHECK_CONSTEXPR(left(20, 0) == periods{{3, 0, 0, 0}});
  CHECK_CONSTEXPR(left(20, 1, false) == periods{{3, 0, 2, 7}});
  constexpr auto of_few = [] { return hr::detail::periods_left({.node_gpus = 8, .held = 5, .at_most = 3, .price = 7, .step = 4}, {.machines = 1, .kept = {{4, 1}}}, 4, true); };
  CHECK_CONSTEXPR(of_few() == periods{{0, 2, 0, 28}});
}

// A job has two machines of four for ten seconds, and a demand of two the other two for nothing; one of three takes four more for its five seconds.
TEST_CASE("A demand has the rest of a step that a job has bought") {
  constexpr auto amount = [](hr::count gpus) {
    const std::array kinds{hr::shared_kind{.node_gpus = 8, .at_most = 8, .price = 3, .step = 4}};
    const std::array machines{eight};
    const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 16, 10, 10)}};
    const std::array demands{hr::demand{.total = {.gpus = gpus}}};
    const auto found = hr::least_shared_with(kinds, jobs, {.machines = machines, .demands = demands, .seconds = 5}).value_or({});
    return found.best.empty() || !found.is_proved ? -1 : found.best[0].takes.amount;
  };
  CHECK_CONSTEXPR(amount(16) == 3 * 4 * 10);
  CHECK_CONSTEXPR(amount(17) == 3 * (4 * 10 + 4 * 5));
  CHECK_CONSTEXPR(amount(48) == 3 * (4 * 10 + 4 * 5));
  CHECK_CONSTEXPR(amount(49) == -1);
}

// On machines of its own at 1.9 or 1.95 a second the job takes less than on two of four at 1, of which a demand has the other two for nothing: 40 of all, and 59 or 59.5.
TEST_CASE("What a demand takes by itself in steps is no bound of what it takes beside jobs") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .at_most = 4, .price = 1, .step = 4}, hr::shared_kind{.node_gpus = 4, .price = 1.9}, hr::shared_kind{.node_gpus = 4, .price = 1.95}};
  const hr::vm small = small_vm("small", 4, 1);
  const std::array<hr::machine, 3> machines{eight, small, small};
  const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(1, kinds[1], 1, 4, 10, 10), hr::option_on(2, kinds[2], 1, 4, 10, 10), hr::option_on(0, kinds[0], 1, 16, 10, 10)}};
  const std::array demands{hr::demand{.total = {.gpus = 16}, .per_vm = {.gpus = 8}}};
  const auto found = hr::least_shared_with(kinds, jobs, {.machines = machines, .demands = demands, .seconds = 10}).value_or({});
  REQUIRE(found.best.size() == 2);
  CHECK(found.is_proved);
  CHECK(found.best[0].takes.amount == 40);
  CHECK(found.best[1].takes.amount == 59);
}

TEST_CASE("What demands take beside no job is the least that they take beside any") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .held = 1, .at_most = 3, .price = 5}};
  const std::array machines{eight};
  const auto least = [&](hr::count gpus, bool by_time) {
    const std::array demands{hr::demand{.total = {.gpus = gpus}}};
    const hr::shared_demands beside{.machines = machines, .demands = demands, .seconds = 4};
    const hr::shared_objective asked{.by_time = by_time};
    return hr::detail::mixes_beside(kinds, beside, asked).least;
  };
  CHECK(least(20, true) == 2 * 5 * 4);
  CHECK(least(20, false) == 2 * 5);
  CHECK(least(30, true) == 0);  // there is none
  CHECK(hr::shared_demands{}.seconds == 0);
}

// Of ten watts a job on two machines leaves none, and on one, which is dearer, five: machines of the kind are as many beside either.
TEST_CASE("What jobs leave of what is limited is asked of each choice") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 1, .limited = 5}};
  const std::array machines{eight};
  const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 16, 4, 4), hr::option_on(0, kinds[0], 1, 8, 10, 10)}};
  const std::array demands{hr::demand{.total = {.gpus = 8}}};
  const hr::shared_demands beside{.machines = machines, .demands = demands, .seconds = 3};
  const auto found = hr::least_shared_with(kinds, jobs, beside, {.at_most = 10}).value_or({});
  REQUIRE(found.best.size() == 1);
  CHECK(found.best[0].options[0] == 1);
  CHECK(found.best[0].takes.amount == 10 + 3);
  // Alone the demand has the cheaper machine, of five watts; beside the job, of eight, the one that takes one.
  const std::array thrifty{kinds[0], hr::shared_kind{.node_gpus = 8, .price = 3, .limited = 1}};
  const std::array both{eight, eight};
  const auto of_two = hr::least_shared_with(thrifty, jobs, {.machines = both, .demands = demands, .seconds = 3}, {.at_most = 8}).value_or({});
  REQUIRE(of_two.best.size() == 1);
  CHECK(of_two.best[0].takes.amount == 10 + 9);
  CHECK(of_two.best[0].of_demands[0] == std::vector<hr::count>{0, 1});
  // Without demands it is the search of jobs alone; what names no machines is refused there, and nothing here.
  CHECK(hr::least_shared_with(kinds, jobs, {}).value_or({}).best.front().takes.amount == 8);
  CHECK(hr::choice_with(kinds, jobs[0], {.demands = demands}, {}) == std::nullopt);
}

// Eight GPUs for a second at 9, on spot at 4, beside a job of 8 at 9: half of all may be on spot, so that the demand is; of the demand alone
// nothing may be. Small ones that are held it may have besides: they are its own, and stay. With them a half is on spot.
TEST_CASE("The share on spot is of what jobs and demands have") {
  std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 9}, hr::shared_kind{.node_gpus = 8, .price = 4, .is_spot = true}, hr::shared_kind{.node_gpus = 1, .held = 8, .at_most = 8}};
  hr::vm small = small_vm("small", 1, 1);
  const std::array<hr::machine, 3> machines{eight, eight, small};
  const std::array demands{hr::demand{.total = {.gpus = 8, .vcpus = 90}}};
  const hr::shared_demands beside{.machines = machines, .demands = demands, .seconds = 1};
  const std::vector<std::vector<hr::shared_option>> job{{hr::option_on(0, kinds[0], 1, 8, 1, 1)}}, none;
  const auto amount = [&](const std::vector<std::vector<hr::shared_option>>& jobs, double most_spot) {
    const auto found = hr::least_shared_with(kinds, jobs, beside, {.most_spot = most_spot}).value_or({});
    return found.best.empty() || !found.is_proved ? -1 : found.best[0].takes.amount;
  };
  CHECK(amount(none, 0.5) == 4);
  CHECK(amount(none, 0.49) == 9);
  kinds[2].at_most = kinds[2].held = 0;
  CHECK(amount(none, 1) == 4);
  CHECK(amount(none, 0.9) == 9);
  CHECK(amount(job, 0.5) == 9 + 4);
  CHECK(amount(job, 0.33) == 9 + 9);
  // Twice as many GPUs for half of the time are no more.
  const std::vector<std::vector<hr::shared_option>> short_job{{hr::option_on(0, kinds[0], 1, 16, 0.5, 0.5)}};
  CHECK(amount(short_job, 0.5) == 9 + 4);
  CHECK(amount(short_job, 0.49) == 9 + 9);
  CHECK(hr::least_shared_with(kinds, job, {.machines = machines, .demands = demands}, {.most_spot = 0.5}).note == "of no time there is no share on spot");
  // No job takes less than what the demand would on spot alone.
  const hr::shared_objective asked{.most_spot = 0};
  CHECK(hr::detail::mixes_beside(kinds, beside, asked).least == 4);
  // Alone the demand has no mix, and beside the job it has.
  kinds[0].at_most = 1;
  CHECK(amount(none, 0) == 9);
  kinds[0].price = 1;
  CHECK(amount(job, 0.5) == 1 + 4);
}

// A rack's two VMs are held, of which a job needs one for 50 seconds: it is bought, and the demand has the rack.
TEST_CASE("Held and bought machines of a kind are one group of a demand") {
  hr::vm vm = small_vm("half a rack", 4, 8);
  vm.scale_up_domain_gpus = 8;
  const std::array kinds{hr::shared_kind{.node_gpus = 4, .domain_nodes = 2, .held = 2, .at_most = 3, .price = 1}};
  const std::array<hr::machine, 1> machines{vm};
  const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 4, 50, 50)}};
  for (const hr::demand& asked : {hr::demand{.total = {.gpus = 8}, .whole_racks = true}, hr::demand{.units = {.in_domain = 8}}, hr::demand{.per_domain = {.gpus = 8}}}) {
    const std::array demands{asked};
    const auto found = hr::least_shared_with(kinds, jobs, {.machines = machines, .demands = demands, .seconds = 200}, {.most_amount = 60}).value_or({});
    REQUIRE(found.best.size() == 1);
    CHECK(found.best[0].takes.amount == 50);
    CHECK(found.best[0].of_demands[0][0] == 2);
  }
}

TEST_CASE("A mix that is not proved proves no choice") {
  const std::array sizes{small_vm("eight", 8, 40), small_vm("five", 5, 11), small_vm("three", 3, 17)};
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 97}, hr::shared_kind{.node_gpus = 5, .price = 59}, hr::shared_kind{.node_gpus = 3, .price = 37}};
  const std::array<hr::machine, 3> machines{sizes[0], sizes[1], sizes[2]};
  const std::array demands{hr::demand{.total = {.gpus = 41, .vcpus = 173}}};
  const auto found = [&](const hr::search_effort& effort) {
    return hr::least_shared_with(kinds, std::vector<shared_options>{}, {.machines = machines, .demands = demands, .seconds = 1, .effort = effort}).value_or({});
  };
  int least = 1'000;
  for (int x = 0; x < 9; ++x)
    for (int y = 0; y < 17; ++y)
      for (int z = 0; z < 14; ++z)
        if (8 * x + 5 * y + 3 * z >= 41 && 40 * x + 11 * y + 17 * z >= 173) least = std::min(least, 97 * x + 59 * y + 37 * z);
  const hr::shared_plan one_step = found(1), all = found(1'000);
  CHECK_FALSE(one_step.is_proved);
  CHECK(one_step.bound.amount < least);
  REQUIRE(one_step.best.size() == 1);
  CHECK(one_step.best[0].takes.amount > least);
  CHECK(all.is_proved);
  CHECK(all.best[0].takes.amount == least);
  // What one choice leaves open no other proves: a job that takes all machines leaves none.
  const hr::shared_demands beside{.machines = machines, .demands = demands, .seconds = 1, .effort = 1};
  std::array three{kinds};
  for (hr::shared_kind& each : three) each.at_most = 20;
  const hr::shared_objective asked;
  hr::detail::mixes_beside mixes(three, beside, asked);
  CHECK(mixes.choice(three, {}, asked).made.has_value());
  CHECK_FALSE(mixes.is_proved);
  const std::vector<hr::shared_option> all_machines{hr::option_on(0, three[0], 20, 8, 1, 1), hr::option_on(1, three[1], 20, 5, 1, 1), hr::option_on(2, three[2], 20, 3, 1, 1)};
  CHECK_FALSE(mixes.choice(three, all_machines, asked).made.has_value());
  CHECK_FALSE(mixes.is_proved);
  // Ten parts prove the mix alone. A job that leaves fewer machines asks for another, for which none of them are left.
  const auto with_job = [&](const hr::search_effort& effort) {
    std::array fewer{kinds};
    fewer[0].at_most = 9;
    const std::vector<shared_options> jobs{{hr::option_on(0, fewer[0], 1, 8, 1, 1)}};
    return hr::least_shared_with(fewer, jobs, {.machines = machines, .demands = demands, .seconds = 1, .effort = effort}).value_or({});
  };
  CHECK(found(10).is_proved);
  CHECK_FALSE(with_job(10).is_proved);
  CHECK(with_job(1'000).is_proved);
  CHECK(with_job(1'000).best.front().takes.amount == least + 97);
}

TEST_CASE("The choice beside demands is the best of all, by trying all" * doctest::test_suite("slow")) {
  std::mt19937 random(11), random_shares(12), random_steps(13);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  const auto draw_share = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_shares); };
  const auto draw_step = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_steps); };
  constexpr std::array<std::string_view, 2> names{"first", "second"};
  int none = 0, on_held = 0, of_two_kinds = 0, of_two_demands = 0, not_alone = 0, limited = 0, by_domain = 0, by_share = 0, in_steps = 0, of_a_rest = 0;
  for (int round = 0; round < 1'000; ++round) {
    CAPTURE(round);
    std::vector<hr::vm> sizes;
    std::vector<hr::count> vcpus, most;
    std::vector<hr::shared_kind> kinds;
    const int how_many = draw(1, 2);
    for (int k = 0; k < how_many; ++k) {
      hr::shared_kind one{.node_gpus = draw(2, 4), .held = draw(0, 2), .at_most = draw(2, 4), .price = static_cast<double>(draw(1, 9))};
      if (draw(0, 2) == 0) one.held_price = draw(0, static_cast<int>(one.price));
      const int has_step = draw_step(0, 3), step = draw_step(2, 3);
      if (has_step > 1) one.step = step;
      if (has_step == 3) {  // whole domains
        one.domain_nodes = one.step;
        one.held = one.step * draw_step(0, 1);
        one.at_most = one.step * 2;
      }
      kinds.push_back(one);
      vcpus.push_back(draw(1, 9));
      most.push_back(one.at_most);
      sizes.push_back(small_vm(names[static_cast<std::size_t>(k)], one.node_gpus, vcpus.back()));
      sizes.back().scale_up_domain_gpus = one.node_gpus * draw(1, 3);
    }
    const std::vector<hr::machine> machines(sizes.begin(), sizes.end());
    std::vector<shared_options> jobs;
    std::deque<hr::shared_option> parts;
    for (int j = draw(0, 2); j > 0; --j) {
      shared_options all;
      for (int o = draw(1, 2); o > 0; --o) {
        const auto kind = static_cast<std::size_t>(draw(0, how_many - 1));
        const int seconds = draw(1, 12);
        const hr::count replicas = draw(1, 2), gpus = draw(1, 5);
        all.push_back(hr::option_on(kind, kinds[kind], replicas, gpus, seconds, draw(0, 1) == 1 ? seconds : 0));
        if (draw(0, 3) > 0) continue;
        const auto other = static_cast<std::size_t>(draw(0, how_many - 1));
        parts.push_back(hr::option_on(other, kinds[other], 1, draw(1, 3), seconds, 0));
        all.back().beside = &parts.back();
      }
      jobs.push_back(all);
    }
    std::vector<slow_demand> slow;
    std::vector<hr::demand> demands;
    for (int d = draw(1, 2); d > 0; --d) {
      slow.push_back({.gpus = draw(0, 6), .vcpus = draw(0, 1) * draw(0, 14)});
      hr::demand one{.total = {.gpus = slow.back().gpus, .vcpus = slow.back().vcpus}};
      const int asks = draw(0, 7);
      if (asks == 0) one.whole_racks = true;
      if (asks == 1) one.units = {.in_domain = draw(1, 6), .of_one_kind = 1};
      if (asks == 2) one.units.of_one_kind = draw(1, 6);
      if (asks == 3) one.per_domain.gpus = draw(1, 9);
      if (asks < 4) slow.back().by_domain = one;
      by_domain += asks < 4 ? 1 : 0;
      demands.push_back(one);
    }
    const double seconds = draw(1, 12);
    hr::shared_objective asked{.least = draw(0, 2) == 0 ? hr::shared_least::time : hr::shared_least::amount};
    if (draw(0, 3) == 0) asked.most_amount = draw(10, 100);
    const bool is_limited = draw(0, 3) == 0;
    for (hr::shared_kind& each : kinds) each.limited = draw(0, 5);
    if (is_limited) asked.at_most = draw(5, 25);
    asked.by_time = draw(0, 4) > 0;
    // What counts by domains may be left too little of to count at all, and then makes no room for spot: here every machine does.
    const bool all_count = std::ranges::none_of(slow, [](const slow_demand& each) { return each.by_domain.has_value(); });
    const int percent = all_count && draw_share(0, 3) > 0 ? 20 * draw_share(0, 4) : 100;
    asked.most_spot = percent / 100.;
    if (kinds.size() > 1) kinds[static_cast<std::size_t>(draw_share(0, 1))].is_spot = true;
    double least_of_any_share = 1e300, least_of_all = 1e300;
    const auto found = hr::least_shared_with(kinds, jobs, {.machines = machines, .demands = demands, .seconds = seconds}, asked);

    // Of each choice of options, of each way to lay them out and of all counts for each demand, the least.
    std::vector<std::pair<double, double>> all;  // what is to be least, then the amount
    std::vector<hr::count> chosen(jobs.size(), 0), last(jobs.size(), 0);
    for (std::size_t j = 0; j < jobs.size(); ++j) last[j] = static_cast<hr::count>(jobs[j].size()) - 1;
    do {
      double ends = 0;
      shared_options of_jobs;
      for (std::size_t j = 0; j < jobs.size(); ++j) of_jobs.push_back(jobs[j][static_cast<std::size_t>(chosen[j])]);
      for (const hr::shared_option& each : of_jobs) ends = std::max(ends, each.ends_after);
      const std::vector<std::vector<slow_way>> ways = slow_ways(kinds, of_jobs, asked.by_time);
      double least = 1e300;
      std::vector<hr::count> has(kinds.size() * slow.size(), 0), most_of(has.size(), 0);
      for (std::size_t i = 0; i < has.size(); ++i) most_of[i] = most[i % kinds.size()];
      do {
        std::vector<hr::count> sum(kinds.size(), 0);
        bool are_met = true;
        for (std::size_t d = 0; d < slow.size(); ++d) {
          const std::vector<hr::count> its(has.begin() + static_cast<std::ptrdiff_t>(d * kinds.size()), has.begin() + static_cast<std::ptrdiff_t>((d + 1) * kinds.size()));
          are_met = are_met && slow[d].is_met(kinds, machines, vcpus, its);
          for (std::size_t k = 0; k < kinds.size(); ++k) sum[k] += its[k];
        }
        if (!are_met) continue;
        auto [on_spot, used] = slow_spot(kinds, of_jobs);
        for (std::size_t k = 0; k < kinds.size(); ++k) {
          const hr::count its = sum[k] * kinds[k].node_gpus * static_cast<hr::count>(seconds);
          used += its;
          on_spot += kinds[k].is_spot ? its : 0;
        }
        const double one = slow_least(kinds, ways, sum, asked.by_time ? seconds : 1, asked.at_most.value_or(1e300));
        least_of_any_share = std::min(least_of_any_share, one);
        if (100 * on_spot <= percent * used) least = std::min(least, one);
      } while (is_next(has, most_of));
      least_of_all = std::min(least_of_all, least);
      if (least < 1e300 && (asked.most_amount == 0 || least <= asked.most_amount)) all.emplace_back(asked.least == hr::shared_least::time ? ends : least, least);
    } while (is_next(chosen, last));
    std::sort(all.begin(), all.end());
    if (all.empty()) {
      ++none;
      CHECK(found.is_absent());
      continue;
    }
    REQUIRE(found.is_known());
    const hr::shared_plan& plan = *found.known();
    CHECK(plan.is_proved);
    REQUIRE(plan.best.size() == std::min<std::size_t>(all.size(), 2));
    for (std::size_t i = 0; i < plan.best.size(); ++i) {
      const hr::shared_choice& each = plan.best[i];
      CHECK((asked.least == hr::shared_least::time ? each.takes.ends_after : each.takes.amount) == doctest::Approx(all[i].first));
      CHECK(each.takes.amount == doctest::Approx(all[i].second));
      for (std::size_t d = 0; d < slow.size(); ++d) {
        CHECK(slow[d].is_met(kinds, machines, vcpus, each.of_demands[d]));
        // Each machine is needed, unless it makes room for spot.
        for (std::size_t k = 0; k < kinds.size() && asked.most_spot == 1; ++k) {
          std::vector<hr::count> fewer = each.of_demands[d];
          if (--fewer[k] >= 0) CHECK_FALSE(slow[d].is_met(kinds, machines, vcpus, fewer));
        }
      }
    }
    const hr::shared_choice& best = plan.best[0];
    for (std::size_t k = 0; k < kinds.size(); ++k) on_held += kinds[k].held > 0 && best.of_demands[0][k] > 0 ? 1 : 0;
    of_two_kinds += std::ranges::count_if(best.of_demands[0], [](hr::count each) { return each > 0; }) > 1 ? 1 : 0;
    of_two_demands += slow.size() > 1 ? 1 : 0;
    limited += is_limited ? 1 : 0;
    by_share += least_of_any_share < least_of_all ? 1 : 0;
    not_alone += jobs.size() > 1 ? 1 : 0;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (kinds[k].step == 1) continue;
      hr::count of_demands = 0;
      for (const std::vector<hr::count>& each : best.of_demands) of_demands += each[k];
      in_steps += of_demands > 0 ? 1 : 0;
      of_a_rest += of_demands > 0 && kinds[k].bought(best.uses[k].machines) < kinds[k].bought(best.uses[k].machines - of_demands) + of_demands ? 1 : 0;
    }
  }
  CHECK((none > 20 && on_held > 50 && of_two_kinds > 10 && of_two_demands > 50 && not_alone > 50 && limited > 50 && by_domain > 50 && by_share > 15 && in_steps > 50 && of_a_rest > 20));
}

}  // namespace plan_shared_demands_test
