// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/kubernetes/pod.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <headroom/deployment/check.hpp>
#include <string>
#include <string_view>

namespace pod_cases {

using headroom::read::file_of;

// A pod of this spec, behind a ComputeDomain and a claim of one of its channels.
auto claiming(std::string_view claim) {
  return file_of(
      "apiVersion: resource.nvidia.com/v1beta1\nkind: ComputeDomain\nmetadata: {name: d}\n"
      "spec: {numNodes: 0, channel: {resourceClaimTemplate: {name: own-channel}}}\n---\n"
      "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: one-channel}\n"
      "spec: {devices: {requests: [{name: c, exactly: {deviceClassName: compute-domain-default-channel.nvidia.com}}]}}\n"
      "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"
      "spec:\n  containers: [{name: a}]\n  resourceClaims: [{name: c, " +
      std::string(claim) + "}]\n");
}

}  // namespace pod_cases

TEST_CASE("A pod with a channel of its own is alone on its node; pods that share a claim need not be") {
  using namespace pod_cases;
  const auto own = claiming("resourceClaimTemplateName: own-channel");
  CHECK(own->workloads[0].placement.one_domain.value);
  CHECK(own->workloads[0].placement.pods_per_node.value_or(0) == 1);
  CHECK(own->workloads[0].placement.pods_per_node.line == 16);
  const auto shared = claiming("resourceClaimName: one-channel");
  CHECK(shared->workloads[0].placement.one_domain.value);
  CHECK(shared->workloads[0].placement.pods_per_node.is_silent());
  // A claim that is called as the template is another.
  const auto other = claiming("resourceClaimName: own-channel");
  CHECK(other->workloads[0].placement.one_domain.is_silent());
  CHECK(other->workloads[0].requests.gpus.is_unresolved());
}

TEST_CASE("A pod whose own limits are below its requests is refused by Kubernetes, as one with such a container") {
  const auto refused = [](std::string_view resources) {
    const auto file = pod_cases::file_of("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a}], resources: " + std::string(resources) + "}\n");
    return hr::errors_in(file->view("x"), {}, "limits_match");
  };
  CHECK(refused("{requests: {cpu: 50, memory: 10Gi}, limits: {cpu: 20}}") == 1);
  CHECK(refused("{requests: {cpu: 20, memory: 10Gi}, limits: {cpu: 20, memory: 10Gi}}") == 0);
  CHECK(refused("{limits: {cpu: 20}}") == 0);
}

TEST_CASE("Containers ask for no more than their pod's own resources, together by requests and each by its limit") {
  const auto refused = [](std::string_view of_pod, std::string_view a, std::string_view b) {
    const auto file = pod_cases::file_of("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, resources: " + std::string(a) +
                                         "}, {name: b, resources: " + std::string(b) + "}], resources: " + std::string(of_pod) + "}\n");
    return hr::errors_in(file->view("x"), {}, "limits_match");
  };
  constexpr std::string_view four = "{requests: {cpu: 4, memory: 8Gi}, limits: {cpu: 8, memory: 8Gi}}";
  CHECK(refused(four, "{requests: {cpu: 3}}", "{requests: {cpu: 3}}") == 1);
  CHECK(refused(four, "{requests: {cpu: 3}}", "{requests: {cpu: 1}}") == 0);
  CHECK(refused(four, "{requests: {cpu: 3, memory: 5Gi}}", "{requests: {cpu: 3, memory: 5Gi}}") == 2);
  CHECK(refused(four, "{requests: {cpu: 1}, limits: {cpu: 16}}", "{}") == 1);
  CHECK(refused(four, "{requests: {cpu: 1}, limits: {cpu: 8}}", "{requests: {cpu: 1}, limits: {cpu: 8}}") == 0);
  // A request that the pod leaves out is the containers' sum, which its limit bounds.
  CHECK(refused("{limits: {cpu: 4}}", "{requests: {cpu: 3}}", "{requests: {cpu: 3}}") == 1);
  CHECK(refused("{requests: {memory: 8Gi}}", "{requests: {cpu: 3}}", "{requests: {cpu: 3}}") == 0);
}

TEST_CASE("A part of a GPU by an annotation, or by a resource of another plugin, is not none and not a whole one") {
  const auto asks = [](std::string_view annotations, std::string_view limits) {
    const auto file = pod_cases::file_of("apiVersion: v1\nkind: Pod\nmetadata: {name: p, annotations: {" + std::string(annotations) +
                                         "}}\nspec: {containers: [{name: a, resources: {limits: {" + std::string(limits) + "}}}]}\n");
    const hr::workload& w = file->workloads.front();
    return headroom::read::told(w.requests.gpus) + (w.requests.mig_profile.is_silent() ? "" : " in parts");
  };
  CHECK(asks("gpu-fraction: '0.5'", "") == "- in parts");
  CHECK(asks("gpu-memory: '2000'", "") == "- in parts");
  CHECK(asks("", "nvidia.com/gpumem: 8000, nvidia.com/gpucores: 50") == "- in parts");
  CHECK(asks("", "nvidia.com/gpu: 1, nvidia.com/gpumem: 8000") == "1 in parts");
  CHECK(asks("gpu-type: h100, gpus: 'false', prometheus.io/port: '9400'", "cpu: 1") == "-");
  CHECK(asks("gpu-fraction: '0.5'", "nvidia.com/gpu: 1") == "1");
}
