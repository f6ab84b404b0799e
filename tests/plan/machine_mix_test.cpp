// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/plan/machine_mix.hpp>

#include <check.hpp>

namespace machine_mix_cases {

using hr::mix_kind;

constexpr std::array<std::string_view, 3> names{"first", "second", "third"};

hr::vm made(std::string_view name, hr::count gpus, hr::count vcpus, double system_memory) {
  hr::vm size{.name = name, .gpus = gpus};
  size.gpu = hr::azure::nd96isr_h100_v5::spec.gpu;
  size.vcpus = vcpus;
  size.system_memory = hr::gibibytes(system_memory);
  return size;
}

constexpr hr::vm eight{.name = "eight", .gpu = hr::azure::nd96isr_h100_v5::spec.gpu, .gpus = 8};
constexpr hr::vm four{.name = "four", .gpu = hr::azure::nd96isr_h100_v5::spec.gpu, .gpus = 4};

hr::outcome judged(const std::vector<mix_kind>& kinds, const std::vector<hr::count>& counts, const hr::demand& asked) {
  std::vector<hr::group> groups;
  for (std::size_t i = 0; i < kinds.size(); ++i) groups.push_back({kinds[i].machine, counts[i]});
  return hr::assess(groups, asked).outcome;
}

// Of those that the demand may be met with.
bool is_within(const std::vector<mix_kind>& kinds, const std::vector<hr::count>& counts, const hr::demand& asked, double most_spot) {
  double all = 0, spot = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const hr::group most{kinds[i].machine, kinds[i].at_most};
    if (hr::assess(std::span(&most, 1), asked).groups.front().outcome != hr::outcome::fits) continue;
    const auto gpus = static_cast<double>(counts[i] * value_of(hr::gpus_of(kinds[i].machine)));
    all += gpus;
    if (kinds[i].is_spot) spot += gpus;
  }
  return spot <= most_spot * all + 1e-9;
}

// Every mix there is.
double least_by_trying_all(const std::vector<mix_kind>& kinds, const std::vector<double>& costs, const hr::demand& asked, double most_spot = 1) {
  std::vector<hr::count> counts;
  for (const mix_kind& each : kinds) counts.push_back(each.at_least);
  double best = -1;
  for (;;) {
    double cost = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) cost += costs[i] * static_cast<double>(counts[i]);
    if ((best < 0 || cost < best) && is_within(kinds, counts, asked, most_spot) && judged(kinds, counts, asked) == hr::outcome::fits) best = cost;
    std::size_t i = 0;
    for (; i < kinds.size(); ++i) {
      counts[i] += kinds[i].step;
      if (counts[i] <= kinds[i].at_most) break;
      counts[i] = kinds[i].at_least;
    }
    if (i == kinds.size()) return best;
  }
}

}  // namespace machine_mix_cases

TEST_CASE("The least mix is the one that trying all finds" * doctest::test_suite("slow")) {
  using namespace machine_mix_cases;
  std::mt19937 engine{7};
  const auto below = [&](unsigned n) { return static_cast<hr::count>(engine() % n); };
  int met = 0, not_met = 0;
  for (int i = 0; i < 1'000; ++i) {
    CAPTURE(i);
    const std::size_t how_many = 1 + static_cast<std::size_t>(below(3));
    std::vector<hr::vm> sizes;
    std::vector<double> costs;  // dollars an hour
    std::vector<hr::price> prices;
    for (std::size_t k = 0; k < how_many; ++k) {
      costs.push_back(static_cast<double>(1 + below(30)));
      prices.push_back({.machine = names[k], .on_demand = hr::dollars_per_hour(costs.back()), .own = true});
      sizes.push_back(made(names[k], below(9), 1 + below(64), static_cast<double>(1 + below(500))));
      // Its own, a part of it, or several machines share a domain.
      sizes.back().scale_up_domain_gpus = sizes.back().gpus.value_or(0) * (below(2) == 0 ? 1 : 1 + below(4)) / (1 + below(2));
    }
    std::vector<mix_kind> kinds;
    for (const hr::vm& each : sizes) {
      const hr::count least = below(4) == 0 ? below(3) : 0;
      kinds.push_back({.machine = each, .at_most = least + below(12), .at_least = least, .step = 1 + below(3), .is_spot = below(3) == 0});
    }
    hr::demand asked;
    asked.prices.own = prices;
    asked.total.gpus = below(40);
    if (below(2) == 0) asked.total.vcpus = below(400);
    if (below(2) == 0) asked.total.system_memory = hr::gibibytes(static_cast<double>(below(3'000)));
    if (below(3) == 0) asked.at_most.vms = below(15);
    if (below(3) == 0) asked.units.of_one_kind = 1 + below(4);
    if (below(4) == 0) asked.units = {.in_domain = 1 + below(8), .of_one_kind = 1};
    if (below(4) == 0) asked.whole_racks = true;
    if (below(4) == 0) asked.per_domain.gpus = below(20);
    if (below(4) == 0) asked.at_most.price_per_hour = hr::dollars_per_hour(static_cast<double>(below(200)));
    const double most_spot = below(2) == 0 ? 1 : static_cast<double>(below(11)) / 10;
    const auto found = hr::least_mix(kinds, asked, hr::mix_objective::price_per_hour, {.most_spot = most_spot});
    const double best = least_by_trying_all(kinds, costs, asked, most_spot);
    if (best < 0) {
      ++not_met;
      CHECK(found.is_absent());
      continue;
    }
    ++met;
    const hr::machine_mix mix = found.value_or({});
    CHECK(mix.is_proved);
    CHECK(hr::in_dollars_per_hour(mix.price()) == doctest::Approx(best));
    CHECK(judged(kinds, {mix.counts.begin(), mix.counts.begin() + static_cast<std::ptrdiff_t>(how_many)}, asked) == hr::outcome::fits);
  }
  CHECK(met > 100);
  CHECK(not_met > 50);
}

// Sums of rows, for more mixes than whole clusters could be judged.
TEST_CASE("Mixes of six kinds for four needs are the ones that trying all finds") {
  using namespace machine_mix_cases;
  constexpr std::array<std::string_view, 6> of_six{"a", "b", "c", "d", "e", "f"};
  std::mt19937 engine{3};
  const auto below = [&](unsigned n) { return static_cast<hr::count>(engine() % n); };
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    std::vector<hr::vm> sizes;
    std::vector<hr::price> prices;
    std::array<std::array<hr::count, 4>, 6> each{};
    std::array<hr::count, 6> costs{}, most{};
    for (std::size_t k = 0; k < 6; ++k) {
      each[k] = {hr::count{1} << below(4), 1 + below(60), 1 + below(500), 1 + below(300)};
      costs[k] = 1 + below(40);
      most[k] = 1 + below(5);
      sizes.push_back(made(of_six[k], each[k][0], each[k][1], static_cast<double>(each[k][2])));
      sizes.back().disk_iops = each[k][3];
      prices.push_back({.machine = of_six[k], .on_demand = hr::dollars_per_hour(static_cast<double>(costs[k])), .own = true});
    }
    std::vector<mix_kind> kinds;
    for (std::size_t k = 0; k < 6; ++k) kinds.push_back({.machine = sizes[k], .at_most = most[k]});
    const std::array<hr::count, 4> needs{below(40), below(300), below(3'000), below(1'500)};
    hr::count best = -1;
    std::array<hr::count, 6> counts{};
    for (std::size_t at = 0; at < 6;) {
      std::array<hr::count, 4> sums{};
      hr::count cost = 0;
      for (std::size_t k = 0; k < 6; ++k) {
        cost += counts[k] * costs[k];
        for (std::size_t n = 0; n < 4; ++n) sums[n] += counts[k] * each[k][n];
      }
      if ((best < 0 || cost < best) && sums[0] >= needs[0] && sums[1] >= needs[1] && sums[2] >= needs[2] && sums[3] >= needs[3]) best = cost;
      for (at = 0; at < 6 && ++counts[at] > most[at]; ++at) counts[at] = 0;
    }
    const hr::demand asked{.total = {.gpus = needs[0], .vcpus = needs[1], .system_memory = hr::gibibytes(static_cast<double>(needs[2])), .disk_iops = needs[3]}, .prices = {.own = prices}};
    const auto found = hr::least_mix(kinds, asked);
    CHECK(found.is_known() == (best >= 0));
    if (found.is_known()) CHECK(hr::in_dollars_per_hour(found.value_or({}).price()) == doctest::Approx(static_cast<double>(best)));
    if (found.is_known()) CHECK(found.value_or({}).is_proved);
  }
}

TEST_CASE("One machine in two regions is two kinds, each with its own price and quota") {
  using namespace machine_mix_cases;
  hr::vm west = eight, spot = eight;
  west.name = "eight in the west";
  spot.name = "eight on spot";
  const hr::price prices[]{{.machine = "eight", .on_demand = hr::dollars_per_hour(20), .own = true},
                           {.machine = "eight in the west", .on_demand = hr::dollars_per_hour(15), .own = true},
                           {.machine = "eight on spot", .on_demand = hr::dollars_per_hour(5), .own = true}};
  const mix_kind kinds[]{{.machine = eight}, {.machine = west, .at_most = 3}, {.machine = spot, .is_spot = true}};
  const hr::demand asked{.total = {.gpus = 80}, .prices = {.own = prices}};
  // Of ten machines two may be on spot; five of the other eight have to be in the east.
  const auto mix = hr::least_mix(kinds, asked, hr::mix_objective::price_per_hour, {.most_spot = 0.25}).value_or({});
  CHECK(mix.counts[0] == 5);
  CHECK(mix.counts[1] == 3);
  CHECK(mix.counts[2] == 2);
  CHECK(hr::least_mix(kinds, asked).value_or({}).counts[2] == 10);
  CHECK(hr::least_mix(kinds, asked, hr::mix_objective::gpus, {.most_spot = 1.5}).note == "the share of spot machines is 0 to 1");
}

TEST_CASE("A mix is found at compile time") {
  using namespace machine_mix_cases;
  // 20 GPUs: two of eight for $20 and one of four for $12, not three of eight nor five of four.
  constexpr auto found = [] {
    const hr::price prices[]{{.machine = "eight", .on_demand = hr::dollars_per_hour(20), .own = true},
                             {.machine = "four", .on_demand = hr::dollars_per_hour(12), .own = true}};
    const mix_kind kinds[]{{.machine = eight}, {.machine = four}};
    return hr::least_mix(kinds, {.total = {.gpus = 20}, .prices = {.own = prices}}).value_or({});
  }();
  CHECK_CONSTEXPR(found.counts[0] == 2);
  CHECK_CONSTEXPR(found.counts[1] == 1);
  CHECK_CONSTEXPR(hr::math::close(hr::in_dollars_per_hour(found.price()), 52));
  CHECK_CONSTEXPR(found.is_proved);
  CHECK_CONSTEXPR(found.gap() == 0);
}

// Constant expressions see a kind that is not there.
TEST_CASE("There is room for sixteen kinds, and for no more") {
  using namespace machine_mix_cases;
  constexpr std::array<mix_kind, 17> all = [] {
    std::array<mix_kind, 17> kinds{};
    for (mix_kind& each : kinds) each = {.machine = eight, .at_most = 1};
    return kinds;
  }();
  constexpr hr::demand too_many{.total = {.gpus = 1'000}};
  static_assert(hr::least_mix(std::span(all).first(16), too_many, hr::mix_objective::machines).is_absent());
  static_assert(hr::least_mix(all, too_many, hr::mix_objective::machines).is_unknown());
}

TEST_CASE("Fewest GPUs and fewest machines are objectives, and need no price") {
  using namespace machine_mix_cases;
  const mix_kind kinds[]{{.machine = eight}, {.machine = four}};
  const hr::demand asked{.total = {.gpus = 20}};
  CHECK(hr::least_mix(kinds, asked, hr::mix_objective::gpus).value_or({}).amount == 20);
  CHECK(hr::least_mix(kinds, asked, hr::mix_objective::machines).value_or({}).amount == 3);
  CHECK(hr::least_mix(kinds, asked).note == "what one of the machines costs is not known");
  CHECK(hr::least_mix(kinds, asked, hr::mix_objective::power_drawn).note == "what one of the machines draws is not known");
}

TEST_CASE("Where the number of mixes is limited the bound is honest") {
  using namespace machine_mix_cases;
  const mix_kind kinds[]{{.machine = eight}, {.machine = four}};
  const auto found = hr::least_mix(kinds, {.total = {.gpus = 1'004}}, hr::mix_objective::gpus, {.effort = 1}).value_or({});
  CHECK(found.amount >= 1'004);
  CHECK(found.bound <= 1'004);
  CHECK(found.gap() >= 0);
}

// Sizes that share no divisor, and three needs: what is found first is not at once the least.
TEST_CASE("A mix that is found before the search ends is told, with how far it may be from the least") {
  using namespace machine_mix_cases;
  const hr::vm sizes[]{made("first", 7, 48, 90), made("second", 5, 96, 64), made("third", 4, 12, 170)};
  std::vector<mix_kind> kinds;
  for (const hr::vm& each : sizes) kinds.push_back({.machine = each, .at_most = 12});
  const hr::demand asked{.total = {.gpus = 43, .vcpus = 403, .system_memory = hr::gibibytes(650)}};
  const double least = least_by_trying_all(kinds, {7, 5, 4}, asked);
  int open = 0;
  for (std::int64_t effort = 1; effort < 50; ++effort) {
    CAPTURE(effort);
    const auto found = hr::least_mix(kinds, asked, hr::mix_objective::gpus, {.effort = effort});
    if (!found.is_known()) continue;
    const hr::machine_mix mix = value_of(found);
    CHECK(judged(kinds, {mix.counts[0], mix.counts[1], mix.counts[2]}, asked) == hr::outcome::fits);
    CHECK(mix.bound <= least);
    CHECK(mix.amount >= least);
    open += mix.is_proved ? 0 : 1;
    if (mix.is_proved) break;
  }
  CHECK(open > 0);
}

TEST_CASE("What the kinds that are left cannot supply ends a branch") {
  using namespace machine_mix_cases;
  // One kind has vCPUs and one has nothing: of the two with GPUs no more than 9 times 12 numbers matter.
  const hr::vm sizes[]{made("first", 6, 0, 100), made("nothing", 0, 0, 100), made("second", 0, 32, 100), made("third", 4, 0, 100)};
  const hr::price prices[]{{.machine = "first", .on_demand = hr::dollars_per_hour(23), .own = true},
                           {.machine = "nothing", .on_demand = hr::dollars_per_hour(19), .own = true},
                           {.machine = "second", .on_demand = hr::dollars_per_hour(7), .own = true},
                           {.machine = "third", .on_demand = hr::dollars_per_hour(23), .own = true}};
  std::vector<mix_kind> kinds;
  for (const hr::vm& each : sizes) kinds.push_back({.machine = each, .at_most = 100});
  const auto mix = hr::least_mix(kinds, {.total = {.gpus = 43, .vcpus = 403}, .prices = {.own = prices}}).value_or({});
  CHECK(mix.is_proved);
  CHECK(hr::in_dollars_per_hour(mix.price()) == doctest::Approx(8 * 23 + 13 * 7));  // 7 of 6 GPUs and 1 of 4, or 8 of 6
  CHECK(mix.tried <= 9 * 12);
}

// Each kind of so many, and what it costs: steps beyond what is taken in any case.
TEST_CASE("A mix as a program has a row for each need and each limit, and one for spot machines") {
  using namespace machine_mix_cases;
  hr::vm large = made("large", 8, 96, 1'000), small = made("small", 4, 30, 300);
  const hr::price prices[]{{.machine = "large", .on_demand = hr::dollars_per_hour(36), .own = true}, {.machine = "small", .on_demand = hr::dollars_per_hour(18), .own = true}};
  const mix_kind kinds[]{{.machine = large, .at_most = 12, .at_least = 3, .step = 2, .is_spot = true}, {.machine = small, .at_most = 7, .at_least = 1, .step = 1}};
  hr::demand asked{.total = {.gpus = 101, .vcpus = 1'009}, .prices = {.own = prices}};
  asked.at_most.vms = 19;
  const hr::mix_program of = hr::mix_program_of(kinds, asked, hr::mix_objective::price_per_hour, 0.25).value_or({});
  const auto is = [](double found, double expected) { return hr::math::close(found, expected); };
  // Dollars an hour are hundredths of a cent a second.
  REQUIRE(of.steps.costs.size() == 2);
  CHECK(is(of.steps.costs[0], 2 * 0.01));
  CHECK(is(of.steps.costs[1], 0.005));
  CHECK(is(of.taken, 3 * 0.01 + 0.005));
  CHECK(of.steps.at_most == std::vector<hr::count>{4, 6});  // nine more are four times two
  CHECK(of.lines == std::vector<hr::line>{hr::line::gpus, hr::line::vcpus, hr::line::vms});
  CHECK(of.adds_up);
  CHECK_FALSE(of.is_open);
  REQUIRE(of.steps.rows.size() == 4);
  CHECK(of.steps.rows[0].each == std::vector<double>{16, 4});
  CHECK(of.steps.rows[0].amount == 101 - 3 * 8 - 4);
  CHECK(of.steps.rows[1].each == std::vector<double>{192, 30});
  CHECK(of.steps.rows[1].amount == 1'009 - 3 * 96 - 30);
  CHECK(of.steps.rows[2].each == std::vector<double>{2, 1});
  CHECK(of.steps.rows[2].amount == 19 - 3 - 1);
  // Of large ones three quarters are beyond the share, of small ones a quarter is room for it.
  CHECK(of.steps.rows[3].each == std::vector<double>{0.75 * 16, -0.25 * 4});
  CHECK(of.steps.rows[3].amount == -0.75 * 24 + 0.25 * 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(of.steps.rows[i].is_limit == (i >= 2));
  // Other objectives have the same rows, and where all may be spot none for it.
  const hr::mix_program by_gpus = hr::mix_program_of(kinds, asked, hr::mix_objective::gpus).value_or({});
  CHECK(by_gpus.steps.costs == std::vector<double>{16, 4});
  CHECK(by_gpus.taken == 28);
  CHECK(by_gpus.steps.rows.size() == 3);
  const hr::mix_program by_machines = hr::mix_program_of(kinds, asked, hr::mix_objective::machines).value_or({});
  CHECK(by_machines.steps.costs == std::vector<double>{2, 1});
  CHECK(by_machines.taken == 4);
  // What each machine of some kind has to be asks for one of them at least.
  asked.per_gpu.usable_gpu_memory = hr::gibibytes(1);
  const hr::mix_program eligible = hr::mix_program_of(kinds, asked, hr::mix_objective::machines).value_or({});
  CHECK(eligible.lines.front() == hr::line::machines);
  CHECK(eligible.steps.rows.front().amount == 1 - 3 - 1);
  // Power is what a machine draws at most.
  constexpr hr::board heater{.name = "heater", .gpu = hr::azure::nd96isr_h100_v5::spec.gpu, .gpus = 8, .max_power = hr::kilowatts(3)};
  const mix_kind board[]{{.machine = heater, .step = 2}};
  CHECK(hr::mix_program_of(board, {}, hr::mix_objective::power_drawn).value_or({}).steps.costs == std::vector<double>{6'000});
}

TEST_CASE("Steps add up where they hold whole domains, or nothing goes by domains") {
  using namespace machine_mix_cases;
  hr::vm of_a_rack = made("of a rack", 4, 10, 100);
  of_a_rack.scale_up_domain_gpus = 16;  // four of them
  const auto adds_up = [&](hr::count step, hr::count least, auto change) {
    const mix_kind kinds[]{{.machine = of_a_rack, .at_most = 40, .at_least = least, .step = step}};
    hr::demand asked{.total = {.gpus = 20}};
    change(asked);
    const hr::mix_program of = hr::mix_program_of(kinds, asked, hr::mix_objective::gpus).value_or({});
    CHECK(of.steps.rows.size() > 0);
    return of.adds_up;
  };
  const auto nothing = [](hr::demand&) {};
  const auto racks = [](hr::demand& of) { of.whole_racks = true; };
  const auto in_pairs = [](hr::demand& of) { of.units = {.in_domain = 2, .of_one_kind = 1}; };
  const auto of_one_kind = [](hr::demand& of) { of.units.of_one_kind = 2; };
  const auto per_domain = [](hr::demand& of) { of.per_domain.gpus = 1; };
  for (const hr::count step : {1, 2, 3}) CHECK(adds_up(step, 0, nothing));
  CHECK_FALSE(adds_up(1, 0, racks));
  CHECK_FALSE(adds_up(2, 0, in_pairs));
  CHECK_FALSE(adds_up(6, 0, per_domain));
  CHECK_FALSE(adds_up(4, 0, of_one_kind));
  CHECK_FALSE(adds_up(4, 2, racks));
  CHECK(adds_up(4, 0, racks));
  CHECK(adds_up(8, 4, in_pairs));
  CHECK(adds_up(4, 8, per_domain));
  // A domain of one machine is a machine.
  of_a_rack.scale_up_domain_gpus = 4;
  CHECK(adds_up(1, 1, racks));
  of_a_rack.scale_up_domain_gpus = 6;  // of one machine and a half
  CHECK_FALSE(adds_up(1, 0, in_pairs));
  // By itself: of a machine without a domain and of one that fills its own, and of what is not known.
  const hr::demand whole{.total = {.gpus = 20}, .whole_racks = true};
  const auto is_sum_of_parts = [&](const hr::figure<hr::count>& domain, const hr::figure<hr::count>& gpus) {
    hr::vm of = of_a_rack;
    of.scale_up_domain_gpus = domain;
    of.gpus = gpus;
    return hr::detail::adds_up({.machine = of}, whole);
  };
  CHECK(is_sum_of_parts(hr::absent, 4));
  CHECK(is_sum_of_parts(4, 4));
  CHECK_FALSE(is_sum_of_parts(16, 4));
  CHECK_FALSE(is_sum_of_parts(16, hr::unknown));
  CHECK_FALSE(is_sum_of_parts(hr::unknown, 4));
}

TEST_CASE("What a kind counts for is whole units of its GPUs, or all of its parts where it does not add up") {
  using namespace machine_mix_cases;
  // Four VMs of three GPUs, each its own domain: of three in a unit of two one is left.
  hr::vm of_three = made("of three", 3, 10, 100);
  of_three.scale_up_domain_gpus = 3;
  const hr::demand in_pairs{.total = {.gpus = 20}, .units = {.in_domain = 2}};
  CHECK(hr::detail::share_of({of_three, 4}, hr::line::gpus, in_pairs, false) == 4 * 2);
  CHECK(hr::detail::share_of({of_three, 4}, hr::line::gpus, in_pairs, true) == 4 * 3);
  CHECK(hr::detail::share_of({of_three, 4}, hr::line::vcpus, in_pairs, false) == 4 * 10);
  // Two of the four VMs of a rack are taken in any case, and are no whole one: in the rows they count in parts. Those of eight are whole.
  hr::vm of_eight = made("of eight", 8, 64, 1'000), of_a_rack = made("of a rack", 4, 10, 100);
  of_eight.scale_up_domain_gpus = 8;
  of_a_rack.scale_up_domain_gpus = 16;
  const mix_kind kinds[]{{.machine = of_eight, .at_most = 9}, {.machine = of_a_rack, .at_most = 40, .at_least = 2}};
  hr::demand racks{.total = {.gpus = 101}, .whole_racks = true};
  const hr::mix_program of = hr::mix_program_of(kinds, racks, hr::mix_objective::gpus).value_or({});
  REQUIRE(of.lines.size() > 0);
  for (std::size_t i = 0; i < of.lines.size(); ++i)
    if (of.lines[i] == hr::line::gpus) CHECK(of.steps.rows[i].amount == 101 - 2 * 4);
}

TEST_CASE("What the rows say nothing of is not taken, and the program is open") {
  using namespace machine_mix_cases;
  hr::vm without = made("without", 8, 64, 100);
  without.vcpus = hr::unknown;
  const auto of = [&](hr::count most, const hr::demand& asked) {
    const mix_kind kinds[]{{.machine = eight, .at_most = 5}, {.machine = without, .at_most = most}};
    return hr::mix_program_of(kinds, asked, hr::mix_objective::gpus).value_or({});
  };
  CHECK_FALSE(of(3, {.total = {.gpus = 8}}).is_open);
  CHECK(of(3, {.total = {.vcpus = 8}}).is_open);
  // One machine may decide, and none does not.
  const auto of_one = [&](hr::count most, const hr::demand& asked = {.total = {.vcpus = 8}}) {
    return hr::mix_program_of(std::array{mix_kind{.machine = without, .at_most = most}}, asked, hr::mix_objective::gpus).value_or({});
  };
  CHECK(of_one(1).is_open);
  CHECK_FALSE(of_one(0).is_open);
  const hr::demand per_vm{.total = {.gpus = 8}, .per_vm = {.vcpus = 1}};
  CHECK(of(3, per_vm).is_open);
  CHECK(of(3, per_vm).steps.at_most.back() == 0);
  // A limit that may be passed unseen: of a machine whose power is not known none is taken.
  hr::demand limited{.total = {.gpus = 8}, .prices = {}};
  limited.at_most.price_per_hour = hr::dollars_per_hour(10);
  CHECK(of(3, limited).is_open);
  CHECK(of(3, limited).steps.at_most == std::vector<hr::count>{0, 0});
  for (const hr::demand& each : {per_vm, limited}) {
    CHECK(of_one(1, each).is_open);
    CHECK_FALSE(of_one(0, each).is_open);
  }
}

TEST_CASE("Numbers of a kind that are none are refused, each") {
  using namespace machine_mix_cases;
  constexpr std::string_view wrong = "a kind has a count that is none, or more in any case than at most";
  const auto note = [](const mix_kind& of) { return hr::least_mix(std::array{of}, {.total = {.gpus = 4}}, hr::mix_objective::gpus).note; };
  CHECK(note({.machine = four, .at_most = 1, .at_least = 1}) == "");
  CHECK(note({.machine = four, .at_most = hr::max_count + 1}) == wrong);
  CHECK(note({.machine = four, .at_most = -1, .at_least = -2}) == wrong);
  CHECK(note({.machine = four, .at_least = -1}) == wrong);
  CHECK(note({.machine = four, .step = 0}) == wrong);
  CHECK(note({.machine = four, .at_most = 2, .at_least = 3}) == wrong);
  const auto spot = [](double share) { return hr::least_mix(std::array{mix_kind{.machine = four}}, {.total = {.gpus = 4}}, hr::mix_objective::gpus, {.most_spot = share}).note; };
  CHECK(spot(0) == "");
  CHECK(spot(1) == "");
  CHECK(spot(-0.01) == "the share of spot machines is 0 to 1");
  CHECK(spot(1.01) == "the share of spot machines is 0 to 1");
  CHECK(hr::least_mix({}, {.total = {.gpus = 1}}).note == "the demand is invalid, or there is no kind");
  CHECK(hr::least_mix(std::array{mix_kind{.machine = four}}, {.total = {.gpus = -1}}).note == "the demand is invalid, or there is no kind");
  CHECK(hr::least_mix(std::array{mix_kind{.machine = four, .at_most = 2}}, {.total = {.gpus = 20}}, hr::mix_objective::gpus).note ==
        "no mix of these machines meets the demand");
  CHECK(hr::least_mix(std::array{mix_kind{.machine = four}}, {.total = {.gpus = 20}}, hr::mix_objective::gpus, {.effort = 0}).note ==
        "none was found among those that were tried");
}

TEST_CASE("The gap of a mix is a share of it, and none where it is proved") {
  using namespace machine_mix_cases;
  CHECK_CONSTEXPR(hr::machine_mix{.amount = 8, .bound = 6}.gap() == 0.25);
  CHECK_CONSTEXPR(hr::machine_mix{.amount = 8, .bound = 6, .is_proved = true}.gap() == 0);
  CHECK_CONSTEXPR(hr::machine_mix{}.gap() == 0);
  CHECK_CONSTEXPR(hr::math::close(hr::in_dollars_per_hour(hr::machine_mix{.amount = 0.01}.price()), 36));
  // What is taken in any case counts in the amount and its bound.
  const hr::machine_mix found = hr::least_mix(std::array{mix_kind{.machine = four, .at_least = 3}, mix_kind{.machine = eight}}, {.total = {.gpus = 20}}, hr::mix_objective::machines).value_or({});
  CHECK(found.counts[0] == 3);
  CHECK(found.counts[1] == 1);
  CHECK(found.amount == 4);
  CHECK(found.bound == 4);
  CHECK(found.tried >= 1);
}

TEST_CASE("What cannot be is said") {
  using namespace machine_mix_cases;
  const mix_kind kinds[]{{.machine = four, .at_most = 2}};
  CHECK(hr::least_mix(kinds, {.total = {.gpus = 20}}, hr::mix_objective::gpus).is_absent());
  const hr::vm unstated{.name = "unstated", .gpus = 8};
  const mix_kind unknown[]{{.machine = unstated}};
  CHECK(hr::least_mix(unknown, {.total = {.vcpus = 20}}, hr::mix_objective::gpus).note == "a figure that is not known decides");
  const mix_kind wrong[]{{.machine = four, .at_most = 2, .at_least = 3}};
  CHECK(hr::least_mix(wrong, {}).is_unknown());
  const mix_kind stepless[]{{.machine = four, .step = 0}};
  CHECK(hr::least_mix(stepless, {}).is_unknown());
  CHECK(hr::least_mix({}, {.total = {.gpus = 1}}).is_unknown());
  const std::vector<mix_kind> many(17, mix_kind{.machine = four});
  CHECK(hr::least_mix(many, {}).note == "sixteen kinds of machines at most");
}
