// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/machine_named.hpp>

#include <deployment/small_deployments.hpp>

namespace machine_named_cases {

using namespace small;

constexpr std::array two = [] {
  std::array both{pods(1, 4), pods(1, 4)};
  both[1].identity.line = 20;
  return both;
}();
constexpr std::array no_gpus{pods(1, 0)};
constexpr std::array named = [] {
  std::array one{pods(1, 4)};
  one[0].placement.instance_type = {"Standard_ND128isr_GB300_v6", 5};
  return one;
}();
// What a batch script asks for in all, and nodes as slurm.conf states them.
constexpr std::array in_all = [] {
  std::array one{pods(1, 0)};
  one[0].requests.gpus = {};
  one[0].scale.gpus = {48, 7};
  return one;
}();
constexpr std::array of_a_type = [] {
  std::array one = in_all;
  one[0].placement.gpu_type = {"gb300", 6};
  return one;
}();
constexpr std::array of_a_type_each = [] {
  std::array one{pods(1, 4)};
  one[0].placement.gpu_type = {"gb300", 6};
  return one;
}();
constexpr std::array on_eights = [] {
  std::array one = in_all;
  one[0].scale.gpus_per_node = {8, 8};
  return one;
}();
constexpr std::array demanded = [] {
  std::array one = in_all;
  one[0].queueing.runs_as = hr::workload_class::demand;
  return one;
}();
constexpr std::array stated = [] {
  std::array one{pool(16, 8)};
  one[0].cpus_per_node = {96, 13};
  return one;
}();
constexpr std::array stated_with_size = [] {
  std::array one = stated;
  one[0].size = {"Standard_ND96isr_H100_v5", 14};
  return one;
}();
constexpr std::array login = [] {
  std::array one = stated;
  one[0].gpus_per_node = {0, 12};
  return one;
}();
constexpr std::array only_gpus{pool(16, 8)};
constexpr std::array several{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 1},
                             hr::group{hr::machine(hr::azure::nd128isr_gb300_v6::spec), 1}};

}  // namespace machine_named_cases

TEST_CASE("Pods with GPUs and no machine are told of once a file") {
  using namespace machine_named_cases;
  CHECK_CONSTEXPR(told("machine_named", {.workloads = two}) == one_unjudged);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = two}, {.held = several}) == one_unjudged);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = two}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = named}) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = no_gpus}) == clean);
  const std::string begin = "web: its CPUs, memory and GPUs are held against no machine: ";
  CHECK(words("machine_named", {.workloads = two}) == begin + "none is named");
  CHECK(words("machine_named", {.workloads = two}, {.held = several}) == begin + "it may be any of several");
  CHECK(words("machine_named", {.workloads = of_a_type_each}) == begin + "its GPU is named (gb300), and the machine is not");
}

TEST_CASE("GPUs asked for in all need a machine too, unless the file says what a node has or means all machines") {
  using namespace machine_named_cases;
  CHECK_CONSTEXPR(told("machine_named", {.workloads = in_all}) == one_unjudged);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = in_all}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = of_a_type}) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = on_eights}) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = demanded}) == clean);
}

TEST_CASE("Nodes with GPUs whose CPUs are stated are of a machine, and one of a file is told of") {
  using namespace machine_named_cases;
  CHECK_CONSTEXPR(told("machine_named", {.pools = stated}) == one_unjudged);
  CHECK_CONSTEXPR(line_of("machine_named", {.pools = stated}) == 10);
  CHECK_CONSTEXPR(told("machine_named", {.pools = stated_with_size}) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.pools = stated}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.pools = login}) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.pools = only_gpus}) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.pools = stated, .workloads = two}) == one_unjudged);
}

namespace machine_named_cases {

constexpr std::array some_pool{pool(1, 0)};
constexpr bool needs_a_machine(auto change) {
  std::array one{pods(1, 0)};
  one[0].requests.gpus = {};
  change(one[0].requests);
  std::array unnamed = some_pool;
  unnamed[0].gpus_per_node = {};
  return told("machine_named", {.pools = unnamed, .workloads = one}) == one_unjudged;
}
using pod = hr::pod_resources;

}  // namespace machine_named_cases

TEST_CASE("CPUs, memory, storage, a network and GPUs are each asked of a machine") {
  using namespace machine_named_cases;
  CHECK_CONSTEXPR(!needs_a_machine([](pod&) {}));
  CHECK_CONSTEXPR(needs_a_machine([](pod& r) { r.millicpus = {hr::count{1}, 4}; }));
  CHECK_CONSTEXPR(needs_a_machine([](pod& r) { r.system_memory = {hr::bytes(1), 4}; }));
  CHECK_CONSTEXPR(needs_a_machine([](pod& r) { r.ephemeral_storage = {hr::bytes(1), 4}; }));
  CHECK_CONSTEXPR(needs_a_machine([](pod& r) { r.rdma_devices = {hr::count{1}, 4}; }));
  CHECK_CONSTEXPR(needs_a_machine([](pod& r) { r.gpus = {hr::count{1}, 4}; }));
  CHECK_CONSTEXPR(!needs_a_machine([](pod& r) { r.millicpus = {hr::count{0}, 4}; }));
  CHECK_CONSTEXPR(!needs_a_machine([](pod& r) { r.huge_pages = {hr::bytes(1), 4}; }));
  // Of no GPU and without a pool it fits anywhere.
  constexpr std::array a_few_cores = [] {
    std::array one{pods(1, 0)};
    one[0].requests.millicpus = {hr::count{4'000}, 4};
    return one;
  }();
  CHECK_CONSTEXPR(told("machine_named", {.workloads = a_few_cores}) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = a_few_cores}, {.held = several}) == one_unjudged);
  constexpr std::array memory_stated = [] {
    std::array one{pool(16, 8)};
    one[0].memory_per_node = {hr::gibibytes(1), 13};
    return one;
  }();
  CHECK_CONSTEXPR(told("machine_named", {.pools = memory_stated}) == one_unjudged);
  constexpr std::array one_gpu_in_all = [] {
    std::array one = in_all;
    one[0].scale.gpus = {hr::count{1}, 7};
    return one;
  }();
  CHECK_CONSTEXPR(told("machine_named", {.workloads = one_gpu_in_all}) == one_unjudged);
}

TEST_CASE("What no machine is named for is told with its cure, in the line of the first") {
  using namespace machine_named_cases;
  CHECK(in_full("machine_named", {.workloads = two}) ==
        "unknown 1: web: its CPUs, memory and GPUs are held against no machine: none is named | name its size in the file, or the machine that it is checked on |");
  CHECK(in_full("machine_named", {.pools = stated}) ==
        "unknown 10: gpu: its CPUs, memory and GPUs are held against no machine: none is named | name its size in the file, or the machine that it is checked on |");
}

TEST_CASE("Nodes of one GPU whose CPUs are stated are of a machine, and those that say no GPUs may be without") {
  using namespace machine_named_cases;
  const auto with_gpus = [](const hr::said<hr::count>& gpus) {
    std::array one = stated;
    one[0].gpus_per_node = gpus;
    return told("machine_named", {.pools = one});
  };
  CHECK(with_gpus({1, 12}) == one_unjudged);
  CHECK(with_gpus({0, 12}) == clean);
  CHECK(with_gpus({}) == clean);
  CHECK(with_gpus({hr::unknown, 12}) == clean);
}

TEST_CASE("A size that is named, left open or not in the catalogue is one that the file names") {
  using namespace machine_named_cases;
  for (const hr::said<std::string_view>& size : {hr::said<std::string_view>{"no-such-size", 5}, hr::said<std::string_view>{hr::unknown, 5}})
    for (const hr::check_terms& on : {hr::check_terms{}, hr::check_terms{.held = several}}) {
      std::array one{pods(1, 4)};
      one[0].placement.instance_type = size;
      CHECK(told("machine_named", {.workloads = one}, on) == clean);
    }
}
