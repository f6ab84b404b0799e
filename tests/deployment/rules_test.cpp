// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules.hpp>

#include <deployment/small_deployments.hpp>

#include <initializer_list>
#include <string>
#include <vector>

TEST_CASE("An empty deployment keeps every rule, on any machine") {
  for (const hr::rule& each : hr::all_rules()) {
    CAPTURE(each.name);
    CHECK(small::told(each.name, {}) == small::clean);
    CHECK(small::told(each.name, {}, small::on_gb300) == small::clean);
  }
  CHECK_CONSTEXPR(small::told("", {}, small::on_h100) == small::clean);
}

TEST_CASE("Rules are found by their names") {
  CHECK_CONSTEXPR(hr::find_rule("gpus_used")->worst == hr::finding_severity::error);
  CHECK_CONSTEXPR(hr::find_rule("gpus_stranded")->worst == hr::finding_severity::warning);
  CHECK_CONSTEXPR(hr::find_rule("gpus") == nullptr);
  // Whether a machine is named is what --on decides for all files.
  CHECK_CONSTEXPR(hr::find_rule("machine_named")->is_of_run);
  CHECK_CONSTEXPR(!hr::find_rule("gpus_used")->is_of_run);
}

namespace unknown_figures {

using namespace small;

// A deployment whose parts can be changed.
struct example {
  std::vector<hr::machine_pool> pools{};
  std::vector<hr::workload> workloads{};
  std::vector<hr::quota> quotas{};
  std::vector<hr::request_limit> limits{};
  std::vector<hr::topology_block> blocks{};
  std::vector<hr::node_claim> claims{};
  std::vector<hr::remark> remarks{};
  hr::check_terms on{};
};

std::string findings_of(const example& e) {
  return in_full("",
                 {.pools = e.pools, .workloads = e.workloads, .quotas = e.quotas, .request_limits = e.limits, .blocks = e.blocks,
                  .claims = e.claims, .remarks = e.remarks},
                 e.on);
}

std::vector<hr::said<hr::count>*> counts_of(example& e) {
  std::vector<hr::said<hr::count>*> all;
  const auto add = [&](std::initializer_list<hr::said<hr::count>*> more) { all.insert(all.end(), more); };
  for (hr::machine_pool& p : e.pools)
    add({&p.nodes, &p.least_nodes, &p.most_nodes, &p.most_cores, &p.first_cores, &p.most_cores_of_all, &p.most_nodes_of_all, &p.gpus_per_node,
         &p.gpus_listed, &p.data_disks, &p.nics, &p.cpus_per_node, &p.millicpus_given});
  for (hr::workload& w : e.workloads) {
    add({&w.scale.replicas, &w.scale.pods, &w.scale.pods_stated, &w.scale.least_pods, &w.scale.most_pods, &w.scale.gpus, &w.scale.nodes,
         &w.scale.gpus_per_node});
    for (hr::pod_resources* of : {&w.requests, &w.limits}) add({&of->gpus, &of->millicpus, &of->rdma_devices, &of->mig_instances});
    add({&w.launch.nodes, &w.launch.processes, &w.launch.gpus_of_process, &w.launch.gpus_of_actor, &w.launch.gpus_of_actors, &w.launch.ranks, &w.launch.slots});
    add({&w.placement.segment_nodes, &w.placement.pods_per_node, &w.queueing.least_admitted});
    hr::parallel_sizes& p = w.parallel;
    add({&p.tensor, &p.pipeline, &p.context, &p.data, &p.expert, &p.expert_tensor, &p.serves.weight_bits, &p.serves.cache_bits, &p.serves.context,
         &p.serves.memory_thousandths});
  }
  for (hr::quota& q : e.quotas) add({&q.nominal, &q.borrowing_limit, &q.lending_limit});
  for (hr::request_limit& q : e.limits) add({&q.most, &q.given});
  for (hr::topology_block& b : e.blocks) add({&b.nodes});
  for (hr::node_claim& c : e.claims) add({&c.nodes, &c.of_nodes});
  for (hr::remark& r : e.remarks) add({&r.gpus, &r.nodes, &r.racks});
  return all;
}
std::vector<hr::said<hr::memory>*> memories_of(example& e) {
  std::vector<hr::said<hr::memory>*> all;
  for (hr::machine_pool& p : e.pools) all.insert(all.end(), {&p.memory_per_node, &p.memory_given});
  for (hr::workload& w : e.workloads)
    for (hr::pod_resources* of : {&w.requests, &w.limits})
      all.insert(all.end(), {&of->system_memory, &of->ephemeral_storage, &of->huge_pages});
  return all;
}

hr::said<hr::count> n(hr::count value, int line) { return {value, line}; }

example recipe_on_racks() {
  example e{.on = on_gb300};
  const std::array roles = recipe(4, 10, 10, 4, 8, 1, 32);
  e.workloads.assign(roles.begin(), roles.end());
  for (hr::workload& w : e.workloads) {
    w.placement.one_domain = {true, 44};
    w.parallel = {.engine = hr::engine::sglang, .line = 45, .tensor = n(4, 45), .data = n(2, 46), .expert = n(3, 47)};
  }
  e.workloads[1].placement.segment_nodes = n(36, 48);
  e.blocks = {{.line = 2, .nodes = n(5, 2), .is_size = true}, {.line = 3, .nodes = n(15, 3), .is_size = true}, {.name = "a", .line = 4, .nodes = n(18, 4)}};
  e.claims = {{.name = "c", .line = 50, .nodes = n(20, 51)}, {.name = "d", .line = 52, .nodes = n(6, 53), .of_nodes = n(5, 53)}};
  e.remarks = {{.gpus = n(70, 60), .nodes = n(14, 60), .racks = n(1, 60), .line = 60, .text = "words"},
               {.gpus = n(71, 61), .line = 61, .text = "more words"},
               {.nodes = n(17, 62), .is_expected = true, .line = 62, .text = "marker"}};
  return e;
}
example pods_on_pools() {
  example e{.on = on_h100};
  e.pools = {pool(3, 4), pool(2, 8)};
  e.pools[0].least_nodes = n(4, 13);
  e.pools[0].most_nodes = n(2, 14);
  e.pools[1].name = "second";
  e.pools[1].least_nodes = n(3, 15);
  e.pools[1].most_nodes = n(4, 16);
  e.pools[1].gpus_listed = n(7, 17);
  e.pools[1].cpus_per_node = n(97, 18);
  e.pools[1].memory_per_node = {hr::gibibytes(1'901), 19};
  e.pools[1].one_placement = {true, 19};
  e.workloads = {pods(5, 6), pods(2, 16), pods(3, 0)};
  for (std::size_t i = 0; i < e.workloads.size(); ++i) {
    hr::workload& w = e.workloads[i];
    w.placement.pool = {i == 1 ? "second" : "gpu", 5};
    w.requests.gpu_resource = "nvidia.com/gpu";
    w.requests.millicpus = n(97'000, 6);
    w.limits.millicpus = n(96'000, 6);
    w.requests.system_memory = {hr::gibibytes(1'902), 7};
    w.limits.system_memory = {hr::gibibytes(1'800), 7};
    w.requests.ephemeral_storage = {hr::tebibytes(90), 8};
    w.limits.ephemeral_storage = {hr::tebibytes(80), 8};
    w.requests.huge_pages = {hr::gibibytes(3), 9};
    w.limits.gpus = n(4, 9);
    w.requests.rdma_devices = n(9, 9);
  }
  e.workloads[0].launch = {.nodes = n(7, 30), .processes = n(9, 31), .gpus_of_process = n(1, 32), .gpus_of_actor = n(7, 33), .ranks = n(12, 34), .slots = n(11, 35)};
  e.workloads[1].launch = {.processes = n(5, 31)};
  e.workloads[1].placement.pods_per_node = n(1, 36);
  e.workloads[0].scale.pods_stated = n(1, 37);
  e.workloads[0].scale.least_pods = n(2, 38);
  e.workloads[0].scale.most_pods = n(4, 39);
  e.quotas = {{.name = "q", .resource = "nvidia.com/gpu", .pool = "gpu", .cohort = "c", .line = 70, .nominal = n(7, 70), .borrowing_limit = n(20, 71)},
              {.name = "gpu", .resource = "cpu", .pool = "gpu", .line = 72, .nominal = n(5'000, 72)},
              {.name = "r", .resource = "nvidia.com/gpu", .pool = "gpu", .cohort = "c", .line = 73, .nominal = n(9, 73), .lending_limit = n(4, 74)},
              {.resource = "standardNDSH100v5Family", .pool = "second", .line = 75, .nominal = n(200, 75)}};
  e.limits = {{.name = "a", .of = "", .resource = "nvidia.com/gpu", .most = n(40, 80)},
              {.name = "b", .by = hr::limited_by::pool, .of = "gpu", .resource = "cpu", .most = n(90'000, 81), .given = n(91'000, 82)}};
  e.remarks = {{.gpus = n(13, 60), .nodes = n(11, 60), .line = 60, .text = "words"}};
  return e;
}
example jobs_of_queues() {
  static constexpr std::array held{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 3}};
  example e{.on = {.held = held}};
  e.workloads = {pods(2, 8), pods(3, 4), pods(1, 8)};
  for (hr::workload& w : e.workloads) {
    w.queueing.runs_as = hr::workload_class::job;
    w.queueing.queue = {"inner", 5};
    w.requests.gpu_resource = "nvidia.com/gpu";
    w.identity.group = "train";
  }
  e.workloads[2].identity.group = "";
  e.workloads[2].scale.pods = n(4, 6);
  e.workloads[2].queueing.least_admitted = n(3, 7);
  e.workloads[2].launch = {.nodes = n(5, 7), .gpus_of_process = n(1, 8), .ranks = n(30, 8), .slots = n(32, 9)};
  e.workloads[2].placement.one_node = {true, 9};
  e.quotas = {{.name = "inner", .resource = "nvidia.com/gpu", .line = 70, .nominal = n(20, 70)}};
  e.limits = {{.name = "i", .by = hr::limited_by::queue, .of = "inner", .within = "outer", .resource = "nvidia.com/gpu", .most = n(24, 80), .given = n(30, 81)},
              {.name = "o", .by = hr::limited_by::queue, .of = "outer", .resource = "nvidia.com/gpu", .most = n(28, 82), .given = n(26, 83)}};
  return e;
}
example steps_on_nodes() {
  example e{.on = on_h100};
  hr::workload w{.identity = {.name = "train", .kind = "sbatch", .line = 1}, .queueing = {.runs_as = hr::workload_class::job}};
  w.scale = {.replicas = n(1, 1), .gpus = n(80, 2), .nodes = n(9, 3), .gpus_per_node = n(9, 4)};
  w.placement.segment_nodes = n(4, 5);
  w.launch = {.processes = n(3, 6), .gpus_of_process = n(1, 7)};
  w.parallel = {.engine = hr::engine::megatron, .line = 8, .tensor = n(3, 8), .pipeline = n(2, 9), .context = n(1, 10), .data = n(5, 11),
                .expert = n(3, 12), .expert_tensor = n(2, 13)};
  e.workloads = {w, w};
  e.workloads[1].scale.gpus = n(64, 20);
  e.workloads[1].scale.gpus_per_node = n(4, 21);
  e.workloads[1].parallel = {.engine = hr::engine::megatron, .line = 8, .tensor = n(8, 8), .pipeline = n(2, 9), .expert = n(3, 12)};
  e.workloads[1].launch.processes = n(10, 22);
  return e;
}
example engines() {
  example e{.on = on_h100};
  for (const hr::count tensor : {2, 3, 16}) {
    hr::workload w = pods(1, 8);
    w.parallel = {.engine = hr::engine::sglang, .line = 8, .tensor = n(tensor, 8), .pipeline = n(1, 9), .data = n(1, 11), .expert = n(3, 12)};
    w.parallel.serves = {.name = {"Llama-3.1-70B", 13}, .weight_bits = n(16, 14), .cache_bits = n(16, 15), .context = n(100'000, 16), .memory_thousandths = n(900, 17)};
    e.workloads.push_back(w);
  }
  return e;
}
example limits_in_cores() {
  example e{.on = on_h100};
  e.pools = {pool(3, 4), pool(2, 8), pool(1, 8)};
  for (hr::machine_pool& p : e.pools) {
    p.most_cores = n(150, 20);
    p.first_cores = n(192, 21);
    p.most_cores_of_all = n(90, 22);
    p.most_nodes_of_all = n(5, 23);
    p.data_disks = n(99, 24);
    p.nics = n(99, 25);
  }
  e.pools[2].most_nodes = n(1, 26);
  hr::workload demand{.identity = {.name = "all", .kind = "demand", .line = 9}, .queueing = {.runs_as = hr::workload_class::demand}};
  demand.scale.gpus = n(100, 10);
  hr::workload parts = pods(1, 0);
  parts.requests.mig_profile = {"1g.10gb", 30};
  parts.requests.mig_instances = n(57, 31);
  e.workloads = {demand, parts};
  return e;
}

// What launchers start: of pods, of a group, and by objects of their own.
example launches() {
  example e;
  e.workloads = {pods(1, 8), pods(1, 0), pods(1, 4), pods(1, 1), pods(1, 8), pods(1, 8), pods(1, 8), pods(1, 2)};
  for (std::size_t i = 0; i < e.workloads.size(); ++i) e.workloads[i].identity.line = static_cast<int>(100 + i);
  e.workloads[0].launch = {.processes = n(3, 30), .gpus_of_process = n(1, 31), .ranks = n(3, 32), .slots = n(8, 33)};
  for (const std::size_t i : {1U, 2U, 3U}) e.workloads[i].identity.group = "mpi";
  e.workloads[1].launch = {.ranks = n(2, 34), .slots = n(3, 35)};
  e.workloads[3].scale.pods = n(4, 36);
  for (const std::size_t i : {4U, 5U}) {
    e.workloads[i].queueing.runs_as = hr::workload_class::job;
    e.workloads[i].scale.pods = n(i == 4 ? 3 : 4, 37);
    e.workloads[i].launch.nodes = n(8, 38);
  }
  e.workloads[6].scale.pods = n(4, 39);
  e.workloads[6].launch.nodes = n(2, 40);
  e.workloads[7].identity.group = "pair";
  e.workloads.push_back(e.workloads[7]);
  e.workloads[7].launch.nodes = n(3, 41);
  return e;
}
// Workers that do not fit, a job that fills nodes, pods that keep apart, and claims of nodes; no machine is told.
example workers_on_nodes() {
  example e;
  const std::array roles = recipe(8, 2, 3, 5, 1, 1, 8);
  e.workloads.assign(roles.begin(), roles.end());
  hr::workload serve{.identity = {.name = "serve", .line = 60}};
  serve.scale = {.replicas = n(3, 61), .gpus = n(5, 62), .nodes = n(2, 63), .gpus_per_node = n(8, 64)};
  hr::workload job{.identity = {.name = "job", .line = 70}, .queueing = {.runs_as = hr::workload_class::job}};
  job.scale = {.replicas = n(3, 71), .gpus = n(12, 72), .gpus_per_node = n(8, 73)};
  hr::workload apart = pods(10, 2);
  apart.placement.pods_per_node = n(1, 80);
  e.workloads.insert(e.workloads.end(), {serve, job, apart});
  e.claims = {{.name = "c", .line = 50, .nodes = n(20, 51)}};
  return e;
}
example pods_of_one_pool() {
  example e{.on = on_h100};
  e.pools = {pool(2, 4)};
  e.workloads = {pods(3, 1), pods(1, 1), pods(1, 4)};
  e.workloads[0].placement.pods_per_node = n(1, 80);
  e.workloads[1].scale.pods = n(3, 81);
  e.workloads[1].placement.one_node = {true, 82};
  e.workloads[1].placement.pods_per_node = n(2, 83);
  e.workloads[2].scale.nodes = n(3, 84);
  e.workloads[2].scale.gpus_per_node = n(4, 85);
  return e;
}
example limits_of_a_cluster() {
  example e;
  e.pools = {pool_of("Standard_ND96isr_H100_v5", 2), pool_of("Standard_ND96isr_H100_v5")};
  e.pools[1].nodes = {};
  e.pools[1].least_nodes = n(3, 15);
  e.pools[0].most_cores = n(191, 16);
  e.pools[0].first_cores = n(192, 17);
  for (hr::machine_pool& p : e.pools) {
    p.most_nodes_of_all = n(4, 18);
    p.most_cores_of_all = n(400, 19);
  }
  return e;
}
example queues_of_a_cohort() {
  example e;
  e.pools = {pool(1, 8)};
  const auto of = [](std::string_view name, std::string_view resource, hr::count nominal) {
    return hr::quota{.name = name, .resource = resource, .pool = "gpu", .cohort = "all", .line = 70, .nominal = n(nominal, 70)};
  };
  e.quotas = {of("a", "nvidia.com/gpu", 3), of("b", "nvidia.com/gpu", 4), of("c", "cpu", 0), of("d", "memory", 5)};
  e.quotas[0].borrowing_limit = n(2, 71);
  e.quotas[1].lending_limit = n(1, 72);
  e.workloads = {pods(1, 7), pods(1, 1)};
  e.workloads[0].queueing.queue = {"a", 73};
  e.workloads[1].queueing.queue = {"c", 74};
  e.workloads[1].requests.millicpus = n(500, 75);
  return e;
}

}  // namespace unknown_figures

// What a figure holds while the file is silent about it, or leaves it open, is no figure.
TEST_CASE("A figure that is not known decides nothing, whatever it holds") {
  using namespace unknown_figures;
  const auto holds = [](const example& e, auto figures_of, auto none, auto some) {
    example changed = e;
    for (auto* each : figures_of(changed)) {
      if (!each->is_known()) continue;
      const auto known = *each;
      for (const int line : {0, known.line}) {
        *each = {hr::unknown, line};
        each->value = none;
        const std::string without = findings_of(changed);
        for (const auto& value : some) {
          each->value = value;
          CHECK(findings_of(changed) == without);
        }
      }
      *each = known;
    }
  };
  for (const example& each : {recipe_on_racks(), pods_on_pools(), jobs_of_queues(), steps_on_nodes(), engines(), limits_in_cores(), launches(), workers_on_nodes(),
                              pods_of_one_pool(), limits_of_a_cluster(), queues_of_a_cohort()}) {
    CAPTURE(findings_of(each));
    holds(each, counts_of, hr::count{0}, std::array{hr::count{1}, hr::count{1'000'003}});
    holds(each, memories_of, hr::memory{}, std::array{hr::bytes(1), hr::tebibytes(1'000)});
  }
}
