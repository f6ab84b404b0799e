// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/block_size.hpp>

#include <deployment/small_deployments.hpp>

namespace block_size_cases {

using namespace small;

constexpr hr::topology_block size(hr::count nodes, int line) {
  return {.line = line, .nodes = {nodes, line}, .is_size = true};
}
constexpr hr::topology_block block(hr::count nodes, int line) {
  return {.name = "b1", .line = line, .nodes = {nodes, line}};
}

constexpr std::array doubling{size(4, 1), size(8, 2), size(16, 3), block(16, 4)};
constexpr std::array tripling{size(4, 1), size(12, 2), block(12, 4)};
constexpr std::array half{size(4, 1), size(6, 2), block(4, 4)};
constexpr std::array smaller{size(4, 1), size(2, 2), block(4, 4)};
constexpr std::array nothing{size(0, 1)};
constexpr std::array whole{size(18, 1), block(18, 2), block(36, 3)};
constexpr std::array partial{size(18, 1), block(20, 2)};
constexpr std::array spares_in_all{size(16, 1), block(18, 2), block(18, 3)};
constexpr std::array spares_in_some{size(16, 1), block(18, 2), block(16, 3)};
constexpr std::array fewer_in_all{size(18, 1), size(36, 2), block(17, 2), block(17, 3)};
constexpr std::array without_sizes{block(20, 2)};
constexpr std::array unresolved{hr::topology_block{.line = 1, .nodes = {hr::unknown, 1}, .is_size = true}};

}  // namespace block_size_cases

TEST_CASE("Block sizes after the first are powers of two times it") {
  using namespace block_size_cases;
  CHECK_CONSTEXPR(told("block_size", {.blocks = doubling}) == clean);
  CHECK_CONSTEXPR(told("block_size", {.blocks = tripling}) == one_error);
  CHECK_CONSTEXPR(told("block_size", {.blocks = half}) == one_error);
  CHECK_CONSTEXPR(told("block_size", {.blocks = smaller}) == one_error);
  CHECK_CONSTEXPR(told("block_size", {.blocks = nothing}) == one_error);
  CHECK_CONSTEXPR(told("block_size", {.blocks = unresolved}) == one_unjudged);
  CHECK(words("block_size", {.blocks = tripling}) ==
        "A block size of 12 nodes is not a power of two times the first, 4");
}

namespace block_size_cases {

constexpr std::array no_block{size(18, 1)};
constexpr std::array none_whole{size(18, 1), block(16, 2), block(14, 3)};
constexpr std::array one_whole{size(16, 1), block(16, 2), block(14, 3)};

}  // namespace block_size_cases

TEST_CASE("A topology without a whole block is told once") {
  using namespace block_size_cases;
  CHECK_CONSTEXPR(told("block_size", {.blocks = no_block}) == one_warning);
  CHECK_CONSTEXPR(told("block_size", {.blocks = none_whole}) == one_error);
  CHECK_CONSTEXPR(told("block_size", {.blocks = one_whole}) == one_warning);
  CHECK(words("block_size", {.blocks = none_whole}) ==
        "The topology has blocks of 18 nodes by its size; the largest that it states has 16");
}

TEST_CASE("Twenty nodes leave two outside whole blocks of eighteen") {
  using namespace block_size_cases;
  CHECK_CONSTEXPR(told("block_size", {.blocks = whole}) == clean);
  CHECK_CONSTEXPR(told("block_size", {.blocks = partial}) == one_warning);
  CHECK_CONSTEXPR(told("block_size", {.blocks = without_sizes}) == clean);
  CHECK_CONSTEXPR(told("block_size", {.blocks = spares_in_all}) == clean);
  CHECK_CONSTEXPR(told("block_size", {.blocks = spares_in_some}) == one_warning);
  CHECK_CONSTEXPR(told("block_size", {.blocks = fewer_in_all}) == one_error);
  CHECK(words("block_size", {.blocks = partial}) == "b1 has 20 nodes; 2 of them lie outside whole blocks of 18");
}

namespace block_size_cases {

constexpr hr::topology_block of_topology(hr::topology_block one, std::string_view topology) {
  one.topology = topology;
  return one;
}
constexpr std::array two_topologies{of_topology(size(18, 1), "racks"), of_topology(block(36, 2), "racks"),
                                    of_topology(size(16, 3), "leaves"), of_topology(block(32, 4), "leaves")};

constexpr std::array<hr::workload, 1> in_segments(hr::count nodes, hr::count segment) {
  hr::workload w{.identity = {.name = "train", .kind = "sbatch", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  w.scale.nodes = {nodes, 2};
  w.placement.segment_nodes = {segment, 3};
  return {w};
}
constexpr std::array two_segments = in_segments(32, 16);
constexpr std::array more_than_two_segments = in_segments(36, 16);

}  // namespace block_size_cases

TEST_CASE("Each topology has sizes of its own") {
  using namespace block_size_cases;
  CHECK_CONSTEXPR(told("block_size", {.blocks = two_topologies}) == clean);
}

TEST_CASE("Thirty-six nodes are no whole segments of sixteen") {
  using namespace block_size_cases;
  CHECK_CONSTEXPR(told("block_size", {.workloads = two_segments}) == clean);
  CHECK_CONSTEXPR(told("block_size", {.workloads = more_than_two_segments}) == one_error);
  CHECK(words("block_size", {.workloads = more_than_two_segments}) ==
        "train has 36 nodes in segments of 16; 4 of them make no whole segment");
  CHECK(cure("block_size", {.workloads = more_than_two_segments}) ==
        "use a segment that divides 36, or 48 nodes");
}

namespace block_size_cases {

constexpr std::array quadrupled{size(6, 1), size(24, 2)};
constexpr std::array after_nothing{size(0, 1), size(4, 2)};
constexpr std::array silent_first{hr::topology_block{.line = 1, .is_size = true}, size(4, 2), block(6, 3)};
constexpr std::array of_no_nodes{size(18, 1), block(0, 2)};
constexpr std::array of_unknown_nodes{size(18, 1), hr::topology_block{.name = "b", .line = 2, .nodes = {hr::unknown, 2}}};
constexpr std::array without_a_name{size(18, 1), hr::topology_block{.line = 2, .nodes = {hr::count{19}, 2}}};
constexpr std::array zero_size{size(0, 1), block(5, 2)};
constexpr std::array of_another_topology{of_topology(size(18, 1), "a"), of_topology(block(20, 2), "b")};
constexpr std::array<hr::workload, 1> segments_changed(auto change) {
  std::array one = in_segments(36, 16);
  change(one[0]);
  return one;
}
constexpr std::array by_variable = segments_changed([](hr::workload& w) { w.placement.segment_nodes = {hr::unknown, 3}; });
constexpr std::array of_none = segments_changed([](hr::workload& w) { w.placement.segment_nodes = {hr::count{0}, 3}; });
constexpr std::array nodes_by_variable = segments_changed([](hr::workload& w) { w.scale.nodes = {hr::unknown, 2}; });

}  // namespace block_size_cases

TEST_CASE("A block size is told with the next ones that would do") {
  using namespace block_size_cases;
  CHECK_CONSTEXPR(told("block_size", {.blocks = quadrupled}) == one_warning);  // no block is stated
  CHECK_CONSTEXPR(told("block_size", {.blocks = after_nothing}) == tally{2, 0, 0});
  CHECK(in_full("block_size", {.blocks = tripling}) ==
        "error 2: A block size of 12 nodes is not a power of two times the first, 4 | use 4, 8 or 16 nodes, or another first "
        "size | 12 4 8 16");
  CHECK(in_full("block_size", {.blocks = partial}) ==
        "warning 2: b1 has 20 nodes; 2 of them lie outside whole blocks of 18 | add 16 nodes, or use a block size that "
        "divides 20 | 20 2 18 16");
  CHECK(words("block_size", {.blocks = without_a_name}) == "A block has 19 nodes; 1 of them lies outside whole blocks of 18");
}

TEST_CASE("Blocks of no or of unknown nodes, and sizes that are not told, are of no error") {
  using namespace block_size_cases;
  CHECK_CONSTEXPR(told("block_size", {.blocks = silent_first}) == one_warning);  // 6 in blocks of 4
  CHECK_CONSTEXPR(told("block_size", {.blocks = of_no_nodes}) == one_error);  // no block is whole
  CHECK_CONSTEXPR(told("block_size", {.blocks = of_unknown_nodes}) == clean);
  CHECK_CONSTEXPR(told("block_size", {.blocks = zero_size}) == one_error);
  CHECK_CONSTEXPR(told("block_size", {.blocks = of_another_topology}) == one_warning);  // a has no block
  for (const auto& each : {by_variable, of_none, nodes_by_variable})
    CHECK(told("block_size", {.workloads = each}) == clean);
  CHECK(in_full("block_size", {.workloads = more_than_two_segments}) ==
        "error 3: train has 36 nodes in segments of 16; 4 of them make no whole segment | use a segment that divides 36, or "
        "48 nodes | 36 16 4 48");
}

namespace block_size_cases {

constexpr hr::topology_block unknown_block{.name = "b", .line = 5, .nodes = {hr::unknown, 5}};

}  // namespace block_size_cases

TEST_CASE("Powers of two are 1, 2, 4 and on, and sizes and segments may be of one node") {
  using namespace block_size_cases;
  std::string powers;
  for (hr::count n = 0; n <= 40; ++n)
    if (hr::rules::detail::is_power_of_two(n)) powers += std::to_string(n) + " ";
  CHECK(powers == "1 2 4 8 16 32 ");
  constexpr std::array by_ones{size(1, 1), size(2, 2), block(3, 3)};
  constexpr std::array of_one{size(1, 1)};
  constexpr std::array of_none_of_one{size(1, 1), block(0, 2)};
  CHECK_CONSTEXPR(told("block_size", {.blocks = by_ones}) == clean);
  CHECK_CONSTEXPR(told("block_size", {.blocks = of_one}) == one_warning);  // states no block
  CHECK_CONSTEXPR(told("block_size", {.blocks = of_none_of_one}) == one_error);
  constexpr std::array by_one = in_segments(7, 1);
  CHECK_CONSTEXPR(told("block_size", {.workloads = by_one}) == clean);
}

TEST_CASE("A block of unknown nodes may be whole, wherever it stands, and is no spare like the others") {
  using namespace block_size_cases;
  constexpr std::array first{size(18, 1), unknown_block, block(16, 3)};
  constexpr std::array last{size(18, 1), block(16, 3), unknown_block};
  CHECK_CONSTEXPR(told("block_size", {.blocks = first}) == one_warning);  // 16 outside whole blocks
  CHECK_CONSTEXPR(told("block_size", {.blocks = last}) == one_warning);
  constexpr std::array like_one{size(2, 1), block(1, 3), unknown_block};
  constexpr std::array with_spares{size(16, 1), unknown_block, block(18, 3)};
  CHECK_CONSTEXPR(told("block_size", {.blocks = like_one}) == one_warning);
  CHECK_CONSTEXPR(told("block_size", {.blocks = with_spares}) == one_warning);
}

TEST_CASE("A topology is called by its name, and its spares are compared with its own blocks") {
  using namespace block_size_cases;
  constexpr std::array named{of_topology(size(18, 1), "racks")};
  constexpr std::array too_small{of_topology(size(18, 1), "racks"), of_topology(block(9, 2), "racks")};
  CHECK(words("block_size", {.blocks = no_block}).starts_with("The topology has blocks of 18 nodes by its size, and states none"));
  CHECK(words("block_size", {.blocks = named}).starts_with("racks has blocks of 18 nodes by its size, and states none"));
  CHECK(words("block_size", {.blocks = too_small}).starts_with("racks has blocks of 18 nodes by its size; the largest that it states has 9"));
  constexpr std::array spares_of_one{of_topology(size(16, 1), "a"), of_topology(block(18, 2), "a"), of_topology(block(18, 3), "a"), of_topology(block(40, 4), "b")};
  CHECK_CONSTEXPR(told("block_size", {.blocks = spares_of_one}) == clean);
}
