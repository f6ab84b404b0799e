// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/machine_features.hpp>

#include <span>
#include <string>
#include <utility>

#include <deployment/small_deployments.hpp>

namespace machine_features_cases {

using namespace small;

constexpr std::array<hr::machine_pool, 1> expecting(std::string_view size, hr::feature what,
                                                    bool expected = true) {
  std::array one{pool_of(size)};
  one[0].features[what] = {expected, 15};
  return one;
}
constexpr auto of(std::string_view size, hr::feature what, bool expected = true) {
  const std::array one = expecting(size, what, expected);
  return told("machine_features", {.pools = one});
}
constexpr std::array<hr::workload, 1> asking(std::string_view size, std::string_view gpu) {
  return {hr::workload{.identity = {.name = "it", .line = 1}, .placement = {.instance_type = {size, 2}, .gpu_type = {gpu, 3}}}};
}
constexpr std::array a100_on_p5 = asking("p5.48xlarge", "A100");
constexpr std::array h100_on_p5 = asking("p5.48xlarge", "H100");
constexpr std::array fast_on_p5 = asking("p5.48xlarge", "fast");  // a name of the cluster's own
constexpr std::array t4 = expecting("Standard_NC16as_T4_v3", hr::feature::infiniband);

}  // namespace machine_features_cases

TEST_CASE("InfiniBand is expected only where there is some") {
  using namespace machine_features_cases;
  CHECK_CONSTEXPR(of("Standard_ND96isr_H100_v5", hr::feature::infiniband) == clean);
  CHECK_CONSTEXPR(of("Standard_NC16as_T4_v3", hr::feature::infiniband) == one_error);
  CHECK_CONSTEXPR(of("Standard_NC16as_T4_v3", hr::feature::infiniband, false) == clean);
  CHECK_CONSTEXPR(of("p5.48xlarge", hr::feature::infiniband) == one_error);  // EFA
  CHECK(words("machine_features", {.pools = t4}) == "gpu expects InfiniBand, which its machine does not have");
}

TEST_CASE("A GPU that is asked for beside a size is that size's") {
  using namespace machine_features_cases;
  CHECK_CONSTEXPR(told("machine_features", {.workloads = a100_on_p5}) == one_error);
  CHECK_CONSTEXPR(told("machine_features", {.workloads = h100_on_p5}) == clean);
  CHECK_CONSTEXPR(told("machine_features", {.workloads = fast_on_p5}) == clean);
}

TEST_CASE("So are NVLink and premium storage, and what no source says is not judged") {
  using namespace machine_features_cases;
  CHECK_CONSTEXPR(of("Standard_ND96isr_H100_v5", hr::feature::nvlink) == clean);
  CHECK_CONSTEXPR(of("Standard_ND6s", hr::feature::nvlink) == one_error);
  CHECK_CONSTEXPR(of("Standard_ND96isr_H100_v5", hr::feature::premium_storage) == clean);
  CHECK_CONSTEXPR(of("Standard_NC24", hr::feature::premium_storage) == one_error);
  CHECK_CONSTEXPR(of("p5.48xlarge", hr::feature::premium_storage) == one_unjudged);
  CHECK_CONSTEXPR(of("HGX B300", hr::feature::nvlink) == one_unjudged);
  CHECK_CONSTEXPR(of("Standard_ND96isr_H100_v5", hr::feature::live_migration) == one_error);
  CHECK_CONSTEXPR(of("Standard_D2_v4", hr::feature::infiniband) == clean);
}

TEST_CASE("What is expected of no one kind of machine, one of them has") {
  using namespace machine_features_cases;
  const auto asked = [](std::string_view other, hr::feature what) {
    const std::array pools{pool_of("Standard_NC16as_T4_v3"), pool_of(other)};
    std::array demand{hr::workload{.identity = {.name = "chat"}, .queueing = {.runs_as = hr::workload_class::demand}}};
    demand[0].placement.features[what] = {true, 15};
    return words("machine_features", {.pools = pools, .workloads = demand});
  };
  CHECK(asked("Standard_ND96isr_H100_v5", hr::feature::infiniband) == "");
  CHECK(asked("p5.48xlarge", hr::feature::infiniband) ==
        "chat expects features that no one of its kinds of machine has all of");
  CHECK(asked("HGX B300", hr::feature::nvlink) == "chat expects NVLink; no source says whether one of its machines has it");
}

TEST_CASE("A feature that no machine of a series has is an error, as one in preview is none") {
  using namespace machine_features_cases;
  static constexpr hr::vm_series own_series{.features = {.premium_storage = hr::absent, .nvlink = hr::support::in_preview}};
  static constexpr hr::vm size{.name = "own", .series = &own_series};
  static constexpr std::array held{hr::group{hr::machine(size), 0}};
  constexpr std::array premium = expecting("own", hr::feature::premium_storage);
  constexpr std::array linked = expecting("own", hr::feature::nvlink);
  CHECK(in_full("machine_features", {.pools = premium}, {.held = held}) ==
        "error 15: gpu expects premium storage, which its machine does not have | choose a size that has it, or do without | "
        "own");
  CHECK(told("machine_features", {.pools = linked}, {.held = held}) == clean);
  const std::array p5 = expecting("p5.48xlarge", hr::feature::premium_storage);
  CHECK(in_full("machine_features", {.pools = p5}) ==
        "unknown 15: gpu expects premium storage; no source says whether its machine has it |  | p5.48xlarge");
}

namespace machine_features_cases {

constexpr std::array<hr::workload, 1> demanding(hr::feature first, hr::feature second) {
  std::array one{hr::workload{.identity = {.name = "chat"}, .queueing = {.runs_as = hr::workload_class::demand}}};
  one[0].placement.features[second] = {true, 16};
  one[0].placement.features[first] = {true, 15};
  return one;
}

}  // namespace machine_features_cases

TEST_CASE("A size or a type that is left open, whatever it may be, contradicts none") {
  using namespace machine_features_cases;
  const hr::said<std::string_view> size{"p5.48xlarge", 2}, type{"A100", 3};
  hr::said<std::string_view> any_size{hr::unknown, 2}, any_type{hr::unknown, 3};
  any_size.value = size.value;
  any_type.value = type.value;
  for (const auto& [s, t] : {std::pair{size, any_type}, std::pair{any_size, type}, std::pair{any_size, any_type}}) {
    const std::array one{hr::workload{.identity = {.name = "it", .line = 1}, .placement = {.instance_type = s, .gpu_type = t}}};
    CHECK(told("machine_features", {.workloads = one}) == clean);
  }
}

TEST_CASE("A demand is told in the line of the first feature that it expects, with what its machines lack") {
  using namespace machine_features_cases;
  constexpr auto first = static_cast<hr::feature>(0), second = static_cast<hr::feature>(1);
  static constexpr hr::vm_series without{.features = {.premium_storage = hr::absent, .infiniband = hr::support::no, .nvlink = hr::absent}};
  static constexpr hr::vm own{.name = "own", .series = &without};
  static constexpr hr::vm any{.name = "any"};
  static constexpr std::array lacking{hr::group{hr::machine(own), 0}};
  static constexpr std::array either{hr::group{hr::machine(own), 0}, hr::group{hr::machine(any), 0}};
  const std::array links = demanding(hr::feature::nvlink, hr::feature::nvlink);
  CHECK(in_full("machine_features", {.workloads = links}, {.held = lacking}) ==
        "error 15: chat expects features that no one of its kinds of machine has all of | choose a size that has them, or do without | own");
  CHECK(in_full("machine_features", {.workloads = links}, {.held = either}).starts_with("unknown 15: chat expects NVLink; no source says whether one of its machines has it |  |"));
  CHECK(in_full("machine_features", {.workloads = links}).starts_with("unknown 15: chat expects NVLink; no source says whether one of its machines has it |  |"));
  const std::array of_both = demanding(first, second);
  CHECK(line_of("machine_features", {.workloads = of_both}) == 15);
  CHECK(line_of("machine_features", {.workloads = of_both}, {.held = either}) == 15);
  // The first feature alone, of a demand and of a pool.
  const std::array of_first = demanding(first, first);
  CHECK(told("machine_features", {.workloads = of_first}) == one_unjudged);
  std::array pool_of_first = expecting("any", first);
  CHECK(told("machine_features", {.pools = pool_of_first}, {.held = either}) == one_unjudged);
  // Of pools the file's machines are asked, and not those held.
  const std::array linked{pool_of("Standard_ND96isr_H100_v5")};
  CHECK(told("machine_features", {.pools = linked, .workloads = links}, {.held = lacking}) == clean);
  const std::array unlinked{pool_of("own")};
  CHECK(told("machine_features", {.pools = unlinked, .workloads = links}, {.held = either}) == one_error);
}

TEST_CASE("Of machines that lack a feature as many are named as a finding has places, and the last feature is told once") {
  using namespace machine_features_cases;
  constexpr hr::machine_pool t4_pool = pool_of("Standard_NC16as_T4_v3");
  const std::array seven{t4_pool, t4_pool, t4_pool, t4_pool, t4_pool, t4_pool, t4_pool};
  const std::array links = demanding(hr::feature::infiniband, hr::feature::infiniband);
  const auto lacking = [&](std::size_t pools) { return in_full("machine_features", {.pools = std::span(seven).first(pools), .workloads = links}); };
  const std::string size = " Standard_NC16as_T4_v3";
  const std::string told_of_five =
      "error 15: chat expects features that no one of its kinds of machine has all of | choose a size that has them, or do without |" + size + size + size + size + size;
  CHECK(lacking(5) == told_of_five);
  CHECK(lacking(6) == told_of_five + size);
  CHECK(lacking(7) == told_of_five + size);
  constexpr auto last = static_cast<hr::feature>(hr::feature_names.size() - 1);
  static constexpr hr::vm_series without{.features = {.hibernation = hr::absent}};
  static constexpr hr::vm own{.name = "own", .series = &without};
  static constexpr hr::vm any{.name = "any"};
  static constexpr std::array held{hr::group{hr::machine(own), 0}, hr::group{hr::machine(any), 0}};
  const std::array of_own = expecting("own", last), of_any = expecting("any", last);
  CHECK(in_full("machine_features", {.pools = of_own}, {.held = held}) ==
        "error 15: gpu expects hibernation, which its machine does not have | choose a size that has it, or do without | own");
  CHECK(in_full("machine_features", {.pools = of_any}, {.held = held}) ==
        "unknown 15: gpu expects hibernation; no source says whether its machine has it |  | any");
  const std::array hibernates = demanding(last, last);
  const std::array own_pool{pool_of("own")}, any_pool{pool_of("any")};
  CHECK(in_full("machine_features", {.pools = own_pool, .workloads = hibernates}, {.held = held}).ends_with("| own"));
  CHECK(words("machine_features", {.pools = any_pool, .workloads = hibernates}, {.held = held}) ==
        "chat expects hibernation; no source says whether one of its machines has it");
}
