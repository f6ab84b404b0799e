// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <string_view>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/plan/mix_program.hpp>

#include <check.hpp>

namespace mix_program_cases {

using hr::mix_kind;

constexpr hr::vm made(std::string_view name, hr::count gpus, hr::count vcpus, double system_memory) {
  hr::vm size{.name = name, .gpus = gpus};
  size.gpu = hr::azure::nd96isr_h100_v5::spec.gpu;
  size.vcpus = vcpus;
  size.system_memory = hr::gibibytes(system_memory);
  return size;
}

constexpr hr::vm eight = made("eight", 8, 96, 1'000);
constexpr hr::vm four = made("four", 4, 30, 300);

std::vector<hr::line> lines_of(const hr::mix_program& of) {
  std::vector<hr::line> lines;
  for (const hr::mix_row& each : of.rows)
    if (each.about == hr::mix_row::subject::demand) lines.push_back(each.line);
  return lines;
}

}  // namespace mix_program_cases

// Each kind of so many, and what it costs: steps beyond what is taken in any case.
TEST_CASE("A mix as a program has a row for each need and each limit, and one for spot machines") {
  using namespace mix_program_cases;
  hr::vm large = made("large", 8, 96, 1'000), small = made("small", 4, 30, 300);
  const hr::price prices[]{{.machine = "large", .on_demand = hr::dollars_per_hour(36), .own = true}, {.machine = "small", .on_demand = hr::dollars_per_hour(18), .own = true}};
  const mix_kind kinds[]{{.machine = large, .at_most = 12, .at_least = 3, .step = 2, .is_spot = true}, {.machine = small, .at_most = 7, .at_least = 1, .step = 1}};
  hr::demand asked{.total = {.gpus = 101, .vcpus = 1'009}, .prices = {.own = prices}};
  asked.at_most.vms = 19;
  const hr::mix_program of = hr::mix_program_of(kinds, asked, hr::mix_objective::price_per_hour, {.most_spot = 0.25}).value_or({});
  const auto is = [](double found, double expected) { return hr::math::close(found, expected); };
  // Dollars an hour are hundredths of a cent a second.
  REQUIRE(of.steps.costs.size() == 2);
  CHECK(is(of.steps.costs[0], 2 * 0.01));
  CHECK(is(of.steps.costs[1], 0.005));
  CHECK(is(of.taken, 3 * 0.01 + 0.005));
  CHECK(of.steps.at_most == std::vector<hr::count>{4, 6});  // nine more are four times two
  CHECK(lines_of(of) == std::vector<hr::line>{hr::line::gpus, hr::line::vcpus, hr::line::vms});
  CHECK(of.adds_up);
  CHECK_FALSE(of.is_open());
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
  CHECK(lines_of(eligible).front() == hr::line::machines);
  CHECK(eligible.steps.rows.front().amount == 1 - 3 - 1);
  // Power is what a machine draws at most.
  constexpr hr::board heater{.name = "heater", .gpu = hr::azure::nd96isr_h100_v5::spec.gpu, .gpus = 8, .max_power = hr::kilowatts(3)};
  const mix_kind board[]{{.machine = heater, .step = 2}};
  CHECK(hr::mix_program_of(board, {}, hr::mix_objective::power_drawn).value_or({}).steps.costs == std::vector<double>{6'000});
}

TEST_CASE("Steps add up where they hold whole domains, or nothing goes by domains") {
  using namespace mix_program_cases;
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
    return hr::detail::adds_up(of, 1, 0, whole);
  };
  CHECK(is_sum_of_parts(hr::absent, 4));
  CHECK(is_sum_of_parts(4, 4));
  CHECK(is_sum_of_parts(4, 0));  // without GPUs it fills no domain
  CHECK_FALSE(is_sum_of_parts(16, 4));
  CHECK_FALSE(is_sum_of_parts(16, hr::unknown));
  CHECK_FALSE(is_sum_of_parts(hr::unknown, 4));
}

TEST_CASE("What a kind counts for is whole units of its GPUs, or all of its parts where it does not add up") {
  using namespace mix_program_cases;
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
  REQUIRE(of.rows.size() > 0);
  for (std::size_t i = 0; i < of.rows.size(); ++i)
    if (of.rows[i].line == hr::line::gpus) CHECK(of.steps.rows[i].amount == 101 - 2 * 4);
}

TEST_CASE("What the rows say nothing of is not taken, and the program is open") {
  using namespace mix_program_cases;
  hr::vm without = made("without", 8, 64, 100);
  without.vcpus = hr::unknown;
  const auto of = [&](hr::count most, const hr::demand& asked) {
    const mix_kind kinds[]{{.machine = eight, .at_most = 5}, {.machine = without, .at_most = most}};
    return hr::mix_program_of(kinds, asked, hr::mix_objective::gpus).value_or({});
  };
  CHECK_FALSE(of(3, {.total = {.gpus = 8}}).is_open());
  CHECK(of(3, {.total = {.vcpus = 8}}).is_open());
  // One machine may decide, and none does not.
  const auto of_one = [&](hr::count most, const hr::demand& asked = {.total = {.vcpus = 8}}) {
    return hr::mix_program_of(std::array{mix_kind{.machine = without, .at_most = most}}, asked, hr::mix_objective::gpus).value_or({});
  };
  CHECK(of_one(1).is_open());
  CHECK_FALSE(of_one(0).is_open());
  const hr::demand per_vm{.total = {.gpus = 8}, .per_vm = {.vcpus = 1}};
  CHECK(of(3, per_vm).is_open());
  CHECK(of(3, per_vm).steps.at_most.back() == 0);
  // A limit that may be passed unseen: of a machine whose power is not known none is taken.
  hr::demand limited{.total = {.gpus = 8}, .prices = {}};
  limited.at_most.price_per_hour = hr::dollars_per_hour(10);
  CHECK(of(3, limited).is_open());
  CHECK(of(3, limited).steps.at_most == std::vector<hr::count>{0, 0});
  for (const hr::demand& each : {per_vm, limited}) {
    CHECK(of_one(1, each).is_open());
    CHECK_FALSE(of_one(0, each).is_open());
  }
}

// Of two demands for 20 GPUs and 100 vCPUs: an eight in steps of two beyond one that is reserved, and at most five fours.
TEST_CASE("Of several demands a program has variables for each, and for what is bought for all") {
  using namespace mix_program_cases;
  struct shape {
    std::size_t variables, rows;
    hr::count most_of_first, most_bought;
    double had, bought, limit, most_fours, need;
    bool is_bought;
  };
  constexpr shape of = [] {
    const mix_kind kinds[]{{.machine = eight, .at_most = 6, .at_least = 1, .step = 2}, {.machine = four, .at_most = 5}};
    const hr::demand both[]{{.total = {.gpus = 20}}, {.total = {.vcpus = 100}}};
    const hr::mix_program made = hr::mixes_program_of(kinds, both, hr::mix_objective::machines).value_or({});
    const std::vector<hr::program_row>& rows = made.steps.rows;
    return shape{made.variables.size(), rows.size(), made.steps.at_most[0], made.steps.at_most[4], rows[2].each[0] + rows[2].each[2], rows[2].each[4], rows[2].amount,
                 rows[3].amount, rows[1].each[2], made.variables[0].is_bought || !made.variables[1].is_bought};
  }();
  CHECK_CONSTEXPR(of.variables == 2 * 2 + 1);
  CHECK_CONSTEXPR(of.rows == 4);  // two needs, and what there is of each kind
  CHECK_CONSTEXPR(of.most_of_first == 5);  // one and two times two
  CHECK_CONSTEXPR(of.most_bought == 2);
  CHECK_CONSTEXPR(of.had == 2);
  CHECK_CONSTEXPR(of.bought == -2);
  CHECK_CONSTEXPR(of.limit == 1);
  CHECK_CONSTEXPR(of.most_fours == 5);
  CHECK_CONSTEXPR(of.need == 96);
  CHECK_CONSTEXPR(!of.is_bought);
  const std::vector<mix_kind> kinds{{.machine = eight}};
  const std::vector<hr::demand> both{{.total = {.gpus = 20}}, {.total = {.vcpus = 100}}};
  const hr::mix_program found = hr::mixes_program_of(kinds, both, hr::mix_objective::machines, {.most_spot = 0.5}).value_or({});
  REQUIRE(found.rows.size() == 4);
  CHECK(found.demands == 2);
  CHECK(found.rows[1].which == 1);
  CHECK(found.rows[1].line == hr::line::vcpus);
  CHECK((found.rows[2].about == hr::mix_row::subject::kind));
  CHECK(found.steps.rows[2].each == std::vector<double>{1, 1, -1});
  CHECK((found.rows[3].about == hr::mix_row::subject::spot));
  CHECK(found.steps.rows[3].each == std::vector<double>{0, 0, -4});
  // Without a share and a quota there is no row for them.
  CHECK(hr::mixes_program_of(kinds, both, hr::mix_objective::machines).value_or({}).rows.size() == 2);
  // Of one that is reserved a half of its GPUs may be on spot, as of the steps that are bought; what demands have of them counts once.
  const std::vector<mix_kind> bought{{.machine = eight, .at_most = 7, .at_least = 1, .step = 2}, {.machine = four, .is_spot = true}};
  const hr::mix_program shared = hr::mixes_program_of(bought, both, hr::mix_objective::machines, {.most_spot = 0.5}).value_or({});
  REQUIRE((shared.rows.back().about == hr::mix_row::subject::spot));
  CHECK(shared.steps.rows.back().each == std::vector<double>{0, 0, 0, 0, -8, 2});
  CHECK(shared.steps.rows.back().amount == 4);
  // Of twelve GPUs beside four are on spot: two more may be, beside the half of what is bought.
  CHECK(hr::mixes_program_of(bought, both, hr::mix_objective::machines, {.most_spot = 0.5, .gpus_beside = 12, .spot_beside = 4}).value_or({}).steps.rows.back().amount == 4 + 2);
  for (const double more : {-1., 12.5})
    CHECK(hr::mixes_program_of(bought, both, hr::mix_objective::machines, {.gpus_beside = 12, .spot_beside = more}).note == "of the GPUs beside more are on spot than there are");
  // Of tiers what the demand has, of one demand, too: what is idle may cost nothing.
  const hr::mix_tier tiers[]{{1, 0}, {2, 5}};
  const std::vector<mix_kind> tiered{{.machine = four, .at_most = 3, .is_spot = true, .tiers = tiers}};
  const hr::mix_program of_tiers = hr::mix_program_of(tiered, both[0], hr::mix_objective::machines, {.most_spot = 0.5}).value_or({});
  REQUIRE((of_tiers.rows.back().about == hr::mix_row::subject::spot));
  CHECK(of_tiers.steps.rows.back().each == std::vector<double>{2, 0, 0});
  // So of periods, of which neither steps nor what is held counts.
  const hr::mix_period periods[]{{1, 2, 1, 5}, {0, 1, 0, 5}};
  const std::vector<mix_kind> in_periods{{.machine = four, .at_most = 3, .step = 2, .is_spot = true, .periods = periods}};
  const hr::mix_program of_periods = hr::mix_program_of(in_periods, both[0], hr::mix_objective::machines, {.most_spot = 0.5}).value_or({});
  REQUIRE((of_periods.rows.back().about == hr::mix_row::subject::spot));
  CHECK(of_periods.steps.rows.back().each == std::vector<double>{2, 0, 0, 0, 0});
  // Of machines that no demand is met with the share says nothing; of those that one is, all count.
  std::vector<hr::demand> of_large = both;
  for (hr::demand& each : of_large) each.per_vm.gpus = 6;
  const std::vector<mix_kind> some{{.machine = eight}, {.machine = four, .at_most = 2, .at_least = 2}};
  const auto spot_row = [&](const std::vector<hr::demand>& asked) {
    const hr::mix_program made = hr::mixes_program_of(some, asked, hr::mix_objective::machines, {.most_spot = 0.5}).value_or({});
    return made.rows.empty() ? hr::program_row{} : made.steps.rows.back();
  };
  CHECK(spot_row(of_large).each == std::vector<double>{0, 0, 0, 0, -4, 0});
  CHECK(spot_row(of_large).amount == 0);
  of_large[0].per_vm.gpus = 0;
  CHECK(spot_row(of_large).each == std::vector<double>{0, 0, 0, 0, -4, -2});
  CHECK(spot_row(of_large).amount == 4);
  // Machines that demands share are counted where they are bought: three steps of two beside one.
  const std::vector<mix_kind> of_steps{{.machine = eight, .at_most = 7, .at_least = 1, .step = 2, .limited = 5}, {.machine = eight, .limited = 4}};
  const hr::mix_program limited = hr::mixes_program_of(of_steps, both, hr::mix_objective::machines, {.at_most = 100}).value_or({});
  REQUIRE((limited.rows.back().about == hr::mix_row::subject::limited));
  CHECK(limited.steps.rows.back().each == std::vector<double>{0, 4, 0, 4, 10});
  CHECK(limited.steps.rows.back().amount == 95);
  CHECK(limited.steps.rows.back().is_limit);
}

TEST_CASE("What one kind leaves open, or does not add up, the next one does not close") {
  using namespace mix_program_cases;
  hr::vm unstated = made("unstated", 8, 64, 100), of_a_rack = made("of a rack", 4, 10, 100);
  unstated.vcpus = hr::unknown;
  of_a_rack.scale_up_domain_gpus = 16;
  const mix_kind open_first[]{{.machine = unstated, .at_most = 3}, {.machine = eight, .at_most = 5}};
  const hr::demand per_vm{.total = {.gpus = 8}, .per_vm = {.vcpus = 1}};
  CHECK(hr::mix_program_of(open_first, per_vm, hr::mix_objective::gpus).value_or({}).is_open());
  hr::vm of_eight = eight;
  of_eight.scale_up_domain_gpus = 8;
  const mix_kind racks_first[]{{.machine = of_a_rack, .at_most = 40}, {.machine = of_eight, .at_most = 5}};
  const hr::demand in_pairs{.total = {.gpus = 20}, .units = {.in_domain = 2}};
  CHECK_FALSE(hr::mix_program_of(racks_first, in_pairs, hr::mix_objective::gpus).value_or({}).adds_up);
}

// Machines of four GPUs where each has to have six: whatever else is known of them or not.
TEST_CASE("A kind that the demand is not met with is in no row, and leaves nothing open") {
  using namespace mix_program_cases;
  hr::vm too_small = made("too small", 4, 10, 100);
  hr::vm of_eight = eight;
  of_eight.scale_up_domain_gpus = 8;
  too_small.scale_up_domain_gpus = 16;
  const auto of = [&](auto change) {
    const mix_kind kinds[]{{.machine = of_eight, .at_most = 5}, {.machine = too_small, .at_most = 40}};
    hr::demand asked{.total = {.gpus = 20, .vcpus = 200}, .per_vm = {.gpus = 6}};
    change(asked);
    return hr::mix_program_of(kinds, asked, hr::mix_objective::machines).value_or({});
  };
  const hr::mix_program in_pairs = of([](hr::demand& asked) { asked.units.in_domain = 2; });
  CHECK(in_pairs.adds_up);
  REQUIRE(in_pairs.steps.rows.size() >= 2);
  for (const hr::program_row& row : in_pairs.steps.rows) {
    CHECK(row.each[0] > 0);
    CHECK(row.each[1] == 0);
  }
  CHECK(in_pairs.steps.at_most[1] == 0);
  too_small.vcpus = hr::unknown;
  CHECK_FALSE(of([](hr::demand&) {}).is_open());
  // Nobody knows what it costs, either.
  const hr::price known[]{{.machine = "eight", .on_demand = hr::dollars_per_hour(1), .own = true}};
  CHECK_FALSE(of([&](hr::demand& asked) { asked.prices.own = known, asked.at_most.price_per_hour = hr::dollars_per_hour(9); }).is_open());
}

// GPUs in pairs of one domain: those of four machines are one, and may come to less than the sum of each.
TEST_CASE("A limit leaves out what does not add up, and a need has its parts") {
  using namespace mix_program_cases;
  hr::vm of_eight = eight, of_a_rack = made("of a rack", 4, 10, 100);
  of_eight.scale_up_domain_gpus = 8;
  of_a_rack.scale_up_domain_gpus = 16;
  const mix_kind kinds[]{{.machine = of_eight, .at_most = 9}, {.machine = of_a_rack, .at_most = 40, .at_least = 2}};
  hr::demand in_pairs{.total = {.gpus = 101}, .units = {.in_domain = 2}};
  in_pairs.at_most.vms = 10;
  const hr::mix_program of = hr::mix_program_of(kinds, in_pairs, hr::mix_objective::gpus).value_or({});
  REQUIRE(of.rows.size() == of.steps.rows.size());
  int needs = 0, limits = 0;
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    const hr::program_row& row = of.steps.rows[i];
    if (of.rows[i].line == hr::line::gpus) {
      ++needs;
      CHECK(row.each == std::vector<double>{8, 4});
    }
    if (of.rows[i].line == hr::line::vms) {
      ++limits;
      CHECK(row.each == std::vector<double>{1, 0});
      CHECK(row.amount == 10);
    }
  }
  CHECK(needs == 1);
  CHECK(limits == 1);
}

// Racks of two machines: of a demand for whole racks two at once, of the other one by one, of six and two that are held.
TEST_CASE("Of several demands, those by racks have whole steps") {
  using namespace mix_program_cases;
  hr::vm of_a_rack = made("of a rack", 4, 10, 100);
  of_a_rack.scale_up_domain_gpus = 8;
  const mix_kind kinds[]{{.machine = of_a_rack, .at_most = 8, .at_least = 2, .step = 2}};
  const hr::demand both[]{{.total = {.gpus = 8}, .whole_racks = true}, {.total = {.gpus = 8}}};
  const hr::mix_program of = hr::mixes_program_of(kinds, both, hr::mix_objective::machines).value_or({});
  REQUIRE(of.variables.size() == 3);
  CHECK(of.variables[0].machines == 2);
  CHECK(of.variables[1].machines == 1);
  CHECK(of.variables[2].machines == 2);
  CHECK(of.steps.at_most == std::vector<hr::count>{4, 8, 3});
}

TEST_CASE("A quota is a row of its own kind, and of no other") {
  using namespace mix_program_cases;
  const hr::demand both[]{{.total = {.gpus = 20}}, {.total = {.vcpus = 100}}};
  for (const std::size_t with_quota : {0U, 1U}) {
    mix_kind kinds[]{{.machine = eight}, {.machine = four}};
    kinds[with_quota].at_most = 5;
    const hr::mix_program of = hr::mixes_program_of(kinds, both, hr::mix_objective::machines).value_or({});
    int quotas = 0;
    for (std::size_t i = 0; i < of.rows.size(); ++i) {
      if (of.rows[i].about != hr::mix_row::subject::kind) continue;
      ++quotas;
      CHECK(of.rows[i].which == with_quota);
      CHECK(of.steps.rows[i].amount == 5);
    }
    CHECK(quotas == 1);
  }
}

TEST_CASE("Machines without GPUs have no part in the share of those on spot") {
  using namespace mix_program_cases;
  hr::vm of_cpus = made("of CPUs", 0, 64, 100);
  of_cpus.gpus = hr::absent;
  of_cpus.gpu = {};
  const mix_kind kinds[]{{.machine = eight}, {.machine = of_cpus, .is_spot = true}};
  const hr::mix_program of = hr::mix_program_of(kinds, {.total = {.vcpus = 100}}, hr::mix_objective::machines, {.most_spot = 0.25}).value_or({});
  REQUIRE(of.rows.size() == 2);
  CHECK(of.steps.rows[0].each == std::vector<double>{96, 64});
  CHECK(of.steps.rows[1].each == std::vector<double>{-0.25 * 8, 0});
}

TEST_CASE("Sixteen kinds are taken, and each has to have counts") {
  using namespace mix_program_cases;
  const std::vector<mix_kind> sixteen(16, mix_kind{.machine = four});
  CHECK(hr::mix_program_of(sixteen, {.total = {.gpus = 8}}, hr::mix_objective::gpus).is_known());
  const auto note = [](const mix_kind& second) {
    return hr::mix_program_of(std::array{mix_kind{.machine = eight}, second}, {.total = {.gpus = 8}}, hr::mix_objective::gpus).note;
  };
  const std::string_view wrong = "a kind has a count that is none, or more in any case than at most";
  CHECK(note({.machine = four, .at_most = 5}).empty());
  CHECK(note({.machine = four, .at_most = 5, .at_least = -1}) == wrong);
  CHECK(note({.machine = four, .at_most = hr::max_count + 1}) == wrong);
  CHECK(note({.machine = four, .step = 0}) == wrong);
  CHECK(note({.machine = four, .at_most = 5, .at_least = 6}) == wrong);
}
