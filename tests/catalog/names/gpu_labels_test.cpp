// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/gpu_labels.hpp>

#include <check.hpp>
#include <headroom/catalog/machines.hpp>

namespace {

bool is_in_catalogue(std::string_view gpu) {
  for (const hr::machine& each : hr::catalog::machines())
    if (each.gpu() != nullptr && each.gpu()->name == gpu) return true;
  return false;
}

}  // namespace

TEST_CASE("a label's GPU is the catalogue's name, or the label's own text") {
  CHECK_CONSTEXPR(hr::catalog::gpu_labelled("nvidia.com/gpu.product", "NVIDIA-GB200") == "GB200");
  CHECK_CONSTEXPR(hr::catalog::gpu_labelled("cloud.google.com/gke-accelerator", "nvidia-b200") == "B200-SXM6");
  CHECK_CONSTEXPR(hr::catalog::gpu_labelled("nvidia.com/gpu.product", "nvidia-b200") == "nvidia-b200");
}

TEST_CASE("a value is looked up under its own label") {
  CHECK_CONSTEXPR(hr::catalog::find_gpu_label("cloud.google.com/gke-accelerator", "nvidia-h200-141gb")->machine == "a3-ultragpu-8g");
  CHECK_CONSTEXPR(hr::catalog::find_gpu_label("nvidia.com/gpu.product", "nvidia-h200-141gb") == nullptr);
  CHECK_CONSTEXPR(hr::catalog::find_gpu_label("cloud.google.com/gke-accelerator", "NVIDIA-H200") == nullptr);
  CHECK_CONSTEXPR(hr::catalog::find_gpu_label("nvidia.com/gpu.product", "NVIDIA-H200")->machine.empty());
}

TEST_CASE("two labels have GPUs for values") {
  CHECK_CONSTEXPR(hr::catalog::is_gpu_label("nvidia.com/gpu.product"));
  CHECK_CONSTEXPR(hr::catalog::is_gpu_label("cloud.google.com/gke-accelerator"));
  CHECK_CONSTEXPR(!hr::catalog::is_gpu_label("nvidia.com/gpu.count"));
}

TEST_CASE("a machine type that alone has a GPU holds that GPU") {
  for (const hr::catalog::gpu_label& each : hr::catalog::gpu_labels) {
    if (each.machine.empty()) continue;
    INFO(each.value);
    CHECK(is_in_catalogue(each.gpu));
    bool holds = false;
    for (const hr::machine& one : hr::catalog::machines())
      holds = holds || (one.name() == each.machine && one.gpu() != nullptr && one.gpu()->name == each.gpu);
    CHECK(holds);
  }
}
