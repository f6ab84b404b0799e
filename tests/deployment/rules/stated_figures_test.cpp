// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/stated_figures.hpp>

#include <span>

#include <deployment/small_deployments.hpp>

namespace stated_figures_cases {

using namespace small;
using about = hr::remark::about;

constexpr hr::remark speaks(about what, hr::count amount, std::string_view text) {
  return {.what = what, .amount = amount, .line = 19, .text = text};
}
constexpr std::array ten_and_eight = recipe(4, 10, 10, 4, 8, 1, 32);
constexpr std::array right{speaks(about::gpus, 72, "72 GPUs"), speaks(about::nodes, 18, "18 nodes"),
                           speaks(about::gpus, 32, "EP 32"), speaks(about::nodes, 8, "8 decode nodes"),
                           speaks(about::full_rack, 0, "full rack")};
constexpr std::array two_nodes_a_worker = recipe(4, 6, 3, 8, 12, 1, 48);
constexpr std::array of_a_worker{speaks(about::nodes, 2, "2 nodes"), speaks(about::gpus, 8, "8 GPUs")};
constexpr std::array of_no_worker{speaks(about::nodes, 3, "3 nodes")};
constexpr std::array wrong_gpus{speaks(about::gpus, 48, "48 GPUs")};
constexpr std::array wrong_nodes{speaks(about::nodes, 9, "9 worker nodes")};

constexpr std::array fourteen = [] {
  hr::workload w{.name = "gb300-full-rack", .kind = "nccl-test", .line = 20};
  w.replicas = {hr::count{1}, 20};
  w.nodes = {hr::count{14}, 21};
  w.gpus_per_node = {hr::count{4}, 22};
  w.gpus = {hr::count{56}, 22};
  return std::array{w};
}();
constexpr std::array full_rack{speaks(about::full_rack, 0, "full rack")};
constexpr std::array parts{speaks(about::nodes, 14, "14 nodes"), speaks(about::gpus, 56, "56 GPUs")};
constexpr std::array with_system_pool = [] {
  std::array two{pool_of("Standard_ND96isr_H100_v5"), pool_of("Standard_D8s_v5")};
  for (hr::machine_pool& each : two) each.nodes = {hr::count{3}, 4};
  return two;
}();
constexpr std::array with_unlisted_gpus = [] {
  std::array two = with_system_pool;
  two[1].size = {"Standard_NC8_L999_v9", 5};
  return two;
}();
constexpr std::array of_pools{speaks(about::gpus, 24, "24 GPUs"), speaks(about::nodes, 6, "6 nodes")};
constexpr std::array variable = [] {
  std::array one{pods(1, 4)};
  one[0].replicas = {hr::unknown, 2};
  return one;
}();

// Three groups of a leader and a worker.
constexpr std::array pairs = [] {
  std::array both{pods(3, 8), pods(3, 8)};
  both[0].group = both[1].group = "pair";
  return both;
}();
constexpr std::array of_one_pair{hr::remark{hr::remark::about::gpus, 16, 1, "16 GPUs"},
                                 hr::remark{hr::remark::about::nodes, 2, 1, "2 nodes"}};

// A flavor of a queue beside two replicas of 8 GPUs: which machines, and not how many.
constexpr std::array flavor = [] {
  std::array one{pool_of("Standard_ND96isr_H100_v5")};
  one[0].nodes = {};
  return one;
}();
constexpr std::array two_of_eight{pods(2, 8)};
constexpr std::array given_forty{hr::quota{
    .name = "a", .resource = "nvidia.com/gpu", .pool = "gpu", .line = 60, .nominal = {hr::count{40}, 60}}};
constexpr std::array left_to_a_tool{
    hr::quota{.name = "a", .resource = "nvidia.com/gpu", .pool = "gpu", .line = 60, .nominal = {hr::unknown, 60}}};
constexpr std::array of_what_runs{speaks(about::gpus, 16, "16 GPUs"), speaks(about::gpus, 8, "8 GPUs"),
                                  speaks(about::nodes, 2, "2 nodes")};
constexpr std::array of_the_queue{speaks(about::gpus, 40, "40 GPUs"), speaks(about::nodes, 5, "5 nodes")};

}  // namespace stated_figures_cases

TEST_CASE("Words may be about one group") {
  using namespace stated_figures_cases;
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = pairs, .remarks = of_one_pair}, on_h100) == clean);
}

TEST_CASE("Words that agree with the sums, or with a part of them, are clean") {
  using namespace stated_figures_cases;
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = ten_and_eight, .remarks = right}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = fourteen, .remarks = parts}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = two_nodes_a_worker, .remarks = of_a_worker}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = two_nodes_a_worker, .remarks = of_no_worker}, on_gb300) ==
                  one_warning);
}

TEST_CASE("Words that contradict the sums are a warning") {
  using namespace stated_figures_cases;
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = ten_and_eight, .remarks = wrong_gpus}) == one_warning);
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = ten_and_eight, .remarks = wrong_nodes}) == one_warning);
  CHECK(words("stated_figures", {.workloads = ten_and_eight, .remarks = wrong_gpus}) ==
        "\"48 GPUs\" speaks of 48 GPUs; the file adds up to 72");
}

TEST_CASE("Fourteen nodes are 56 of the 72 GPUs of a full rack") {
  using namespace stated_figures_cases;
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = fourteen, .remarks = full_rack}, on_gb300) == one_warning);
  CHECK(words("stated_figures", {.workloads = fourteen, .remarks = full_rack}, on_gb300) ==
        "\"full rack\" speaks of a full rack; gb300-full-rack has 14 nodes, and a rack has 18 (56 of 72 GPUs)");
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = fourteen, .remarks = full_rack}) == clean);
}

TEST_CASE("Words beside a figure that is not known are not judged") {
  using namespace stated_figures_cases;
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = variable, .remarks = wrong_gpus}) == clean);
  CHECK_CONSTEXPR(told("stated_figures", {.remarks = wrong_gpus}) == clean);
}

TEST_CASE("A flavor, which says no number, leaves the words to what runs and what queues are given") {
  using namespace stated_figures_cases;
  const auto of = [](const auto& remarks, std::span<const hr::quota> quotas) {
    return hr::deployment{.pools = flavor, .workloads = two_of_eight, .quotas = quotas, .remarks = remarks};
  };
  CHECK(told("stated_figures", of(of_what_runs, {})) == clean);
  CHECK(told("stated_figures", of(wrong_gpus, {})) == one_warning);
  CHECK(told("stated_figures", of(wrong_nodes, {})) == one_warning);
  CHECK(told("stated_figures", of(of_the_queue, {})) == tally{0, 2, 0});
  CHECK(told("stated_figures", of(of_the_queue, given_forty)) == clean);
  CHECK(told("stated_figures", of(wrong_gpus, given_forty)) == one_warning);
  CHECK(told("stated_figures", of(wrong_nodes, given_forty)) == one_warning);
  CHECK(told("stated_figures", of(wrong_gpus, left_to_a_tool)) == clean);
  CHECK(words("stated_figures", of(wrong_gpus, given_forty)) == "\"48 GPUs\" speaks of 48 GPUs; the file adds up to 16");
  // Of machines alone, whose number another file has.
  CHECK_CONSTEXPR(told("stated_figures", {.pools = flavor, .remarks = wrong_gpus}) == clean);
}

TEST_CASE("Machines without GPUs by their name leave the sum of GPUs known") {
  using namespace stated_figures_cases;
  CHECK_CONSTEXPR(told("stated_figures", {.pools = with_system_pool, .remarks = of_pools}) == clean);
  CHECK_CONSTEXPR(told("stated_figures", {.pools = with_system_pool, .remarks = wrong_gpus}) == one_warning);
  CHECK_CONSTEXPR(told("stated_figures", {.pools = with_unlisted_gpus, .remarks = wrong_gpus}) == clean);
}

namespace stated_of_blocks {

using namespace small;

constexpr std::array two_racks{hr::topology_block{.name = "a", .line = 2, .nodes = {18, 2}},
                               hr::topology_block{.name = "b", .line = 3, .nodes = {18, 3}}};
constexpr hr::remark nodes_of(hr::count n) { return {.what = hr::remark::about::nodes, .amount = n, .line = 1}; }
constexpr std::array thirty_six{nodes_of(36)};
constexpr std::array forty{nodes_of(40)};

}  // namespace stated_of_blocks

TEST_CASE("Nodes of all blocks together may be what the words speak of") {
  using namespace stated_of_blocks;
  CHECK_CONSTEXPR(told("stated_figures", {.blocks = two_racks, .remarks = thirty_six}) == clean);
  CHECK_CONSTEXPR(told("stated_figures", {.blocks = two_racks, .remarks = forty}) == one_warning);
}
