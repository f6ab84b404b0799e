// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/stated_figures.hpp>

#include <span>

#include <deployment/small_deployments.hpp>

namespace stated_figures_cases {

using namespace small;

enum class about { gpus, nodes };
constexpr hr::remark speaks(about what, hr::count amount, std::string_view text) {
  hr::remark r{.line = 19, .text = text};
  (what == about::gpus ? r.gpus : r.nodes) = {amount, 19};
  return r;
}
constexpr std::array ten_and_eight = recipe(4, 10, 10, 4, 8, 1, 32);
constexpr std::array right{speaks(about::gpus, 72, "72 GPUs"), speaks(about::nodes, 18, "18 nodes"),
                           speaks(about::gpus, 32, "EP 32"), speaks(about::nodes, 8, "8 decode nodes"),
                           hr::remark{.gpus = {72, 19}, .nodes = {18, 19}, .racks = {1, 19}, .line = 19}};
constexpr std::array two_nodes_a_worker = recipe(4, 6, 3, 8, 12, 1, 48);
constexpr std::array of_a_worker{speaks(about::nodes, 2, "2 nodes"), speaks(about::gpus, 8, "8 GPUs")};
constexpr std::array of_no_worker{speaks(about::nodes, 3, "3 nodes")};
constexpr std::array wrong_gpus{speaks(about::gpus, 48, "48 GPUs")};
constexpr std::array wrong_nodes{speaks(about::nodes, 9, "9 worker nodes")};

constexpr std::array fourteen = [] {
  hr::workload w{.identity = {.name = "gb300-full-rack", .kind = "nccl-test", .line = 20}, .queueing = {.runs_as = hr::workload_class::job}};
  w.scale.replicas = {hr::count{1}, 20};
  w.scale.nodes = {hr::count{14}, 21};
  w.scale.gpus_per_node = {hr::count{4}, 22};
  w.scale.gpus = {hr::count{56}, 22};
  return std::array{w};
}();
constexpr std::array full_rack{
    hr::remark{.gpus = {56, 19}, .nodes = {14, 19}, .racks = {1, 19}, .line = 19, .text = "full rack (14 nodes, 56 GPUs)"}};
constexpr std::array forty_eight_on_nine{
    hr::remark{.gpus = {48, 19}, .nodes = {9, 19}, .line = 19, .text = "48 GPUs across 9 worker nodes"}};
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
  one[0].scale.replicas = {hr::unknown, 2};
  return one;
}();

// Three groups of a leader and a worker.
constexpr std::array pairs = [] {
  std::array both{pods(3, 8), pods(3, 8)};
  both[0].identity.group = both[1].identity.group = "pair";
  return both;
}();
constexpr std::array of_one_pair{hr::remark{.gpus = {16, 1}, .nodes = {2, 1}, .line = 1}};

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
        "\"full rack (14 nodes, 56 GPUs)\" contradicts itself: a rack of Standard_ND128isr_GB300_v6 has 18 nodes and 72 GPUs");
  // The file adds up to 56 GPUs on 14 nodes; without the machine nobody knows what a rack has.
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = fourteen, .remarks = full_rack}) == clean);
}

TEST_CASE("More GPUs than the nodes have contradict them, told once") {
  using namespace stated_figures_cases;
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = fourteen, .remarks = forty_eight_on_nine}, on_gb300) == one_warning);
  CHECK(words("stated_figures", {.workloads = fourteen, .remarks = forty_eight_on_nine}, on_gb300) ==
        "\"48 GPUs across 9 worker nodes\" contradicts itself: a node of Standard_ND128isr_GB300_v6 has 4 GPUs, and all of "
        "these nodes 36");
}

namespace expected_figures {

using namespace small;
constexpr hr::remark expects(hr::said<hr::count> gpus, hr::said<hr::count> nodes) {
  return {.gpus = gpus, .nodes = nodes, .is_expected = true, .line = 7, .text = "headroom: expect ..."};
}
constexpr std::array all_of_it{expects({72, 7}, {18, 7})};
constexpr std::array a_part{expects({32, 7}, {8, 7})};
constexpr std::array gpus_only{expects({72, 7}, {})};
constexpr std::array wrong_nodes_only{expects({}, {17, 7})};
constexpr std::array unreadable{expects({}, {})};
constexpr std::array of_three_nodes{expects({24, 7}, {3, 7})};
constexpr std::array ten_and_eight = recipe(4, 10, 10, 4, 8, 1, 32);
constexpr std::array three_nodes{pool_of("Standard_ND96isr_H100_v5", 3)};
constexpr std::array one_pod{pods(1, 8)};
constexpr std::array any_number = [] {
  std::array one{pods(1, 4)};
  one[0].scale.replicas = {hr::unknown, 2};
  return one;
}();

}  // namespace expected_figures

TEST_CASE("A marker expects what all of the file adds up to, and else is an error") {
  using namespace expected_figures;
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = ten_and_eight, .remarks = all_of_it}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = ten_and_eight, .remarks = gpus_only}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = ten_and_eight, .remarks = a_part}, on_gb300) == tally{2, 0, 0});
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = ten_and_eight, .remarks = wrong_nodes_only}, on_gb300) == one_error);
  // Of a file with machines and what runs there: all of either.
  CHECK_CONSTEXPR(told("stated_figures", {.pools = three_nodes, .workloads = one_pod, .remarks = of_three_nodes}) == clean);
  // Nothing in it.
  CHECK_CONSTEXPR(told("stated_figures", {.remarks = gpus_only}) == one_error);
}

TEST_CASE("A marker beside what is not known is not judged, and one that cannot be read is an error") {
  using namespace expected_figures;
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = any_number, .remarks = gpus_only}, on_gb300) == tally{0, 0, 1});
  CHECK_CONSTEXPR(told("stated_figures", {.workloads = ten_and_eight, .remarks = unreadable}, on_gb300) == one_error);
  CHECK(in_full("stated_figures", {.workloads = any_number, .remarks = gpus_only}, on_gb300)
            .starts_with("unknown 7: \"headroom: expect ...\": not all GPUs of the file are known"));
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
constexpr hr::remark nodes_of(hr::count n) { return {.nodes = {n, 1}, .line = 1}; }
constexpr std::array thirty_six{nodes_of(36)};
constexpr std::array forty{nodes_of(40)};

}  // namespace stated_of_blocks

TEST_CASE("Nodes of all blocks together may be what the words speak of") {
  using namespace stated_of_blocks;
  CHECK_CONSTEXPR(told("stated_figures", {.blocks = two_racks, .remarks = thirty_six}) == clean);
  CHECK_CONSTEXPR(told("stated_figures", {.blocks = two_racks, .remarks = forty}) == one_warning);
}

namespace stated_numbers {

using namespace small;
using stated_figures_cases::about;
using stated_figures_cases::speaks;

// The numbers from 1 to 120 that words may speak of.
std::string accepted(about what, hr::deployment of, const hr::check_terms& on = {}) {
  std::string all;
  for (hr::count n = 1; n <= 120; ++n) {
    const std::array words{speaks(what, n, "")};
    of.remarks = words;
    if (told("stated_figures", of, on) == clean) all += (all.empty() ? "" : " ") + std::to_string(n);
  }
  return all;
}
std::string total(about what, hr::deployment of, const hr::check_terms& on = {}) {
  const std::array words_of_119{speaks(what, 119, "119")};
  of.remarks = words_of_119;
  return in_full("stated_figures", of, on);
}

constexpr std::array ten_and_eight = recipe(4, 10, 10, 4, 8, 1, 32);
constexpr std::array two_to_five = [] {
  std::array one{pool_of("Standard_ND96isr_H100_v5", 3)};
  one[0].least_nodes = {hr::count{2}, 13};
  one[0].most_nodes = {hr::count{5}, 14};
  return one;
}();
constexpr std::array web{pods(2, 4)};
constexpr std::array three_pairs = [] {
  std::array both{pods(3, 8), pods(3, 8)};
  both[0].identity.group = both[1].identity.group = "pair";
  return both;
}();
constexpr std::array seven_claimed{hr::node_claim{.name = "c", .line = 3, .nodes = {hr::count{7}, 4}}};
constexpr std::array two_topologies{
    hr::topology_block{.line = 2, .nodes = {4, 2}, .is_size = true, .topology = "one"},
    hr::topology_block{.name = "a", .line = 3, .nodes = {18, 3}, .topology = "one"},
    hr::topology_block{.name = "b", .line = 4, .nodes = {18, 4}, .topology = "one"},
    hr::topology_block{.name = "c", .line = 5, .nodes = {9, 5}, .topology = "two"}};
constexpr hr::quota given(std::string_view name, std::string_view pool, hr::count gpus) {
  return {.name = name, .resource = "nvidia.com/gpu", .pool = pool, .line = 60, .nominal = {gpus, 60}};
}
constexpr std::array three_queues{given("a", "x", 16), given("b", "x", 24), given("c", "y", 8)};
constexpr std::array<hr::machine_pool, 2> flavors(hr::count of_x, hr::count of_y) {
  std::array both{pool(1, of_x), pool(1, of_y)};
  both[0].name = "x";
  both[1].name = "y";
  both[0].nodes = both[1].nodes = {};
  return both;
}
constexpr std::array alike = flavors(8, 8);
constexpr std::array not_alike = flavors(8, 4);
constexpr std::array two_of_eight = [] {
  std::array one{pods(2, 8)};
  one[0].scale.nodes = {hr::count{2}, 4};
  return one;
}();

}  // namespace stated_numbers

TEST_CASE("Words about a recipe may speak of a worker, a role, a node or all of it") {
  using namespace stated_numbers;
  // Prefill: ten workers of 4 GPUs on ten nodes of 4. Decode: one of 32 on eight.
  CHECK(accepted(about::gpus, {.workloads = ten_and_eight}, on_gb300) == "4 32 40 72");
  CHECK(accepted(about::nodes, {.workloads = ten_and_eight}, on_gb300) == "1 8 10 18");
  CHECK(total(about::gpus, {.workloads = ten_and_eight}, on_gb300) ==
        "warning 19: \"119\" speaks of 119 GPUs; the file adds up to 72 | change the words, or the figures | 119 72");
  CHECK(total(about::nodes, {.workloads = ten_and_eight}, on_gb300) ==
        "warning 19: \"119\" speaks of 119 nodes; the file adds up to 18 | change the words, or the figures | 119 18");
}

TEST_CASE("Words about a pool may speak of its nodes, its least, its most and their GPUs, and of what runs there") {
  using namespace stated_numbers;
  // 3 nodes of 8, 2 to 5; two pods of 4.
  CHECK(accepted(about::gpus, {.pools = two_to_five, .workloads = web}) == "4 8 24 40");
  CHECK(accepted(about::nodes, {.pools = two_to_five, .workloads = web}) == "1 2 3 5");
  CHECK(accepted(about::gpus, {.pools = two_to_five}) == "8 24 40");
  CHECK(accepted(about::nodes, {.pools = two_to_five}) == "2 3 5");
  CHECK(total(about::gpus, {.pools = two_to_five, .workloads = web}).find("adds up to 8 |") != std::string::npos);
  CHECK(total(about::gpus, {.pools = two_to_five}).find("adds up to 40 |") != std::string::npos);
  CHECK(total(about::nodes, {.pools = two_to_five}).find("adds up to 5 |") != std::string::npos);
}

TEST_CASE("Words about groups may speak of a pod, a group, a part of all groups and all") {
  using namespace stated_numbers;
  // Three groups of two pods of 8 GPUs, a node each.
  CHECK(accepted(about::gpus, {.workloads = three_pairs}, on_h100) == "8 16 24 48");
  CHECK(accepted(about::nodes, {.workloads = three_pairs}, on_h100) == "1 2 3 6");
}

TEST_CASE("Words may speak of a claim's nodes, and of a block, a size, a topology or all") {
  using namespace stated_numbers;
  CHECK(accepted(about::nodes, {.claims = seven_claimed}) == "7");
  CHECK(accepted(about::nodes, {.blocks = two_topologies}) == "4 9 18 36 45");
  CHECK(total(about::nodes, {.blocks = two_topologies}).find("adds up to 36 |") != std::string::npos);
}

TEST_CASE("Words may speak of what a queue is given, all of a flavor, or all; in nodes where these are alike") {
  using namespace stated_numbers;
  // 16 and 24 GPUs of one flavor and 8 of another.
  const auto of = [](const auto& pools) {
    return hr::deployment{.pools = pools, .workloads = two_of_eight, .quotas = three_queues};
  };
  CHECK(accepted(about::gpus, of(alike)) == "8 16 24 40 48");
  CHECK(accepted(about::nodes, of(alike)) == "1 2 3 5 6");
  // Of 8 and of 4 GPUs a node, all 48 may lie on any number that divides them.
  CHECK(accepted(about::gpus, of(not_alike)) == "4 8 16 24 40 48");
  CHECK(accepted(about::nodes, of(not_alike)) == "1 2 3 4 5 6 8 12 16 24 48");
}

namespace stated_numbers {

std::string told_of(hr::deployment of, const hr::remark& words, const hr::check_terms& on = {}) {
  const std::array one{words};
  of.remarks = one;
  return in_full("stated_figures", of, on);
}
hr::remark says(hr::count gpus, hr::count nodes, hr::count racks = 0) {
  hr::remark r{.line = 19, .text = "words"};
  if (gpus > 0) r.gpus = {gpus, 19};
  if (nodes > 0) r.nodes = {nodes, 19};
  if (racks > 0) r.racks = {racks, 19};
  return r;
}

}  // namespace stated_numbers

TEST_CASE("Words are held against the node that has the most GPUs, where all are known") {
  using namespace stated_numbers;
  std::array both{pool(1, 8), pool(1, 4)};
  const std::string of_eight = "warning 19: \"words\" contradicts itself: a node of the file has 8 GPUs, and all of these nodes 16 | change the words | 8 16";
  CHECK(told_of({.pools = both}, says(20, 2)) == of_eight);
  std::swap(both[0], both[1]);
  CHECK(told_of({.pools = both}, says(20, 2)) == of_eight);
  CHECK(told_of({.pools = both}, says(12, 2)).empty());
  CHECK(told_of({.pools = both}, says(16, 2)).find("contradicts") == std::string::npos);
  both[0].gpus_per_node = {hr::unknown, 12};
  CHECK(told_of({.pools = both}, says(20, 2)).empty());
  std::swap(both[0], both[1]);
  CHECK(told_of({.pools = both}, says(20, 2)).empty());
  const std::array single{pool(3, 1)};
  CHECK(told_of({.pools = single}, says(5, 3)) ==
        "warning 19: \"words\" contradicts itself: a node of the file has 1 GPU, and all of these nodes 3 | change the words | 1 3");
}

TEST_CASE("A rack has its nodes and its GPUs, and of machines without racks none is counted") {
  using namespace stated_numbers;
  const std::string rack = ": \"words\" contradicts itself: a rack of Standard_ND128isr_GB300_v6 has 18 nodes and 72 GPUs | change the words | 18 72";
  const std::array eighteen{pods(18, 4)};
  CHECK(told_of({.workloads = eighteen}, says(72, 18, 1), on_gb300).empty());
  CHECK(told_of({.workloads = eighteen}, says(72, 17, 1), on_gb300) == "warning 19" + rack);
  CHECK(told_of({.workloads = eighteen}, says(70, 18, 1), on_gb300) == "warning 19" + rack);
  CHECK(told_of({.workloads = eighteen}, says(70, 0, 1), on_gb300) == "warning 19" + rack);
  CHECK(told_of({.workloads = eighteen}, says(0, 0, 1), on_gb300).empty());
  hr::remark marker = says(72, 17, 1);
  marker.is_expected = true;
  CHECK(told_of({.workloads = eighteen}, marker, on_gb300) == "error 19" + rack);
  const std::array two{pods(2, 8)};
  CHECK(told_of({.workloads = two}, says(16, 2, 1), on_h100).empty());
  // The smallest rack, of two.
  static constexpr hr::vm paired{.name = "paired", .gpus = hr::count{8}, .scale_up_domain_gpus = hr::count{16}};
  static constexpr std::array pair{hr::group{hr::machine(paired), 1}};
  CHECK(told_of({.workloads = two}, says(16, 2, 1), {.held = pair}).empty());
  CHECK(told_of({.workloads = two}, says(8, 1, 1), {.held = pair}) ==
        "warning 19: \"words\" contradicts itself: a rack of paired has 2 nodes and 16 GPUs | change the words | 2 16");
}

TEST_CASE("What asks for no GPUs leaves the sums known, and each sum is called what it is") {
  using namespace stated_numbers;
  std::array beside{pods(2, 4), pods(3, 4)};
  beside[1].requests.gpus = {};
  CHECK(told_of({.workloads = beside}, says(119, 0)) ==
        "warning 19: \"words\" speaks of 119 GPUs; the file adds up to 8 | change the words, or the figures | 119 8");
  CHECK(told_of({.workloads = beside}, says(8, 0)).empty());
  beside[1].requests.gpus = {hr::unknown, 3};
  CHECK(told_of({.workloads = beside}, says(119, 0)).empty());
  const std::array wrong{speaks(about::gpus, 119, "words"), speaks(about::nodes, 118, "words")};
  const hr::deployment of{.workloads = ten_and_eight, .remarks = wrong};
  CHECK(explained("stated_figures", of, on_gb300) == "GPUs, in words: 119\nGPUs of the file: 72\nnodes, in words: 118\nnodes of the file: 18\n");
  using unit = hr::term::unit;
  std::array units{unit::words, unit::words};
  std::size_t at = 0;
  hr::for_each_finding(of, on_gb300, [&](const hr::finding& found) { units[at++] = found.terms[0].in; }, "stated_figures");
  CHECK(units == std::array{unit::gpus, unit::nodes});
  hr::remark marker = says(72, 0);
  marker.is_expected = true;
  CHECK(told_of({.workloads = beside}, marker) == "unknown 19: \"words\": not all GPUs of the file are known | state the rest, or the machine | 72");
  CHECK(told_of({.workloads = std::span(beside).first(1)}, marker) ==
        "error 19: \"words\" speaks of 72 GPUs; the file adds up to 8 | change the words, or the figures | 72 8");
}

namespace stated_figures_cases {

// A leader of 5 pods of 7 GPUs and a worker of 2 of 23, three times, on 11 and 41 nodes of 13 and 43; a pool of 17 nodes of 19 that grows from 15 to 20.
constexpr std::array group_of_two = [] {
  std::array both{pods(3, 7), pods(3, 23)};
  both[0].scale.pods = {hr::count{5}, 2};
  both[1].scale.pods = {hr::count{2}, 2};
  both[0].scale.nodes = {hr::count{11}, 3};
  both[1].scale.nodes = {hr::count{41}, 3};
  both[0].scale.gpus_per_node = {hr::count{13}, 4};
  both[1].scale.gpus_per_node = {hr::count{43}, 4};
  for (hr::workload& each : both) each.identity.group = "both";
  return both;
}();
constexpr std::array one_pool = [] {
  std::array one{pool(17, 19)};
  one[0].least_nodes = {hr::count{15}, 13};
  one[0].most_nodes = {hr::count{20}, 14};
  return one;
}();
constexpr hr::quota given(std::string_view drawn_on, hr::count gpus) {
  return {.name = "q", .resource = "nvidia.com/gpu", .pool = drawn_on, .line = 1, .nominal = {gpus, 2}};
}
constexpr std::array three_quotas{given("gpu", 38), given("gpu", 57), given("other", 247)};
constexpr hr::topology_block block(std::string_view topology, hr::count nodes, bool is_size = false) {
  return {.name = "b", .line = 1, .nodes = {nodes, 2}, .is_size = is_size, .topology = topology};
}
constexpr std::array blocks_of_two{block("a", 53), block("a", 59), block("a", 67, true), block("b", 61)};
constexpr std::array two_claims{hr::node_claim{.nodes = {hr::count{47}, 3}}, hr::node_claim{.line = 4}};

// The numbers up to 500 that words may speak of.
template <class Sums>
std::string spoken_of(Sums sums_of) {
  std::string all;
  for (hr::count asked = 1; asked <= 500; ++asked)
    if (sums_of(asked).matches) all += (all.empty() ? "" : " ") + std::to_string(asked);
  return all;
}

}  // namespace stated_figures_cases

// GPUs a pod 7 and 23, a node 13, 19 and 43, a replica 35 and 46, both 81, all 105 and 138, together 243; the pool's 17 x 19 = 323 and 20 x 19 = 380;
// queues' 38, 57, together 95, 247 and 342 in all. On its nodes the worker and the leader have 143 and 1,763.
TEST_CASE("GPUs that words may speak of are those of a pod, a node, a replica, a group, a queue, and of all of them") {
  using namespace stated_figures_cases;
  const hr::deployment of{.pools = one_pool, .workloads = group_of_two, .quotas = three_quotas};
  const hr::rule_input in{of, {}};
  CHECK(spoken_of([&](hr::count asked) { return hr::rules::detail::gpu_sums(in, asked); }) == "7 13 19 23 35 38 43 46 57 81 95 105 138 143 243 247 323 342 380");
  const hr::rules::detail::sums s = hr::rules::detail::gpu_sums(in, 1'763);
  CHECK(s.matches);
  CHECK(s.all_known);
  CHECK(s.any);
  CHECK(s.total == 243);
  CHECK(s.held == 380);
  const hr::deployment pool_alone{.pools = one_pool};
  CHECK(hr::rules::detail::gpu_sums({pool_alone, {}}, 1).total == 380);
  CHECK(spoken_of([&](hr::count asked) { return hr::rules::detail::gpu_sums({pool_alone, {}}, asked); }) == "19 323 380");
  const hr::deployment queues_alone{.quotas = three_quotas};
  CHECK(spoken_of([&](hr::count asked) { return hr::rules::detail::gpu_sums({queues_alone, {}}, asked); }) == "38 57 95 247 342");
}

// Pods 5 and 2, both 7; nodes 11 and 41, together 52; a replica on 35 / 13 and 46 / 43 of them, 3 and 2; the pool's 15, 17 and 20; a claim of 47; blocks of 53, 59,
// 61 and a size of 67, a topology's 112, all 173; queues' GPUs are of 2, 3, 5, 13 and 18 nodes of 19.
TEST_CASE("Nodes that words may speak of are those of pods, replicas, pools, claims, blocks and queues, and of all of them") {
  using namespace stated_figures_cases;
  const hr::deployment of{.pools = one_pool, .workloads = group_of_two, .quotas = three_quotas, .blocks = blocks_of_two, .claims = two_claims};
  const hr::rule_input in{of, {}};
  CHECK(spoken_of([&](hr::count asked) { return hr::rules::detail::node_sums(in, asked); }) == "2 3 5 7 11 13 15 17 18 20 41 47 52 53 59 61 67 112 173");
  const hr::rules::detail::sums s = hr::rules::detail::node_sums(in, 1);
  CHECK(s.all_known);
  CHECK(s.total == 52);
  CHECK(s.held == 20);
  const hr::deployment blocks_alone{.blocks = blocks_of_two};
  const hr::rules::detail::sums of_blocks = hr::rules::detail::node_sums({blocks_alone, {}}, 1);
  CHECK(of_blocks.total == 112);  // the larger topology, as both may be of the same nodes
  CHECK(of_blocks.held == 173);
  CHECK(spoken_of([&](hr::count asked) { return hr::rules::detail::node_sums({blocks_alone, {}}, asked); }) == "53 59 61 67 112 173");
  const hr::deployment pool_alone{.pools = one_pool};
  CHECK(hr::rules::detail::node_sums({pool_alone, {}}, 1).total == 20);
  // GPUs of queues on nodes of which nobody says how many GPUs they have: any number that divides 38, 57, 95, 247 or 342.
  const hr::deployment queues_alone{.quotas = three_quotas};
  CHECK(spoken_of([&](hr::count asked) { return hr::rules::detail::node_sums({queues_alone, {}}, asked); }) ==
        "1 2 3 5 6 9 13 18 19 38 57 95 114 171 247 342");
}

namespace stated_figures_cases {

using hr::rules::detail::gpu_sums;
using hr::rules::detail::node_sums;

// A pool whose number of nodes another file has, and one of which nobody says how many GPUs a node has either.
constexpr std::array chosen_only = [] {
  std::array two{pool(1, 8), pool(1, 8)};
  two[0].nodes = two[1].nodes = {};
  two[0].gpus_per_node = {};
  return two;
}();
constexpr std::array four_each{pods(2, 4)};
std::string gpus_spoken_of(const hr::deployment& of) {
  return spoken_of([&](hr::count asked) { return gpu_sums({of, {}}, asked); });
}
std::string nodes_spoken_of(const hr::deployment& of) {
  return spoken_of([&](hr::count asked) { return node_sums({of, {}}, asked); });
}

}  // namespace stated_figures_cases

TEST_CASE("A file that says nothing adds up to nothing, and one GPU is something") {
  using namespace stated_figures_cases;
  using namespace stated_numbers;
  CHECK(hr::rules::detail::sums{}.is_all());
  CHECK(hr::rules::detail::sums{.held = 1}.is_all());
  CHECK(hr::rules::detail::sums{.total = 1}.is_all());
  CHECK(!hr::rules::detail::sums{.total = 1, .held = 1}.is_all());
  const hr::deployment nothing{};
  CHECK(node_sums({nothing, {}}, 0).total == 0);
  CHECK(node_sums({nothing, {}}, 0).held == 0);
  CHECK(hr::rules::detail::largest_node_of({nothing, {}}).of_rack == 0);
  const std::array one{pods(1, 1)};
  CHECK(told_of({.workloads = one}, says(5, 0)).starts_with("warning 19"));
}

TEST_CASE("Of machines and workloads with one GPU or one node, what runs is the total") {
  using namespace stated_figures_cases;
  const std::array one{pods(1, 1)};
  const std::array two_nodes{pool(2, 8)};
  CHECK(gpu_sums({{.pools = two_nodes, .workloads = one}, {}}, 5).total == 1);
  std::array on_one_node = one;
  on_one_node[0].scale.nodes = {hr::count{1}, 3};
  CHECK(node_sums({{.pools = two_nodes, .workloads = on_one_node}, {}}, 5).total == 1);
  const std::array single{pool(1, 1)};
  const hr::deployment of{.pools = single, .blocks = blocks_of_two};
  CHECK(node_sums({of, {}}, 5).total == 1);
  CHECK(node_sums({of, {}}, 5).held == 1);
  CHECK(gpus_spoken_of({.pools = single}) == "1");
}

TEST_CASE("A pool that says no number is chosen only beside what runs, and not where it has a least") {
  using namespace stated_figures_cases;
  const hr::deployment alone{.pools = chosen_only};
  CHECK(!gpu_sums({alone, {}}, 5).all_known);
  CHECK(!node_sums({alone, {}}, 5).all_known);
  const hr::deployment beside{.pools = chosen_only, .workloads = four_each};
  CHECK(gpu_sums({beside, {}}, 5).all_known);
  CHECK(gpus_spoken_of(beside) == "4 8");  // the first pool, which says nothing, leaves the pod's 4
  CHECK(!gpu_sums({beside, {}}, 1).matches);
  const std::array with_known{chosen_only[0], pool(2, 8)};
  CHECK(!gpu_sums({{.pools = with_known, .workloads = four_each}, {}}, 0).matches);
  std::array with_least = chosen_only;
  with_least[1].least_nodes = {hr::count{2}, 13};
  CHECK(!gpu_sums({{.pools = with_least, .workloads = four_each}, {}}, 5).all_known);
  CHECK(!node_sums({{.pools = with_least, .workloads = four_each}, {}}, 5).all_known);
}

TEST_CASE("What is not known adds no GPUs and no nodes, and is no number that words may speak of") {
  using namespace stated_figures_cases;
  std::array two{pods(2, 4), pods(1, 4)};
  two[0].scale.nodes = {hr::count{3}, 3};
  two[1].scale.replicas = {hr::unknown, 2};
  two[1].scale.nodes = {hr::unknown, 3};
  std::array pools{pool(3, 8), pool(1, 8)};
  pools[1].nodes = {hr::unknown, 11};
  const hr::deployment of{.pools = pools, .workloads = two};
  CHECK(gpu_sums({of, {}}, 5).total == 8);
  CHECK(gpu_sums({of, {}}, 5).held == 24);
  CHECK(node_sums({of, {}}, 5).total == 3);
  CHECK(node_sums({of, {}}, 5).held == 3);
  CHECK(!gpu_sums({of, {}}, 5).all_known);
  CHECK(!node_sums({of, {}}, 5).all_known);
  // Beside a pool that states its most alone, and a role that states its GPUs per node alone.
  std::array most_alone{pool(3, 19)};
  most_alone[0].nodes = {};
  most_alone[0].most_nodes = {hr::count{3}, 13};
  const hr::deployment known{.pools = most_alone, .workloads = four_each};
  CHECK(!gpu_sums({known, {}}, 0).matches);
  // Nodes of which nobody says what they have, and a node of something that has no GPUs to divide.
  std::array on_nodes{pods(2, 4)};
  on_nodes[0].scale.nodes = {hr::count{5}, 3};
  std::array unsized{pool(3, 8), pool(3, 8)};
  for (hr::machine_pool& each : unsized) each.gpus_per_node = {hr::unknown, 12};
  CHECK(nodes_spoken_of({.workloads = on_nodes}) == "1 5");
  std::array of_unknown{pods(1, 8)};
  of_unknown[0].scale.gpus_per_node = {hr::unknown, 4};
  of_unknown[0].scale.gpus_per_node.value = 2;  // whatever it may be
  CHECK(nodes_spoken_of({.workloads = of_unknown}) == "1");
  const std::array unnamed{block("", 3)};
  std::array of_no_gpus{pods(2, 4)};
  of_no_gpus[0].requests.gpus = {};
  of_no_gpus[0].scale.nodes = {hr::count{5}, 3};
  of_no_gpus[0].scale.gpus_per_node = {hr::count{8}, 3};
  CHECK(!node_sums({{.pools = most_alone, .workloads = of_no_gpus, .blocks = unnamed}, {}}, 0).matches);
  CHECK(!gpu_sums({{.pools = pools, .workloads = on_nodes}, {}}, 0).matches);
  unsized[0].gpus_per_node = {hr::count{8}, 12};
  CHECK(!gpu_sums({{.pools = unsized, .workloads = on_nodes}, {}}, 5).all_known);
  CHECK(!gpu_sums({{.pools = unsized, .workloads = on_nodes}, {}}, 0).matches);
}

TEST_CASE("Only GPUs that queues are given count, those that are known, and none divide into no nodes") {
  using namespace stated_figures_cases;
  hr::quota cores = given("gpu", 29);
  cores.resource = "cpu";
  hr::quota silent = given("gpu", 0);
  silent.nominal = {};
  hr::quota open = given("gpu", 0);
  open.nominal = {hr::unknown, 2};
  const std::array beside{cores, silent, given("gpu", 16)};
  CHECK(gpus_spoken_of({.quotas = beside}) == "16");
  CHECK(gpu_sums({{.quotas = beside}, {}}, 5).all_known);
  const std::array left_open{open, given("gpu", 16)};
  CHECK(gpus_spoken_of({.quotas = left_open}) == "16");
  CHECK(!gpu_sums({{.quotas = left_open}, {}}, 5).all_known);
  CHECK(nodes_spoken_of({.quotas = left_open}) == "1 2 4 8 16");
  const std::array nothing_given{given("gpu", 0)};
  CHECK(nodes_spoken_of({.quotas = nothing_given}).empty());
  CHECK(!hr::rules::detail::may_be_about(12, {}, true, 0));
  CHECK(hr::rules::detail::may_be_about(12, {}, true, 12));
  CHECK(hr::rules::detail::may_be_about(1, {}, true, 1));
  CHECK(!gpu_sums({{.pools = one_pool, .workloads = four_each}, {}}, 0).matches);
  // Of nodes that nobody knows and of nodes of one GPU, all 5 and 4 lie on any number that divides 9.
  std::array flavors{pool(1, 1), pool(1, 1)};
  flavors[0].gpus_per_node = {};
  flavors[0].name = "other";
  for (hr::machine_pool& each : flavors) each.nodes = {};
  const std::array of_two_flavors{given("other", 5), given("gpu", 4)};
  const std::array on_two{[] {
    hr::workload w = pods(2, 4);
    w.scale.nodes = {hr::count{2}, 3};
    return w;
  }()};
  CHECK(nodes_spoken_of({.pools = flavors, .workloads = on_two, .quotas = of_two_flavors}) == "1 2 3 4 5 9");
  // One GPU, of nodes of 8, and none, of nodes of 4: all one is on one node.
  flavors[0].gpus_per_node = {hr::count{8}, 12};
  flavors[1].gpus_per_node = {hr::count{4}, 12};
  const std::array one_in_all{given("other", 1), given("gpu", 0)};
  CHECK(nodes_spoken_of({.pools = flavors, .quotas = one_in_all}) == "1");
}

TEST_CASE("GPUs left open leave the sum open, and a workload or a pool without any does not") {
  using namespace stated_figures_cases;
  std::array by_replica{pods(2, 4)};
  by_replica[0].requests.gpus = {};
  CHECK(gpu_sums({{.workloads = by_replica}, {}}, 5).all_known);
  by_replica[0].scale.gpus = {hr::unknown, 3};
  CHECK(!gpu_sums({{.workloads = by_replica}, {}}, 5).all_known);
  std::array pools{pool(3, 0), pool(3, 8)};
  pools[0].nodes = {hr::unknown, 11};
  CHECK(gpu_sums({{.pools = pools}, {}}, 5).all_known);
  pools[0].nodes = {hr::count{3}, 11};
  pools[0].gpus_per_node = {};  // nor a size
  CHECK(!gpu_sums({{.pools = pools}, {}}, 5).all_known);
  pools[0].size = {"a-box-of-ours", 11};
  CHECK(gpu_sums({{.pools = pools}, {}}, 5).all_known);
  pools[0].gpus_per_node = {hr::count{5}, 12};
  CHECK(gpus_spoken_of({.pools = pools}) == "5 8 15 24 39");
}

TEST_CASE("Words may speak of the GPUs of all workloads of a pool, and of all nodes of the roles") {
  using namespace stated_figures_cases;
  std::array three{pods(1, 3), pods(1, 5), pods(1, 11)};
  std::array two_pools{pool(2, 13), pool(2, 17)};
  two_pools[0].name = "a";
  two_pools[1].name = "b";
  for (hr::workload& each : three) each.placement.pool = {"a", 5};
  three[2].placement.pool = {"b", 5};
  CHECK(gpus_spoken_of({.pools = two_pools, .workloads = three}) == "3 5 8 11 13 17 19 26 34 60");
  // Prefill takes 4 GPUs of a node, decode two workers of 8 on two: 20 of 24.
  constexpr std::array part_of_a_node = recipe(8, 1, 1, 4, 2, 2, 8);
  CHECK(gpus_spoken_of({.workloads = part_of_a_node}) == "4 8 16 20 24");
  // A role that is left open is part of no sum.
  std::array open = part_of_a_node;
  open[1].scale.replicas = {hr::unknown, 3};
  CHECK(gpus_spoken_of({.workloads = open}) == "4 8 16 24");
}

TEST_CASE("Pods of a group are those of its own members, and unknown where one's are") {
  using namespace stated_figures_cases;
  std::array three{pods(1, 8), pods(1, 8), pods(1, 8)};
  for (hr::workload& each : three) each.identity.group = "a";
  three[0].scale.pods = {hr::count{2}, 2};
  three[1].scale.pods = {hr::count{5}, 2};
  three[1].identity.group = "b";
  three[2].scale.pods = {hr::count{11}, 2};
  CHECK(hr::rules::detail::pods_of_group(three[0], three).value == 13);
  CHECK(hr::rules::detail::pods_of_group(three[1], three).value == 5);
  three[2].scale.pods = {hr::unknown, 2};
  CHECK(!hr::rules::detail::pods_of_group(three[0], three).is_known());
  CHECK(hr::rules::detail::pods_of_group(three[1], three).is_known());
}

TEST_CASE("Pods without GPUs take nodes where they state them, and each sum of nodes may be spoken of") {
  using namespace stated_figures_cases;
  std::array two{pods(1, 8), pods(1, 8)};
  two[0].scale.pods = {hr::count{7}, 2};
  two[0].scale.nodes = {hr::count{29}, 3};
  two[1].requests.gpus = {};
  two[1].scale.pods = {hr::count{31}, 2};
  CHECK(nodes_spoken_of({.workloads = two}) == "7 29");
  two[1].scale.nodes = {hr::count{3}, 3};
  CHECK(nodes_spoken_of({.workloads = two}) == "3 7 29 31 32");
  // A topology's 7 and the last one's 24; all 31.
  constexpr std::array twice_two{block("a", 3), block("a", 4), block("b", 11), block("b", 13)};
  CHECK(nodes_spoken_of({.blocks = twice_two}) == "3 4 7 11 13 24 31");
  CHECK(node_sums({{.blocks = twice_two}, {}}, 1).total == 24);
  std::array open = twice_two;
  open[1].nodes = {hr::unknown, 2};
  CHECK(nodes_spoken_of({.blocks = open}) == "3 11 13 24 27");
}

TEST_CASE("Of machines with as many GPUs the first is named, and words that fit a rack are held against the sums") {
  using namespace stated_figures_cases;
  using namespace stated_numbers;
  const std::array both{pool_of("Standard_ND96isr_H100_v5"), pool_of("Standard_ND96asr_v4")};
  CHECK(told_of({.pools = both}, says(20, 2)).starts_with("warning 19: \"words\" contradicts itself: a node of Standard_ND96isr_H100_v5 has 8 GPUs"));
  const std::array fourteen_nodes{pods(14, 4)};
  hr::deployment of{.workloads = fourteen_nodes};
  const std::array one_rack{says(72, 18, 1)};
  of.remarks = one_rack;
  CHECK(told("stated_figures", of, on_gb300) == tally{0, 2, 0});
}

TEST_CASE("A marker that expects what is known beside what is not is not judged") {
  using namespace stated_numbers;
  std::array two{pods(2, 4), pods(1, 4)};
  two[1].scale.replicas = {hr::unknown, 2};
  hr::remark marker = says(8, 0);
  marker.is_expected = true;
  CHECK(told_of({.workloads = two}, marker).starts_with("unknown 19"));
}
