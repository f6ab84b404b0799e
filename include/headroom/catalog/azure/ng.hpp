// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/azure/common.hpp>
#include <headroom/catalog/disputes.hpp>
#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

// Azure's NG sizes: cloud gaming and remote desktops on a share of an AMD GPU.
namespace headroom::azure {

// ---- NGads V620

inline constexpr vm_series ngads_v620_series{
    .name = "NGads V620",
    .from = &sources::azure_ngads_v620,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .ultra_disk = stated(support::yes, sources::azure_ngads_v620_legacy),
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::yes,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
            .temporary_local_nvme = support::yes,
        },
};

struct ng8ads_v620_v1 {
  static constexpr const dispute* disputed[]{&disputes::c11};
  static constexpr vm spec{
      .name = "Standard_NG8ads_V620_v1",
      .provider = provider::azure,
      .series = &ngads_v620_series,
      .gpu = &amd::radeon_pro_v620::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c11),
      .gpu_share = {1, 4},
      .cpu = &amd::epyc_7763::spec,
      .cores = stated(count{8}, sources::azure_ngads_v620_legacy),
      .vcpus = 8,
      .system_memory = gibibytes(16),
      .temporary_storage = gibibytes(256),
      .nvme_storage = stated(gigabytes(960), sources::azure_ngads_v620_legacy),
      .nvme_disks = stated(count{1}, sources::azure_ngads_v620_legacy),
      .data_disks = 8,
      .disk_iops = 12'800,
      .disk_throughput = megabytes_per_second(200),
      .nics = 2,
      .front_end = detail::ethernet(10),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .note = "Windows guests only",
      .disputes = disputed,
  };
};

struct ng16ads_v620_v1 {
  static constexpr const dispute* disputed[]{&disputes::c11};
  static constexpr vm spec{
      .name = "Standard_NG16ads_V620_v1",
      .provider = provider::azure,
      .series = &ngads_v620_series,
      .gpu = &amd::radeon_pro_v620::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c11),
      .gpu_share = {1, 2},
      .cpu = &amd::epyc_7763::spec,
      .cores = stated(count{16}, sources::azure_ngads_v620_legacy),
      .vcpus = 16,
      .system_memory = gibibytes(32),
      .temporary_storage = gibibytes(512),
      .nvme_storage = stated(gigabytes(2 * 960.0), sources::azure_ngads_v620_legacy),
      .nvme_disks = stated(count{2}, sources::azure_ngads_v620_legacy),
      .data_disks = 16,
      .disk_iops = 25'600,
      .disk_throughput = megabytes_per_second(384),
      .nics = 4,
      .front_end = detail::ethernet(20),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .note = "Windows guests only",
      .disputes = disputed,
  };
};

struct ng32ads_v620_v1 {
  static constexpr const dispute* disputed[]{&disputes::c11};
  static constexpr vm spec{
      .name = "Standard_NG32ads_V620_v1",
      .provider = provider::azure,
      .series = &ngads_v620_series,
      .gpu = &amd::radeon_pro_v620::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c11),
      .cpu = &amd::epyc_7763::spec,
      .cores = stated(count{32}, sources::azure_ngads_v620_legacy),
      .vcpus = 32,
      .system_memory = gibibytes(64),
      .temporary_storage = gibibytes(1'024),
      .nvme_storage = stated(gigabytes(4 * 960.0), sources::azure_ngads_v620_legacy),
      .nvme_disks = stated(count{4}, sources::azure_ngads_v620_legacy),
      .data_disks = 32,
      .disk_iops = 51'200,
      .disk_throughput = megabytes_per_second(768),
      .nics = 8,
      .front_end = detail::ethernet(40),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .note = "Windows guests only",
      .disputes = disputed,
  };
};

struct ng32adms_v620_v1 {
  static constexpr vm spec = [] {
    vm it = ng32ads_v620_v1::spec;
    it.name = "Standard_NG32adms_V620_v1";
    it.system_memory = gibibytes(176);
    return it;
  }();
};

}  // namespace headroom::azure
