// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/size_names.hpp>

#include <check.hpp>
#include <headroom/catalog/machines.hpp>

TEST_CASE("the sizes of the catalogue that have GPUs are called like such") {
  for (const hr::machine& each : hr::catalog::machines()) {
    if (each.vm() == nullptr || each.gpu() == nullptr) continue;
    INFO(each.name());
    CHECK(hr::catalog::is_gpu_size_name(each.name()));
  }
}

TEST_CASE("a share of a core, a disk size and a size of another family have no GPUs") {
  for (const std::string_view each : {"g1-small", "Standard_D8s_v5", "Standard_HB120rs_v3", "m5.large", "c3-standard-8", "t3.micro"}) {
    INFO(each);
    CHECK(!hr::catalog::is_gpu_size_name(each));
  }
}

TEST_CASE("sizes that the catalogue does not have are known by their names") {
  for (const std::string_view each : {"BM.GPU.H100.8", "VM.GPU.A10.2", "ml.p5.48xlarge", "g6e.12xlarge", "a3-edgegpu-8g", "Standard_NV36ads_A10_v5"}) {
    INFO(each);
    CHECK(hr::catalog::is_gpu_size_name(each));
  }
  for (const std::string_view each : {"Standard_D8s_v5", "m5.large", "c3-standard-8", "i3.metal"}) {
    INFO(each);
    CHECK(hr::catalog::is_size_name(each));
  }
  for (const std::string_view each : {"gpu", "ib", "nvme", "rack.1", "a100"}) {
    INFO(each);
    CHECK(!hr::catalog::is_size_name(each));
  }
}
