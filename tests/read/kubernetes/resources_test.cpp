// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/kubernetes/resources.hpp>

#include <array>
#include <check.hpp>
#include <string>
#include <string_view>

// Pods worked out by hand from the rules that Kubernetes publishes: "Init Containers: resource sharing within
// containers", "Sidecar Containers", "Pod Overhead", "Resource Management: pod-level resources", "Limit Ranges".
namespace kubernetes_resources_cases {

namespace program = headroom::read;

constexpr hr::count none = -1;  // nothing is said

struct pod {
  std::string_view why{};
  std::string_view spec{};
  hr::count millicpus = none;
  hr::count mebibytes = none;
  hr::count gpus = none;
};

constexpr std::array pods{
    pod{"nothing asked for", "{containers: [{name: a}]}"},
    pod{"no containers", "{containers: []}"},
    pod{"one container", "{containers: [{resources: {requests: {cpu: 2, memory: 4Gi}}}]}", 2'000, 4'096},
    pod{"containers add",
        "{containers: [{resources: {requests: {cpu: 500m, memory: 1Gi}}},"
        " {resources: {requests: {cpu: '1.5', memory: 512Mi}}}]}",
        2'000, 1'536},
    pod{"a limit stands in for a request that is left out",
        "{containers: [{resources: {limits: {cpu: 4, memory: 8Gi, nvidia.com/gpu: 8}}}]}", 4'000, 8'192, 8},
    pod{"resource by resource", "{containers: [{resources: {requests: {cpu: 1}, limits: {cpu: 4, memory: 8Gi}}}]}",
        1'000, 8'192},
    pod{"a request of 0 stays 0", "{containers: [{resources: {requests: {cpu: 0}, limits: {cpu: 4}}}]}", 0},
    pod{"a request counts, not its limit",
        "{containers: [{resources: {requests: {memory: 1Gi}, limits: {memory: 64Gi}}}]}", none, 1'024},
    pod{"GPUs of all containers add",
        "{containers: [{resources: {limits: {nvidia.com/gpu: 4}}}, {resources: {limits: {nvidia.com/gpu: 2}}}]}", none,
        none, 6},
    pod{"GPUs of AMD", "{containers: [{resources: {limits: {amd.com/gpu: '8'}}}]}", none, none, 8},
    pod{"a smaller init container takes nothing more",
        "{initContainers: [{resources: {requests: {cpu: 1}}}], containers: [{resources: {requests: {cpu: 2}}}]}",
        2'000},
    pod{"a larger init container is what the pod takes",
        "{initContainers: [{resources: {requests: {cpu: 8}}}], containers: [{resources: {requests: {cpu: 2}}}]}",
        8'000},
    pod{"init containers run one after the other",
        "{initContainers: [{resources: {requests: {cpu: 3}}}, {resources: {requests: {cpu: 5}}}],"
        " containers: [{resources: {requests: {cpu: 4}}}]}",
        5'000},
    pod{"against the sum of the containers",
        "{initContainers: [{resources: {requests: {cpu: 5}}}],"
        " containers: [{resources: {requests: {cpu: 3}}}, {resources: {requests: {cpu: 3}}}]}",
        6'000},
    pod{"resource by resource, too",
        "{initContainers: [{resources: {requests: {cpu: 8, memory: 1Gi}}}],"
        " containers: [{resources: {requests: {cpu: 2, memory: 4Gi}}}]}",
        8'000, 4'096},
    pod{"an init container's limit stands in as well",
        "{initContainers: [{resources: {limits: {cpu: 8}}}], containers: [{resources: {requests: {cpu: 2}}}]}", 8'000},
    pod{"a GPU only while starting is held for as long as the pod is",
        "{initContainers: [{resources: {limits: {nvidia.com/gpu: 1}}}], containers: [{name: a}]}", none, none, 1},
    pod{"a GPU of an init container and of a container is the same one",
        "{initContainers: [{resources: {limits: {nvidia.com/gpu: 1}}}],"
        " containers: [{resources: {limits: {nvidia.com/gpu: 1}}}]}",
        none, none, 1},
    pod{"a sidecar adds",
        "{initContainers: [{restartPolicy: Always, resources: {requests: {cpu: 1}}}],"
        " containers: [{resources: {requests: {cpu: 2}}}]}",
        3'000},
    pod{"a sidecar runs beside the init containers after it",
        "{initContainers: [{restartPolicy: Always, resources: {requests: {cpu: 1}}}, {resources: {requests: {cpu: "
        "8}}}],"
        " containers: [{resources: {requests: {cpu: 2}}}]}",
        9'000},
    pod{"and not beside those before it",
        "{initContainers: [{resources: {requests: {cpu: 8}}}, {restartPolicy: Always, resources: {requests: {cpu: "
        "1}}}],"
        " containers: [{resources: {requests: {cpu: 2}}}]}",
        8'000},
    pod{"two sidecars around an init container",
        "{initContainers: [{restartPolicy: Always, resources: {requests: {cpu: 1}}}, {resources: {requests: {cpu: 3}}},"
        " {restartPolicy: Always, resources: {requests: {cpu: 2}}}],"
        " containers: [{resources: {requests: {cpu: 2}}}]}",
        5'000},
    pod{"an init container that is restarted on failure is no sidecar",
        "{initContainers: [{restartPolicy: OnFailure, resources: {requests: {cpu: 1}}}],"
        " containers: [{resources: {requests: {cpu: 2}}}]}",
        2'000},
    pod{"overhead adds",
        "{overhead: {cpu: 250m, memory: 120Mi}, containers: [{resources: {requests: {cpu: 2, memory: 1Gi}}}]}", 2'250,
        1'144},
    pod{"overhead adds to the larger init container",
        "{overhead: {cpu: 250m}, initContainers: [{resources: {requests: {cpu: 8}}}],"
        " containers: [{resources: {requests: {cpu: 2}}}]}",
        8'250},
    pod{"a pod's own request stands for all its containers",
        "{resources: {requests: {cpu: 4, memory: 8Gi}}, containers: [{resources: {requests: {cpu: 1, memory: 2Gi}}}]}",
        4'000, 8'192},
    pod{"a pod's own limit stands in where no container asks",
        "{resources: {limits: {cpu: 4}}, containers: [{name: a}]}", 4'000},
    pod{"and not where one does", "{resources: {limits: {cpu: 4}}, containers: [{resources: {requests: {cpu: 1}}}]}",
        1'000},
    pod{"pod-level resources leave the GPUs to the containers",
        "{resources: {requests: {cpu: 4}}, containers: [{resources: {limits: {nvidia.com/gpu: 8}}}]}", 4'000, none, 8},
    pod{"overhead on top of a pod's own request",
        "{overhead: {cpu: 1}, resources: {requests: {cpu: 4}}, containers: [{name: a}]}", 5'000},
    pod{"ephemeral containers ask for nothing",
        "{ephemeralContainers: [{name: debug}], containers: [{resources: {requests: {cpu: 2}}}]}", 2'000},
};

hr::pod_resources requests_of(std::string_view spec, std::string_view defaults = {}) {
  const program::parsed_documents parsed("spec: " + std::string(spec) + "\n" + std::string(defaults));
  REQUIRE_MESSAGE(parsed.is_good(), parsed.error().message);
  const program::tree& root = *parsed.roots().front();
  program::resource_lists given;
  given.limits = program::resource_list(root.at("default"));
  given.requests = program::resource_list(root.at("defaultRequest"));
  hr::pod_resources is = program::pod_resources_of(program::resources_of_pod(root.at("spec"), given).requests);
  is.mig_profile = {};  // the text goes with the tree
  return is;
}

}  // namespace kubernetes_resources_cases

TEST_CASE("What the scheduler counts for a pod") {
  using namespace kubernetes_resources_cases;
  for (const pod& each : pods) {
    INFO(each.why);
    const hr::pod_resources is = requests_of(each.spec);
    CHECK(is.millicpus.value_or(none) == each.millicpus);
    CHECK(is.gpus.value_or(none) == each.gpus);
    if (each.mebibytes == none)
      CHECK(is.system_memory.is_silent());
    else
      CHECK(is.system_memory.value == hr::mebibytes(static_cast<double>(each.mebibytes)));
  }
}

TEST_CASE("What a LimitRange gives to containers that leave it out") {
  using namespace kubernetes_resources_cases;
  constexpr std::string_view both = "default: {cpu: 2, memory: 1Gi}\ndefaultRequest: {cpu: 500m, memory: 256Mi}\n";
  CHECK(requests_of("{containers: [{name: a}]}", both).millicpus.value == 500);
  CHECK(requests_of("{containers: [{name: a}, {name: b}]}", both).millicpus.value == 1'000);
  CHECK(requests_of("{containers: [{resources: {requests: {cpu: 3}}}]}", both).millicpus.value == 3'000);
  // A limit of the container's own stands in before the default does.
  CHECK(requests_of("{containers: [{resources: {limits: {cpu: 1}}}]}", both).millicpus.value == 1'000);
  CHECK(requests_of("{containers: [{name: a}]}", both).system_memory.value == hr::mebibytes(256));
}

TEST_CASE("Huge pages, storage, RDMA devices and MIG instances") {
  using namespace kubernetes_resources_cases;
  const hr::pod_resources is = requests_of(
      "{containers: [{resources: {limits: {hugepages-2Mi: 1Gi, hugepages-1Gi: 4Gi, ephemeral-storage: 800Gi,"
      " rdma/ib: 8, vpc.amazonaws.com/efa: 4, cpu: 1}}}]}");
  CHECK(is.huge_pages.value == hr::gibibytes(5));
  CHECK(is.ephemeral_storage.value == hr::gibibytes(800));
  CHECK(is.rdma_devices.value == 12);
  CHECK(is.gpus.is_silent());
  const program::parsed_documents mig("spec: {containers: [{resources: {limits: {nvidia.com/mig-1g.10gb: 2}}}]}\n");
  const hr::pod_resources split =
      program::pod_resources_of(program::resources_of_pod(mig.roots().front()->at("spec")).requests);
  CHECK(split.mig_profile.value == "1g.10gb");
  CHECK(split.gpus.is_silent());
  CHECK(split.rdma_resource.empty());
  // The one resource of RDMA devices is told whatever else is asked for.
  const program::parsed_documents one("spec: {containers: [{resources: {limits: {nvidia.com/gpu: 8, rdma/ib: 8, rdma/roce: 0, cpu: 1}}}]}\n");
  CHECK(program::pod_resources_of(program::resources_of_pod(one.roots().front()->at("spec")).requests).rdma_resource == "rdma/ib");
}

TEST_CASE("Sums beyond all counts stay there") {
  using namespace kubernetes_resources_cases;
  std::string many = "{containers: [";
  for (int i = 0; i < 20; ++i) many += "{resources: {requests: {memory: 1024Pi}}}, ";
  many += "{name: last}]}";
  CHECK(hr::in_bytes(requests_of(many).system_memory.value) > 9e18);
}

TEST_CASE("Lines are of the request, or of the limit that stands in; of a sum that of its largest part") {
  using namespace kubernetes_resources_cases;
  const program::parsed_documents parsed(
      "containers:\n- resources:\n    requests:\n      cpu: 1\n    limits:\n      cpu: 2\n      nvidia.com/gpu: 8\n"
      "- resources:\n    requests:\n      cpu: 4\n");
  const hr::pod_resources is =
      program::pod_resources_of(program::resources_of_pod(parsed.roots().front()).requests);
  CHECK(is.millicpus.value == 5'000);
  CHECK(is.millicpus.line == 10);
  CHECK(is.gpus.line == 7);
}

TEST_CASE("An extended resource without a limit, or with another one, is told apart") {
  using namespace kubernetes_resources_cases;
  const auto limits_of = [](std::string_view spec) {
    const program::parsed_documents parsed("spec: " + std::string(spec) + "\n");
    return program::pod_resources_of(program::resources_of_pod(parsed.roots().front()->at("spec")).limits);
  };
  CHECK(limits_of("{containers: [{resources: {requests: {nvidia.com/gpu: 8}}}]}").gpus.value == 0);
  CHECK(limits_of("{containers: [{resources: {requests: {nvidia.com/gpu: 8}, limits: {nvidia.com/gpu: 8}}}]}")
            .gpus.value == 8);
  CHECK(limits_of("{containers: [{resources: {requests: {cpu: 8}}}]}").millicpus.is_silent());
  CHECK(limits_of("{containers: [{resources: {requests: {nvidia.com/gpu: 0}}}]}").gpus.is_silent());
  CHECK(limits_of("{initContainers: [{resources: {limits: {nvidia.com/gpu: 4}}}], containers: [{resources: {limits: {nvidia.com/gpu: 2}}}]}").gpus.value == 4);
}
