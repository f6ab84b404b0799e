// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/workload.hpp>

#include <deployment/small_deployments.hpp>

namespace workload_cases {

using namespace small;

constexpr std::array leader_and_workers = [] {
  std::array three{pods(1, 4), pods(1, 8), pods(1, 2)};
  three[0].identity.group = three[1].identity.group = "both";
  three[1].scale.pods = {hr::count{3}, 2};
  return three;
}();

}  // namespace workload_cases

TEST_CASE("GPUs of a group are those of its parts") {
  using namespace workload_cases;
  CHECK_CONSTEXPR(hr::gpus_of_group(leader_and_workers[0], leader_and_workers).value == 28);
  CHECK_CONSTEXPR(hr::gpus_of_group(leader_and_workers[1], leader_and_workers).value == 28);
  CHECK_CONSTEXPR(hr::gpus_of_group(leader_and_workers[2], leader_and_workers).value == 2);
}

TEST_CASE("GPUs that are not told are unknown, in the line that leaves them open") {
  using namespace workload_cases;
  constexpr auto changed = [](auto change) {
    hr::workload w = pods(3, 4);
    change(w);
    return w;
  };
  using w = hr::workload;
  constexpr w by_variable = changed([](w& one) { one.requests.gpus = {hr::unknown, 9}; });
  constexpr w pods_silent = changed([](w& one) { one.scale.pods = {}; });
  constexpr w gpus_silent = changed([](w& one) { one.requests.gpus = {}; });
  constexpr w stated = changed([](w& one) {
    one.scale.gpus = {hr::count{5}, 8};
    one.scale.pods = {hr::count{2}, 2};
  });
  CHECK_CONSTEXPR(!hr::gpus_of_replica(by_variable).is_known());
  CHECK_CONSTEXPR(hr::gpus_of_replica(by_variable).line == 9);
  CHECK_CONSTEXPR(hr::gpus_of_replica(pods_silent).line == 3);
  CHECK_CONSTEXPR(!hr::gpus_of_replica(pods_silent).is_known());
  CHECK_CONSTEXPR(hr::gpus_of_replica(gpus_silent).line == 1);
  CHECK_CONSTEXPR(hr::gpus_of_replica(stated).value == 5);
  CHECK_CONSTEXPR(hr::gpus_of(stated).value == 15);
  CHECK_CONSTEXPR(hr::gpus_of(stated).line == 8);
  CHECK_CONSTEXPR(!hr::gpus_of(by_variable).is_known());
  CHECK_CONSTEXPR(hr::gpus_of(by_variable).line == 9);
  constexpr w pods_open = changed([](w& one) { one.scale.pods = {hr::unknown, 6}; });
  constexpr w replicas_open = changed([](w& one) { one.scale.replicas = {hr::unknown, 7}; });
  CHECK_CONSTEXPR(hr::gpus_of(pods_open).line == 6);
  CHECK_CONSTEXPR(hr::gpus_of(replicas_open).line == 7);
  CHECK_CONSTEXPR(!hr::gpus_of(replicas_open).is_known());
}

TEST_CASE("A group's GPUs are unknown where a part's are, and parts that ask for none add none") {
  using namespace workload_cases;
  constexpr std::array with_one_silent = [] {
    std::array three = leader_and_workers;
    three[2].identity.group = "both";
    three[2].requests.gpus = {};
    return three;
  }();
  constexpr std::array with_one_open = [] {
    std::array three = leader_and_workers;
    three[1].requests.gpus = {hr::unknown, 9};
    return three;
  }();
  constexpr std::array stated_in_all = [] {
    std::array three = leader_and_workers;
    three[2].identity.group = "both";
    three[2].requests.gpus = {};
    three[2].scale.gpus = {hr::count{7}, 6};
    return three;
  }();
  CHECK_CONSTEXPR(hr::gpus_of_group(with_one_silent[0], with_one_silent).value == 28);
  CHECK_CONSTEXPR(hr::gpus_of_group(with_one_silent[0], with_one_silent).line == 3);
  CHECK_CONSTEXPR(!hr::gpus_of_group(with_one_open[0], with_one_open).is_known());
  CHECK_CONSTEXPR(hr::gpus_of_group(with_one_open[0], with_one_open).line == 9);
  CHECK_CONSTEXPR(hr::gpus_of_group(stated_in_all[0], stated_in_all).value == 35);
}

// A pod's own GPUs, else those of all nodes divided where they divide, and no more than the file states of a node.
TEST_CASE("GPUs for the processes of a pod or node are its own, or an even part of those of all nodes") {
  using namespace workload_cases;
  struct row {
    hr::count of_pod, gpus, nodes, per_node, found;
    int line;
  };
  constexpr hr::count none = -1;
  for (const row& each : {row{4, 16, 2, 8, 4, 3}, row{0, 16, 2, 8, 0, 3}, row{none, 16, 2, none, 8, 4}, row{none, 16, 2, 8, 8, 4}, row{none, 16, 2, 9, 8, 4},
                          row{none, 16, 2, 7, 7, 6}, row{none, 16, 1, none, 16, 4}, row{none, 16, 3, none, none, 0}, row{none, 16, 0, 8, none, 0},
                          row{none, 16, none, 8, none, 0}, row{none, none, 2, 8, none, 0}, row{none, 3, 3, none, 1, 4}}) {
    hr::workload w{.identity = {.line = 1}};
    if (each.of_pod >= 0) w.requests.gpus = {each.of_pod, 3};
    if (each.gpus >= 0) w.scale.gpus = {each.gpus, 4};
    if (each.nodes >= 0) w.scale.nodes = {each.nodes, 5};
    if (each.per_node >= 0) w.scale.gpus_per_node = {each.per_node, 6};
    CAPTURE(each.of_pod);
    CAPTURE(each.nodes);
    CAPTURE(each.per_node);
    const hr::said<hr::count> found = hr::gpus_for_processes(w);
    CHECK(found.value_or(none) == each.found);
    CHECK(found.line == each.line);
    CHECK(found.is_silent() == (each.found == none));
    w.requests.mig_profile = {"1g.10gb", 9};
    CHECK(hr::gpus_for_processes(w).is_silent());
    w.requests.mig_profile = {hr::unknown, 9};
    CHECK(hr::gpus_for_processes(w).is_silent());
  }
}

// Replicas times pods times GPUs; of what is not told the first that is left open, in its line.
TEST_CASE("GPUs of a replica and of all are products, for each of their numbers that is told, open or not there") {
  using namespace workload_cases;
  constexpr hr::count silent = -1, open = -2;
  const auto said = [](hr::count n, int line) { return n == open ? hr::said<hr::count>{hr::unknown, line} : n == silent ? hr::said<hr::count>{} : hr::said<hr::count>{n, line}; };
  for (const hr::count replicas : {silent, open, hr::count{0}, hr::count{3}})
    for (const hr::count each : {silent, open, hr::count{0}, hr::count{5}})
      for (const hr::count each_pod : {silent, open, hr::count{0}, hr::count{7}})
        for (const hr::count stated : {silent, open, hr::count{11}}) {
          hr::workload w{.identity = {.line = 1}};
          w.scale.replicas = said(replicas, 2);
          w.scale.pods = said(each, 3);
          w.requests.gpus = said(each_pod, 4);
          w.scale.gpus = said(stated, 5);
          const bool is_told = stated >= 0 || (each >= 0 && each_pod >= 0);
          const hr::count of_one = stated >= 0 ? stated : each * each_pod;
          const int line = stated >= 0 ? 5 : is_told ? 4 : each_pod >= 0 && each == open ? 3 : each_pod == silent ? 1 : 4;
          CAPTURE(replicas);
          CAPTURE(each);
          CAPTURE(each_pod);
          CAPTURE(stated);
          const hr::said<hr::count> one = hr::gpus_of_replica(w);
          CHECK(one.is_known() == is_told);
          CHECK(one.line == line);
          if (is_told) CHECK(one.value == of_one);
          const hr::said<hr::count> all = hr::gpus_of(w);
          CHECK(all.is_known() == (is_told && replicas >= 0));
          if (all.is_known()) CHECK(all.value == replicas * of_one);
          CHECK(all.line == (is_told && replicas >= 0 ? line : replicas == open ? 2 : is_told ? 1 : line));
        }
}
