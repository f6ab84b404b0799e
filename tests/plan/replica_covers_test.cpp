// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <headroom/plan/replica_covers.hpp>
#include <headroom/plan/shared_cluster.hpp>

#include <check.hpp>
#include <plan/slow_shared_cluster.hpp>

namespace plan_replica_covers_test {
namespace {

using hr::count;
using hr::replica_machine;
using hr::replica_option;

// Replicas of each option, in the order of the options.
using numbers = std::vector<count>;

std::vector<numbers> numbers_of(const std::vector<hr::replica_cover>& covers, std::size_t options) {
  std::vector<numbers> all;
  for (const hr::replica_cover& each : covers) {
    all.emplace_back(options, 0);
    for (const hr::replica_share& share : each.shares) all.back()[share.option] = share.replicas;
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Each replica by itself, the fastest of which fail.
double slow_answered(const std::vector<replica_option>& options, const numbers& of, count spares) {
  std::vector<double> each;
  for (std::size_t i = 0; i < options.size(); ++i) each.insert(each.end(), static_cast<std::size_t>(of[i]), options[i].requests);
  std::sort(each.rbegin(), each.rend());
  double sum = 0;
  for (std::size_t i = static_cast<std::size_t>(spares); i < each.size(); ++i) sum += each[i];
  return sum;
}

// The next of all numbers up to these.
bool is_next(numbers& of, count most) {
  for (count& each : of) {
    if (++each <= most) return true;
    each = 0;
  }
  return false;
}

}  // namespace

// Replicas of 5 and of 1.5 requests a second answer 45: 9 of the first, or so many of them with 30 - 10/3 of the others for each that is missing.
TEST_CASE("All numbers of replicas are found of which each is needed") {
  static constexpr std::array options{replica_option{.machine = 0, .requests = 5, .gpus = 2, .gpus_of_machine = 8}, replica_option{.machine = 1, .requests = 1.5}};
  constexpr auto found = [](count first, count second, std::size_t at_once) {
    const std::array kinds{replica_machine{.at_most = first}, replica_machine{.at_most = second}};
    return hr::replica_covers(kinds, options, {.requests = 45}, at_once, 100).value_or({});
  };
  constexpr auto how_many = [=](count first, count second, std::size_t at_once) { return found(first, second, at_once).size(); };
  CHECK_CONSTEXPR(how_many(9, 99, 2) == 10);
  CHECK_CONSTEXPR(how_many(9, 99, 1) == 2);
  CHECK_CONSTEXPR(how_many(2, 99, 2) == 9);  // of eight with the first
  CHECK_CONSTEXPR(how_many(2, 4, 2) == 1);   // 8 x 5 and 4 x 1.5
  CHECK_CONSTEXPR(how_many(2, 3, 2) == 0);
  CHECK(numbers_of(found(9, 99, 2), 2) == std::vector<numbers>{{0, 30}, {1, 27}, {2, 24}, {3, 20}, {4, 17}, {5, 14}, {6, 10}, {7, 7}, {8, 4}, {9, 0}});
  CHECK(found(2, 4, 2).front().requests == 46);
}

TEST_CASE("Of spares the fastest replicas fail, and what is no number is refused") {
  const std::array kinds{replica_machine{}, replica_machine{}};
  const std::vector<replica_option> options{{.machine = 0, .requests = 5, .gpus = 1}, {.machine = 1, .requests = 2, .gpus = 1}};
  const auto found = [&](const hr::replica_mix_terms& asked, std::size_t most) { return hr::replica_covers(kinds, options, asked, 2, most); };
  // Of 6 requests: three of the first, or one, or two, that fail with 3, or 1, of the others left; or four of those alone, one of which fails.
  CHECK(numbers_of(found({.requests = 6, .spares = 1}, 9).value_or({}), 2) == std::vector<numbers>{{0, 4}, {1, 3}, {2, 1}, {3, 0}});
  CHECK(found({.requests = 6, .spares = 1}, 4).is_known());
  CHECK(found({.requests = 6, .spares = 1}, 3).note == "they are more than are asked for");
  CHECK(found({.requests = 0}, 9).note == "what is asked is no rate, or an amount is none");
  // Two of one GPU lie where one of two does, and answer no less; of a machine of three GPUs one of two leaves a GPU.
  const auto of_two = [&](double requests) {
    const std::vector<replica_option> sizes{{.requests = 1, .gpus = 1, .gpus_of_machine = 3}, {.requests = requests, .gpus = 2, .gpus_of_machine = 3}};
    return hr::replica_covers(kinds, sizes, {.requests = 2}, 2, 9).value_or({}).size();
  };
  CHECK(of_two(2) == 1);
  CHECK(of_two(2.5) == 2);
}

TEST_CASE("Those of several options are the ones that trying all finds" * doctest::test_suite("slow")) {
  std::mt19937 random(17);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  int of_two = 0, of_three = 0, with_spares = 0;
  for (int round = 0; round < 300; ++round) {
    // Each on a kind of its own, so that none stands for another.
    std::vector<replica_machine> kinds;
    std::vector<replica_option> options;
    for (int i = draw(1, 3); i > 0; --i) {
      const int gpus = draw(1, 3), of_machine = draw(1, 4), machines = draw(0, 6), requests = draw(2, 9);
      options.push_back({.machine = kinds.size(), .requests = requests / 2., .gpus = gpus, .gpus_of_machine = of_machine});
      kinds.push_back({.at_most = machines});
    }
    const hr::replica_mix_terms asked{.requests = draw(1, 30) / 4., .spares = draw(0, 2) == 0 ? draw(1, 2) : 0};
    const int at_once = draw(1, 3);
    std::vector<numbers> all;
    numbers one(options.size(), 0);
    do {
      int used = 0;
      bool is_one = slow_answered(options, one, asked.spares) >= asked.requests;
      for (std::size_t i = 0; i < one.size(); ++i) {
        used += one[i] > 0 ? 1 : 0;
        is_one = is_one && one[i] * options[i].gpus <= kinds[i].at_most * options[i].gpus_of_machine;
        numbers fewer = one;
        --fewer[i];
        is_one = is_one && (one[i] == 0 || slow_answered(options, fewer, asked.spares) < asked.requests);
      }
      if (is_one && used <= at_once) all.push_back(one);
    } while (is_next(one, 10));
    std::sort(all.begin(), all.end());
    const auto found = hr::replica_covers(kinds, options, asked, static_cast<std::size_t>(at_once), 10'000);
    REQUIRE(found.is_known());
    CHECK(numbers_of(*found.known(), options.size()) == all);
    for (const hr::replica_cover& each : *found.known()) {
      CHECK(each.requests == slow_answered(options, numbers_of({each}, options.size()).front(), asked.spares));
      of_two += each.shares.size() == 2 ? 1 : 0;
      of_three += each.shares.size() == 3 ? 1 : 0;
      with_spares += asked.spares > 0 ? 1 : 0;
    }
  }
  CHECK((of_two > 50 && of_three > 20 && with_spares > 50));
}

// A service beside a job: the least over what is found is the least over all numbers of replicas, wherever they lie.
TEST_CASE("On machines that are shared none takes less than the best of those that are found" * doctest::test_suite("slow")) {
  std::mt19937 random(19);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  int none = 0, mixed = 0, of_one_kind = 0, shared = 0, in_steps = 0, held = 0, fewer = 0;
  for (int round = 0; round < 250; ++round) {
    CAPTURE(round);
    std::vector<hr::shared_kind> kinds;
    for (int k = draw(0, 3) > 0 ? 2 : 1; k > 0; --k) {
      hr::shared_kind one{.node_gpus = draw(2, 5), .held = draw(0, 3) == 0 ? 1 : 0, .at_most = draw(1, 4), .price = static_cast<double>(draw(2, 9))};
      if (draw(0, 3) == 0) one.step = 2;
      if (draw(0, 4) == 0) one.domain_nodes = one.machine_nodes = 2;
      kinds.push_back(one);
    }
    std::vector<replica_machine> nodes;
    for (const hr::shared_kind& each : kinds) nodes.push_back({.at_most = each.at_most * each.machine_nodes});
    std::vector<replica_option> options;
    for (std::size_t k = 0; k < kinds.size(); ++k)
      for (int size = 1; size <= 4; ++size)
        if (draw(0, 1) == 1 && options.size() < 4) options.push_back({.machine = k, .requests = size + draw(-1, 2) / 2., .gpus = size, .gpus_of_machine = kinds[k].node_gpus});
    const hr::replica_mix_terms asked{.requests = draw(2, 11) / 2., .spares = draw(0, 3) == 0 ? 1 : 0};
    const double seconds = draw(1, 9);
    std::vector<shared_options> jobs(1);
    if (draw(0, 2) > 0) {
      const auto kind = static_cast<std::size_t>(draw(0, static_cast<int>(kinds.size()) - 1));
      const int gpus = draw(1, 5), kept = draw(1, 9);
      jobs.push_back({hr::option_on(kind, kinds[kind], 1, gpus, kept, kept)});
    }
    std::deque<hr::shared_option> parts;
    const auto option_of = [&](const numbers& of) {
      const hr::shared_option* beside = nullptr;
      for (std::size_t i = 0; i < of.size(); ++i) {
        if (of[i] == 0) continue;
        parts.push_back(hr::option_on(options[i].machine, kinds[options[i].machine], of[i], options[i].gpus, seconds, 0));
        parts.back().beside = beside;
        beside = &parts.back();
      }
      return *beside;
    };
    const auto covers = hr::replica_covers(nodes, options, asked, options.size(), 10'000);
    REQUIRE(covers.is_known());
    const std::vector<numbers> listed = numbers_of(*covers.known(), options.size());
    for (const numbers& each : listed) jobs[0].push_back(option_of(each));
    const auto found = hr::least_shared(kinds, jobs);

    double least = 1e300;
    numbers one(options.size(), 0);
    count tried = 0;
    while (is_next(one, 6)) {
      if (slow_answered(options, one, asked.spares) < asked.requests) continue;
      // Enough and some: two more than are needed of any take no less.
      const count all = std::accumulate(one.begin(), one.end(), count{0});
      bool is_far_more = false;
      for (std::size_t i = 0; i < one.size(); ++i) {
        numbers less = one;
        less[i] -= 2;
        is_far_more = is_far_more || (less[i] >= 0 && slow_answered(options, less, asked.spares) >= asked.requests);
      }
      if (is_far_more || all > 7) continue;
      ++tried;
      shared_options whole{option_of(one)};
      if (jobs.size() > 1) whole.push_back(jobs[1][0]);
      least = std::min(least, slow_least(kinds, slow_ways(kinds, whole, true), std::vector<count>(kinds.size(), 0), 0, 1e300));
    }
    if (least == 1e300) {
      ++none;
      CHECK(found.is_absent());
      continue;
    }
    REQUIRE(found.is_known());
    const hr::shared_choice& best = found.known()->best.front();
    CHECK(found.known()->is_proved);
    CHECK(best.takes.amount == doctest::Approx(least));
    const numbers& taken = listed[best.options[0]];
    std::vector<count> on_kind(kinds.size(), 0);
    for (std::size_t i = 0; i < options.size(); ++i) on_kind[options[i].machine] += taken[i];
    const bool is_on_both = std::count(on_kind.begin(), on_kind.end(), 0) == 0 && kinds.size() > 1;
    mixed += is_on_both ? 1 : 0;
    of_one_kind += !is_on_both && std::count_if(taken.begin(), taken.end(), [](count each) { return each > 0; }) > 1 ? 1 : 0;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      shared += best.uses[k].are_shared ? 1 : 0;
      in_steps += kinds[k].step > 1 && best.uses[k].machines > kinds[k].held ? 1 : 0;
      held += kinds[k].held > 0 && best.uses[k].machines > 0 ? 1 : 0;
    }
    fewer += tried > std::ssize(listed) ? 1 : 0;
  }
  CHECK((none > 10 && mixed > 8 && of_one_kind > 8 && shared > 20 && in_steps > 20 && held > 20 && fewer > 50));
}

}  // namespace plan_replica_covers_test
