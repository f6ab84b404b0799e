// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/nodes.hpp>

#include <deployment/small_deployments.hpp>

namespace nodes_cases {

using namespace small;

constexpr hr::said<hr::count> nodes(const hr::workload& w, const hr::check_terms& on = on_h100) {
  return hr::nodes_needed_of(w, {{}, on});
}
constexpr hr::workload web(hr::count replicas, hr::count gpus) {
  return {.identity = {.name = "web", .line = 1}, .scale = {.replicas = {replicas, 2}, .pods = {hr::count{1}, 3}}, .requests = {.gpus = {gpus, 4}}};
}

}  // namespace nodes_cases

TEST_CASE("Nodes needed are those stated, else pods by what a node takes") {
  using namespace nodes_cases;
  hr::workload stated = web(5, 4);
  stated.scale.nodes = {hr::count{9}, 7};
  CHECK(nodes(stated).value == 9);
  CHECK(nodes(stated, {}).value == 9);
  CHECK_CONSTEXPR(nodes(web(5, 4)).value == 3);  // 2 pods of 4 GPUs on a node of 8
  CHECK_CONSTEXPR(nodes(web(4, 4)).value == 2);
  CHECK_CONSTEXPR(nodes(web(5, 3)).value == 3);  // 2 pods of 3
  CHECK_CONSTEXPR(nodes(web(2, 8)).value == 2);
}

TEST_CASE("Nodes needed are not known without a machine, by figures left open and where no node takes a pod") {
  using namespace nodes_cases;
  CHECK_CONSTEXPR(!nodes(web(5, 4), {}).is_known());
  CHECK_CONSTEXPR(!nodes(web(2, 9)).is_known());  // no node takes one
  hr::workload open = web(5, 4);
  open.scale.replicas = {hr::unknown, 2};
  CHECK(nodes(open).is_unresolved());
  open.scale.nodes = {hr::unknown, 5};
  CHECK(nodes(open).is_unresolved());
}

TEST_CASE("Nodes needed without GPUs are by CPUs and memory") {
  using namespace nodes_cases;
  hr::workload api = web(5, 0);
  CHECK(nodes(api).value == 1);  // they ask for nothing
  CHECK(!nodes(api, {}).is_known());
  api.requests.millicpus = {hr::count{90'000}, 5};
  CHECK(nodes(api).value == 5);  // of 96
  api.requests.millicpus = {hr::count{40'000}, 5};
  CHECK(nodes(api).value == 3);
  api.requests.millicpus = {hr::count{100'000}, 5};
  CHECK(!nodes(api).is_known());
  api.requests.millicpus = {};
  api.requests.system_memory = {hr::gibibytes(900), 6};  // of 1,900
  CHECK(nodes(api).value == 3);
}

TEST_CASE("What runs on every node has one pod on each of its pool, or of its machine that is held") {
  using namespace nodes_cases;
  hr::workload agent = web(1, 4);
  agent.scale.replicas = {};
  agent.queueing.runs_as = hr::workload_class::on_every_node;
  CHECK(!nodes(agent).is_known());  // of so many as it takes
  std::array held{hr::group{hr::groups_of<hr::azure::nd96isr_h100_v5>()[0].machine, 4}, hr::group{hr::groups_of<hr::azure::gb300_nvl72>()[0].machine, 2}};
  CHECK(!nodes(agent, {.held = held}).is_known());  // on which of them is open
  CHECK(nodes(agent, {.held = std::span(held).first(1)}).value == 4);
  CHECK(nodes(agent, {.held = std::span(held).last(1)}).value == 36);  // 18 to a rack
  CHECK(hr::nodes_held({.held = held}).value == 40);
  const std::array pools{hr::machine_pool{.name = "gpu", .nodes = {hr::count{6}, 2}}};
  CHECK(hr::nodes_needed_of(agent, {{.pools = pools}, {}}).value == 6);
}

TEST_CASE("Nodes needed by GPUs alone, and by spread") {
  using namespace nodes_cases;
  constexpr hr::workload by_gpus{.identity = {.name = "train", .line = 1}, .scale = {.replicas = {hr::count{1}, 2}, .gpus = {hr::count{20}, 3}}};
  CHECK_CONSTEXPR(nodes(by_gpus).value == 3);
  hr::workload spread = web(6, 1);
  spread.placement.pods_per_node = {hr::count{1}, 5};
  CHECK(nodes(spread).value == 6);
  spread.placement.spread_nodes = 4;  // only on fewer nodes than four
  CHECK(nodes(spread).value == 4);
  spread.placement.spread_nodes = 1;
  CHECK(nodes(spread).value == 1);
}

TEST_CASE("A queued job's replicas may take turns") {
  using namespace nodes_cases;
  hr::workload job = web(5, 8);
  CHECK(hr::pods_at_once(job).value == 5);
  CHECK_CONSTEXPR(hr::pods_of_all(web(5, 8)).value == 5);
  job.queueing.runs_as = hr::workload_class::job;
  CHECK(hr::pods_at_once(job).value == 1);
  CHECK(nodes(job).value == 5);  // as its GPUs are counted
  job.scale.pods = {hr::unknown, 3};
  CHECK(hr::pods_at_once(job).is_unresolved());
}

// Pods are put on a node of 8 GPUs, 96 cores and 1,900 GiB one by one, as long as none of what is asked for runs out.
TEST_CASE("A node takes pods until something that they ask for runs out, and what does so first binds") {
  using namespace nodes_cases;
  constexpr hr::count reserved_cores = 2;
  const hr::check_terms on{.held = h100, .reserved_millicpus = 1'000 * reserved_cores, .reserved_memory = hr::gibibytes(100)};
  for (const hr::count gpus : {-1, 0, 1, 3, 8, 9})
    for (const hr::count cores : {0, 1, 20, 47, 94, 95})
      for (const hr::count gib : {0, 1, 400, 900, 1'800, 1'801})
        for (const hr::count on_one : {0, 1, 2, 5})
          for (const bool is_own : {false, true}) {
            hr::workload w = web(1, gpus < 0 ? 0 : gpus);
            if (gpus < 0) w.requests.gpus = {};
            if (cores > 0) w.requests.millicpus = {cores * 1'000, 5};
            if (gib > 0) w.requests.system_memory = {hr::gibibytes(static_cast<double>(gib)), 6};
            if (on_one > 0) w.placement.pods_per_node = {on_one, 7};
            const auto fit = [&](hr::count n) {
              return (gpus <= 0 || n * gpus <= 8) && (on_one == 0 || n <= on_one) && n * cores <= 96 - reserved_cores && n * gib <= 1'800;
            };
            hr::count most = 0;
            while (most < 10'000 && fit(most + 1)) ++most;
            if (most == 10'000) most = hr::too_many;
            if (gpus <= 0 && on_one == 0 && !is_own) most = 0;  // nothing says that a node is for it
            // What the next pod would lack, the first of it.
            std::string_view first;
            if (gpus > 0 && (most + 1) * gpus > 8) first = "GPUs";
            else if (on_one > 0 && most + 1 > on_one) first = "anti-affinity, spread or channels";
            else if ((most + 1) * cores > 94) first = "CPUs";
            else if ((most + 1) * gib > 1'800) first = "memory";
            std::string_view binding;
            CAPTURE(gpus);
            CAPTURE(cores);
            CAPTURE(gib);
            CAPTURE(on_one);
            CHECK(hr::pods_per_node(w, {{}, on}, 1, binding, is_own) == most);
            if (most > 0 && most < hr::too_many) CHECK(binding == first);
          }
}

// The fewest nodes on which all pods lie; a spread that holds only on fewer nodes than so many has its limit there.
TEST_CASE("Nodes needed are the fewest that take all pods, spread as far as it holds") {
  using namespace nodes_cases;
  for (hr::count pods = 1; pods <= 12; ++pods)
    for (const hr::count gpus : {1, 2, 4})
      for (const hr::count on_one : {1, 2, 3})
        for (hr::count spread = 0; spread <= 6; ++spread) {
          hr::workload w = web(pods, gpus);
          w.placement.pods_per_node = {on_one, 5};
          w.placement.spread_nodes = spread;
          hr::count fewest = 1;
          const auto take = [&](hr::count n) {
            const hr::count each = 8 / gpus;
            const bool holds = spread == 0 || n < spread;
            return n * (holds && on_one < each ? on_one : each) >= pods;
          };
          while (!take(fewest)) ++fewest;
          CAPTURE(pods);
          CAPTURE(gpus);
          CAPTURE(on_one);
          CAPTURE(spread);
          CHECK(nodes(w).value == fewest);
          CHECK(nodes(w).line == 3);
        }
}

TEST_CASE("Pods of all replicas, and those that run at the same time, are in the line that says them") {
  using namespace nodes_cases;
  hr::workload w = web(5, 1);
  w.scale.pods = {hr::count{3}, 7};
  CHECK(hr::pods_of_all(w).value == 15);
  CHECK(hr::pods_of_all(w).line == 7);
  w.scale.pods = {hr::count{3}, 0};
  CHECK(hr::pods_of_all(w).line == 1);
  w.scale.pods = {};
  CHECK(hr::pods_of_all(w).is_unresolved());
  CHECK(hr::pods_of_all(w).line == 1);
  w.queueing.runs_as = hr::workload_class::job;
  CHECK(hr::pods_at_once(w).line == 1);
  w.scale.pods = {hr::count{3}, 7};
  w.scale.replicas = {};
  CHECK(!hr::pods_of_all(w).is_known());
  CHECK(hr::pods_at_once(w).value == 3);
  CHECK(hr::pods_at_once(w).line == 7);
  CHECK(nodes(w).value == 1);  // of one replica, as nothing says how many
}

TEST_CASE("Without pods nodes are by GPUs and those of a node, in the line of the GPUs") {
  using namespace nodes_cases;
  for (hr::count gpus = 1; gpus <= 25; ++gpus) {
    const hr::workload w{.identity = {.name = "train", .line = 1}, .scale = {.replicas = {hr::count{1}, 2}, .gpus = {gpus, 3}}};
    hr::count fewest = 0;
    while (fewest * 8 < gpus) ++fewest;
    CHECK(nodes(w).value == fewest);
    CHECK(nodes(w).line == 3);
    CHECK(!nodes(w, {}).is_known());
    CHECK(nodes(w, {}).line == 1);
  }
  const hr::workload none{.identity = {.name = "train", .line = 1}, .scale = {.replicas = {hr::count{1}, 2}, .gpus = {hr::count{0}, 3}}};
  CHECK(nodes(none).is_unresolved());
  hr::workload on_none{.identity = {.name = "train", .line = 1}, .scale = {.replicas = {hr::count{1}, 2}, .gpus = {hr::count{4}, 3}}};
  on_none.scale.gpus_per_node = {hr::count{0}, 4};
  CHECK(nodes(on_none, {}).is_unresolved());
  on_none.scale.gpus_per_node = {hr::count{1}, 4};
  CHECK(nodes(on_none, {}).value == 4);
}

namespace nodes_cases {

constexpr hr::gpu a_gpu{.name = "any"};
constexpr hr::vm without_figures{.name = "riddle", .gpu = &a_gpu};
constexpr std::array on_riddles{hr::group{hr::machine(without_figures), 0}};
constexpr hr::vm only_cores{.name = "cores", .gpu = &a_gpu, .vcpus = hr::count{16}};
constexpr std::array on_cores{hr::group{hr::machine(only_cores), 0}};
hr::count on_a_node(const hr::workload& w, const hr::check_terms& on, bool are_own) {
  std::string_view binding;
  return hr::pods_per_node(w, {{}, on}, 1, binding, are_own);
}

}  // namespace nodes_cases

TEST_CASE("What a machine has of something counts where a source states it, and of no machine nothing does") {
  using namespace nodes_cases;
  hr::workload w = web(1, 4);
  w.requests.millicpus = {hr::count{4'000}, 5};
  w.requests.system_memory = {hr::gibibytes(4), 6};
  for (const bool is_own : {false, true}) {
    CHECK(on_a_node(w, {}, is_own) == 0);
    CHECK(on_a_node(w, {.held = on_riddles}, is_own) == 0);
    CHECK(on_a_node(w, {.held = on_cores}, is_own) == 0);  // it asks for GPUs, of which nobody knows how many there are
  }
  w.placement.pods_per_node = {hr::count{7}, 7};
  for (const bool is_own : {false, true}) {
    CHECK(on_a_node(w, {}, is_own) == 7);
    CHECK(on_a_node(w, {.held = on_riddles}, is_own) == 7);
    CHECK(on_a_node(w, {.held = on_cores}, is_own) == 4);
  }
  w.placement.pods_per_node = {};
  w.requests.gpus = {};
  CHECK(on_a_node(w, {.held = on_cores}, true) == 4);
  CHECK(on_a_node(w, {.held = on_riddles}, true) == hr::too_many);
  CHECK(on_a_node(w, {}, true) == 0);
  w.requests.mig_profile = {"1g.10gb", 8};  // parts of GPUs
  CHECK(on_a_node(w, {.held = on_cores}, true) == 0);
  w.requests.mig_profile = {};
  w.requests.gpus = {hr::unknown, 8};
  CHECK(on_a_node(w, {.held = on_cores}, true) == 0);
}

TEST_CASE("A node is not taken to be a workload's own unless that is said") {
  using namespace nodes_cases;
  hr::workload w = web(1, 0);
  w.requests.millicpus = {hr::count{4'000}, 5};
  std::string_view binding;
  CHECK(hr::pods_per_node(w, {{}, on_h100}, 1, binding) == 0);
  CHECK(hr::pods_per_node(w, {{}, on_h100}, 1, binding, true) == 24);
}

TEST_CASE("The least that is asked for counts too: a thousandth of a core, and a byte") {
  using namespace nodes_cases;
  hr::workload w = web(1, 0);
  w.requests.millicpus = {hr::count{1}, 5};
  CHECK(on_a_node(w, on_h100, true) == 96'000);
  w.requests.millicpus = {};
  w.requests.system_memory = {hr::bytes(1), 6};
  CHECK(on_a_node(w, on_h100, true) == hr::count{1'900} << 30);
}

TEST_CASE("Pods without GPUs that are spread lie on no more nodes than they need, and none on none") {
  using namespace nodes_cases;
  hr::workload w = web(5, 0);
  w.requests.millicpus = {hr::count{40'000}, 5};  // two to a node
  for (const hr::count spread : {0, 1, 2, 3, 4, 10}) {
    w.placement.spread_nodes = spread;
    CHECK(nodes(w).value == 3);
  }
  w.placement.pods_per_node = {hr::count{1}, 6};
  w.placement.spread_nodes = 4;
  CHECK(nodes(w).value == 4);
  w.placement.spread_nodes = 6;
  CHECK(nodes(w).value == 5);
  w.scale.replicas = {hr::count{0}, 2};
  CHECK(nodes(w).value == 0);
}
