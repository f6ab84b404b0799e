// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <limits>
#include <map>
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
double least_by_trying_all(const std::vector<mix_kind>& kinds, const std::vector<double>& costs, const hr::demand& asked, double most_spot = 1, double most_limited = 1e300) {
  std::vector<hr::count> counts;
  for (const mix_kind& each : kinds) counts.push_back(each.at_least);
  double best = -1;
  for (;;) {
    double cost = 0, limited = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      cost += costs[i] * static_cast<double>(counts[i]);
      limited += kinds[i].limited * static_cast<double>(counts[i]);
    }
    if ((best < 0 || cost < best) && limited <= most_limited && is_within(kinds, counts, asked, most_spot) && judged(kinds, counts, asked) == hr::outcome::fits) best = cost;
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
    hr::figure<double> most_limited;
    if (below(3) == 0) most_limited = static_cast<double>(below(60));
    for (mix_kind& each : kinds) each.limited = static_cast<double>(below(9));
    const auto found = hr::least_mix(kinds, asked, hr::mix_objective::price_per_hour, {.most_spot = most_spot, .at_most = most_limited});
    const double best = least_by_trying_all(kinds, costs, asked, most_spot, most_limited.value_or(1e300));
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

TEST_CASE("Of mixes with as little of the objective the cheapest is told, whichever kind is named first") {
  using namespace machine_mix_cases;
  const mix_kind eights{.machine = eight}, fours{.machine = four};
  const std::array<hr::price, 2> prices{hr::price{.machine = "eight", .on_demand = hr::dollars_per_hour(10), .own = true}, hr::price{.machine = "four", .on_demand = hr::dollars_per_hour(6), .own = true}};
  const hr::demand asked{.total = {.gpus = 16}, .prices = {.own = prices}};
  // 16 GPUs are two of eight for $20, four of four for $24, or one and two for $22.
  for (const std::array<mix_kind, 2>& kinds : {std::array{eights, fours}, std::array{fours, eights}}) {
    const hr::machine_mix found = hr::least_mix(kinds, asked, hr::mix_objective::gpus).value_or({});
    CHECK(found.amount == 16);
    CHECK(found.is_proved);
    CHECK(found.counts[kinds[0].machine.name() == "eight" ? 0 : 1] == 2);
    CHECK(found.counts[kinds[0].machine.name() == "eight" ? 1 : 0] == 0);
  }
  // 20 GPUs take one of four at least: cheaper with more GPUs is no answer.
  const std::array kinds{eights, fours};
  const hr::machine_mix of_twenty = hr::least_mix(kinds, {.total = {.gpus = 20}, .prices = {.own = prices}}, hr::mix_objective::gpus).value_or({});
  CHECK(of_twenty.counts[0] == 2);
  CHECK(of_twenty.counts[1] == 1);
  // Two demands of 8 GPUs each, likewise.
  const std::array<hr::demand, 2> two{hr::demand{.total = {.gpus = 8}, .prices = {.own = prices}}, hr::demand{.total = {.gpus = 8}}};
  const hr::machine_mixes of_two = hr::least_mixes(std::array{fours, eights}, two, hr::mix_objective::gpus).value_or({});
  CHECK(of_two.all.counts[0] == 0);
  CHECK(of_two.all.counts[1] == 2);
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
  const auto limited = [](double of_one, double most) { return hr::least_mix(std::array{mix_kind{.machine = four, .limited = of_one}}, {.total = {.gpus = 4}}, hr::mix_objective::gpus, {.at_most = most}).note; };
  CHECK(limited(2, 2) == "");
  CHECK(limited(2, 1.9) == "no mix of these machines meets the demand");
  CHECK(limited(0, 0) == "");
  CHECK(limited(-1, 2) == "a kind has less than nothing of what is limited");
  CHECK(limited(1, -2) == "a limit is no less than nothing");
  CHECK(hr::least_mix({}, {.total = {.gpus = 1}}).note == "the demand is invalid, or there is no kind");
  CHECK(hr::least_mix(std::array{mix_kind{.machine = four}}, {.total = {.gpus = -1}}).note == "the demand is invalid, or there is no kind");
  CHECK(hr::least_mix(std::array{mix_kind{.machine = four, .at_most = 2}}, {.total = {.gpus = 20}}, hr::mix_objective::gpus).note ==
        "no mix of these machines meets the demand");
  CHECK(hr::least_mix(std::array{mix_kind{.machine = four}}, {.total = {.gpus = 20}}, hr::mix_objective::gpus, {.effort = 0}).note ==
        "none was found among those that were tried");
}

// Machines of four GPUs come by threes. In the first period one is there for nothing and two more that are held count 2 each, before a step that counts
// 3 each; in the second two are there for nothing, and a step counts 5 each.
TEST_CASE("Machines beside others take the rest of steps, what is held, and then steps") {
  using namespace machine_mix_cases;
  constexpr auto amount = [](hr::count first, hr::count second, double limit = 1'000) {
    const hr::mix_period periods[]{{1, 2, 2, 3}, {2, 0, 0, 5}};
    const mix_kind kinds[]{{.machine = four, .at_most = 6, .step = 3, .limited = 10, .periods = periods}};
    const hr::demand all[]{{.total = {.gpus = first}}, {.total = {.gpus = second}}};
    const hr::machine_mix mix = hr::least_mixes(kinds, std::span<const hr::demand>(all, second > 0 ? 2U : 1U), hr::mix_objective::machines, {.at_most = limit}).value_or({}).all;
    return mix.is_proved ? mix.amount : -1;
  };
  // No more than it needs are a demand's, where more are there for nothing.
  for (const hr::count room : {0, 1, 2, 3})
    for (hr::count gpus = 1; gpus <= 4 * (room + 3); ++gpus) {
      const hr::mix_period periods[]{{room, 0, 0, 1}};
      const mix_kind kinds[]{{.machine = four, .at_most = room + 3, .step = 3, .periods = periods}};
      const hr::machine_mixes mix = hr::least_mixes(kinds, std::array{hr::demand{.total = {.gpus = gpus}}}, hr::mix_objective::machines).value_or({});
      CHECK(mix.of_each[0][0] == (gpus + 3) / 4);
      CHECK(mix.all.amount == (gpus > 4 * room ? 3 : 0));
    }
  CHECK_CONSTEXPR(amount(4, 0) == 0);
  CHECK_CONSTEXPR(amount(8, 0) == 2);
  CHECK_CONSTEXPR(amount(4, 4) == 2);
  CHECK_CONSTEXPR(amount(12, 0) == 4 + 15);
  // A step without those that are held would be 9 + 15.
  CHECK_CONSTEXPR(amount(16, 0) == 4 + 9 + 15);
  CHECK_CONSTEXPR(amount(12, 8) == 4 + 9 + 15);
  CHECK_CONSTEXPR(amount(12, 12) == 4 + 9 + 30);
  CHECK_CONSTEXPR(amount(28, 0) == -1);
  // What is limited is of the first period: two that are held, and three of a step.
  CHECK_CONSTEXPR(amount(16, 0, 50) == 4 + 9 + 15);
  CHECK_CONSTEXPR(amount(16, 0, 49) == -1);
  CHECK_CONSTEXPR(amount(12, 0, 20) == 4 + 15);
  CHECK_CONSTEXPR(amount(12, 0, 19) == -1);
}

// Of three machines of eight GPUs the first counts nothing and the others 5 each.
TEST_CASE("Machines that count more the more there are of them are tiers of a kind") {
  using namespace machine_mix_cases;
  constexpr auto amount = [](hr::count first, hr::count second, hr::count third) {
    const hr::mix_tier tiers[]{{1, 0}, {2, 5}};
    const mix_kind kinds[]{{.machine = eight, .at_most = 3, .tiers = tiers}, {.machine = four, .at_most = 1, .amount = 2}};
    const hr::demand all[]{{.total = {.gpus = first}}, {.total = {.gpus = second}}, {.total = {.gpus = third}}};
    const std::span<const hr::demand> asked(all, third > 0 ? 3U : second > 0 ? 2U : 1U);
    const hr::machine_mix mix = hr::least_mixes(kinds, asked, hr::mix_objective::machines).value_or({}).all;
    return std::array{mix.amount, static_cast<double>(mix.counts[0]), static_cast<double>(mix.counts[1]), mix.is_proved ? 1.0 : 0.0};
  };
  CHECK_CONSTEXPR(amount(8, 0, 0) == std::array{0., 1., 0., 1.});
  CHECK_CONSTEXPR(amount(12, 0, 0) == std::array{2., 1., 1., 1.});
  CHECK_CONSTEXPR(amount(20, 0, 0) == std::array{7., 2., 1., 1.});
  CHECK_CONSTEXPR(amount(8, 8, 0) == std::array{5., 2., 0., 1.});
  CHECK_CONSTEXPR(amount(8, 8, 4) == std::array{7., 2., 1., 1.});
  CHECK_CONSTEXPR(amount(8, 8, 8) == std::array{10., 3., 0., 1.});
  CHECK_CONSTEXPR(amount(32, 0, 0) == std::array{0., 0., 0., 0.});
  const auto note = [](const mix_kind& of) { return hr::least_mix(std::array{of}, {.total = {.gpus = 4}}, hr::mix_objective::machines).note; };
  const std::array one{hr::mix_tier{2, 1}}, less{hr::mix_tier{2, -1}}, none{hr::mix_tier{-2, 1}};
  constexpr std::string_view wrong = "a kind counts less than nothing, or without end", apart = "tiers are of machines one by one, of all that there are";
  CHECK(note({.machine = four, .at_most = 2, .tiers = one}) == "");
  CHECK(note({.machine = four, .at_most = 3, .tiers = one}) == apart);
  CHECK(note({.machine = four, .at_most = 2, .step = 2, .tiers = one}) == apart);
  CHECK(note({.machine = four, .at_most = 2, .at_least = 1, .tiers = one}) == apart);
  CHECK(note({.machine = four, .at_most = 2, .tiers = less}) == wrong);
  CHECK(note({.machine = four, .at_most = 2, .tiers = none}) == wrong);
  const std::array two_times{hr::mix_period{.amount = 1}};
  CHECK(note({.machine = four, .at_most = 2, .tiers = one, .periods = two_times}) == "periods are of machines that are taken beside others, and have no tiers");
  CHECK(note({.machine = four, .at_most = 2, .at_least = 1, .periods = two_times}) == "periods are of machines that are taken beside others, and have no tiers");
  for (const hr::mix_period& each : {hr::mix_period{.room = -1}, hr::mix_period{.held = -1}, hr::mix_period{.held_amount = -1}, hr::mix_period{.amount = -1}}) {
    const std::array periods{each};
    CHECK(note({.machine = four, .at_most = 2, .periods = periods}) == wrong);
  }
  CHECK(note({.machine = four, .amount = -1}) == wrong);
  CHECK(note({.machine = four, .amount = std::numeric_limits<double>::infinity()}) == wrong);
  // A limit without end is none.
  CHECK(hr::least_mix(std::array{mix_kind{.machine = four, .limited = 1}, mix_kind{.machine = eight}}, {.total = {.gpus = 4}}, hr::mix_objective::machines, {.at_most = std::numeric_limits<double>::infinity()}).is_known());
}

TEST_CASE("The gap of a mix is a share of it, and none where it is proved") {
  using namespace machine_mix_cases;
  CHECK_CONSTEXPR(hr::machine_mix{.amount = 8, .bound = 6}.gap() == 0.25);
  CHECK_CONSTEXPR(hr::machine_mix{.amount = 0.5, .bound = 0.25}.gap() == 0.5);  // dollars a second are less than one most often
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
  // What is proved has its amount as the bound, whatever the prices round to.
  hr::price tenths[]{{.machine = "eight", .own = true}, {.machine = "four", .own = true}};
  for (const double dollars : {0.1, 0.7, 1.3, 2.9}) {
    tenths[0].on_demand = hr::dollars_per_hour(2 * dollars - 0.03);
    tenths[1].on_demand = hr::dollars_per_hour(dollars);
    for (hr::count gpus = 5; gpus < 100; gpus += 6) {
      const mix_kind held[]{{.machine = four, .at_least = 1}, {.machine = eight}};
      const hr::machine_mix proved = hr::least_mix(held, {.total = {.gpus = gpus}, .prices = {.own = tenths}}).value_or({});
      CHECK(proved.is_proved);
      CHECK(proved.amount == proved.bound);
    }
  }
}

TEST_CASE("What cannot be is said") {
  using namespace machine_mix_cases;
  const mix_kind kinds[]{{.machine = four, .at_most = 2}};
  CHECK(hr::least_mix(kinds, {.total = {.gpus = 20}}, hr::mix_objective::gpus).is_absent());
  const hr::vm unstated{.name = "unstated", .gpus = 8};
  const mix_kind unknown[]{{.machine = unstated}};
  CHECK(hr::least_mix(unknown, {.total = {.vcpus = 20}}, hr::mix_objective::gpus).note == "a figure that is not known decides");
  // Where all of them are too few GPUs, what is not known of them decides nothing.
  const mix_kind few[]{{.machine = unstated, .at_most = 2}};
  CHECK(hr::least_mix(few, {.total = {.gpus = 20, .vcpus = 20}}, hr::mix_objective::gpus).is_absent());
  const mix_kind wrong[]{{.machine = four, .at_most = 2, .at_least = 3}};
  CHECK(hr::least_mix(wrong, {}).is_unknown());
  const mix_kind stepless[]{{.machine = four, .step = 0}};
  CHECK(hr::least_mix(stepless, {}).is_unknown());
  CHECK(hr::least_mix({}, {.total = {.gpus = 1}}).is_unknown());
  const std::vector<mix_kind> many(17, mix_kind{.machine = four});
  CHECK(hr::least_mix(many, {}).note == "sixteen kinds of machines at most");
}

namespace machine_mix_cases {

// Every way to share out every number of machines of each kind among demands.
class mixes_by_trying_all {
 public:
  mixes_by_trying_all(const std::vector<mix_kind>& kinds, const std::vector<double>& costs, const std::vector<hr::demand>& demands, double most_spot, double most_limited)
      : kinds_(kinds), costs_(costs), demands_(demands), most_spot_(most_spot), most_limited_(most_limited), counts_(demands.size(), std::vector<hr::count>(kinds.size(), 0)), bought_(kinds.size()), met_(demands.size()) {}

  double least() {
    share_out(0, 0);
    return best_;
  }

 private:
  hr::count had_of(std::size_t kind) const {
    hr::count sum = 0;
    for (const std::vector<hr::count>& each : counts_) sum += each[kind];
    return sum;
  }
  // What has to be bought.
  hr::count bought_of(std::size_t kind) const {
    hr::count all = kinds_[kind].at_least;
    while (all < had_of(kind)) all += kinds_[kind].step;
    return all;
  }
  // What counts whole racks takes whole steps, where a rack is larger than a machine.
  hr::count step_of(std::size_t which, std::size_t kind) const {
    const hr::machine& of = kinds_[kind].machine;
    return demands_[which].whole_racks && hr::resource::scale_up_domain::of(of).value_or(0) > hr::gpus_of(of).value_or(0) ? kinds_[kind].step : 1;
  }

  void share_out(std::size_t which, std::size_t kind) {
    if (kind == kinds_.size()) return which + 1 < demands_.size() ? share_out(which + 1, 0) : look();
    for (hr::count& had = counts_[which][kind]; bought_of(kind) <= kinds_[kind].at_most; had += step_of(which, kind)) share_out(which, kind + 1);
    counts_[which][kind] = 0;
  }

  bool is_met(std::size_t which) {
    const auto [place, is_new] = met_[which].try_emplace(counts_[which], false);
    if (is_new) place->second = judged(kinds_, counts_[which], demands_[which]) == hr::outcome::fits;
    return place->second;
  }

  // Where a share may be on spot, machines that no demand has may be paid for, too.
  void look(std::size_t kind = 0) {
    if (kind == 0 && !are_all_met()) return;
    if (kind == kinds_.size()) return compare();
    for (hr::count& all = bought_[kind] = bought_of(kind); all <= kinds_[kind].at_most; all += kinds_[kind].step) {
      look(kind + 1);
      if (most_spot_ >= 1) return;
    }
  }

  bool are_all_met() {
    for (std::size_t d = 0; d < demands_.size(); ++d)
      if (!is_met(d)) return false;
    return true;
  }

  void compare() {
    double cost = 0, all = 0, spot = 0, limited = 0;
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const auto bought = static_cast<double>(bought_[i]);
      cost += costs_[i] * bought;
      limited += kinds_[i].limited * bought;
      const hr::group most{kinds_[i].machine, kinds_[i].at_most};
      const bool may_meet_one = std::ranges::any_of(demands_, [&](const hr::demand& each) { return hr::assess(std::span(&most, 1), each).groups.front().outcome == hr::outcome::fits; });
      const double gpus = may_meet_one ? bought * static_cast<double>(value_of(hr::gpus_of(kinds_[i].machine))) : 0;
      all += gpus;
      if (kinds_[i].is_spot) spot += gpus;
    }
    if ((best_ < 0 || cost < best_) && limited <= most_limited_ && spot <= most_spot_ * all + 1e-9) best_ = cost;
  }

  const std::vector<mix_kind>& kinds_;
  const std::vector<double>& costs_;
  const std::vector<hr::demand>& demands_;
  double most_spot_;
  double most_limited_;
  std::vector<std::vector<hr::count>> counts_;
  std::vector<hr::count> bought_;
  std::vector<std::map<std::vector<hr::count>, bool>> met_;
  double best_ = -1;
};

}  // namespace machine_mix_cases

// With quotas, steps, machines that are reserved, spot shares, whole racks, and limits of each demand.
TEST_CASE("The least mixes of several demands are the ones that trying all finds" * doctest::test_suite("slow")) {
  using namespace machine_mix_cases;
  std::mt19937 engine{29};
  const auto below = [&](unsigned n) { return static_cast<hr::count>(engine() % n); };
  int met = 0, not_met = 0, shared = 0;
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    const std::size_t how_many = 1 + static_cast<std::size_t>(below(3));
    std::vector<hr::vm> sizes;
    std::vector<double> costs;  // dollars an hour
    std::vector<hr::price> prices;
    std::vector<mix_kind> kinds;
    for (std::size_t k = 0; k < how_many; ++k) {
      costs.push_back(static_cast<double>(1 + below(30)));
      prices.push_back({.machine = names[k], .on_demand = hr::dollars_per_hour(costs.back()), .own = true});
      sizes.push_back(made(names[k], 1 + below(8), 1 + below(64), static_cast<double>(1 + below(500))));
      sizes.back().scale_up_domain_gpus = (below(3) == 0 ? 2 : 1) * sizes.back().gpus.value_or(0);
    }
    for (const hr::vm& each : sizes) {
      const hr::count least = below(3) == 0 ? 1 + below(2) : 0;
      kinds.push_back({.machine = each, .at_most = least + 1 + below(4), .at_least = least, .step = 1 + below(2), .is_spot = below(3) == 0});
    }
    std::vector<hr::demand> demands(2 + static_cast<std::size_t>(how_many < 3 ? below(2) : 0));
    for (hr::demand& each : demands) {
      each.prices.own = prices;
      each.total.gpus = below(14);
      if (below(3) == 0) each.total.vcpus = below(100);
      if (below(3) == 0) each.total.system_memory = hr::gibibytes(static_cast<double>(below(900)));
      if (below(4) == 0) each.at_most.vms = below(6);
      if (below(4) == 0) each.per_vm.gpus = 1 + below(6);
      if (below(4) == 0) each.whole_racks = true;
      if (below(5) == 0) each.at_most.price_per_hour = hr::dollars_per_hour(static_cast<double>(below(90)));
    }
    const double most_spot = below(2) == 0 ? 1 : static_cast<double>(below(11)) / 10;
    hr::figure<double> most_limited;
    if (below(3) == 0) most_limited = static_cast<double>(below(50));
    for (mix_kind& each : kinds) each.limited = static_cast<double>(below(9));
    const auto found = hr::least_mixes(kinds, demands, hr::mix_objective::price_per_hour, {.most_spot = most_spot, .at_most = most_limited});
    const double best = mixes_by_trying_all(kinds, costs, demands, most_spot, most_limited.value_or(1e300)).least();
    if (best < 0) {
      ++not_met;
      CHECK(found.is_absent());
      CHECK(found.note == "no mix of these machines meets all the demands");
      continue;
    }
    ++met;
    REQUIRE(found.is_known());
    const hr::machine_mixes mixes = value_of(found);
    CHECK(mixes.all.is_proved);
    CHECK(hr::in_dollars_per_hour(mixes.all.price()) == doctest::Approx(best));
    double paid = 0;
    for (std::size_t k = 0; k < how_many; ++k) {
      hr::count had = 0;
      for (std::size_t d = 0; d < demands.size(); ++d) had += mixes.of_each[d][k];
      CHECK(had <= mixes.all.counts[k]);
      CHECK(mixes.all.counts[k] <= kinds[k].at_most);
      CHECK((mixes.all.counts[k] - kinds[k].at_least) % kinds[k].step == 0);
      paid += costs[k] * static_cast<double>(mixes.all.counts[k]);
      shared += std::ranges::count_if(mixes.of_each, [&](const auto& each) { return each[k] > 0; }) > 1 ? 1 : 0;
    }
    CHECK(paid == doctest::Approx(best));
    for (std::size_t d = 0; d < demands.size(); ++d)
      CHECK(judged(kinds, {mixes.of_each[d].begin(), mixes.of_each[d].begin() + static_cast<std::ptrdiff_t>(how_many)}, demands[d]) == hr::outcome::fits);
  }
  CHECK(met > 80);
  CHECK(not_met > 30);
  CHECK(shared > 30);
}

namespace machine_mix_cases {

constexpr hr::price two_prices[]{{.machine = "eight", .on_demand = hr::dollars_per_hour(20), .own = true}, {.machine = "four", .on_demand = hr::dollars_per_hour(12), .own = true}};

constexpr hr::demand gpus(hr::count n) { return {.total = {.gpus = n}, .prices = {.own = two_prices}}; }

// Of GPUs alone: so many eights of each demand, and fours for the rest.
constexpr hr::count least_dollars(hr::count first, hr::count second, hr::count eights, hr::count fours) {
  hr::count best = -1;
  for (hr::count a = 0; a <= eights; ++a)
    for (hr::count b = 0; a + b <= eights; ++b) {
      const hr::count rest = std::max<hr::count>((first - 8 * a + 3) / 4, 0) + std::max<hr::count>((second - 8 * b + 3) / 4, 0);
      const hr::count dollars = 20 * (a + b) + 12 * rest;
      if (rest <= fours && (best < 0 || dollars < best)) best = dollars;
    }
  return best;
}

constexpr hr::count dollars_of(hr::count first, hr::count second, hr::count eights, hr::count fours) {
  const mix_kind kinds[]{{.machine = eight, .at_most = eights}, {.machine = four, .at_most = fours}};
  const hr::demand both[]{gpus(first), gpus(second)};
  const hr::figure<hr::machine_mixes> found = hr::least_mixes(kinds, both);
  if (!found.is_known()) return found.is_absent() ? -1 : -2;
  return static_cast<hr::count>(hr::in_dollars_per_hour(found.value_or({}).all.price()) + 0.5);
}

}  // namespace machine_mix_cases

TEST_CASE("Mixes of two demands are found at compile time") {
  using namespace machine_mix_cases;
  // Of three eights the demand of 20 has two and a four, that of 12 one and a four; the quota is of both.
  CHECK_CONSTEXPR(dollars_of(20, 12, 3, 9) == 3 * 20 + 2 * 12);
  CHECK_CONSTEXPR(dollars_of(20, 12, 3, 9) == least_dollars(20, 12, 3, 9));
  CHECK_CONSTEXPR(dollars_of(20, 12, 1, 9) == least_dollars(20, 12, 1, 9));
  CHECK_CONSTEXPR(dollars_of(7, 17, 2, 3) == least_dollars(7, 17, 2, 3));
  CHECK_CONSTEXPR(dollars_of(7, 17, 2, 2) == least_dollars(7, 17, 2, 2));
  CHECK_CONSTEXPR(dollars_of(20, 12, 1, 5) == -1);
  CHECK(least_dollars(20, 12, 1, 5) == -1);
  for (hr::count first = 1; first < 24; first += 5)
    for (hr::count second = 2; second < 24; second += 7)
      for (hr::count most = 1; most < 5; ++most) CHECK(dollars_of(first, second, most, 3) == least_dollars(first, second, most, 3));
}

// Of on-demand and spot machines in steps of three, one demand or two for 32 GPUs together: those of a step that no demand has are paid for, too.
TEST_CASE("The share on spot is of all machines that are paid for, also of those that no demand has") {
  using namespace machine_mix_cases;
  constexpr auto counts = [](hr::count first, hr::count second, hr::count most, double share) {
    const mix_kind kinds[]{{.machine = eight, .at_most = most, .step = 3, .amount = 10}, {.machine = eight, .at_most = 3, .step = 3, .is_spot = true, .amount = 4}};
    const hr::demand all[]{{.total = {.gpus = first}}, {.total = {.gpus = second}}};
    const hr::machine_mix mix =
        hr::least_mixes(kinds, std::span<const hr::demand>(all, second > 0 ? 2U : 1U), hr::mix_objective::machines, {.most_spot = share}).value_or({}).all;
    return std::array{mix.counts[0], mix.counts[1]};
  };
  using pair = std::array<hr::count, 2>;
  CHECK_CONSTEXPR(counts(24, 8, 3, 0.5) == pair{3, 3});
  CHECK_CONSTEXPR(counts(32, 0, 3, 0.5) == pair{3, 3});
  // Three of each are a half, whoever has them.
  CHECK_CONSTEXPR(counts(24, 8, 3, 0.25) == pair{0, 0});
  CHECK_CONSTEXPR(counts(32, 0, 3, 0.25) == pair{0, 0});
  CHECK_CONSTEXPR(counts(24, 8, 6, 0.25) == pair{6, 0});
  CHECK_CONSTEXPR(counts(32, 32, 9, 0.25) == pair{9, 0});
  CHECK_CONSTEXPR(counts(48, 48, 9, 0.25) == pair{9, 3});
  // One by one: of two on spot each demand has one, and may have no more; four of 4 GPUs that no demand has make them a half.
  const mix_kind kinds[]{{.machine = eight, .amount = 10}, {.machine = eight, .is_spot = true, .amount = 4}, {.machine = four, .amount = 1}};
  hr::demand both[]{{.total = {.gpus = 8}}, {.total = {.gpus = 8}}};
  for (hr::demand& each : both) each.at_most.vms = 1;
  const hr::machine_mixes made = hr::least_mixes(kinds, both, hr::mix_objective::machines, {.most_spot = 0.5}).value_or({});
  CHECK(made.all.amount == 4 + 4 + 4);
  CHECK(made.all.counts[1] == 2);
  CHECK(made.all.counts[2] == 4);
}

// 14 of 20 GPUs are on spot, and what is limited is 0.1 of two machines and 0.05 of two.
TEST_CASE("What is reserved may be as much as there may be, whatever it rounds to") {
  using namespace machine_mix_cases;
  constexpr auto amount = [](double share, double limit) {
    hr::vm seven = eight, three = eight;
    seven.gpus = 7;
    three.gpus = 3;
    const mix_kind kinds[]{{.machine = seven, .at_most = 2, .at_least = 2, .is_spot = true, .amount = 10, .limited = 0.1},
                           {.machine = three, .at_most = 4, .at_least = 2, .amount = 4, .limited = 0.05}};
    const hr::demand both[]{{.total = {.gpus = 13}}, {.total = {.gpus = 6}}};
    return hr::least_mixes(kinds, both, hr::mix_objective::machines, {.most_spot = share, .at_most = limit}).value_or({}).all.amount;
  };
  CHECK_CONSTEXPR(amount(0.7, 1) == 28);
  CHECK_CONSTEXPR(amount(0.69, 1) == 32);  // 14 of 23
  CHECK_CONSTEXPR(amount(0.7, 0.1 + 0.1 + 0.05 + 0.05) == 28);
  CHECK_CONSTEXPR(amount(0.7, 0.3 * (1 - 1e-9)) == 0);
}

TEST_CASE("Machines that are reserved go to the demand that uses them best, or to none") {
  using namespace machine_mix_cases;
  // Four fours are paid for: the demand of 5 takes two, in place of an eight, and no other has a use for the rest.
  const auto with = [](hr::count first, hr::count second) {
    hr::vm small = four;
    small.name = "reserved";
    const hr::price prices[]{two_prices[0], {.machine = "reserved", .on_demand = hr::dollars_per_hour(9), .own = true}};
    const mix_kind kinds[]{{.machine = eight}, {.machine = small, .at_most = 4, .at_least = 4}};
    hr::demand both[]{gpus(first), gpus(second)};
    for (hr::demand& each : both) each.prices.own = prices;
    return hr::least_mixes(kinds, both).value_or({});
  };
  const hr::machine_mixes some = with(5, 8);
  CHECK(some.all.counts[0] == 0);
  CHECK(some.of_each[0][1] == 2);
  CHECK(some.of_each[1][1] == 2);
  CHECK(hr::in_dollars_per_hour(some.all.price()) == doctest::Approx(4 * 9));
  const hr::machine_mixes few = with(3, 4);
  CHECK(few.all.counts[1] == 4);
  CHECK(few.of_each[0][1] == 1);
  CHECK(few.of_each[1][1] == 1);
  CHECK(hr::in_dollars_per_hour(few.all.price()) == doctest::Approx(4 * 9));
  // Of 12 and 12 GPUs four reserved fours leave 8, which is an eight: three fours or an eight and a four of each.
  CHECK(hr::in_dollars_per_hour(with(12, 12).all.price()) == doctest::Approx(4 * 9 + 20));
}

TEST_CASE("Steps are of all demands together, and where racks count of each") {
  using namespace machine_mix_cases;
  hr::vm of_a_rack = four;
  of_a_rack.scale_up_domain_gpus = 12;  // three of them
  const mix_kind kinds[]{{.machine = of_a_rack, .step = 3}};
  const auto with = [&](bool whole_racks) {
    hr::demand both[]{{.total = {.gpus = 4}}, {.total = {.gpus = 8}}};
    both[1].whole_racks = whole_racks;
    return hr::least_mixes(kinds, both, hr::mix_objective::machines).value_or({});
  };
  CHECK(with(false).all.counts[0] == 3);
  CHECK(with(false).of_each[0][0] == 1);
  CHECK(with(false).of_each[1][0] == 2);
  CHECK(with(true).all.counts[0] == 6);
  CHECK(with(true).of_each[1][0] == 3);
  // Of 15 GPUs in units of five, two lie in a rack of three machines, and the third takes two more; 20 GPUs are five machines, too. Whichever is first.
  const hr::demand fives{.total = {.gpus = 15}, .units = {.in_domain = 5}}, twenty{.total = {.gpus = 20}};
  const mix_kind one_by_one[]{{.machine = of_a_rack}};
  for (const bool is_first : {true, false}) {
    const hr::demand each[]{is_first ? fives : twenty, is_first ? twenty : fives};
    CHECK(hr::least_mixes(one_by_one, each, hr::mix_objective::machines).value_or({}).all.counts[0] == 5 + 5);
  }
  // Five GPUs in one domain are two machines. Three demands of such a unit would lie in two racks, but the third in parts of both.
  const std::vector<hr::demand> units(3, {.total = {.gpus = 5}, .units = {.in_domain = 5}});
  CHECK(hr::least_mixes(kinds, units, hr::mix_objective::machines).value_or({}).all.counts[0] == 9);
}

TEST_CASE("Mixes of one demand are its mix, and those of too many are refused") {
  using namespace machine_mix_cases;
  const mix_kind kinds[]{{.machine = eight}, {.machine = four, .at_most = 5, .at_least = 1, .step = 2}};
  const std::vector<hr::demand> one{gpus(21)}, seventeen(17, gpus(1)), none;
  const hr::machine_mixes found = hr::least_mixes(kinds, one).value_or({});
  const hr::machine_mix alone = hr::least_mix(kinds, one.front()).value_or({});
  CHECK(found.all.counts == alone.counts);
  CHECK(found.of_each[0] == alone.counts);
  CHECK(found.all.amount == alone.amount);
  CHECK(hr::least_mixes(kinds, seventeen).note == "sixteen demands at most");
  CHECK(hr::least_mixes(kinds, std::span(seventeen).first(16)).value_or({}).all.counts[1] == 5);
  CHECK(hr::least_mixes(kinds, none).note == "the demand is invalid, or there is no kind");
  const std::vector<hr::demand> wrong{gpus(1), gpus(-1)};
  CHECK(hr::least_mixes(kinds, wrong).note == "the demand is invalid, or there is no kind");
}

TEST_CASE("A point of a program is what each demand has and what is paid for all") {
  using namespace machine_mix_cases;
  constexpr hr::machine_mixes at = [] {
    const mix_kind kinds[]{{.machine = eight, .at_least = 1, .step = 2}, {.machine = four}};
    const hr::demand both[]{gpus(20), gpus(8)};
    const std::vector<hr::count> point{2, 1, 1, 0, 1};
    return hr::mixes_at(kinds, hr::mixes_program_of(kinds, both).value_or({}), point);
  }();
  CHECK_CONSTEXPR(at.of_each[0][0] == 2);
  CHECK_CONSTEXPR(at.of_each[0][1] == 1);
  CHECK_CONSTEXPR(at.of_each[1][0] == 1);
  CHECK_CONSTEXPR(at.all.counts[0] == 3);
  CHECK_CONSTEXPR(at.all.counts[1] == 1);
  CHECK_CONSTEXPR(hr::math::close(hr::in_dollars_per_hour(at.all.price()), 3 * 20 + 12));
  // Nothing was searched: there may be a better one.
  CHECK_CONSTEXPR(at.all.bound == 0);
  CHECK_CONSTEXPR(at.all.tried == 0);
  CHECK_CONSTEXPR(!at.all.is_proved);
}

namespace machine_mix_cases {

// Of `eight` nobody knows the vCPUs: two of it, for 2 x 10, might meet what two others meet for 2 x 90, and no mix with one of it takes less than 10.
constexpr hr::vm stated{.name = "stated", .gpu = eight.gpu, .gpus = 8, .vcpus = 96};
constexpr mix_kind cheap_and_open[]{{.machine = eight, .amount = 10.0}, {.machine = stated, .amount = 90.0}};
constexpr mix_kind dear_and_open[]{{.machine = eight, .amount = 200.0}, {.machine = stated, .amount = 90.0}};
constexpr hr::demand of_both{.total = {.gpus = 16, .vcpus = 100}};

}  // namespace machine_mix_cases

TEST_CASE("A kind that cannot be judged leaves a mix unproved, unless one of it takes more") {
  using namespace machine_mix_cases;
  static constexpr auto cheap = value_of(hr::least_mix(cheap_and_open, of_both));
  static_assert(cheap.counts[1] == 2 && cheap.amount == 180 && cheap.bound == 10 && !cheap.is_proved && cheap.open[0] && !cheap.open[1]);
  const auto again = value_of(hr::least_mix(cheap_and_open, of_both));
  CHECK(again.gap() == doctest::Approx(1 - 10.0 / 180));
  constexpr auto dear = value_of(hr::least_mix(dear_and_open, of_both));
  static_assert(dear.amount == 180 && dear.is_proved && dear.gap() == 0 && dear.open[0]);
  // Without a need of vCPUs nothing is open.
  constexpr auto known = value_of(hr::least_mix(cheap_and_open, {.total = {.gpus = 16}}));
  static_assert(known.amount == 20 && known.is_proved && !known.open[0]);
}
