// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/serving_search.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/take.hpp>
#include <span>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/inference/request_lengths.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>
#include <plan/slow_run_groups.hpp>
#include "held_by_itself.hpp"

namespace plan_serving_search_test {
namespace {

using hr::plan_amount;

constexpr hr::machine h100{hr::azure::nd96isr_h100_v5::spec};
constexpr hr::machine h200{hr::azure::nd96isr_h200_v5::spec};
constexpr hr::machine gb200{hr::azure::gb200_nvl72::spec};

inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .concurrent_sequences = 8, .context = 4'096};
inline constexpr std::array kinds{hr::serving_kind_of(h100, chat, 8, hr::dollars_per_hour(98)), hr::serving_kind_of(h200, chat, 8, hr::dollars_per_hour(110))};
inline constexpr hr::serving_plans space{.job = &chat, .kinds = kinds};
inline constexpr hr::serving_objective twenty{.requests = 20, .each = {.prompt = 1'024, .answer = 512}};

// Replicas that a domain has room for have nodes of their own in it, or lie several on one. Of others tensor ranks are in one domain each: of the
// domains what is left over stays empty.
double machines_of(double replicas, const hr::parallelism& layout, const hr::serving_kind& kind) {
  const hr::run_site site{.machine = kind.gpus, .node = kind.layouts.node, .domain = kind.domain};
  if (layout.gpus() <= kind.domain) return slow_run_groups::machines_over_and_over(site, replicas, layout.gpus());
  const double domain = static_cast<double>(std::min(kind.domain, kind.gpus));
  const double groups = replicas * static_cast<double>(layout.gpus() / layout.tensor);
  return std::ceil(groups / (std::floor(domain / static_cast<double>(layout.tensor)) * std::floor(static_cast<double>(kind.gpus) / domain)));
}

// Every layout by itself, by the functions that answer for one job on one machine, and with no bound.
struct answered {
  double amount = 0;
  double requests = 0;
  double dollars = 0;
};
std::vector<answered> all_that_do(const hr::serving_job& job, const hr::serving_plans& of, const hr::serving_objective& asked) {
  std::vector<answered> all;
  for (const hr::serving_kind& kind : of.kinds)
    for (const hr::parallelism& layout : kind.layouts) {
      hr::serving_job tried = job;
      hr::divide(tried, layout);
      tried.concurrent_sequences = std::max(tried.concurrent_sequences, tried.data_parallel);
      if (!hr::contradiction(tried).empty()) continue;
      const auto asks = hr::demand_of(tried);
      if (!asks.is_known() || asks.known()->per_gpu.usable_gpu_memory > hr::usable_memory_per_gpu(kind.machine).value_or({})) continue;
      const auto replica = hr::replica_of(tried, kind.machine);
      if (!replica.is_known()) continue;
      double each = 0;
      double token = 0;
      if (asked.has_limits()) {
        const auto within = hr::most_requests_within(*replica.known(), asked.each, asked.first_token, asked.token);
        if (!within.is_known()) continue;
        each = hr::in_requests_per_second(within.known()->requests);
      } else {
        hr::serving_requests load{.prompt = asked.each.prompt, .answer = asked.each.answer};
        load.clients = std::max<hr::count>(static_cast<hr::count>(hr::most_throughput(*replica.known(), load).sequences), 1);
        const hr::serving_result found = hr::closed_loop(*replica.known(), load);
        each = hr::in_requests_per_second(found.requests);
        token = hr::in_seconds(found.token);
      }
      if (!(each > 0)) continue;
      const double fewest = fewest_by_itself(asked.requests, each);
      const bool has_budget = hr::in_dollars(asked.budget) > 0, is_by_number = is_each_number_asked(asked);
      std::vector<answered> by_number;
      for (double used = fewest; used == fewest || is_by_number; ++used) {
        const double replicas = held_by_itself(used, asked.spares);
        const double machines = machines_of(replicas, layout, kind);
        const double dollars = hr::in_dollars_per_hour(kind.price.value_or({})) * machines;
        if (machines > static_cast<double>(kind.at_most) || (has_budget && (dollars > hr::in_dollars(asked.budget) || !kind.price.is_known()))) break;
        if (asked.least == plan_amount::cost && !kind.price.is_known()) break;
        hr::serving_arrivals of_each = asked.each;
        of_each.rate = hr::requests_per_second(asked.requests / used);
        if (asked.has_limits()) token = hr::in_seconds(value_of(hr::open_loop(*replica.known(), of_each)).token.p99);
        const double watts = hr::in_watts(kind.gpu_power.value_or({})) * machines;
        const std::array amounts{dollars, token, replicas * static_cast<double>(layout.gpus()), watts * 3'600};
        by_number.push_back({amounts[static_cast<std::size_t>(asked.least)], each * replicas, amounts[0] > 0 ? amounts[0] : 1e300});
      }
      if (!by_number.empty()) all.push_back(*std::ranges::min_element(by_number, {}, &answered::amount));
    }
  std::ranges::stable_sort(all, {}, &answered::amount);
  return all;
}

}  // namespace

TEST_CASE("The cheapest way to answer so many requests is found at compile time") {
  constexpr auto& found = hr::found_plans<chat, space, twenty>;
  static_assert(found.all().size() == 2);
  const auto again = hr::search(chat, space, twenty);
  CHECK(again.tried() == found.tried());
  CHECK(hr::in_dollars(value_of(again.all().front().cost)) == doctest::Approx(hr::in_dollars(value_of(found.all().front().cost))));
  CHECK(hr::cheapest<chat, space, twenty>.cost <= again.all().front().cost.value_or({}));
  CHECK(again.all().front().plan.requests * static_cast<double>(again.all().front().plan.replicas) >= twenty.requests * (1 - 1e-9));
}

TEST_CASE("Leaving serving plans out by bounds never loses the best" * doctest::test_suite("slow")) {
  std::mt19937 random(7);
  const auto one_of = [&](const auto& all) { return all[random() % std::size(all)]; };
  hr::count left_out = 0;
  int with_plans = 0, with_more = 0;
  for (int round = 0; round < 120; ++round) {
    CAPTURE(round);
    hr::serving_job job = chat;
    job.model = *one_of(std::array{&hr::models::llama3_1_8b, &hr::models::llama3_1_70b, &hr::models::mixtral_8x7b, &hr::models::qwen3_235b_a22b});
    job.weights = one_of(std::array{hr::served_weights(hr::fp8), hr::served_weights(hr::bf16)});
    job.context = 8'192;
    std::vector<hr::serving_kind> some;
    for (const hr::machine& on : {h100, h200, gb200})
      if (random() % 2 == 0)
        some.push_back(hr::serving_kind_of(on, job, 1 + static_cast<hr::count>(random() % 6),
                                           random() % 8 == 0 ? hr::figure<hr::money_rate>(hr::unknown) : hr::dollars_per_hour(20 + static_cast<double>(random() % 100))));
    for (hr::serving_kind& each : some) each.layouts.most = std::min<hr::count>(each.layouts.most, 32);
    const hr::serving_plans drawn{.job = &job, .kinds = some};
    hr::serving_objective asked{.least = one_of(std::array{plan_amount::cost, plan_amount::time, plan_amount::gpus, plan_amount::rated_energy}),
                                .requests = one_of(std::array{0.1, 3.0, 40.0, 300.0}),
                                .each = {.prompt = one_of(std::array<hr::count, 3>{128, 1'024, 4'000}), .answer = one_of(std::array<hr::count, 3>{1, 128, 1'024})}};
    if (random() % 4 == 0) {
      asked.first_token = hr::seconds(one_of(std::array{0.5, 2.0}));
      asked.token = hr::milliseconds(one_of(std::array{20.0, 80.0}));
    }
    if (random() % 2 == 0) asked.budget = hr::dollars(static_cast<double>(random() % 10) * 100 + 50);
    if (round % 3 == 0) asked.spares = one_of(std::array{hr::fleet_spares{.replicas = 1}, hr::fleet_spares{.replicas = 3}, hr::fleet_spares{.up = 0.97, .share_of_time = 0.999}});
    if (round % 5 == 0) {
      asked.least = plan_amount::time;
      asked.first_token = hr::seconds(2.0);
      asked.token = hr::milliseconds(80.0);
      asked.budget = hr::dollars(100.0 + 10 * round);
    }

    const auto found = hr::search(job, drawn, asked);
    const std::vector<answered> all = all_that_do(job, drawn, asked);
    REQUIRE(found.all().size() == std::min<std::size_t>(all.size(), 2));
    for (std::size_t i = 0; i < found.all().size(); ++i)
      CHECK(value_of(hr::amount_of(found.all()[i], asked.least)) == doctest::Approx(all[i].amount).epsilon(1e-9));
    if (!all.empty()) {
      // Of equal ones the cheapest, and of these that which answers most.
      double most = 0, cheapest = 1e300;
      const auto is_least = [&](const answered& each) { return each.amount <= all.front().amount * (1 + 1e-12); };
      for (const answered& each : all)
        if (is_least(each)) cheapest = std::min(cheapest, each.dollars);
      for (const answered& each : all)
        if (is_least(each) && each.dollars <= cheapest * (1 + 1e-12)) most = std::max(most, each.requests);
      const hr::serving_plan& best = found.all().front().plan;
      CHECK(best.requests * static_cast<double>(best.replicas) == doctest::Approx(most).epsilon(1e-9));
      with_more += static_cast<double>(best.replicas - best.spares) > std::max(1.0, std::ceil(asked.requests / best.requests * (1 - 1e-12))) ? 1 : 0;
    }
    left_out += found.left_out();
    with_plans += all.empty() ? 0 : 1;
  }
  CHECK(left_out > 200);
  CHECK(with_plans > 60);
  CHECK(with_more > 10);
}

TEST_CASE("Views of serving plans are searched, and predicates of one's own") {
  const auto found = hr::search(chat, space | ranges::views::filter([](const hr::serving_plan& each) { return each.layout.tensor == 8; }), twenty);
  REQUIRE_FALSE(found.is_empty());
  for (const auto& each : found.all()) CHECK(each.plan.layout.tensor == 8);
  CHECK(hr::search(chat, space | ranges::views::take(0), twenty).is_empty());
}

// A job of one sequence, as where none is said: each data-parallel rank has one at least, and the load says how many there are.
TEST_CASE("A job that says fewer sequences than ranks is arranged on them as one that says more") {
  constexpr auto in_copies = [](const hr::serving_plan& each) { return each.layout.data > 1; };
  const hr::serving_job one{.model = hr::models::qwen3_235b_a22b, .weights = hr::fp8, .context = 4'096};
  hr::serving_job many = one;
  many.concurrent_sequences = 64;
  const hr::serving_objective asked{.least = plan_amount::gpus, .requests = 90, .each = {.prompt = 1'024, .answer = 512}};
  const auto search = [&](const hr::serving_job& of) {
    const std::array on{hr::serving_kind_of(h100, of, 64)};
    const hr::serving_plans all{.job = &of, .kinds = on};
    return hr::search(of, all | ranges::views::filter(in_copies), asked);
  };
  const auto found = search(one);
  const auto should = search(many);
  REQUIRE(!found.is_empty());
  CHECK(found.all().front().gpus == should.all().front().gpus);
  CHECK(found.all().front().plan.layout.data == should.all().front().plan.layout.data);
  CHECK_CONSTEXPR(hr::job_of(chat, hr::serving_plan{.on = kinds.data(), .layout = {.tensor = 2, .data = 32}}).concurrent_sequences == 32);
  CHECK_CONSTEXPR(hr::job_of(chat, hr::serving_plan{.on = kinds.data(), .layout = {.tensor = 2, .data = 4}}).concurrent_sequences == 8);
}

TEST_CASE("Lengths by quantiles ask for what their means ask for") {
  // Half of the answers have up to 100 tokens, half 100 to 300: 125 in the mean. The bounds have to go by them, and not by the mean of nobody.
  const hr::serving_objective by_mean{.requests = 100, .each = {.prompt = 1'024, .answer = 125}};
  hr::serving_objective by_quantiles{.requests = 100};
  by_quantiles.each.prompts = hr::parse_request_lengths("p0=1024,p100=1024").value;
  by_quantiles.each.answers = hr::parse_request_lengths("p0=1,p50=100,p100=299").value;
  CHECK(by_quantiles.each.answers.mean() == doctest::Approx(125));
  const auto mean = hr::search(chat, space, by_mean);
  const auto quantiles = hr::search(chat, space, by_quantiles);
  REQUIRE((!mean.is_empty() && !quantiles.is_empty()));
  CHECK(quantiles.all().front().plan.machines() == mean.all().front().plan.machines());
  CHECK(quantiles.all().front().plan.requests == doctest::Approx(mean.all().front().plan.requests));
}

TEST_CASE("Without room, price, or time enough there is no plan, and it is said why") {
  const std::array unpriced{hr::serving_kind_of(h100, chat, 8)};
  const hr::serving_plans of{.job = &chat, .kinds = unpriced};
  CHECK(hr::search(chat, of, twenty).is_empty());
  CHECK_FALSE(hr::search(chat, of, {.least = plan_amount::gpus, .each = twenty.each}).is_empty());
  const auto too_fast = hr::search(chat, space, {.requests = 1, .each = twenty.each, .token = hr::microseconds(1)});
  CHECK(too_fast.is_empty());
  CHECK(too_fast.why_unknown() == "a request by itself takes longer");
  const auto too_many = hr::search(chat, space, {.requests = 1e6, .each = twenty.each});
  CHECK(too_many.is_empty());
  CHECK(too_many.beyond_limits() + too_many.left_out() > 0);
}

TEST_CASE("Tensor ranks lie in a domain, and what is left over of it stays empty") {
  constexpr hr::serving_kind rack = hr::serving_kind_of(gb200, chat, 8);
  CHECK_CONSTEXPR(hr::serving_plan{.on = &rack, .layout = {.tensor = 16}, .replicas = 4}.machines() == 1);
  CHECK_CONSTEXPR(hr::serving_plan{.on = &rack, .layout = {.tensor = 16}, .replicas = 5}.machines() == 2);
  CHECK_CONSTEXPR(hr::serving_plan{.on = &rack, .layout = {.tensor = 8}, .replicas = 9}.machines() == 1);
  CHECK_CONSTEXPR(hr::serving_plan{}.machines() == 0);
}

}  // namespace plan_serving_search_test
