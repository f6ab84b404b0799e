// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/plan/shared_cluster.hpp>

#include <check.hpp>
#include <plan/slow_shared_cluster.hpp>
#include <unsaid.hpp>

namespace plan_shared_cluster_test {
namespace {

}  // namespace

TEST_CASE("Two jobs of half a machine share one") {
  static constexpr hr::shared_kind on{.node_gpus = 8, .price = 3};
  static constexpr auto half = hr::option_on(0, on, 1, 4, 10, 10);
  CHECK_CONSTEXPR(half.pods == 1);
  constexpr bool shares = [] {
    const std::array jobs{half, half};
    const hr::shared_layout found = hr::lay_out(hr::shared_kind{.node_gpus = 8}, jobs);
    return found.machines == 1 && found.are_shared && found.places[1] == std::vector<hr::shared_nodes>{{0, 1, 1}};
  }();
  CHECK_CONSTEXPR(shares);
  // One that ends after a second keeps its machine no longer, 3 x (10 + 1).
  const hr::shared_option five{.pods = 1, .pod_gpus = 5, .seconds = 1}, ten{.pods = 1, .pod_gpus = 5, .seconds = 10};
  const auto use = hr::use_of(on, std::array{five, ten});
  REQUIRE(use.has_value());
  CHECK_FALSE(use->are_shared);
  CHECK(hr::amounts_of(*use, on).amount == 33);
}

// Two prefill workers of 3 GPUs and three decode workers of 2 fill a machine and a half; the part that ends after a second leaves the half.
TEST_CASE("An option with several parts has room for all of them") {
  static constexpr hr::shared_kind on{.node_gpus = 8, .at_most = 2, .price = 3};
  static constexpr auto decode = hr::option_on(0, on, 3, 2, 10, 0);
  static constexpr auto pools = [] {
    auto prefill = hr::option_on(0, on, 2, 3, 10, 0);
    prefill.beside = &decode;
    return prefill;
  }();
  constexpr bool is_least = [] {
    const auto found = hr::least_shared(std::array{on}, std::vector<shared_options>{{pools}}).value_or({});
    return found.is_proved && found.best[0].takes.amount == 60 && found.best[0].uses[0].places.size() == 2 && found.best[0].takes.gpu_seconds == 160;
  }();
  CHECK_CONSTEXPR(is_least);
  // On another kind each part is bought there.
  const std::array kinds{on, hr::shared_kind{.node_gpus = 4, .price = 1}};
  const auto writes = hr::option_on(1, kinds[1], 3, 2, 5, 0);
  auto apart = pools;
  apart.beside = &writes;
  const auto found = hr::least_shared(kinds, std::vector<shared_options>{{apart}}).value_or({});
  REQUIRE(found.best.size() == 1);
  CHECK(found.best[0].takes.amount == 3 * 10 + 2 * 5);
  CHECK(found.best[0].uses[1].places == std::vector<std::vector<hr::shared_nodes>>{{{0, 1, 0}, {1, 1, 1}}});
  // Two machines have room for 16 GPUs, of which these are 18.
  const auto more = hr::option_on(0, on, 6, 2, 10, 0);
  auto too_many = pools;
  too_many.beside = &more;
  CHECK(hr::least_shared(std::array{on}, std::vector<shared_options>{{too_many}}).is_absent());
}

// Three machines for ten seconds and two more for four: one is held, and the others come by three. For four seconds two steps are kept, for six one.
TEST_CASE("What is bought in steps is kept as long as one of them is") {
  static constexpr hr::shared_kind on{.node_gpus = 8, .held = 1, .at_most = 8, .price = 2, .step = 3};
  const auto amount = [](bool by_time) {
    const std::vector<shared_options> jobs{{hr::option_on(0, on, 3, 8, 10, 10)}, {hr::option_on(0, on, 2, 8, 4, 4)}};
    return hr::least_shared(std::array{on}, jobs, {.by_time = by_time}).value_or({}).best.front().takes.amount;
  };
  CHECK(amount(true) == 4 * 6 * 2 + 6 * 3 * 2);
  CHECK(amount(false) == 6 * 2);
  CHECK_CONSTEXPR(on.bought(5) == 6);
  CHECK_CONSTEXPR(on.kept(5) == 7);
  // Of eight that there may be seven are whole steps beside the one that is held.
  CHECK_CONSTEXPR(on.most() == 7);
  CHECK_CONSTEXPR(hr::shared_kind{.held = 4, .at_most = 3, .step = 3}.most() == 3);
  CHECK_CONSTEXPR(hr::shared_kind{.held = 4, .step = 3}.most() == hr::max_count);
  const auto found = [](hr::count machines) { return hr::least_shared(std::array{on}, std::vector<shared_options>{{hr::option_on(0, on, machines, 8, 1, 1)}}); };
  CHECK(found(7).is_known());
  CHECK(found(8).is_absent());
  // All machines of a step count towards a limit.
  hr::shared_kind limited = on;
  limited.limited = 10;
  const std::vector<shared_options> two{{hr::option_on(0, on, 2, 8, 1, 1)}};
  CHECK(hr::least_shared(std::array{limited}, two, {.at_most = 40}).is_known());
  CHECK(hr::least_shared(std::array{limited}, two, {.at_most = 39}).is_absent());
}

// Three groups of 10 of the 18 nodes of a rack are in three racks, beside two of 8; by number they would be in two. A pod of a node beside them ends
// after a second, when the fourth rack is given back.
TEST_CASE("Nodes of a larger domain that come in steps come by whole domains") {
  constexpr auto kind = [](hr::count held, hr::count at_most) {
    return hr::shared_kind{.node_gpus = 4, .domain_nodes = 18, .held = held, .at_most = at_most, .price = 2, .held_price = 1, .step = 18};
  };
  const auto found = [&](hr::count held, hr::count groups, hr::count eights = 0, hr::count at_most = 72) {
    const std::vector<shared_options> jobs{{{.groups = groups, .group_nodes = 10, .seconds = 5}}, {{.groups = eights, .group_nodes = 8, .seconds = 1}}};
    return hr::least_shared(std::array{kind(held, at_most)}, jobs);
  };
  const auto amount = [&](hr::count held, hr::count groups, hr::count eights = 0) { return found(held, groups, eights).value_or({}).best.front().takes.amount; };
  CHECK(amount(0, 3) == 3 * 18 * 2 * 5);
  CHECK(amount(0, 3, 2) == 3 * 18 * 2 * 5);
  CHECK(amount(0, 3, 4) == 3 * 18 * 2 * 5 + 18 * 2);
  CHECK(amount(36, 3) == 2 * 18 * 5 + 18 * 2 * 5);
  CHECK(found(0, 3).value_or({}).best.front().uses[0].machines == 54);
  CHECK(found(0, 3).value_or({}).is_proved);
  CHECK(found(0, 3, 0, 53).is_absent());
  CHECK_CONSTEXPR(kind(0, 72).together() == 18);
  CHECK_CONSTEXPR(kind(0, 17).together() == 1);
  CHECK_CONSTEXPR(kind(10, 10).together() == 1);
  // Of those that are no whole domains nothing is known, unless none is bought beside them.
  constexpr std::string_view whole = "machines of a larger domain come in steps of whole domains, and are held so";
  CHECK(found(10, 1).note == whole);
  CHECK(found(10, 1, 0, 27).is_known());
  hr::shared_kind half = kind(0, 72);
  half.step = 9;
  const std::vector<shared_options> jobs{{{.groups = 1, .group_nodes = 1, .seconds = 1}}};
  CHECK(hr::least_shared(std::array{half}, jobs).note == whole);
  half.machine_nodes = 18;
  CHECK(hr::least_shared(std::array{half}, jobs).is_known());
}

TEST_CASE("What is held is used first, and the rest is bought") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .held = 3, .at_most = 10, .price = 2}, hr::shared_kind{.node_gpus = 8, .at_most = 10, .price = 1}};
  const std::vector<shared_options> jobs{{hr::option_on(0, kinds[0], 1, 32, 5, 5), hr::option_on(1, kinds[1], 1, 64, 5, 5)}};
  const auto found = hr::least_shared(kinds, jobs).value_or({});
  REQUIRE(found.best.size() == 2);
  CHECK(found.best[0].options[0] == 0);
  CHECK(found.best[0].takes.amount == 10);  // one of four is bought, for 5 seconds at 2
  CHECK(found.best[1].takes.amount == 40);
  CHECK(found.is_proved);
}

// A job of 8 GPUs at 9 a second or on spot at 4, and one of 16 at 18 or 8. Half of the GPUs may be on spot: of 24 the eight, at 18 + 4. What
// is held and idle makes no room: three machines of it are not the jobs'.
TEST_CASE("The share on spot is of the time of GPUs that jobs have") {
  constexpr auto amount = [](double most_spot, hr::count idle) {
    const std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 9}, hr::shared_kind{.node_gpus = 8, .price = 4, .is_spot = true}, hr::shared_kind{.node_gpus = 8, .held = idle, .at_most = idle}};
    std::vector<std::vector<hr::shared_option>> jobs;
    for (const hr::count machines : {1, 2}) jobs.push_back({hr::option_on(0, kinds[0], machines, 8, 1, 1), hr::option_on(1, kinds[1], machines, 8, 1, 1)});
    const auto found = hr::least_shared(kinds, jobs, {.most_spot = most_spot}).value_or({});
    return found.best.empty() || !found.is_proved ? -1 : found.best[0].takes.amount;
  };
  CHECK_CONSTEXPR(amount(1, 0) == 12);
  CHECK_CONSTEXPR(amount(0.5, 3) == 22);
  CHECK_CONSTEXPR(amount(1 / 3., 0) == 22);
  CHECK(amount(0.33, 0) == 27);
  CHECK(amount(0.67, 0) == 17);
  CHECK(amount(0, 3) == 27);
  const std::array on_spot{hr::shared_kind{.node_gpus = 8, .price = 4, .is_spot = true}};
  const std::vector<shared_options> jobs{{hr::option_on(0, on_spot[0], 1, 8, 1, 1)}};
  CHECK(hr::least_shared(on_spot, jobs, {.most_spot = 0.9}).is_absent());
  CHECK(hr::choice_of(on_spot, jobs[0], {.most_spot = 0.9}) == std::nullopt);
  for (const double share : {-0.1, 1.1}) CHECK(hr::least_shared(on_spot, jobs, {.most_spot = share}).note == "the share of spot machines is 0 to 1");
  // The nodes of a group are all its own, for 5 seconds, and of a pod of 3 GPUs these; a demand has two machines of two nodes and one on spot for 7.
  constexpr auto in_use = [] {
    const std::array kinds{hr::shared_kind{.node_gpus = 8, .machine_nodes = 2}, hr::shared_kind{.node_gpus = 4, .is_spot = true}};
    const std::array<hr::shared_option, 1> of_jobs{{{.kind = 1, .groups = 2, .group_nodes = 3, .pods = 1, .pod_gpus = 3, .seconds = 5}}};
    const std::array of_demands{std::vector<hr::count>{2, 1}};
    const hr::gpu_use made = hr::gpu_use_of(kinds, of_jobs, of_demands, 7);
    return std::array{made.seconds, made.on_spot};
  };
  CHECK_CONSTEXPR(in_use() == std::array{5. * (24 + 3) + 7 * (32 + 4), 5. * (24 + 3) + 7 * 4});
}

TEST_CASE("A number that is none is refused") {
  constexpr hr::shared_kind kind{.node_gpus = 8, .price = 1};
  constexpr hr::shared_option option{.groups = 1, .group_nodes = 1, .pods = 1, .pod_gpus = 8, .seconds = 1};
  const auto note = [](const hr::shared_kind& on, const hr::shared_option& of) {
    return hr::least_shared(std::array{on}, std::vector<shared_options>{{of}}).note;
  };
  const auto of_kind = [&](auto change) {
    hr::shared_kind wrong = kind;
    change(wrong);
    CHECK(note(wrong, option) == "a number of a kind of machines is none");
  };
  const auto of_option = [&](auto change) {
    hr::shared_option wrong = option;
    change(wrong);
    CHECK(note(kind, wrong) == "a number of an option is none");
  };
  CHECK(note(kind, option) == "");
  CHECK(note(kind, {.groups = 1, .group_nodes = 1}) == "");
  of_kind([](auto& k) { k.node_gpus = 0; });
  of_kind([](auto& k) { k.domain_nodes = 0; });
  of_kind([](auto& k) { k.machine_nodes = 0; });
  of_kind([](auto& k) { k.held = -1; });
  of_kind([](auto& k) { k.at_most = -1; });
  of_kind([](auto& k) { k.price = -1; });
  of_kind([](auto& k) { k.held_price = -1; });
  of_kind([](auto& k) { k.limited = -1; });
  of_kind([](auto& k) { k.step = 0; });
  CHECK(hr::least_shared(std::array{kind}, std::vector<shared_options>{{option}}, {.at_most = -1}).note == "a limit is no less than nothing");
  of_option([](auto& o) { o.kind = 1; });
  of_option([](auto& o) { o.groups = -1; });
  of_option([](auto& o) { o.group_nodes = -1; });
  of_option([](auto& o) { o.groups = o.group_nodes = hr::max_count; });
  of_option([](auto& o) { o.pods = -1; });
  of_option([](auto& o) { o.pods = 100'001; });
  of_option([](auto& o) { o.pod_gpus = 0; });
  of_option([](auto& o) { o.pod_gpus = 9; });
  of_option([](auto& o) { o.pods = 0, o.pod_gpus = -1; });
  of_option([](auto& o) { o.seconds = -1; });
  static constexpr hr::shared_option on_no_kind{.kind = 1};
  of_option([](auto& o) { o.beside = &on_no_kind; });
  of_option([](auto& o) { o.groups = -1, o.group_nodes = 0; });
  of_option([](auto& o) { o.groups = 0, o.group_nodes = -1; });
  of_option([](auto& o) { o.groups = o.group_nodes = hr::count{1} << 21; });
  // Of a hundred thousand pods there is one more than a machine has room for, of none at all.
  CHECK(note({.node_gpus = 8, .at_most = 0}, {.pods = 100'000, .pod_gpus = 1}) == "no choice of plans has room on the machines within the limit");
}

TEST_CASE("The choice is the best of all, by trying all" * doctest::test_suite("slow")) {
  std::mt19937 random(7), random_shares(8);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  const auto draw_share = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_shares); };
  int held = 0, none = 0, shared = 0, with_domains = 0, limited = 0, with_parts = 0, in_steps = 0, by_domains = 0, not_proved = 0, by_share = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<hr::shared_kind> kinds;
    for (int k = draw(1, 2); k > 0; --k) {
      hr::shared_kind one{.node_gpus = draw(2, 9), .domain_nodes = draw(1, 3), .held = draw(0, 2), .at_most = draw(2, 5), .price = static_cast<double>(draw(1, 9))};
      if (draw(0, 1) == 1) one.machine_nodes = one.domain_nodes;
      else if (one.domain_nodes > 1) one.held = 0;
      if (draw(0, 3) == 0) one.held_price = draw(0, static_cast<int>(one.price));
      if (draw(0, 2) == 0) one.step = draw(2, 3);
      // Those of a larger domain come by whole ones.
      if (one.step > 1 && one.domain_nodes > one.machine_nodes) {
        one.step = one.domain_nodes * draw(1, 2);
        one.held = one.domain_nodes * draw(0, 1);
        one.at_most = one.held + std::max<hr::count>(one.step, one.domain_nodes * draw(1, 2));
      }
      kinds.push_back(one);
    }
    std::vector<shared_options> jobs;
    std::deque<hr::shared_option> parts;
    for (int j = draw(1, 4); j > 0; --j) {
      shared_options all;
      for (int o = draw(1, j > 2 ? 2 : 3); o > 0; --o) {
        const auto kind = static_cast<std::size_t>(draw(0, static_cast<int>(kinds.size()) - 1));
        const int seconds = draw(1, 12);
        const hr::count replicas = draw(1, 3), gpus = draw(1, 6);
        all.push_back(hr::option_on(kind, kinds[kind], replicas, gpus, seconds, draw(0, 1) == 1 ? seconds : 0));
        // As pools have it: a further part, on this kind or the other.
        if (draw(0, 3) == 0) {
          const auto other = static_cast<std::size_t>(draw(0, static_cast<int>(kinds.size()) - 1));
          const hr::count more = draw(1, 2), its_gpus = draw(1, 4);
          parts.push_back(hr::option_on(other, kinds[other], more, its_gpus, draw(0, 2) == 0 ? draw(1, 12) : seconds, 0));
          all.back().beside = &parts.back();
        }
      }
      jobs.push_back(all);
    }
    hr::shared_objective asked{.least = draw(0, 2) == 0 ? hr::shared_least::time : hr::shared_least::amount};
    if (draw(0, 3) == 0) asked.most_amount = draw(10, 100);
    const bool is_limited = draw(0, 3) == 0;
    for (hr::shared_kind& each : kinds) each.limited = draw(0, 5);
    if (is_limited) asked.at_most = draw(5, 25);
    asked.by_time = draw(0, 4) > 0;
    const int percent = draw_share(0, 2) > 0 ? 100 : 25 * draw_share(0, 3);
    asked.most_spot = percent / 100.;
    if (kinds.size() > 1) kinds[static_cast<std::size_t>(draw_share(0, 1))].is_spot = true;
    bool is_by_share = false;
    const auto found = hr::least_shared(kinds, jobs, asked);
    // All choices.
    std::vector<std::pair<double, double>> all;  // what is to be least, then the amount
    std::vector<std::size_t> chosen(jobs.size(), 0);
    for (bool is_over = false; !is_over;) {
      double ends = 0;
      shared_options of_jobs;
      for (std::size_t j = 0; j < jobs.size(); ++j) of_jobs.push_back(jobs[j][chosen[j]]);
      const std::vector<std::vector<slow_way>> ways = slow_ways(kinds, of_jobs, asked.by_time);
      const auto [on_spot, used] = slow_spot(kinds, of_jobs);
      const bool is_too_much = 100 * on_spot > percent * used;
      is_by_share = is_by_share || is_too_much;
      const double amount = is_too_much ? 1e300 : slow_least(kinds, ways, std::vector<hr::count>(kinds.size(), 0), 0, asked.at_most.value_or(1e300));
      for (const hr::shared_option& each : of_jobs) ends = std::max(ends, each.ends_after);
      if (amount < 1e300 && (asked.most_amount == 0 || amount <= asked.most_amount)) all.emplace_back(asked.least == hr::shared_least::time ? ends : amount, amount);
      is_over = true;
      for (std::size_t j = 0; j < jobs.size() && is_over; ++j) {
        is_over = ++chosen[j] == jobs[j].size();
        if (is_over) chosen[j] = 0;
      }
    }
    std::sort(all.begin(), all.end());
    if (all.empty()) {
      ++none;
      CHECK(found.is_absent());
      continue;
    }
    REQUIRE(found.is_known());
    const hr::shared_plan& plan = *found.known();
    limited += is_limited ? 1 : 0;
    by_share += is_by_share ? 1 : 0;
    not_proved += plan.is_proved ? 0 : 1;
    REQUIRE(plan.best.size() == std::min<std::size_t>(all.size(), 2));
    for (std::size_t i = 0; i < plan.best.size(); ++i) {
      const double least = asked.least == hr::shared_least::time ? plan.best[i].takes.ends_after : plan.best[i].takes.amount;
      CHECK(least == doctest::Approx(all[i].first));
      CHECK(plan.best[i].takes.amount == doctest::Approx(all[i].second));
    }
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      for (std::size_t j = 0; j < jobs.size(); ++j) with_parts += jobs[j][plan.best[0].options[j]].beside != nullptr ? 1 : 0;
      in_steps += kinds[k].kept(plan.best[0].uses[k].machines) > plan.best[0].uses[k].machines ? 1 : 0;
      by_domains += kinds[k].together() > 1 && plan.best[0].uses[k].machines > kinds[k].held ? 1 : 0;
      held += kinds[k].held > 0 && plan.best[0].uses[k].machines > 0 ? 1 : 0;
      shared += plan.best[0].uses[k].are_shared ? 1 : 0;
      with_domains += kinds[k].domain_nodes > 1 && plan.best[0].uses[k].machines > 1 ? 1 : 0;
    }
  }
  CHECK((held > 50 && none > 20 && shared > 50 && with_domains > 50 && limited > 20 && with_parts > 50 && in_steps > 20 && by_domains > 20 && by_share > 10 && not_proved < 10));
}

TEST_CASE("What is no number is refused") {
  const std::vector<shared_options> jobs{{{.kind = 1}}};
  CHECK(hr::least_shared(std::array{hr::shared_kind{.node_gpus = 8}}, jobs).is_unknown());
  CHECK(hr::least_shared(std::array{hr::shared_kind{}}, std::vector<shared_options>{}).is_unknown());
  const std::vector<shared_options> none{{}};
  CHECK(hr::least_shared(std::array{hr::shared_kind{.node_gpus = 8}}, none).is_absent());
}

TEST_CASE("A node is a domain of its own and costs nothing, and an option takes nothing, unless more is said") {
  const auto taken = [](const hr::shared_kind& kind, const hr::shared_option& option) {
    const std::vector<shared_options> jobs{{option}};
    const hr::shared_plan plan = hr::least_shared(std::array{kind}, jobs).value_or({});
    REQUIRE(plan.best.size() == 1);
    return std::array{static_cast<double>(plan.best[0].uses[0].machines), plan.best[0].takes.amount, plan.best[0].takes.ends_after};
  };
  const hr::shared_kind kind{.node_gpus = 8};
  const hr::shared_option option{.group_nodes = 2, .pods = 1, .pod_gpus = 1, .seconds = 10};
  const auto of_kind = [&](const hr::shared_kind& one) { return taken(one, {.groups = 2, .group_nodes = 2, .seconds = 10}); };
  const auto of_option = [&](const hr::shared_option& one) { return taken({.node_gpus = 8, .price = 1}, one); };
  CHECK(is_unless_said<&hr::shared_kind::domain_nodes>(of_kind, hr::shared_kind{.node_gpus = 8, .held = 3}, 1, 3));
  CHECK(is_unless_said<&hr::shared_kind::price>(of_kind, kind, 0, 1));
  CHECK(is_unless_said<&hr::shared_option::groups>(of_option, option, 0, 1));
  CHECK(is_unless_said<&hr::shared_option::ends_after>(of_option, option, 0, 1));
  CHECK(is_unless_said<&hr::shared_option::seconds>(of_option, hr::shared_option{.pods = 1, .pod_gpus = 1}, 0, 1));
}

// 3 groups of 2 nodes and 5 pods of 3 GPUs: 63 of nodes of 8, three of which are a machine.
TEST_CASE("An option takes the GPUs of its groups and pods, in parts of machines") {
  constexpr hr::shared_option of{.groups = 3, .group_nodes = 2, .pods = 5, .pod_gpus = 3};
  CHECK_CONSTEXPR(hr::detail::gpus_of_part(of, {.node_gpus = 8}) == 63);
  CHECK_CONSTEXPR(hr::detail::share_of_machines(of, {.node_gpus = 8, .machine_nodes = 3}) == 63 / 24.);
}

TEST_CASE("Held machines are kept longest, and the others are bought") {
  // Three for ten seconds and two for four, of which four are held: four of five at 2 and one at 5.
  constexpr hr::shared_kind on{.node_gpus = 7, .machine_nodes = 3, .held = 4, .price = 5, .held_price = 2};
  const hr::shared_layout of{.machines = 5, .kept = {{10, 3}, {4, 2}}};
  const hr::shared_amounts by_time = hr::amounts_of(of, on);
  CHECK(by_time.amount == 10 * 3 * 2 + 4 * (2 + 5));
  CHECK(by_time.gpu_seconds == 21 * (10 * 3 + 4 * 2));
  CHECK(by_time.ends_after == 0);
  const hr::shared_amounts once = hr::amounts_of(of, on, false);
  CHECK(once.amount == 4 * 2 + 5);
  CHECK(once.gpu_seconds == 21 * (10 * 3 + 4 * 2));
  CHECK_CONSTEXPR(hr::shared_kind{.held = 3}.bought(5) == 2);
  CHECK_CONSTEXPR(hr::shared_kind{.held = 5}.bought(5) == 0);
  CHECK_CONSTEXPR(hr::shared_kind{.held = 6}.bought(5) == 0);
}

TEST_CASE("A machine is kept until the last job on it ends") {
  const hr::shared_option five{.pods = 1, .pod_gpus = 5, .seconds = 1}, three{.pods = 1, .pod_gpus = 3, .seconds = 10}, whole{.groups = 2, .group_nodes = 1, .seconds = 4};
  const auto use = [](hr::count at_most, const shared_options& jobs, bool by_time = true) {
    return hr::use_of({.node_gpus = 8, .at_most = at_most, .price = 1}, jobs, by_time);
  };
  using these = std::vector<hr::kept_machines>;
  // One machine for ten seconds is less than one for ten and one for one.
  REQUIRE(use(1, {five, three}).has_value());
  CHECK(use(1, {five, three})->are_shared);
  CHECK(use(1, {five, three})->machines == 1);
  CHECK_FALSE(use(0, {five, three}).has_value());
  CHECK(use(0, {}).has_value());
  const auto mixed = use(3, {five, whole, three});
  REQUIRE(mixed.has_value());
  CHECK(mixed->machines == 3);
  CHECK(mixed->kept == these{{10, 1}, {4, 2}});
  CHECK(mixed->places.size() == 3);
  // Of four halves of a machine those that end together share one, in whatever order they are asked for.
  const hr::shared_option long_half{.pods = 1, .pod_gpus = 4, .seconds = 30}, short_half{.pods = 1, .pod_gpus = 4, .seconds = 10};
  CHECK(use(9, {long_half, short_half, short_half, long_half})->kept == these{{30, 1}, {10, 1}});
  CHECK(use(9, {short_half, long_half, long_half, short_half})->kept == these{{30, 1}, {10, 1}});
}

TEST_CASE("More machines are kept where they are kept for less time, if there are as many") {
  const auto use = [](hr::count at_most, const shared_options& jobs, bool by_time = true) {
    return hr::use_of({.node_gpus = 8, .at_most = at_most, .price = 1}, jobs, by_time);
  };
  using these = std::vector<hr::kept_machines>;
  // Three pods of three GPUs lie on two machines for ten seconds, with one of five; the two other fives on a machine each for one second.
  const hr::shared_option short_fives{.pods = 3, .pod_gpus = 5, .seconds = 1}, long_threes{.pods = 3, .pod_gpus = 3, .seconds = 10};
  const auto pairs = use(9, {short_fives, long_threes});
  REQUIRE(pairs.has_value());
  CHECK(pairs->kept == these{{10, 2}, {1, 2}});
  CHECK(pairs->machines == 4);
  CHECK_FALSE(pairs->are_fewest);
  CHECK(use(4, {short_fives, long_threes})->machines == 4);
  CHECK(use(3, {short_fives, long_threes})->kept == these{{10, 3}});  // each three with a five: 30 for 22
  CHECK(use(9, {short_fives, long_threes}, false)->machines == 3);    // by the machine fewer are less
  CHECK_FALSE(use(2, {short_fives, long_threes}).has_value());
  // Beside the pods of seven GPUs no four and five share a machine: one for ten and two for eight, or the seven apart and two in all.
  const auto four = [&](double first, double second, double third) {
    const auto pod = [](hr::count gpus, double seconds) { return hr::shared_option{.pods = 1, .pod_gpus = gpus, .seconds = seconds}; };
    return use(9, {pod(4, first), pod(3, second), pod(4, third), pod(5, third)})->kept;
  };
  CHECK(four(10, 9, 8) == these{{10, 1}, {9, 1}});
  CHECK(four(10, 9, 3) == these{{10, 1}, {3, 2}});
  CHECK(four(10, 6, 3) == these{{10, 1}, {6, 1}});  // as much, of fewer machines
}

TEST_CASE("What is held is kept longest, and where a domain has no room for two groups what is left of it is in no use") {
  hr::shared_kind on{.node_gpus = 4, .domain_nodes = 18, .price = 1};
  const shared_options tens{{.groups = 2, .group_nodes = 10, .seconds = 5}};
  const auto amount = [&] { return hr::amounts_of(*hr::use_of(on, tens), on).amount; };
  // Ten nodes each of two domains are bought, and eight of the first are not.
  CHECK(hr::use_of(on, tens)->machines == 20);
  CHECK(hr::use_of(on, tens)->is_proved);
  CHECK(amount() == 20 * 5);
  // Of one domain that is held ten are in use.
  on.held = 18;
  CHECK(hr::use_of(on, tens)->machines == 28);
  CHECK_FALSE(hr::use_of(on, tens)->is_proved);
  CHECK(amount() == 10 * 5);
  on.held = 10;
  CHECK(amount() == 10 * 5);
  CHECK(hr::use_of(on, tens)->is_proved);
}

TEST_CASE("A limit and a number of machines are reached in parts that rounding makes more of") {
  // Three times a tenth is more than three tenths by a bit.
  const hr::shared_option three{.groups = 3, .group_nodes = 1, .seconds = 1};
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 0.1}};
  CHECK(hr::choice_of(kinds, std::array{three}, {.most_amount = 0.3}).has_value());
  CHECK_FALSE(hr::choice_of(kinds, std::array{three}, {.most_amount = 0.299}).has_value());
  CHECK(hr::least_shared(kinds, std::vector<shared_options>{{three}}, {.most_amount = 0.3}).is_known());
  // 9, 18 and 1 of 28 GPUs are more than one node by a bit.
  const std::array one{hr::shared_kind{.node_gpus = 28, .at_most = 1, .price = 1}};
  const auto pod = [](hr::count gpus) { return shared_options{{.pods = 1, .pod_gpus = gpus, .seconds = 1}}; };
  CHECK(hr::least_shared(one, std::vector<shared_options>{pod(9), pod(18), pod(1)}).is_known());
  // GPU-seconds of three times a tenth, and of three tenths, where neither costs anything: the first.
  const std::array free{hr::shared_kind{.node_gpus = 1}};
  const shared_options of{{.groups = 3, .group_nodes = 1, .seconds = 0.1}, {.groups = 1, .group_nodes = 1, .seconds = 0.3}};
  CHECK(hr::least_shared(free, std::vector<shared_options>{of}).value_or({}).best[0].options == std::vector<std::size_t>{0});
}

TEST_CASE("A choice is what its kinds take together, within what it may take") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .at_most = 3, .price = 2}, hr::shared_kind{.node_gpus = 4, .price = 3}};
  const shared_options jobs{{.kind = 0, .groups = 3, .group_nodes = 1, .seconds = 5, .ends_after = 5}, {.kind = 1, .groups = 2, .group_nodes = 1, .seconds = 7, .ends_after = 11}};
  const auto made = hr::choice_of(kinds, jobs, {});
  REQUIRE(made.has_value());
  CHECK(made->takes.amount == 3 * 5 * 2 + 2 * 7 * 3);
  CHECK(made->takes.gpu_seconds == 3 * 5 * 8 + 2 * 7 * 4);
  CHECK(made->takes.ends_after == 11);
  REQUIRE(made->uses.size() == 2);
  CHECK(made->uses[0].machines == 3);
  CHECK(made->uses[1].machines == 2);
  CHECK(hr::choice_of(kinds, jobs, {.by_time = false})->takes.amount == 3 * 2 + 2 * 3);
  CHECK(hr::choice_of(kinds, jobs, {.most_amount = 72}).has_value());
  CHECK_FALSE(hr::choice_of(kinds, jobs, {.most_amount = 71.999}).has_value());
  CHECK_FALSE(hr::choice_of(std::array{hr::shared_kind{.node_gpus = 8, .at_most = 2}, kinds[1]}, jobs, {}).has_value());
}

TEST_CASE("Of equal choices that of fewer GPU-seconds is better, and of these the first") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 2}, hr::shared_kind{.node_gpus = 4, .price = 2}, hr::shared_kind{.node_gpus = 4, .price = 2}};
  const auto one_on = [](std::size_t kind, double ends_after = 3) { return hr::shared_option{.kind = kind, .groups = 1, .group_nodes = 1, .seconds = 3, .ends_after = ends_after}; };
  const auto options = [&](const shared_options& of, hr::shared_objective asked = {}) {
    const hr::shared_plan plan = hr::least_shared(kinds, std::vector<shared_options>{of}, asked).value_or({});
    CHECK(plan.is_proved);
    CHECK(plan.tried >= 2);
    std::vector<std::size_t> all;
    for (const hr::shared_choice& each : plan.best) all.push_back(each.options[0]);
    return all;
  };
  using these = std::vector<std::size_t>;
  CHECK(options({one_on(0), one_on(1)}) == these{1, 0});
  CHECK(options({one_on(1), one_on(0)}) == these{0, 1});
  CHECK(options({one_on(1), one_on(2)}) == these{0, 1});
  CHECK(options({one_on(0), one_on(1), one_on(2)}) == these{1, 2});
  // By time the one that ends first, whatever else; of those that end together the one that takes less.
  CHECK(options({one_on(1, 5), one_on(0, 4)}, {.least = hr::shared_least::time}) == these{1, 0});
  CHECK(options({one_on(0, 4), one_on(1, 4)}, {.least = hr::shared_least::time}) == these{1, 0});
}

// Fifteen pods fill five nodes to the last GPU, by threes; the packing gives up on that.
TEST_CASE("That machines are too few is not proved where a packing gave up") {
  constexpr std::array<std::array<hr::count, 2>, 5> threes{{{341, 263}, {299, 378}, {287, 352}, {311, 366}, {272, 359}}};
  std::deque<hr::shared_option> parts;
  const auto all_on = [&](std::size_t kind) {
    const hr::shared_option* beside = nullptr;
    for (const auto& [first, second] : threes)
      for (const hr::count gpus : {first, second, 1'000 - first - second}) {
        parts.push_back({.kind = kind, .pods = 1, .pod_gpus = gpus, .seconds = 1});
        parts.back().beside = std::exchange(beside, &parts.back());
      }
    return parts.back();
  };
  const auto found = [&](const hr::shared_objective& asked, hr::count at_most) {
    return hr::least_shared(std::array{hr::shared_kind{.node_gpus = 1'000, .at_most = at_most, .price = 2, .limited = 1}}, std::vector<shared_options>{{all_on(0)}}, asked);
  };
  REQUIRE(found({}, 6).is_known());
  CHECK_FALSE(found({}, 6).known()->is_proved);
  CHECK(found({}, 5).note == "none was found among those that were tried");
  CHECK(found({}, 4).is_absent());
  // Nor that they are too many for a limit.
  CHECK(found({.at_most = 5}, 6).is_unknown());
  CHECK(found({.most_amount = 10}, 6).is_unknown());
  CHECK(found({.at_most = 4}, 6).is_absent());
  // A dearer kind has room for what this one may have, too: for 10, not 13.
  const std::array both{hr::shared_kind{.node_gpus = 1'000, .at_most = 5, .price = 2}, hr::shared_kind{.node_gpus = 6'000, .at_most = 1, .price = 13}};
  const hr::shared_plan plan = hr::least_shared(both, std::vector<shared_options>{{all_on(0), all_on(1)}}).value_or({});
  REQUIRE(plan.best.size() == 1);
  CHECK(plan.best[0].takes.amount == 13);
  CHECK_FALSE(plan.is_proved);
  CHECK(plan.bound.amount == doctest::Approx(10));
}

// Twelve pods of which a node holds two, though five nodes have the GPUs of all: the packing gives up on them.
TEST_CASE("A choice whose machines are not proved to be the fewest is not proved to be the best") {
  const std::array kinds{hr::shared_kind{.node_gpus = 1'000, .price = 2}};
  std::vector<shared_options> jobs;
  for (hr::count i = 0; i < 12; ++i) jobs.push_back({{.pods = 1, .pod_gpus = 340 + i, .seconds = 1}});
  const hr::shared_plan found = hr::least_shared(kinds, jobs).value_or({});
  REQUIRE(found.best.size() == 1);
  CHECK(found.tried == 12);
  CHECK_FALSE(found.best[0].uses[0].is_proved);
  CHECK_FALSE(found.is_proved);
  CHECK(found.bound.amount < found.best[0].takes.amount);
}

TEST_CASE("A search that is stopped says so, and what no choice is below") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 2}};
  const auto option = [](hr::count groups, double seconds) { return hr::shared_option{.groups = groups, .group_nodes = 1, .seconds = seconds, .ends_after = seconds}; };
  const std::vector<shared_options> jobs{{option(3, 7), option(5, 3)}, {option(2, 5), option(1, 11)}};
  const auto stopped = hr::least_shared(kinds, jobs, {}, 2);
  REQUIRE(stopped.is_known());
  CHECK_FALSE(stopped.known()->is_proved);
  CHECK(stopped.known()->tried == 2);
  CHECK(stopped.known()->best.size() == 1);
  CHECK(stopped.known()->best[0].options == std::vector<std::size_t>{1, 0});  // of each the one that takes least
  // Of each amount by itself the least: 30 and 20 of dollars, 3 and 5 seconds until the last is done, and GPUs for as long.
  CHECK(stopped.known()->bound.amount == 2 * (15 + 10));
  CHECK(stopped.known()->bound.ends_after == 5);
  CHECK(stopped.known()->bound.gpu_seconds == 8 * (15 + 10));
  const auto whole = hr::least_shared(kinds, jobs);
  REQUIRE(whole.is_known());
  CHECK(whole.known()->is_proved);
  CHECK(whole.known()->best[0].options == std::vector<std::size_t>{1, 0});
  CHECK(whole.known()->bound.amount == whole.known()->best[0].takes.amount);
  CHECK(whole.known()->best[0].takes.amount == 50);
  CHECK(whole.known()->best[1].takes.amount == 52);
  CHECK(hr::least_shared(kinds, jobs, {}, 1).note == "none was found among those that were tried");
  CHECK(hr::least_shared(kinds, jobs, {.most_amount = 49}).note == "no choice of plans has room on the machines within the limit");
  CHECK(hr::least_shared(kinds, jobs, {.most_amount = 50}).is_known());
  CHECK(hr::least_shared(std::array{hr::shared_kind{.node_gpus = 8, .at_most = 2, .price = 2}}, jobs).is_absent());
  // No jobs take nothing.
  CHECK(hr::least_shared(kinds, std::vector<shared_options>{}).value_or({}).best.size() == 1);
}

// By what each choice takes, of which other cases say that it is right: also once for each machine, and of equal choices by GPU-seconds.
TEST_CASE("Of all choices the two best are kept in their order, and no step is taken twice") {
  std::mt19937 random(23);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  int none = 0, two = 0;
  for (int round = 0; round < 120; ++round) {
    CAPTURE(round);
    std::vector<hr::shared_kind> kinds;
    for (int k = draw(1, 3); k > 0; --k)
      kinds.push_back({.node_gpus = 4 * draw(1, 2), .held = draw(0, 2), .at_most = draw(2, 7), .price = draw(1, 4) / 4., .held_price = draw(0, 2) / 4.});
    std::vector<shared_options> jobs;
    for (int j = draw(1, 3); j > 0; --j) {
      jobs.emplace_back();
      for (int o = draw(1, 3); o > 0; --o)
        jobs.back().push_back({.kind = static_cast<std::size_t>(draw(0, static_cast<int>(kinds.size()) - 1)), .groups = draw(1, 3), .group_nodes = 1, .pods = draw(0, 1), .pod_gpus = 3,
                               .seconds = static_cast<double>(draw(1, 6)), .ends_after = static_cast<double>(draw(1, 4))});
    }
    hr::shared_objective asked{.least = draw(0, 1) == 0 ? hr::shared_least::time : hr::shared_least::amount, .by_time = draw(0, 1) == 0};
    if (draw(0, 2) == 0) asked.most_amount = draw(5, 60) / 4.;
    using order = std::array<double, 3>;
    std::vector<order> all;
    std::vector<std::size_t> chosen(jobs.size(), 0);
    for (bool is_over = false; !is_over;) {
      shared_options of_jobs;
      for (std::size_t j = 0; j < jobs.size(); ++j) of_jobs.push_back(jobs[j][chosen[j]]);
      if (const auto made = hr::choice_of(kinds, of_jobs, asked); made.has_value())
        all.push_back({asked.least == hr::shared_least::time ? made->takes.ends_after : 0, made->takes.amount, made->takes.gpu_seconds});
      is_over = true;
      for (std::size_t j = 0; j < jobs.size() && is_over; ++j) {
        is_over = ++chosen[j] == jobs[j].size();
        if (is_over) chosen[j] = 0;
      }
    }
    std::sort(all.begin(), all.end());
    const auto found = hr::least_shared(kinds, jobs, asked);
    REQUIRE(found.is_absent() == all.empty());
    none += all.empty() ? 1 : 0;
    if (all.empty()) continue;
    const hr::shared_plan& plan = *found.known();
    CHECK(plan.is_proved);
    REQUIRE(plan.best.size() == std::min<std::size_t>(all.size(), 2));
    two += plan.best.size() == 2 ? 1 : 0;
    for (std::size_t i = 0; i < plan.best.size(); ++i) {
      const hr::shared_choice& best = plan.best[i];
      CHECK(order{asked.least == hr::shared_least::time ? best.takes.ends_after : 0, best.takes.amount, best.takes.gpu_seconds} == all[i]);
      shared_options of_jobs;
      for (std::size_t j = 0; j < jobs.size(); ++j) of_jobs.push_back(jobs[j][best.options[j]]);
      CHECK(hr::choice_of(kinds, of_jobs, asked)->takes.amount == best.takes.amount);
    }
    CHECK(plan.bound.amount == plan.best[0].takes.amount);
    // Each job's options once for each choice of those before it, in the order that has most steps.
    std::vector<std::size_t> sizes;
    for (const shared_options& each : jobs) sizes.push_back(each.size());
    std::sort(sizes.rbegin(), sizes.rend());
    std::int64_t most = 0, ways = 1;
    for (const std::size_t each : sizes) most += ways *= static_cast<std::int64_t>(each);
    CHECK(plan.tried <= most);
  }
  CHECK(none > 5);
  CHECK(two > 50);
}

// Twenty jobs of as many machines each as its place in a row without order; of each the second option is a second longer. After the first
// choice, which is of first options, the next differs in what is chosen last, and that takes least.
TEST_CASE("What takes most is chosen first") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 2}};
  std::vector<shared_options> jobs;
  std::vector<std::size_t> expected(20, 0);
  for (hr::count i = 0; i < 20; ++i) {
    const hr::count machines = 1 + (7 * i + 19) % 20;
    if (machines == 1) expected[static_cast<std::size_t>(i)] = 1;
    jobs.push_back({{.groups = machines, .group_nodes = 1, .seconds = 5}, {.groups = machines, .group_nodes = 1, .seconds = 6}});
  }
  const auto found = hr::least_shared(kinds, jobs, {}, 21).value_or({});
  REQUIRE(found.best.size() == 2);
  CHECK(found.best[0].options == std::vector<std::size_t>(20, 0));
  CHECK(found.best[1].options == expected);
}

TEST_CASE("Amounts that are equal but for rounding are equal, and fewer GPU-seconds better") {
  // Three times a tenth is more than three tenths by a bit.
  const std::array kinds{hr::shared_kind{.node_gpus = 1, .price = 0.1}, hr::shared_kind{.node_gpus = 8, .price = 0.3}};
  const hr::shared_option small{.kind = 0, .groups = 3, .group_nodes = 1, .seconds = 1}, large{.kind = 1, .groups = 1, .group_nodes = 1, .seconds = 1};
  for (const std::size_t first : {0u, 1u}) {
    const auto found = hr::least_shared(kinds, std::vector<shared_options>{first == 0 ? shared_options{small, large} : shared_options{large, small}}).value_or({});
    REQUIRE(found.best.size() == 2);
    CHECK(found.best[0].options[0] == first);
  }
}

// Two of three jobs of two machines each fill four.
TEST_CASE("A branch ends where there are no more machines") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .at_most = 4, .price = 1}};
  const std::vector<shared_options> jobs(3, {{.groups = 2, .group_nodes = 1, .seconds = 1}, {.groups = 2, .group_nodes = 1, .seconds = 1}});
  const hr::shared_plan found = hr::detail::searched(kinds, jobs, {}, 1'000);
  CHECK(found.best.empty());
  CHECK(found.tried == 2 + 4 + 8);
  const std::vector<shared_options> larger(3, {{.groups = 3, .group_nodes = 1, .seconds = 1}, {.groups = 3, .group_nodes = 1, .seconds = 1}});
  CHECK(hr::detail::searched(kinds, larger, {}, 1'000).tried == 2 + 4);
}

// ---- The search once more, of numbers that halves and quarters say exactly.

namespace {

struct slow_choices {
  using amounts = std::array<double, 3>;  // the end where it counts, the amount, GPU-seconds

  const std::vector<hr::shared_kind>& kinds;
  const std::vector<shared_options>& jobs;
  const hr::shared_objective& asked;
  std::int64_t most_tried = 0;
  std::vector<std::vector<std::size_t>> sorted{};
  std::vector<std::size_t> order{};
  std::vector<std::size_t> chosen{};
  std::vector<hr::shared_choice> best{};
  std::int64_t tried = 0;
  bool is_stopped = false;

  double gpus(const hr::shared_option& of) const { return static_cast<double>(of.groups * of.group_nodes * kinds[of.kind].node_gpus + of.pods * of.pod_gpus); }
  double machines(const hr::shared_option& of) const { return gpus(of) / static_cast<double>(kinds[of.kind].node_gpus * kinds[of.kind].machine_nodes); }
  double seconds(const hr::shared_option& of) const { return asked.by_time ? of.seconds : 1; }
  // One option by itself: on held machines as far as there are any.
  hr::shared_amounts alone(const hr::shared_option& of) const {
    const hr::shared_kind& on = kinds[of.kind];
    const double price = on.held > 0 ? std::min(on.price, on.held_price) : on.price;
    return {machines(of) * seconds(of) * price, of.ends_after, gpus(of) * of.seconds};
  }
  amounts compared(const hr::shared_amounts& of) const { return {asked.least == hr::shared_least::time ? of.ends_after : 0, of.amount, of.gpu_seconds}; }
  amounts compared(std::size_t job, std::size_t option) const { return compared(alone(jobs[job][option])); }

  // Of all jobs from one on, each amount by itself.
  hr::shared_amounts rest(std::size_t at) const {
    hr::shared_amounts sum;
    for (; at < order.size(); ++at) {
      hr::shared_amounts least{1e300, 1e300, 1e300};
      for (const hr::shared_option& each : jobs[order[at]]) {
        const hr::shared_amounts its = alone(each);
        least = {std::min(least.amount, its.amount), std::min(least.ends_after, its.ends_after), std::min(least.gpu_seconds, its.gpu_seconds)};
      }
      if (jobs[order[at]].empty()) least = {};
      sum = {sum.amount + least.amount, std::max(sum.ends_after, least.ends_after), sum.gpu_seconds + least.gpu_seconds};
    }
    return sum;
  }
  // Whether neither this option nor one after it may be better, each job's by itself, and each amount.
  bool is_over(std::size_t at, std::size_t option) const {
    hr::shared_amounts sum = rest(at + 1);
    const auto count_in = [&](const hr::shared_amounts& its) { sum = {sum.amount + its.amount, std::max(sum.ends_after, its.ends_after), sum.gpu_seconds + its.gpu_seconds}; };
    for (std::size_t i = 0; i < at; ++i) count_in(alone(jobs[order[i]][chosen[order[i]]]));
    hr::shared_amounts least{1e300, 1e300, 1e300};
    const std::vector<std::size_t>& all = sorted[order[at]];
    for (auto each = std::find(all.begin(), all.end(), option); each != all.end(); ++each) {
      const hr::shared_amounts its = alone(jobs[order[at]][*each]);
      least = {std::min(least.amount, its.amount), std::min(least.ends_after, its.ends_after), std::min(least.gpu_seconds, its.gpu_seconds)};
    }
    count_in(least);
    return (asked.most_amount > 0 && sum.amount > asked.most_amount) || (best.size() == 2 && !(compared(sum) < compared(best[1].takes)));
  }
  // What those that are chosen take at least: of each kind a quarter of a machine after the other, those first that are kept longest.
  hr::shared_amounts so_far(std::size_t jobs_chosen) const {
    hr::shared_amounts sum;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      std::vector<double> parts;
      for (std::size_t i = 0; i < jobs_chosen; ++i) {
        const hr::shared_option& of = jobs[order[i]][chosen[order[i]]];
        if (of.kind != k) continue;
        for (double left = machines(of); left > 0; left -= 1. / 16) parts.push_back(seconds(of));
        sum.ends_after = std::max(sum.ends_after, of.ends_after);
        sum.gpu_seconds += gpus(of) * of.seconds;
      }
      std::sort(parts.rbegin(), parts.rend());
      for (std::size_t i = 0; i < parts.size(); ++i)
        sum.amount += parts[i] / 16 * (i < static_cast<std::size_t>(16 * kinds[k].held) ? std::min(kinds[k].held_price, kinds[k].price) : kinds[k].price);
    }
    return sum;
  }
  bool is_within_machines(std::size_t jobs_chosen) const {
    std::vector<double> all(kinds.size(), 0.0);
    for (std::size_t i = 0; i < jobs_chosen; ++i) all[jobs[order[i]][chosen[order[i]]].kind] += machines(jobs[order[i]][chosen[order[i]]]);
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (all[k] > static_cast<double>(kinds[k].at_most)) return false;
    return true;
  }
  void go_on_from(std::size_t at) {
    if (at == order.size()) {
      shared_options of_jobs;
      for (std::size_t i = 0; i < jobs.size(); ++i) of_jobs.push_back(jobs[i][chosen[i]]);
      auto made = hr::choice_of(kinds, of_jobs, asked);
      if (!made.has_value()) return;
      made->options = chosen;
      std::size_t place = best.size();
      while (place > 0 && compared(made->takes) < compared(best[place - 1].takes)) --place;
      best.insert(best.begin() + static_cast<std::ptrdiff_t>(place), *made);
      if (best.size() == 3) best.pop_back();
      return;
    }
    for (const std::size_t option : sorted[order[at]]) {
      if (is_stopped || tried == most_tried) {
        is_stopped = true;
        return;
      }
      if (is_over(at, option)) return;
      ++tried;
      chosen[order[at]] = option;
      const hr::shared_amounts now = so_far(at + 1), left = rest(at + 1);
      const hr::shared_amounts least{now.amount + left.amount, std::max(now.ends_after, left.ends_after), now.gpu_seconds + left.gpu_seconds};
      if (asked.most_amount > 0 && least.amount > asked.most_amount) continue;
      if (best.size() == 2 && !(compared(least) < compared(best[1].takes))) continue;
      if (is_within_machines(at + 1)) go_on_from(at + 1);
    }
  }
  void run() {
    chosen.assign(jobs.size(), 0);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      order.push_back(i);
      sorted.emplace_back();
      for (std::size_t k = 0; k < jobs[i].size(); ++k) sorted[i].push_back(k);
      std::sort(sorted[i].begin(), sorted[i].end(), [&](std::size_t a, std::size_t b) { return std::pair(compared(i, a), a) < std::pair(compared(i, b), b); });
    }
    // Jobs that have no option are first, and then what takes most.
    const auto least = [&](std::size_t i) { return jobs[i].empty() ? amounts{1e300, 1e300, 1e300} : compared(i, sorted[i][0]); };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return std::pair(least(b), a) < std::pair(least(a), b); });
    go_on_from(0);
  }
};

}  // namespace

TEST_CASE("Choices are searched for in the order of what they take, and left out as soon as two take less") {
  std::mt19937 random(71);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  int searched = 0, stopped = 0, none = 0;
  for (int round = 0; round < 70; ++round) {
    CAPTURE(round);
    std::vector<hr::shared_kind> kinds;
    for (int k = draw(1, 3); k > 0; --k)
      kinds.push_back({.node_gpus = 4 * draw(1, 2), .machine_nodes = draw(1, 2), .held = draw(0, 3), .at_most = draw(2, 9), .price = draw(1, 6) / 4., .held_price = draw(0, 4) / 4.});
    std::vector<shared_options> jobs;
    for (int j = draw(1, 4); j > 0; --j) {
      jobs.emplace_back();
      for (int o = draw(round % 9 == 0 ? 0 : 1, 4); o > 0; --o)
        jobs.back().push_back({.kind = static_cast<std::size_t>(draw(0, static_cast<int>(kinds.size()) - 1)), .groups = draw(0, 3), .group_nodes = draw(1, 2), .pods = draw(0, 2), .pod_gpus = draw(1, 3),
                               .seconds = static_cast<double>(draw(1, 4)), .ends_after = static_cast<double>(draw(0, 3))});
    }
    hr::shared_objective asked{.least = draw(0, 1) == 0 ? hr::shared_least::time : hr::shared_least::amount, .by_time = draw(0, 2) > 0};
    if (draw(0, 2) == 0) asked.most_amount = draw(1, 80) / 4.;
    for (const std::int64_t most : {1, 4, 11, 1'000}) {
      CAPTURE(most);
      slow_choices expected{kinds, jobs, asked, most};
      expected.run();
      const hr::shared_plan found = hr::detail::searched(kinds, jobs, asked, most);
      CHECK(found.tried == expected.tried);
      CHECK(found.is_proved == !expected.is_stopped);
      REQUIRE(found.best.size() == expected.best.size());
      for (std::size_t i = 0; i < found.best.size(); ++i) CHECK(found.best[i].options == expected.best[i].options);
      const hr::shared_amounts bound = found.is_proved && !found.best.empty() ? expected.best[0].takes : expected.rest(0);
      CHECK(found.bound.amount == bound.amount);
      CHECK(found.bound.ends_after == bound.ends_after);
      CHECK(found.bound.gpu_seconds == bound.gpu_seconds);
      searched += expected.tried > 11 ? 1 : 0;
      stopped += expected.is_stopped ? 1 : 0;
      none += expected.best.empty() ? 1 : 0;
      if (!expected.is_stopped) break;
    }
  }
  CHECK(searched > 10);
  CHECK(stopped > 50);
  CHECK(none > 5);
}

// More options than are sorted by putting each in its place.
TEST_CASE("Of many options that take as much the first are taken, in their order") {
  const std::vector<hr::shared_kind> kinds{{.node_gpus = 8, .price = 2}};
  std::vector<shared_options> jobs(1);
  for (hr::count i = 0; i < 60; ++i) jobs[0].push_back({.groups = 1 + i * 7 % 3, .group_nodes = 1, .seconds = 1});
  const hr::shared_objective asked;
  for (const std::int64_t most : {1, 2, 60}) {
    slow_choices expected{kinds, jobs, asked, most};
    expected.run();
    const hr::shared_plan found = hr::detail::searched(kinds, jobs, asked, most);
    REQUIRE(found.best.size() == expected.best.size());
    for (std::size_t i = 0; i < found.best.size(); ++i) CHECK(found.best[i].options == expected.best[i].options);
  }
}

}  // namespace plan_shared_cluster_test
