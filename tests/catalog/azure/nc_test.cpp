// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nc.hpp>

#include <check.hpp>

TEST_CASE("NC6s_v3 is one V100 of 16 GB on PCIe, retired on 2025-09-30") {
  constexpr const hr::vm& size = hr::azure::nc6s_v3::spec;
  CHECK_CONSTEXPR(size.gpu->name == "V100-PCIe-16GB");
  CHECK_CONSTEXPR(value_of(size.gpus) == 1);
  CHECK_CONSTEXPR(size.status.status == hr::lifecycle_status::retired);
  CHECK_CONSTEXPR(size.status.date == "2025-09-30");
  CHECK_CONSTEXPR(value_of(size.scale_up_domain_gpus) == 1);
}

TEST_CASE("the H100 of 94 GB in NC40ads_H100_v5 is an NVL, whatever its page calls it") {
  constexpr const hr::vm& size = hr::azure::nc40ads_h100_v5::spec;
  CHECK_CONSTEXPR(size.gpu->name == "H100-NVL-94GB");
  CHECK_CONSTEXPR(size.gpus.disputed->id == "C25");
  CHECK_CONSTEXPR(size.scale_up_domain_gpus.is_unknown());  // nothing says whether a bridge is fitted
}

TEST_CASE("NC96ads_A100_v4 has four NVMe disks of 894 GiB, 30,000 IOPS a GPU") {
  constexpr const hr::vm& size = hr::azure::nc96ads_a100_v4::spec;
  CHECK_CONSTEXPR(value_of(size.nvme_disks) == 4);
  CHECK_CONSTEXPR(value_of(size.nvme_storage) == 4.0 * hr::gibibytes(894));
  CHECK_CONSTEXPR(value_of(size.disk_iops) == 4 * 30'000);
}

TEST_CASE("the RTX PRO 6000 sizes are in preview") {
  CHECK_CONSTEXPR(hr::azure::nc320ds_xl_rtxpro6000bse_v6::spec.status.status == hr::lifecycle_status::preview);
  CHECK_CONSTEXPR(value_of(hr::azure::nc320ds_xl_rtxpro6000bse_v6::spec.vcpus) == 320);
}
