// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/gpus_per_node.hpp>

#include <deployment/small_deployments.hpp>

namespace gpus_per_node_cases {

using namespace small;

constexpr std::array eight{pool(2, 8)};
constexpr std::array four{pool(14, 4)};
constexpr std::array both_roles = recipe(8, 1, 1, 8, 1, 1, 8);

}  // namespace gpus_per_node_cases

TEST_CASE("Eight GPUs a node cannot be on GB300, whose VMs have four") {
  using namespace gpus_per_node_cases;
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = eight}, on_gb300) == one_error);
  CHECK_CONSTEXPR(line_of("gpus_per_node", {.pools = eight}, on_gb300) == 12);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = four}, on_gb300) == clean);
  CHECK(words("gpus_per_node", {.pools = eight}, on_gb300) ==
        "gpu counts 8 GPUs a node; Standard_ND128isr_GB300_v6 has 4");
}

TEST_CASE("Fewer GPUs than the machine has leave the rest idle") {
  using namespace gpus_per_node_cases;
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = four}, on_h100) == one_warning);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = eight}, on_h100) == clean);
}

TEST_CASE("A figure that two roles share is told once, and without a machine there is nothing to hold it against") {
  using namespace gpus_per_node_cases;
  CHECK_CONSTEXPR(told("gpus_per_node", {.workloads = both_roles}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("gpus_per_node", {.workloads = both_roles}) == clean);
}

namespace gpus_per_node_of_jobs {

using namespace small;

constexpr std::array<hr::workload, 1> job(hr::count gpus, bool leaves_rest) {
  hr::workload w{.identity = {.name = "tune", .kind = "sbatch", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  w.scale.gpus_per_node = {gpus, 2};
  w.placement.leaves_rest = leaves_rest;
  return {w};
}
constexpr std::array half_for_others = job(4, true);
constexpr std::array half_for_nobody = job(4, false);
constexpr std::array too_many = job(16, true);

}  // namespace gpus_per_node_of_jobs

TEST_CASE("A job that leaves the rest of a node to others may count fewer GPUs, and no more") {
  using namespace gpus_per_node_of_jobs;
  CHECK_CONSTEXPR(told("gpus_per_node", {.workloads = half_for_others}, on_h100) == clean);
  CHECK_CONSTEXPR(told("gpus_per_node", {.workloads = half_for_nobody}, on_h100) == one_warning);
  CHECK_CONSTEXPR(told("gpus_per_node", {.workloads = too_many}, on_h100) == one_error);
}

namespace gpus_listed_elsewhere {

using namespace small;

constexpr std::array<hr::machine_pool, 1> listing(hr::count gpus) {
  std::array one{pool(2, 8)};
  one[0].gpus_listed = {gpus, 12};
  return one;
}
constexpr std::array seven = listing(7);
constexpr std::array named = [] {
  std::array one = listing(7);
  one[0].gpus_listed_on = "gpu3";
  return one;
}();
constexpr std::array eight = listing(8);
constexpr std::array nine = listing(9);

}  // namespace gpus_listed_elsewhere

TEST_CASE("A node whose list has fewer GPUs than are counted is drained, and those too many are left out") {
  using namespace gpus_listed_elsewhere;
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = seven}) == one_error);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = eight}) == clean);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = nine}) == one_warning);
  CHECK(words("gpus_per_node", {.pools = seven}) ==
        "gpu counts 8 GPUs a node; gres.conf lists 7 on some nodes, and a node of fewer is drained");
  CHECK(words("gpus_per_node", {.pools = named}) ==
        "gpu counts 8 GPUs a node; gres.conf lists 7 on gpu3, and a node of fewer is drained");
}

namespace gpus_per_node_cases {

constexpr std::array no_gpus_stated = [] {
  std::array one{pool_of("Standard_ND96isr_H100_v5", 2)};
  return one;
}();
constexpr hr::vm without{.name = "without", .gpus = hr::absent};
constexpr hr::vm riddle{.name = "riddle"};
constexpr std::array on_none{hr::group{hr::machine(without), 0}};
constexpr std::array on_riddles{hr::group{hr::machine(riddle), 0}};
constexpr std::array pool_and_role = [] {
  std::array one{pool(2, 8)};
  one[0].gpus_per_node.line = 40;
  return one;
}();
constexpr std::array pool_elsewhere{pool(2, 8)};
constexpr std::array first_silent = [] {
  std::array both = both_roles;
  both[0].scale.gpus_per_node = {};
  return both;
}();
constexpr std::array other_line = [] {
  std::array both = both_roles;
  both[1].scale.gpus_per_node.line = 41;
  return both;
}();

}  // namespace gpus_per_node_cases

TEST_CASE("GPUs are counted against what the machine is known to have, or known not to") {
  using namespace gpus_per_node_cases;
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = no_gpus_stated}) == clean);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = eight}, {.held = on_none}) == one_error);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = eight}, {.held = on_riddles}) == clean);
  CHECK(in_full("gpus_per_node", {.pools = eight}, on_gb300) ==
        "error 12: gpu counts 8 GPUs a node; Standard_ND128isr_GB300_v6 has 4 | count 4 GPUs a node, or choose another "
        "machine | 8 4 4");
  CHECK(in_full("gpus_per_node", {.pools = four}, on_h100) ==
        "warning 12: gpu counts 4 GPUs a node; Standard_ND96isr_H100_v5 has 8, so 4 of each stay idle | count 8 GPUs a node, "
        "or choose another machine | 4 8 4");
}

TEST_CASE("A line that the pool or an earlier role shares is told once, and each other line by itself") {
  using namespace gpus_per_node_cases;
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = pool_and_role, .workloads = both_roles}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = pool_elsewhere, .workloads = both_roles}, on_gb300) == tally{2, 0, 0});
  CHECK_CONSTEXPR(told("gpus_per_node", {.workloads = first_silent}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("gpus_per_node", {.workloads = other_line}, on_gb300) == tally{2, 0, 0});
}

TEST_CASE("A list of devices is told with the difference") {
  using namespace gpus_listed_elsewhere;
  CHECK(in_full("gpus_per_node", {.pools = seven}) ==
        "error 12: gpu counts 8 GPUs a node; gres.conf lists 7 on some nodes, and a node of fewer is drained | let both files "
        "have the GPUs that the node has | 8 7 1");
  CHECK(in_full("gpus_per_node", {.pools = nine}) ==
        "warning 12: gpu counts 8 GPUs a node; gres.conf lists 9 on some nodes, of which 1 is left out | let both files have "
        "the GPUs that the node has | 8 9 1");
  constexpr std::array by_variable = [] {
    std::array one = seven;
    one[0].gpus_listed = {hr::unknown, 12};
    return one;
  }();
  constexpr std::array not_counted = [] {
    std::array one = seven;
    one[0].gpus_per_node = {};
    return one;
  }();
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = by_variable}) == clean);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = not_counted}) == clean);
}

// Eight GPUs a node, and a list of so many.
TEST_CASE("What a file states of a node is told with what the machine has and the difference, for each number") {
  const auto said = [](const hr::deployment& of, const hr::check_terms& on) {
    std::string all;
    hr::for_each_finding(
        of, on,
        [&](const hr::finding& found) {
          all += std::string(hr::name(found.severity)) + " " + std::to_string(found.line) + ":";
          for (std::size_t i = 0; i < found.term_count; ++i) all += " " + hr::text_of(found.terms[i]);
          all += ";";
        },
        "gpus_per_node");
    return all;
  };
  for (hr::count stated = 1; stated <= 16; ++stated) {
    const hr::count apart = stated < 8 ? 8 - stated : stated - 8;
    const std::string expected = stated == 8 ? "" : (stated < 8 ? "warning 12: " : "error 12: ") + std::to_string(stated) + " 8 " + std::to_string(apart) + ";";
    std::array one{small::pool(1, stated)};
    CHECK(said({.pools = one}, small::on_h100) == expected);
    CHECK(said({.pools = one}, {}) == "");
    one[0].gpus_listed = {hr::count{8}, 13};
    const std::string listed = stated == 8 ? "" : (8 < stated ? "error 12: " : "warning 12: ") + std::to_string(stated) + " 8 " + std::to_string(apart) + ";";
    CHECK(said({.pools = one}, {}) == listed);
  }
}

// Lines of workloads and of their pool: what the same line says is said once.
TEST_CASE("GPUs of a node that several workloads or their pool state in one line are told once") {
  using namespace small;
  std::array three{pods(1, 4), pods(1, 4), pods(1, 4)};
  for (hr::workload& each : three) each.scale.gpus_per_node = {hr::count{4}, 20};
  CHECK(told("gpus_per_node", {.workloads = three}, on_h100) == one_warning);
  three[1].scale.gpus_per_node.line = 21;
  CHECK(told("gpus_per_node", {.workloads = three}, on_h100) == tally{0, 2, 0});
  three[2].scale.gpus_per_node.line = 22;
  CHECK(told("gpus_per_node", {.workloads = three}, on_h100) == tally{0, 3, 0});
  three[1].scale.gpus_per_node = {hr::unknown, 22};  // an earlier one of that line that says nothing
  CHECK(told("gpus_per_node", {.workloads = three}, on_h100) == tally{0, 2, 0});
  std::array one{pool(1, 4)};
  one[0].gpus_per_node.line = 22;
  CHECK(told("gpus_per_node", {.pools = one, .workloads = three}, on_h100) == tally{0, 2, 0});  // of the pool and of line 20
  one[0].gpus_per_node = {hr::unknown, 22};
  CHECK(told("gpus_per_node", {.pools = one, .workloads = three}, on_h100) == tally{0, 2, 0});
}

TEST_CASE("A machine without GPUs has 0 of them, and a difference is above 0 either way") {
  using namespace gpus_per_node_cases;
  CHECK(words("gpus_per_node", {.pools = eight}, {.held = on_none}) == "gpu counts 8 GPUs a node; without has 0");
  constexpr std::array none{pool(2, 0)};
  constexpr std::array one{pool(2, 1)};
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = none}, {.held = on_none}) == clean);
  CHECK_CONSTEXPR(told("gpus_per_node", {.pools = one}, {.held = on_none}) == one_error);
  std::array silent = one;
  silent[0].gpus_per_node = {};
  CHECK(told("gpus_per_node", {.pools = silent}, {.held = on_none}) == clean);
  for (const auto& [pools, apart] : {std::pair{eight, 5}, std::pair{one, 2}}) {
    const hr::vm three{.name = "three", .gpus = hr::count{3}};
    const std::array held{hr::group{hr::machine(three), 0}};
    double difference = 0;
    hr::for_each_finding({.pools = pools}, {.held = held}, [&](const hr::finding& found) { difference = found.terms[2].amount; }, "gpus_per_node");
    CHECK(difference == apart);
    std::array listing = pools;
    listing[0].gpus_listed = {hr::count{3}, 13};
    difference = 0;
    hr::for_each_finding({.pools = listing}, {}, [&](const hr::finding& found) { difference = found.terms[2].amount; }, "gpus_per_node");
    CHECK(difference == apart);
  }
}
