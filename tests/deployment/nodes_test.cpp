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
