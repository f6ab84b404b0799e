// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

#include <headroom/text/characters.hpp>

// How clouds name the sizes of their machines, whether the catalogue has them or not.
namespace headroom::catalog {

// GPUs as names of sizes have them: "gpu_8x_h100_sxm5", "nvidia-gpu-l4:2".
inline constexpr std::string_view gpus_in_size_names[]{"a100", "h100", "h200", "gb200", "gb300", "b200", "b300", "mi300", "v100", "-gpu-", "gpu_"};

// Kinds of Google Cloud's machine types, between a series and a number: "a3-highgpu-8g", "n2-standard-8".
inline constexpr std::string_view kinds_of_google[]{"-highgpu-", "-megagpu-",  "-ultragpu-", "-maxgpu-", "-edgegpu-",
                                                    "-standard-", "-highmem-", "-highcpu-"};

namespace detail {

// Microsoft, "Virtual machine size naming conventions".
inline constexpr std::string_view azure_prefix = "Standard_";
// Amazon, SageMaker's "ml instance types" are EC2's.
inline constexpr std::string_view sagemaker_prefix = "ml.";

constexpr std::string_view without(std::string_view prefix, std::string_view name) {
  return ascii::starts_with(name, prefix) ? name.substr(prefix.size()) : name;
}

// Azure's family N, of which C, D, G and V have GPUs: "NC24ads", "ND96isr", and NCC of confidential VMs.
constexpr bool has_gpus_on_azure(std::string_view name) {
  const std::string_view size = without(azure_prefix, name);
  if (size.size() < 3 || ascii::small_letter(size[0]) != 'n') return false;
  const bool has_gpus = std::string_view("cdgv").find(ascii::small_letter(size[1])) != std::string_view::npos;
  return has_gpus && (ascii::is_digit(size[2]) || ascii::small_letter(size[2]) == 'c');
}

// Amazon, "Amazon EC2 instance type naming conventions": the families P and G, a generation, and the size after a dot.
constexpr bool has_gpus_on_aws(std::string_view name) {
  const std::string_view size = without(sagemaker_prefix, name);
  return size.size() > 2 && (size[0] == 'p' || size[0] == 'g') && ascii::is_digit(size[1]) &&
         size.find('.') != std::string_view::npos;
}

// Google Cloud, "GPU machine types": the series A2 and G2, and those after them. G1 is a share of a core.
constexpr bool has_gpus_on_google(std::string_view name) {
  return name.size() > 3 && (name[0] == 'a' || name[0] == 'g') && ascii::is_digit(name[1]) && name[1] >= '2' &&
         name.find('-') != std::string_view::npos;
}

// Oracle, "Compute shapes": "BM.GPU.H100.8", "VM.GPU.A10.2".
constexpr bool has_gpus_on_oracle(std::string_view name) {
  return name.starts_with("BM.GPU") || name.starts_with("VM.GPU");
}

constexpr bool is_size_of_aws(std::string_view name) {
  const std::string_view whole = without(sagemaker_prefix, name);
  const std::size_t dot = whole.find('.');
  if (dot == std::string_view::npos || dot < 2) return false;
  const std::string_view size = whole.substr(dot + 1);
  return size.ends_with("xlarge") || size == "large" || size == "medium" || size == "small" || size == "micro" || size == "nano" ||
         size.starts_with("metal");
}

constexpr bool is_size_of_google(std::string_view name) {
  for (const std::string_view kind : kinds_of_google)
    if (const std::size_t at = name.find(kind); at <= 4) return true;
  return false;
}

}  // namespace detail

// The size of EC2 that an instance type of SageMaker and of its HyperPod is: "p5.48xlarge" of "ml.p5.48xlarge".
constexpr std::string_view of_ec2(std::string_view name) { return detail::without(detail::sagemaker_prefix, name); }

// Whether a cloud would call a size with GPUs so.
constexpr bool is_gpu_size_name(std::string_view name) {
  for (const std::string_view gpu : gpus_in_size_names)
    if (ascii::contains(name, gpu)) return true;
  return detail::has_gpus_on_azure(name) || detail::has_gpus_on_aws(name) || detail::has_gpus_on_google(name) ||
         detail::has_gpus_on_oracle(name);
}

// Whether a cloud would call any size so, by the whole of its name.
constexpr bool is_size_name(std::string_view name) {
  const bool is_of_azure = name.size() > detail::azure_prefix.size() && ascii::starts_with(name, detail::azure_prefix);
  return is_of_azure || detail::is_size_of_aws(name) || detail::is_size_of_google(name) || detail::has_gpus_on_oracle(name);
}

}  // namespace headroom::catalog
