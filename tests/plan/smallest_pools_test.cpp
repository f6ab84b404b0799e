// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/smallest_pools.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <range/v3/view/filter.hpp>
#include <set>
#include <utility>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models.hpp>
#include <headroom/plan/shared_cluster.hpp>

#include <check.hpp>

namespace plan_smallest_pools_test {
namespace {

constexpr hr::machine h100{hr::azure::nd96isr_h100_v5::spec};
constexpr hr::machine gb200{hr::azure::gb200_nvl72::spec};
inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .concurrent_sequences = 8, .context = 8'192};

using parts = std::array<hr::pool_part, 2>;

bool has_room(const hr::serving_job& worker, const hr::machine& on) {
  if (!hr::contradiction(worker).empty()) return false;
  const auto asks = hr::demand_of(worker);
  return asks.is_known() && asks.known()->per_gpu.usable_gpu_memory <= hr::usable_memory_per_gpu(on).value_or({});
}

// Of each plan that answers what is asked, by itself and with no bound, what has its place by itself.
std::vector<parts> all_that_do(const hr::serving_job& job, const hr::pool_plans& of, const hr::serving_objective& asked) {
  std::vector<parts> all;
  for (hr::pool_plan plan : of) {
    if (!has_room(hr::prefill_job_of(job, plan), plan.on->machine) || !has_room(hr::decode_job_of(job, plan), plan.on->machine)) continue;
    const auto group = hr::group_of(job, plan);
    if (!group.is_known()) continue;
    const double each = hr::answers_of(*group.known(), asked).value_or({}).requests;
    if (!(each > 0)) continue;
    const auto groups = static_cast<hr::count>(std::max(1.0, std::ceil(asked.requests / each * (1 - 1e-12))));
    const hr::count reads = plan.prefill.gpus(), writes = plan.decode.gpus(), x = plan.prefill_workers, y = plan.decode_workers;
    if (x * reads + y * writes <= plan.on->domain) all.push_back({hr::pool_part{x * reads + y * writes, groups}, {}});
    else all.push_back({hr::pool_part{reads, groups * x}, {writes, groups * y}});
  }
  return all;
}

bool is_no_larger(const parts& a, const parts& b) {
  return a[0].gpus <= b[0].gpus && a[1].gpus <= b[1].gpus && a[0].number <= b[0].number && a[1].number <= b[1].number;
}

}  // namespace

TEST_CASE("Of all pools that answer those are found that no other is smaller than" * doctest::test_suite("slow")) {
  std::mt19937 random(5);
  const auto one_of = [&](const auto& all) { return all[random() % std::size(all)]; };
  hr::count left_out = 0, kept = 0;
  int with_both = 0;
  for (int round = 0; round < 30; ++round) {
    CAPTURE(round);
    hr::serving_job job = chat;
    job.model = *one_of(std::array{&hr::models::llama3_1_8b, &hr::models::llama3_1_70b, &hr::models::qwen3_30b_a3b});
    hr::serving_kind kind = hr::serving_kind_of(one_of(std::array{h100, gb200}), job, 100'000, hr::dollars_per_hour(98));
    kind.layouts.most = one_of(std::array<hr::count, 3>{2, 4, 16});
    const hr::pool_plans drawn{.job = &job, .kinds = std::span(&kind, 1), .most_workers = 1 + static_cast<hr::count>(random() % 3)};
    hr::serving_objective asked{.requests = one_of(std::array{0.1, 3.0, 40.0, 300.0}), .each = {.prompt = one_of(std::array<hr::count, 3>{128, 1'024, 4'000}), .answer = one_of(std::array<hr::count, 2>{128, 1'024})}};
    if (random() % 2 == 0) {
      asked.first_token = hr::seconds(one_of(std::array{0.5, 2.0}));
      asked.token = hr::milliseconds(one_of(std::array{10.0, 40.0}));
    }
    // No budget makes them larger, or leaves any out.
    if (round % 3 == 0) asked.least = hr::plan_amount::time, asked.budget = hr::dollars(round % 2 == 0 ? 1'000 : 1);
    const hr::smallest_pools found = hr::search_smallest_pools(job, drawn, asked);
    const std::vector<parts> all = all_that_do(job, drawn, asked);
    const auto as_text = [](const parts& of) { return std::array{of[0].gpus, of[0].number, of[1].gpus, of[1].number}; };
    std::set<std::array<hr::count, 4>> smallest, said;
    for (const parts& each : all)
      if (std::ranges::none_of(all, [&](const parts& other) { return other != each && is_no_larger(other, each); })) smallest.insert(as_text(each));
    for (const auto& each : found.found()) said.insert(as_text(hr::parts_of(each.plan)));
    CHECK(said == smallest);
    CHECK(said.size() == found.found().size());
    left_out += found.left_out();
    kept += static_cast<hr::count>(said.size());
    with_both += std::ranges::any_of(said, [](const auto& of) { return of[2] == 0; }) && std::ranges::any_of(said, [](const auto& of) { return of[2] > 0; }) ? 1 : 0;
    // It counts as a search for the fewest GPUs does, whose best is among them.
    if (all.empty()) continue;
    hr::count fewest = hr::max_count;
    for (const parts& each : all) fewest = std::min(fewest, each[0].gpus * each[0].number + each[1].gpus * each[1].number);
    CHECK(found.all().front().gpus == fewest);
  }
  CHECK((left_out > 300 && kept > 100 && with_both > 5));
}

// What is left out, as others are no larger, takes no fewer machines beside any other job.
TEST_CASE("As many that are no larger lie wherever others do" * doctest::test_suite("slow")) {
  std::mt19937 random(9);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  int fewer = 0;
  for (int round = 0; round < 4'000; ++round) {
    hr::shared_kind on{.node_gpus = draw(1, 8), .domain_nodes = draw(1, 3)};
    if (draw(0, 1) == 1) on.machine_nodes = on.domain_nodes;
    const int size = draw(1, 30), number = draw(1, 6);
    const auto larger = hr::option_on(0, on, number, size, 1, 0), smaller = hr::option_on(0, on, draw(1, number), draw(1, size), 1, 0);
    const auto other = hr::option_on(0, on, draw(0, 3), draw(1, 12), 1, 0), another = hr::option_on(0, on, draw(0, 3), draw(1, 5), 1, 0);
    const auto of_larger = hr::lay_out(on, std::array{larger, other, another}), of_smaller = hr::lay_out(on, std::array{smaller, other, another});
    REQUIRE((of_larger.is_proved && of_smaller.is_proved));
    CHECK(of_smaller.machines <= of_larger.machines);
    fewer += of_smaller.machines < of_larger.machines ? 1 : 0;
  }
  CHECK(fewer > 1'000);
}

TEST_CASE("A group that has room in a scale-up domain is one, and else the workers of each pool are by themselves") {
  static constexpr hr::serving_kind kind = hr::serving_kind_of(h100, chat, 16);
  constexpr auto plan_of = [](hr::parallelism prefill, hr::count x, hr::parallelism decode, hr::count y, hr::count groups) {
    return hr::pool_plan{.on = &kind, .prefill = prefill, .decode = decode, .prefill_workers = x, .decode_workers = y, .groups = groups};
  };
  CHECK_CONSTEXPR(hr::parts_of(plan_of({.tensor = 2}, 3, {.tensor = 2}, 1, 5)) == parts{hr::pool_part{8, 5}, {}});
  CHECK_CONSTEXPR(hr::parts_of(plan_of({.tensor = 2}, 3, {.tensor = 4}, 1, 5)) == parts{hr::pool_part{2, 15}, {4, 5}});
  // Of equal ones the first is kept, and one that is smaller takes the place of those that are not.
  constexpr auto kept = [](auto... plans) {
    hr::smallest_pools made;
    (made.take(plans, {}), ...);
    return std::pair(made.found().size(), made.found().front().plan.prefill_workers);
  };
  CHECK_CONSTEXPR(kept(plan_of({}, 1, {}, 3, 5), plan_of({}, 3, {}, 1, 5)) == std::pair<std::size_t, hr::count>(1, 1));
  CHECK_CONSTEXPR(kept(plan_of({}, 1, {}, 3, 5), plan_of({}, 2, {}, 1, 5)) == std::pair<std::size_t, hr::count>(1, 2));
  CHECK_CONSTEXPR(kept(plan_of({}, 1, {}, 3, 5), plan_of({}, 2, {}, 1, 6)) == std::pair<std::size_t, hr::count>(2, 1));
  static constexpr hr::serving_kind other = kind;
  constexpr auto on_other = [](hr::pool_plan plan) {
    plan.on = &other;
    return plan;
  };
  CHECK_CONSTEXPR(kept(plan_of({}, 1, {}, 3, 5), on_other(plan_of({}, 1, {}, 3, 5))).first == 2);
  static constexpr hr::serving_kind third = kind;
  constexpr auto decoding_on = [](hr::pool_plan plan, const hr::serving_kind& on) {
    plan.decode_on = &on;
    return plan;
  };
  CHECK_CONSTEXPR(hr::parts_of(decoding_on(plan_of({}, 1, {}, 3, 5), other)) == parts{hr::pool_part{1, 5}, {1, 15}});
  CHECK_CONSTEXPR(kept(decoding_on(plan_of({}, 1, {}, 3, 5), other), decoding_on(plan_of({}, 1, {}, 3, 5), third)).first == 2);
}

TEST_CASE("Smallest pools are found of views, and why there are none is told") {
  hr::serving_kind kind = hr::serving_kind_of(h100, chat, 16);
  kind.layouts.most = 4;
  const hr::pool_plans space{.job = &chat, .kinds = std::span(&kind, 1), .most_workers = 2};
  const hr::serving_objective fifty{.requests = 50, .each = {.prompt = 2'048, .answer = 256}};
  const auto wide = hr::search_smallest_pools(chat, space | ranges::views::filter([](const hr::pool_plan& each) { return each.decode.tensor == 2; }), fifty);
  REQUIRE_FALSE(wide.found().empty());
  CHECK(std::ranges::all_of(wide.found(), [](const auto& each) { return each.plan.decode.tensor == 2; }));
  const auto none = hr::search_smallest_pools(chat, space, {.requests = 1, .each = fifty.each, .token = hr::microseconds(1)});
  CHECK(none.found().empty());
  CHECK(none.why_unknown() == "no request is answered within the limits, however few come");
}

}  // namespace plan_smallest_pools_test
