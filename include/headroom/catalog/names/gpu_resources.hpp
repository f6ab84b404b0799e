// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/gpu.hpp>

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

// Whole GPUs, MIG instances or shares.
constexpr bool is_of_gpus(std::string_view resource) {
  return find_gpu_resource(resource) != nullptr || resource == shared_gpu_resource || !mig_profile_of(resource).empty();
}

}  // namespace headroom::catalog
