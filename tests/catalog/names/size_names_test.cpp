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
  for (const std::string_view each : {"BM.GPU.H100.8", "VM.GPU.A10.2", "ml.p5.48xlarge", "g6e.12xlarge", "a3-edgegpu-8g", "Standard_NV36ads_A10_v5", "gpu_1x_gh200", "nvidia-gpu-l4:2"}) {
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

// Microsoft's, Amazon's, Google's and Oracle's naming conventions, sizes beside the borders of each.
TEST_CASE("each part of a cloud's convention counts") {
  struct called {
    std::string_view name{};
    bool has_gpus = false;
    bool is_size = false;
  };
  constexpr called table[]{
      {"Standard_NC6s_v3", true, true},      {"standard_nd40rs_v2", true, true},  {"Standard_NV6", true, true},
      {"Standard_NG8ads_V620_v1", true, true}, {"Standard_NCC40ads_v5", true, true}, {"NC24ads", true, false},
      {"Standard_NP10s", false, true},       // of FPGAs
      {"Standard_", false, false},           {"Standard_X", false, true},         {"Standard_NCx", false, true},
      {"NC", false, false},                  {"MC24ads", false, false},          {"t3.micro", false, true},
      {"p4d.24xlarge", true, true},          {"g5.xlarge", true, true},           {"ml.g4dn.xlarge", true, true},
      {"p5", false, false},                  {"p5en", false, false},              {"px.large", false, true},
      {"q5.large", false, true},             {"m7i.metal-24xl", false, true},     {"c7g.medium", false, true},
      {"t3.small", false, true},             {"t3.nano", false, true},            {"t.small", false, false},
      {".large", false, false},              {"t3.larger", false, false},         {"ml.m5.large", false, true},
      {"ml.t.large", false, false},          {"g5.", true, false},            {"t3xlarge", false, false},
      {{}, false, false},
      {"a2-highgpu-1g", true, true},         {"g2-standard-4", true, true},       {"a4-highgpu-8g", true, true},
      {"a1-standard-4", false, true},        {"g1-small", false, false},          {"b2-highgpu-1g", false, true},
      {"a2highgpu", false, false},           {"ab-highgpu-1g", false, true},      {"a2-", false, false},
      {"a3-megagpu-8g", true, true},         {"a3-ultragpu-8g", true, true},      {"x4-maxgpu-4x", false, true},
      {"n2-highmem-8", false, true},         {"c2d-highcpu-16", false, true},     {"n2-custom-8", false, false},
      {"n12d-standard-8", false, true},      {"n12dx-standard-8", false, false},  // a series has four characters at most
      {"BM.GPU4.8", true, true},             {"VM.GPU2.1", true, true},           {"BM.Standard3.64", false, false},
      {"XM.GPU2.1", false, false},           {"a-b200-rack", true, false},        {"MI300X", true, false},
      {"dgx-v100", true, false},             {"dgx-k80", false, false},
  };
  for (const called& each : table) {
    INFO(each.name);
    CHECK(hr::catalog::is_gpu_size_name(each.name) == each.has_gpus);
    CHECK(hr::catalog::is_size_name(each.name) == each.is_size);
  }
  static_assert(hr::catalog::is_gpu_size_name("Standard_NV6") && !hr::catalog::is_size_name("t3.larger"));
}
