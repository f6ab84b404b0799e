// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/queues.hpp>

#include <deployment/small_deployments.hpp>

namespace queues_cases {

using namespace small;

constexpr hr::quota of(std::string_view queue, hr::count gpus) {
  return {.name = queue, .resource = "nvidia.com/gpu", .pool = "gpu", .cohort = "all", .line = 1, .nominal = {gpus, 1}};
}
constexpr std::array both{of("a", 8), of("b", 4)};
constexpr hr::deployment cohort{.quotas = both};

// A queue in one in another, of two resources each; and two that are in each other.
constexpr hr::request_limit limit(std::string_view of, std::string_view within, std::string_view resource, hr::count most) {
  return {.by = hr::limited_by::queue, .of = of, .within = within, .resource = resource, .most = {most, 2}};
}
constexpr std::array nested{limit("team", "group", "cpu", 1), limit("team", "group", "nvidia.com/gpu", 2), limit("group", "all", "cpu", 3),
                            limit("group", "all", "nvidia.com/gpu", 4), limit("all", "", "nvidia.com/gpu", 5)};
constexpr std::array circle{limit("a", "b", "cpu", 1), limit("b", "a", "cpu", 2)};
constexpr hr::deployment queues{.request_limits = nested};
constexpr hr::deployment in_a_circle{.request_limits = circle};

}  // namespace queues_cases

TEST_CASE("Resources of queues are known by their names") {
  CHECK_CONSTEXPR(hr::resource_called("cpu") == hr::queue_resource::cpus);
  CHECK_CONSTEXPR(hr::resource_called("memory") == hr::queue_resource::host_memory);
  CHECK_CONSTEXPR(hr::resource_called("ephemeral-storage") == hr::queue_resource::ephemeral_storage);
  CHECK_CONSTEXPR(hr::resource_called("habana.ai/gaudi") == hr::queue_resource::gpus);
  CHECK_CONSTEXPR(hr::resource_called("pods") == hr::queue_resource::other);
  CHECK_CONSTEXPR(hr::is_in_bytes(hr::queue_resource::host_memory));
  CHECK_CONSTEXPR(!hr::is_in_bytes(hr::queue_resource::cpus));
}

TEST_CASE("A queue admits its own and what it can borrow") {
  using namespace queues_cases;
  CHECK_CONSTEXPR(hr::others_of_cohort(cohort, both[0]) == 4);
  CHECK_CONSTEXPR(hr::most_admitted(cohort, both[0]) == 12);
  CHECK_CONSTEXPR(!hr::admits_nothing(cohort, both[0]));
  CHECK_CONSTEXPR(!hr::has_a_choice(cohort, both[0]));
  const std::array alone{of("a", 0)};
  CHECK(hr::most_admitted({.quotas = alone}, alone[0]) == hr::not_told);
  const std::array twice{of("a", 8), of("a", 8)};
  CHECK(hr::has_a_choice({.quotas = twice}, twice[0]));
}

TEST_CASE("A queue is in one by what both say of a resource, however they are nested") {
  using namespace queues_cases;
  CHECK(hr::queue_around(nested[0], queues)->most.value == 3);
  CHECK(hr::queue_around(nested[1], queues)->most.value == 4);
  CHECK(hr::queue_around(nested[2], queues) == nullptr);
  CHECK_CONSTEXPR(hr::is_of_queue(nested[4], "team", queues));
  CHECK_CONSTEXPR(!hr::is_of_queue(nested[0], "all", queues));
  CHECK_CONSTEXPR(hr::nearest_queue(&circle[0], in_a_circle, [](const hr::request_limit& q) { return q.most.value > 2; }) == nullptr);
}

TEST_CASE("A job asks for its whole group at once, a service for all replicas") {
  using namespace small;
  std::array<hr::workload, 2> roles{pods(1, 4), pods(1, 2)};
  for (hr::workload& each : roles) {
    each.scale.replicas = {hr::count{3}, 5};
    each.requests.millicpus = {hr::count{500}, 6};
  }
  CHECK(hr::asked_at_once(roles[0], hr::queue_resource::gpus, roles) == 12);
  CHECK(hr::asked_at_once(roles[0], hr::queue_resource::cpus, roles) == 1500);
  for (hr::workload& each : roles) {
    each.queueing.runs_as = hr::workload_class::job;
    each.identity.group = "both";
  }
  CHECK(hr::asked_at_once(roles[0], hr::queue_resource::gpus, roles) == 6);
  CHECK(hr::asked_at_once(roles[1], hr::queue_resource::cpus, roles) == 1000);
}
