// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/gpus_stranded.hpp>
#include <headroom/deployment/rules/gpus_used.hpp>

#include <deployment/small_deployments.hpp>

namespace gpus_stranded_cases {

using namespace small;

constexpr std::array half = recipe(8, 1, 1, 4, 1, 1, 8);
constexpr std::array full = recipe(8, 1, 1, 8, 1, 1, 8);
constexpr std::array shared = recipe(8, 1, 2, 1, 0, 1, 4);
constexpr std::array three_nodes{pool(3, 8)};
constexpr std::array twenty{pods(5, 4)};
constexpr std::array no_gpus{pods(5, 0)};
constexpr std::array job = [] {
  std::array one{pods(1, 4)};
  one[0].identity.kind = "Job";
  one[0].queueing.runs_as = hr::workload_class::job;
  return one;
}();

}  // namespace gpus_stranded_cases

TEST_CASE("Twelve GPUs of sixteen leave four stranded, and throughput per held GPU at three quarters") {
  using namespace gpus_stranded_cases;
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = half}) == one_warning);
  CHECK(
      words("gpus_stranded", {.workloads = half}) ==
      "The deployment uses 12 of the 16 GPUs that 2 nodes hold; 4 are stranded, and throughput per held GPU is 75 % of "
      "that per used GPU");
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = full}) == clean);
}

TEST_CASE("A role of no nodes uses those of the other") {
  using namespace gpus_stranded_cases;
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = shared}) == one_warning);
  CHECK(words("gpus_stranded", {.workloads = shared}).substr(0, 63) ==
        "The deployment uses 6 of the 8 GPUs that 1 node holds; 2 are st");
}

TEST_CASE("A pool larger than its workloads strands GPUs; one for jobs or without GPU workloads is not judged") {
  using namespace gpus_stranded_cases;
  CHECK_CONSTEXPR(told("gpus_stranded", {.pools = three_nodes, .workloads = twenty}) == one_warning);
  CHECK_CONSTEXPR(told("gpus_stranded", {.pools = three_nodes, .workloads = job}) == clean);
  CHECK_CONSTEXPR(told("gpus_stranded", {.pools = three_nodes, .workloads = no_gpus}) == clean);
  CHECK_CONSTEXPR(told("gpus_stranded", {.pools = three_nodes}) == clean);
}

namespace gpus_stranded_cases {

constexpr std::array<hr::workload, 1> half_a_node(bool leaves_rest) {
  hr::workload w{.identity = {.name = "tune", .kind = "sbatch", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  w.scale.replicas = w.scale.nodes = {hr::count{1}, 2};
  w.scale.gpus = {hr::count{4}, 3};
  w.scale.gpus_per_node = {hr::count{8}, 4};
  if (leaves_rest) w.placement.leaves_rest = true;  // unsaid: for nobody
  return {w};
}
constexpr std::array half_for_others = half_a_node(true);
constexpr std::array half_for_nobody = half_a_node(false);

}  // namespace gpus_stranded_cases

TEST_CASE("What others may use is not stranded") {
  using namespace gpus_stranded_cases;
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = half_for_others}) == clean);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = half_for_nobody}) == one_warning);
}

TEST_CASE("What is stranded is told with its arithmetic, and nothing used or all used strands none") {
  using namespace gpus_stranded_cases;
  CHECK(in_full("gpus_stranded", {.workloads = half}) ==
        "warning 23: The deployment uses 12 of the 16 GPUs that 2 nodes hold; 4 are stranded, and throughput per held GPU is "
        "75 % of that per used GPU | use the other 4 GPUs, or choose sizes that fill whole nodes | 12 16 2 4 75");
  constexpr std::array seven_of_24{pods(7, 1)};
  CHECK(in_full("gpus_stranded", {.pools = three_nodes, .workloads = seven_of_24}).ends_with("| 7 24 3 17 29.2"));
  constexpr std::array unknown_used = [] {
    std::array both = half;
    both[0].scale.gpus = {hr::unknown, 23};
    return both;
  }();
  constexpr std::array too_many = recipe(8, 1, 1, 12, 1, 1, 8);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = unknown_used}) == clean);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = too_many}) == clean);
}

TEST_CASE("A process of training takes one GPU, and one of mpirun a slot: too few leave GPUs idle, too many do not start") {
  using namespace gpus_stranded_cases;
  constexpr auto started = [](hr::count processes) {
    std::array one{pods(1, 8)};
    one[0].launch.processes = {processes, 7};
    return one;
  };
  static constexpr std::array one_process = started(1);
  static constexpr std::array eight = started(8);
  static constexpr std::array nine = started(9);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = one_process}) == one_warning);
  CHECK_CONSTEXPR(line_of("gpus_stranded", {.workloads = one_process}) == 7);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = eight}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = eight}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = nine}) == one_error);
  constexpr auto ranked = [](hr::count ranks, hr::count slots) {
    std::array one{pods(2, 8)};
    one[0].identity.kind = "Job";
    one[0].scale.pods = {2, 1};
    one[0].scale.replicas = {1, 1};
    one[0].launch.ranks = {ranks, 7};
    one[0].launch.slots = {slots, 3};
    return one;
  };
  static constexpr std::array fewer = ranked(8, 16);
  static constexpr std::array as_many = ranked(16, 16);
  static constexpr std::array more = ranked(32, 16);
  // A slot a node: what a process takes of it the file does not say.
  static constexpr std::array one_a_node = ranked(1, 2);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = fewer}) == one_warning);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = as_many}) == clean);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = one_a_node}) == clean);
  static constexpr std::array of_one_gpu = [] {
    std::array one = one_a_node;
    one[0].launch.gpus_of_process = {1, 7};
    return one;
  }();
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = of_one_gpu}) == one_warning);
  // Half of the GPUs have a slot.
  static constexpr std::array four_a_node = ranked(8, 8);
  static constexpr std::array not_in_sight = [] {
    std::array one = four_a_node;
    one[0].launch.gpus_of_process = {hr::unknown, 7};
    return one;
  }();
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = four_a_node}) == one_warning);
  CHECK_CONSTEXPR(told("gpus_stranded", {.workloads = not_in_sight}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = more}) == one_error);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = as_many}) == clean);
}

namespace stranded_by_ranks {

using namespace small;

std::string started(hr::count ranks, hr::count slots, auto change) {
  std::array one{pods(1, 8)};
  one[0].launch.ranks = {ranks, 34};
  one[0].launch.slots = {slots, 35};
  change(one[0].launch);
  return in_full("gpus_stranded", {.workloads = one});
}
std::string started(hr::count ranks, hr::count slots) {
  return started(ranks, slots, [](hr::workload_launch&) {});
}
// A launcher without GPUs, two pods of four, and pods of another group.
std::string started_by_launcher(hr::count ranks, hr::count slots) {
  std::array three{pods(1, 0), pods(1, 4), pods(1, 8)};
  three[0].identity.group = three[1].identity.group = "mpi";
  three[2].identity.group = "other";
  three[1].scale.pods.value = 2;
  three[0].launch.ranks = {ranks, 34};
  three[0].launch.slots = {slots, 35};
  return in_full("gpus_stranded", {.workloads = three});
}
const std::string three_of_eight =
    "warning 34: web starts 3 processes with mpirun, each of which takes one GPU; there are 8 slots for 8 GPUs, so 5 stay idle | start a process, and "
    "have a slot, for each GPU, or ask for 3 GPUs | 3 8 8 5";

}  // namespace stranded_by_ranks

TEST_CASE("Processes of mpirun that are fewer than the GPUs strand the rest, unless each takes several") {
  using namespace stranded_by_ranks;
  CHECK(started(3, 8) == three_of_eight);
  CHECK(started(8, 8).empty());
  CHECK(started(9, 8).empty());
  CHECK(started(0, 8).empty());
  CHECK(started(7, 9).empty());
  CHECK(started(5, 4).empty());
  CHECK(started(3, 4).find("there are 4 slots for 8 GPUs, so 5 stay idle") != std::string::npos);
  // A slot of the one pod: its process may take all of them.
  CHECK(started(1, 1).empty());
  const auto each = [](hr::said<hr::count> gpus) { return [=](hr::workload_launch& of) { of.gpus_of_process = gpus; }; };
  CHECK(started(1, 1, each({hr::count{1}, 36})).find("so 7 stay idle") != std::string::npos);
  CHECK(started(3, 8, each({hr::count{2}, 36})).empty());
  CHECK(started(3, 8, each({hr::unknown, 36})) == three_of_eight);
  CHECK(started(3, 4, each({hr::unknown, 36})).empty());
  CHECK(started(3, 8, [](hr::workload_launch& of) { of.slots = {}; }).empty());
}

TEST_CASE("A launcher's processes are held against the GPUs of its group, and a slot of each of its pods is on purpose") {
  using namespace stranded_by_ranks;
  CHECK(started_by_launcher(3, 4).find("there are 4 slots for 8 GPUs, so 5 stay idle") != std::string::npos);
  CHECK(started_by_launcher(2, 2).empty());
  CHECK(started_by_launcher(3, 3).find("there are 3 slots for 8 GPUs, so 5 stay idle") != std::string::npos);
}

namespace stranded_by_processes {

using namespace small;

std::string started(hr::said<hr::count> processes, hr::said<hr::count> gpus, hr::said<hr::count> of_process = {}) {
  std::array one{pods(1, 8)};
  one[0].requests.gpus = gpus;
  one[0].launch.processes = processes;
  one[0].launch.gpus_of_process = of_process;
  return in_full("gpus_stranded", {.workloads = one});
}
const hr::said<hr::count> eight{hr::count{8}, 3}, three{hr::count{3}, 7}, open{hr::unknown, 7};

}  // namespace stranded_by_processes

TEST_CASE("Processes of a pod that are fewer than its GPUs strand the rest, as far as both are told") {
  using namespace stranded_by_processes;
  const std::string five_idle =
      "warning 7: web starts 3 processes a pod, each of which takes one GPU; 5 of its 8 stay idle | start 8 processes a pod, or ask for 3 GPUs | 3 8 5";
  CHECK(started(three, eight) == five_idle);
  CHECK(started(three, eight, {hr::count{1}, 9}) == five_idle);
  CHECK(started(three, eight, open) == five_idle);
  CHECK(started(three, eight, {hr::count{2}, 9}).empty());
  CHECK(started({hr::count{7}, 7}, eight).find("1 of its 8 stays idle") != std::string::npos);
  CHECK(started(eight, eight).empty());
  CHECK(started({hr::count{0}, 7}, eight).empty());
  CHECK(started(open, eight).empty());
  CHECK(started({}, eight).empty());
  CHECK(started(three, open).empty());
  CHECK(started(three, {}).empty());
  CHECK(started(three, {hr::count{0}, 3}).empty());
}

TEST_CASE("Processes of mpirun are held against GPUs and slots that are told") {
  using namespace stranded_by_ranks;
  CHECK(started(3, 8, [](hr::workload_launch& of) { of.ranks = {hr::unknown, 34}; }).empty());
  CHECK(started(3, 8, [](hr::workload_launch& of) { of.slots = {hr::unknown, 35}; }).empty());
  // What is held where nothing is known is no figure.
  CHECK(started(3, 8, [](hr::workload_launch& of) { of.slots.state = hr::said_state::left_open; }).empty());
  CHECK(started(3, 8, [](hr::workload_launch& of) { of.ranks.state = hr::said_state::left_open; }).empty());
  std::array one{pods(1, 8)};
  one[0].launch.ranks = {hr::count{3}, 34};
  one[0].launch.slots = {hr::count{8}, 35};
  CHECK(in_full("gpus_stranded", {.workloads = one}) == three_of_eight);
  one[0].requests.gpus = {hr::unknown, 3};
  CHECK(in_full("gpus_stranded", {.workloads = one}).empty());
  one[0].requests.gpus = {};
  CHECK(in_full("gpus_stranded", {.workloads = one}).empty());
  // Eight GPUs of one replica, of which no pod says how many it has: slots may be of several GPUs each.
  one[0].scale.gpus = {hr::count{8}, 3};
  CHECK(in_full("gpus_stranded", {.workloads = one}) == three_of_eight);
  one[0].launch.slots = {hr::count{4}, 35};
  CHECK(in_full("gpus_stranded", {.workloads = one}).empty());
}

// Eight GPUs: of one pod of four and four pods of one, whichever stands first.
TEST_CASE("Slots are of the pods of a group with the most GPUs, and of no others") {
  using namespace stranded_by_ranks;
  std::array three{pods(1, 0), pods(1, 4), pods(1, 1)};
  three[2].scale.pods.value = 4;
  for (hr::workload& each : three) each.identity.group = "mpi";
  three[0].launch.ranks = {hr::count{2}, 34};
  const auto told_of = [&](hr::count slots) {
    three[0].launch.slots = {slots, 35};
    return in_full("gpus_stranded", {.workloads = three});
  };
  CHECK(told_of(2).empty());
  CHECK(told_of(3).find("there are 3 slots for 8 GPUs, so 6 stay idle") != std::string::npos);
  std::swap(three[1], three[2]);
  CHECK(told_of(2).empty());
  CHECK(told_of(3).find("there are 3 slots for 8 GPUs, so 6 stay idle") != std::string::npos);
  // Four pods of two, each with a slot, beside a pod of eight that is in no group either.
  std::array two{pods(1, 2), pods(1, 8)};
  two[0].scale.pods.value = 4;
  two[0].launch.ranks = {hr::count{3}, 34};
  two[0].launch.slots = {hr::count{4}, 35};
  CHECK(in_full("gpus_stranded", {.workloads = two}).empty());
  two[0].launch.slots.value = 5;
  CHECK(in_full("gpus_stranded", {.workloads = two}).find("there are 5 slots for 8 GPUs, so 5 stay idle") != std::string::npos);
}
