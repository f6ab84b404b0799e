// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <random>
#include <read/reading.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
#include <string>

// Objects of kinds that nobody here knows.
namespace unknown_kinds {

using headroom::read::file_of;

constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();

std::string object(std::string_view kind, std::string_view spec) {
  return "apiVersion: x.example/v1\nkind: " + std::string(kind) + "\nmetadata: {name: it}\nspec: " + std::string(spec) + "\n";
}
std::string pods_of(int gpus) {
  return "{containers: [{name: a, image: b, resources: {limits: {nvidia.com/gpu: " + std::to_string(gpus) + "}}}]}";
}

std::string findings_of(const std::string& text) {
  const auto file = file_of(text);
  std::string words;
  for (const hr::finding& each : hr::check(file->view("x"), {.held = h100}))
    words += std::string(hr::name(each.severity)) + " " + std::string(each.rule) + " ";
  return words;
}

// A name of letters, as a kind or a key has.
std::string invented(std::mt19937& random, bool is_kind) {
  std::uniform_int_distribution<int> letter('a', 'z');
  std::string name;
  for (int i = 0; i < 9; ++i) name += static_cast<char>(letter(random));
  if (is_kind) name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

}  // namespace unknown_kinds

// Kueue's Workload holds the pod templates of the job that it stands for; that of scheduling.k8s.io names groups, and holds none.
TEST_CASE("An object that queues the pods of another is no object without requests") {
  using namespace unknown_kinds;
  CHECK(findings_of(object("Workload", "{queueName: q, podSets: [{name: main, count: 3, template: {spec: " + pods_of(16) + "}}]}")) == "error gpus_used unknown gpus_used ");
  CHECK(findings_of(object("Workload", "{podGroups: [{name: main, policy: {gang: {minCount: 3}}}]}")) == "");
}

TEST_CASE("A pod of an unknown kind whose command starts processes on GPUs asks for some, which its controller may give it") {
  using namespace unknown_kinds;
  const auto pod = [](std::string_view command, std::string_view more = "") {
    return findings_of(object("Zorblax", "{template: {spec: {containers: [{name: a, image: b, command: [" + std::string(command) + "]}]" + std::string(more) + "}}}"));
  };
  CHECK(pod("torchrun, --nproc_per_node=8, t.py") == "unknown gpus_used ");
  CHECK(pod("python, t.py") == "");
  CHECK(pod("python, t.py", ", tolerations: [{key: nvidia.com/gpu}]") == "");
}

TEST_CASE("Pods of an invented kind are judged against the machine, and told as not counted") {
  using namespace unknown_kinds;
  std::mt19937 random(13);
  for (int i = 0; i < 50; ++i) {
    const std::string kind = invented(random, true);
    std::string spec = pods_of(i % 2 == 0 ? 16 : 8);
    for (int depth = i % 5; depth >= 0; --depth) spec = "{replicas: 3, " + invented(random, false) + ": " + spec + "}";
    INFO(kind, spec);
    CHECK(findings_of(object(kind, spec)) == (i % 2 == 0 ? "error gpus_used unknown gpus_used " : "unknown gpus_used "));
    const auto file = file_of(object(kind, spec));
    REQUIRE(file->uncounted.size() == 1);
    CHECK(file->uncounted[0].kind == kind);
    CHECK(file->uncounted[0].gpus.value == (i % 2 == 0 ? 16 : 8));
    CHECK(file->uncounted[0].line == 4);
    CHECK(!file->holds_nothing());
  }
}

TEST_CASE("What is no object is told, and an empty document is nothing") {
  using namespace unknown_kinds;
  const std::string service = "apiVersion: v1\nkind: Service\n---\n";
  for (const std::string_view text : {"text", "8", "[1, 2]", "- gpus: 8"}) {
    const auto file = file_of(service + std::string(text) + "\n");
    REQUIRE(file->not_followed.size() == 1);
    CHECK(file->not_followed[0].line == 4);
    CHECK(file->not_followed[0].message == "what is no object of Kubernetes is not judged");
  }
  const auto list = file_of("apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Service}\n- a\n");
  REQUIRE(list->not_followed.size() == 1);
  CHECK(list->not_followed[0].line == 5);
  CHECK(file_of(service + "---\n# a remark\n---\nnull\n")->not_followed.empty());
}

// AIBrix's RayClusterFleet holds the spec of a RayCluster.
TEST_CASE("A cluster of Ray within an invented kind runs one engine in all its pods") {
  using namespace unknown_kinds;
  const auto cluster = [](int stages) {
    const auto pods = [](std::string_view args) {
      return "template: {spec: {containers: [{name: a, image: b, command: [" + std::string(args) + "], resources: {limits: {nvidia.com/gpu: 8}}}]}}";
    };
    return findings_of(object("Gizmo", "{replicas: 3, template: {spec: {headGroupSpec: {" + pods("vllm, serve, m, -tp, '8', -pp, '" + std::to_string(stages) + "'") +
                                           "}, workerGroupSpecs: [{groupName: w, replicas: 1, " + pods("ray, start") + "}]}}}"));
  };
  CHECK(cluster(2) == "unknown gpus_used ");
  CHECK(cluster(3) == "unknown gpus_used error group_size ");
  CHECK(findings_of(object("Gizmo", "{headGroupSpec: {template: {spec: {containers: [{name: a, command: [torchrun, --nproc_per_node=8, t.py]}]}}}}")) == "unknown gpus_used ");
  CHECK(findings_of(object("Gizmo", "{headGroupSpec: {resources: {limits: {nvidia.com/gpu: 8}}}}")) == "unknown gpus_used ");
  CHECK(findings_of(object("Gizmo", "{headGroupSpec: {template: {spec: {containers: [{name: a}]}}}, workerGroupSpecs: [{resources: {limits: {nvidia.com/gpu: 8}}}]}")) == "unknown gpus_used ");
}

TEST_CASE("A container or a number of GPUs anywhere in an invented kind is told") {
  using namespace unknown_kinds;
  const auto uncounted = [](std::string_view spec) {
    const auto file = file_of(object("Gizmo", spec));
    std::string words;
    for (const hr::uncounted_gpus& each : file->uncounted) words += each.gpus.is_known() ? std::to_string(each.gpus.value) + " " : "? ";
    return words;
  };
  CHECK(uncounted("{runner: {image: a, resources: {limits: {nvidia.com/gpu: 8}}}}") == "8 ");
  CHECK(uncounted("{numGpus: 4}") == "4 ");
  CHECK(uncounted("{pool: [{gpus: 2}, {gpus: 0}]}") == "2 ");
  CHECK(uncounted("{each: {amd.com/gpu: '4'}}") == "4 ");
  CHECK(uncounted("{gpu_count: '${GPUS}'}") == "? ");
  for (const std::string_view named : {"{gpuType: H100}", "{gpu: RTX-6000}", "{acceleratorType: nvidia-l4}", "{hardware: NVIDIA-H100-80GB-HBM3}"}) {
    CAPTURE(named);
    CHECK(uncounted(named) == "? ");
  }
  CHECK(uncounted("{hardware: H100, gpu: none}").empty());
  CHECK(uncounted("{gpuVendor: nvidia, gpuMemoryUtilization: 0.9, useGpu: 'false', port: 8}").empty());
  CHECK(uncounted("{useGpu: 'true'}") == "? ");
  CHECK(uncounted("{containers: [{name: a, resources: {limits: {cpu: 4}}}]}").empty());
  // Devices one by one, of a class, and by the label of their nodes.
  CHECK(uncounted("{devices: {gpus: [{name: a, deviceName: b}, {name: c, deviceName: d}]}}") == "? ");
  CHECK(uncounted("{requests: [{exactly: {deviceClassName: gpu.nvidia.com, count: 8}}]}") == "? ");
  CHECK(uncounted("{nodeSelector: {cloud.google.com/gke-accelerator: nvidia-l4}}") == "? ");
  CHECK(uncounted("{nodeSelector: {disk: fast}, requests: [{deviceClassName: nics}], gpus: []}").empty());
  // What is written as a text.
  CHECK(uncounted("{values: \"a: 1\\nresources: {limits: {nvidia.com/gpu: 8}}\\n\"}") == "? ");
  CHECK(uncounted("{manifest: '{spec: {resources: {limits: {nvidia.com/gpu: 8}}}}'}") == "? ");
  CHECK(uncounted("{values: \"a: 1\\nb: 2\\n\", script: \"echo gpus\\necho 8\\n\"}").empty());
}

TEST_CASE("Requests in unusual places of an invented kind are told") {
  using namespace unknown_kinds;
  std::mt19937 random(20);
  const auto gpus_of = [&](std::string_view rest) {
    const auto file = file_of("apiVersion: x.example/v1\nkind: " + invented(random, true) + "\n" + std::string(rest) + "\n");
    REQUIRE(!file->uncounted.empty());
    return headroom::read::told(file->uncounted.front().gpus);
  };
  const std::string named = "metadata: {name: it}\n";
  CHECK(gpus_of("gpuCount: 8") == "8");  // beside spec, not in it
  CHECK(gpus_of(named + "spec: {gpusPerNode: 4}") == "4");
  CHECK(gpus_of(named + "spec: {need: {example.com/gpus: 4}}") == "4");
  CHECK(gpus_of(named + "spec: {env: [{name: NUM_GPUS, value: '8'}]}") == "8");
  CHECK(gpus_of(named + "spec: {arguments: {parameters: [{name: gpus, value: 8}]}}") == "8");
  CHECK(gpus_of("metadata: {name: it, annotations: {x.example/gpus: '8'}}\nspec: {image: a}") == "8");
  CHECK(gpus_of("metadata: {name: it, annotations: {x.example/template: '{\"limits\": {\"nvidia.com/gpu\": 8}}'}}") == "?");
  CHECK(gpus_of(named + "spec: {template: {metadata: {annotations: {gpu.example.com/count: '4'}}}}") == "?");
  CHECK(gpus_of(named + "spec: {resourceClaims: [{name: gpu, resourceClaimTemplateName: elsewhere}]}") == "?");
  CHECK(gpus_of(named + "spec: {nodeSelector: {node.kubernetes.io/instance-type: BM.GPU.H100.8}}") == "?");
  CHECK(gpus_of(named + "spec: {affinity: {nodeAffinity: {terms: [{key: nvidia.com/gpu.product, operator: In, values: [a]}]}}}") == "?");
  CHECK(gpus_of(named + "spec: {instanceType: ml.p5.48xlarge, instanceCount: 4}") == "?");
  CHECK(gpus_of(named + "spec: {resourceProfile: 'nvidia-gpu-l4:2', url: 'hf://a/b'}") == "?");
  CHECK(gpus_of(named + "spec: {command: [torchrun, --nproc_per_node=8, train.py]}") == "?");
  CHECK(gpus_of(named + "spec: {script: \"#!/bin/bash\\n#SBATCH --gres=gpu:8\\nsrun train\\n\"}") == "?");
  CHECK(gpus_of(named + "spec: {accelerators: {H100: 8}}") == "?");
  CHECK(gpus_of(named + "spec: {accelerators: 'H100:8'}") == "?");
  CHECK(gpus_of(named + "spec: {nvidiaGPU: {count: 8, type: H100}}") == "?");
  CHECK(gpus_of(named + "spec: {resources: 'nvidia.com/gpu=8,cpu=4'}") == "?");
  CHECK(gpus_of(named + "spec: {a: \"b: |\\n  limits:\\n    nvidia.com/gpu: 8\\n\"}") == "?");
  CHECK(gpus_of(named + "spec: {runner: {image: a, resources: {limits: {koordinator.sh/gpu-core: 100}}}}") == "-");
  CHECK(file_of("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {resourceClaims: [{name: g, resourceClaimTemplateName: t}], containers: [{name: a}]}\n"
                "---\napiVersion: x/v1\nkind: Gadget\nmetadata: {name: g}\nspec: {resourceClaims: [{name: g, resourceClaimTemplateName: t}]}\n"
                "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t}\n"
                "spec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}}\n")
            ->uncounted.front().gpus.value == 2);
}

TEST_CASE("Kinds about GPUs that ask for none are no requests") {
  using namespace unknown_kinds;
  for (const std::string_view text :
       {"kind: PrometheusRule\nmetadata: {name: gpu}\nspec: {groups: [{name: gpu, rules: [{alert: GPUIdle, expr: 'avg(DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"}) < 10', "
        "annotations: {summary: nvidia.com/gpu is asked for and idle}}]}]}",
        "kind: HorizontalPodAutoscaler\nmetadata: {name: h}\nspec: {maxReplicas: 4, metrics: [{pods: {metric: {name: DCGM_FI_DEV_GPU_UTIL}, "
        "target: {type: AverageValue, averageValue: 80}}}]}",
        "kind: Service\nmetadata: {name: gpu, labels: {app: gpu}}\nspec: {ports: [{name: gpu, port: 8000}]}",
        "kind: ClusterRole\nmetadata: {name: gpu}\nrules: [{apiGroups: [nvidia.com], resources: [gpus], verbs: [get]}]",
        "kind: PriorityClass\nmetadata: {name: gpu-high}\nvalue: 1000",
        "kind: HelmRelease\nmetadata: {name: d}\nspec: {values: {image: {repository: nvcr.io/nvidia/gpu-operator, tag: 3.3.5}}}",
        "kind: Gadget\nmetadata: {name: g}\nspec: {image: a}\nstatus: {gpus: 8}",
        "kind: Gadget\nmetadata: {name: g, annotations: {kubectl.kubernetes.io/last-applied-configuration: '{\"gpus\": 8}'}}\nspec: {image: a}"}) {
    CAPTURE(text);
    CHECK(file_of("apiVersion: v1\n" + std::string(text) + "\n")->holds_nothing());
  }
}

TEST_CASE("What asks for GPUs and says no kind is called a document") {
  const auto file = headroom::read::file_of("apiVersion: v1\nkind: Service\n---\nresources: {limits: {nvidia.com/gpu: 8}}\n");
  std::string words;
  for (const hr::finding& each : hr::check(file->view("x"), hr::check_terms{})) words += hr::sentence_of(each);
  CHECK(words == "The document asks for 8 GPUs; how often it does is not counted");
}

TEST_CASE("Kinds that bound or describe ask for nothing") {
  using namespace unknown_kinds;
  for (const std::string_view kind : {"ConfigMap", "ResourceQuota", "NodePool"})
    CHECK(file_of(object(kind, "{limits: {nvidia.com/gpu: 64}}"))->holds_nothing());
  CHECK(file_of(object("Service", "{ports: [{port: 80}]}"))->holds_nothing());
}

TEST_CASE("What others are made from is judged and asks for nothing") {
  using namespace unknown_kinds;
  for (const std::string_view kind : {"ServingRuntime", "ClusterServingRuntime"}) {
    const auto file = file_of(object(kind, pods_of(16)));
    REQUIRE(file->workloads.size() == 1);
    CHECK(file->uncounted.empty());
    CHECK(file->view("x").gpus_used() == 0);
    CHECK(file->workloads[0].queueing.runs_as == hr::workload_class::blueprint);
    CHECK(findings_of(object(kind, pods_of(16))) == "error gpus_used ");
  }
}

TEST_CASE("A kustomization beside an object is not judged, and neither is the file then") {
  using namespace unknown_kinds;
  const std::string job = object("Job", "{template: {spec: " + pods_of(8) + "}}");
  CHECK(file_of(job)->not_followed.empty());
  for (const std::string_view built : {"apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nreplicas: [{name: it, count: 9}]\n",
                                       "resources: [job.yaml]\nreplicas: [{name: it, count: 9}]\n"}) {
    CAPTURE(built);
    const auto file = file_of(job + "---\n" + std::string(built));
    REQUIRE(file->not_followed.size() == 1);
    CHECK(file->not_followed[0].line == 6);
    CHECK(file->not_followed[0].message == "a kustomization is not judged: check what `kustomize build` prints");
    CHECK(file->workloads.size() == 1);
  }
}
