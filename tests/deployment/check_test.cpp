// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/check.hpp>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <deployment/serving_recipes.hpp>
#include <deployment/small_deployments.hpp>

namespace check_cases {

using namespace small;

// A recipe of ten prefill workers and one decode worker of 32 GPUs on a rack of GB300, with 144 CPUs a task.
constexpr std::array rack_recipe = [] {
  std::array both = recipe(4, 10, 10, 4, 8, 1, 32);
  const std::array<hr::count, 2> sizes{4, 32};
  for (std::size_t i = 0; i < 2; ++i) {
    both[i].requests.millicpus = {hr::count{144'000}, 15};
    both[i].parallel = {.engine = hr::engine::sglang,
                        .line = 70,
                        .tensor = {sizes[i], 71},
                        .data = {sizes[i], 72},
                        .expert = {sizes[i], 73},
                        .data_parallel_attention = {true, 74}};
  }
  return both;
}();
constexpr std::array bare_rack = hr::groups_of<hr::azure::gb300_nvl72>();

// Two groups of a leader and a worker of eight GPUs, 125 CPUs and 1,124 GiB each.
constexpr std::array leader_and_worker = [] {
  std::array both{pods(2, 8), pods(2, 8)};
  for (hr::workload& each : both) {
    each.identity.kind = "LeaderWorkerSet";
    each.identity.group = "vllm";
    each.requests.millicpus = {hr::count{125'000}, 40};
    each.requests.system_memory = {hr::gibibytes(1'124), 41};
    each.requests.ephemeral_storage = {hr::gibibytes(800), 42};
    each.limits.gpus = {hr::count{8}, 3};
  }
  both[1].requests.millicpus.line = 70;
  both[0].parallel = {
      .engine = hr::engine::vllm, .line = 30, .tensor = {hr::count{8}, 30}, .pipeline = {hr::count{2}, 30}};
  return both;
}();
constexpr std::array four_machines{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 4}};
constexpr hr::deployment groups_of_two{.workloads = leader_and_worker};

// Pools of a template: a retired size limited in nodes, and one without GPUs limited in cores.
constexpr std::array template_pools = [] {
  hr::machine_pool gpu{.name = "gpu", .line = 41};
  gpu.size = {"Standard_NC24rs_v3", 41};
  gpu.most_nodes = {hr::count{4}, 71};
  hr::machine_pool dynamic{.name = "dynamic", .line = 31};
  dynamic.size = {"Standard_D2_v4", 31};
  dynamic.most_cores = {hr::count{100}, 70};
  return std::array{gpu, dynamic};
}();

// Three pods that ask for all GPUs of their nodes each, and two nodes.
constexpr std::array whole_nodes = [] {
  std::array one{pods(3, 0)};
  one[0].requests.gpus = {hr::unknown, 7};
  one[0].requests.all_gpus = true;
  return one;
}();
constexpr std::array two_h100_nodes{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 2}};

}  // namespace check_cases

TEST_CASE("A recipe that fills a rack of 72 GPUs is clean on a bare rack, and asks too many CPUs of Azure's VM") {
  using namespace check_cases;
  constexpr hr::deployment all{.workloads = rack_recipe};
  CHECK_CONSTEXPR(all.gpus_used() == 72);
  CHECK_CONSTEXPR(told("", all, {.held = bare_rack}) == clean);
  CHECK_CONSTEXPR(told("cpus", all, on_gb300) == one_error);  // the roles share the line
  CHECK_CONSTEXPR(hr::errors_in(all, on_gb300) == 1);
  CHECK_CONSTEXPR(hr::errors_in(all, on_gb300, "gpus_used") == 0);
  CHECK_CONSTEXPR(!hr::keeps(all, on_gb300, "cpus", 15));
  CHECK_CONSTEXPR(hr::keeps(all, on_gb300, "cpus", 14));
}

TEST_CASE(
    "Two groups of two pods of eight GPUs are 32 GPUs on four nodes, whose CPUs do not fit and whose memory does") {
  using namespace check_cases;
  CHECK_CONSTEXPR(groups_of_two.gpus_used() == 32);
  CHECK_CONSTEXPR(told("cpus", groups_of_two, on_h100) == tally{2, 0, 0});
  CHECK_CONSTEXPR(hr::errors_in(groups_of_two, on_h100) == 2);
  CHECK_CONSTEXPR(told("system_memory", groups_of_two, on_h100) == clean);
  CHECK_CONSTEXPR(told("group_size", groups_of_two, on_h100) == clean);
  CHECK_CONSTEXPR(told("gpus_used", groups_of_two, {.held = four_machines}) == clean);
}

TEST_CASE("A template of a retired size: four nodes, sixteen GPUs, and one limit in cores beside limits in nodes") {
  using namespace check_cases;
  constexpr hr::deployment all{.pools = template_pools};
  CHECK_CONSTEXPR(hr::most_gpus_of(template_pools[0], {}).value == 16);
  CHECK_CONSTEXPR(told("size_lifecycle", all) == one_error);
  CHECK_CONSTEXPR(told("core_limits", all) == one_warning);
  CHECK_CONSTEXPR(told("", all) == tally{1, 1, 0});
}

TEST_CASE("Findings are values at run time, on a machine or a cluster") {
  using namespace check_cases;
  constexpr hr::deployment all{.workloads = rack_recipe};
  CHECK(hr::check(all, hr::machine(hr::azure::nd128isr_gb300_v6::spec)).size() == 1);
  CHECK(hr::check(all, hr::cluster{hr::racks<hr::azure::gb300_nvl72>(1)}).empty());
  CHECK(hr::check(all, hr::cluster{hr::vms<hr::azure::nd128isr_gb300_v6>(18)}).size() == 1);
  CHECK(hr::check({}).empty());
}

TEST_CASE("Who asks for all GPUs of a node is held against the machine, wherever a deployment is judged") {
  using namespace check_cases;
  constexpr hr::deployment all{.workloads = whole_nodes};
  CHECK_CONSTEXPR(told("gpus_used", all) == one_unjudged);
  CHECK_CONSTEXPR(told("gpus_used", all, {.held = two_h100_nodes}) == one_error);  // 24 of 16 GPUs
  CHECK_CONSTEXPR(hr::errors_in(all, {.held = two_h100_nodes}) == 1);
  CHECK_CONSTEXPR(!hr::keeps(all, {.held = two_h100_nodes}, "gpus_used", 7));
  CHECK(hr::check(all, hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(2)}).size() == 1);
  CHECK(hr::check(all, hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(3)}).empty());
}

TEST_CASE("What is said twice of one line is said once, and of no line each time") {
  constexpr hr::finding somewhere{.rule = "r", .line = 3};
  constexpr hr::finding nowhere{.rule = "r"};
  CHECK_CONSTEXPR(hr::detail::say_the_same(somewhere, somewhere));
  CHECK_CONSTEXPR(!hr::detail::say_the_same(nowhere, nowhere));
  CHECK_CONSTEXPR(!hr::detail::say_the_same(somewhere, {.rule = "r", .line = 4}));
  CHECK_CONSTEXPR(!hr::detail::say_the_same(somewhere, {.rule = "q", .line = 3}));
}

TEST_CASE("Every rule has a name of its own, a description and a page, and is found by its name") {
  std::set<std::string_view> names;
  for (const hr::rule& each : hr::all_rules()) {
    CHECK(names.insert(each.name).second);
    CHECK_FALSE(each.holds.empty());
    CHECK(hr::find_rule(each.name) == &each);
    const std::string page = std::string(HEADROOM_SOURCE_DIR "/docs/rules/") + std::string(each.name) + ".md";
    CHECK_MESSAGE(std::ifstream(page).good(), page);
  }
  CHECK(hr::find_rule("no_such_rule") == nullptr);
}

TEST_CASE("Serving recipes: GPUs, nodes, GPUs held and stranded as counted by hand, and no error") {
  using namespace check_cases;
  for (const serving_recipes::recipe& each : serving_recipes::small) {
    CAPTURE(each.name);
    std::array roles = recipe(each.per_node, each.prefill_nodes, each.prefill_workers, each.prefill_gpus,
                              each.decode_nodes, each.decode_workers, each.decode_gpus);
    for (hr::workload& role : roles) role.placement.shares_nodes = each.colocated;
    std::array pool{hr::machine_pool{.name = "nodes", .line = 1}};
    pool[0].nodes = {each.nodes, 2};
    pool[0].gpus_per_node = {each.per_node, 3};
    pool[0].gpu_type = {each.gpu_type, 4};
    for (const hr::deployment& all :
         {hr::deployment{.workloads = roles}, hr::deployment{.pools = pool, .workloads = roles}}) {
      CHECK(all.gpus_used() == each.used);
      CHECK(all.gpus_held() == (all.pools.empty() ? 0 : each.held));
      CHECK(all.nodes_held() == (all.pools.empty() ? 0 : each.nodes));
      CHECK(hr::errors_in(all) == 0);
      hr::count stranded = 0;
      hr::for_each_finding(
          all, {}, [&](const hr::finding& found) { stranded += static_cast<hr::count>(found.terms[3].amount); },
          "gpus_stranded");
      CHECK(stranded == each.stranded);
      CHECK(told("gpus_stranded", all).warnings == (each.stranded > 0 ? 1U : 0U));
    }
  }
}

TEST_CASE("Findings of one line are the same where rule, sentence, text and every amount are") {
  const auto found = [](std::string_view sentence, std::string_view text, hr::count amount) {
    hr::finding one{.rule = "r", .line = 3, .sentence = sentence, .text = text};
    return one.with(hr::counted_term("a", 1)).with(hr::counted_term("b", amount));
  };
  const hr::finding one = found("s", "t", 2);
  CHECK(hr::detail::say_the_same(one, found("s", "t", 2)));
  CHECK(!hr::detail::say_the_same(one, found("S", "t", 2)));
  CHECK(!hr::detail::say_the_same(one, found("s", "T", 2)));
  CHECK(!hr::detail::say_the_same(one, found("s", "t", 3)));
  hr::finding longer = one;
  CHECK(!hr::detail::say_the_same(one, longer.with(hr::counted_term("c", 1))));
  // A file of one line has everything there.
  constexpr hr::finding first{.rule = "r", .line = 1};
  constexpr hr::finding second{.rule = "r", .line = 2};
  CHECK_CONSTEXPR(!hr::detail::say_the_same(first, first));
  CHECK_CONSTEXPR(hr::detail::say_the_same(second, second));
}

TEST_CASE("Findings are counted by severity, and a rule keeps a line where no error is on it") {
  using namespace check_cases;
  constexpr hr::deployment all{.pools = template_pools};
  CHECK_CONSTEXPR(hr::count_findings(all, {}, hr::finding_severity::error) == 1);
  CHECK_CONSTEXPR(hr::count_findings(all, {}, hr::finding_severity::warning) == 1);
  CHECK_CONSTEXPR(hr::count_findings(all, {}, hr::finding_severity::unjudged) == 0);
  CHECK_CONSTEXPR(hr::count_findings(all, {}, hr::finding_severity::error, "core_limits") == 0);
  CHECK_CONSTEXPR(!hr::keeps(all, {}, "size_lifecycle", 41));
  CHECK_CONSTEXPR(hr::keeps(all, {}, "core_limits", 70));  // a warning breaks nothing
  const hr::dynamic_cluster held{hr::group{hr::machine(hr::azure::nd128isr_gb300_v6::spec), 18}};
  CHECK(hr::check({.workloads = rack_recipe}, held).size() == 1);
}

TEST_CASE("Findings of one line differ in whichever amount does, and not in what is behind the last") {
  const auto found = [](hr::count first, hr::count second, hr::count behind) {
    hr::finding one{.rule = "r", .line = 3};
    one.with(hr::counted_term("a", first)).with(hr::counted_term("b", second));
    one.terms[2] = hr::counted_term("c", behind);
    return one;
  };
  CHECK(hr::detail::say_the_same(found(1, 2, 3), found(1, 2, 4)));
  CHECK(!hr::detail::say_the_same(found(1, 2, 3), found(0, 2, 3)));
  CHECK(!hr::detail::say_the_same(found(1, 2, 3), found(1, 0, 3)));
}

TEST_CASE("A rule breaks each line that it has an error on, the first as well as the last") {
  using namespace small;
  std::array pools{pool(1, 8), pool(1, 8), pool(1, 4)};  // of machines with four
  pools[1].gpus_per_node.line = 22;
  pools[2].gpus_per_node.line = 32;
  const hr::deployment all{.pools = pools};
  CHECK(told("gpus_per_node", all, on_gb300) == tally{2, 0, 0});
  CHECK(!hr::keeps(all, on_gb300, "gpus_per_node", 12));
  CHECK(!hr::keeps(all, on_gb300, "gpus_per_node", 22));
  CHECK(hr::keeps(all, on_gb300, "gpus_per_node", 32));
  CHECK(hr::check(all, hr::machine(hr::azure::nd128isr_gb300_v6::spec)).size() == hr::check(all, on_gb300).size());
}
