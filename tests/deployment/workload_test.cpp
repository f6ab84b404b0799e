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
