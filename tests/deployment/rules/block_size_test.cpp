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

constexpr std::array doubling{size(4, 1), size(8, 2), size(16, 3)};
constexpr std::array tripling{size(4, 1), size(12, 2)};
constexpr std::array half{size(4, 1), size(6, 2)};
constexpr std::array smaller{size(4, 1), size(2, 2)};
constexpr std::array nothing{size(0, 1)};
constexpr std::array whole{size(18, 1), block(18, 2), block(36, 3)};
constexpr std::array partial{size(18, 1), block(20, 2)};
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

TEST_CASE("Twenty nodes leave two outside whole blocks of eighteen") {
  using namespace block_size_cases;
  CHECK_CONSTEXPR(told("block_size", {.blocks = whole}) == clean);
  CHECK_CONSTEXPR(told("block_size", {.blocks = partial}) == one_warning);
  CHECK_CONSTEXPR(told("block_size", {.blocks = without_sizes}) == clean);
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
  hr::workload w{.name = "train", .kind = "sbatch", .line = 1};
  w.nodes = {nodes, 2};
  w.segment_nodes = {segment, 3};
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
