// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/resolve.hpp>

#include <deployment/small_deployments.hpp>

// What names tell of sizes, and what sentences call things.
TEST_CASE("Names that clouds give to sizes with GPUs, and names that they do not") {
  using hr::detail::is_named_like_gpus;
  for (const std::string_view with :
       {"Standard_ND96x_v9", "Standard_NC6", "standard_nv12s_v3", "Standard_NG8ads_V620_v1", "Standard_NCC40_v9",
        "Standard_ncc40_v9", "nd9", "NV1", "p5.48xlarge", "g4dn.xlarge", "p1.", "a2-highgpu-1g", "g2-s", "a3-x",
        "my-H100-node", "gb200", "x_mi300x_y", "B300", "Standard_D8_a100_v4", "ml.v100"})
    CHECK_MESSAGE(is_named_like_gpus(with), with);
  for (const std::string_view without :
       {"", "n", "nd", "Standard_ND", "Standard_D2_v4", "Standard_NP10s", "Standard_NX9", "Standard_NCv9", "Standard_NDA9",
        "p5", "p5-48xlarge", "pa.48xlarge", "m5.xlarge", "g.x", "p", "a2highgpu", "aa-highgpu", "n2-standard-8", "c2-std-4",
        "g2-", "a2.", "h10", "Standard_HB176rs_v4"})
    CHECK_MESSAGE(!is_named_like_gpus(without), without);
  CHECK_CONSTEXPR(is_named_like_gpus("Standard_NC6"));
  CHECK_CONSTEXPR(!is_named_like_gpus("Standard_NP10s"));
}

TEST_CASE("A GPU is called by its name or by the first word of it") {
  CHECK_CONSTEXPR(hr::detail::is_gpu_called(hr::nvidia::h100_sxm5::spec, "h100"));
  CHECK_CONSTEXPR(hr::detail::is_gpu_called(hr::nvidia::h100_sxm5::spec, hr::nvidia::h100_sxm5::spec.name));
  CHECK_CONSTEXPR(!hr::detail::is_gpu_called(hr::nvidia::h100_sxm5::spec, "H100-SXM5"));
}

namespace resolve_networks {

using hr::support;
constexpr hr::vm_series of_infiniband{.features = {.infiniband = support::yes}};
constexpr hr::vm_series of_none{.features = {.infiniband = support::no}};

}  // namespace resolve_networks

TEST_CASE("A network of a size is as stated, else as its features and its name say") {
  using namespace resolve_networks;
  constexpr hr::vm without{.name = "a", .scale_out = hr::absent};
  constexpr hr::vm with_efa{.name = "b", .scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400)),
                            .scale_out_kind = "EFA"};
  constexpr hr::vm with_infiniband{.name = "c", .scale_out_kind = "InfiniBand NDR"};
  constexpr hr::vm of_series{.name = "d", .series = &of_infiniband};
  constexpr hr::vm of_another{.name = "e", .series = &of_none, .scale_out_kind = "InfiniBand"};
  constexpr hr::vm by_name{.name = "Standard_X8r_v1", .provider = hr::provider::azure};
  constexpr hr::vm by_other_name{.name = "Standard_X8s_r1", .provider = hr::provider::azure};
  CHECK_CONSTEXPR(hr::rdma_of(without).value == support::no);
  CHECK_CONSTEXPR(hr::rdma_of(with_efa).value == support::yes);
  CHECK_CONSTEXPR(hr::rdma_of(of_series).value == support::yes);
  CHECK_CONSTEXPR(hr::rdma_of(of_another).value == support::no);
  CHECK_CONSTEXPR(hr::rdma_of(by_name).value == support::yes);
  CHECK_CONSTEXPR(hr::rdma_of(by_other_name).value == support::no);
  CHECK_CONSTEXPR(hr::rdma_of(with_infiniband).is_unknown());
  CHECK_CONSTEXPR(hr::infiniband_of(without).value == support::no);
  CHECK_CONSTEXPR(hr::infiniband_of(with_efa).value == support::no);
  CHECK_CONSTEXPR(hr::infiniband_of(with_infiniband).value == support::yes);
  CHECK_CONSTEXPR(hr::infiniband_of(of_series).value == support::yes);
  CHECK_CONSTEXPR(hr::infiniband_of(of_another).value == support::no);
  CHECK_CONSTEXPR(hr::infiniband_of(by_name).value == support::yes);
  CHECK_CONSTEXPR(hr::infiniband_of(by_other_name).value == support::no);
  constexpr hr::vm no_number{.name = "Standard_r", .provider = hr::provider::azure};
  CHECK_CONSTEXPR(hr::rdma_by_name(no_number).is_unknown());
}

TEST_CASE("Sentences call things by their names, else by what they are") {
  CHECK_CONSTEXPR(hr::subject_of(hr::workload{.name = "web", .kind = "Job"}) == "web");
  CHECK_CONSTEXPR(hr::subject_of(hr::workload{.kind = "Job"}) == "Job");
  CHECK_CONSTEXPR(hr::subject_of(hr::workload{}) == "The workload");
  CHECK_CONSTEXPR(hr::subject_of(hr::machine_pool{.name = "gpu"}) == "gpu");
  CHECK_CONSTEXPR(hr::subject_of(hr::machine_pool{}) == "The pool");
  CHECK_CONSTEXPR(hr::cores_term("", 1'500).amount == 1.5);
  CHECK_CONSTEXPR(hr::bytes_term("", hr::kibibytes(1)).amount == 1'024);
}
