// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/vm_features.hpp>

#include <array>
#include <span>

#include <check.hpp>
#include <headroom/catalog/aws.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/catalog/machines.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/deployment/check.hpp>

namespace vm_features_networks {

using hr::support;
constexpr hr::vm_series of_infiniband{.features = {.infiniband = support::yes}};
constexpr hr::vm_series of_none{.features = {.infiniband = support::no}};

}  // namespace vm_features_networks

TEST_CASE("A network of a size is as stated, else as its features and its name say") {
  using namespace vm_features_networks;
  constexpr hr::vm without{.name = "a", .scale_out = hr::absent};
  constexpr hr::vm with_efa{.name = "b", .scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400)),
                            .scale_out_kind = "EFA"};
  constexpr hr::vm with_infiniband{.name = "c", .scale_out_kind = "InfiniBand NDR"};
  constexpr hr::vm of_series{.name = "d", .series = &of_infiniband};
  constexpr hr::vm of_another{.name = "e", .series = &of_none, .scale_out_kind = "InfiniBand"};
  constexpr hr::vm by_name{.name = "Standard_X8r_v1", .provider = hr::provider::azure};
  constexpr hr::vm by_other_name{.name = "Standard_X8s_r1", .provider = hr::provider::azure};
  CHECK_CONSTEXPR(value_of(hr::rdma_of(without)) == support::no);
  CHECK_CONSTEXPR(value_of(hr::rdma_of(with_efa)) == support::yes);
  CHECK_CONSTEXPR(value_of(hr::rdma_of(of_series)) == support::yes);
  CHECK_CONSTEXPR(value_of(hr::rdma_of(of_another)) == support::no);
  CHECK_CONSTEXPR(value_of(hr::rdma_of(by_name)) == support::yes);
  CHECK_CONSTEXPR(value_of(hr::rdma_of(by_other_name)) == support::no);
  // Only names that begin as Azure's do say it by a letter.
  constexpr hr::vm of_other_names{.name = "Classical_X8r_v1", .provider = hr::provider::azure};
  CHECK_CONSTEXPR(hr::rdma_of(of_other_names).is_unknown());
  CHECK_CONSTEXPR(hr::rdma_of(with_infiniband).is_unknown());
  CHECK_CONSTEXPR(value_of(hr::infiniband_of(without)) == support::no);
  CHECK_CONSTEXPR(value_of(hr::infiniband_of(with_efa)) == support::no);
  CHECK_CONSTEXPR(value_of(hr::infiniband_of(with_infiniband)) == support::yes);
  CHECK_CONSTEXPR(value_of(hr::infiniband_of(of_series)) == support::yes);
  CHECK_CONSTEXPR(value_of(hr::infiniband_of(of_another)) == support::no);
  CHECK_CONSTEXPR(value_of(hr::infiniband_of(by_name)) == support::yes);
  CHECK_CONSTEXPR(value_of(hr::infiniband_of(by_other_name)) == support::no);
  constexpr hr::vm no_number{.name = "Standard_r", .provider = hr::provider::azure};
  CHECK_CONSTEXPR(hr::rdma_by_name(no_number).is_unknown());
}

TEST_CASE("A name says RDMA between its number and its version, and of Azure's sizes alone") {
  const auto by_name = [](std::string_view name, hr::provider of = hr::provider::azure) { return hr::rdma_by_name({.name = name, .provider = of}); };
  CHECK(value_of(by_name("Standard_4r_v1")) == hr::support::yes);
  CHECK(value_of(by_name("Standard_ND8s_r1")) == hr::support::no);
  CHECK(value_of(by_name("Standard_ND8sr_1")) == hr::support::yes);
  CHECK(value_of(by_name("Standard_ND8sr")) == hr::support::yes);
  CHECK(value_of(by_name("Standard_NDr8s")) == hr::support::no);
  CHECK(by_name("Standard_ND8r_v1", hr::provider::own).is_unknown());
  CHECK(by_name("Standard_").is_unknown());
}

TEST_CASE("A network of no kind that is named is InfiniBand where the name says RDMA") {
  const auto fast = hr::scale_out_per_direction(hr::gigabits_per_second(400));
  const auto found = [&](std::string_view name, hr::figure<hr::scale_out_bandwidth> network) {
    return hr::infiniband_of({.name = name, .provider = hr::provider::azure, .scale_out = network});
  };
  CHECK(value_of(found("Standard_ND8r_v1", fast)) == hr::support::yes);
  CHECK(value_of(found("Standard_ND8s_v1", fast)) == hr::support::no);
  CHECK(found("ND8r", fast).is_unknown());
  CHECK(value_of(found("Standard_ND8r_v1", hr::absent)) == hr::support::no);
}

TEST_CASE("NVLink is said of a size, or follows from its GPU's link and its domain, where both are known") {
  hr::gpu device{.name = "own", .scale_up = {.kind = "NVLink 4", .per_gpu = hr::scale_up_per_direction(hr::gigabytes_per_second(450))}};
  const hr::vm_series said{.features = {.nvlink = hr::support::in_preview}};
  const auto has = [&](const hr::vm_series* series, bool with_gpu, hr::figure<hr::count> domain) {
    return hr::nvlink_of({.name = "own", .series = series, .gpu = with_gpu ? &device : nullptr, .scale_up_domain_gpus = domain});
  };
  CHECK(value_of(has(nullptr, true, 2)) == hr::support::yes);
  CHECK(value_of(has(nullptr, true, 1)) == hr::support::no);
  CHECK(has(nullptr, true, hr::unknown).is_unknown());
  CHECK(has(nullptr, false, 2).is_unknown());
  CHECK(value_of(has(&said, true, 1)) == hr::support::in_preview);
  CHECK(value_of(has(&said, false, 1)) == hr::support::in_preview);
  device.scale_up.kind = "Infinity Fabric";
  CHECK(value_of(has(nullptr, true, 2)) == hr::support::no);
  device.scale_up.kind = "";
  CHECK(has(nullptr, true, 2).is_unknown());
  device.scale_up.kind = "NVLink 4";
  device.scale_up.per_gpu = hr::unknown;
  CHECK(has(nullptr, true, 2).is_unknown());
  device.scale_up.per_gpu = hr::absent;
  CHECK(value_of(has(nullptr, true, 2)) == hr::support::no);
  CHECK(value_of(has(&said, true, 2)) == hr::support::in_preview);
}

TEST_CASE("NVLink is as the pages of a series state it, else as the GPU's link and the size's domain say") {
  constexpr auto has = [](const hr::vm& size) { return value_of(hr::has_feature(size, hr::feature::nvlink)); };
  CHECK_CONSTEXPR(has(hr::azure::nd128isr_gb300_v6::spec) == hr::support::yes);
  CHECK_CONSTEXPR(has(hr::aws::p5_48xlarge::spec) == hr::support::yes);
  CHECK_CONSTEXPR(has(hr::azure::nc6s_v3::spec) == hr::support::no);          // V100 behind PCIe
  CHECK_CONSTEXPR(has(hr::azure::nd96isr_mi300x_v5::spec) == hr::support::no);  // Infinity Fabric
  constexpr auto with = [](hr::figure<hr::count> domain) {
    return hr::nvlink_of({.name = "own", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = 8, .scale_up_domain_gpus = domain});
  };
  CHECK_CONSTEXPR(value_of(with(8)) == hr::support::yes);
  CHECK_CONSTEXPR(value_of(with(1)) == hr::support::no);
  CHECK_CONSTEXPR(with(hr::unknown).is_unknown());
}

TEST_CASE("The letter r in the name of an Azure size is RDMA") {
  CHECK_CONSTEXPR(value_of(hr::rdma_by_name(hr::azure::nc24r::spec)) == hr::support::yes);
  CHECK_CONSTEXPR(value_of(hr::rdma_by_name(hr::azure::nc24::spec)) == hr::support::no);
  CHECK_CONSTEXPR(hr::rdma_by_name(hr::aws::p5_48xlarge::spec).is_unknown());
  CHECK_CONSTEXPR(value_of(hr::rdma_of(hr::aws::p5_48xlarge::spec)) == hr::support::yes);
  CHECK_CONSTEXPR(value_of(hr::infiniband_of(hr::aws::p5_48xlarge::spec)) == hr::support::no);
}

// What the rule machine_features says of a pool that expects a feature, in the words of a verdict.
namespace vm_features_judged {

hr::outcome by_check(const hr::machine& on, hr::feature which) {
  hr::machine_pool pool{.name = "gpu", .size = {on.name(), 1}};
  pool.features[which] = {true, 2};
  const std::array pools{pool};
  hr::outcome is = hr::outcome::fits;
  for (const hr::finding& each : hr::check({.pools = pools}, hr::check_terms{.as_of = "2000-01-01"})) {
    if (each.rule != "machine_features") continue;
    is = each.severity == hr::finding_severity::error ? hr::outcome::does_not_fit : hr::outcome::cannot_be_judged;
  }
  return is;
}

hr::outcome by_assess(const hr::machine& on, hr::feature which) {
  const std::array one{hr::group{on, 1}};
  return hr::assess(std::span<const hr::group>(one), hr::demand{.features = {which}}).groups[0].outcome;
}

}  // namespace vm_features_judged

TEST_CASE("A demand and a deployment that expect a feature are told the same of every machine") {
  using namespace vm_features_judged;
  int judged = 0;
  for (const hr::machine& each : hr::catalog::machines()) {
    for (std::size_t i = 0; i < hr::feature_names.size(); ++i) {
      const auto which = static_cast<hr::feature>(i);
      CAPTURE(each.name());
      CAPTURE(name(which));
      CHECK(by_check(each, which) == by_assess(each, which));
      ++judged;
    }
  }
  CHECK(judged == 99 * 16);
  CHECK(by_assess(*hr::catalog::find("Standard_ND128isr_GB300_v6").found, hr::feature::infiniband) == hr::outcome::fits);
}
