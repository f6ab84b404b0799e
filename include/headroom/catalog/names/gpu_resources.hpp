// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/gpu.hpp>
#include <headroom/text/nearest_name.hpp>

// What Kubernetes calls GPUs: the extended resources of the device plugins.
namespace headroom::catalog {

// A resource of whole GPUs.
struct gpu_resource {
  std::string_view name{};
  headroom::maker maker = headroom::maker::own;
};

inline constexpr gpu_resource gpu_resources[]{
    {"nvidia.com/gpu", maker::nvidia},     // NVIDIA, k8s-device-plugin, README.md
    {"amd.com/gpu", maker::amd},           // AMD, ROCm/k8s-device-plugin, README.md
    {"gpu.intel.com/i915", maker::intel},  // Intel, intel-device-plugins-for-kubernetes, cmd/gpu_plugin/README.md
    {"gpu.intel.com/xe", maker::intel},
    {"habana.ai/gaudi", maker::intel},  // Intel, Gaudi documentation, "Intel Gaudi Device Plugin for Kubernetes"
};

// MIG instances of a profile: "nvidia.com/mig-1g.10gb".
inline constexpr std::string_view mig_resources = "nvidia.com/mig-";
// GPUs in turns: shares, of a size that is in the plugin's settings.
inline constexpr std::string_view shared_gpu_resource = "nvidia.com/gpu.shared";

// Devices that models run on and that are no GPUs.
inline constexpr std::string_view other_accelerators[]{
    "google.com/tpu",          // Google Cloud, "Deploy TPU workloads in GKE"
    "aws.amazon.com/neuron",   // AWS Neuron, "Neuron Device Plugin"
    "aws.amazon.com/neuroncore",
    "aws.amazon.com/neurondevice",
    "huawei.com/Ascend310",  // Huawei, Ascend Device Plugin, README
    "huawei.com/Ascend310P",
    "huawei.com/Ascend910",
};

constexpr bool is_other_accelerator(std::string_view name) {
  for (const std::string_view each : other_accelerators)
    if (each == name) return true;
  return false;
}

// The resource of whole GPUs of that name; nullptr where it is none.
constexpr const gpu_resource* find_gpu_resource(std::string_view name) {
  for (const gpu_resource& each : gpu_resources)
    if (each.name == name) return &each;
  return nullptr;
}

// The profile of a resource of MIG instances; empty where it is none.
constexpr std::string_view mig_profile_of(std::string_view resource) {
  return resource.starts_with(mig_resources) ? resource.substr(mig_resources.size()) : std::string_view{};
}

// The resource of whole GPUs that was meant by one that is none and differs by a slip: "nvidia.com/gpus". nullptr where none is.
constexpr const gpu_resource* gpu_resource_meant_by(std::string_view name) {
  if (name.find('/') == std::string_view::npos || find_gpu_resource(name) != nullptr) return nullptr;
  const plain_name asked(name);
  for (const gpu_resource& each : gpu_resources)
    if (slips_between(asked, plain_name(each.name)).edits <= 1) return &each;
  return nullptr;
}

// Whole GPUs, MIG instances or shares.
constexpr bool is_of_gpus(std::string_view resource) {
  return find_gpu_resource(resource) != nullptr || resource == shared_gpu_resource || !mig_profile_of(resource).empty();
}

}  // namespace headroom::catalog
