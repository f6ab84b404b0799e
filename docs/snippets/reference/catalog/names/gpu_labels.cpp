// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/gpu_labels.hpp>
namespace hr = headroom;

namespace catalog_names_gpu_labels_reference {  // hidden
static_assert(hr::catalog::gpu_labelled("nvidia.com/gpu.product", "NVIDIA-H200") == "H200-SXM5-141GB");
static_assert(hr::catalog::find_gpu_label("cloud.google.com/gke-accelerator", "nvidia-gb200")->machine == "a4x-highgpu-4g");
}  // hidden
