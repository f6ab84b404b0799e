// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/plan/shared_program.hpp>

#include <check.hpp>
#include <plan/slow_shared_cluster.hpp>
#include <plan/small_vm.hpp>

namespace plan_shared_program_test {
namespace {

constexpr hr::machine eight = hr::azure::nd96isr_h100_v5::spec;

constexpr auto holds = [](const std::vector<hr::count>&) { return hr::point_standing::holds; };

}  // namespace

TEST_CASE("Every way to fill a node leaves no room for one more part") {
  using ways = std::vector<std::vector<hr::count>>;
  // 8 GPUs by threes and twos: 4 twos; 3 and two of 2; two of 3 and one of 2.
  CHECK_CONSTEXPR(hr::detail::ways_to_fill(8, {2, 3}, 9) == ways{{4, 0}, {2, 1}, {1, 2}});
  CHECK_CONSTEXPR(hr::detail::ways_to_fill(8, {2, 3}, 2).empty());
  CHECK_CONSTEXPR(hr::detail::ways_to_fill(8, {}, 2).empty());
  CHECK_CONSTEXPR(hr::detail::ways_to_fill(8, {5}, 1) == ways{{1}});
}

// A run on 8 GPUs for ten seconds or on 16 for four, beside a pod of 4 GPUs for ten seconds; a machine costs 3 a second. Two machines for ten
// seconds, 60, or three, of which two are kept for four: 24 + 30.
TEST_CASE("The least point is the least choice") {
  constexpr auto least = [] {
    const std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 3}};
    const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 8, 10, 10), hr::option_on(0, kinds[0], 2, 8, 4, 4)}, {hr::option_on(0, kinds[0], 1, 4, 10, 0)}};
    const hr::shared_program of = hr::shared_program_of(kinds, jobs).value_or({});
    const hr::program_optimum found = hr::least_point(of.steps, holds);
    const hr::shared_point at = hr::shared_point_at(of, found.point, 2, 0, 1);
    return std::array{found.cost, static_cast<double>(at.options[0]), static_cast<double>(at.options[1])};
  };
  CHECK_CONSTEXPR(least() == std::array{54., 1., 0.});
}

// A job of 8 GPUs runs on one of two held kinds, for nothing. One of 16 may be on spot, at 4, where as many are off spot: on both kinds the first
// would make room for that, and it runs on one.
TEST_CASE("A job runs by one option and no more") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .held = 1, .at_most = 1}, hr::shared_kind{.node_gpus = 8, .held = 1, .at_most = 1}, hr::shared_kind{.node_gpus = 16, .price = 9},
                         hr::shared_kind{.node_gpus = 16, .price = 4, .is_spot = true}};
  const std::vector<shared_options> jobs{{hr::option_on(0, kinds[0], 1, 8, 1, 1), hr::option_on(1, kinds[1], 1, 8, 1, 1)}, {hr::option_on(2, kinds[2], 1, 16, 1, 1), hr::option_on(3, kinds[3], 1, 16, 1, 1)}};
  const auto least = [&](double most_spot) { return hr::least_point(hr::shared_program_of(kinds, jobs, {}, {.most_spot = most_spot}).value_or({}).steps, holds).cost; };
  CHECK(least(0.7) == 4);
  CHECK(least(0.5) == 9);
}

TEST_CASE("What rows do not say is refused, with the reason") {
  const hr::shared_kind plain{.node_gpus = 8, .price = 1};
  const auto why = [](const hr::shared_kind& kind, const hr::shared_objective& asked = {}) {
    const std::string_view note = hr::shared_program_of(std::array{kind}, std::vector<shared_options>{{{.groups = 1, .group_nodes = 1}}}, {}, asked).note;
    CHECK(hr::why_no_shared_program(std::array{kind}, {}, asked) == note);  // the job is on the kind
    return note;
  };
  CHECK(why(plain).empty());
  CHECK(why(plain, {.least = hr::shared_least::time}) == "the last to end comes first, and then what all take: one sum says not both");
  hr::shared_kind of = plain;
  of.domain_nodes = 4;
  CHECK(why(of).empty());
  of.held = 1;
  CHECK(why(of) == "parts of racks are held, and which they are decides");
  of.held = 0;
  of.step = 4;
  CHECK(why(of).empty());
  of.held = of.at_most = 4;  // none is bought
  CHECK(why(of) == "parts of racks are held, and which they are decides");
  of = plain;
  of.machine_nodes = 4;
  CHECK(why(of) == "machines of a kind are several domains, or parts of one with several nodes");
  of.domain_nodes = 4;
  CHECK(why(of).empty());
  of = plain;
  of.held_price = 2;
  CHECK(why(of) == "a machine that is held takes more than one that is bought");
  of = plain;
  of.held = of.step = 2;
  of.limited = 1;
  CHECK(why(of).empty());
  constexpr std::string_view without_end = "what comes in steps, without end, is counted after what is held";
  CHECK(why(of, {.at_most = 5}) == without_end);
  of.held_price = 1;
  CHECK(why(of) == without_end);
  of.at_most = 4;
  CHECK(why(of).empty());
  CHECK(hr::shared_program_of(std::array{plain}, std::vector<shared_options>{{}}).note == "a job has no option");
  CHECK(hr::shared_program_of(std::array{plain}, std::vector<shared_options>{{{.kind = 1}}}).note == "a number of an option is none");
  const std::array machines{eight};
  const std::array by_domain{hr::demand{.per_domain = {.gpus = 16}}}, some{hr::demand{.total = {.gpus = 16}}};
  CHECK(hr::shared_program_of(std::array{plain}, std::vector<shared_options>{}, {.demands = some}).note == "the machines beside the kinds are not as many");
  CHECK(hr::shared_program_of(std::array{plain}, std::vector<shared_options>{}, {.machines = machines, .demands = some}).is_known());
  hr::vm half_a_rack = small_vm("half a rack", 8, 8);
  half_a_rack.scale_up_domain_gpus = 16;
  const std::array<hr::machine, 1> halves{half_a_rack};
  CHECK(hr::why_no_shared_program(std::array{plain}, {.machines = halves, .demands = by_domain}) == "needs of whole racks or domains do not add up by machine");
  CHECK(hr::why_no_shared_program(std::array{plain}, {.machines = machines, .demands = some}).empty());
  CHECK_CONSTEXPR(hr::why_no_shared_program(std::array{hr::shared_kind{.node_gpus = 8, .domain_nodes = 4, .held = 1}}) == "parts of racks are held, and which they are decides");
  CHECK(hr::shared_program_of(std::array{plain}, std::vector<shared_options>{}, {.machines = halves, .demands = by_domain}).note == "needs of whole racks or domains do not add up by machine");
  // Of 60 GPUs in parts of 1 to 8 there are thousands of ways.
  shared_options many;
  for (hr::count size = 1; size < 9; ++size) many.push_back({.pods = 1, .pod_gpus = size});
  CHECK(hr::shared_program_of(std::array{hr::shared_kind{.node_gpus = 60}}, std::vector<shared_options>{many}).note == "there are more than 1,000 ways to fill a machine");
}

// Small random clusters: all choices of options, all ways to lay them out, all machines for the demand.
TEST_CASE("The least point takes as much as the least of all, by trying all" * doctest::test_suite("slow")) {
  std::mt19937 random(41);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  constexpr std::array<std::string_view, 2> names{"first", "second"};
  int none = 0, held = 0, in_steps = 0, of_racks = 0, with_demand = 0, limited = 0, by_share = 0, held_first = 0, by_domains = 0;
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    hr::shared_objective asked{.by_time = draw(0, 4) > 0};
    if (draw(0, 3) == 0) asked.most_amount = draw(20, 200);
    if (draw(0, 3) == 0) asked.at_most = draw(8, 40);
    const int percent = draw(0, 1) > 0 ? 100 : 25 * draw(0, 3);
    asked.most_spot = percent / 100.;
    std::vector<hr::shared_kind> kinds;
    std::vector<hr::vm> sizes;
    std::vector<hr::count> most;
    const int how_many = draw(1, 2);
    for (int k = 0; k < how_many; ++k) {
      hr::shared_kind one{.node_gpus = draw(2, 6), .domain_nodes = draw(1, 3), .held = draw(0, 2), .at_most = draw(2, 4), .price = static_cast<double>(draw(1, 9))};
      if (draw(0, 1) == 1) one.machine_nodes = one.domain_nodes;
      else if (one.domain_nodes > 1) one.held = 0;
      if (draw(0, 3) == 0) one.held_price = draw(0, static_cast<int>(one.price));
      one.limited = draw(0, 5);
      const int step = draw(0, 4);
      if (step < 2) one.step = step + 2;
      if (one.step > 1 && one.domain_nodes > one.machine_nodes) {  // whole domains
        one.step = one.domain_nodes;
        one.held = one.step * draw(0, 1);
        one.at_most = one.held + one.step * (one.held > 0 ? 1 : draw(1, 2));
      }
      kinds.push_back(one);
      sizes.push_back(small_vm(names[static_cast<std::size_t>(k)], one.node_gpus * one.machine_nodes, 8));
      most.push_back(one.at_most);
    }
    if (how_many > 1) kinds[1].is_spot = true;
    if (how_many > 1 && percent < 100) kinds[1].price = std::max(1., kinds[1].held_price);
    std::vector<shared_options> jobs;
    std::deque<hr::shared_option> parts;
    for (int j = draw(1, 3); j > 0; --j) {
      shared_options all;
      for (int o = draw(1, 2); o > 0; --o) {
        const auto kind = static_cast<std::size_t>(draw(0, how_many - 1));
        const int seconds = draw(1, 12), replicas = draw(1, 3), gpus = draw(1, 6);
        all.push_back(hr::option_on(kind, kinds[kind], replicas, gpus, seconds, 0));
        if (draw(0, 3) > 0) continue;
        const auto other = static_cast<std::size_t>(draw(0, how_many - 1));
        const int others = draw(1, 2), gpus_of_each = draw(1, 4);
        parts.push_back(hr::option_on(other, kinds[other], others, gpus_of_each, seconds, 0));
        all.back().beside = &parts.back();
      }
      jobs.push_back(all);
    }
    const bool has_demand = draw(0, 1) == 1;
    const hr::count gpus_asked = has_demand ? draw(1, 12) : 0;
    const std::vector<hr::machine> machines(sizes.begin(), sizes.end());
    const std::vector<hr::demand> demands(has_demand ? 1 : 0, hr::demand{.total = {.gpus = gpus_asked}});
    const double seconds = draw(1, 12);
    const auto program = hr::shared_program_of(kinds, jobs, {.machines = machines, .demands = demands, .seconds = seconds}, asked);
    REQUIRE(program.is_known());
    const hr::program_optimum found = hr::least_point(program.known()->steps, holds, 20'000);

    double least = 1e300, least_of_any_share = 1e300;
    std::vector<hr::count> chosen(jobs.size(), 0), last(jobs.size(), 0);
    for (std::size_t j = 0; j < jobs.size(); ++j) last[j] = static_cast<hr::count>(jobs[j].size()) - 1;
    do {
      shared_options of_jobs;
      for (std::size_t j = 0; j < jobs.size(); ++j) of_jobs.push_back(jobs[j][static_cast<std::size_t>(chosen[j])]);
      const std::vector<std::vector<slow_way>> ways = slow_ways(kinds, of_jobs, asked.by_time);
      std::vector<hr::count> has(kinds.size(), 0);
      do {
        hr::count gpus = 0;
        auto [on_spot, used] = slow_spot(kinds, of_jobs);
        for (std::size_t k = 0; k < kinds.size(); ++k) {
          gpus += has[k] * kinds[k].node_gpus * kinds[k].machine_nodes;
          used += has[k] * kinds[k].node_gpus * kinds[k].machine_nodes * static_cast<hr::count>(seconds);
          on_spot += kinds[k].is_spot ? has[k] * kinds[k].node_gpus * kinds[k].machine_nodes * static_cast<hr::count>(seconds) : 0;
        }
        if (gpus < gpus_asked) continue;
        const double amount = slow_least(kinds, ways, has, asked.by_time ? seconds : 1, asked.at_most.value_or(1e300));
        if (asked.most_amount > 0 && amount > asked.most_amount) continue;
        least_of_any_share = std::min(least_of_any_share, amount);
        if (100 * on_spot <= percent * used) least = std::min(least, amount);
      } while (has_demand && is_next(has, most));
    } while (is_next(chosen, last));
    CHECK(found.is_proved);
    CHECK(found.is_found == (least < 1e300));
    if (!found.is_found || !(least < 1e300)) {
      ++none;
      continue;
    }
    CHECK(found.cost == doctest::Approx(least));
    for (const hr::shared_kind& each : kinds) {
      held += each.held > 0 ? 1 : 0;
      held_first += each.held > 0 && each.step > 1 && (each.held_price > 0 || asked.at_most.is_known()) ? 1 : 0;
      by_domains += each.together() > 1 ? 1 : 0;
      in_steps += each.step > 1 ? 1 : 0;
      of_racks += each.machine_nodes > 1 ? 1 : 0;
    }
    with_demand += has_demand ? 1 : 0;
    limited += asked.at_most.is_known() ? 1 : 0;
    by_share += least_of_any_share < least ? 1 : 0;
  }
  MESSAGE(none, " ", held, " ", in_steps, " ", of_racks, " ", with_demand, " ", limited, " ", by_share, " ", held_first, " ", by_domains);
  CHECK((none > 20 && held > 50 && in_steps > 20 && of_racks > 30 && with_demand > 20 && limited > 20 && by_share > 2 && held_first > 10 && by_domains > 10));
}

}  // namespace plan_shared_program_test
