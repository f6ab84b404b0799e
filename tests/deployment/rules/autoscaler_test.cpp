// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/autoscaler.hpp>

#include <deployment/small_deployments.hpp>

namespace autoscaler_cases {

using namespace small;

constexpr std::array<hr::machine_pool, 1> scaled(hr::count least, hr::count nodes, hr::count most) {
  std::array one{pool_of("Standard_ND96isr_H100_v5", nodes)};
  one[0].least_nodes = {least, 13};
  one[0].most_nodes = {most, 14};
  return one;
}
constexpr std::array two_to_four = scaled(2, 2, 4);
constexpr std::array upside_down = scaled(4, 4, 2);
constexpr std::array below = scaled(2, 1, 4);
constexpr std::array above = scaled(2, 5, 4);

constexpr std::array<hr::quota, 1> family(hr::count vcpus) {
  return {hr::quota{.resource = "standardNDSH100v5Family", .line = 70, .nominal = {vcpus, 70}}};
}
constexpr std::array for_four = family(4 * 96);
constexpr std::array for_three = family(3 * 96);
constexpr std::array for_one = family(96);

}  // namespace autoscaler_cases

TEST_CASE("An autoscaler's least, nodes and most are in that order") {
  using namespace autoscaler_cases;
  CHECK_CONSTEXPR(told("autoscaler", {.pools = two_to_four}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = upside_down}) == one_error);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = below}) == one_error);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = above}) == one_error);
  CHECK(words("autoscaler", {.pools = upside_down}) == "gpu has at least 4 nodes and at most 2");
}

namespace autoscaler_cases {

constexpr std::array<hr::workload, 1> workers(hr::count least, hr::count stated, hr::count most) {
  std::array one{pods(1, 8)};
  one[0].scale.least_pods = {least, 21};
  one[0].scale.pods_stated = {stated, 20};
  one[0].scale.most_pods = {most, 22};
  return one;
}
constexpr std::array within = workers(0, 4, 4);
constexpr std::array beyond = workers(0, 9, 4);
constexpr std::array short_of = workers(2, 1, 4);
constexpr std::array contradictory = workers(5, 2, 4);

}  // namespace autoscaler_cases

TEST_CASE("Workers outside their bounds are another number than is stated") {
  using namespace autoscaler_cases;
  CHECK_CONSTEXPR(told("autoscaler", {.workloads = within}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.workloads = beyond}) == one_warning);
  CHECK_CONSTEXPR(line_of("autoscaler", {.workloads = beyond}) == 20);
  CHECK_CONSTEXPR(told("autoscaler", {.workloads = short_of}) == one_warning);
  CHECK_CONSTEXPR(line_of("autoscaler", {.workloads = contradictory}) == 21);
  CHECK(words("autoscaler", {.workloads = beyond}) == "web states 9 pods, more than its most of 4");
  CHECK(words("autoscaler", {.workloads = short_of}) == "web states 1 pod, fewer than its least of 2");
  CHECK(words("autoscaler", {.workloads = contradictory}) == "web has at least 5 pods and at most 4");
}

TEST_CASE("Four nodes of 96 vCPUs need a quota of 384") {
  using namespace autoscaler_cases;
  CHECK_CONSTEXPR(told("autoscaler", {.pools = two_to_four, .quotas = for_four}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = two_to_four, .quotas = for_three}) == one_warning);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = two_to_four, .quotas = for_one}) == tally{1, 1, 0});
  CHECK(words("autoscaler", {.pools = two_to_four, .quotas = for_three}) ==
        "gpu may grow to 4 nodes of 96 vCPUs, 384 in all; the quota of standardNDSH100v5Family is 288");
}

namespace autoscaler_cases {

constexpr std::array<hr::machine_pool, 3> of_aws(hr::count most) {
  std::array three{pool_of("p5.48xlarge", 12), pool_of("p4de.24xlarge", 3), pool_of("g5.48xlarge", 9)};
  three[0].most_nodes = {most, 14};
  return three;
}
constexpr std::array up_to_12 = of_aws(12);
constexpr std::array up_to_13 = of_aws(13);
constexpr std::array up_to_16 = of_aws(16);
constexpr std::array up_to_16_of_spot = [] {
  std::array three = up_to_16;
  for (hr::machine_pool& each : three) each.spot = {true, 15};
  return three;
}();
constexpr std::array<hr::quota, 1> letter_p(hr::count vcpus) {
  return {hr::quota{.name = "p", .resource = "Running On-Demand P instances", .line = 70, .nominal = {vcpus, 70}}};
}
constexpr std::array vcpus_2688 = letter_p(2688);
constexpr std::array vcpus_2500 = letter_p(2500);

}  // namespace autoscaler_cases

// 12 x 192 + 3 x 96 = 2,592; 13 x 192 + 3 x 96 = 2,784; 16 x 192 = 3,072.
TEST_CASE("A quota of AWS is of all pools whose sizes begin with its letter") {
  using namespace autoscaler_cases;
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_12, .quotas = vcpus_2688}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_13, .quotas = vcpus_2688}) == one_warning);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_16, .quotas = vcpus_2688}) == one_warning);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_16_of_spot, .quotas = vcpus_2688}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_12, .quotas = vcpus_2500}) == one_error);
  CHECK(words("autoscaler", {.pools = up_to_13, .quotas = vcpus_2688}) ==
        "the pools of Running On-Demand P instances may grow to 2,784 vCPUs together; its quota is 2,688");
  CHECK(words("autoscaler", {.pools = up_to_16, .quotas = vcpus_2688}) ==
        "gpu may grow to 16 nodes of 192 vCPUs, 3,072 in all; the quota of Running On-Demand P instances is 2,688");
  CHECK(words("autoscaler", {.pools = up_to_12, .quotas = vcpus_2500}) ==
        "the pools of Running On-Demand P instances start with 2,592 vCPUs together; its quota is 2,500");
}

namespace autoscaler_cases {

constexpr std::array<hr::machine_pool, 2> of_two(std::string_view first, std::string_view second) {
  std::array two{pool_of("Standard_ND96isr_H100_v5", 2), pool_of("Standard_ND96isr_H100_v5", 3)};
  two[0].name = first;
  two[1].name = second;
  return two;
}
constexpr std::array train_and_serve = of_two("train", "serve");
// A quota of a pool that it names, and one of none.
constexpr std::array<hr::quota, 1> family_of(std::string_view pool, hr::count vcpus) {
  std::array one = family(vcpus);
  one[0].pool = pool;
  return one;
}
constexpr std::array of_train = family_of("train", 96);
constexpr std::array of_serve = family_of("serve", 288);
constexpr std::array of_none_of_two = family(96);
constexpr std::array both_of_none{family(96)[0], family(96)[0]};
constexpr std::array short_name{hr::quota{.resource = "Family", .line = 70, .nominal = {hr::count{1}, 70}}};
constexpr std::array shorter_name{hr::quota{.resource = "amily", .line = 70, .nominal = {hr::count{1}, 70}}};
constexpr std::array in_capitals{hr::quota{.resource = "xFAMILY", .line = 70, .nominal = {hr::count{1}, 70}}};
constexpr std::array unresolved_quota{hr::quota{.resource = "xFamily", .line = 70, .nominal = {hr::unknown, 70}}};
constexpr std::array without_bounds{pool_of("Standard_ND96isr_H100_v5", 2)};
constexpr std::array<hr::machine_pool, 1> changed(auto change) {
  std::array one = two_to_four;
  change(one[0]);
  return one;
}
constexpr std::array no_least = changed([](hr::machine_pool& p) { p.least_nodes = {}; });
constexpr std::array no_most = changed([](hr::machine_pool& p) { p.most_nodes = {}; });
constexpr std::array no_nodes = changed([](hr::machine_pool& p) { p.nodes = {}; });
constexpr std::array unlisted = changed([](hr::machine_pool& p) { p.size = {"Standard_ND96_v99", 11}; });
constexpr std::array fixed_size = scaled(4, 4, 4);

}  // namespace autoscaler_cases

TEST_CASE("A family's quota is of the pool that it names, else of the only pool by the only quota") {
  using namespace autoscaler_cases;
  CHECK(in_full("autoscaler", {.pools = train_and_serve, .quotas = of_train}) ==
        "error 12: train starts with 2 nodes of 96 vCPUs, 192 in all; the quota of standardNDSH100v5Family is 96 | ask for "
        "a quota of 192 vCPUs, or for at most 1 node | 2 96 192 96 1");
  CHECK_CONSTEXPR(told("autoscaler", {.pools = train_and_serve, .quotas = of_serve}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = train_and_serve, .quotas = of_none_of_two}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = without_bounds, .quotas = of_none_of_two}) == one_error);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = without_bounds, .quotas = both_of_none}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = without_bounds, .quotas = of_serve}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = without_bounds, .quotas = short_name}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = without_bounds, .quotas = shorter_name}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = without_bounds, .quotas = in_capitals}) == one_error);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = without_bounds, .quotas = unresolved_quota}) == clean);
}

TEST_CASE("Bounds that the file leaves out bound nothing") {
  using namespace autoscaler_cases;
  for (const auto& each : {no_least, no_most, no_nodes}) CHECK(told("autoscaler", {.pools = each}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = fixed_size}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = fixed_size, .quotas = for_three}) == one_error);  // told once
  CHECK_CONSTEXPR(told("autoscaler", {.pools = no_nodes, .quotas = for_one}) == tally{1, 1, 0});
  CHECK_CONSTEXPR(line_of("autoscaler", {.pools = no_nodes, .quotas = for_one}) == 13);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = no_least, .quotas = for_one}) == tally{1, 1, 0});
  CHECK_CONSTEXPR(line_of("autoscaler", {.pools = no_least, .quotas = for_one}) == 12);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = unlisted, .quotas = for_one}) == clean);
  CHECK(in_full("autoscaler", {.pools = below}) ==
        "error 12: gpu has 1 node, fewer than its autoscaler's least of 2 | state a number between the two | 1 2");
  CHECK(in_full("autoscaler", {.pools = above}) ==
        "error 12: gpu has 5 nodes, more than its autoscaler's most of 4 | state a number between the two | 5 4");
  CHECK(in_full("autoscaler", {.pools = upside_down}) ==
        "error 13: gpu has at least 4 nodes and at most 2 | let the least be no more than the most | 4 2");
}

namespace autoscaler_cases {

constexpr std::array<hr::workload, 1> workers_changed(auto change) {
  std::array one = workers(2, 3, 4);
  change(one[0]);
  return one;
}
constexpr std::array at_least = workers(2, 2, 4);
constexpr std::array at_most = workers(2, 4, 4);
constexpr std::array as_many = workers(4, 4, 4);
constexpr std::array no_least_pods = workers_changed([](hr::workload& w) { w.scale.least_pods = {}; });
constexpr std::array no_most_pods = workers_changed([](hr::workload& w) { w.scale.most_pods = {}; });
constexpr std::array none_stated = workers_changed([](hr::workload& w) { w.scale.pods_stated = {}; });

}  // namespace autoscaler_cases

TEST_CASE("Workers at a bound are within, and a bound or number that is left out is none") {
  using namespace autoscaler_cases;
  for (const auto& each : {at_least, at_most, as_many, no_least_pods, no_most_pods, none_stated})
    CHECK(told("autoscaler", {.workloads = each}) == clean);
  CHECK(in_full("autoscaler", {.workloads = beyond}) ==
        "warning 20: web states 9 pods, more than its most of 4 | state a number between the two | 9 4");
  CHECK(in_full("autoscaler", {.workloads = short_of}) ==
        "warning 20: web states 1 pod, fewer than its least of 2 | state a number between the two | 1 2");
}

namespace autoscaler_cases {

constexpr std::array<hr::quota, 1> called(std::string_view resource, hr::count vcpus) {
  return {hr::quota{.name = "q", .resource = resource, .line = 70, .nominal = {vcpus, 71}}};
}
constexpr std::array<hr::machine_pool, 1> one_p5 = {pool_of("p5.48xlarge", 1)};
constexpr std::array spot_p5 = [] {
  std::array one = one_p5;
  one[0].spot = {true, 15};
  return one;
}();
constexpr std::array spot_by_variable = [] {
  std::array one = one_p5;
  one[0].spot = {hr::unknown, 15};
  return one;
}();

}  // namespace autoscaler_cases

TEST_CASE("A quota of AWS is of on-demand or of spot sizes, of one letter or of the first of several") {
  using namespace autoscaler_cases;
  const auto by = [](const auto& pools, std::string_view resource) {
    const std::array quotas = called(resource, 100);
    return told("autoscaler", {.pools = pools, .quotas = quotas});
  };
  CHECK(by(one_p5, "Running On-Demand P instances") == one_error);
  CHECK(by(one_p5, "Running On-Demand P and X instances") == one_error);
  CHECK(by(one_p5, "Running On-Demand PX instances") == clean);
  CHECK(by(one_p5, "Running On-Demand G and VT instances") == clean);
  CHECK(by(one_p5, "Running On-Demand  instances") == clean);
  CHECK(by(one_p5, "Running On-Demand instances") == clean);
  CHECK(by(one_p5, "All P Spot Instance Requests") == clean);
  CHECK(by(spot_p5, "All P Spot Instance Requests") == one_error);
  CHECK(by(spot_p5, "All P and X Spot Instance Requests") == one_error);
  CHECK(by(spot_p5, "Running On-Demand P instances") == clean);
  CHECK(by(spot_by_variable, "Running On-Demand P instances") == clean);
  CHECK(by(spot_by_variable, "All P Spot Instance Requests") == clean);
  CHECK(in_full("autoscaler", {.pools = up_to_13, .quotas = vcpus_2688}).starts_with("warning 70: the pools of Running"));
  // A pool of its own is no family; one whose number is left open leaves the sum open.
  CHECK_CONSTEXPR(told("autoscaler", {.pools = std::span(up_to_12).first(1), .quotas = vcpus_2688}) == clean);
  constexpr std::array one_left_open = [] {
    std::array three = up_to_13;
    three[1].nodes = {hr::unknown, 12};
    return three;
  }();
  CHECK_CONSTEXPR(told("autoscaler", {.pools = one_left_open, .quotas = vcpus_2688}) == clean);
  constexpr std::array exactly = letter_p(2592);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_12, .quotas = exactly}) == clean);
}

TEST_CASE("A quota of AWS is of sizes that are a letter and a generation") {
  constexpr hr::quota running{.resource = "Running On-Demand P instances"};
  CHECK_CONSTEXPR(hr::rules::detail::is_aws_quota_of(running, "p5.48xlarge", false));
  for (const std::string_view other : {"", "p", "p-5.48xlarge", "px5.large", "P5.48xlarge", "g5.48xlarge"}) {
    CAPTURE(other);
    CHECK(!hr::rules::detail::is_aws_quota_of(running, other, false));
  }
}

TEST_CASE("Quotas of AWS are told apart by both ends of their names, and sizes by a letter and a digit") {
  using hr::rules::detail::is_aws_quota_of;
  const auto is_of = [](std::string_view quota, std::string_view size, bool is_spot = false) { return is_aws_quota_of({.resource = quota}, size, is_spot); };
  CHECK(is_of("Running On-Demand P instances", "p5"));
  CHECK(is_of("Running On-Demand A instances", "a0.large"));
  CHECK(is_of("Running On-Demand Z instances", "z9.large"));
  CHECK(is_of("All P Spot Instance Requests", "p5.48xlarge", true));
  CHECK(is_of("All P and X Spot Instance Requests", "p5.48xlarge", true));
  for (const std::string_view other : {"Running On-Demand P machines", "Running On-Demand P", "Stopped On-Demand P instances", "P instances", "P",
                                       "Running On-Demand instances", "Running On-Demand PX instances", "Running On-Demand P- instances"}) {
    CAPTURE(other);
    CHECK(!is_of(other, "p5.48xlarge"));
  }
  for (const std::string_view other : {"{5.large", "`5.large", "p/.large", "p:.large"}) {
    CAPTURE(other);
    CHECK(!is_of("Running On-Demand P instances", other));
    CHECK(!is_of("Running On-Demand [ instances", other));
    CHECK(!is_of("Running On-Demand @ instances", other));
  }
}

TEST_CASE("The quota of a family is of the pool that it names, or of the only one") {
  using namespace autoscaler_cases;
  const std::array two{scaled(2, 2, 4)[0], scaled(2, 2, 4)[0]};
  std::array named = family(2 * 96);
  CHECK(told("autoscaler", {.pools = two, .quotas = named}) == clean);
  named[0].pool = "gpu";
  CHECK(told("autoscaler", {.pools = std::span(two).first(1), .quotas = named}) == one_warning);
  named[0].pool = "other";
  CHECK(told("autoscaler", {.pools = std::span(two).first(1), .quotas = named}) == clean);
  std::array unnamed_pool{two[0]};
  unnamed_pool[0].name = "";
  named[0].pool = "";
  const std::array twice{named[0], named[0]};
  CHECK(told("autoscaler", {.pools = unnamed_pool, .quotas = named}) == one_warning);
  CHECK(told("autoscaler", {.pools = unnamed_pool, .quotas = twice}) == clean);
}

TEST_CASE("The terms of bounds are called what they are, and a pool's first nodes are those that it states or its least") {
  using namespace autoscaler_cases;
  CHECK(explained("autoscaler", {.pools = below}) == "nodes: 1\nleast nodes: 2\n");
  CHECK(explained("autoscaler", {.pools = above}).starts_with("nodes: 5\nmost nodes: 4\n"));
  CHECK(explained("autoscaler", {.workloads = short_of}) == "pods stated: 1\nleast pods: 2\n");
  CHECK(explained("autoscaler", {.workloads = beyond}) == "pods stated: 9\nmost pods: 4\n");
  // One node is stated, and two are the least: two of 96 vCPUs are more than one's quota, and told as the start.
  CHECK(in_full("autoscaler", {.pools = below, .quotas = for_one}).find("error 13: gpu starts with 2 nodes of 96 vCPUs, 192 in all") != std::string::npos);
  std::array silent = below;
  silent[0].nodes = {};
  CHECK(in_full("autoscaler", {.pools = silent, .quotas = for_one}).find("error 13: gpu starts with 2 nodes of 96 vCPUs, 192 in all") != std::string::npos);
  silent[0].least_nodes = {};
  CHECK(told("autoscaler", {.pools = silent, .quotas = for_one}) == one_warning);
  // Of a machine without vCPUs, or with one.
  static constexpr hr::vm none{.name = "none", .vcpus = hr::count{0}};
  static constexpr hr::vm one{.name = "one", .vcpus = hr::count{1}};
  static constexpr std::array of_none{hr::group{hr::machine(none), 0}};
  static constexpr std::array of_one{hr::group{hr::machine(one), 0}};
  std::array plain = scaled(2, 2, 4);
  plain[0].size = {};
  const std::array three = family(3);
  CHECK(told("autoscaler", {.pools = plain, .quotas = three}, {.held = of_none}) == clean);
  CHECK(in_full("autoscaler", {.pools = plain, .quotas = three}, {.held = of_one}) ==
        "warning 14: gpu may grow to 4 nodes of 1 vCPU, 4 in all; the quota of standardNDSH100v5Family is 3 | ask for a quota of 4 vCPUs, or for at most 3 "
        "nodes | 4 1 4 3 3");
}

TEST_CASE("A quota of AWS ends as its kind ends, and its ends do not overlap") {
  using hr::rules::detail::is_aws_quota_of;
  for (const std::string_view other : {"Running On-Demand P and X machines", "Running On-Demand P machineries", "Running On-Demand P machines",
                                       "Stopped, On-Demand P instances", "Running On-Demand", "Running On-Demand instances", "P instances"}) {
    CAPTURE(other);
    CHECK(!is_aws_quota_of({.resource = other}, "p5.48xlarge", false));
  }
  for (const std::string_view other : {"All P Spot Requests", "All P Spot Instance Requirements of a year", "All Spot Instance Requests"}) {
    CAPTURE(other);
    CHECK(!is_aws_quota_of({.resource = other}, "p5.48xlarge", true));
  }
}

TEST_CASE("The first nodes of a pool are those that it states, as many as its least or one") {
  using namespace autoscaler_cases;
  CHECK_CONSTEXPR(line_of("autoscaler", {.pools = two_to_four, .quotas = for_one}) == 12);
  constexpr std::array tiny = family(95);
  constexpr std::array at_least_one = changed([](hr::machine_pool& p) {
    p.nodes = {};
    p.least_nodes = {hr::count{1}, 13};
    p.most_nodes = {hr::count{1}, 14};
  });
  CHECK_CONSTEXPR(told("autoscaler", {.pools = at_least_one, .quotas = tiny}) == one_error);
  CHECK_CONSTEXPR(line_of("autoscaler", {.pools = at_least_one, .quotas = tiny}) == 13);
  constexpr std::array only_most = changed([](hr::machine_pool& p) {
    p.nodes = p.least_nodes = {};
    p.most_nodes = {hr::count{1}, 14};
  });
  CHECK_CONSTEXPR(told("autoscaler", {.pools = only_most, .quotas = tiny}) == one_warning);
  CHECK_CONSTEXPR(line_of("autoscaler", {.pools = only_most, .quotas = tiny}) == 14);
}

// 14 x 192 = 2,688.
TEST_CASE("Pools that fill a quota leave none for another, and one that is not known leaves the sum open") {
  using namespace autoscaler_cases;
  using hr::rules::detail::vcpus_of_family;
  std::array two{pool_of("p5.48xlarge", 14), pool_of("p5.48xlarge", 1)};
  CHECK(told("autoscaler", {.pools = std::span(two).first(1), .quotas = vcpus_2688}) == clean);
  CHECK(told("autoscaler", {.pools = two, .quotas = vcpus_2688}) == one_error);
  CHECK(vcpus_of_family({{.pools = two, .quotas = vcpus_2688}, {}}, vcpus_2688[0], true) == 15 * 192);
  two[1].nodes = {hr::unknown, 12};
  CHECK(vcpus_of_family({{.pools = two, .quotas = vcpus_2688}, {}}, vcpus_2688[0], true) == 0);
  std::array left_open = vcpus_2688;
  left_open[0].nominal = {hr::unknown, 70};
  CHECK(told("autoscaler", {.pools = two, .quotas = left_open}) == clean);
  // Machines of one vCPU, and of a number that no source says.
  static constexpr hr::vm one{.name = "p1.one", .vcpus = hr::count{1}};
  static constexpr hr::vm any{.name = "p1.any"};
  static constexpr std::array both{hr::group{hr::machine(one), 0}, hr::group{hr::machine(any), 0}};
  std::array of_one{pool_of("p1.one", 1), pool_of("p1.one", 1)};
  CHECK(told("autoscaler", {.pools = of_one, .quotas = left_open}, {.held = both}) == clean);
  const std::array of_any{pool_of("p1.any", 1), pool_of("p1.any", 1)};
  CHECK(told("autoscaler", {.pools = of_any, .quotas = vcpus_2688}, {.held = both}) == clean);
}
