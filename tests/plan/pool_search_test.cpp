// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/pool_search.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <range/v3/view/filter.hpp>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>
#include <plan/slow_run_groups.hpp>
#include "held_by_itself.hpp"

namespace plan_pool_search_test {
namespace {

using hr::plan_amount;

constexpr hr::machine h100{hr::azure::nd96isr_h100_v5::spec};
constexpr hr::machine h200{hr::azure::nd96isr_h200_v5::spec};
constexpr hr::machine gb200{hr::azure::gb200_nvl72::spec};

constexpr hr::serving_kind on_one_machine(const hr::machine& on, const hr::serving_job& job, const hr::figure<hr::money_rate>& price) {
  hr::serving_kind made = hr::serving_kind_of(on, job, 16, price);
  made.layouts.most = 4;
  return made;
}
inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .concurrent_sequences = 8, .context = 8'192};
inline constexpr std::array kinds{on_one_machine(h100, chat, hr::dollars_per_hour(98))};
inline constexpr hr::pool_plans space{.job = &chat, .kinds = kinds, .most_workers = 2};
inline constexpr hr::serving_objective fifty{.requests = 50, .each = {.prompt = 2'048, .answer = 256}};

// A worker, where it can be and has room.
bool has_room(const hr::serving_job& worker, const hr::machine& on) {
  if (!hr::contradiction(worker).empty()) return false;
  const auto asks = hr::demand_of(worker);
  return asks.is_known() && asks.known()->per_gpu.usable_gpu_memory <= hr::usable_memory_per_gpu(on).value_or({});
}

// Requests a second of a group, and seconds of a token: within the limits the most of an open loop, of which the time is that of its share; else those of a closed loop whose decoders are full.
std::pair<double, double> answers_by_itself(const hr::serving_pools& of, const hr::serving_objective& asked) {
  if (asked.has_limits()) return {hr::in_requests_per_second(hr::most_requests_within(of, asked.each, asked.first_token, asked.token).value_or({}).requests), 0};
  hr::serving_requests load{.prompt = asked.each.prompt, .answer = asked.each.answer, .clients = 1};
  load.clients = static_cast<hr::count>(hr::closed_loop(of, load).most_sequences);
  if (load.clients < 1) return {};
  const hr::serving_result found = hr::closed_loop(of, load);
  return {hr::in_requests_per_second(found.requests), hr::in_seconds(found.token)};
}

// Every pair of layouts in every ratio by itself, by the functions that answer for two jobs on one machine or two, and with no bound.
struct answered {
  double amount = 0;
  double requests = 0;
};
std::vector<answered> all_that_do(const hr::serving_job& job, const hr::pool_plans& of, const hr::serving_objective& asked) {
  std::vector<answered> all;
  std::vector<std::pair<const hr::serving_kind*, const hr::serving_kind*>> pairs;
  for (const hr::serving_kind& kind : of.kinds)
    for (const hr::serving_kind& other : of.decode_kinds.empty() ? std::span(&kind, 1) : of.decode_kinds) pairs.emplace_back(&kind, &other);
  for (const auto& [on, decode_on] : pairs) {
    const hr::serving_kind &kind = *on, &other = *decode_on;
    const bool is_one = on == decode_on;
    for (const hr::parallelism& reads : kind.layouts)
      for (const hr::parallelism& writes : other.layouts) {
        hr::serving_job prefill = job, decode = job;
        hr::divide(prefill, reads);
        hr::divide(decode, writes);
        prefill.phase = hr::serving_phase::prefill;
        decode.phase = hr::serving_phase::decode;
        prefill.concurrent_sequences = prefill.data_parallel;
        decode.concurrent_sequences = std::max(decode.concurrent_sequences, decode.data_parallel);
        if (!has_room(prefill, kind.machine) || !has_room(decode, other.machine)) continue;
        for (hr::count x = 1; x <= of.most_workers; ++x)
          for (hr::count y = 1; y <= of.most_workers; ++y) {
            if (std::gcd(x, y) > 1) continue;
            const auto pools = hr::pools_of(prefill, x, kind.machine, decode, y, other.machine, is_one);
            if (!pools.is_known()) continue;
            const auto [of_group, full] = answers_by_itself(*pools.known(), asked);
            if (!(of_group > 0)) continue;
            const double fewest = fewest_by_itself(asked.requests, of_group);
            const bool has_budget = hr::in_dollars(asked.budget) > 0, is_by_number = is_each_number_asked(asked);
            std::vector<answered> by_number;
            for (double used = fewest; used == fewest || is_by_number; ++used) {
              const double groups = held_by_itself(used, asked.spares);
              const double prefill_gpus = groups * static_cast<double>(x * reads.gpus()), decode_gpus = groups * static_cast<double>(y * writes.gpus());
              // All layouts drawn are of 1, 2, 4 or 8 GPUs and lie in one machine, or of whole machines.
              const auto each = static_cast<double>(kind.gpus);
              const bool share = std::max(reads.gpus(), writes.gpus()) <= std::min(kind.gpus, kind.domain);
              // A group that one has room for lies in one.
              const double group = static_cast<double>(x * reads.gpus() + y * writes.gpus());
              const auto domain = static_cast<double>(kind.domain);
              const hr::run_site site{.machine = kind.gpus, .node = kind.layouts.node, .domain = kind.domain};
              const double on_one = group <= domain ? slow_run_groups::machines_over_and_over(site, groups, static_cast<hr::count>(group))
                                    : share         ? std::ceil((prefill_gpus + decode_gpus) / each)
                                                    : std::ceil(prefill_gpus / each) + std::ceil(decode_gpus / each);
              const double machines = is_one ? on_one : std::ceil(prefill_gpus / each), others = is_one ? 0 : std::ceil(decode_gpus / static_cast<double>(other.gpus));
              const bool is_priced = kind.price.is_known() && other.price.is_known();
              const double dollars = hr::in_dollars_per_hour(kind.price.value_or({})) * machines + hr::in_dollars_per_hour(other.price.value_or({})) * others;
              const bool are_there = machines <= static_cast<double>(kind.at_most) && others <= static_cast<double>(other.at_most);
              if (!are_there || (has_budget && (dollars > hr::in_dollars(asked.budget) || !is_priced))) break;
              if (asked.least == plan_amount::cost && !is_priced) break;
              hr::serving_arrivals come = asked.each;
              come.rate = hr::requests_per_second(asked.requests / used);
              const double token = asked.has_limits() ? hr::in_seconds(value_of(hr::open_loop(*pools.known(), come)).token.p99) : full;
              const double watts = hr::in_watts(kind.gpu_power.value_or({})) * machines + hr::in_watts(other.gpu_power.value_or({})) * others;
              const std::array amounts{dollars, token, prefill_gpus + decode_gpus, watts * 3'600};
              by_number.push_back({amounts[static_cast<std::size_t>(asked.least)], of_group * groups});
            }
            if (!by_number.empty()) all.push_back(*std::ranges::min_element(by_number, {}, &answered::amount));
          }
      }
  }
  std::ranges::stable_sort(all, {}, &answered::amount);
  return all;
}

}  // namespace

TEST_CASE("The cheapest pools are found at compile time") {
  constexpr auto& found = hr::found_plans<chat, space, fifty>;
  static_assert(found.all().size() == 2);
  const auto again = hr::search_pools(chat, space, fifty);
  CHECK(again.tried() == found.tried());
  CHECK(hr::in_dollars(value_of(again.all().front().cost)) == doctest::Approx(hr::in_dollars(value_of(found.all().front().cost))));
  CHECK(hr::cheapest<chat, space, fifty>.cost <= again.all().front().cost.value_or({}));
  const hr::pool_plan& best = again.all().front().plan;
  CHECK(best.requests * static_cast<double>(best.groups) >= fifty.requests * (1 - 1e-9));
}

TEST_CASE("Leaving pools out by bounds never loses the best" * doctest::test_suite("slow")) {
  std::mt19937 random(11);
  const auto one_of = [&](const auto& all) { return all[random() % std::size(all)]; };
  hr::count left_out = 0;
  int with_plans = 0, with_more = 0, on_two_kinds = 0;
  for (int round = 0; round < 160; ++round) {
    CAPTURE(round);
    hr::serving_job job = chat;
    job.model = *one_of(std::array{&hr::models::llama3_1_8b, &hr::models::llama3_1_70b, &hr::models::qwen3_30b_a3b});
    job.weights = one_of(std::array{hr::served_weights(hr::fp8), hr::served_weights(hr::bf16)});
    std::vector<hr::serving_kind> some;
    for (const hr::machine& on : {h100, h200, gb200}) {
      if (random() % 2 == 0) continue;
      some.push_back(hr::serving_kind_of(on, job, 1 + static_cast<hr::count>(random() % 6),
                                         random() % 8 == 0 ? hr::figure<hr::money_rate>(hr::unknown) : hr::dollars_per_hour(20 + static_cast<double>(random() % 100))));
      some.back().layouts.most = std::min<hr::count>(some.back().layouts.most, round % 4 == 0 ? 4 : 2);
    }
    const hr::count most_workers = 1 + static_cast<hr::count>(random() % 3);
    const bool are_mixed = random() % 2 == 0;
    const hr::pool_plans drawn{.job = &job, .kinds = some, .decode_kinds = are_mixed ? std::span<const hr::serving_kind>(some) : std::span<const hr::serving_kind>(), .most_workers = most_workers};
    hr::serving_objective asked{.least = one_of(std::array{plan_amount::cost, plan_amount::time, plan_amount::gpus, plan_amount::rated_energy}),
                                .requests = one_of(std::array{0.1, 3.0, 40.0, 300.0}),
                                .each = {.prompt = one_of(std::array<hr::count, 3>{128, 1'024, 4'000}), .answer = one_of(std::array<hr::count, 4>{1, 2, 128, 1'024})}};
    if (random() % 2 == 0) {
      asked.first_token = hr::seconds(one_of(std::array{0.5, 2.0}));
      asked.token = hr::milliseconds(one_of(std::array{10.0, 40.0}));
    }
    if (random() % 2 == 0) asked.budget = hr::dollars(static_cast<double>(random() % 10) * 100 + 50);
    if (round % 3 == 0) asked.spares = one_of(std::array{hr::fleet_spares{.replicas = 1}, hr::fleet_spares{.replicas = 3}, hr::fleet_spares{.up = 0.97, .share_of_time = 0.999}});
    if (round % 5 == 0) {
      asked.least = plan_amount::time;
      asked.first_token = hr::seconds(2.0);
      asked.token = hr::milliseconds(40.0);
      asked.budget = hr::dollars(100.0 + 10 * round);
    }

    const auto found = hr::search_pools(job, drawn, asked);
    const std::vector<answered> all = all_that_do(job, drawn, asked);
    REQUIRE(found.all().size() == std::min<std::size_t>(all.size(), 2));
    for (std::size_t i = 0; i < found.all().size(); ++i)
      CHECK(value_of(hr::amount_of(found.all()[i], asked.least)) == doctest::Approx(all[i].amount).epsilon(1e-9));
    left_out += found.left_out();
    with_plans += all.empty() ? 0 : 1;
    on_two_kinds += !found.is_empty() && !found.all().front().plan.is_on_one_kind() ? 1 : 0;
    if (all.empty()) continue;
    const hr::pool_plan& best = found.all().front().plan;
    with_more += static_cast<double>(best.groups_in_use()) > std::max(1.0, std::ceil(asked.requests / best.requests * (1 - 1e-12))) ? 1 : 0;
  }
  CHECK(with_more > 3);
  CHECK(left_out > 500);
  CHECK(with_plans > 30);
  CHECK(on_two_kinds > 3);
}

TEST_CASE("A group answers as much as its decoders hold, or as its limits allow") {
  hr::serving_job prefill = chat, decode = chat;
  prefill.phase = hr::serving_phase::prefill;
  decode.phase = hr::serving_phase::decode;
  const hr::serving_arrivals each{.prompt = 2'048, .answer = 256};
  for (const auto& [x, y] : {std::pair<hr::count, hr::count>{1, 1}, {3, 1}, {1, 2}}) {
    const hr::serving_pools pools = hr::pools_of(prefill, x, decode, y, h100).value_or({});
    const hr::group_answers full = value_of(hr::answers_of(pools, {.each = each}));
    const hr::serving_result at = hr::closed_loop(pools, {.prompt = 2'048, .answer = 256, .clients = full.clients});
    CHECK(static_cast<double>(full.clients) <= at.most_sequences);
    CHECK(static_cast<double>(full.clients + 1) > at.most_sequences);
    CHECK(full.requests == hr::in_requests_per_second(at.requests));
    CHECK(full.first_token == at.first_token);
    // With limits 99 in 100 keep them, and with a little more no longer both.
    const hr::serving_objective limited{.each = each, .first_token = hr::seconds(0.5), .token = hr::milliseconds(8)};
    const hr::group_answers within = value_of(hr::answers_of(pools, limited));
    CHECK(within.first_token <= limited.first_token);
    CHECK(within.token <= limited.token);
    const auto more = hr::open_loop(pools, {.rate = hr::requests_per_second(1.01 * within.requests), .prompt = 2'048, .answer = 256});
    CHECK((!more.is_known() || more.known()->first_token.p99 > limited.first_token || more.known()->token.p99 > limited.token));
    // Little's law.
    const hr::serving_latencies there = value_of(hr::open_loop(pools, {.rate = hr::requests_per_second(within.requests), .prompt = 2'048, .answer = 256}));
    CHECK(std::abs(static_cast<double>(within.clients) - within.requests * hr::in_seconds(there.request.mean)) <= 0.5);
  }
  constexpr hr::serving_pools both = hr::pools_of(chat, 1, chat, 1, h100).value_or({});
  CHECK_CONSTEXPR(!hr::answers_of(both, {.each = {.prompt = 64, .answer = 64}, .first_token = hr::microseconds(1)}).is_known());
  CHECK_CONSTEXPR(hr::answers_of(both, {.each = {.prompt = 64, .answer = 64}}).is_known());
}

// What is kept is told by a job without a model, which has no worker of its own.
TEST_CASE("A worker is kept from plan to plan, and made anew for another layout or kind") {
  const hr::serving_job impossible;
  const std::array other{kinds.front()};
  hr::detail::workers_seen seen;
  const auto is_known = [&](const hr::serving_job& job, const hr::parallelism& layout, const hr::serving_kind& on) {
    return seen.of(job, on, layout, hr::usual_serving, hr::measured_servers).is_known();
  };
  for (const hr::parallelism& changed : {hr::parallelism{.tensor = 2}, {.pipeline = 2}, {.data = 2}, {.expert = 2}}) {
    CHECK(is_known(chat, {}, kinds.front()));
    CHECK(is_known(impossible, {}, kinds.front()));
    CHECK_FALSE(is_known(impossible, changed, kinds.front()));
  }
  CHECK(is_known(chat, {}, kinds.front()));
  CHECK_FALSE(is_known(impossible, {}, other.front()));
}

TEST_CASE("Ratios are in lowest terms, of each pair of layouts") {
  hr::count layouts = 0;
  for ([[maybe_unused]] const hr::parallelism& each : kinds.front().layouts) ++layouts;
  for (const hr::count most : {1, 2, 5}) {
    hr::count ratios = 0;
    for (hr::count x = 1; x <= most; ++x)
      for (hr::count y = 1; y <= most; ++y) ratios += std::gcd(x, y) == 1 ? 1 : 0;
    std::set<std::tuple<hr::count, hr::count, hr::count, hr::count>> seen;
    hr::count plans = 0;
    for (const hr::pool_plan& each : hr::pool_plans{.job = &chat, .kinds = kinds, .most_workers = most}) {
      ++plans;
      seen.insert({each.prefill.tensor, each.decode.tensor, each.prefill_workers, each.decode_workers});
    }
    CHECK(plans == ratios * layouts * layouts);
    CHECK(static_cast<hr::count>(seen.size()) == plans);
  }
  const hr::pool_plans of_none{.job = &chat};
  CHECK(of_none.most_workers == 8);  // docs/reference/plan/pool_search.md
  CHECK(of_none.begin() == of_none.end());
}

// Where no machine has a layout, no pair has one.
TEST_CASE("Each prefill layout of all kinds has each decode layout of all kinds to decode") {
  std::array two{on_one_machine(h100, chat, hr::dollars_per_hour(98)), on_one_machine(h200, chat, hr::dollars_per_hour(110))};
  two[0].layouts.most = 2;
  std::set<std::tuple<std::size_t, std::size_t, hr::count, hr::count>> seen;
  hr::count plans = 0;
  for (const hr::pool_plan& each : hr::pool_plans{.job = &chat, .kinds = two, .decode_kinds = two, .most_workers = 1}) {
    ++plans;
    const auto reads = static_cast<std::size_t>(each.on - two.data()), writes = static_cast<std::size_t>(each.decodes_on() - two.data());
    seen.insert({reads, writes, each.prefill.tensor, each.decode.tensor});
    CHECK(each.is_on_one_kind() == (reads == writes));
  }
  CHECK(plans == (2 + 3) * (2 + 3));
  CHECK(static_cast<hr::count>(seen.size()) == plans);
  const std::array none{[] {
    hr::serving_kind made = on_one_machine(h100, chat, hr::unknown);
    made.layouts.most = 0;
    return made;
  }()};
  const hr::pool_plans of_none{.job = &chat, .kinds = two, .decode_kinds = none};
  CHECK(of_none.begin() == of_none.end());
}

TEST_CASE("Pools on two kinds have machines of each, whatever a scale-up domain has room for") {
  static constexpr std::array two{on_one_machine(h100, chat, hr::dollars_per_hour(98)), on_one_machine(h200, chat, hr::dollars_per_hour(110))};
  constexpr auto plan_of = [](hr::parallelism prefill, hr::count x, hr::parallelism decode, hr::count y, hr::count groups) {
    return hr::pool_plan{.on = &two[0], .decode_on = &two[1], .prefill = prefill, .decode = decode, .prefill_workers = x, .decode_workers = y, .groups = groups};
  };
  CHECK_CONSTEXPR(!plan_of({}, 1, {}, 1, 1).lies_in_one_domain());
  CHECK_CONSTEXPR(plan_of({}, 1, {}, 1, 1).machines() == 2);
  // Twenty workers of two GPUs on machines of eight, and five of four.
  constexpr hr::pool_plan five = plan_of({.tensor = 2}, 4, {.tensor = 4}, 1, 5);
  CHECK_CONSTEXPR(five.prefill_machines() == 5);
  CHECK_CONSTEXPR(five.decode_machines() == 3);
  CHECK_CONSTEXPR(five.machines() == 8);
  CHECK_CONSTEXPR(hr::detail::amounts_of(five).cost.known()->value() == (hr::dollars(5 * 98 + 3 * 110)).value());
  CHECK_CONSTEXPR(!five.is_too_large());
  CHECK_CONSTEXPR(plan_of({.tensor = 2}, 1, {.tensor = 4}, 8, 5).is_too_large());  // twenty of sixteen
  CHECK_CONSTEXPR(plan_of({.tensor = 4}, 8, {.tensor = 2}, 1, 5).is_too_large());
  CHECK_CONSTEXPR(hr::prefill_job_of(chat, five).replicas == 20);
  CHECK_CONSTEXPR(hr::decode_job_of(chat, five).replicas == 5);
}

TEST_CASE("Of pools on two kinds the decode workers' kind says what they do and over which network caches come") {
  std::array two{on_one_machine(h100, chat, hr::dollars_per_hour(98)), on_one_machine(h200, chat, hr::dollars_per_hour(110))};
  const auto on_both = [&] {
    return hr::search_pools<1>(chat, hr::pool_plans{.job = &chat, .kinds = std::span(two).first(1), .decode_kinds = std::span(two).last(1), .most_workers = 1}, fifty);
  };
  // No group answers more than its decode workers' products allow: at a GPU second a token one GPU answers 1 / 255 of a request a second.
  const hr::pool_plan pair{.on = &two[0], .decode_on = &two[1]};
  const hr::serving_replica reads = value_of(hr::replica_of(hr::prefill_job_of(chat, pair), h100));
  two[1].least_seconds = 1;
  CHECK(hr::detail::most_requests_of(pair, reads, fifty.each) == doctest::Approx(1.001 / 255));
  two[1].least_seconds = two[0].least_seconds;
  const auto free = on_both();
  REQUIRE(!free.is_empty());
  two[1].sequences = 2;
  const auto held = on_both();
  REQUIRE(!held.is_empty());
  CHECK(held.all().front().plan.clients <= 8 * held.all().front().plan.decode_workers);  // as many as the job has
  CHECK(free.all().front().plan.clients > 8 * free.all().front().plan.decode_workers);
  hr::vm alone = hr::azure::nd96isr_h200_v5::spec;
  alone.scale_out = alone.scale_out_per_gpu = hr::unknown;
  two[1].machine = alone;
  CHECK(on_both().is_empty());
  CHECK(on_both().why_unknown() == "caches move from one kind of machine to the other over the scale-out networks of both, and the bandwidth of one is not known");
}

TEST_CASE("Pools share machines only where workers fill parts of one") {
  static constexpr auto plan_of = [](hr::parallelism prefill, hr::count x, hr::parallelism decode, hr::count y) {
    return hr::pool_plan{.on = kinds.data(), .prefill = prefill, .decode = decode, .prefill_workers = x, .decode_workers = y};
  };
  CHECK_CONSTEXPR(plan_of({.tensor = 4}, 1, {.tensor = 4}, 1).machines() == 1);
  CHECK_CONSTEXPR(plan_of({.tensor = 2}, 3, {.tensor = 1}, 3).machines() == 2);
  CHECK_CONSTEXPR(plan_of({.tensor = 8, .pipeline = 2}, 1, {.tensor = 4}, 1).machines() == 3);
  CHECK_CONSTEXPR(plan_of({.tensor = 8}, 2, {.tensor = 4}, 1).gpus() == 20);
  // Five groups of three GPUs each, which exchange caches over NVLink: two on a machine of eight.
  constexpr auto five_groups = [] {
    hr::pool_plan made = plan_of({.tensor = 2}, 1, {}, 1);
    made.groups = 5;
    return made;
  }();
  CHECK_CONSTEXPR(five_groups.group_gpus() == 3);
  CHECK_CONSTEXPR(five_groups.lies_in_one_domain());
  CHECK_CONSTEXPR(five_groups.machines() == 3);
  CHECK_CONSTEXPR(!plan_of({.tensor = 8}, 1, {.tensor = 1}, 1).lies_in_one_domain());
  CHECK_CONSTEXPR(hr::pool_plan{}.machines() == 0);
}

TEST_CASE("Where no pools do it, it is said why") {
  CHECK(hr::search_pools(chat, space, {.requests = 1, .each = fifty.each, .token = hr::microseconds(1)}).why_unknown() == "no request is answered within the limits, however few come");
  const auto too_many = hr::search_pools(chat, space, {.requests = 1e6, .each = fifty.each});
  CHECK(too_many.is_empty());
  CHECK(too_many.beyond_limits() > 0);
  // Decoders draft tokens, prefill workers do not.
  CHECK(hr::search_pools(chat, space, fifty, {.drafted = 65}).why_unknown() == "a step drafts 0 to 64 tokens");
  const std::array unpriced{hr::serving_kind_of(h100, chat, 8)};
  CHECK(hr::search_pools(chat, hr::pool_plans{.job = &chat, .kinds = unpriced, .most_workers = 1}, fifty).is_empty());
  const auto wide = hr::search_pools(chat, space | ranges::views::filter([](const hr::pool_plan& each) { return each.decode.tensor == 2; }), fifty);
  REQUIRE_FALSE(wide.is_empty());
  CHECK(wide.all().front().plan.decode.tensor == 2);
}

}  // namespace plan_pool_search_test
