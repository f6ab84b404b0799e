// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <string>
#include <string_view>

namespace kubernetes_workloads_cases {

using headroom::read::file_of;

// "8@3" is of line 3; "-" not said, "?@3" not known.
std::string at(const hr::said<hr::count>& one) {
  return headroom::read::told(one) + (one.is_silent() ? "" : "@" + std::to_string(one.line));
}

// Each workload: "name@line replicas x pods of gpus", and behind it what else is said of it.
std::string read(std::string_view text) {
  const auto file = file_of(std::string(text));
  std::string all;
  for (const hr::workload& w : file->workloads) {
    all += std::string(w.identity.name) + "@" + std::to_string(w.identity.line) + " " + at(w.scale.replicas) + " x " + at(w.scale.pods) + " of " + at(w.requests.gpus);
    const auto add = [&](std::string_view what, const hr::said<hr::count>& one) {
      if (!one.is_silent()) all += " " + std::string(what) + " " + at(one);
    };
    add("stated", w.scale.pods_stated);
    add("least", w.scale.least_pods);
    add("most", w.scale.most_pods);
    add("limit", w.limits.gpus);
    add("processes", w.launch.processes);
    add("ranks", w.launch.ranks);
    add("slots", w.launch.slots);
    add("nodes", w.launch.nodes);
    add("actor", w.launch.gpus_of_actor);
    add("each", w.launch.gpus_of_process);
    add("tensor", w.parallel.tensor);
    add("pipeline", w.parallel.pipeline);
    add("data", w.parallel.data);
    if (w.parallel.line != 0) all += " sizes@" + std::to_string(w.parallel.line);
    if (!w.identity.group.empty()) all += " in " + std::string(w.identity.group);
    if (!w.queueing.queue.is_silent()) all += " queue " + std::string(w.queueing.queue.value) + "@" + std::to_string(w.queueing.queue.line);
    if (const auto& out = w.queueing.may_be_pushed_out; !out.is_silent()) all += out.value_or(false) ? " pushed out" : " stays";
    if (!w.placement.pool.is_silent()) all += " on " + std::string(w.placement.pool.value);
    if (w.queueing.runs_as == hr::workload_class::job) all += " job";
    if (w.queueing.runs_as == hr::workload_class::on_every_node) all += " everywhere";
    all += '\n';
  }
  return all;
}

// A template of pods with so many GPUs.
std::string pods(int gpus, std::string_view more = {}) {
  return "template: {spec: {containers: [{name: c, image: i, " + std::string(more) + "resources: {limits: {nvidia.com/gpu: " + std::to_string(gpus) + "}}}]}}";
}

std::string ray(std::string_view spec, std::string_view workers) {
  return "apiVersion: ray.io/v1\nkind: RayCluster\nmetadata: {name: r}\nspec:\n  " + std::string(spec) + "\n  headGroupSpec: {" + pods(1) +
         "}\n  workerGroupSpecs:\n  - {" + std::string(workers) + ", " + pods(8) + "}\n";
}
std::string workers_of_ray(std::string_view spec, std::string_view workers) {
  const std::string all = read(ray(spec, workers));
  return all.substr(all.find('\n') + 1);
}

}  // namespace kubernetes_workloads_cases

// KubeRay, RayCluster: a group has replicas times numOfHosts pods, between minReplicas and maxReplicas; an autoscaler chooses.
TEST_CASE("Workers of a RayCluster are as many as its bounds let them be") {
  using namespace kubernetes_workloads_cases;
  CHECK(read(ray("rayVersion: '2'", "groupName: g, replicas: 2")) ==
        "r/head@6 1@3 x 1@6 of 1@6 limit 1@6 in RayCluster r in line 1\nr/g@8 1@3 x 2@8 of 8@8 stated 2@8 limit 8@8 in RayCluster r in line 1\n");
  CHECK(workers_of_ray("a: b", "replicas: 2, numOfHosts: 4") == "r/worker@8 1@3 x 8@8 of 8@8 stated 8@8 limit 8@8 in RayCluster r in line 1\n");
  CHECK(workers_of_ray("a: b", "minReplicas: 3") == "r/worker@8 1@3 x 3@8 of 8@8 least 3@8 limit 8@8 in RayCluster r in line 1\n");
  CHECK(workers_of_ray("a: b", "maxReplicas: 3") == "r/worker@8 1@3 x 0@8 of 8@8 most 3@8 limit 8@8 in RayCluster r in line 1\n");
  CHECK(workers_of_ray("a: b", "replicas: 1, minReplicas: 2, maxReplicas: 5") == "r/worker@8 1@3 x 2@8 of 8@8 stated 1@8 least 2@8 most 5@8 limit 8@8 in RayCluster r in line 1\n");
  CHECK(workers_of_ray("a: b", "replicas: 9, minReplicas: 2, maxReplicas: 5") == "r/worker@8 1@3 x 5@8 of 8@8 stated 9@8 least 2@8 most 5@8 limit 8@8 in RayCluster r in line 1\n");
  CHECK(workers_of_ray("a: b", "replicas: 3, minReplicas: 2, maxReplicas: 5") == "r/worker@8 1@3 x 3@8 of 8@8 stated 3@8 least 2@8 most 5@8 limit 8@8 in RayCluster r in line 1\n");
  CHECK(workers_of_ray("enableInTreeAutoscaling: true", "replicas: 3, minReplicas: 2, maxReplicas: 5") ==
        "r/worker@8 1@3 x - of 8@8 stated 3@8 least 2@8 most 5@8 limit 8@8 in RayCluster r in line 1\n");
  CHECK(workers_of_ray("enableInTreeAutoscaling: true", "replicas: 3, minReplicas: 3, maxReplicas: 3") ==
        "r/worker@8 1@3 x 3@8 of 8@8 stated 3@8 least 3@8 most 3@8 limit 8@8 in RayCluster r in line 1\n");
}

// KAI, "Priority and Preemption", and the priorities that it comes with.
TEST_CASE("A pod of a queue of KAI is pushed out as its label or its class of priority says") {
  using namespace kubernetes_workloads_cases;
  const auto of = [](std::string_view labels, std::string_view spec) {
    return read("apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: own}\nvalue: 99\n---\n"
                "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 100\n---\n"
                "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {" + std::string(labels) + "}}\nspec: {" + std::string(spec) + "containers: [{name: c}]}\n");
  };
  constexpr std::string_view pod = "p@13 1@13 x 1@13 of -";
  const auto is = [&](std::string_view words) { return std::string(pod) + std::string(words) + "\n"; };
  CHECK(of("a: b", "priorityClassName: train, ") == is(""));
  CHECK(of("kai.scheduler/queue: q", "") == is(" queue q@13"));
  for (const std::string_view stays : {"build", "inference", "high"}) {
    CHECK(of("kai.scheduler/queue: q", "priorityClassName: " + std::string(stays) + ", ") == is(" queue q@13 stays"));
    CHECK(of("kai.scheduler/queue: q, priorityClassName: " + std::string(stays), "") == is(" queue q@13 stays"));
  }
  for (const std::string_view goes : {"train", "build-preemptible", "own"})
    CHECK(of("kai.scheduler/queue: q", "priorityClassName: " + std::string(goes) + ", ") == is(" queue q@13 pushed out"));
  CHECK(of("kai.scheduler/queue: q", "priorityClassName: another, ") == is(" queue q@13"));
  CHECK(of("kai.scheduler/queue: q, kai.scheduler/preemptibility: preemptible", "priorityClassName: build, ") == is(" queue q@13 pushed out"));
  CHECK(of("kai.scheduler/queue: q, kai.scheduler/preemptibility: non-preemptible", "priorityClassName: train, ") == is(" queue q@13 stays"));
  CHECK(of("kai.scheduler/queue: q, kai.scheduler/preemptibility: another", "priorityClassName: train, ") == is(" queue q@13"));
}

// Kueue, ClusterQueue: what a workload asks for is of the flavors of the group of resources that covers it.
TEST_CASE("A job that Kueue admits runs on the one flavor of what it asks for") {
  using namespace kubernetes_workloads_cases;
  const auto of = [](std::string_view where, std::string_view groups) {
    return read("apiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: all}\nspec: {resourceGroups: [" + std::string(groups) + "]}\n---\n"
                "apiVersion: kueue.x-k8s.io/v1beta1\nkind: LocalQueue\nmetadata: {name: mine, namespace: team}\nspec: {clusterQueue: all}\n---\n"
                "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, namespace: team, " + std::string(where) + ": {kueue.x-k8s.io/queue-name: mine}}\nspec: {" + pods(2) + "}\n");
  };
  constexpr std::string_view one = "{coveredResources: [nvidia.com/gpu], flavors: [{name: f}]}";
  constexpr std::string_view other = "{coveredResources: [example.com/x], flavors: [{name: o}]}";
  constexpr std::string_view two = "{coveredResources: [nvidia.com/gpu], flavors: [{name: f}, {name: g}]}";
  const std::string job = "j@13 1@13 x 1@13 of 2@14 limit 2@14";
  CHECK(of("labels", one) == job + " queue all@13 on f job\n");
  CHECK(of("annotations", one) == job + " queue all@13 on f job\n");
  CHECK(of("labels", std::string(one) + ", " + std::string(other)) == job + " queue all@13 on f job\n");
  CHECK(of("labels", two) == job + " queue all@13 job\n");
  CHECK(of("labels", other) == job + " queue all@13 job\n");
}

// KServe, LLMInferenceService: a worker makes of each replica a group of a leader and workers, one pod for each stage, or for
// each part of the data-parallel copies.
TEST_CASE("A replica of an LLMInferenceService has as many pods as its sizes take") {
  using namespace kubernetes_workloads_cases;
  const auto of = [](std::string_view spec) {
    return read("apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\nspec:\n  " + std::string(spec) + "\n");
  };
  const std::string has = "{containers: [{name: main, resources: {limits: {nvidia.com/gpu: 8}}}]}";
  const auto group = [&](std::string_view sizes) {
    const std::string all = of("replicas: 2\n  parallelism: {" + std::string(sizes) + "}\n  template: " + has + "\n  worker: " + has);
    const std::size_t rest = all.find('\n') + 1;
    return all.substr(rest);
  };
  CHECK(of("template: " + has) == "s@5 1@4 x 1@3 of 8@5 limit 8@5\n");
  CHECK(of("replicas: 3\n  template: " + has) == "s@6 3@5 x 1@3 of 8@6 limit 8@6\n");
  CHECK(of("replicas: 3") == "s@3 3@5 x 1@3 of ?@3\n");
  CHECK(of("parallelism: {tensor: 4, pipeline: 1, data: 2}\n  template: " + has) == "s@6 1@4 x 1@3 of 8@6 limit 8@6 tensor 4@5 pipeline 1@5 data 2@5 sizes@5\n");
  CHECK(group("pipeline: 3, tensor: 8") == "s/worker@8 2@5 x 2@6 of 8@8 limit 8@8 in LLMInferenceService s in line 1 \n");
  CHECK(group("tensor: 8") == "");
  CHECK(group("data: 16, dataLocal: 8") == "s/worker@8 2@5 x 1@6 of 8@8 limit 8@8 in LLMInferenceService s in line 1 \n");
  CHECK(group("data: 4") == "s/worker@8 2@5 x 3@6 of 8@8 limit 8@8 in LLMInferenceService s in line 1 \n");
  CHECK(group("dataLocal: 4") == "");
  CHECK(group("dataLocal: 1") == "");
  CHECK(group("data: 2, dataLocal: 4") == "");
  CHECK(group("data: '{{ n }}', dataLocal: 4") == "s/worker@8 2@5 x ?@6 of 8@8 limit 8@8 in LLMInferenceService s in line 1 \n");
}

// Kubeflow's training operator: a map of roles, one pod of each unless it says more; an elastic job has bounds.
TEST_CASE("Roles of a training job have their replicas, one unless they say so") {
  using namespace kubernetes_workloads_cases;
  const auto of = [](std::string_view spec, std::string_view master, std::string_view worker) {
    return read("apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: t}\nspec:\n  " + std::string(spec) + "\n  pytorchReplicaSpecs:\n    Master: {" +
                std::string(master) + "}\n    Worker: {" + std::string(worker) + "}\n");
  };
  CHECK(of("a: b", pods(8), "replicas: 3, " + pods(4)) ==
        "t/Master@7 1@3 x 1@7 of 8@7 limit 8@7 in PyTorchJob t in line 1 job\nt/Worker@8 1@3 x 3@8 of 4@8 limit 4@8 in PyTorchJob t in line 1 job\n");
  CHECK(of("nprocPerNode: '4'", pods(0), "replicas: 3, " + pods(4)) ==
        "t/Master@7 1@3 x 1@7 of 0@7 limit 0@7 in PyTorchJob t in line 1 job\nt/Worker@8 1@3 x 3@8 of 4@8 limit 4@8 processes 4@5 in PyTorchJob t in line 1 job\n");
  CHECK(of("elasticPolicy: {minReplicas: 1, maxReplicas: 6}", pods(1), "replicas: 3, " + pods(4)) ==
        "t/Master@7 1@3 x 1@7 of 1@7 limit 1@7 in PyTorchJob t in line 1 job\nt/Worker@8 1@3 x 3@8 of 4@8 stated 3@8 least 1@5 most 6@5 limit 4@8 in PyTorchJob t in line 1 job\n");
}
