// SPDX-License-Identifier: BSL-1.0
#include <check/capacity_sums.hpp>

#include <array>
#include <check.hpp>
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/deployment/check.hpp>
#include <span>
#include <string>
#include <string_view>

namespace capacity_sums_cases {

namespace program = headroom::program;
using namespace std::string_view_literals;

constexpr std::string_view h100 = "Standard_ND96isr_H100_v5";

// Nodes of eight GPUs by their size.
hr::machine_pool pool_of(hr::count nodes, std::string_view size = h100) {
  return {.name = "gpu", .line = 1, .size = {size, 1}, .nodes = {nodes, 1}};
}
hr::workload_class class_of(std::string_view kind) {
  if (kind == "demand") return hr::workload_class::demand;
  return kind == "Job" || kind == "PyTorchJob" ? hr::workload_class::job : hr::workload_class::service;
}
// So many pods of eight GPUs.
hr::workload pods_of(hr::count pods, std::string_view kind = "Deployment", std::string_view group = {}) {
  return {.identity = {.name = "w", .kind = kind, .group = group, .line = 2},
          .scale = {.replicas = {hr::count{1}, 2}, .pods = {pods, 2}},
          .requests = {.gpus = {hr::count{8}, 3}},
          .queueing = {.runs_as = class_of(kind)}};
}

using pools = std::span<const hr::machine_pool>;
using workloads = std::span<const hr::workload>;
std::string words(pools held, workloads used, const hr::check_terms& on = {}) {
  return program::words_of(program::capacity_sums_of({.pools = held, .workloads = used}, on));
}

constexpr std::array on_h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();

}  // namespace capacity_sums_cases

TEST_CASE("A file of templates alone says that, and no number") {
  using namespace capacity_sums_cases;
  std::array some{pods_of(1), pods_of(1), pods_of(1)};
  for (hr::workload& each : some) {
    each.queueing.runs_as = hr::workload_class::blueprint;
    each.scale.replicas = {hr::count{0}, 2};
  }
  CHECK(words({}, workloads(some).first(1), {.held = on_h100}) == "1 template, which others make pods from: nothing runs by itself");
  CHECK(words({}, workloads(some).first(2)) == "2 templates, which others make pods from: nothing runs by itself");
  some[2] = pods_of(2, "Job");
  CHECK(words({}, some, {.held = on_h100}) == "16 GPUs used on Standard_ND96isr_H100_v5");
}

TEST_CASE("Sums of a file: GPUs used of those held, by its pools, the nodes of its workloads or the check's machines") {
  using namespace capacity_sums_cases;
  const std::array six{pool_of(6)};
  const std::array full{pods_of(6)};
  CHECK(words(six, full) == "48 of 48 GPUs used on 6 nodes of Standard_ND96isr_H100_v5");
  CHECK(words(six, {}) == "48 GPUs held on 6 nodes of Standard_ND96isr_H100_v5");
  CHECK(words({}, full) == "48 GPUs used; sizes are not judged, as no machine is named: --on names one");
  CHECK(words({}, full, {.held = on_h100}) == "48 GPUs used on Standard_ND96isr_H100_v5");
  const std::array eight{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 8}};
  CHECK(words({}, full, {.held = eight}) == "48 of 64 GPUs used on 8 nodes of Standard_ND96isr_H100_v5");
  // A rack is of 18 nodes of 4 GPUs.
  const std::array racks{hr::group{hr::machine(hr::azure::gb300_nvl72::spec), 2}};
  CHECK(words({}, full, {.held = racks}) == "48 of 144 GPUs used on 36 nodes of GB300 NVL72");
  std::array stated{full[0]};
  stated[0].scale.nodes = {hr::count{7}, 2};
  CHECK(words({}, stated, {.held = on_h100}) == "48 of 56 GPUs used on 7 nodes of Standard_ND96isr_H100_v5");
  // Beside one that states none, the nodes of all are not known.
  CHECK(words({}, std::array{stated[0], full[0]}, {.held = on_h100}) == "96 GPUs used on Standard_ND96isr_H100_v5");
  stated[0].placement.leaves_rest = true;
  CHECK(words({}, stated, {.held = on_h100}) == "48 GPUs used on 7 nodes of Standard_ND96isr_H100_v5");
}

TEST_CASE("Sums of a file: an unknown part leaves a sum unknown, nodes without GPUs are none of them") {
  using namespace capacity_sums_cases;
  std::array open{pods_of(6), pods_of(1)};
  open[1].scale.replicas = {hr::unknown, 4};
  CHECK(words(std::array{pool_of(6)}, open) == "48 GPUs held on 6 nodes of Standard_ND96isr_H100_v5");
  CHECK(words({}, open, {.held = on_h100}) == "");
  std::array parameter{pool_of(6), pool_of(1)};
  parameter[1].nodes = {hr::unknown, 4};
  std::array placed{pods_of(6)};
  placed[0].placement.pool = {"gpu"sv, 2};
  CHECK(words(parameter, placed) == "48 GPUs used on Standard_ND96isr_H100_v5");
  const std::array login{pool_of(6), pool_of(2, "Standard_D4s_v5")};
  CHECK(words(login, {}) == "48 GPUs held on 6 nodes of Standard_ND96isr_H100_v5");
  const std::array kinds{pool_of(6), pool_of(1, "Standard_ND96isr_H200_v5")};
  CHECK(words(kinds, {}) == "56 GPUs held on 7 nodes");
  std::array scaled{pool_of(2)};
  scaled[0].most_nodes = {hr::count{6}, 1};
  CHECK(words(scaled, {}) == "48 GPUs held on at most 6 nodes of Standard_ND96isr_H100_v5");
  scaled[0].least_nodes = {hr::count{2}, 1};
  CHECK(words(scaled, {}) == "48 GPUs held on at most 6 nodes of Standard_ND96isr_H100_v5");
  // A group that has no room to scale.
  scaled[0].least_nodes = {hr::count{6}, 1};
  CHECK(words(scaled, {}) == "48 GPUs held on 6 nodes of Standard_ND96isr_H100_v5");
  // A limit in cores is of the machine's: 300 are 3 times 96, and some.
  std::array cores{hr::machine_pool{.name = "gpu", .line = 1, .size = {h100, 1}, .most_cores = {hr::count{300}, 1}}};
  CHECK(words(cores, {}) == "24 GPUs held on at most 3 nodes of Standard_ND96isr_H100_v5");
  cores[0].nodes = {hr::unknown, 1, hr::said_state::chosen};
  CHECK(words(cores, {}) == "");
  std::array bounded{pods_of(1)};
  bounded[0].scale.replicas = {};
  bounded[0].scale.most_pods = {hr::count{4}, 3};
  CHECK(words({}, bounded, {.held = on_h100}) == "at most 32 GPUs used on Standard_ND96isr_H100_v5");
  // Nodes of which nothing is said may have some.
  const std::array left_open{pool_of(6), hr::machine_pool{.name = "more", .line = 5, .nodes = {hr::count{2}, 5}}};
  CHECK(words(left_open, {}) == "");
  const std::array counted{hr::machine_pool{.line = 5, .nodes = {hr::count{2}, 5}, .gpus_per_node = {hr::count{4}, 5}}};
  CHECK(words(counted, {}) == "8 GPUs held on 2 nodes; sizes are not judged, as no machine is named: --on names one");
  hr::workload cpus = pods_of(1);
  cpus.requests.gpus = {};
  CHECK(words({}, std::array{cpus}) == "0 GPUs used");
  CHECK(words(std::array{pool_of(6)}, std::array{pods_of(6, "demand")}) ==
        "48 GPUs held on 6 nodes of Standard_ND96isr_H100_v5");
  CHECK(words({}, {}) == "");
}

TEST_CASE("Sums of a file: jobs that wait for each other are not added up, those of one group are one") {
  using namespace capacity_sums_cases;
  const std::array group{pods_of(1, "PyTorchJob", "train"), pods_of(3, "PyTorchJob", "train")};
  CHECK(words({}, group, {.held = on_h100}) == "32 GPUs used on Standard_ND96isr_H100_v5");
  const std::array several{pods_of(2, "Job"), pods_of(7, "Job"), pods_of(3, "Job")};
  CHECK(words({}, several, {.held = on_h100}) ==
        "56 GPUs used by the largest of 3 jobs on Standard_ND96isr_H100_v5");
  CHECK(words(std::array{pool_of(8)}, std::array{pods_of(1), pods_of(2, "Job")}) ==
        "8 of 64 GPUs used, and 16 of 64 GPUs used by a job on 8 nodes of Standard_ND96isr_H100_v5");
  hr::workload open = pods_of(1, "Job");
  open.scale.pods = {hr::unknown, 4};
  CHECK(words({}, std::array{several[0], open}, {.held = on_h100}) == "");
  open = pods_of(1, "Job");
  open.scale.replicas = {hr::unknown, 4};
  CHECK(words({}, std::array{open}, {.held = on_h100}) == "");
}

TEST_CASE("Pods of a job that may take turns are used at once where they have room") {
  using namespace capacity_sums_cases;
  std::array turns{pods_of(1, "Job")};
  turns[0].scale.replicas = {hr::count{4}, 2};
  const std::array six{pool_of(6)};
  const std::array two{pool_of(2)};
  CHECK(words(six, turns) == "32 of 48 GPUs used on 6 nodes of Standard_ND96isr_H100_v5");
  CHECK(words(two, turns) == "8 of 16 GPUs used on 2 nodes of Standard_ND96isr_H100_v5");
  CHECK(words({}, turns, {.held = on_h100}) == "32 GPUs used on Standard_ND96isr_H100_v5");
}
