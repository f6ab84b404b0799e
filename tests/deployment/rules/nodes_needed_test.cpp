// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/nodes_needed.hpp>

#include <deployment/small_deployments.hpp>

namespace nodes_needed_cases {

using namespace small;

constexpr std::array three_of_three_gpus{pods(3, 3)};
constexpr std::array one_node{pool(1, 8)};
constexpr std::array two_nodes{pool(2, 8)};

constexpr std::array sixty_cpus_a_gpu = [] {
  std::array one{pods(2, 1)};
  one[0].requests.millicpus = {hr::count{60'000}, 4};
  return one;
}();
constexpr std::array gibibytes_a_gpu = [] {
  std::array one{pods(2, 1)};
  one[0].requests.system_memory = {hr::gibibytes(1'000), 4};
  return one;
}();

constexpr std::array one_a_node = [] {
  std::array one{pods(6, 1)};
  one[0].placement.pods_per_node = {hr::count{1}, 7};
  return one;
}();
constexpr std::array spread_over_three = [] {
  std::array one{pods(6, 1)};
  one[0].placement.pods_per_node = {hr::count{2}, 7};
  one[0].placement.spread_nodes = 3;
  return one;
}();
constexpr std::array all_on_one = [] {
  std::array one{pods(1, 4)};
  one[0].scale.pods = {hr::count{4}, 2};
  one[0].placement.one_node = {true, 8};
  return one;
}();
constexpr std::array jobs_in_turns = [] {
  std::array one{pods(64, 8)};
  one[0].identity.kind = "Job";
  one[0].queueing.runs_as = hr::workload_class::job;
  return one;
}();
constexpr std::array five_nodes{pool(5, 8)};
constexpr std::array six_nodes{pool(6, 8)};
constexpr std::array four_gpus_a_node{pool(4, 4)};
constexpr std::array four_of_sixteen{pool(4, 16)};
constexpr hr::cluster five_h100{hr::vms<hr::azure::nd96isr_h100_v5>(5)};
constexpr hr::cluster six_h100{hr::vms<hr::azure::nd96isr_h100_v5>(6)};
constexpr auto five_held = five_h100.groups();
constexpr auto six_held = six_h100.groups();

constexpr std::array nine_stated = [] {
  hr::workload job{.identity = {.name = "train", .kind = "sbatch", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  job.scale.nodes = {hr::count{9}, 2};
  return std::array{job};
}();
constexpr std::array eight_there{pool(8, 8)};
constexpr std::array nine_there{pool(9, 8)};

}  // namespace nodes_needed_cases

TEST_CASE("Three pods of three GPUs need two nodes of eight") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = three_of_three_gpus}) == clean);
  // Nine GPUs on eight: the rule of GPUs used has said it.
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = three_of_three_gpus}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.pools = one_node, .workloads = three_of_three_gpus}) == one_error);
}

TEST_CASE("Pods of 60 CPUs fit one to a VM of 96, whatever its GPUs") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = sixty_cpus_a_gpu}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = sixty_cpus_a_gpu}, on_h100) == clean);
  CHECK(words("nodes_needed", {.pools = one_node, .workloads = sixty_cpus_a_gpu}, on_h100) ==
        "web has 2 pods, 1 to a node by CPUs: they need 2 nodes, and 1 is there");
}

TEST_CASE("Pods of 1,000 GiB fit one to a VM of 1,900") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = gibibytes_a_gpu}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = gibibytes_a_gpu}, on_h100) == clean);
  // What the machine has is not known: not judged here.
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = gibibytes_a_gpu}) == clean);
}

TEST_CASE("A job of nine nodes does not run on a pool of eight, and does on one of nine") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = eight_there, .workloads = nine_stated}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = nine_there, .workloads = nine_stated}) == clean);
  CHECK(words("nodes_needed", {.pools = eight_there, .workloads = nine_stated}) == "train states 9 nodes; gpu has 8");
}

TEST_CASE("Pods that keep apart from each other take a node each") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = five_nodes, .workloads = one_a_node}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = six_nodes, .workloads = one_a_node}) == clean);
  CHECK(words("nodes_needed", {.pools = five_nodes, .workloads = one_a_node}) ==
        "web has 6 pods, 1 to a node by anti-affinity, spread or channels: they need 6 nodes, and 5 are there");
  // Of the machines held, where no pool is there.
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = one_a_node}, {.held = five_held}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = one_a_node}, {.held = six_held}) == clean);
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = one_a_node}, on_h100) == clean);
}

TEST_CASE("A spread over three nodes holds two pods to a node only where there are fewer") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = spread_over_three}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = five_nodes, .workloads = spread_over_three}) == clean);
}

TEST_CASE("Four pods of four GPUs lie together on a node of sixteen, and not on one of four") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = four_gpus_a_node, .workloads = all_on_one}) == one_error);
  CHECK_CONSTEXPR(line_of("nodes_needed", {.pools = four_gpus_a_node, .workloads = all_on_one}) == 8);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = four_of_sixteen, .workloads = all_on_one}) == clean);
  CHECK(words("nodes_needed", {.pools = four_gpus_a_node, .workloads = all_on_one}) ==
        "web has 4 pods that must lie on one node, and a node takes 1 by GPUs");
}

TEST_CASE("A job's replicas may take turns") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = jobs_in_turns}, {.held = five_held}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = jobs_in_turns}, {.held = five_held}) == clean);
}

namespace nodes_needed_cases {

constexpr std::array<hr::workload, 1> with(hr::count pods_of, hr::count gpus, hr::count millicpus, hr::memory memory) {
  std::array one{pods(pods_of, gpus)};
  if (millicpus > 0) one[0].requests.millicpus = {millicpus, 4};
  if (memory > hr::gibibytes(0)) one[0].requests.system_memory = {memory, 5};
  return one;
}
constexpr hr::memory nothing{};
constexpr std::array of_46_cpus = with(2, 1, 46'000, nothing);
constexpr std::array of_more_than_46_cpus = with(2, 1, 46'001, nothing);
constexpr std::array of_48_cpus = with(2, 1, 48'000, nothing);
constexpr std::array of_97_cpus = with(2, 1, 97'000, nothing);
constexpr std::array of_92_cpus = with(2, 1, 92'000, nothing);
constexpr std::array of_900_gib = with(2, 1, 0, hr::gibibytes(900));
constexpr std::array of_901_gib = with(2, 1, 0, hr::gibibytes(901));
constexpr std::array of_950_gib = with(2, 1, 0, hr::gibibytes(950));
constexpr std::array of_1800_gib = with(2, 1, 0, hr::gibibytes(1'800));
constexpr std::array of_1901_gib = with(2, 1, 0, hr::gibibytes(1'901));
constexpr std::array of_nine_gpus = with(2, 9, 0, nothing);
// Four to a node by GPUs, three by CPUs, two by memory.
constexpr std::array of_all = with(9, 2, 32'000, hr::gibibytes(800));
constexpr hr::check_terms keeping_4_cpus{.held = h100, .reserved_millicpus = 4'000};
constexpr hr::check_terms keeping_100_gib{.held = h100, .reserved_memory = hr::gibibytes(100)};
constexpr std::array four_nodes{pool(4, 8)};
constexpr std::array three_nodes{pool(3, 8)};

}  // namespace nodes_needed_cases

TEST_CASE("What the system keeps of a VM's 96 vCPUs no pod gets") {
  using namespace nodes_needed_cases;
  constexpr auto on_one = [](const std::array<hr::workload, 1>& w, const hr::check_terms& on) {
    return told("nodes_needed", {.pools = one_node, .workloads = w}, on);
  };
  CHECK_CONSTEXPR(on_one(of_48_cpus, on_h100) == clean);
  CHECK_CONSTEXPR(on_one(of_48_cpus, keeping_4_cpus) == one_error);
  CHECK_CONSTEXPR(on_one(of_46_cpus, keeping_4_cpus) == clean);
  CHECK_CONSTEXPR(on_one(of_more_than_46_cpus, keeping_4_cpus) == one_error);
  CHECK_CONSTEXPR(on_one(of_more_than_46_cpus, on_h100) == clean);
  CHECK_CONSTEXPR(on_one(of_92_cpus, keeping_4_cpus) == one_error);  // one to a node, all of it
  CHECK_CONSTEXPR(on_one(of_97_cpus, on_h100) == clean);             // the rule of CPUs says that none fits
}

TEST_CASE("What the system keeps of a VM's 1,900 GiB no pod gets") {
  using namespace nodes_needed_cases;
  constexpr auto on_one = [](const std::array<hr::workload, 1>& w, const hr::check_terms& on) {
    return told("nodes_needed", {.pools = one_node, .workloads = w}, on);
  };
  CHECK_CONSTEXPR(on_one(of_950_gib, on_h100) == clean);
  CHECK_CONSTEXPR(on_one(of_950_gib, keeping_100_gib) == one_error);
  CHECK_CONSTEXPR(on_one(of_900_gib, keeping_100_gib) == clean);
  CHECK_CONSTEXPR(on_one(of_901_gib, keeping_100_gib) == one_error);
  CHECK_CONSTEXPR(on_one(of_1800_gib, keeping_100_gib) == one_error);  // one to a node, all of it
  CHECK_CONSTEXPR(on_one(of_1901_gib, on_h100) == clean);              // the rule of memory says that none fits
  CHECK(words("nodes_needed", {.pools = one_node, .workloads = of_901_gib}, keeping_100_gib) ==
        "web has 2 pods, 1 to a node by memory: they need 2 nodes, and 1 is there");
}

TEST_CASE("The resource that lets the fewest pods onto a node decides") {
  using namespace nodes_needed_cases;
  constexpr std::array five{pool(5, 8)};
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = five, .workloads = of_all}, on_h100) == clean);
  CHECK(words("nodes_needed", {.pools = four_nodes, .workloads = of_all}, on_h100) ==
        "web has 9 pods, 2 to a node by memory: they need 5 nodes, and 4 are there");
  CHECK_CONSTEXPR(line_of("nodes_needed", {.pools = four_nodes, .workloads = of_all}, on_h100) == 2);
  // As many by CPUs as by GPUs: GPUs come first.
  constexpr std::array as_many = with(3, 4, 48'000, nothing);
  CHECK(words("nodes_needed", {.pools = one_node, .workloads = as_many}, on_h100).empty());  // 12 GPUs of 8
  // A pod that no node takes is of another rule.
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = four_nodes, .workloads = of_nine_gpus}) == clean);
}

TEST_CASE("A spread counts from its number of nodes on no more") {
  using namespace nodes_needed_cases;
  constexpr std::array one_each_up_to_three = [] {
    std::array one{pods(6, 1)};
    one[0].placement.pods_per_node = {hr::count{1}, 7};
    one[0].placement.spread_nodes = 3;
    return one;
  }();
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = one_each_up_to_three}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = three_nodes, .workloads = one_each_up_to_three}) == clean);
}

TEST_CASE("The nodes are those the workload states, else its pool's, else those held of its machine") {
  using namespace nodes_needed_cases;
  constexpr auto stating = [](hr::count nodes) {
    std::array one = sixty_cpus_a_gpu;
    one[0].scale.nodes = {nodes, 6};
    return one;
  };
  constexpr std::array one_stated = stating(1);
  constexpr std::array two_stated = stating(2);
  constexpr std::array none_stated = stating(0);  // shares the nodes of others
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = one_stated}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = two_stated}, on_h100) == clean);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = none_stated}, on_h100) == clean);

  constexpr auto naming_h100 = [](hr::count pods_of) {
    std::array one{pods(pods_of, 1)};
    one[0].placement.pods_per_node = {hr::count{1}, 7};
    one[0].placement.instance_type = {"Standard_ND96isr_H100_v5", 8};
    return one;
  };
  constexpr std::array three = naming_h100(3);
  constexpr std::array four = naming_h100(4);
  constexpr hr::machine h100_vm(hr::azure::nd96isr_h100_v5::spec);
  constexpr hr::machine gb300_vm(hr::azure::nd128isr_gb300_v6::spec);
  constexpr std::array one_and_two{hr::group{h100_vm, 1}, hr::group{gb300_vm, 9}, hr::group{h100_vm, 2}};
  constexpr std::array and_any_number{hr::group{h100_vm, 1}, hr::group{h100_vm, 0}};
  constexpr std::array others_only{hr::group{gb300_vm, 1}};
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = three}, {.held = one_and_two}) == clean);
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = four}, {.held = one_and_two}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = four}, {.held = and_any_number}) == clean);
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = four}, {.held = others_only}) == clean);
}

TEST_CASE("Pods of a number that is not told, and pods that share the nodes of others, are not judged") {
  using namespace nodes_needed_cases;
  constexpr auto changed = [](auto change) {
    std::array one = sixty_cpus_a_gpu;
    change(one[0]);
    return one;
  };
  constexpr std::array no_pods = changed([](hr::workload& w) { w.scale.pods = {}; });
  constexpr std::array no_replicas = changed([](hr::workload& w) { w.scale.replicas = {hr::unknown, 2}; });
  constexpr std::array sharing = changed([](hr::workload& w) { w.placement.shares_nodes = true; });
  constexpr std::array in_turns = changed([](hr::workload& w) { w.queueing.runs_as = hr::workload_class::job; });
  constexpr std::array a_job_of_two = changed([](hr::workload& w) {
    w.identity.kind = "Job";
    w.queueing.runs_as = hr::workload_class::job;
    w.scale.replicas = {};
    w.scale.pods = {hr::count{2}, 9};
  });
  for (const auto& each : {no_pods, no_replicas, sharing, in_turns})
    CHECK(told("nodes_needed", {.pools = one_node, .workloads = each}, on_h100) == clean);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = a_job_of_two}, on_h100) == one_error);
  CHECK_CONSTEXPR(line_of("nodes_needed", {.pools = one_node, .workloads = a_job_of_two}, on_h100) == 9);
}

TEST_CASE("Pods that must lie on one node are held against what one takes, and nothing else is said of them") {
  using namespace nodes_needed_cases;
  constexpr auto together = [](hr::count pods_of, bool must) {
    std::array one{pods(3, 4)};
    one[0].scale.pods = {pods_of, 2};
    one[0].placement.one_node = {must, 8};
    return one;
  };
  constexpr std::array two = together(2, true);
  constexpr std::array three = together(3, true);
  constexpr std::array three_apart = together(3, false);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = five_nodes, .workloads = two}) == clean);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = five_nodes, .workloads = three}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = five_nodes, .workloads = three_apart}) == clean);
  CHECK(cure("nodes_needed", {.pools = five_nodes, .workloads = three}) ==
        "let them lie on 2 nodes, or let a pod ask for less");
}

TEST_CASE("Pods that lie together on a node still need as many nodes as there are of them") {
  using namespace nodes_needed_cases;
  constexpr std::array together = [] {
    std::array one = sixty_cpus_a_gpu;
    one[0].placement.one_node = {true, 8};
    return one;
  }();
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = together}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = together}, on_h100) == clean);
}

TEST_CASE("Each need of nodes is told with its cure and its figures") {
  using namespace nodes_needed_cases;
  CHECK(in_full("nodes_needed", {.pools = eight_there, .workloads = nine_stated}) ==
        "error 2: train states 9 nodes; gpu has 8 | state at most 8 nodes, or give the pool 9 | 9 8");
  CHECK(in_full("nodes_needed", {.pools = four_gpus_a_node, .workloads = all_on_one}) ==
        "error 8: web has 4 pods that must lie on one node, and a node takes 1 by GPUs | let them lie on 4 nodes, or let a pod ask for less | 4 1 4");
  CHECK(in_full("nodes_needed", {.pools = five_nodes, .workloads = one_a_node}).ends_with(
      "they need 6 nodes, and 5 are there | hold 6 nodes, or let a pod ask for less | 6 1 6 5"));
}

TEST_CASE("Pods that must lie on one node are told once, by a spread that holds there, and where there is something to judge by") {
  using namespace nodes_needed_cases;
  const auto together = [](auto change) {
    std::array one{pods(1, 4)};
    one[0].scale.pods = {hr::count{2}, 2};
    one[0].placement.one_node = {true, 8};
    change(one[0]);
    return one;
  };
  const std::array alone = together([](hr::workload&) {});
  CHECK(told("nodes_needed", {.workloads = alone}) == clean);  // no machine is told
  CHECK(told("nodes_needed", {.pools = five_nodes, .workloads = alone}) == clean);
  for (const hr::count spread : {0, 1, 2, 3}) {
    const std::array spread_over = together([&](hr::workload& w) {
      w.placement.pods_per_node = {hr::count{1}, 7};
      w.placement.spread_nodes = spread;
    });
    CHECK(told("nodes_needed", {.pools = five_nodes, .workloads = spread_over}) == (spread == 1 ? clean : one_error));
  }
  // Three of 60 CPUs need three nodes of 96 besides.
  const std::array of_60_cpus = together([](hr::workload& w) {
    w.scale.pods.value = 3;
    w.requests.gpus.value = 1;
    w.requests.millicpus = {hr::count{60'000}, 4};
  });
  CHECK(in_full("nodes_needed", {.pools = one_node, .workloads = of_60_cpus}, on_h100) ==
        "error 8: web has 3 pods that must lie on one node, and a node takes 1 by CPUs | let them lie on 3 nodes, or let a pod ask for less | 3 1 3");
  const std::array of_open_number = together([](hr::workload& w) { w.scale.pods = {hr::unknown, 2}; });
  CHECK(told("nodes_needed", {.pools = four_gpus_a_node, .workloads = of_open_number}) == clean);
}

TEST_CASE("Nodes that are not told are not too few, and where GPUs a node are not told pods that keep apart still need theirs") {
  using namespace nodes_needed_cases;
  std::array without_gpus = one_a_node;
  without_gpus[0].requests.gpus = {};
  CHECK(told("nodes_needed", {.workloads = without_gpus}) == clean);
  CHECK(told("nodes_needed", {.pools = five_nodes, .workloads = without_gpus}) == one_error);
  std::array open_nodes = five_nodes;
  open_nodes[0].nodes = {hr::unknown, 11};
  CHECK(told("nodes_needed", {.pools = open_nodes, .workloads = without_gpus}) == clean);
  CHECK(told("nodes_needed", {.pools = open_nodes, .workloads = nine_stated}) == clean);
  std::array stating_open = nine_stated;
  stating_open[0].scale.nodes = {hr::unknown, 2};
  CHECK(told("nodes_needed", {.pools = eight_there, .workloads = stating_open}) == clean);
  std::array without_nodes = five_nodes;
  without_nodes[0].nodes = {};
  CHECK(told("nodes_needed", {.pools = without_nodes, .workloads = one_a_node}, {.held = five_held}) == one_error);
  CHECK(told("nodes_needed", {.pools = without_nodes, .workloads = one_a_node}, {.held = six_held}) == clean);
  // Without GPUs, nine that keep apart are no GPUs too many on a node of eight.
  without_gpus[0].scale.replicas.value = 9;
  CHECK(told("nodes_needed", {.pools = one_node, .workloads = without_gpus}) == one_error);
  // Five nodes of a machine that nobody tells are five.
  std::array of_no_kind = five_nodes;
  of_no_kind[0].gpus_per_node = {};
  CHECK(words("nodes_needed", {.pools = of_no_kind, .workloads = one_a_node}) ==
        "web has 6 pods, 1 to a node by anti-affinity, spread or channels: they need 6 nodes, and 5 are there");
}

// 18 VMs of four GPUs to a rack.
TEST_CASE("A rack that is held has as many nodes as VMs, and machines of several kinds are none of a pod's") {
  using namespace nodes_needed_cases;
  const hr::cluster rack{hr::racks<hr::azure::gb300_nvl72>(1)};
  const auto held = rack.groups();
  const auto apart = [](hr::count how_many) {
    std::array one{pods(how_many, 1)};
    one[0].placement.pods_per_node = {hr::count{1}, 7};
    return one;
  };
  CHECK(told("nodes_needed", {.workloads = apart(3)}, {.held = held}) == clean);
  CHECK(told("nodes_needed", {.workloads = apart(18)}, {.held = held}) == clean);
  CHECK(told("nodes_needed", {.workloads = apart(19)}, {.held = held}) == one_error);
  const std::array one_vm{hr::group{h100[0].machine, 1}};
  CHECK(told("nodes_needed", {.workloads = apart(1)}, {.held = one_vm}) == clean);
  CHECK(told("nodes_needed", {.workloads = apart(2)}, {.held = one_vm}) == one_error);
  static constexpr hr::vm nameless{.gpus = hr::count{8}};
  const std::array two_kinds{hr::group{h100[0].machine, 1}, hr::group{hr::machine(nameless), 1}};
  CHECK(told("nodes_needed", {.workloads = apart(2)}, {.held = two_kinds}) == clean);
}
