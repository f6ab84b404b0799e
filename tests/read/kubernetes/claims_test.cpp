// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <doctest/doctest.h>
#include <read/reading.hpp>
#include <string>
#include <string_view>

// Claims of devices: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation; classes of NVIDIA's and
// AMD's drivers by their documentation. Ray's clusters: https://docs.ray.io/en/latest/cluster/kubernetes.
namespace claims_test {

using headroom::count;
using headroom::said;

std::string told(const said<count>& one) {
  return (one.is_known() ? std::to_string(one.value) : std::string("?")) + "@" + std::to_string(one.line);
}

// GPUs that a pod with a claim of these requests asks for. The requests stand in line 4, the claim's name in line 10.
std::string claimed(std::string_view requests, std::string_view claim = "resourceClaimTemplateName: t", std::string_view own = "", std::string_view more = "") {
  const auto file = headroom::read::file_of(
      "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t}\n"
      "spec: {spec: {devices: {requests: [" + std::string(requests) + "]}}}\n"
      "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n"
      "  resourceClaims: [{name: c, " + std::string(claim) + "}]\n"
      "  containers: [{name: a, resources: {" + std::string(own) + "}}]\n" + std::string(more));
  REQUIRE(file->workloads.size() == 1);
  const headroom::workload& w = file->workloads.front();
  std::string all;
  if (!w.requests.gpus.is_silent()) all += " " + told(w.requests.gpus);
  if (w.requests.all_gpus) all += " all of its node";
  if (w.requests.mig_profile.is_known()) all += " mig " + std::string(w.requests.mig_profile.value);
  if (w.placement.one_domain.value_or(false)) all += " in one domain";
  if (!w.placement.pods_per_node.is_silent()) all += " alone " + told(w.placement.pods_per_node);
  return all;
}

TEST_CASE("GPUs of claims: a count, one where none is said, all of a node, those of another class") {
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}") == " 4@4");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com}}") == " 1@4");
  CHECK(claimed("{name: g, deviceClassName: gpu.nvidia.com, count: 3}") == " 3@4");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.amd.com, count: 2}}") == " 2@4");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}, {name: h, exactly: {deviceClassName: gpu.nvidia.com, count: 3}}") == " 7@4");
  CHECK(claimed("{name: n, exactly: {deviceClassName: nic.example.com, count: 4}}") == "");
  CHECK(claimed("{name: n, exactly: {deviceClassName: big-gpus, count: 4}}") == " ?@4");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}, {name: n, exactly: {deviceClassName: big-gpus}}") == " 4@4");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, adminAccess: true, count: 4}}") == "");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, adminAccess: false, count: 4}}") == " 4@4");
  CHECK(claimed("{name: g, firstAvailable: [{deviceClassName: gpu.nvidia.com, count: 4}]}") == " ?@4");
  CHECK(claimed("{name: m, exactly: {deviceClassName: mig.nvidia.com}}") == " mig any");
  CHECK(claimed("{name: c, exactly: {deviceClassName: compute-domain-default-channel.nvidia.com}}") == " in one domain alone 1@10");
  // All that its node has; not all where only some are selected, or others are claimed as well.
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}") == " ?@4 all of its node alone 1@10");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: ExactCount, count: 2}}") == " 2@4");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All, selectors: [{cel: {expression: x}}]}}") == " ?@4");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}, {name: h, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}") == " ?@4");
  // In another file; and beside GPUs that a container asks for itself.
  CHECK(claimed("", "resourceClaimTemplateName: other") == " ?@10");
  CHECK(claimed("", "resourceClaimName: other") == " ?@10");
  CHECK(claimed("{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}", "resourceClaimTemplateName: t", "limits: {nvidia.com/gpu: 2}") == " 6@4");
}

TEST_CASE("A class of the file's own is that of the driver whose devices it selects") {
  const auto of_class = [](std::string_view expression) {
    return claimed("{name: g, exactly: {deviceClassName: own, count: 4}}", "resourceClaimTemplateName: t", "",
                   "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: own}\nspec: {selectors: [{cel: {expression: \"" +
                       std::string(expression) + "\"}}]}\n");
  };
  CHECK(of_class("device.driver == 'gpu.nvidia.com'") == " 4@4");
  CHECK(of_class("device.driver=='gpu.amd.com'") == " 4@4");
  CHECK(of_class("device.driver == \\\"gpu.nvidia.com\\\"") == " 4@4");
  CHECK(of_class("device.driver == 'nic.example.com'") == "");
  CHECK(of_class("device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'") == " 4@4");
  CHECK(of_class("device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'mig'") == " mig any");
  // A choice, or something else that is said of the driver, leaves it open.
  CHECK(of_class("device.driver == 'gpu.nvidia.com' || device.driver == 'gpu.amd.com'") == " ?@4");
  CHECK(of_class("device.driver != 'gpu.nvidia.com'") == " ?@4");
  CHECK(of_class("device.driver == driver_of_gpu") == " ?@4");
  CHECK(of_class("device.driver == gpu.nvidia.com.g") == " ?@4");
  CHECK(of_class("true") == "");
}

TEST_CASE("Pods that name one claim share its devices, and one alone has them") {
  constexpr std::string_view other = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: q}\nspec: {containers: [{name: a}], resourceClaims: [{name: c, resourceClaimName: t}]}\n";
  const auto shared = [](std::string_view requests, std::string_view more) {
    const auto file = headroom::read::file_of("apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: t}\nspec: {devices: {requests: [" + std::string(requests) +
                                              "]}}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers: [{name: a}]\n"
                                              "  resourceClaims: [{name: c, resourceClaimName: t}]\n" + std::string(more));
    const headroom::workload& w = file->workloads.front();
    return told(w.requests.gpus) + (w.requests.all_gpus ? " all" : "") + (w.placement.pods_per_node.is_silent() ? "" : " alone");
  };
  constexpr std::string_view four = "{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}";
  constexpr std::string_view all = "{name: g, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}";
  CHECK(shared(four, other) == "?@11");
  CHECK(shared(all, other) == "?@11");
  CHECK(shared(four, "") == "4@4");
  CHECK(shared(all, "") == "?@4 all alone");
  // A Deployment may make several.
  CHECK(shared(four, "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {spec: {containers: [{name: a}]}}}\n") == "4@4");
  CHECK(shared(four, "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {spec: {containers: [{name: a}], resourceClaims: [{name: c, resourceClaimName: t}]}}}\n") == "?@11");
}

TEST_CASE("Groups of Ray's workers: a number within their bounds, times the hosts of each") {
  const auto group = [](std::string_view keys, std::string_view cluster = "") {
    const auto file = headroom::read::file_of("apiVersion: ray.io/v1\nkind: RayCluster\nmetadata: {name: r}\nspec:\n" + std::string(cluster) +
                                              "  headGroupSpec: {template: {spec: {containers: [{name: h}]}}}\n  workerGroupSpecs:\n  - groupName: g\n"
                                              "    template: {spec: {containers: [{name: w, resources: {limits: {nvidia.com/gpu: 4}}}]}}\n" + std::string(keys));
    REQUIRE(file->workloads.size() == 2);
    const headroom::workload_scale& scale = file->workloads[1].scale;
    std::string all;
    const auto tell = [&](std::string_view name, const said<count>& one) {
      if (!one.is_silent()) all += " " + std::string(name) + " " + told(one);
    };
    tell("pods", scale.pods);
    tell("stated", scale.pods_stated);
    tell("least", scale.least_pods);
    tell("most", scale.most_pods);
    return all;
  };
  CHECK(group("") == " pods 0@7");
  CHECK(group("    replicas: 3\n") == " pods 3@9 stated 3@9");
  CHECK(group("    replicas: 3\n    numOfHosts: 4\n") == " pods 12@9 stated 12@9");
  CHECK(group("    minReplicas: 2\n") == " pods 2@9 least 2@9");
  CHECK(group("    replicas: 3\n    minReplicas: 3\n    maxReplicas: 3\n") == " pods 3@9 stated 3@9 least 3@10 most 3@11");
  CHECK(group("    replicas: 3\n    minReplicas: 5\n    maxReplicas: 7\n") == " pods 5@10 stated 3@9 least 5@10 most 7@11");
  CHECK(group("    replicas: 9\n    minReplicas: 5\n    maxReplicas: 7\n") == " pods 7@11 stated 9@9 least 5@10 most 7@11");
  CHECK(group("    replicas: 6\n    minReplicas: 5\n    maxReplicas: 7\n") == " pods 6@9 stated 6@9 least 5@10 most 7@11");
  CHECK(group("    replicas: 3\n    numOfHosts: 2\n    maxReplicas: 2\n") == " pods 4@11 stated 6@9 most 4@11");
  // An autoscaler chooses, unless there is nothing to choose.
  constexpr std::string_view on = "  enableInTreeAutoscaling: true\n";
  CHECK(group("    replicas: 3\n    maxReplicas: 7\n", on) == " stated 3@10 most 7@11");
  CHECK(group("    replicas: 7\n    maxReplicas: 7\n", on) == " pods 7@10 stated 7@10 most 7@11");
  CHECK(group("    replicas: 3\n", on) == " pods ?@10 stated 3@10");
  CHECK(group("    replicas: 3\n    maxReplicas: 7\n", "  enableInTreeAutoscaling: false\n") == " pods 3@10 stated 3@10 most 7@11");
}

}  // namespace claims_test
