// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/gpus_used.hpp>

#include <deployment/small_deployments.hpp>

namespace gpus_used_cases {

using namespace small;

constexpr std::array forty_eight{pods(12, 4)};
constexpr std::array nine_of_four{pool(9, 4)};
constexpr std::array twelve_of_four{pool(12, 4)};
constexpr std::array sixteen_a_pod{pods(1, 16)};
constexpr std::array eight_a_pod{pods(1, 8)};

constexpr std::array too_many_roles = recipe(4, 1, 12, 4, 8, 1, 4);
constexpr std::array full_rack = recipe(4, 10, 10, 4, 8, 1, 32);

constexpr std::array jobs = [] {
  std::array two{pods(4, 8), pods(4, 8)};
  for (hr::workload& each : two) each.queueing.runs_as = hr::workload_class::job;
  return two;
}();
constexpr std::array four_of_eight{pool(4, 8)};
constexpr hr::workload job_of_four_pods = [] {
  hr::workload one = jobs[0];
  one.scale.pods = {hr::count{4}, 1};
  return one;
}();
constexpr std::array job_first{job_of_four_pods, pods(3, 8)};
constexpr std::array job_last{pods(3, 8), job_of_four_pods};
constexpr std::array too_many_beside_a_job{pods(2, 8), job_of_four_pods, pods(3, 8)};

constexpr std::array unresolved = [] {
  std::array one{pods(1, 4)};
  one[0].scale.replicas = {hr::unknown, 7};
  return one;
}();

// Parts of a group whose replicas are the same number.
constexpr std::array parts_left_open = [] {
  std::array two{unresolved[0], unresolved[0]};
  for (hr::workload& each : two) each.identity.group = "engine";
  return two;
}();

constexpr std::array four_held{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 4}};

// A demand of 100 GPUs, of 2 x 8 and 22 x 4.
constexpr std::array hundred = [] {
  std::array one{hr::workload{.identity = {.name = "train", .kind = "demand", .line = 9}, .queueing = {.runs_as = hr::workload_class::demand}}};
  one[0].scale.replicas = {hr::count{1}, 9};
  one[0].scale.gpus = {hr::count{100}, 10};
  return one;
}();
constexpr std::array hundred_and_four{pool(2, 8), pool(22, 4)};
constexpr std::array ninety_six{pool(2, 8), pool(20, 4)};
constexpr std::array one_left_open = [] {
  std::array both = ninety_six;
  both[0].nodes = {hr::unknown, 2};
  return both;
}();

// Two nodes of eight GPUs, by a file that is then held against machines of four.
constexpr std::array two_nodes_of_eight = [] {
  std::array one{hr::workload{.identity = {.name = "test", .kind = "nccl-test", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}}};
  one[0].scale.replicas = {hr::count{1}, 1};
  one[0].scale.gpus = {hr::count{16}, 2};
  one[0].scale.nodes = {hr::count{2}, 2};
  one[0].scale.gpus_per_node = {hr::count{8}, 3};
  return one;
}();
constexpr std::array two_nodes_of_too_many = [] {
  std::array one = two_nodes_of_eight;
  one[0].scale.gpus = {hr::count{17}, 2};
  return one;
}();
constexpr std::array roles_of_eight = recipe(8, 1, 1, 8, 1, 1, 8);

}  // namespace gpus_used_cases

TEST_CASE("Forty-eight GPUs on nine nodes of four are an error, and on twelve nodes they are not") {
  using namespace gpus_used_cases;
  CHECK_CONSTEXPR(told("gpus_used", {.pools = nine_of_four, .workloads = forty_eight}) == one_error);
  CHECK_CONSTEXPR(line_of("gpus_used", {.pools = nine_of_four, .workloads = forty_eight}) == 3);
  CHECK_CONSTEXPR(told("gpus_used", {.pools = twelve_of_four, .workloads = forty_eight}) == clean);
  CHECK(words("gpus_used", {.pools = nine_of_four, .workloads = forty_eight}) ==
        "gpu uses 48 GPUs; 9 nodes of 4 hold 36");
  CHECK(cure("gpus_used", {.pools = nine_of_four, .workloads = forty_eight}) == "use 12 GPUs fewer, or hold 12 nodes");
}

TEST_CASE("A pod of sixteen GPUs fits no machine of eight, and one of eight does") {
  using namespace gpus_used_cases;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = sixteen_a_pod}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = eight_a_pod}, on_h100) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = eight_a_pod}, on_gb300) == one_error);
  CHECK(words("gpus_used", {.workloads = sixteen_a_pod}, on_h100) ==
        "web asks for 16 GPUs a pod; Standard_ND96isr_H100_v5 has 8");
}

TEST_CASE("The roles of a recipe are added up against all their nodes") {
  using namespace gpus_used_cases;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = too_many_roles}) == one_error);
  CHECK(words("gpus_used", {.workloads = too_many_roles}) == "The deployment uses 52 GPUs; 9 nodes of 4 hold 36");
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = full_rack}) == clean);
}

TEST_CASE("Jobs wait for each other, so that two of 32 GPUs run on 32") {
  using namespace gpus_used_cases;
  CHECK_CONSTEXPR(told("gpus_used", {.pools = four_of_eight, .workloads = jobs}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = jobs}, {.held = four_held}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = job_first}, {.held = four_held}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = job_last}, {.held = four_held}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = too_many_beside_a_job}, {.held = four_held}) == one_error);
  CHECK(words("gpus_used", {.workloads = too_many_beside_a_job}, {.held = four_held}) ==
        "The deployment uses 40 GPUs; 32 are held");
}

TEST_CASE("GPUs of all workloads are held against the whole cluster") {
  using namespace gpus_used_cases;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = forty_eight}, {.held = four_held}) == one_error);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = eight_a_pod}, {.held = four_held}) == clean);
}

TEST_CASE("A figure left to the file's tool is not judged, and one that is not there is not asked for") {
  using namespace gpus_used_cases;
  CHECK_CONSTEXPR(told("gpus_used", {.pools = nine_of_four, .workloads = unresolved}) == one_unjudged);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = unresolved}) == one_unjudged);
  CHECK_CONSTEXPR(line_of("gpus_used", {.workloads = unresolved}) == 7);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = parts_left_open}) == one_unjudged);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = sixteen_a_pod}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {}) == clean);
}

TEST_CASE("A demand is held against all machines together, and what they have beyond it is no waste") {
  using namespace gpus_used_cases;
  CHECK_CONSTEXPR(told("gpus_used", {.pools = ninety_six, .workloads = hundred}) == one_error);
  CHECK_CONSTEXPR(line_of("gpus_used", {.pools = ninety_six, .workloads = hundred}) == 10);
  CHECK_CONSTEXPR(told("gpus_used", {.pools = hundred_and_four, .workloads = hundred}) == clean);
  CHECK_CONSTEXPR(told("gpus_stranded", {.pools = hundred_and_four, .workloads = hundred}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.pools = one_left_open, .workloads = hundred}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = hundred}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.pools = std::span(hundred_and_four).first(1), .workloads = hundred}) ==
                  one_error);
  CHECK(in_full("gpus_used", {.pools = ninety_six, .workloads = hundred}) ==
        "error 10: train asks for 100 GPUs; the machines have 96 | ask for 4 GPUs fewer, or hold more machines | 100 96 4");
}

TEST_CASE("What only lacks GPUs because its machine has fewer than stated is for the rule of GPUs per node") {
  using namespace gpus_used_cases;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = two_nodes_of_eight}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("gpus_per_node", {.workloads = two_nodes_of_eight}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = two_nodes_of_too_many}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = roles_of_eight}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("gpus_per_node", {.workloads = roles_of_eight}, on_gb300) == one_error);
}

namespace gpus_used_by_jobs {

using namespace small;

constexpr std::array<hr::workload, 1> job(hr::count gpus_of_a_node) {
  hr::workload w{.identity = {.name = "train", .kind = "sbatch", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  w.scale.replicas = {hr::count{1}, 1};
  w.scale.pods = w.scale.nodes = {hr::count{9}, 2};
  w.requests.gpus = {gpus_of_a_node, 3};
  return {w};
}
constexpr std::array of_eight = job(8);
constexpr std::array of_four = job(4);

// 48 GPUs on nine nodes of which four GPUs each are asked for, whatever the machine has.
constexpr std::array as_stated = [] {
  hr::workload w{.identity = {.name = "train", .kind = "sbatch", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  w.scale.replicas = {hr::count{1}, 1};
  w.scale.nodes = {hr::count{9}, 2};
  w.scale.gpus_per_node = {hr::count{4}, 3};
  w.scale.gpus = {hr::count{48}, 4};
  return std::array{w};
}();
constexpr std::array as_stated_on_twelve = [] {
  std::array one = as_stated;
  one[0].scale.nodes.value = 12;
  return one;
}();

}  // namespace gpus_used_by_jobs

TEST_CASE("A job that asks for more than a node has is told once") {
  using namespace gpus_used_by_jobs;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = of_eight}, on_gb300) == one_error);
  CHECK(words("gpus_used", {.workloads = of_eight}, on_gb300) ==
        "train asks for 8 GPUs a pod; Standard_ND128isr_GB300_v6 has 4");
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = of_four}, on_gb300) == clean);
}

TEST_CASE("What a job states of its nodes counts where the machine has more") {
  using namespace gpus_used_by_jobs;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = as_stated}, on_h100) == one_error);
  CHECK_CONSTEXPR(line_of("gpus_used", {.workloads = as_stated}, on_h100) == 4);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = as_stated}) == one_error);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = as_stated_on_twelve}, on_h100) == clean);
}

namespace gpus_used_by_jobs {

// A master and its workers, which run together, and a job of another name.
constexpr std::array<hr::workload, 2> master_and_workers(hr::count workers) {
  std::array both{pods(1, 8), pods(1, 8)};
  for (hr::workload& each : both) {
    each.identity.kind = "PyTorchJob";
    each.queueing.runs_as = hr::workload_class::job;
    each.identity.group = "train";
  }
  both[1].scale.pods = {workers, 6};
  return both;
}
constexpr std::array one_and_three = master_and_workers(3);
constexpr std::array one_and_four = master_and_workers(4);
constexpr std::array four_machines{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 4}};

constexpr std::array<hr::workload, 1> called(std::string_view resource) {
  std::array one{pods(1, 8)};
  one[0].requests.gpu_resource = resource;
  return one;
}
constexpr std::array as_amd = called("amd.com/gpu");
constexpr std::array as_nvidia = called("nvidia.com/gpu");
constexpr std::array mi300x = hr::groups_of<hr::azure::nd96isr_mi300x_v5>();

}  // namespace gpus_used_by_jobs

TEST_CASE("The roles of a job run together on what is held") {
  using namespace gpus_used_by_jobs;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = one_and_three}, {.held = four_machines}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = one_and_four}, {.held = four_machines}) == one_error);
  CHECK(words("gpus_used", {.workloads = one_and_four}, {.held = four_machines}) ==
        "The deployment uses 40 GPUs; 32 are held");
}

TEST_CASE("GPUs are called by their maker") {
  using namespace gpus_used_by_jobs;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = as_amd}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = as_nvidia}, on_h100) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = as_amd}, {.held = mi300x}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = as_nvidia}, {.held = mi300x}) == one_error);
  CHECK(words("gpus_used", {.workloads = as_amd}, on_h100) ==
        "web asks for 8 of amd.com/gpu a pod; Standard_ND96isr_H100_v5 has NVIDIA GPUs, which are not called so");
}

namespace gpus_used_by_jobs {

constexpr std::array<hr::workload, 2> colocated(hr::count decode_gpus) {
  std::array both = recipe(8, 1, 1, 4, 0, 1, decode_gpus);
  for (hr::workload& each : both) each.placement.shares_nodes = true;
  return both;
}
constexpr std::array six_beside_four = colocated(6);
constexpr std::array one_eight_node{pool(1, 8)};
constexpr std::array ten_shared = [] {
  std::array both{pods(1, 4), pods(1, 6)};
  for (hr::workload& each : both) each.placement.shares_nodes = true;
  return both;
}();
constexpr std::array any_number{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 4},
                                hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 0}};
constexpr std::array two_kinds{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 2},
                               hr::group{hr::machine(hr::azure::nd128isr_gb300_v6::spec), 3}};
constexpr std::array twenty_eight_apart{pods(7, 4)};
constexpr std::array twenty_nine_apart{pods(7, 4), pods(1, 1)};
constexpr std::array job_beyond = [] {
  std::array two{pods(1, 8), pods(5, 8)};
  two[1].identity.kind = "Job";
  two[1].queueing.runs_as = hr::workload_class::job;
  two[1].scale.pods = {hr::count{5}, 2};
  two[1].requests.gpus.line = 33;
  return two;
}();
constexpr std::array job_of_all = [] {
  std::array two = job_beyond;
  two[0].scale.replicas.value = 5;
  two[1].scale.pods.value = 4;
  return two;
}();
constexpr std::array of_mig = [] {
  std::array one{pods(1, 16)};
  one[0].requests.mig_profile = {"1g.10gb", 9};
  return one;
}();
constexpr std::array of_intel = called("gpu.intel.com/i915");

}  // namespace gpus_used_by_jobs

TEST_CASE("Roles that share nodes are of the rule of colocation, and pods that share them are not") {
  using namespace gpus_used_by_jobs;
  CHECK_CONSTEXPR(told("gpus_used", {.pools = one_eight_node, .workloads = six_beside_four}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.pools = one_eight_node, .workloads = ten_shared}) == one_error);
}

TEST_CASE("What is held is the sum of its groups, and is not judged where a group is of any number") {
  using namespace gpus_used_by_jobs;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = one_and_four}, {.held = any_number}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = twenty_eight_apart}, {.held = two_kinds}) == clean);
  CHECK(in_full("gpus_used", {.workloads = twenty_nine_apart}, {.held = two_kinds}) ==
        "error 3: The deployment uses 29 GPUs; 28 are held | use 1 GPU fewer, or hold more machines | 29 28 1");
  // The line is that of the job which is too large, or else the first.
  CHECK(in_full("gpus_used", {.workloads = job_beyond}, {.held = four_machines}) ==
        "error 33: The deployment uses 40 GPUs; 32 are held | use 8 GPUs fewer, or hold more machines | 40 32 8");
  CHECK_CONSTEXPR(line_of("gpus_used", {.workloads = job_of_all}, {.held = four_machines}) == 3);
  std::array services{pods(1, 8), pods(5, 8)};
  services[1].requests.gpus.line = 33;
  CHECK(line_of("gpus_used", {.workloads = services}, {.held = four_machines}) == 3);
  // Machines without GPUs hold 0, of which nothing uses more than 0.
  static constexpr hr::vm without{.name = "none", .gpus = hr::count{0}};
  static constexpr std::array four_without{hr::group{hr::machine(without), 4}};
  const std::array none{pods(2, 0)};
  CHECK(told("gpus_used", {}, {.held = four_without}) == clean);
  CHECK(told("gpus_used", {.workloads = none}, {.held = four_without}) == clean);
}

TEST_CASE("Parts of GPUs are of another rule, and GPUs of a third maker are called as that one's") {
  using namespace gpus_used_by_jobs;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = of_mig}, on_h100) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = of_intel}, on_h100) == one_error);
  CHECK(in_full("gpus_used", {.workloads = as_stated}, on_h100) ==
        "error 4: train uses 48 GPUs; its 9 nodes hold 36 by the GPUs of a node that it states | state more GPUs a node, "
        "use 12 GPUs fewer, or hold more nodes | 48 9 36 12");
}

namespace gpus_used_by_jobs {

constexpr std::array<hr::workload, 1> with_actor(hr::count gpus) {
  std::array one{pods(2, 4)};
  one[0].launch.gpus_of_actor = {gpus, 11};
  return one;
}
constexpr std::array<hr::workload, 1> with_processes(hr::count processes, hr::count gpus_of_each) {
  std::array one{pods(2, 4)};
  one[0].launch.processes = {processes, 11};
  one[0].launch.gpus_of_process = {gpus_of_each, 11};
  return one;
}
constexpr std::array two_of_two = with_processes(2, 2);
constexpr std::array three_of_two = with_processes(3, 2);
constexpr std::array one_of_eight = with_processes(1, 8);
constexpr std::array actor_of_four = with_actor(4);
constexpr std::array actor_of_five = with_actor(5);

}  // namespace gpus_used_by_jobs

TEST_CASE("Processes that take several GPUs each take no more together than their pod has") {
  using namespace gpus_used_by_jobs;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = two_of_two}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = three_of_two}) == one_error);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = one_of_eight}) == one_error);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = one_of_eight}) == clean);
  CHECK(words("gpus_used", {.workloads = three_of_two}).ends_with("starts processes that take 6 GPUs of one pod together; it has 4"));
}

TEST_CASE("An actor lies in one pod, however many GPUs there are of several") {
  using namespace gpus_used_by_jobs;
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = actor_of_four}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = actor_of_five}) == one_error);
  CHECK_CONSTEXPR(line_of("gpus_used", {.workloads = actor_of_five}) == 11);
}

namespace gpus_not_counted {

using namespace small;

constexpr std::array<hr::workload, 2> left_open(std::string_view first, std::string_view second, int line, int other_line) {
  std::array two{pods(1, 4), pods(1, 4)};
  two[0].identity.group = first;
  two[1].identity.group = second;
  two[0].scale.replicas = {hr::unknown, line};
  two[1].scale.replicas = {hr::unknown, other_line};
  return two;
}
std::array<hr::workload, 1> changed(auto change) {
  std::array one{pods(1, 4)};
  change(one[0]);
  return one;
}
std::string said_of(auto change, const hr::check_terms& on = {}) {
  const std::array one = changed(change);
  return in_full("gpus_used", {.workloads = one}, on);
}

}  // namespace gpus_not_counted

TEST_CASE("Requests of unknown kinds are told with what is known of them") {
  using namespace gpus_not_counted;
  const std::array uncounted{hr::uncounted_gpus{.name = "a", .kind = "Fancy", .line = 5, .gpus = {hr::count{4}, 5}},
                             hr::uncounted_gpus{.kind = "Fancy", .line = 6, .cure = "describe it"},
                             hr::uncounted_gpus{.line = 7, .gpus = {hr::count{1}, 7}}, hr::uncounted_gpus{.name = "b", .line = 8}};
  CHECK(in_full("gpus_used", {.uncounted = uncounted}) ==
        "unknown 5: a asks for 4 GPUs; how often it does is not counted, because the kind Fancy is not known | check what is made of it | 4\n"
        "unknown 6: Fancy asks for GPUs; how many is not counted, because the kind Fancy is not known | describe it | 0\n"
        "unknown 7: The document asks for 1 GPU; how often it does is not counted | check what is made of it | 1\n"
        "unknown 8: b asks for GPUs; how many is not counted | check what is made of it | 0");
  // What is told of a line as a kind's is not told again as a number that is left open.
  const std::array open = left_open("", "", 9, 9);
  const std::array of_its_line{hr::uncounted_gpus{.name = "a", .line = 3}};
  CHECK(in_full("gpus_used", {.workloads = open, .uncounted = of_its_line}) ==
        "unknown 3: a asks for GPUs; how many is not counted | check what is made of it | 0");
  CHECK(told("gpus_used", {.workloads = open, .uncounted = std::span(uncounted).first(1)}) == tally{0, 0, 2});
}

TEST_CASE("GPUs that are not counted are told with the reason") {
  using namespace gpus_not_counted;
  using hr::said_state;
  const auto open = [](said_state why, bool all) {
    return [=](hr::workload& w) {
      w.requests.gpus = {hr::unknown, 8, why};
      w.requests.all_gpus = all;
    };
  };
  CHECK(said_of(open(said_state::elsewhere, false)) ==
        "unknown 8: web: its GPUs are not counted; the file does not state their number | state the number |");
  CHECK(said_of(open(said_state::left_open, false)) ==
        "unknown 8: web: its GPUs are not counted; the file leaves their number to its tool | state the number, or check what the tool makes "
        "of the file |");
  CHECK(said_of(open(said_state::elsewhere, true)) ==
        "unknown 8: web asks for all GPUs of its node; which machine that is, is not known | name the machine that it runs on |");
  CHECK(said_of(open(said_state::elsewhere, true), on_h100).empty());
}

TEST_CASE("A number that is left open is told of each workload that asks for GPUs, and once of a group") {
  using namespace gpus_not_counted;
  const std::string replicas =
      "unknown 7: web: its GPUs in all are not counted; the file leaves the number of its replicas open | state the number, or check what the "
      "tool makes of the file |";
  CHECK(said_of([](hr::workload& w) { w.scale.replicas = {hr::unknown, 7}; }) == replicas);
  const auto pods_open = [](hr::workload& w) { w.scale.pods = {hr::unknown, 7}; };
  CHECK(said_of(pods_open) ==
        "unknown 7: web: its GPUs in all are not counted; the file leaves the number of its pods open | state the number, or check what the "
        "tool makes of the file |");
  const auto and_then = [&](auto change) {
    return said_of([&](hr::workload& w) {
      pods_open(w);
      change(w);
    });
  };
  CHECK(and_then([](hr::workload& w) { w.scale.replicas.value = 0; }).empty());
  CHECK(!and_then([](hr::workload& w) { w.scale.replicas = {}; }).empty());
  CHECK(and_then([](hr::workload& w) { w.requests.gpus.value = 0; }).empty());
  CHECK(and_then([](hr::workload& w) { w.queueing.runs_as = hr::workload_class::demand; }).empty());
  // Of a file of one line nothing is left out because its line was told before.
  const auto told_of = [](std::string_view first, std::string_view second, int other_line = 1) {
    const std::array two = left_open(first, second, 1, other_line);
    return told("gpus_used", {.workloads = two}).unjudged;
  };
  CHECK(told_of("", "") == 2);
  CHECK(told_of("a", "b") == 2);
  CHECK(told_of("a", "a") == 1);
  CHECK(told_of("a", "a", 2) == 2);
}

TEST_CASE("A figure of a balance that is left open is told, unless it is told of what asks") {
  using namespace gpus_not_counted;
  std::array one_pool{pool(3, 8)};
  one_pool[0].nodes = {hr::unknown, 11};
  const std::array counted{pods(2, 4)};
  CHECK(in_full("gpus_used", {.pools = one_pool, .workloads = counted}) ==
        "unknown 11: gpu: GPUs used against GPUs held cannot be judged; the file leaves a figure to its tool |  |");
  const std::array open = changed([](hr::workload& w) { w.requests.gpus = {hr::unknown, 8, hr::said_state::elsewhere}; });
  CHECK(told("gpus_used", {.pools = one_pool, .workloads = open}) == one_unjudged);
  const std::array both{open[0], counted[0]};
  const std::array known_pool{pool(3, 8)};
  CHECK(told("gpus_used", {.pools = known_pool, .workloads = both}) == one_unjudged);
  // GPUs that are left open in another line, or known in this one, are not that figure. A file may be of one line.
  for (const int line : {1, 11}) {
    one_pool[0].nodes.line = line;
    std::array beside{counted[0], open[0]};
    beside[1].queueing.runs_as = hr::workload_class::job;
    CHECK(told("gpus_used", {.pools = one_pool, .workloads = beside}) == tally{0, 0, 2});
    const std::array in_its_line = changed([&](hr::workload& w) { w.requests.gpus.line = line; });
    CHECK(told("gpus_used", {.pools = one_pool, .workloads = in_its_line}) == one_unjudged);
  }
}

TEST_CASE("Processes, one of a GPU, are no more than a pod has, and those of mpirun no more than its slots") {
  using namespace gpus_not_counted;
  const auto starts = [](hr::count gpus, hr::count processes) {
    return [=](hr::workload& w) {
      w.requests.gpus.value = gpus;
      w.launch.processes = {processes, 31};
    };
  };
  CHECK(said_of(starts(4, 5)) ==
        "error 31: web starts 5 processes a pod, each of which takes one GPU; it has 4 | start 4 processes a pod, or ask for 5 GPUs | 5 4");
  CHECK(said_of(starts(4, 4)).empty());
  CHECK(said_of(starts(1, 2)) ==
        "error 31: web starts 2 processes a pod, each of which takes one GPU; it has 1 | start 1 process a pod, or ask for 2 GPUs | 2 1");
  CHECK(said_of(starts(0, 5)).empty());
  const auto of_gpus = [&](hr::count each) {
    return [=](hr::workload& w) {
      starts(4, 3)(w);
      w.launch.gpus_of_process = {each, 32};
    };
  };
  CHECK(said_of(of_gpus(1)).empty());
  CHECK(said_of(of_gpus(2)) ==
        "error 31: web starts processes that take 6 GPUs of one pod together; it has 4 | start fewer processes a pod, or let each take fewer "
        "GPUs | 6 4");
  const auto none = [](hr::workload& w) {
    w.requests.gpus.value = 0;
    w.launch.processes = {hr::count{3}, 31};
    w.launch.gpus_of_process = {hr::count{2}, 32};
  };
  CHECK(said_of(none).empty());
  const auto ranks = [](hr::count of, hr::count slots) {
    return [=](hr::workload& w) {
      w.launch.ranks = {of, 34};
      w.launch.slots = {slots, 35};
    };
  };
  CHECK(said_of(ranks(12, 11)) ==
        "error 34: web starts 12 processes with mpirun; there are slots for 11 | start 11 processes, or give it slots for 12 | 12 11");
  CHECK(said_of(ranks(11, 11)).empty());
}

TEST_CASE("A machine without GPUs has none, and of one whose number no source has nothing is judged") {
  using namespace gpus_not_counted;
  static constexpr hr::vm cpus_only{.name = "cpus", .gpus = hr::absent, .vcpus = hr::count{64}};
  static constexpr hr::vm unknown_number{.name = "new", .gpu = &hr::nvidia::h100_sxm5::spec};
  const std::array without{hr::group{hr::machine(cpus_only), 0}};
  const std::array unsourced{hr::group{hr::machine(unknown_number), 0}};
  const auto gpus = [](hr::count n) { return [=](hr::workload& w) { w.requests.gpus.value = n; }; };
  CHECK(said_of(gpus(1), {.held = without}) ==
        "error 3: web asks for 1 GPU a pod; cpus has 0 | ask for at most 0 GPUs a pod, or run it on a larger machine | 1 0");
  CHECK(said_of(gpus(8), {.held = unsourced}) == "unknown 3: web asks for 8 GPUs a pod; no source says how many new has |  | 8");
  CHECK(said_of(gpus(8), on_h100).empty());
  // What the file states of its nodes stands in.
  const auto on_stated = [&](hr::count each) {
    return [=](hr::workload& w) {
      gpus(4)(w);
      w.scale.gpus_per_node = {each, 5};
    };
  };
  for (const hr::count each : {4, 8}) CHECK(said_of(on_stated(each), {.held = unsourced}).empty());
  CHECK(said_of(on_stated(3), {.held = unsourced}).starts_with("error 3: web asks for 4 GPUs a pod; new has 3 |"));
}

TEST_CASE("A demand of as many GPUs as there are is met, and what is none is not held against all pools") {
  using namespace gpus_used_cases;
  const std::array exactly{pool(2, 8), pool(21, 4)};
  const std::array one_less{pool(1, 8), pool(1, 4)};
  CHECK(told("gpus_used", {.pools = exactly, .workloads = hundred}) == clean);
  CHECK(told("gpus_used", {.pools = one_less, .workloads = two_nodes_of_eight}) == clean);
}

namespace gpus_used_cases {

// A head of a pod of 4 GPUs and workers of 2 pods of 8, whose actors take so many together, each of them so many.
constexpr std::array<hr::workload, 3> with_actors(hr::count all, hr::count each = 0) {
  std::array three{pods(1, 4), pods(1, 8), pods(9, 8)};
  three[1].scale.pods = {hr::count{2}, 2};
  for (std::size_t i = 0; i < 2; ++i) three[i].identity.group = "ray";
  three[0].launch.gpus_of_actors = {all, 7};
  if (each > 0) three[0].launch.gpus_of_actor = {each, 8};
  return three;
}

}  // namespace gpus_used_cases

TEST_CASE("Actors that run at once take no more GPUs than the pods of their group have, as many as there may be") {
  using namespace gpus_used_cases;
  for (const hr::count all : {1, 4, 16, 19, 20, 21, 100})
    CHECK(told("gpus_used", {.workloads = with_actors(all)}) == tally{all > 20 ? 1U : 0U, 0, 0});
  CHECK(told("gpus_used", {.workloads = with_actors(20, 4)}) == clean);
  CHECK(in_full("gpus_used", {.workloads = with_actors(21)}) ==
        "error 7: web runs actors that take 21 GPUs together; the pods of its group have 20 | run fewer of them, or let the pods have 21 GPUs | 21 20");
  // One that no pod takes is told of itself.
  CHECK(line_of("gpus_used", {.workloads = with_actors(100, 5)}) == 8);
  CHECK(told("gpus_used", {.workloads = with_actors(100, 5)}) == one_error);
  // The head has none, and each worker 8.
  for (const hr::count all : {1, 16, 17}) {
    std::array without = with_actors(all);
    without[0].requests.gpus.value = 0;
    CHECK(told("gpus_used", {.workloads = without}) == tally{all > 16 ? 1U : 0U, 0, 0});
  }
  std::array growing = with_actors(36);
  growing[1].scale.pods = {};
  growing[1].scale.most_pods = {hr::count{4}, 9};
  CHECK(told("gpus_used", {.workloads = growing}) == clean);
  growing[0].launch.gpus_of_actors.value = 37;
  CHECK(told("gpus_used", {.workloads = growing}) == one_error);
  std::array open = with_actors(100);
  open[1].scale.pods = {hr::unknown, 2};
  CHECK(told("gpus_used", {.workloads = open}).errors == 0);
  open = with_actors(100);
  open[1].requests.gpus = {hr::unknown, 3};
  CHECK(told("gpus_used", {.workloads = open}).errors == 0);
  open[1].requests.gpus = {};  // which has none
  CHECK(told("gpus_used", {.workloads = open}).errors == 1);
  CHECK(cure("gpus_used", {.workloads = open}) == "run fewer of them, or let the pods have 100 GPUs");
  std::array silent = with_actors(100);
  silent[0].launch.gpus_of_actors = {};
  CHECK(told("gpus_used", {.workloads = silent}) == clean);
}

TEST_CASE("GPUs of a maker of one's own may be called by any name, and what is no number of GPUs bounds nothing") {
  using namespace gpus_used_cases;
  static constexpr hr::gpu own_gpu{.name = "own", .maker = hr::maker::own};
  static constexpr hr::vm own{.name = "own", .gpu = &own_gpu, .gpus = hr::count{8}};
  static constexpr std::array held{hr::group{hr::machine(own), 4}};
  std::array eight = eight_a_pod;
  for (const std::string_view called : {"nvidia.com/gpu", "amd.com/gpu"}) {
    eight[0].requests.gpu_resource = called;
    CHECK(told("gpus_used", {.workloads = eight}, {.held = held}) == clean);
  }
  std::array none{pods(2, 4)};
  none[0].requests.gpus = {};
  none[0].launch.gpus_of_actor = {hr::count{2}, 11};
  none[0].launch.processes = {hr::count{9}, 12};
  CHECK(told("gpus_used", {.workloads = none}) == clean);
  none[0].requests.gpus = {hr::unknown, 3};
  CHECK(told("gpus_used", {.workloads = none}).errors == 0);
  // A number of processes or of actors' GPUs that is left open is none, whatever it holds.
  std::array open = with_actors(100);
  open[0].launch.gpus_of_actors = {hr::unknown, 7};
  open[0].launch.gpus_of_actors.value = 100;
  open[0].launch.processes = {hr::unknown, 12};
  open[0].launch.processes.value = 100;
  open[0].launch.gpus_of_process = {hr::count{2}, 12};
  CHECK(told("gpus_used", {.workloads = open}) == clean);
  // Where the GPUs of a replica are left open, its replicas are not asked for.
  std::array open_twice{pods(1, 4)};
  open_twice[0].scale.replicas = {hr::unknown, 7};
  open_twice[0].scale.gpus = {hr::unknown, 9};
  CHECK(words("gpus_used", {.workloads = open_twice}) == "web: its GPUs are not counted; the file leaves their number to its tool");
  // An actor that takes all of its pod is told of with the others.
  std::array as_large = with_actors(100, 4);
  CHECK(line_of("gpus_used", {.workloads = as_large}) == 7);
  CHECK(told("gpus_used", {.workloads = as_large}) == one_error);
}

TEST_CASE("A job on one node of which it states one GPU uses no two") {
  using namespace gpus_used_cases;
  std::array one = two_nodes_of_eight;
  one[0].scale.nodes.value = 1;
  one[0].scale.gpus_per_node.value = 1;
  one[0].scale.gpus.value = 2;
  CHECK(words("gpus_used", {.workloads = one}, on_h100) == "test uses 2 GPUs; its 1 node holds 1 by the GPUs of a node that it states");
  one[0].scale.gpus.value = 1;
  CHECK(told("gpus_used", {.workloads = one}, on_h100) == clean);
}
