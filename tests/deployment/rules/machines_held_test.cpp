// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/machines_held.hpp>

#include <deployment/small_deployments.hpp>

namespace machines_held_cases {

using namespace small;

constexpr std::array ten{pool_of("Standard_ND96isr_H100_v5", 10)};
constexpr std::array twice_five{pool_of("Standard_ND96isr_H100_v5", 5), pool_of("Standard_ND96isr_H100_v5", 5)};
constexpr std::array cpu_only{pool_of("Standard_D2_v4", 50)};
constexpr std::array ten_held{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 10}};
constexpr std::array nine_held{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 9}};
constexpr std::array a_rack{hr::group{hr::machine(hr::azure::gb300_nvl72::spec), 1}};
constexpr std::array eighteen{pool_of("Standard_ND128isr_GB300_v6", 18)};
constexpr std::array nineteen{pool_of("Standard_ND128isr_GB300_v6", 19)};
constexpr std::array two_others{gb300[0], hr::group{hr::machine(hr::azure::nd96asr_v4::spec), 2}};
constexpr std::array typed = [] {
  std::array one{pool(1, 8)};
  one[0].gpu_type = {"gb300", 14};
  return one;
}();

constexpr std::array<hr::workload, 1> selecting(std::string_view size, std::string_view gpu) {
  hr::workload w{.identity = {.name = "vllm", .kind = "Deployment", .line = 1}};
  if (!size.empty()) w.placement.instance_type = {size, 3};
  if (!gpu.empty()) w.placement.gpu_type = {gpu, 4};
  return {w};
}
constexpr std::array on_nodes_of_h100 = selecting("Standard_ND96isr_H100_v5", "");
constexpr std::array on_nodes_of_cpus = selecting("Standard_D2_v4", "");
constexpr std::array on_gpus_h100 = selecting("", "H100-SXM5-80GB");
constexpr std::array on_gpus_a100 = selecting("", "a100");
constexpr std::array on_gpus_of_no_one = selecting("", "Nonesuch");

}  // namespace machines_held_cases

TEST_CASE("A workload selects machines and GPUs that are held") {
  using namespace machines_held_cases;
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_nodes_of_h100}, on_h100) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_nodes_of_h100}, on_gb300) == one_error);
  CHECK_CONSTEXPR(line_of("machines_held", {.workloads = on_nodes_of_h100}, on_gb300) == 3);
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_nodes_of_cpus}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_gpus_h100}, on_h100) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_gpus_h100}, on_gb300) == one_error);
  CHECK_CONSTEXPR(line_of("machines_held", {.workloads = on_gpus_h100}, on_gb300) == 4);
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_gpus_a100}, on_h100) == one_error);  // several are called so
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_gpus_of_no_one}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_gpus_h100}) == clean);
  // Both are named, what the file is for and what is held.
  CHECK(words("machines_held", {.workloads = on_nodes_of_h100}, on_gb300) ==
        "vllm runs on Standard_ND96isr_H100_v5; what is held is Standard_ND128isr_GB300_v6");
  CHECK(words("machines_held", {.workloads = on_gpus_h100}, on_gb300) ==
        "vllm runs on GPUs of type H100-SXM5-80GB; what is held is Standard_ND128isr_GB300_v6, with GB300");
  CHECK(words("machines_held", {.workloads = on_nodes_of_h100}, {.held = two_others}) ==
        "vllm runs on Standard_ND96isr_H100_v5, which is not among the machines held");
}

TEST_CASE("Ten machines are asked of ten that are held, and not of nine") {
  using namespace machines_held_cases;
  CHECK_CONSTEXPR(told("machines_held", {.pools = ten}, {.held = ten_held}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = ten}, {.held = nine_held}) == one_error);
  CHECK_CONSTEXPR(told("machines_held", {.pools = twice_five}, {.held = ten_held}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = twice_five}, {.held = nine_held}) == one_error);
  CHECK_CONSTEXPR(told("machines_held", {.pools = ten}, on_h100) == clean);  // as many as are asked for
  CHECK_CONSTEXPR(told("machines_held", {.pools = ten}) == clean);
}

TEST_CASE("A rack holds eighteen of its VMs") {
  using namespace machines_held_cases;
  CHECK_CONSTEXPR(told("machines_held", {.pools = eighteen}, {.held = a_rack}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = nineteen}, {.held = a_rack}) == one_error);
}

TEST_CASE("A size with GPUs that is not held is an error, and one without GPUs is nobody's concern") {
  using namespace machines_held_cases;
  CHECK_CONSTEXPR(told("machines_held", {.pools = ten}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("machines_held", {.pools = cpu_only}, on_gb300) == clean);
  CHECK(words("machines_held", {.pools = ten}, on_gb300) ==
        "gpu is of Standard_ND96isr_H100_v5; what is held is Standard_ND128isr_GB300_v6");
  CHECK(words("machines_held", {.pools = typed}, on_h100) ==
        "gpu is for GPUs of type gb300; what is held is Standard_ND96isr_H100_v5, with H100-SXM5-80GB");
  CHECK_CONSTEXPR(told("machines_held", {.pools = typed}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("machines_held", {.pools = typed}, on_gb300) == clean);
}

namespace login_nodes {

using namespace small;

constexpr std::array for_logging_in = [] {
  std::array two{pool(18, 4), pool(2, 0)};
  two[1].gpus_per_node = {hr::count{0}, 3};
  return two;
}();
constexpr std::array eighteen_gb300{hr::group{hr::machine(hr::azure::nd128isr_gb300_v6::spec), 18}};

}  // namespace login_nodes

TEST_CASE("Nodes that a file says have no GPUs are not of the machines held") {
  using namespace login_nodes;
  CHECK_CONSTEXPR(told("machines_held", {.pools = for_logging_in}, {.held = eighteen_gb300}) == clean);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = for_logging_in}, {.held = eighteen_gb300}) == clean);
}

namespace gpu_types {

using namespace small;

constexpr std::array<hr::machine_pool, 1> of_type(std::string_view type) {
  std::array one{pool(18, 4)};
  one[0].gpu_type = {type, 14};
  return one;
}
constexpr std::array of_h100 = of_type("h100");
constexpr std::array of_gb300 = of_type("gb300");
constexpr std::array of_something = of_type("fast");

}  // namespace gpu_types

TEST_CASE("A type that several GPUs are called by is none of another GPU") {
  using namespace gpu_types;
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_h100}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_gb300}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_something}, on_gb300) == clean);
}

TEST_CASE("A type of GPU that none of several kinds of machine held has is told, unless one may have it") {
  using namespace gpu_types;
  static constexpr hr::vm untold{.name = "untold"};
  static constexpr hr::group h100_held{hr::machine(hr::azure::nd96isr_h100_v5::spec), 9}, a100_held{hr::machine(hr::azure::nd96asr_v4::spec), 2},
      gb300_held{hr::machine(hr::azure::nd128isr_gb300_v6::spec), 18}, untold_held{hr::machine(untold), 1};
  constexpr std::array h100_and_a100{h100_held, a100_held}, gb300_and_a100{gb300_held, a100_held}, untold_and_a100{untold_held, a100_held},
      a100_and_untold{a100_held, untold_held};
  CHECK(in_full("machines_held", {.pools = of_gb300}, {.held = h100_and_a100}) ==
        "error 14: gpu is for GPUs of type gb300, which the machines held are not | hold machines with that GPU, or change the type |");
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_h100}, {.held = gb300_and_a100}) == one_error);  // several are called so
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_something}, {.held = gb300_and_a100}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_gb300}, {.held = gb300_and_a100}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_gb300}, {.held = untold_and_a100}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_gb300}, {.held = a100_and_untold}) == clean);
  // 18 nodes of the kind that has them, of which 9 are held.
  CHECK(words("machines_held", {.pools = of_h100}, {.held = h100_and_a100}) == "The pools of Standard_ND96isr_H100_v5 have 18 nodes; 9 are held");
  std::array without = of_gb300;
  without[0].gpus_per_node.value = 0;
  CHECK(told("machines_held", {.pools = without}, on_h100) == clean);
  std::array sized = of_gb300;
  sized[0].size = {"Standard_ND96isr_H100_v5", 11};
  sized[0].nodes.value = 9;
  CHECK(told("machines_held", {.pools = sized}, {.held = h100_and_a100}) == clean);
  // One that is left open, whatever it may be, is any of them.
  hr::said<std::string_view> any_type{hr::unknown, 4};
  any_type.value = "gb300";
  std::array typed_openly = of_gb300;
  typed_openly[0].nodes.value = 1;
  typed_openly[0].gpu_type = any_type;
  CHECK(told("machines_held", {.pools = typed_openly}, on_h100) == clean);
  const std::array one{hr::workload{.identity = {.name = "vllm"}, .placement = {.gpu_type = any_type}}};
  CHECK(told("machines_held", {.workloads = one}, on_h100) == clean);
  CHECK(told("machines_held", {.workloads = one}, {.held = h100_and_a100}) == clean);
}

namespace numbers_left_open {

using namespace small;

constexpr std::array<hr::machine_pool, 1> of(std::string_view size) {
  std::array one{pool_of(size)};
  one[0].nodes = {hr::unknown, 21};
  one[0].most_nodes = {hr::unknown, 23};
  return one;
}
constexpr std::array of_gpus = of("Standard_ND96isr_H100_v5");
constexpr std::array of_cpus = of("Standard_D2_v4");
constexpr std::array of_another = of("Standard_ND96isr_H900_v9");
constexpr std::array left_open = [] {
  std::array one = of("");
  one[0].size = {hr::unknown, 20};
  return one;
}();
constexpr std::array web{pods(2, 1)};
constexpr tally two_unjudged{0, 0, 2};

}  // namespace numbers_left_open

TEST_CASE("A number of machines with GPUs that the file leaves to its tool is unknown, and said to be") {
  using namespace numbers_left_open;
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_gpus}) == two_unjudged);
  CHECK_CONSTEXPR(line_of("machines_held", {.pools = of_gpus}) == 21);
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_another}) == two_unjudged);
  CHECK_CONSTEXPR(told("machines_held", {.pools = left_open}) == two_unjudged);
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_cpus}) == clean);
  // What runs on them says so itself.
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_gpus, .workloads = web}) == clean);
  CHECK(words("machines_held", {.pools = of_gpus}) ==
        "gpu: its number of nodes cannot be judged; the file leaves it to its tool\n"
        "gpu: its largest number of nodes cannot be judged; the file leaves it to its tool");
}

namespace machines_held_cases {

constexpr std::array two_groups_of_five{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 5},
                                        hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 4}};
constexpr std::array five_and_any{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 5},
                                  hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 0}};
constexpr std::array six_and_others{pool_of("Standard_ND96isr_H100_v5", 10), pool_of("Standard_D2_v4", 9)};
constexpr std::array growing = [] {
  std::array one{pool_of("Standard_ND96isr_H100_v5", 5)};
  one[0].most_nodes = {hr::count{10}, 14};
  return one;
}();
constexpr std::array by_type_and_size = [] {
  std::array one{pool_of("Standard_ND96isr_H100_v5", 1)};
  one[0].gpu_type = {"gb300", 14};
  return one;
}();

}  // namespace machines_held_cases

TEST_CASE("Groups of one machine are held together, and a pool asks for its most") {
  using namespace machines_held_cases;
  CHECK_CONSTEXPR(told("machines_held", {.pools = ten}, {.held = two_groups_of_five}) == one_error);
  CHECK_CONSTEXPR(told("machines_held", {.pools = ten}, {.held = five_and_any}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = six_and_others}, {.held = ten_held}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = growing}, {.held = ten_held}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = by_type_and_size}, {.held = ten_held}) == clean);
  CHECK(in_full("machines_held", {.pools = growing}, {.held = nine_held}) ==
        "error 14: The pools of Standard_ND96isr_H100_v5 have 10 nodes; 9 are held | use 1 node fewer, or hold more | 10 9 "
        "1");
  CHECK(in_full("machines_held", {.pools = ten}, {.held = two_others}) ==
        "error 11: gpu is of Standard_ND96isr_H100_v5, which is not among the machines held | hold some, or choose a size "
        "that is held |");
}

TEST_CASE("Of a number that is left open the least is told too, and the cure is of the format") {
  using namespace numbers_left_open;
  constexpr std::array least = [] {
    std::array one{pool_of("Standard_ND96isr_H100_v5", 3)};
    one[0].least_nodes = {hr::unknown, 22};
    return one;
  }();
  constexpr std::array by_gpus = [] {
    std::array one{pool(1, 8)};
    one[0].nodes = {hr::unknown, 21};
    return one;
  }();
  constexpr std::array by_no_gpus = [] {
    std::array one = of_gpus;
    one[0].gpus_per_node = {hr::count{0}, 3};
    return one;
  }();
  CHECK(in_full("machines_held", {.pools = least}) ==
        "unknown 22: gpu: its least number of nodes cannot be judged; the file leaves it to its tool | state the number, or "
        "give its parameter a default |");
  CHECK(cure("machines_held", {.tool = hr::file_tool::terraform, .pools = least}) ==
        "state the number, of a regional pool with its zones");
  CHECK(cure("machines_held", {.tool = hr::file_tool::cyclecloud, .pools = least}) ==
        "give its parameter a default, or each size an array of its own");
  CHECK_CONSTEXPR(told("machines_held", {.pools = by_gpus}) == one_unjudged);
  CHECK_CONSTEXPR(told("machines_held", {.pools = by_no_gpus}) == clean);
}

namespace machines_held_cases {

constexpr hr::vm without_gpus{.name = "cpus", .gpus = hr::absent, .vcpus = hr::count{64}};
constexpr hr::vm untold{.name = "untold"};
constexpr std::array cpus_held{hr::group{hr::machine(without_gpus), 1}};
constexpr std::array untold_held{hr::group{hr::machine(untold), 1}};
constexpr hr::rack of_two{.name = "two", .vms = hr::count{2}};
constexpr hr::rack of_three{.name = "three", .vms = hr::count{3}};
constexpr hr::rack of_any{.name = "any"};

}  // namespace machines_held_cases

TEST_CASE("A rack without VMs is held as itself, and one of which no source says its VMs has any number") {
  using namespace machines_held_cases;
  using namespace hr::rules::detail;
  CHECK_CONSTEXPR(is_held_as({hr::machine(of_two), 1}, hr::machine(of_two)));
  CHECK_CONSTEXPR(!is_held_as({hr::machine(of_two), 1}, hr::machine(of_three)));
  CHECK_CONSTEXPR(is_held_as({hr::machine(hr::azure::gb300_nvl72::spec), 1}, hr::machine(hr::azure::nd128isr_gb300_v6::spec)));
  CHECK_CONSTEXPR(!has_any_number({hr::machine(of_three), 2}));
  CHECK_CONSTEXPR(has_any_number({hr::machine(of_three), 0}));
  CHECK_CONSTEXPR(has_any_number({hr::machine(of_any), 2}));
  CHECK_CONSTEXPR(vms_of({hr::machine(of_three), 2}) == 6);
  CHECK_CONSTEXPR(vms_of({hr::machine(of_any), 2}) == 0);
}

TEST_CASE("Machines that are held without GPUs are nobody's concern, and may be what a type means where no source says") {
  using namespace machines_held_cases;
  constexpr std::array five{pool_of("cpus", 5)};
  CHECK_CONSTEXPR(told("machines_held", {.pools = five}, {.held = cpus_held}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_gpus_h100}, {.held = untold_held}) == clean);
  CHECK_CONSTEXPR(told("machines_held", {.pools = typed}, {.held = untold_held}) == clean);
  constexpr std::array on_cpus = selecting("cpus", "");
  CHECK_CONSTEXPR(told("machines_held", {.workloads = on_cpus}, {.held = cpus_held}) == clean);
}

TEST_CASE("Pools of one machine are added up wherever they stand, and told with the last of them") {
  using namespace machines_held_cases;
  constexpr std::array any_and_five{five_and_any[1], five_and_any[0]};
  CHECK_CONSTEXPR(told("machines_held", {.pools = ten}, {.held = any_and_five}) == clean);
  std::array five{pool_of("Standard_D2_v4", 50), pool_of("Standard_ND96isr_H100_v5", 2), pool_of("Standard_ND96isr_H100_v5", 3), pool_of("Standard_ND96isr_H100_v5", 6),
                  pool_of("Standard_D2_v4", 50)};
  for (std::size_t i = 0; i < five.size(); ++i) five[i].nodes.line = 20 + static_cast<int>(i);
  CHECK(in_full("machines_held", {.pools = five}, {.held = ten_held}) ==
        "error 23: The pools of Standard_ND96isr_H100_v5 have 11 nodes; 10 are held | use 1 node fewer, or hold more | 11 10 1");
  std::array one_open{ten[0], ten[0]};
  one_open[1].nodes = {hr::unknown, 21};
  CHECK(told("machines_held", {.pools = one_open}, {.held = ten_held}) == one_unjudged);
  // By GPUs of a node alone, of no type and no size.
  constexpr std::array by_gpus{pool(10, 8)};
  CHECK_CONSTEXPR(told("machines_held", {.pools = by_gpus}, {.held = nine_held}) == one_error);
  CHECK_CONSTEXPR(told("machines_held", {.pools = by_gpus}, {.held = ten_held}) == clean);
  // Machines of another size, of 2 or of any number, are none of them.
  for (const hr::count others : {2, 0}) {
    const std::array beside{hr::group{hr::machine(hr::azure::nd96asr_v4::spec), others}, nine_held[0]};
    CHECK(in_full("machines_held", {.pools = ten}, {.held = beside}) ==
          "error 12: The pools of Standard_ND96isr_H100_v5 have 10 nodes; 9 are held | use 1 node fewer, or hold more | 10 9 1");
  }
  constexpr std::array of_one_gpu = [] {
    std::array one{pool(1, 1)};
    one[0].nodes = {hr::unknown, 21};
    return one;
  }();
  CHECK_CONSTEXPR(told("machines_held", {.pools = of_one_gpu}) == one_unjudged);
}
