// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

// What the labels of Kubernetes' nodes call GPUs, beside the catalogue's names.
namespace headroom::catalog {

// NVIDIA, GPU feature discovery, README.md: the driver's name of the GPU with hyphens.
inline constexpr std::string_view gpu_product_label = "nvidia.com/gpu.product";
// Google Cloud, "Run GPUs in GKE Standard node pools", and the names of accelerators in its "GPU platforms".
inline constexpr std::string_view gke_accelerator_label = "cloud.google.com/gke-accelerator";
// NVIDIA, GPU feature discovery: nodes of one NVLink domain have the same.
inline constexpr std::string_view nvlink_domain_label = "nvidia.com/gpu.clique";

// A value of one of the labels: the GPU, and the machine type where that alone has it.
struct gpu_label {
  std::string_view key{};
  std::string_view value{};
  std::string_view gpu{};
  std::string_view machine{};
};

// The L4 is not in the catalogue yet.
inline constexpr gpu_label gpu_labels[]{
    {gpu_product_label, "NVIDIA-A100-SXM4-40GB", "A100-SXM4-40GB"},
    {gpu_product_label, "NVIDIA-A100-SXM4-80GB", "A100-SXM4-80GB"},
    {gpu_product_label, "NVIDIA-A100-PCIE-40GB", "A100-PCIe-40GB"},
    {gpu_product_label, "NVIDIA-A100-80GB-PCIe", "A100-PCIe-80GB"},
    {gpu_product_label, "NVIDIA-H100-80GB-HBM3", "H100-SXM5-80GB"},
    {gpu_product_label, "NVIDIA-H100-PCIe", "H100-PCIe-80GB"},
    {gpu_product_label, "NVIDIA-H100-NVL", "H100-NVL-94GB"},
    {gpu_product_label, "NVIDIA-H200", "H200-SXM5-141GB"},
    {gpu_product_label, "NVIDIA-B200", "B200-SXM6"},
    {gpu_product_label, "NVIDIA-B300-SXM6-AC", "B300-SXM6"},
    {gpu_product_label, "NVIDIA-GB200", "GB200"},
    {gpu_product_label, "NVIDIA-GB300", "GB300"},
    {gpu_product_label, "NVIDIA-L40S", "L40S-48GB"},
    {gpu_product_label, "NVIDIA-L4", "L4"},
    {gpu_product_label, "NVIDIA-A10", "A10"},
    {gpu_product_label, "Tesla-T4", "T4"},
    {gpu_product_label, "Tesla-V100-SXM2-16GB", "V100-SXM2-16GB"},
    {gpu_product_label, "Tesla-V100-SXM2-32GB", "V100-SXM2-32GB"},
    {gpu_product_label, "Tesla-V100-PCIE-16GB", "V100-PCIe-16GB"},
    {gke_accelerator_label, "nvidia-tesla-a100", "A100-SXM4-40GB"},
    {gke_accelerator_label, "nvidia-a100-80gb", "A100-SXM4-80GB"},
    {gke_accelerator_label, "nvidia-h100-80gb", "H100-SXM5-80GB"},
    {gke_accelerator_label, "nvidia-h100-mega-80gb", "H100-SXM5-80GB", "a3-megagpu-8g"},
    {gke_accelerator_label, "nvidia-h200-141gb", "H200-SXM5-141GB", "a3-ultragpu-8g"},
    {gke_accelerator_label, "nvidia-b200", "B200-SXM6", "a4-highgpu-8g"},
    {gke_accelerator_label, "nvidia-gb200", "GB200", "a4x-highgpu-4g"},
    {gke_accelerator_label, "nvidia-tesla-t4", "T4"},
    {gke_accelerator_label, "nvidia-l4", "L4"},
};

// Whether values of a label are GPUs.
constexpr bool is_gpu_label(std::string_view key) { return key == gpu_product_label || key == gke_accelerator_label; }

// The row of a label's value; nullptr where no list has it.
constexpr const gpu_label* find_gpu_label(std::string_view key, std::string_view value) {
  for (const gpu_label& each : gpu_labels)
    if (each.key == key && each.value == value) return &each;
  return nullptr;
}

// The catalogue's name of the GPU that a label's value stands for, or that value.
constexpr std::string_view gpu_labelled(std::string_view key, std::string_view value) {
  const gpu_label* found = find_gpu_label(key, value);
  return found == nullptr ? value : found->gpu;
}

}  // namespace headroom::catalog
