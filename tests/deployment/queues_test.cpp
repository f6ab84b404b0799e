// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/queues.hpp>

#include <deployment/small_deployments.hpp>
#include <utility>

namespace queues_cases {

using namespace small;

constexpr hr::quota of(std::string_view queue, hr::count gpus) {
  return {.name = queue, .resource = "nvidia.com/gpu", .pool = "gpu", .cohort = "all", .line = 1, .nominal = {gpus, 1}};
}
constexpr std::array both{of("a", 8), of("b", 4)};
constexpr hr::deployment cohort{.quotas = both};

// A queue in one in another, of two resources each; and two that are in each other.
constexpr hr::request_limit limit(std::string_view of, std::string_view within, std::string_view resource, hr::count most) {
  return {.by = hr::limited_by::queue, .of = of, .within = within, .resource = resource, .most = {most, 2}};
}
constexpr std::array nested{limit("team", "group", "cpu", 1), limit("team", "group", "nvidia.com/gpu", 2), limit("group", "all", "cpu", 3),
                            limit("group", "all", "nvidia.com/gpu", 4), limit("all", "", "nvidia.com/gpu", 5)};
constexpr std::array circle{limit("a", "b", "cpu", 1), limit("b", "a", "cpu", 2)};
constexpr hr::deployment queues{.request_limits = nested};
constexpr hr::deployment in_a_circle{.request_limits = circle};

}  // namespace queues_cases

TEST_CASE("Resources of queues are known by their names") {
  CHECK_CONSTEXPR(hr::resource_called("cpu") == hr::queue_resource::cpus);
  CHECK_CONSTEXPR(hr::resource_called("memory") == hr::queue_resource::host_memory);
  CHECK_CONSTEXPR(hr::resource_called("ephemeral-storage") == hr::queue_resource::ephemeral_storage);
  CHECK_CONSTEXPR(hr::resource_called("habana.ai/gaudi") == hr::queue_resource::gpus);
  CHECK_CONSTEXPR(hr::resource_called("pods") == hr::queue_resource::other);
  CHECK_CONSTEXPR(hr::is_in_bytes(hr::queue_resource::host_memory));
  CHECK_CONSTEXPR(!hr::is_in_bytes(hr::queue_resource::cpus));
}

TEST_CASE("A queue admits its own and what it can borrow") {
  using namespace queues_cases;
  CHECK_CONSTEXPR(hr::others_of_cohort(cohort, both[0]) == 4);
  CHECK_CONSTEXPR(hr::most_admitted(cohort, both[0]) == 12);
  CHECK_CONSTEXPR(!hr::admits_nothing(cohort, both[0]));
  CHECK_CONSTEXPR(!hr::has_a_choice(cohort, both[0]));
  const std::array alone{of("a", 0)};
  CHECK(hr::most_admitted({.quotas = alone}, alone[0]) == std::nullopt);
  const std::array twice{of("a", 8), of("a", 8)};
  CHECK(hr::has_a_choice({.quotas = twice}, twice[0]));
}

TEST_CASE("A queue is in one by what both say of a resource, however they are nested") {
  using namespace queues_cases;
  CHECK(hr::queue_around(nested[0], queues)->most.value == 3);
  CHECK(hr::queue_around(nested[1], queues)->most.value == 4);
  CHECK(hr::queue_around(nested[2], queues) == nullptr);
  CHECK_CONSTEXPR(hr::is_of_queue(nested[4], "team", queues));
  CHECK_CONSTEXPR(!hr::is_of_queue(nested[0], "all", queues));
  CHECK_CONSTEXPR(hr::nearest_queue(&circle[0], in_a_circle, [](const hr::request_limit& q) { return q.most.value > 2; }) == nullptr);
}

TEST_CASE("A job asks for its whole group at once, a service for all replicas") {
  using namespace small;
  std::array<hr::workload, 2> roles{pods(1, 4), pods(1, 2)};
  for (hr::workload& each : roles) {
    each.scale.replicas = {hr::count{3}, 5};
    each.requests.millicpus = {hr::count{500}, 6};
  }
  CHECK(hr::asked_at_once(roles[0], hr::queue_resource::gpus, roles) == 12);
  CHECK(hr::asked_at_once(roles[0], hr::queue_resource::cpus, roles) == 1500);
  for (hr::workload& each : roles) {
    each.queueing.runs_as = hr::workload_class::job;
    each.identity.group = "both";
  }
  CHECK(hr::asked_at_once(roles[0], hr::queue_resource::gpus, roles) == 6);
  CHECK(hr::asked_at_once(roles[1], hr::queue_resource::cpus, roles) == 1000);
}

namespace queues_cases {

// A quota of "gpu" in the cohort "all" unless said otherwise; a negative number is none, and one of `open` is left open.
constexpr hr::count open = 1'000'000;
constexpr hr::said<hr::count> said(hr::count n, int line) {
  if (n == open) return {hr::unknown, line};
  return n < 0 ? hr::said<hr::count>{} : hr::said<hr::count>{n, line};
}
constexpr hr::quota quota(std::string_view name, hr::count nominal, hr::count lends = -1, hr::count borrows = -1, std::string_view lent_in = "all",
                          std::string_view pool = "gpu", std::string_view resource = "nvidia.com/gpu") {
  return {.name = name, .resource = resource, .pool = pool, .cohort = lent_in, .line = 1, .nominal = said(nominal, 2), .borrowing_limit = said(borrows, 3), .lending_limit = said(lends, 4)};
}

}  // namespace queues_cases

// Kueue: a queue of a cohort borrows what the others have of the same flavor and resource and lend, within its own limit.
TEST_CASE("What a queue can borrow is what the others of its cohort lend of the same") {
  using namespace queues_cases;
  const auto others = [](const hr::quota& second, const hr::quota& third) {
    const std::array all{quota("a", 7), second, third};
    return hr::others_of_cohort({.quotas = all}, all[0]);
  };
  const hr::quota other_cohort = quota("c", 100, -1, -1, "other"), other_pool = quota("c", 100, -1, -1, "all", "cpus"), other_resource = quota("c", 100, -1, -1, "all", "gpu", "cpu");
  for (const hr::count nominal : {0, 1, 5})
    for (const hr::count lends : {-1, 0, 1, 4, 5, 6}) {
      const double lent = static_cast<double>(lends >= 0 && lends < nominal ? lends : nominal);
      CAPTURE(nominal);
      CAPTURE(lends);
      CHECK(others(quota("b", nominal, lends), other_cohort) == lent);
      CHECK(others(quota("b", nominal, lends), other_pool) == lent);
      CHECK(others(quota("b", nominal, lends), other_resource) == lent);
      CHECK(others(quota("b", nominal, lends), quota("c", 3)) == lent + 3);
      CHECK(others(quota("b", open, lends), quota("c", 3)) == std::nullopt);
    }
  CHECK(others(quota("b", 5, open), quota("c", 3)) == std::nullopt);
  CHECK(others(quota("b", -1), quota("c", 3)) == std::nullopt);
  CHECK(others(other_cohort, other_pool) == std::nullopt);
  const std::array in_none{quota("a", 7, -1, -1, ""), quota("b", 5, -1, -1, "")};
  CHECK(hr::others_of_cohort({.quotas = in_none}, in_none[0]) == 0);
}

TEST_CASE("The most that a queue admits is its own and what it may and can borrow, and nothing where that is nothing") {
  using namespace queues_cases;
  for (const hr::count own : {0, 2})
    for (const hr::count borrows : {-1, 0, 1, 3, 4})
      for (const hr::count others : {0, 1, 3}) {
        const std::array all{quota("a", own, -1, borrows), quota("b", others)};
        const double most = static_cast<double>(own + (borrows >= 0 && borrows < others ? borrows : others));
        CAPTURE(own);
        CAPTURE(borrows);
        CAPTURE(others);
        CHECK(hr::most_admitted({.quotas = all}, all[0]) == most);
        CHECK(hr::admits_nothing({.quotas = all}, all[0]) == (most == 0));
      }
  // Of a cohort of which no other queue is told, a limit is the most that it may borrow.
  const auto alone = [](const hr::quota& q) {
    const std::array one{q};
    return std::pair{hr::most_admitted({.quotas = one}, one[0]), hr::admits_nothing({.quotas = one}, one[0])};
  };
  const std::optional<double> nothing_told;
  CHECK(alone(quota("a", 2)) == std::pair{nothing_told, false});
  CHECK(alone(quota("a", 0)) == std::pair{nothing_told, false});
  CHECK(alone(quota("a", 2, -1, 3)) == std::pair{std::optional<double>{5.0}, false});
  CHECK(alone(quota("a", 0, -1, 0)) == std::pair{std::optional<double>{0.0}, true});
  CHECK(alone(quota("a", 0, -1, open)) == std::pair{nothing_told, false});
  CHECK(alone(quota("a", -1, -1, 0)) == std::pair{nothing_told, false});
  CHECK(alone(quota("a", open, -1, 3)) == std::pair{nothing_told, false});
  CHECK(alone(quota("a", 0, -1, -1, "")) == std::pair{std::optional<double>{0.0}, true});
  CHECK(alone(quota("a", 1, -1, -1, "")) == std::pair{std::optional<double>{1.0}, false});
}

TEST_CASE("A queue of none whose cohort has others, but none of them the same resource, admits nothing") {
  using namespace queues_cases;
  const auto nothing = [](const hr::quota& first, const hr::quota& second, const hr::quota& third) {
    const std::array all{first, second, third};
    return hr::admits_nothing({.quotas = all}, all[0]);
  };
  const hr::quota of_cpus = quota("b", 3, -1, -1, "all", "gpu", "cpu"), elsewhere = quota("c", 3, -1, -1, "other"), same_queue = quota("a", 3, -1, -1, "all", "cpus");
  CHECK(nothing(quota("a", 0), of_cpus, elsewhere));
  CHECK(!nothing(quota("a", 0), elsewhere, elsewhere));
  CHECK(!nothing(quota("a", 0), same_queue, same_queue));
  CHECK(!nothing(quota("a", 0), of_cpus, quota("c", open)));  // it may have some to lend
  CHECK(!nothing(quota("a", 0, -1, open), of_cpus, of_cpus));
  CHECK(!nothing(quota("a", 1), of_cpus, of_cpus));
}

TEST_CASE("A queue has a choice where another flavor of it admits something of the resource, or of other GPUs") {
  using namespace queues_cases;
  const auto choice = [](const hr::quota& other) {
    const std::array all{quota("a", 8, -1, -1, ""), other};
    return hr::has_a_choice({.quotas = all}, all[0]);
  };
  CHECK(choice(quota("a", 1, -1, -1, "", "second")));
  CHECK(!choice(quota("a", 0, -1, -1, "", "second")));
  CHECK(!choice(quota("b", 1, -1, -1, "", "second")));
  CHECK(choice(quota("a", 1, -1, -1, "", "second", "amd.com/gpu")));
  CHECK(!choice(quota("a", 1, -1, -1, "", "second", "cpu")));
  const std::array of_cpus{quota("a", 8, -1, -1, "", "gpu", "cpu"), quota("a", 8, -1, -1, "", "gpu", "memory"), quota("a", 8, -1, -1, "")};
  CHECK(!hr::has_a_choice({.quotas = of_cpus}, of_cpus[0]));
  const std::array more_cpus{of_cpus[0], quota("a", 8, -1, -1, "", "second", "cpu")};
  CHECK(hr::has_a_choice({.quotas = more_cpus}, more_cpus[0]));
}

TEST_CASE("A quota draws on the pool that it names, or on the only one, and is drawn on by what names the queue or, without one, the pool") {
  using namespace queues_cases;
  std::array pools{pool(1, 8), pool(2, 8)};
  pools[1].name = "second";
  const auto place = [&](std::string_view name, std::size_t how_many) {
    const hr::machine_pool* found = hr::pool_of_quota(quota("a", 1, -1, -1, "all", name), {.pools = std::span(pools).first(how_many)});
    return found == nullptr ? -1 : static_cast<int>(found - pools.data());
  };
  CHECK(place("second", 2) == 1);
  CHECK(place("gpu", 2) == 0);
  CHECK(place("third", 2) == -1);
  CHECK(place("", 2) == -1);
  CHECK(place("third", 1) == 0);
  CHECK(place("", 1) == 0);
  CHECK(place("", 0) == -1);
  pools[0].name = "";
  CHECK(place("", 2) == -1);  // no name is none of a pool without one
  hr::workload w = pods(1, 1);
  CHECK(!hr::is_admitted_by(w, quota("a", 1)));
  w.placement.pool = {"a", 3};
  CHECK(hr::is_admitted_by(w, quota("a", 1)));
  CHECK(!hr::is_admitted_by(w, quota("b", 1)));
  w.queueing.queue = {"b", 4};
  CHECK(!hr::is_admitted_by(w, quota("a", 1)));
  CHECK(hr::is_admitted_by(w, quota("b", 1)));
  CHECK(!hr::is_admitted_by(pods(1, 1), quota("", 1)));
}

// 3 replicas of 2 pods, each of 5 GPUs, 700 millicores, 11 GiB and 13 GiB of storage.
TEST_CASE("What a replica asks for is its pods' of each resource, in the line that says it") {
  using namespace queues_cases;
  hr::workload w = pods(3, 5);
  w.scale.pods = {hr::count{2}, 2};
  w.requests.millicpus = {hr::count{700}, 6};
  w.requests.system_memory = {hr::gibibytes(11), 7};
  w.requests.ephemeral_storage = {hr::gibibytes(13), 8};
  struct row {
    hr::queue_resource of;
    double amount;
    int line;
  };
  const double gib = 1024.0 * 1024 * 1024;
  for (const row& each : {row{hr::queue_resource::gpus, 10, 3}, row{hr::queue_resource::cpus, 1'400, 6}, row{hr::queue_resource::host_memory, 22 * gib, 7},
                          row{hr::queue_resource::ephemeral_storage, 26 * gib, 8}}) {
    const hr::queue_request found = hr::request_of(w, each.of);
    CHECK(found.amount == each.amount);
    CHECK(found.line == each.line);
    const std::array all{w, w, pods(1, 1)};
    CHECK(hr::asked_at_once(w, each.of, all) == 3 * each.amount);
    hr::workload job = w;
    job.queueing.runs_as = hr::workload_class::job;
    CHECK(hr::asked_at_once(job, each.of, all) == each.amount);
    std::array grouped{job, job, job};
    grouped[0].identity.group = grouped[2].identity.group = "one";
    grouped[2].scale.pods = {hr::count{4}, 2};
    CHECK(hr::asked_at_once(grouped[0], each.of, grouped) == 3 * each.amount);
    CHECK(hr::asked_at_once(grouped[1], each.of, grouped) == each.amount);
    w.scale.pods = {};
    CHECK(hr::request_of(w, each.of).amount == 0);
    w.scale.pods = {hr::count{2}, 2};
    job.scale.replicas = {};
    w.scale.replicas = {};
    CHECK(hr::asked_at_once(w, each.of, all) == 0);
    w.scale.replicas = {hr::count{3}, 2};
  }
  CHECK(hr::request_of(pods(1, 1), hr::queue_resource::host_memory).amount == 0);
  CHECK(hr::is_in_bytes(hr::queue_resource::ephemeral_storage));
  CHECK(!hr::is_in_bytes(hr::queue_resource::gpus));
  CHECK(!hr::is_in_bytes(hr::queue_resource::other));
}

TEST_CASE("A limit is of what is in its namespace, its queue at any depth, or its pool") {
  using namespace queues_cases;
  hr::workload w = pods(1, 1);
  w.identity.name_space = "n";
  const auto limited = [&](hr::limited_by by, std::string_view of) { return hr::is_limited_by(w, {.by = by, .of = of}, queues); };
  CHECK(limited(hr::limited_by::name_space, "n"));
  CHECK(!limited(hr::limited_by::name_space, "m"));
  CHECK(!limited(hr::limited_by::queue, ""));
  CHECK(!limited(hr::limited_by::pool, ""));
  w.queueing.queue = {"team", 3};
  w.placement.pool = {"p", 4};
  for (const std::string_view queue : {"team", "group", "all"}) CHECK(limited(hr::limited_by::queue, queue));
  CHECK(!limited(hr::limited_by::queue, "other"));
  CHECK(!limited(hr::limited_by::queue, "p"));
  CHECK(limited(hr::limited_by::pool, "p"));
  CHECK(!limited(hr::limited_by::pool, "team"));
  // Limits of others than queues are no queues to be in.
  std::array of_pools = nested;
  for (hr::request_limit& each : of_pools) each.by = hr::limited_by::pool;
  CHECK(hr::queue_around(of_pools[0], {.request_limits = of_pools}) == nullptr);
  CHECK(!hr::is_of_queue(nested[4], "team", {.request_limits = of_pools}));
  CHECK(hr::is_of_queue(nested[0], "team", {}));
  // The nearest of which something is so: itself first, then each that it is in, once.
  for (const hr::count most : {2, 4, 5}) {
    const hr::request_limit* found = hr::nearest_queue(&nested[1], queues, [&](const hr::request_limit& q) { return q.most.value >= most; });
    REQUIRE(found != nullptr);
    CHECK(found->most.value == most);
  }
  CHECK(hr::nearest_queue(&nested[1], queues, [](const hr::request_limit& q) { return q.most.value > 5; }) == nullptr);
  int asked = 0;
  CHECK(hr::nearest_queue(&circle[0], in_a_circle, [&](const hr::request_limit&) { return ++asked > 2; }) == nullptr);
  CHECK(asked == 2);
}

TEST_CASE("A queue of which no number is told may admit something, whatever others of its cohort are of") {
  using namespace queues_cases;
  const auto nothing = [](const hr::quota& first, std::string_view other) {
    const std::array all{first, quota("b", 3, -1, -1, other, "gpu", "cpu")};
    return hr::admits_nothing({.quotas = all}, all[0]);
  };
  CHECK(nothing(quota("a", 0), "all"));
  CHECK(!nothing(quota("a", open), "all"));
  CHECK(!nothing(quota("a", -1), "all"));
  CHECK(!nothing(quota("a", 0), "other"));
  // In no cohort there is none to borrow; of a limit that is left open nothing is said.
  CHECK(nothing(quota("a", 0, -1, -1, ""), ""));
  CHECK(!nothing(quota("a", 0, -1, open, ""), "all"));
  const std::array none{quota("a", open), quota("b", -1)};
  CHECK(hr::amount_of(none[0]) == 0);
  CHECK(hr::amount_of(none[1]) == 0);
  CHECK(hr::amount_of(quota("a", 3)) == 3);
}

TEST_CASE("A queue that is in none is not in one without a name, and a pool called as a queue is none") {
  using namespace queues_cases;
  const std::array nameless{limit("team", "", "cpu", 1), limit("", "", "cpu", 2)};
  CHECK(hr::queue_around(nameless[0], {.request_limits = nameless}) == nullptr);
  std::array mixed = nested;
  mixed[0].by = mixed[1].by = hr::limited_by::pool;
  CHECK(!hr::is_of_queue(mixed[4], "team", {.request_limits = mixed}));
  CHECK(hr::is_of_queue(mixed[4], "group", {.request_limits = mixed}));
  mixed[0].by = hr::limited_by::name_space;
  CHECK(!hr::is_of_queue(mixed[4], "team", {.request_limits = mixed}));
}

TEST_CASE("A job of a group of which one part leaves its GPUs open asks for no known number") {
  using namespace queues_cases;
  std::array parts{pods(1, 4), pods(1, 2)};
  for (hr::workload& each : parts) {
    each.queueing.runs_as = hr::workload_class::job;
    each.identity.group = "both";
  }
  parts[1].requests.gpus = {hr::unknown, 3};
  CHECK(hr::asked_at_once(parts[0], hr::queue_resource::gpus, parts) == 0);
  parts[1].requests.gpus = {};
  CHECK(hr::asked_at_once(parts[0], hr::queue_resource::gpus, parts) == 4);
}
