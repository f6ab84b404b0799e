// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/queue_quota.hpp>

#include <deployment/small_deployments.hpp>

namespace queue_quota_cases {

using namespace small;

constexpr hr::quota given(std::string_view queue, hr::count gpus, int line = 60) {
  return {.name = queue,
          .resource = "nvidia.com/gpu",
          .pool = "gpu",
          .cohort = "all",
          .line = line,
          .nominal = {gpus, line}};
}
constexpr std::array two_nodes{pool_of("Standard_ND96isr_H100_v5", 2)};
constexpr std::array sixteen{given("a", 16)};
constexpr std::array twenty_four{given("a", 24)};
constexpr std::array eight{given("a", 8)};
constexpr std::array split{given("a", 8), given("b", 8, 61)};
constexpr std::array split_wrongly{given("a", 16), given("b", 8, 61)};

// The worked case of 90 cores and 1,800 GiB a node, for two nodes of 96 and 1,900.
constexpr std::array whole_nodes = [] {
  hr::quota cpu{.name = "a", .resource = "cpu", .pool = "gpu", .line = 62, .nominal = {hr::count{180'000}, 62}};
  hr::quota memory{.name = "a", .resource = "memory", .pool = "gpu", .line = 63};
  memory.nominal = {hr::count{3'600} << 30, 63};
  return std::array{given("a", 16), cpu, memory};
}();
constexpr std::array too_many_cores = [] {
  std::array all = whole_nodes;
  all[1].nominal.value = 200'000;
  return all;
}();
constexpr std::array too_much_memory = [] {
  std::array all = whole_nodes;
  all[2].nominal.value = hr::count{3'801} << 30;
  return all;
}();

constexpr std::array borrowing = [] {
  std::array both = split;
  both[0].borrowing_limit = {hr::count{12}, 64};
  return both;
}();
// Of a cohort in which the other has nothing.
constexpr std::array borrowing_of_none = [] {
  std::array both = borrowing;
  both[1].nominal.value = 0;
  return both;
}();
constexpr std::array<hr::workload, 1> in_queue(hr::count gpus) {
  std::array one{pods(1, gpus)};
  one[0].identity.kind = "Job";
  one[0].queueing.runs_as = hr::workload_class::job;
  one[0].placement.pool = {"a", 5};
  return one;
}
constexpr std::array sixteen_in_a = in_queue(16);
constexpr std::array seventeen_in_a = in_queue(17);
constexpr std::array alone = [] {
  std::array one = eight;
  one[0].cohort = {};
  return one;
}();

constexpr std::array lending_four = [] {
  std::array both = split;
  both[1].lending_limit = {hr::count{4}, 64};
  return both;
}();
// Queued in one, run on the pool of the other name.
constexpr std::array<hr::workload, 2> group_of(hr::count gpus) {
  std::array both{pods(1, 8), pods(1, gpus - 8)};
  for (hr::workload& each : both) {
    each.identity.kind = "JobSet";
    each.queueing.runs_as = hr::workload_class::job;
    each.identity.group = "both";
    each.placement.pool = {"gpu", 5};
    each.queueing.queue = {"a", 5};
  }
  return both;
}
constexpr std::array sixteen_together = group_of(16);
constexpr std::array seventeen_together = group_of(17);

// A leader of 4 cores, 32 GiB and no GPU, and three workers.
constexpr hr::quota of_bytes(std::string_view resource, hr::memory most) {
  return {.name = "a", .resource = resource, .line = 70, .nominal = {static_cast<hr::count>(hr::in_bytes(most)), 71}};
}
constexpr std::array<hr::quota, 1> cores(hr::count millicpus) {
  return {hr::quota{.name = "a", .resource = "cpu", .line = 70, .nominal = {millicpus, 71}}};
}
constexpr std::array<hr::workload, 2> leader_and_workers = [] {
  std::array both{pods(1, 0), pods(1, 8)};
  both[0].identity.name = "set/leader";
  both[1].identity.name = "set/worker";
  both[1].scale.pods = {hr::count{3}, 20};
  both[0].requests.millicpus = {hr::count{4'000}, 10};
  both[1].requests.millicpus = {hr::count{64'000}, 21};
  both[0].requests.system_memory = {hr::gibibytes(32), 11};
  both[1].requests.system_memory = {hr::gibibytes(512), 22};
  both[1].requests.ephemeral_storage = {hr::gibibytes(100), 23};
  for (hr::workload& each : both) {
    each.identity.group = "set";
    each.queueing.queue = {"a", 5};
  }
  return both;
}();
constexpr std::array enough_memory{of_bytes("memory", hr::gibibytes(1'568))};
constexpr std::array little_memory{of_bytes("memory", hr::gibibytes(1'567))};
constexpr std::array enough_storage{of_bytes("ephemeral-storage", hr::gibibytes(300))};
constexpr std::array little_storage{of_bytes("ephemeral-storage", hr::gibibytes(299))};
constexpr std::array borrowed_memory = [] {
  hr::quota mine = of_bytes("memory", hr::gibibytes(1'000));
  hr::quota theirs = mine;
  mine.cohort = theirs.cohort = "all";
  theirs.name = "b";
  theirs.lending_limit = {hr::count{567} << 30, 72};
  return std::array{mine, theirs};
}();
// Of a cohort that other files have the rest of.
constexpr std::array limited = [] {
  std::array one = eight;
  one[0].borrowing_limit = {hr::count{4}, 64};
  return one;
}();
constexpr std::array two_kinds = [] {
  std::array both{given("a", 8), given("a", 8)};
  both[0].cohort = both[1].cohort = {};
  both[1].resource = "amd.com/gpu";
  return both;
}();

// Flavors, which have no number of nodes: of a size, of a GPU, of anything.
constexpr hr::machine_pool flavor(std::string_view size, std::string_view gpu) {
  hr::machine_pool p{.name = "gpu", .line = 10};
  if (!size.empty()) p.size = {size, 11};
  if (!gpu.empty()) p.gpu_type = {gpu, 11};
  return p;
}
constexpr std::array of_size{flavor("Standard_ND96isr_H100_v5", "")};
constexpr std::array of_gpu{flavor("", "H100-SXM5-80GB")};
constexpr std::array of_anything{flavor("", "")};
constexpr std::array of_b200{flavor("", "B200-SXM6")};
constexpr std::array left_to_a_tool = [] {
  std::array one = of_anything;
  one[0].size = {hr::unknown, 11};
  return one;
}();
constexpr std::array two_h100{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 2}};
constexpr std::array and_a_rack{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 2},
                                hr::group{hr::machine(hr::azure::gb300_nvl72::spec), 1}};
constexpr hr::check_terms on_two{.held = two_h100};
constexpr hr::check_terms on_both{.held = and_a_rack};
constexpr std::array eighty_eight{given("a", 88)};
constexpr std::array eighty_nine{given("a", 89)};
constexpr std::array of_another = [] {
  std::array one = twenty_four;
  one[0].pool = "other";
  return one;
}();

}  // namespace queue_quota_cases

TEST_CASE("Quotas of a flavor stay within the machines held that it selects") {
  using namespace queue_quota_cases;
  for (const hr::machine_pool& each : {of_size[0], of_gpu[0], of_anything[0]}) {
    const std::array one{each};
    CHECK(told("queue_quota", {.pools = one, .quotas = sixteen}, on_two) == clean);
    CHECK(told("queue_quota", {.pools = one, .quotas = twenty_four}, on_two) == one_error);
    CHECK(told("queue_quota", {.pools = one, .quotas = twenty_four}, on_h100) == clean);  // as many as are asked for
    CHECK(told("queue_quota", {.pools = one, .quotas = eight}, on_two) == clean);  // the rest may be for others
  }
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_size, .quotas = split_wrongly}, on_both) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_gpu, .quotas = twenty_four}, on_both) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_anything, .quotas = eighty_eight}, on_both) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_anything, .quotas = eighty_nine}, on_both) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_size, .quotas = too_many_cores}, on_two) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_size, .quotas = too_much_memory}, on_two) == one_error);
  CHECK(words("queue_quota", {.pools = of_size, .quotas = twenty_four}, on_two) ==
        "Queues are given 24 (nvidia.com/gpu) of gpu, which has 16: admitted jobs would wait for nodes");
}

TEST_CASE("Quotas of a flavor whose machines are not told, or are not held, are not judged against them") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_size, .quotas = twenty_four}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_b200, .quotas = twenty_four}, on_two) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = left_to_a_tool, .quotas = twenty_four}, on_two) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_size, .quotas = of_another}, on_two) == clean);
  // Machines without GPUs need not be held.
  CHECK_CONSTEXPR(told("queue_quota", {.pools = of_anything, .quotas = too_many_cores}, on_two) == clean);
}

TEST_CASE("What others do not lend cannot be borrowed; what other files say of a cohort is not known") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = lending_four}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = eight}) == clean);
}

TEST_CASE("A group is admitted as one") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_together, .quotas = split}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = seventeen_together, .quotas = split}) == one_error);
}

TEST_CASE("Queues are given the sixteen GPUs that two machines of eight have") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = sixteen}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = split}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = twenty_four}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = split_wrongly}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = eight}) == one_warning);
  CHECK_CONSTEXPR(told("queue_quota", {.quotas = sixteen}) == clean);  // no pool
  CHECK(words("queue_quota", {.pools = two_nodes, .quotas = twenty_four}) ==
        "Queues are given 24 (nvidia.com/gpu) of gpu, which has 16: admitted jobs would wait for nodes");
}

TEST_CASE("Quotas of cores and memory stay within what the machines have") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("", {.pools = two_nodes, .quotas = whole_nodes}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = too_many_cores}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = too_much_memory}) == one_error);
  CHECK(words("queue_quota", {.pools = two_nodes, .quotas = too_many_cores}) ==
        "Queues are given 200 (cpu) of gpu, which has 192: admitted jobs would wait for nodes");
}

TEST_CASE("A queue borrows what its cohort has, and admits no more than that and its own") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = borrowing}) == one_warning);
  CHECK(words("queue_quota", {.quotas = borrowing_of_none}) ==
        "a may borrow 12 (nvidia.com/gpu); the other queues of its cohort have 0");
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = split}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = seventeen_in_a, .quotas = split}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = alone}) == one_error);
}

TEST_CASE("Each resource that a queue covers is held against what a group asks for together") {
  using namespace queue_quota_cases;
  constexpr const auto& group = leader_and_workers;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = group, .quotas = cores(196'000)}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = group, .quotas = cores(195'999)}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = group, .quotas = enough_memory}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = group, .quotas = little_memory}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = group, .quotas = enough_storage}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = group, .quotas = little_storage}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = group, .quotas = borrowed_memory}) == one_error);
}

TEST_CASE("The one of a group that asks for the most is named, in its own line") {
  using namespace queue_quota_cases;
  constexpr const auto& group = leader_and_workers;
  CHECK_CONSTEXPR(line_of("queue_quota", {.workloads = group, .quotas = cores(100'000)}) == 21);
  CHECK_CONSTEXPR(line_of("queue_quota", {.workloads = group, .quotas = little_memory}) == 22);
  CHECK_CONSTEXPR(line_of("queue_quota", {.workloads = group, .quotas = little_storage}) == 23);
  CHECK(words("queue_quota", {.workloads = group, .quotas = cores(100'000)}) ==
        "set/worker asks for 192 of the 196 (cpu) of its group; queue a can admit 100, borrowed ones included");
  CHECK(words("queue_quota", {.workloads = group, .quotas = little_storage}) ==
        "set/worker asks for 300 GiB (ephemeral-storage); queue a can admit 299 GiB, borrowed ones included");
}

TEST_CASE("A limit bounds what is borrowed of queues in other files; GPUs of two kinds are not told apart") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_queue(12), .quotas = limited}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_queue(13), .quotas = limited}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_queue(16), .quotas = two_kinds}) == clean);
}

namespace queue_quota_cases {

constexpr std::array<hr::quota, 3> with_spot(hr::count of_spot) {
  std::array all{given("a", 8), given("a", of_spot), given("b", 8)};
  all[1].pool = "spot";
  return all;
}
constexpr std::array none_of_spot = with_spot(0);
constexpr std::array some_of_spot = with_spot(8);
constexpr std::array lent_by_b = [] {
  std::array all{given("a", 8), given("a", 0), given("b", 8), given("b", 32)};
  all[1].pool = all[3].pool = "spot";
  return all;
}();
constexpr std::array of_a_cohort_elsewhere = [] {
  std::array both{given("a", 8), given("a", 0)};
  both[1].pool = "spot";
  both[0].borrowing_limit = {hr::count{4}, 64};
  return both;
}();

}  // namespace queue_quota_cases

TEST_CASE("A flavor of which a queue can have none is no other way to be admitted") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = none_of_spot}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = seventeen_in_a, .quotas = none_of_spot}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = seventeen_in_a, .quotas = some_of_spot}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = seventeen_in_a, .quotas = lent_by_b}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = seventeen_in_a, .quotas = of_a_cohort_elsewhere}) == clean);
}

namespace queue_quota_cases {

constexpr std::array<hr::quota, 2> nothing_of_two = [] {
  std::array both{given("a", 0), given("a", 0)};
  both[0].cohort = both[1].cohort = {};
  both[1].pool = "spot";
  return both;
}();
constexpr std::array<hr::workload, 1> with_fewer(hr::count pods, hr::count least) {
  return {hr::workload{.identity = {.name = "job"},
                       .scale = {.replicas = {1, 1}, .pods = {pods, 2}},
                       .requests = {.gpus = {hr::count{8}, 3}},
                       .placement = {.pool = {"a", 4}},
                       .queueing = {.least_admitted = {least, 5}}}};
}
constexpr std::array four_pods_or_two = with_fewer(4, 2);
constexpr std::array four_pods_or_three = with_fewer(4, 3);
constexpr std::array two_pods_or_four = with_fewer(2, 4);

}  // namespace queue_quota_cases

TEST_CASE("What no flavor of a queue has is said once; raising the quota is the cure") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = nothing_of_two}) == one_error);
  hr::for_each_finding({.workloads = sixteen_in_a, .quotas = nothing_of_two}, {}, [](const hr::finding& each) {
    if (each.rule == "queue_quota") CHECK(hr::cure_of(each) == "raise the quota");
  });
}

// A queue of 8 GPUs that may borrow 8.
TEST_CASE("A queue that may start a job with fewer pods has to admit those only") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = four_pods_or_two, .quotas = none_of_spot}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = four_pods_or_three, .quotas = none_of_spot}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = two_pods_or_four, .quotas = none_of_spot}) == clean);
  CHECK(words("queue_quota", {.workloads = four_pods_or_three, .quotas = none_of_spot}) ==
        "job asks for 32 (nvidia.com/gpu); queue a can admit 16, borrowed ones included");
}

TEST_CASE("Pods of a namespace ask for no more GPUs than its quota lets them") {
  constexpr auto quota = [](hr::count most) {
    return std::array{hr::request_limit{.name = "q", .of = "team", .resource = "nvidia.com/gpu", .most = {most, 9}}};
  };
  static constexpr std::array services = [] {
    hr::workload w{.identity = {.name = "w", .name_space = "team", .line = 1}, .scale = {.replicas = {2, 1}, .pods = {1, 1}}};
    w.requests.gpus = {8, 2};
    w.requests.gpu_resource = "nvidia.com/gpu";
    hr::workload elsewhere = w;
    elsewhere.identity.name_space = "other";
    // Jobs take turns: one of them at a time.
    hr::workload job = w;
    job.queueing.runs_as = hr::workload_class::job;
    job.scale.replicas = {1, 1};
    return std::array{w, elsewhere, job, job};
  }();
  static constexpr auto enough = quota(24);
  static constexpr auto too_few = quota(23);
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = services, .request_limits = enough}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = services, .request_limits = too_few}) == one_error);
}

TEST_CASE("Pods that name a queue or a node pool ask for no more GPUs than it may have") {
  static constexpr std::array pods = [] {
    hr::workload w{.identity = {.name = "w", .line = 1}, .scale = {.replicas = {2, 1}, .pods = {1, 1}}};
    w.requests.gpus = {8, 2};
    w.requests.gpu_resource = "nvidia.com/gpu";
    hr::workload queued = w;
    queued.queueing.queue = {"shared", 3};
    hr::workload on_pool = w;
    on_pool.placement.pool = {"shared", 3};
    on_pool.scale.replicas = {3, 1};
    return std::array{w, queued, on_pool};
  }();
  constexpr auto limit = [](hr::limited_by by, hr::count most) {
    return std::array{hr::request_limit{.name = "shared", .by = by, .of = "shared", .resource = "nvidia.com/gpu", .most = {most, 9}}};
  };
  static constexpr auto enough_of_queue = limit(hr::limited_by::queue, 16);
  static constexpr auto too_few_of_queue = limit(hr::limited_by::queue, 15);
  static constexpr auto enough_of_pool = limit(hr::limited_by::pool, 24);
  static constexpr auto too_few_of_pool = limit(hr::limited_by::pool, 23);
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = pods, .request_limits = enough_of_queue}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = pods, .request_limits = too_few_of_queue}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = pods, .request_limits = enough_of_pool}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = pods, .request_limits = too_few_of_pool}) == one_error);
  CHECK(words("queue_quota", {.workloads = pods, .request_limits = too_few_of_pool}) ==
        "The node pool shared lets its pods ask for 23 of nvidia.com/gpu in all; those of the file ask for 24 at once");
}

TEST_CASE("A queue's limit holds for the queues in it, at any depth, and not for those around it") {
  using namespace queue_quota_cases;
  constexpr auto asking = [](std::string_view queue) {
    hr::workload w = pods(1, 8);
    w.requests.gpu_resource = "nvidia.com/gpu";
    w.queueing.queue = {queue, 4};
    return std::array{w, w};
  };
  constexpr auto queue = [](std::string_view name, std::string_view within, hr::said<hr::count> most = {}, hr::said<hr::count> given = {}) {
    return hr::request_limit{
        .name = name, .by = hr::limited_by::queue, .of = name, .within = within, .resource = "nvidia.com/gpu", .most = most, .given = given};
  };
  constexpr std::array deep{queue("all", "", {15, 9}), queue("group", "all"), queue("team", "group")};
  constexpr std::array enough{queue("all", "", {16, 9}), queue("group", "all"), queue("team", "group")};
  constexpr std::array other{queue("all", ""), queue("group", "all", {15, 9}), queue("team", "all")};
  constexpr std::array circle{queue("group", "team"), queue("team", "group"), queue("all", "", {1, 9})};
  constexpr std::array in_team = asking("team");
  constexpr std::array in_all = asking("all");
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_team, .request_limits = deep}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_all, .request_limits = deep}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_team, .request_limits = enough}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_team, .request_limits = other}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_all, .request_limits = other}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_team, .request_limits = circle}) == clean);

  constexpr std::array shared{queue("all", "", {}, {16, 3}), queue("a", "all", {}, {8, 5}), queue("b", "all", {}, {8, 7})};
  constexpr std::array too_much{queue("all", "", {}, {16, 3}), queue("a", "all", {}, {8, 5}), queue("b", "all", {}, {9, 7})};
  constexpr std::array above_limit{queue("all", "", {8, 3}), queue("a", "all", {}, {9, 5})};
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = shared}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = too_much}) == one_warning);
  CHECK_CONSTEXPR(line_of("queue_quota", {.request_limits = too_much}) == 3);
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = above_limit}) == one_warning);
  CHECK(words("queue_quota", {.request_limits = above_limit}) == "Queue a is given 9 of nvidia.com/gpu; queue all lets its pods have 8 at most");
}

TEST_CASE("The outermost queues that are given GPUs are given no more than are held") {
  using namespace queue_quota_cases;
  constexpr auto queue = [](std::string_view name, std::string_view within, hr::said<hr::count> given) {
    return hr::request_limit{
        .name = name, .by = hr::limited_by::queue, .of = name, .within = within, .resource = "nvidia.com/gpu", .given = given};
  };
  constexpr std::array fitting{queue("all", "", {}), queue("a", "all", {8, 5}), queue("of a", "a", {8, 6}), queue("b", "", {8, 7})};
  constexpr std::array too_much{queue("all", "", {}), queue("a", "all", {9, 5}), queue("of a", "a", {8, 6}), queue("b", "", {8, 7})};
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = fitting}, on_two) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = too_much}, on_two) == one_warning);
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = too_much}) == clean);
  CHECK_CONSTEXPR(line_of("queue_quota", {.request_limits = too_much}, on_two) == 5);
  CHECK(words("queue_quota", {.request_limits = too_much}, on_two) ==
        "The queues are given 17 GPUs together; 16 are held: not all of them get theirs");
}

TEST_CASE("Limits of CPUs and memory bound services together, and beside them the largest job with its whole group") {
  using namespace queue_quota_cases;
  constexpr auto asking = [](std::string_view group, hr::workload_class runs_as) {
    hr::workload w = pods(2, 8);
    w.identity.group = group;
    w.queueing.runs_as = runs_as;
    w.requests.millicpus = {10'000, 3};
    w.requests.system_memory = {hr::gibibytes(64), 4};
    return w;
  };
  // Two replicas of the service; of jobs one, of which the larger has two parts.
  constexpr std::array all{asking("", hr::workload_class::service), asking("pair", hr::workload_class::job),
                           asking("pair", hr::workload_class::job), asking("", hr::workload_class::job)};
  constexpr auto limit = [](std::string_view resource, hr::count most) {
    return std::array{hr::request_limit{.name = "team", .resource = resource, .most = {most, 9}}};
  };
  static constexpr auto cpus_for_all = limit("cpu", 40'000);
  static constexpr auto too_few_cpus = limit("cpu", 39'999);
  static constexpr auto memory_for_all = limit("memory", hr::count{256} << 30);
  static constexpr auto too_little_memory = limit("memory", (hr::count{256} << 30) - (hr::count{1} << 20));
  static constexpr auto not_judged = limit("hugepages-2Mi", 1);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = all, .request_limits = cpus_for_all}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = all, .request_limits = too_few_cpus}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = all, .request_limits = memory_for_all}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = all, .request_limits = too_little_memory}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = all, .request_limits = not_judged}) == clean);
}

namespace queue_quota_cases {

// A job of two pods of 8 GPUs and 40 CPUs each in a queue that can have 24 GPUs, and count on so many GPUs and CPUs.
constexpr std::array<hr::workload, 1> in_queue_of_kai(hr::said<bool> may_be_pushed_out) {
  hr::workload job{.identity = {.name = "job"},
                   .scale = {.replicas = {1, 1}, .pods = {2, 1}},
                   .requests = {.gpus = {8, 2}, .millicpus = {40'000, 3}, .gpu_resource = "nvidia.com/gpu"},
                   .queueing = {.runs_as = hr::workload_class::job, .queue = {"q", 4}, .may_be_pushed_out = may_be_pushed_out}};
  return {job};
}
constexpr std::array stays = in_queue_of_kai({false, 5});
constexpr std::array gives_way = in_queue_of_kai({true, 5});
constexpr std::array does_not_say = in_queue_of_kai({});
constexpr std::array<hr::request_limit, 2> counting_on(hr::count gpus, hr::count millicpus) {
  hr::request_limit limit{.by = hr::limited_by::queue, .of = "q", .resource = "nvidia.com/gpu", .most = {24, 8}, .given = {gpus, 9}};
  hr::request_limit cpus{.by = hr::limited_by::queue, .of = "q", .resource = "cpu", .given = {millicpus, 10}};
  return {limit, cpus};
}
constexpr std::array enough = counting_on(16, 80'000);
constexpr std::array few_gpus = counting_on(15, 80'000);
constexpr std::array few_cpus = counting_on(16, 79'999);

}  // namespace queue_quota_cases

TEST_CASE("What nothing pushes out starts within what its queue can count on") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = stays, .request_limits = enough}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = stays, .request_limits = few_gpus}) == one_error);
  CHECK_CONSTEXPR(line_of("queue_quota", {.workloads = stays, .request_limits = few_gpus}) == 9);
  CHECK_CONSTEXPR(line_of("queue_quota", {.workloads = stays, .request_limits = few_cpus}) == 10);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = gives_way, .request_limits = few_gpus}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = does_not_say, .request_limits = few_gpus}) == clean);
  CHECK(words("queue_quota", {.workloads = stays, .request_limits = few_gpus}) ==
        "The queue q is given 15 of nvidia.com/gpu, within which alone pods start that nothing may push out; those of the file ask for 16");
}

TEST_CASE("Each quota is told with its cure and its figures") {
  using namespace queue_quota_cases;
  constexpr std::array fifteen{given("a", 15)};
  CHECK(in_full("queue_quota", {.pools = two_nodes, .quotas = twenty_four}) ==
        "error 60: Queues are given 24 (nvidia.com/gpu) of gpu, which has 16: admitted jobs would wait for nodes | give the queues 16 in all, or the pool more "
        "nodes | 24 16");
  CHECK(in_full("queue_quota", {.pools = two_nodes, .quotas = eight}) ==
        "warning 60: Queues are given 8 (nvidia.com/gpu) of gpu, which has 16: 8 stay idle | give the queues 16 in all, or the pool fewer nodes | 8 16 8");
  CHECK(words("queue_quota", {.pools = two_nodes, .quotas = fifteen}) == "Queues are given 15 (nvidia.com/gpu) of gpu, which has 16: 1 stays idle");
  CHECK(in_full("queue_quota", {.quotas = borrowing_of_none}) ==
        "warning 64: a may borrow 12 (nvidia.com/gpu); the other queues of its cohort have 0 | lower the limit to 0, or drop it | 12 0");
  CHECK(in_full("queue_quota", {.workloads = sixteen_in_a, .quotas = alone}) ==
        "error 3: web asks for 16 (nvidia.com/gpu); queue a can admit 8, borrowed ones included | ask for at most 8, or raise the quota | 16 8 16");
  CHECK(in_full("queue_quota", {.workloads = leader_and_workers, .quotas = cores(100'000)}) ==
        "error 21: set/worker asks for 192 of the 196 (cpu) of its group; queue a can admit 100, borrowed ones included | ask for at most 100, or raise the quota | "
        "196 100 192");
  CHECK(in_full("queue_quota", {.workloads = stays, .request_limits = few_gpus}) ==
        "error 9: The queue q is given 15 of nvidia.com/gpu, within which alone pods start that nothing may push out; those of the file ask for 16 | raise it to "
        "16, or ask for 1 fewer | 16 15 1");
  constexpr std::array team{hr::request_limit{.name = "q", .of = "team", .resource = "nvidia.com/gpu", .most = {5, 9}}};
  constexpr std::array of_team = [] {
    std::array one{pods(1, 8)};
    one[0].identity.name_space = "team";
    one[0].requests.gpu_resource = "nvidia.com/gpu";
    return one;
  }();
  CHECK(in_full("queue_quota", {.workloads = of_team, .request_limits = team}) ==
        "error 9: q lets pods of namespace team ask for 5 of nvidia.com/gpu in all; those of the file ask for 8 at once | raise it to 8, or ask for 3 fewer | 8 5 3");
}

TEST_CASE("What queues are given is told with its cure and its figures") {
  using namespace queue_quota_cases;
  constexpr auto queue = [](std::string_view name, std::string_view within, hr::said<hr::count> most, hr::said<hr::count> given) {
    return hr::request_limit{
        .name = name, .by = hr::limited_by::queue, .of = name, .within = within, .resource = "nvidia.com/gpu", .most = most, .given = given};
  };
  constexpr std::array above_limit{queue("all", "", {8, 3}, {}), queue("a", "all", {}, {9, 5})};
  CHECK(in_full("queue_quota", {.request_limits = above_limit}) ==
        "warning 5: Queue a is given 9 of nvidia.com/gpu; queue all lets its pods have 8 at most | give it 8, or raise the limit to 9 | 9 8");
  // A queue's own limit bounds it, too, and as much as its limit is no more.
  constexpr std::array own_limit{queue("a", "", {8, 3}, {9, 5})};
  constexpr std::array at_its_limit{queue("a", "", {9, 3}, {9, 5})};
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = own_limit}) == one_warning);
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = at_its_limit}) == clean);
  // Of another resource, or in another queue, nothing is added.
  constexpr std::array too_much{queue("all", "", {}, {16, 3}), queue("a", "all", {}, {8, 5}), queue("b", "all", {}, {9, 7}), queue("c", "a", {}, {1, 8})};
  CHECK(in_full("queue_quota", {.request_limits = too_much}) ==
        "warning 3: The queues in all are given 17 of nvidia.com/gpu together; it is given 16 itself: not all of them get theirs | give it 17, or the queues in it "
        "16 together | 16 17");
  constexpr std::array of_cpus = [&] {
    std::array all{queue("all", "", {}, {8, 3}), queue("a", "all", {}, {8, 5}), queue("b", "all", {}, {9, 7})};
    all[2].resource = "cpu";
    return all;
  }();
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = of_cpus}) == clean);
  constexpr std::array outermost{queue("a", "", {}, {9, 5}), queue("b", "", {}, {8, 7})};
  CHECK(in_full("queue_quota", {.request_limits = outermost}, on_two) ==
        "warning 5: The queues are given 17 GPUs together; 16 are held: not all of them get theirs | give them 16 together, or hold more machines | 17 16");
}

namespace quotas_of_flavors {

using namespace small;

constexpr hr::quota of_flavor(std::string_view queue, std::string_view pool, hr::count gpus, std::string_view cohort = {}) {
  return {.name = queue, .resource = "nvidia.com/gpu", .pool = pool, .cohort = cohort, .line = 60, .nominal = {gpus, 61}};
}
std::array<hr::workload, 1> queued(std::string_view queue, hr::count gpus) {
  std::array one{pods(1, gpus)};
  one[0].queueing.queue = {queue, 5};
  one[0].queueing.runs_as = hr::workload_class::job;
  one[0].requests.gpus.line = 1;
  one[0].requests.gpu_resource = "nvidia.com/gpu";
  return one;
}
std::string judged(std::span<const hr::quota> quotas, std::span<const hr::workload> workloads) {
  return in_full("queue_quota", {.workloads = workloads, .quotas = quotas});
}
const std::string nothing = "error 1: web asks for 8 (nvidia.com/gpu); queue q can admit 0, borrowed ones included | raise the quota | 8 0 8";

}  // namespace quotas_of_flavors

TEST_CASE("Of flavors of a queue that all have nothing it is told once") {
  using namespace quotas_of_flavors;
  const std::array eight = queued("q", 8);
  const std::array two{of_flavor("q", "x", 0), of_flavor("q", "y", 0)};
  CHECK(judged(two, eight) == nothing);
  const std::array three{of_flavor("q", "x", 0), of_flavor("q", "y", 0), of_flavor("q", "z", 0)};
  CHECK(judged(three, eight) == nothing);
  const std::array other_first{of_flavor("r", "x", 0), of_flavor("q", "y", 0)};
  CHECK(judged(other_first, eight) == nothing);
  std::array cpus_first = two;
  cpus_first[0].resource = "cpu";
  CHECK(judged(cpus_first, eight) == nothing);
  // What the first could borrow is not known: its cohort has no other quota of the flavor in this file.
  hr::quota elsewhere = of_flavor("r", "x", 5'000, "c");
  elsewhere.resource = "cpu";
  const std::array unknown_first{of_flavor("q", "x", 0, "c"), elsewhere, of_flavor("q", "y", 0)};
  CHECK(judged(unknown_first, eight) == nothing);
  // One flavor admits what it may borrow, or has; the other has nothing.
  std::array lends{of_flavor("q", "x", 0, "c"), of_flavor("r", "x", 1, "c"), of_flavor("q", "y", 0)};
  const auto one = [&] { return judged(lends, eight).find("can admit 1, borrowed ones included | ask for at most 1, or raise the quota") != std::string::npos; };
  CHECK(one());
  lends[0].nominal.value = 1;
  lends[1].nominal.value = 0;
  CHECK(one());
}

TEST_CASE("A group is judged once, and told of the last of those that ask for the most") {
  using namespace quotas_of_flavors;
  const std::array four{of_flavor("q", "x", 4)};
  std::array two{queued("q", 8)[0], queued("q", 8)[0]};
  two[0].identity.name = "first";
  two[1].identity.name = "second";
  CHECK(told("queue_quota", {.workloads = two, .quotas = four}).errors == 2);
  two[0].identity.group = two[1].identity.group = "train";
  CHECK(judged(four, two) ==
        "error 1: second asks for 8 of the 16 (nvidia.com/gpu) of its group; queue q can admit 4, borrowed ones included | ask for at most 4, or raise "
        "the quota | 16 4 8");
  two[1].identity.group = "other";
  CHECK(told("queue_quota", {.workloads = two, .quotas = four}).errors == 2);
  // As many pods as are there are all of them; a number that is left open may be none.
  std::array three = queued("q", 3);
  three[0].scale.pods.value = 2;
  three[0].queueing.least_admitted = {hr::count{2}, 7};
  CHECK(told("queue_quota", {.workloads = three, .quotas = four}) == one_error);
  three[0].queueing.least_admitted.value = 1;
  CHECK(told("queue_quota", {.workloads = three, .quotas = four}) == clean);
  three[0].queueing.least_admitted = {hr::unknown, 7};
  CHECK(told("queue_quota", {.workloads = three, .quotas = four}) == clean);
  // No pods, or pods whose number is left open, of which none need start, leave the other to be judged.
  two[0].identity.group = two[1].identity.group = "train";
  two[0].queueing.least_admitted = {hr::count{0}, 7};
  for (const hr::said<hr::count>& pods : {hr::said<hr::count>{hr::count{0}, 2}, hr::said<hr::count>{hr::unknown, 2}, hr::said<hr::count>{}}) {
    two[0].scale.pods = pods;
    CHECK(judged(four, two).starts_with("error 1: second asks for 8 (nvidia.com/gpu); queue q can admit 4"));
  }
}

TEST_CASE("GPUs alone are held against the GPUs that there are, of the outermost queues") {
  using namespace quotas_of_flavors;
  using hr::limited_by;
  static constexpr std::array two_of_eight{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 2}};
  const hr::said<hr::count> twenty{hr::count{20}, 81};
  std::array limits{hr::request_limit{.name = "c", .by = limited_by::queue, .of = "a", .resource = "cpu", .given = {hr::count{90'000}, 80}},
                    hr::request_limit{.name = "a", .by = limited_by::queue, .of = "a", .resource = "nvidia.com/gpu", .given = twenty},
                    hr::request_limit{.name = "b", .by = limited_by::queue, .of = "b", .within = "a", .resource = "nvidia.com/gpu", .given = {hr::count{5}, 82}}};
  CHECK(in_full("queue_quota", {.request_limits = limits}, {.held = two_of_eight}) ==
        "warning 81: The queues are given 20 GPUs together; 16 are held: not all of them get theirs | give them 16 together, or hold more machines | 20 16");
  limits[1].given.value = 16;
  CHECK(in_full("queue_quota", {.request_limits = limits}, {.held = two_of_eight}).empty());
  // What is given beyond the limit, in GPUs and in cores.
  limits[1].most = {hr::count{12}, 83};
  limits[0].most = {hr::count{80'000}, 84};
  CHECK(explained("queue_quota", {.request_limits = std::span(limits).first(1)}) == "what it is given: 90 (cpu)\nthe limit: 80\n");
  CHECK(explained("queue_quota", {.request_limits = std::span(limits).subspan(1, 1)}) == "GPUs that it is given: 16 (nvidia.com/gpu)\nthe limit: 12\n");
}

TEST_CASE("Requests beyond a limit are told in GPUs or in what they are of") {
  using namespace quotas_of_flavors;
  const std::array nine = queued("q", 9);
  const std::array of_gpus{hr::request_limit{.name = "n", .resource = "nvidia.com/gpu", .most = {hr::count{8}, 80}}};
  CHECK(explained("queue_quota", {.workloads = nine, .request_limits = of_gpus}) ==
        "GPUs asked for at once: 9 (nvidia.com/gpu)\nGPUs that the quota lets them ask for: 8\nGPUs too many: 1\n");
  CHECK(in_full("queue_quota", {.workloads = nine, .request_limits = of_gpus}) ==
        "error 80: n lets pods of namespace  ask for 8 of nvidia.com/gpu in all; those of the file ask for 9 at once | raise it to 9, or ask for 1 fewer | 9 "
        "8 1");
  const std::array of_amd{hr::request_limit{.name = "n", .resource = "amd.com/gpu", .most = {hr::count{8}, 80}}};
  CHECK(told("queue_quota", {.workloads = nine, .request_limits = of_amd}) == clean);
  std::array of_cpus = of_gpus;
  of_cpus[0].resource = "cpu";
  std::array cores = nine;
  cores[0].requests.millicpus = {hr::count{9'000}, 6};
  of_cpus[0].most.value = 8'000;
  CHECK(explained("queue_quota", {.workloads = cores, .request_limits = of_cpus}) ==
        "asked for at once: 9 (cpu)\nwhat the quota lets them ask for: 8\ntoo much: 1\n");
  of_cpus[0].most.value = 9'000;
  CHECK(told("queue_quota", {.workloads = cores, .request_limits = of_cpus}) == clean);
  // A limit that states no number lets them ask for all that can be counted, and more.
  std::array endless{nine[0], nine[0]};
  for (hr::workload& each : endless) {
    each.queueing.runs_as = hr::workload_class::service;
    each.requests.gpus.value = hr::too_many;
  }
  std::array silent = of_gpus;
  CHECK(told("queue_quota", {.workloads = endless, .request_limits = silent}) == one_error);
  for (const hr::said<hr::count>& most : {hr::said<hr::count>{}, hr::said<hr::count>{hr::unknown, 80}}) {
    silent[0].most = most;
    CHECK(told("queue_quota", {.workloads = endless, .request_limits = silent}) == clean);
  }
}

namespace queue_quota_cases {

constexpr hr::vm without_gpus{.name = "cpus", .gpus = hr::absent, .vcpus = hr::count{64}};
constexpr hr::vm of_no_gpu{.name = "none", .gpus = hr::count{0}};
constexpr hr::vm untold{.name = "untold"};
constexpr std::array<hr::group, 2> two_h100_and(const hr::vm& other) { return {two_h100[0], hr::group{hr::machine(other), 2}}; }

}  // namespace queue_quota_cases

TEST_CASE("Machines held without GPUs add none, and those of which no source says leave the sum open") {
  using namespace queue_quota_cases;
  for (const hr::vm* other : {&without_gpus, &of_no_gpu, &untold}) {
    const std::array held = two_h100_and(*other);
    const tally expected = other == &untold ? clean : one_error;
    CAPTURE(other->name);
    CHECK(told("queue_quota", {.pools = of_anything, .quotas = twenty_four}, {.held = held}) == expected);
  }
  CHECK(hr::rules::detail::may_be_of(of_gpu[0], {hr::machine(untold), 1}, {}));
  CHECK(!hr::rules::detail::may_be_of(of_b200[0], two_h100[0], {}));
  // 2 x 64 CPUs of machines without GPUs.
  const std::array held = two_h100_and(without_gpus);
  const std::array of_cpus{flavor("cpus", "")};
  const auto given_cores = [&](hr::count millicpus) {
    std::array one = cores(millicpus);
    one[0].pool = "gpu";
    return told("queue_quota", {.pools = of_cpus, .quotas = one}, {.held = held});
  };
  CHECK(given_cores(128'001) == one_error);
  CHECK(given_cores(128'000) == clean);
  std::array by_type = of_anything;
  by_type[0].gpu_type = {hr::unknown, 11};
  by_type[0].gpu_type.value = "H100-SXM5-80GB";
  CHECK(told("queue_quota", {.pools = by_type, .quotas = twenty_four}, on_two) == clean);
}

TEST_CASE("A quota that is left open may fill the pool, and those that are known may be too many for it") {
  using namespace queue_quota_cases;
  for (const std::size_t open : {0U, 1U}) {
    std::array both = split;
    both[open].nominal = {hr::unknown, 60};
    CHECK(told("queue_quota", {.pools = two_nodes, .quotas = both}) == clean);
    both[1 - open].nominal.value = 16;
    CHECK(told("queue_quota", {.pools = two_nodes, .quotas = both}) == clean);
    both[1 - open].nominal.value = 17;
    CHECK(told("queue_quota", {.pools = two_nodes, .quotas = both}) == one_error);
  }
  CHECK(hr::rules::detail::line_of({.line = 9, .nominal = {hr::count{8}, 1}}) == 1);
  CHECK(hr::rules::detail::line_of({.line = 9}) == 9);
  std::array silent = borrowing;
  silent[0].borrowing_limit = {};
  CHECK(told("queue_quota", {.quotas = silent}) == clean);
  silent[1].nominal.value = 0;
  CHECK(told("queue_quota", {.quotas = silent}) == clean);
}

TEST_CASE("What a queue is given of something else bounds no storage") {
  using namespace queue_quota_cases;
  std::array one = leader_and_workers;
  for (hr::workload& each : one) each.identity.name_space = "ns";
  std::array of_volumes{of_bytes("requests.storage", hr::gibibytes(1))};
  CHECK(told("queue_quota", {.workloads = one, .quotas = of_volumes}) == clean);
  of_volumes[0].pool = "gpu";
  CHECK(told("queue_quota", {.pools = two_nodes, .quotas = of_volumes}) == clean);
  std::array no_nodes = two_nodes;
  no_nodes[0].nodes.value = 0;
  CHECK(told("queue_quota", {.pools = no_nodes, .quotas = of_volumes}) == clean);
  CHECK(told("queue_quota", {.pools = no_nodes, .quotas = eight}) == one_error);
  const std::array limits{hr::request_limit{.name = "l", .of = "ns", .resource = "requests.storage", .most = {hr::count{1}, 5}}};
  CHECK(told("queue_quota", {.workloads = one, .request_limits = limits}) == clean);
}

TEST_CASE("A flavor with some is judged behind one with none, and a group by its own, of which the first may ask for the most") {
  using namespace queue_quota_cases;
  std::array flavors{given("a", 0), given("a", 8, 61)};
  for (hr::quota& each : flavors) each.cohort = {};
  flavors[0].pool = "other";
  CHECK(told("queue_quota", {.workloads = sixteen_in_a, .quotas = flavors}) == one_error);
  std::array three{group_of(16)[0], group_of(16)[0], group_of(16)[0]};
  three[0].requests.gpus = {hr::count{11}, 21};
  three[1].requests.gpus = {hr::count{5}, 22};
  three[2].identity.group = "other";
  CHECK(told("queue_quota", {.workloads = three, .quotas = split}) == clean);
  three[1].requests.gpus.value = 6;
  CHECK(told("queue_quota", {.workloads = three, .quotas = split}) == one_error);
  CHECK(line_of("queue_quota", {.workloads = three, .quotas = split}) == 21);
}

TEST_CASE("A queue in another that is given nothing takes nothing of it") {
  constexpr auto queue = [](std::string_view name, std::string_view within, hr::said<hr::count> given) {
    return hr::request_limit{.name = name, .by = hr::limited_by::queue, .of = name, .within = within, .resource = "nvidia.com/gpu", .given = given};
  };
  using namespace queue_quota_cases;
  constexpr std::array as_much{queue("all", "", {8, 5}), queue("a", "all", {8, 6}), queue("b", "all", {})};
  constexpr std::array more{queue("all", "", {8, 5}), queue("a", "all", {8, 6}), queue("b", "all", {1, 7})};
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = as_much}) == clean);
  std::array and_a_pool = more;
  and_a_pool[2].by = hr::limited_by::pool;
  CHECK(told("queue_quota", {.request_limits = and_a_pool}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.request_limits = more}) == one_warning);
}
