// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/balance.hpp>

#include <deployment/small_deployments.hpp>

namespace balance_cases {

using namespace small;

// Balances, GPUs used and GPUs held, in all.
constexpr std::array<hr::count, 3> sums(const hr::deployment& of, const hr::check_terms& on = {}) {
  std::array<hr::count, 3> sum{};
  hr::for_each_balance({of, on}, [&](const hr::gpu_balance& b) {
    ++sum[0];
    sum[1] += b.used;
    sum[2] += b.held;
  });
  return sum;
}
using totals = std::array<hr::count, 3>;

constexpr std::array roles = recipe(8, 1, 2, 2, 2, 2, 8);
constexpr std::array web{pods(3, 4)};
constexpr std::array three_of_eight{pool(3, 8)};
constexpr std::array growing = [] {
  std::array one = three_of_eight;
  one[0].most_nodes = {hr::count{5}, 14};
  return one;
}();
constexpr std::array two_jobs = [] {
  std::array both{pods(1, 4), pods(1, 4)};
  for (hr::workload& each : both) {
    each.identity.kind = "sbatch";
    each.queueing.runs_as = hr::workload_class::job;
    each.scale.nodes = {hr::count{1}, 4};
    each.scale.gpus_per_node = {hr::count{4}, 5};
  }
  return both;
}();

// So many jobs of an array of so many GPUs each, which state no nodes, on machines of eight.
constexpr std::array<hr::workload, 1> jobs_by_gpus(hr::count jobs, hr::count gpus) {
  hr::workload w{.identity = {.kind = "sbatch", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  w.scale.replicas = {jobs, 2};
  w.scale.gpus = {gpus, 3};
  w.scale.gpus_per_node = {hr::count{8}, 4};
  return {w};
}
constexpr std::array three_of_twelve = jobs_by_gpus(3, 12), one_of_nine = jobs_by_gpus(1, 9), one_of_sixteen = jobs_by_gpus(1, 16);
constexpr std::array one_of_eight = jobs_by_gpus(1, 8), one_of_five = jobs_by_gpus(1, 5);
constexpr std::array shared = [] {
  std::array one = one_of_nine;
  one[0].placement.leaves_rest = true;
  return one;
}();
// Its GPUs are told by pods, or by what each asks for; or how many jobs there are is open.
constexpr std::array by_pods = [] {
  std::array one = one_of_nine;
  one[0].scale.pods = {hr::count{2}, 5};
  return one;
}();
constexpr std::array by_requests = [] {
  std::array one = one_of_nine;
  one[0].requests.gpus = {hr::count{1}, 5};
  return one;
}();
constexpr std::array so_many = [] {
  std::array one = one_of_nine;
  one[0].scale.replicas = {hr::unknown, 2};
  return one;
}();
constexpr std::array service = [] {
  std::array one = one_of_nine;
  one[0].queueing.runs_as = hr::workload_class::service;
  return one;
}();

}  // namespace balance_cases

TEST_CASE("A job of more GPUs than a node has holds whole nodes") {
  using namespace balance_cases;
  CHECK_CONSTEXPR(sums({.workloads = three_of_twelve}) == totals{1, 36, 48});  // two nodes each
  CHECK_CONSTEXPR(sums({.workloads = one_of_nine}) == totals{1, 9, 16});
  CHECK_CONSTEXPR(sums({.workloads = one_of_sixteen}) == totals{1, 16, 16});
  // Within one node, or where others may use the rest, nothing says what is held.
  for (const std::array<hr::workload, 1>& each : {one_of_eight, one_of_five, shared, by_pods, by_requests, so_many, service}) CHECK(sums({.workloads = each}) == totals{0, 0, 0});
  static_assert(sums({.workloads = one_of_eight}) == totals{0, 0, 0} && sums({.workloads = shared}) == totals{0, 0, 0});
}

TEST_CASE("Roles are one balance, a pool is one, and each job is one") {
  using namespace balance_cases;
  CHECK_CONSTEXPR(sums({.workloads = roles}) == totals{1, 20, 24});
  CHECK_CONSTEXPR(sums({.pools = three_of_eight, .workloads = web}) == totals{1, 12, 24});
  CHECK_CONSTEXPR(sums({.workloads = two_jobs}) == totals{2, 8, 8});
  CHECK_CONSTEXPR(sums({.workloads = web}) == totals{0, 0, 0});  // nothing says what is held
  CHECK_CONSTEXPR(sums({.pools = three_of_eight}) == totals{0, 0, 0});
}

TEST_CASE("A pool that grows holds what it may grow to") {
  using namespace balance_cases;
  CHECK_CONSTEXPR(sums({.pools = growing, .workloads = web}) == totals{1, 12, 40});
}

namespace balance_cases {

// The one balance of a deployment.
constexpr hr::gpu_balance only(const hr::deployment& of, const hr::check_terms& on = {}) {
  hr::gpu_balance found;
  hr::for_each_balance({of, on}, [&](const hr::gpu_balance& b) { found = b; });
  return found;
}
constexpr std::array<hr::workload, 2> roles_changed(auto change) {
  std::array both = roles;
  change(both);
  return both;
}
using both_roles = std::array<hr::workload, 2>;
constexpr std::array unlike = roles_changed([](both_roles& r) { r[1].scale.gpus_per_node = {hr::count{4}, 40}; });
constexpr std::array one_silent = roles_changed([](both_roles& r) { r[0].scale.gpus_per_node = {}; });
constexpr std::array last_silent = roles_changed([](both_roles& r) { r[1].scale.gpus_per_node = {}; });
constexpr std::array no_nodes = roles_changed([](both_roles& r) { r[0].scale.nodes = {}; });
constexpr std::array nodes_by_variable = roles_changed([](both_roles& r) { r[1].scale.nodes = {hr::unknown, 77}; });
constexpr std::array sharing = roles_changed([](both_roles& r) { r[1].placement.shares_nodes = true; });
constexpr std::array on_the_others_nodes = roles_changed([](both_roles& r) { r[1].scale.nodes = {hr::count{0}, 31}; });
constexpr std::array none_of_none = roles_changed([](both_roles& r) {
  r[1].scale.nodes = {hr::count{0}, 31};
  r[1].scale.replicas = {hr::count{0}, 32};
});

}  // namespace balance_cases

TEST_CASE("Roles on unlike nodes, or on nodes of which not all is told, are held on no known number of GPUs") {
  using namespace balance_cases;
  constexpr auto known = [](const both_roles& of) { return only({.workloads = of}).held_is_known; };
  CHECK_CONSTEXPR(known(roles));
  CHECK_CONSTEXPR(!known(unlike));
  CHECK_CONSTEXPR(!known(one_silent));
  CHECK_CONSTEXPR(!known(last_silent));
  CHECK_CONSTEXPR(!known(no_nodes));
  CHECK_CONSTEXPR(!known(nodes_by_variable));
  CHECK_CONSTEXPR(only({.workloads = nodes_by_variable}).missing_line == 77);
  CHECK_CONSTEXPR(only({.workloads = no_nodes}).missing_line == 0);
  // On one machine all nodes are alike, whatever the file states of them.
  CHECK_CONSTEXPR(only({.workloads = unlike}, on_h100).held == 24);
  CHECK_CONSTEXPR(only({.workloads = roles}).nodes == 3);
  CHECK_CONSTEXPR(only({.workloads = roles}).gpus_per_node == 8);
  CHECK_CONSTEXPR(only({.workloads = roles}).line == 23);
}

TEST_CASE("GPUs that a file states of a node count beside those of its machine") {
  using namespace balance_cases;
  constexpr hr::gpu_balance fewer = only({.workloads = roles}, on_gb300);
  CHECK_CONSTEXPR(fewer.held == 12);
  CHECK_CONSTEXPR(fewer.held_as_stated == 24);
  CHECK_CONSTEXPR(fewer.held_if_fewer == 0);
  constexpr std::array of_four = recipe(4, 1, 2, 2, 2, 2, 8);
  constexpr hr::gpu_balance more = only({.workloads = of_four}, on_h100);
  CHECK_CONSTEXPR(more.held == 24);
  CHECK_CONSTEXPR(more.held_as_stated == 0);
  CHECK_CONSTEXPR(more.held_if_fewer == 12);
  constexpr hr::gpu_balance alike = only({.workloads = roles}, on_h100);
  CHECK_CONSTEXPR(alike.held_as_stated == 0);
  CHECK_CONSTEXPR(alike.held_if_fewer == 0);
  // Nothing stated: of a pool by its size.
  constexpr std::array sized{pool_of("Standard_ND96isr_H100_v5", 2)};
  CHECK_CONSTEXPR(only({.pools = sized, .workloads = web}).held == 16);
  CHECK_CONSTEXPR(only({.pools = sized, .workloads = web}).held_as_stated == 0);
  CHECK_CONSTEXPR(only({.pools = sized, .workloads = web}).held_if_fewer == 0);
}

TEST_CASE("Roles share nodes where they say so, or have none of their own and run") {
  using namespace balance_cases;
  CHECK_CONSTEXPR(!only({.workloads = roles}).is_shared);
  CHECK_CONSTEXPR(only({.workloads = sharing}).is_shared);
  CHECK_CONSTEXPR(only({.workloads = on_the_others_nodes}).is_shared);
  CHECK_CONSTEXPR(!only({.workloads = none_of_none}).is_shared);
  CHECK_CONSTEXPR(only({.workloads = roles}).has_roles);
  constexpr std::array three{pool(3, 8)};
  CHECK_CONSTEXPR(only({.pools = three, .workloads = roles}).has_roles);
  CHECK_CONSTEXPR(only({.pools = three, .workloads = sharing}).is_shared);
  CHECK_CONSTEXPR(!only({.pools = three, .workloads = web}).has_roles);
  CHECK_CONSTEXPR(!only({.pools = three, .workloads = web}).is_shared);
}

namespace balance_cases {

constexpr std::array<hr::workload, 1> job_changed(auto change) {
  std::array one{two_jobs[0]};
  change(one[0]);
  return one;
}
constexpr std::array one_job = job_changed([](hr::workload&) {});
constexpr std::array leaving_rest = job_changed([](hr::workload& w) { w.placement.leaves_rest = true; });
constexpr std::array on_shared_nodes = job_changed([](hr::workload& w) { w.placement.shares_nodes = true; });
constexpr std::array without_nodes = job_changed([](hr::workload& w) { w.scale.nodes = {}; });
constexpr std::array too_large = job_changed([](hr::workload& w) { w.requests.gpus.value = 5; });
constexpr std::array by_variable = job_changed([](hr::workload& w) { w.scale.replicas = {hr::unknown, 9}; });
constexpr std::array gpus_by_variable = job_changed([](hr::workload& w) { w.requests.gpus = {hr::unknown, 9}; });
constexpr std::array asking_for_none = job_changed([](hr::workload& w) { w.requests.gpus = {}; });
constexpr std::array asking_for_parts = job_changed([](hr::workload& w) {
  w.requests.gpus = {};
  w.requests.mig_profile = {"1g.10gb", 8};
});
constexpr std::array waiting_beside_a_pool{one_job[0]};
constexpr std::array a_demand = [] {
  std::array one = web;
  one[0].queueing.runs_as = hr::workload_class::demand;
  return one;
}();

}  // namespace balance_cases

TEST_CASE("A job is held against its own nodes, also beside a pool") {
  using namespace balance_cases;
  CHECK_CONSTEXPR(only({.workloads = one_job}).line == 3);
  CHECK_CONSTEXPR(only({.workloads = one_job}).used == 4);
  CHECK_CONSTEXPR(only({.workloads = one_job}).is_known());
  CHECK_CONSTEXPR(!only({.workloads = one_job}).leaves_rest);
  CHECK_CONSTEXPR(only({.workloads = leaving_rest}).leaves_rest);
  CHECK_CONSTEXPR(sums({.workloads = on_shared_nodes}) == totals{0, 0, 0});
  CHECK_CONSTEXPR(sums({.workloads = without_nodes}) == totals{0, 0, 0});
  CHECK_CONSTEXPR(!only({.workloads = one_job}).no_pod_fits);
  CHECK_CONSTEXPR(only({.workloads = too_large}).no_pod_fits);
  CHECK_CONSTEXPR(sums({.pools = three_of_eight, .workloads = waiting_beside_a_pool}) == totals{1, 4, 4});
  CHECK_CONSTEXPR(sums({.pools = three_of_eight, .workloads = a_demand}) == totals{0, 0, 0});
}

TEST_CASE("What is used is complete where all of it is told, or nothing is asked for") {
  using namespace balance_cases;
  CHECK_CONSTEXPR(!only({.workloads = by_variable}).used_is_complete);
  CHECK_CONSTEXPR(!only({.workloads = by_variable}).is_known());
  CHECK_CONSTEXPR(!only({.workloads = gpus_by_variable}).used_is_complete);
  CHECK_CONSTEXPR(only({.workloads = asking_for_none}).used_is_complete);
  CHECK_CONSTEXPR(only({.workloads = asking_for_none}).line == 1);
  CHECK_CONSTEXPR(!only({.workloads = asking_for_parts}).used_is_complete);
  CHECK_CONSTEXPR(only({.workloads = one_job}).missing_line == 0);
  CHECK_CONSTEXPR(only({.workloads = gpus_by_variable}).missing_line == 9);
  constexpr std::array nodes_open = [] {
    std::array one = three_of_eight;
    one[0].nodes = {hr::unknown, 66};
    return one;
  }();
  CHECK_CONSTEXPR(only({.pools = nodes_open, .workloads = web}).missing_line == 66);
  CHECK_CONSTEXPR(only({.pools = three_of_eight, .workloads = web}).line == 3);
  constexpr std::array no_gpus_there{pods(1, 0)};
  CHECK_CONSTEXPR(only({.pools = three_of_eight, .workloads = no_gpus_there}).used == 0);
}

namespace balance_cases {

// What a balance counts: used, nodes, GPUs of each, held, held as stated, held if fewer.
constexpr std::array<hr::count, 6> counts(const hr::gpu_balance& b) {
  return {b.used, b.nodes, b.gpus_per_node, b.held, b.held_as_stated, b.held_if_fewer};
}
using six = std::array<hr::count, 6>;
constexpr std::array<hr::workload, 3> beside_a_service{roles[0], pods(1, 4), roles[1]};
constexpr std::array<hr::workload, 3> three_roles{roles[0], roles[1], roles[1]};
constexpr std::array one_role{roles[0]};
constexpr std::array first_sharing = roles_changed([](both_roles& r) { r[0].placement.shares_nodes = true; });
constexpr std::array both_by_variables = roles_changed([](both_roles& r) {
  r[0].scale.nodes = {hr::unknown, 70};
  r[1].scale.nodes = {hr::unknown, 77};
});
constexpr std::array of_so_many = roles_changed([](both_roles& r) {
  r[1].scale.nodes = {hr::count{0}, 31};
  r[1].scale.replicas = {hr::unknown, 32};
});
constexpr std::array stating_no_gpus_a_node = roles_changed([](both_roles& r) {
  for (hr::workload& each : r) each.scale.gpus_per_node = {};
});

}  // namespace balance_cases

TEST_CASE("A balance of which nodes or GPUs a node are not known counts what is used, and holds nothing") {
  using namespace balance_cases;
  std::array so_many_nodes = three_of_eight;
  so_many_nodes[0].nodes = {hr::unknown, 66};
  CHECK(counts(only({.pools = so_many_nodes, .workloads = web})) == six{12, 0, 8, 0, 0, 0});
  std::array of_no_kind = three_of_eight;
  of_no_kind[0].gpus_per_node = {};
  CHECK(counts(only({.pools = of_no_kind, .workloads = web})) == six{12, 3, 0, 0, 0, 0});
  CHECK(!only({.pools = of_no_kind, .workloads = web}).held_is_known);
  CHECK(!only({.pools = of_no_kind, .workloads = web}).is_known());
  for (const both_roles& each : {unlike, nodes_by_variable}) CHECK(counts(only({.workloads = each})) == six{20, 0, 0, 0, 0, 0});
  // Nor is any balance of roles where there are none.
  CHECK(counts(hr::detail::balance_of_roles({{.workloads = web}, on_h100})) == six{});
  CHECK(!hr::detail::balance_of_roles({{.workloads = web}, on_h100}).held_is_known);
}

TEST_CASE("Roles are one balance however many they are, and what is no role is none of it") {
  using namespace balance_cases;
  CHECK(sums({.workloads = one_role}) == totals{1, 4, 8});
  CHECK(sums({.workloads = three_roles}) == totals{1, 36, 40});
  CHECK(sums({.workloads = beside_a_service}) == totals{1, 20, 24});
  CHECK(only({.workloads = first_sharing}).is_shared);
  CHECK(only({.workloads = of_so_many}).is_shared);
  CHECK(only({.workloads = both_by_variables}).missing_line == 70);
  // On a pool they are the pool's.
  const std::array mixed{roles[0], pods(1, 4)}, first_shares{first_sharing[0], pods(1, 4)};
  CHECK(sums({.pools = three_of_eight, .workloads = roles}) == totals{1, 20, 24});
  CHECK(only({.pools = three_of_eight, .workloads = mixed}).has_roles);
  CHECK(!only({.pools = three_of_eight, .workloads = mixed}).is_shared);
  CHECK(only({.pools = three_of_eight, .workloads = first_shares}).is_shared);
  // A service on a pool that states nodes is the pool's too.
  std::array stating_nodes = web;
  stating_nodes[0].scale.nodes = {hr::count{2}, 8};
  CHECK(sums({.pools = three_of_eight, .workloads = stating_nodes}) == totals{1, 12, 24});
}

// Three nodes of four or eight GPUs.
TEST_CASE("Roles that state no GPUs a node have those that their pool states, and else their own") {
  using namespace balance_cases;
  const std::array eight{pool(3, 8)}, four{pool(3, 4)};
  const auto of = [](const auto& pools, const both_roles& workloads, const hr::check_terms& on) {
    return counts(hr::detail::balance_of_roles({{.pools = pools, .workloads = workloads}, on}));
  };
  CHECK(of(eight, stating_no_gpus_a_node, on_gb300) == six{20, 3, 4, 12, 24, 0});
  CHECK(of(four, stating_no_gpus_a_node, on_h100) == six{20, 3, 8, 24, 0, 12});
  CHECK(of(four, roles, on_gb300) == six{20, 3, 4, 12, 24, 0});
  CHECK(of(eight, stating_no_gpus_a_node, {}) == six{20, 3, 8, 24, 0, 0});
}

TEST_CASE("A balance stands in the line of the first GPUs that are told, else of what asks, and of a pool in its own") {
  using namespace balance_cases;
  const auto line = [](int of_gpus, int of_workload) {
    std::array one = one_job;
    one[0].requests.gpus.line = of_gpus;
    one[0].identity.line = of_workload;
    return only({.workloads = one}).line;
  };
  CHECK(line(1, 9) == 1);
  CHECK(line(7, 9) == 7);
  CHECK(line(0, 9) == 9);
  std::array asking = web;
  asking[0].requests.gpus = {};
  CHECK(only({.pools = three_of_eight, .workloads = asking}).line == 10);
  const std::array<hr::workload, 2> second_asks{asking[0], web[0]};
  CHECK(only({.pools = three_of_eight, .workloads = second_asks}).line == 3);
}

TEST_CASE("No pod of a job fits where a node has fewer GPUs than it asks for, as far as both are told") {
  using namespace balance_cases;
  const auto no_pod_fits = [](hr::said<hr::count> asked, hr::said<hr::count> per_node) {
    std::array one = one_job;
    one[0].requests.gpus = asked;
    one[0].scale.gpus_per_node = per_node;
    return only({.workloads = one}).no_pod_fits;
  };
  const auto n = [](hr::count of) { return hr::said<hr::count>{of, 5}; };
  CHECK(no_pod_fits(n(2), n(1)));
  CHECK(!no_pod_fits(n(1), n(1)));
  CHECK(!no_pod_fits(n(2), {}));
  CHECK(!no_pod_fits(n(2), {hr::unknown, 5}));
  hr::said<hr::count> open{hr::unknown, 5};
  for (const hr::count held : {0, 2}) {
    open.value = held;  // which is no figure
    CHECK(!no_pod_fits(open, n(1)));
    CHECK(!no_pod_fits(n(4), open));
  }
}
