// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/rack_size.hpp>

#include <deployment/small_deployments.hpp>

namespace rack_size_cases {

using namespace small;

constexpr std::array<hr::workload, 1> together(hr::count nodes) {
  hr::workload w{.identity = {.name = "all-reduce", .kind = "Job", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  w.scale.replicas = {hr::count{1}, 1};
  w.scale.nodes = {nodes, 2};
  w.placement.one_domain = {true, 3};
  return {w};
}
constexpr std::array eighteen = together(18);
constexpr std::array nineteen = together(19);
constexpr std::array two = together(2);

constexpr std::array twenty_gb300 = [] {
  std::array one{pool_of("Standard_ND128isr_GB300_v6", 20)};
  one[0].one_placement = {true, 13};
  return one;
}();
constexpr std::array thirty_six_gb300 = [] {
  std::array one = twenty_gb300;
  one[0].nodes.value = 36;
  return one;
}();
constexpr std::array twenty_anywhere{pool_of("Standard_ND128isr_GB300_v6", 20)};
constexpr std::array three_h100 = [] {
  std::array one{pool_of("Standard_ND96isr_H100_v5", 3)};
  one[0].one_placement = {true, 13};
  return one;
}();

constexpr std::array gb300_by_type = [] {
  std::array one{pool(18, 4)};
  one[0].gpu_type = {"gb300", 14};
  return one;
}();

// Leader and workers on nodes of 4 GPUs.
constexpr std::array<hr::workload, 2> leader_and_workers(hr::count workers) {
  std::array both{pods(1, 4), pods(workers, 4)};
  for (hr::workload& each : both) {
    each.identity.group = "both";
    each.scale.pods = each.scale.replicas;
    each.scale.replicas = {hr::count{1}, 4};
  }
  both[0].placement.one_domain = {true, 3};
  return both;
}
constexpr std::array one_and_seventeen = leader_and_workers(17);
constexpr std::array one_and_eighteen = leader_and_workers(18);

}  // namespace rack_size_cases

TEST_CASE("Leader and workers lie in one domain together") {
  using namespace rack_size_cases;
  CHECK_CONSTEXPR(told("rack_size", {.workloads = one_and_seventeen}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = one_and_eighteen}, on_gb300) == one_error);
}

TEST_CASE("Nineteen nodes do not lie in one rack of eighteen") {
  using namespace rack_size_cases;
  CHECK_CONSTEXPR(told("rack_size", {.workloads = nineteen}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = eighteen}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = two}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = two}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = nineteen}) == clean);  // no machine is named
  CHECK_CONSTEXPR(told("rack_size", {.pools = gb300_by_type, .workloads = nineteen}) == one_error);
  CHECK_CONSTEXPR(told("rack_size", {.pools = gb300_by_type, .workloads = eighteen}) == clean);
}

TEST_CASE("Twenty nodes placed together leave a rack with two of its eighteen") {
  using namespace rack_size_cases;
  CHECK_CONSTEXPR(told("rack_size", {.pools = twenty_gb300}) == one_warning);
  CHECK(words("rack_size", {.pools = twenty_gb300}) ==
        "gpu places 20 nodes together; a rack of Standard_ND128isr_GB300_v6 has 18, so one is left with 2 of its 18 "
        "nodes (8 "
        "of 72 GPUs)");
  CHECK_CONSTEXPR(told("rack_size", {.pools = thirty_six_gb300}) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.pools = twenty_anywhere}) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.pools = three_h100}) == clean);
}

namespace rack_size_cases {

constexpr std::array<hr::workload, 1> in_segments(hr::count nodes) {
  hr::workload w{.identity = {.name = "train", .kind = "sbatch", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  w.placement.segment_nodes = {nodes, 2};
  return {w};
}
constexpr std::array segments_of_18 = in_segments(18);
constexpr std::array segments_of_36 = in_segments(36);

}  // namespace rack_size_cases

TEST_CASE("A segment of thirty-six nodes spans racks of eighteen; machines without racks have blocks of another kind") {
  using namespace rack_size_cases;
  CHECK_CONSTEXPR(told("rack_size", {.workloads = segments_of_18}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = segments_of_36}, on_gb300) == one_warning);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = segments_of_36}, on_h100) == clean);
}

namespace rack_size_cases {

constexpr std::array sixteen = together(16);
constexpr std::array seventeen = together(17);
constexpr std::array nine = together(9);
constexpr std::array twelve_and_six = [] {
  std::array both{together(12)[0], together(6)[0]};
  both[1].identity.name = "reduce";
  return both;
}();

}  // namespace rack_size_cases

TEST_CASE("What takes more than half of a rack and not all of it leaves a part that nothing like it fits in") {
  using namespace rack_size_cases;
  CHECK_CONSTEXPR(told("rack_size", {.workloads = seventeen}, on_gb300) == one_warning);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = sixteen}, on_gb300) == clean);         // 64 GPUs, as parallel sizes are
  CHECK_CONSTEXPR(told("rack_size", {.workloads = nine}, on_gb300) == clean);            // another fits beside it
  CHECK_CONSTEXPR(told("rack_size", {.workloads = twelve_and_six}, on_gb300) == clean);  // they fill it together
  CHECK(words("rack_size", {.workloads = seventeen}, on_gb300) ==
        "all-reduce places 17 nodes together; a rack of Standard_ND128isr_GB300_v6 has 18, so one is left with 17 of "
        "its 18 nodes (68 of 72 GPUs)");
}

namespace rack_size_cases {

constexpr std::array<hr::workload, 1> changed(std::array<hr::workload, 1> one, auto change) {
  change(one[0]);
  return one;
}
constexpr std::array not_asked = changed(nineteen, [](hr::workload& w) { w.placement.one_domain = {false, 3}; });
constexpr std::array ten = together(10);
constexpr std::array none_stated = changed(nineteen, [](hr::workload& w) { w.scale.nodes = {}; });
// 36 nodes of two replicas, each of 76 GPUs on 19 nodes, and of 72 on 18.
constexpr std::array<hr::workload, 1> two_replicas(hr::count gpus) {
  return changed(together(36), [=](hr::workload& w) {
    w.scale.replicas = {hr::count{2}, 1};
    w.scale.gpus = {gpus, 4};
  });
}
constexpr std::array too_large_each = two_replicas(76);
constexpr std::array just_fitting_each = two_replicas(72);
constexpr std::array both_of_a_group = [] {
  std::array both = leader_and_workers(12);
  both[1].placement.one_domain = {true, 6};
  return both;
}();
constexpr std::array beside_others{together(13)[0], not_asked[0]};
constexpr std::array segments_by_variable = changed(segments_of_36, [](hr::workload& w) {
  w.placement.segment_nodes = {hr::unknown, 2};
});
constexpr std::array not_placed = [] {
  std::array one = twenty_gb300;
  one[0].one_placement = {false, 13};
  return one;
}();
constexpr std::array of_unknown_nodes = [] {
  std::array one = twenty_gb300;
  one[0].nodes = {hr::unknown, 12};
  return one;
}();

}  // namespace rack_size_cases

TEST_CASE("Only what has to lie in one domain is judged, replica by replica") {
  using namespace rack_size_cases;
  CHECK_CONSTEXPR(told("rack_size", {.workloads = not_asked}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = none_stated}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = too_large_each}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = just_fitting_each}, on_gb300) == clean);
  CHECK(in_full("rack_size", {.workloads = nineteen}, on_gb300) ==
        "error 3: all-reduce has to lie in one scale-up domain and takes 19 nodes; one of Standard_ND128isr_GB300_v6 "
        "has 18 | use at most 18 nodes (72 GPUs), or do without the requirement | 19 18 72");
}

TEST_CASE("A part of a rack is left only where nothing else of the file has to lie in one") {
  using namespace rack_size_cases;
  CHECK_CONSTEXPR(told("rack_size", {.workloads = ten}, on_gb300) == one_warning);
  CHECK_CONSTEXPR(told("rack_size", {.workloads = both_of_a_group}, on_gb300) == tally{0, 2, 0});
  CHECK_CONSTEXPR(told("rack_size", {.workloads = beside_others}, on_gb300) == one_warning);
  CHECK(in_full("rack_size", {.workloads = ten}, on_gb300) ==
        "warning 3: all-reduce places 10 nodes together; a rack of Standard_ND128isr_GB300_v6 has 18, so one is left with "
        "10 of its 18 nodes (40 of 72 GPUs) | use whole racks: 8 nodes more | 10 18 10 40 72 8");
}

TEST_CASE("Segments and placements that the file leaves open are not judged") {
  using namespace rack_size_cases;
  CHECK_CONSTEXPR(told("rack_size", {.workloads = segments_by_variable}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.pools = not_placed}) == clean);
  CHECK_CONSTEXPR(told("rack_size", {.pools = of_unknown_nodes}) == clean);
  CHECK(in_full("rack_size", {.workloads = segments_of_36}, on_gb300) ==
        "warning 2: train has segments of 36 nodes; a rack of Standard_ND128isr_GB300_v6 has 18, so each spans several | "
        "use segments of at most 18 nodes | 36 18");
  CHECK(in_full("rack_size", {.pools = twenty_gb300}) ==
        "warning 12: gpu places 20 nodes together; a rack of Standard_ND128isr_GB300_v6 has 18, so one is left with 2 of "
        "its 18 nodes (8 of 72 GPUs) | use whole racks: 16 nodes more | 20 18 2 8 72 16");
}

// 72 GPUs to a domain of GB300, eight to one of H100.
TEST_CASE("A domain has as many nodes as its GPUs are times those of one, and one at the least") {
  using hr::rules::detail::nodes_per_domain;
  const hr::node gb300 = hr::node_called({"Standard_ND128isr_GB300_v6", 1}, {});
  const hr::node h100 = hr::node_called({"Standard_ND96isr_H100_v5", 1}, {});
  constexpr auto each = [](hr::count gpus) { return hr::said<hr::count>{gpus, 2}; };
  CHECK(nodes_per_domain(gb300, each(4)) == 18);
  CHECK(nodes_per_domain(gb300, each(1)) == 72);
  CHECK(nodes_per_domain(gb300, each(36)) == 2);
  CHECK(nodes_per_domain(gb300, each(72)) == 1);
  CHECK(nodes_per_domain(gb300, each(73)) == 1);
  CHECK(nodes_per_domain(h100, each(8)) == 1);
  CHECK(nodes_per_domain(h100, each(4)) == 2);
  for (const hr::node& on : {gb300, h100}) {
    CHECK(nodes_per_domain(on, each(0)) == 0);
    CHECK(nodes_per_domain(on, {hr::unknown, 2}) == 0);
    CHECK(nodes_per_domain(on, {}) == 0);
  }
  CHECK(nodes_per_domain({}, each(4)) == 0);
}

namespace rack_size_cases {

// Two nodes of four GPUs to a rack of eight, and a machine of whose domain no source speaks.
constexpr hr::gpu a_gpu{.name = "any"};
constexpr hr::vm of_two{.name = "of-two", .gpu = &a_gpu, .gpus = hr::count{4}, .scale_up_domain_gpus = hr::count{8}};
constexpr hr::vm of_riddles{.name = "of-riddles", .gpu = &a_gpu, .gpus = hr::count{4}};
tally on(const hr::vm& size, const hr::deployment& of) {
  const std::array held{hr::group{hr::machine(size), 0}};
  return told("rack_size", of, {.held = held});
}
std::array<hr::machine_pool, 1> placed(hr::count nodes) {
  std::array one{pool(nodes, 4)};
  one[0].one_placement = {true, 13};
  return one;
}

}  // namespace rack_size_cases

TEST_CASE("Racks of two nodes are racks, and a machine of whose rack no source speaks is not judged") {
  using namespace rack_size_cases;
  for (hr::count nodes = 1; nodes <= 5; ++nodes) {
    CAPTURE(nodes);
    const bool spans = nodes > 2;
    const bool is_partial = nodes % 2 != 0;
    CHECK(on(of_two, {.workloads = in_segments(nodes)}) == (spans ? one_warning : clean));
    CHECK(on(of_two, {.workloads = together(nodes)}) == (spans ? one_error : clean));
    CHECK(on(of_two, {.pools = placed(nodes)}) == (is_partial ? one_warning : clean));
    CHECK(on(of_riddles, {.workloads = in_segments(nodes)}) == clean);
    CHECK(on(of_riddles, {.workloads = together(nodes)}) == clean);
    CHECK(on(of_riddles, {.pools = placed(nodes)}) == clean);
  }
}

TEST_CASE("Nodes that a file states are of one replica where it says no other number") {
  using namespace rack_size_cases;
  const auto with = [](hr::count nodes, const hr::said<hr::count>& replicas, const hr::said<hr::count>& gpus) {
    std::array one = together(nodes);
    one[0].scale.replicas = replicas;
    one[0].scale.gpus = gpus;
    return told("rack_size", {.workloads = one}, on_gb300);
  };
  CHECK(with(19, {}, {}) == one_error);
  CHECK(with(18, {}, {}) == clean);
  CHECK(with(1, {}, {80, 4}) == clean);  // as stated, whatever its GPUs
  CHECK(with(19, {1, 1}, {8, 4}) == one_error);
  CHECK(with(38, {2, 1}, {76, 4}) == one_error);
  CHECK(with(38, {2, 1}, {}) == clean);  // how the nodes are dealt out is not said
  CHECK(with(38, {hr::unknown, 1}, {}) == clean);
  CHECK(with(0, {1, 1}, {76, 4}) == one_error);
  CHECK(with(0, {1, 1}, {72, 4}) == clean);
}

TEST_CASE("Another group that has to lie in a domain may fill the rest of a rack, and its own parts do not") {
  using namespace rack_size_cases;
  std::array four{leader_and_workers(12)[0], leader_and_workers(12)[1], leader_and_workers(4)[0], leader_and_workers(4)[1]};
  CHECK(told("rack_size", {.workloads = std::span(four).first(2)}, on_gb300) == one_warning);
  four[2].identity.group = four[3].identity.group = "other";
  CHECK(told("rack_size", {.workloads = four}, on_gb300) == clean);
  four[2].placement.one_domain = {};
  CHECK(told("rack_size", {.workloads = four}, on_gb300) == one_warning);  // what lies anywhere fills nothing
  four[3].placement.one_domain = {true, 9};
  CHECK(told("rack_size", {.workloads = four}, on_gb300) == clean);
}

TEST_CASE("Figures that are left open decide nothing of a rack, whatever they hold") {
  using namespace rack_size_cases;
  for (const hr::count held : {0, 1, 17, 19, 1'000'003}) {
    const auto open = [&](auto change) {
      hr::said<hr::count> figure{hr::unknown, 2};
      figure.value = held;
      std::array one = none_stated;
      one[0].scale.gpus = {hr::count{76}, 4};
      change(one[0], figure);
      return told("rack_size", {.workloads = one}, on_gb300);
    };
    CHECK(open([](hr::workload& w, const auto& figure) { w.scale.gpus = figure; }) == clean);
    CHECK(open([](hr::workload& w, const auto& figure) { w.scale.nodes = figure; }) == one_error);  // by the GPUs
    CHECK(open([](hr::workload& w, const auto& figure) {
            w.scale.gpus = {};
            w.scale.pods = figure;
            w.requests.gpus = {hr::count{4}, 5};
          }) == clean);
    CHECK(open([](hr::workload& w, const auto& figure) { w.scale.replicas = figure; }) == one_error);
    CHECK(open([](hr::workload& w, const auto& figure) { w.placement.segment_nodes = figure; }) == one_error);
    std::array pools = twenty_gb300;
    pools[0].nodes = {hr::unknown, 12};
    pools[0].nodes.value = held;
    CHECK(told("rack_size", {.pools = pools}) == clean);
  }
}
