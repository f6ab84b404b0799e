// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/gpu_resources.hpp>

#include <check.hpp>

TEST_CASE("the device plugins of NVIDIA, AMD and Intel name whole GPUs so") {
  using hr::catalog::find_gpu_resource;
  CHECK_CONSTEXPR(find_gpu_resource("nvidia.com/gpu")->maker == hr::maker::nvidia);
  CHECK_CONSTEXPR(find_gpu_resource("amd.com/gpu")->maker == hr::maker::amd);
  CHECK_CONSTEXPR(find_gpu_resource("gpu.intel.com/xe")->maker == hr::maker::intel);
  CHECK_CONSTEXPR(find_gpu_resource("habana.ai/gaudi")->maker == hr::maker::intel);
  CHECK_CONSTEXPR(find_gpu_resource("nvidia.com/gpu.shared") == nullptr);
  CHECK_CONSTEXPR(find_gpu_resource("rdma/ib") == nullptr);
}

TEST_CASE("a slip in the name of a resource is known, and another resource is none") {
  using hr::catalog::gpu_resource_meant_by;
  for (const std::string_view slip : {"nvidia.com/gpus", "nvidia.com/GPU", "nvidia.co/gpu", "nvidai.com/gpu"}) CHECK(gpu_resource_meant_by(slip)->name == "nvidia.com/gpu");
  CHECK_CONSTEXPR(gpu_resource_meant_by("amd.com/gpus")->name == "amd.com/gpu");
  for (const std::string_view other : {"nvidia.com/gpu", "nvidia.com/gpumem", "nvidia.com/gpu.shared", "nvidia.com/gpucores", "rdma/ib", "gpu", "example.com/gpu", "nvidia.comgpu", "nvidia.con/gpux"})
    CHECK(gpu_resource_meant_by(other) == nullptr);
}

TEST_CASE("the device plugins of Google and AWS name accelerators that are no GPUs so") {
  CHECK_CONSTEXPR(hr::catalog::is_other_accelerator("google.com/tpu"));
  CHECK_CONSTEXPR(hr::catalog::is_other_accelerator("aws.amazon.com/neuroncore"));
  CHECK_CONSTEXPR(!hr::catalog::is_other_accelerator("nvidia.com/gpu"));
}

TEST_CASE("instances and shares are of GPUs, and no whole ones") {
  CHECK_CONSTEXPR(hr::catalog::mig_profile_of("nvidia.com/mig-1g.10gb") == "1g.10gb");
  CHECK_CONSTEXPR(hr::catalog::mig_profile_of("nvidia.com/gpu").empty());
  CHECK_CONSTEXPR(hr::catalog::is_of_gpus("nvidia.com/mig-3g.40gb"));
  CHECK_CONSTEXPR(hr::catalog::is_of_gpus("nvidia.com/gpu.shared"));
  CHECK_CONSTEXPR(!hr::catalog::is_of_gpus("vpc.amazonaws.com/efa"));
  CHECK_CONSTEXPR(hr::catalog::is_of_gpus("amd.com/gpu"));
  CHECK_CONSTEXPR(!hr::catalog::is_of_gpus("nvidia.com/mig-"));
  CHECK_CONSTEXPR(!hr::catalog::is_of_gpus("nvidia.com/gpus"));
  CHECK_CONSTEXPR(hr::catalog::mig_profile_of("nvidia.com/mi").empty());
}
