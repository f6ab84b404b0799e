// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/resolve.hpp>

#include <deployment/small_deployments.hpp>

// What names tell of sizes, and what sentences call things.
TEST_CASE("Names that clouds give to sizes with GPUs, and names that they do not") {
  using hr::catalog::is_gpu_size_name;
  for (const std::string_view with :
       {"Standard_ND96x_v9", "Standard_NC6", "standard_nv12s_v3", "Standard_NG8ads_V620_v1", "Standard_NCC40_v9",
        "Standard_ncc40_v9", "nd9", "NV1", "p5.48xlarge", "g4dn.xlarge", "p1.", "a2-highgpu-1g", "g2-s", "a3-x",
        "my-H100-node", "gb200", "x_mi300x_y", "B300", "Standard_D8_a100_v4", "ml.v100"})
    CHECK_MESSAGE(is_gpu_size_name(with), with);
  for (const std::string_view without :
       {"", "n", "nd", "Standard_ND", "Standard_D2_v4", "Standard_NP10s", "Standard_NX9", "Standard_NCv9", "Standard_NDA9",
        "p5", "p5-48xlarge", "pa.48xlarge", "m5.xlarge", "g.x", "p", "a2highgpu", "aa-highgpu", "n2-standard-8", "c2-std-4",
        "g2-", "a2.", "h10", "Standard_HB176rs_v4"})
    CHECK_MESSAGE(!is_gpu_size_name(without), without);
  CHECK_CONSTEXPR(is_gpu_size_name("Standard_NC6"));
  CHECK_CONSTEXPR(!is_gpu_size_name("Standard_NP10s"));
}

TEST_CASE("A GPU is called by its name or by the first word of it") {
  CHECK_CONSTEXPR(hr::detail::is_gpu_called(hr::nvidia::h100_sxm5::spec, "h100"));
  CHECK_CONSTEXPR(hr::detail::is_gpu_called(hr::nvidia::h100_sxm5::spec, hr::nvidia::h100_sxm5::spec.name));
  CHECK_CONSTEXPR(!hr::detail::is_gpu_called(hr::nvidia::h100_sxm5::spec, "H100-SXM5"));
}

TEST_CASE("Sentences call things by their names, else by what they are") {
  CHECK_CONSTEXPR(hr::subject_of(hr::workload{.identity = {.name = "web", .kind = "Job"}, .queueing = {.runs_as = hr::workload_class::job}}) == "web");
  CHECK_CONSTEXPR(hr::subject_of(hr::workload{.identity = {.kind = "Job"}, .queueing = {.runs_as = hr::workload_class::job}}) == "Job");
  CHECK_CONSTEXPR(hr::subject_of(hr::workload{}) == "The workload");
  CHECK_CONSTEXPR(hr::subject_of(hr::machine_pool{.name = "gpu"}) == "gpu");
  CHECK_CONSTEXPR(hr::subject_of(hr::machine_pool{}) == "The pool");
  CHECK_CONSTEXPR(hr::cores_term("", 1'500).amount == 1.5);
  CHECK_CONSTEXPR(hr::bytes_term("", hr::kibibytes(1)).amount == 1'024);
}
