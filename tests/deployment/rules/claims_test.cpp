// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/claims.hpp>

#include <deployment/small_deployments.hpp>

namespace claims_cases {

using namespace small;

constexpr hr::node_claim domain(hr::count nodes) {
  return {.name = "channel", .kind = "ComputeDomain", .line = 50, .nodes = {nodes, 51}};
}
constexpr std::array of_eighteen{domain(18)};
constexpr std::array of_ten{domain(10)};
constexpr std::array of_twenty{domain(20)};
constexpr std::array open{domain(0)};
constexpr std::array launch{hr::node_claim{.name = "torchrun", .kind = "torchrun", .line = 50, .nodes = {20, 51}, .is_launch = true}};
constexpr std::array of_component{
    hr::node_claim{.name = "torchrun", .kind = "torchrun", .line = 50, .nodes = {18, 51}, .is_launch = true, .of_nodes = {10, 52}}};
constexpr std::array<hr::workload, 1> waiting(hr::count replicas, hr::count for_nodes) {
  std::array one{pods(replicas, 4)};
  one[0].launch.nodes = {for_nodes, 60};
  return one;
}
constexpr std::array two_of_four = waiting(2, 4);
constexpr std::array four_of_four = waiting(4, 4);
constexpr std::array one_of_four = waiting(1, 4);
// Of one replica, which a launcher is told the pods of.
constexpr std::array<hr::workload, 1> started_for(hr::count of_pods, hr::count for_pods) {
  std::array one = waiting(1, for_pods);
  one[0].scale.pods = {of_pods, 3};
  return one;
}
constexpr std::array four_as_two = started_for(4, 2);
constexpr std::array four_as_four = started_for(4, 4);
constexpr std::array serving_on_four = [] {
  std::array one = started_for(4, 2);
  one[0].parallel = {.engine = hr::engine::sglang, .line = 5, .tensor = {8, 6}};
  return one;
}();
constexpr std::array variable{hr::node_claim{.name = "channel", .nodes = {hr::unknown, 51}}};
constexpr std::array ten_and_eight = recipe(4, 10, 10, 4, 8, 1, 32);
constexpr std::array two_claims{domain(10), domain(8)};
constexpr std::array pods_of_four{pods(18, 4)};
// Of four GPUs a node two are left, and no second pod comes beside the first.
constexpr hr::workload alone_on_its_node(hr::count how_many) {
  hr::workload w = pods(how_many, 2);
  w.placement.pods_per_node = {1, 9};
  return w;
}
constexpr std::array ten_alone{alone_on_its_node(10)};
constexpr std::array eighteen_alone{alone_on_its_node(18)};

}  // namespace claims_cases

TEST_CASE("A ComputeDomain of ten nodes is too small for roles of ten and eight together") {
  using namespace claims_cases;
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_and_eight, .claims = of_ten}) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_and_eight, .claims = of_twenty}) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_and_eight, .claims = of_eighteen}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_and_eight, .claims = open}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_and_eight, .claims = two_claims}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_and_eight, .claims = variable}) == one_unjudged);
  CHECK_CONSTEXPR(told("claims", {.claims = of_ten}) == clean);
  CHECK(words("claims", {.workloads = ten_and_eight, .claims = of_twenty}) ==
        "channel waits for 20 nodes; the roles in it have 18");
  CHECK(words("claims", {.workloads = ten_and_eight, .claims = launch}) == "torchrun waits for 20 nodes; the job has 18");
}

TEST_CASE("A launch of one component is held against its own nodes") {
  using namespace claims_cases;
  CHECK(words("claims", {.workloads = ten_and_eight, .claims = of_component}) == "torchrun waits for 18 nodes; the job has 10");
}

TEST_CASE("Pods that serve together wait for no more than they are; one alone may have others elsewhere") {
  using namespace claims_cases;
  CHECK_CONSTEXPR(told("claims", {.workloads = two_of_four}) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = four_of_four}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = one_of_four}) == clean);
}

TEST_CASE("Of more pods of a replica than its launcher is started for the others do nothing; what an engine spans is for its sizes") {
  using namespace claims_cases;
  CHECK_CONSTEXPR(told("claims", {.workloads = four_as_two}) == one_warning);
  CHECK_CONSTEXPR(told("claims", {.workloads = four_as_four}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = serving_on_four}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = waiting(8, 4)}) == clean);  // two launches of four
  CHECK(words("claims", {.workloads = four_as_two}) == "web starts with 2 of its 4 pods, and the others have no part in it");
}

TEST_CASE("Pods that take a whole node each are nodes") {
  using namespace claims_cases;
  CHECK_CONSTEXPR(told("claims", {.workloads = pods_of_four, .claims = of_eighteen}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = pods_of_four, .claims = of_ten}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = pods_of_four, .claims = of_ten}) == one_unjudged);
}

TEST_CASE("Pods that lie on a node each are nodes, whatever the machine is") {
  using namespace claims_cases;
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_alone, .claims = of_ten}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = eighteen_alone, .claims = of_ten}) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_alone, .claims = of_ten}, on_gb300) == clean);
}

namespace claims_cases {

constexpr hr::workload launched(hr::count how_many, hr::count waits_for) {
  hr::workload w = pods(1, 8);
  w.identity.kind = "Job";
  w.queueing.runs_as = hr::workload_class::job;
  w.scale.pods = {how_many, 4};
  w.launch.nodes = {waits_for, 5};
  return w;
}
constexpr std::array four_of_eight{launched(4, 8)};
constexpr std::array held_back{launched(0, 8)};
constexpr std::array eight_of_eight{launched(8, 8)};
// Each rank by an object of its own.
constexpr std::array two_objects{launched(1, 2), launched(1, 2)};
constexpr std::array master_and_workers = [] {
  std::array both{launched(1, 4), launched(3, 4)};
  both[0].identity.group = both[1].identity.group = "job";
  both[1].launch.nodes = {};
  return both;
}();
// One that only starts the others, and pods of a group that is there twice.
constexpr std::array workers_and_starter = [] {
  std::array both = master_and_workers;
  std::swap(both[0].launch, both[1].launch);
  both[0].requests.gpus = {};
  return both;
}();
constexpr std::array enough_beside_starter = [] {
  std::array both = workers_and_starter;
  both[1].scale.pods.value = 4;
  return both;
}();
constexpr std::array starter_that_waits = [] {
  std::array both = workers_and_starter;
  both[0].launch = both[1].launch;
  return both;
}();
constexpr std::array group_of_two_twice = [] {
  std::array both = master_and_workers;
  both[1].scale.pods.value = 1;
  for (hr::workload& each : both) each.scale.replicas.value = 2;
  return both;
}();
constexpr std::array too_few_workers = [] {
  std::array both = master_and_workers;
  both[1].scale.pods.value = 2;
  return both;
}();

}  // namespace claims_cases

TEST_CASE("A launcher that waits for eight pods does not start with four") {
  using namespace claims_cases;
  CHECK_CONSTEXPR(told("claims", {.workloads = four_of_eight}) == one_error);
  CHECK_CONSTEXPR(line_of("claims", {.workloads = four_of_eight}) == 5);
  CHECK_CONSTEXPR(told("claims", {.workloads = eight_of_eight}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = held_back}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = two_objects}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = master_and_workers}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = too_few_workers}) == one_error);
  CHECK(words("claims", {.workloads = four_of_eight}) == "web waits for 8 pods; the job has 4");
  CHECK_CONSTEXPR(told("claims", {.workloads = workers_and_starter}) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = enough_beside_starter}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = starter_that_waits}) == clean);
  CHECK(words("claims", {.workloads = group_of_two_twice}) == "web waits for 4 pods; the job has 2");
}

namespace claims_cases {

constexpr std::array unnamed{hr::node_claim{.kind = "ComputeDomain", .line = 50, .nodes = {hr::count{10}, 51}}};
constexpr std::array unnamed_variable{hr::node_claim{.kind = "ComputeDomain", .line = 50, .nodes = {hr::unknown, 51}}};
constexpr std::array silent{hr::node_claim{.name = "channel", .line = 50}};
constexpr std::array one_and_an_open{domain(10), domain(0)};
constexpr std::array ten_and_twenty{domain(10), domain(20)};
// 18 nodes by their GPUs: of 36 pods of two on nodes of four; 35 do not fill whole nodes.
constexpr std::array two_to_a_node{pods(36, 2)};
constexpr std::array one_too_few{pods(35, 2)};
constexpr std::array marked_and_not = [] {
  std::array both{pods(10, 4), pods(8, 4)};
  both[0].placement.one_domain = {true, 9};
  return both;
}();
constexpr std::array<hr::workload, 2> beside_one_without_gpus{pods(10, 4), pods(8, 0)};
constexpr std::array stating_ten = [] {
  std::array one{pods(18, 4)};
  one[0].scale.nodes = {hr::count{10}, 8};
  return one;
}();
constexpr std::array a_deployment = [] {
  std::array one = four_of_eight;
  one[0].queueing.runs_as = hr::workload_class::service;
  return one;
}();
constexpr std::array launched_for_one{launched(0, 1)};
constexpr std::array of_unknown_replicas = [] {
  std::array one = four_of_eight;
  one[0].scale.replicas = {};
  return one;
}();
constexpr std::array of_other_launches{launched(1, 2), launched(3, 3)};

}  // namespace claims_cases

TEST_CASE("Nodes that a claim names are those that the workloads in it state, or fill with their GPUs") {
  using namespace claims_cases;
  CHECK_CONSTEXPR(told("claims", {.workloads = two_to_a_node, .claims = of_eighteen}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = two_to_a_node, .claims = of_ten}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = one_too_few, .claims = of_eighteen}, on_gb300) == one_unjudged);
  CHECK_CONSTEXPR(told("claims", {.workloads = stating_ten, .claims = of_ten}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = marked_and_not, .claims = of_ten}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = beside_one_without_gpus, .claims = of_ten}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_and_eight, .claims = silent}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_and_eight, .claims = one_and_an_open}) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = ten_and_eight, .claims = ten_and_twenty}) == one_error);
}

TEST_CASE("A claim is called by its name, else by its kind") {
  using namespace claims_cases;
  CHECK(in_full("claims", {.workloads = ten_and_eight, .claims = unnamed}) ==
        "error 51: ComputeDomain has 10 nodes; the roles in it have 18 | name 18 nodes | 10 18");
  CHECK(in_full("claims", {.workloads = ten_and_eight, .claims = unnamed_variable}) ==
        "unknown 51: ComputeDomain: its number of nodes cannot be judged; the nodes of a role, or its own, are not known "
        "|  |");
  CHECK(in_full("claims", {.workloads = ten_and_eight, .claims = of_twenty}) ==
        "error 51: channel waits for 20 nodes; the roles in it have 18 | name 18 nodes | 20 18");
}

TEST_CASE("Jobs and services of several pods wait for pods to meet, and those of one launch are counted together") {
  using namespace claims_cases;
  CHECK_CONSTEXPR(told("claims", {.workloads = a_deployment}) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = launched_for_one}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = of_unknown_replicas}) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = of_other_launches}) == one_error);
  CHECK(in_full("claims", {.workloads = four_of_eight}) ==
        "error 5: web waits for 8 pods; the job has 4 | start it with 4, or give the job 8 | 8 4");
}

TEST_CASE("Which nodes are a claim's, and which pods a launch's") {
  using namespace claims_cases;
  // Apart from each other on fewer than five nodes only: ten pods of two GPUs fill five nodes of four.
  std::array spread{alone_on_its_node(10)};
  spread[0].placement.spread_nodes = 5;
  const std::array of_five{domain(5)};
  CHECK(told("claims", {.workloads = spread, .claims = of_five}, on_gb300) == clean);
  // What is not known of one role is not known of all, wherever it stands; the nodes of one component are its own.
  std::array first_unknown{pods(10, 4), pods(8, 4)};
  first_unknown[0].scale.replicas = {};
  CHECK(told("claims", {.workloads = first_unknown, .claims = of_eighteen}, on_gb300) == one_unjudged);
  CHECK(words("claims", {.workloads = first_unknown, .claims = of_component}, on_gb300) == "torchrun waits for 18 nodes; the job has 10");
  // Several claims share the roles; one that is left open, or of no nodes, is none of several.
  const std::array eight_and_open{domain(8), variable[0]};
  const std::array one_and_five{domain(1), domain(5)};
  const std::array all_and_six{domain(18), domain(6)};
  CHECK(told("claims", {.workloads = ten_and_eight, .claims = eight_and_open}) == tally{1, 0, 1});
  CHECK(told("claims", {.workloads = ten_and_eight, .claims = one_and_five}) == clean);
  CHECK(told("claims", {.workloads = ten_and_eight, .claims = all_and_six}) == clean);
  CHECK(explained("claims", {.workloads = ten_and_eight, .claims = of_ten}) == "nodes claimed: 10\nnodes of all roles: 18\n");
  CHECK(explained("claims", {.workloads = ten_and_eight, .claims = of_component}) == "nodes claimed: 18\nnodes of the job: 10\n");
  // Pods without GPUs count where what waits asks for none either, and those of another group never.
  std::array without{launched(1, 3), launched(2, 3)};
  without[0].identity.group = without[1].identity.group = "job";
  without[1].launch = {};
  for (hr::workload& each : without) each.requests.gpus = {};
  CHECK(told("claims", {.workloads = without}) == clean);
  std::array strangers{launched(2, 4), launched(2, 4)};
  strangers[0].identity.group = "job";
  strangers[1].identity.group = "other";
  strangers[1].launch = {};
  CHECK(words("claims", {.workloads = strangers}) == "web waits for 4 pods; the job has 2");
  std::array unknown_service{pods(3, 4)};
  unknown_service[0].launch.nodes = {hr::count{4}, 60};
  unknown_service[0].scale.replicas = {};
  CHECK(told("claims", {.workloads = unknown_service}) == clean);
}

TEST_CASE("A claim is not judged where the number of pods that lie on a node each is open") {
  using namespace claims_cases;
  const auto of_alone = [](auto change) {
    std::array one = ten_alone;
    change(one[0]);
    return told("claims", {.workloads = one, .claims = of_ten});
  };
  CHECK(of_alone([](hr::workload&) {}) == clean);
  CHECK(of_alone([](hr::workload& w) { w.scale.pods = {hr::unknown, 2}; }) == one_unjudged);
  CHECK(of_alone([](hr::workload& w) { w.scale.replicas = {hr::unknown, 2}; }) == one_unjudged);
  CHECK(of_alone([](hr::workload& w) { w.scale.replicas.value = 11; }) == one_error);
  // Five replicas of two pods.
  CHECK(of_alone([](hr::workload& w) {
          w.scale.replicas.value = 5;
          w.scale.pods.value = 2;
        }) == clean);
  CHECK(of_alone([](hr::workload& w) { w.placement.pods_per_node = {2, 9}; }) == one_unjudged);
  CHECK(of_alone([](hr::workload& w) { w.placement.pods_per_node = {hr::unknown, 9}; }) == one_unjudged);
}

TEST_CASE("Of a claim and GPUs that no node's fill, or on nodes without GPUs, the nodes are not known") {
  using namespace claims_cases;
  const auto on = [](hr::count gpus_a_node, hr::count how_many, hr::count gpus) {
    std::array one{pods(how_many, gpus)};
    one[0].placement.one_domain = {true, 9};
    const std::array pools{pool(100, gpus_a_node)};
    return told("claims", {.pools = pools, .workloads = one, .claims = of_ten});
  };
  CHECK(on(4, 20, 2) == clean);
  CHECK(on(2, 5, 4) == clean);
  CHECK(on(4, 19, 2) == one_unjudged);
  CHECK(on(0, 10, 4) == one_unjudged);
  CHECK(on(4, 18, 2) == one_error);
}

TEST_CASE("Pods of one launch are counted where all of them are told, and others have none in it") {
  using namespace claims_cases;
  const auto of_two = [](auto change) {
    std::array both{launched(4, 8), launched(3, 8)};
    change(both);
    return told("claims", {.workloads = both});
  };
  using two = std::array<hr::workload, 2>;
  CHECK(of_two([](two&) {}) == one_error);  // the same of both
  CHECK(of_two([](two& both) { both[1].scale.pods.value = 4; }) == clean);
  CHECK(of_two([](two& both) { both[1].scale.pods = {hr::unknown, 4}; }) == clean);
  CHECK(of_two([](two& both) { both[0].scale.pods = {}; }) == clean);
  CHECK(of_two([](two& both) { both[1].scale.replicas = {hr::unknown, 4}; }) == clean);
  CHECK(of_two([](two& both) { both[0].scale.replicas = {}; }) == clean);
  CHECK(of_two([](two& both) { both[0].scale.replicas.value = 2; }) == clean);  // eleven pods
  CHECK(of_two([](two& both) { both[1].launch.nodes = {}; }) == one_error);
  CHECK(of_two([](two& both) { both[1].launch.nodes = {hr::unknown, 5}; }) == one_error);
  CHECK(of_two([](two& both) { both[1].launch.nodes.value = 1; }) == one_error);
  // Of one launch beside pods without GPUs that wait for as many.
  CHECK(of_two([](two& both) {
          both[1].requests.gpus = {};
          both[1].scale.pods.value = 4;
        }) == clean);
}

TEST_CASE("Pods of a group are those of one replica of it, whether their number is told or not") {
  using namespace claims_cases;
  const auto of_group = [](auto change) {
    std::array both = master_and_workers;
    change(both);
    return told("claims", {.workloads = both});
  };
  using two = std::array<hr::workload, 2>;
  CHECK(of_group([](two& both) { both[1].scale.pods = {hr::unknown, 4}; }) == clean);
  CHECK(of_group([](two& both) { both[1].scale.pods.value = 2; }) == one_error);
  CHECK(of_group([](two& both) { both[1].scale.replicas = {hr::unknown, 4}; }) == clean);
  CHECK(of_group([](two& both) {
          both[1].scale.pods.value = 2;
          both[1].scale.replicas = {hr::unknown, 4};
        }) == one_error);
  CHECK(of_group([](two& both) { both[1].scale.pods.value = 4; }) == one_warning);
  CHECK(of_group([](two& both) {
          both[1].scale.pods.value = 4;
          both[0].scale.pods = {hr::unknown, 4};
        }) == clean);
  // GPUs that are left open, or in parts, are some.
  CHECK(of_group([](two& both) { both[1].requests.gpus = {hr::unknown, 3}; }) == clean);
  CHECK(of_group([](two& both) { both[1].requests.gpus = {}; }) == one_error);
}
