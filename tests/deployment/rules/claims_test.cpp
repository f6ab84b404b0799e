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
constexpr std::array launch{hr::node_claim{.name = "torchrun", .kind = "torchrun", .line = 50, .nodes = {20, 51}}};
constexpr std::array variable{hr::node_claim{.name = "channel", .nodes = {hr::unknown, 51}}};
constexpr std::array ten_and_eight = recipe(4, 10, 10, 4, 8, 1, 32);
constexpr std::array two_claims{domain(10), domain(8)};
constexpr std::array pods_of_four{pods(18, 4)};

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

TEST_CASE("Pods that take a whole node each are nodes") {
  using namespace claims_cases;
  CHECK_CONSTEXPR(told("claims", {.workloads = pods_of_four, .claims = of_eighteen}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("claims", {.workloads = pods_of_four, .claims = of_ten}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("claims", {.workloads = pods_of_four, .claims = of_ten}) == one_unjudged);
}
