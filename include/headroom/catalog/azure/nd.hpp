// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/azure/common.hpp>
#include <headroom/catalog/disputes.hpp>
#include <headroom/catalog/intel.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

// Azure's ND sizes: training and inference, most with a scale-out network.
namespace headroom::azure {

// ---- ND

inline constexpr vm_series nd_series{
    .name = "ND",
    .from = &sources::azure_nd,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .ultra_disk = stated(support::yes, sources::azure_nd_legacy),
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::yes,
            .generation_2 = support::yes,
            .accelerated_networking = support::no,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
            .nvlink = stated(support::no, sources::azure_nd_legacy),
        },
};

struct nd6s {
  static constexpr const dispute* disputed[]{&disputes::c1, &disputes::c2};
  static constexpr vm spec{
      .name = "Standard_ND6s",
      .provider = provider::azure,
      .series = &nd_series,
      .status = detail::retired_on("2023-09-06"),
      .gpu = &nvidia::p40::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c1),
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 6,
      .system_memory = gibibytes(112),
      .temporary_storage = gibibytes(736),
      .data_disks = 12,
      .disk_iops = 20'000,
      .disk_throughput = megabytes_per_second(200),
      .nics = 4,
      .scale_out = figure<scale_out_bandwidth>(absent).disputed_in(disputes::c2),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nd12s {
  static constexpr const dispute* disputed[]{&disputes::c1, &disputes::c2};
  static constexpr vm spec{
      .name = "Standard_ND12s",
      .provider = provider::azure,
      .series = &nd_series,
      .status = detail::retired_on("2023-09-06"),
      .gpu = &nvidia::p40::spec,
      .gpus = figure<count>(2).disputed_in(disputes::c1),
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 12,
      .system_memory = gibibytes(224),
      .temporary_storage = gibibytes(1'474),
      .data_disks = 24,
      .disk_iops = 40'000,
      .disk_throughput = megabytes_per_second(400),
      .nics = 8,
      .scale_out = figure<scale_out_bandwidth>(absent).disputed_in(disputes::c2),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nd24s {
  static constexpr const dispute* disputed[]{&disputes::c1, &disputes::c2, &disputes::c26};
  static constexpr vm spec{
      .name = "Standard_ND24s",
      .provider = provider::azure,
      .series = &nd_series,
      .status = detail::retired_on("2023-09-06"),
      .gpu = &nvidia::p40::spec,
      .gpus = figure<count>(4).disputed_in(disputes::c1),
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 24,
      .system_memory = gibibytes(448),
      .temporary_storage = gibibytes(2'948),
      .data_disks = 32,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(800),
      .nics = 8,
      .scale_out = figure<scale_out_bandwidth>(absent).disputed_in(disputes::c2),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nd24rs {
  static constexpr const dispute* disputed[]{&disputes::c1, &disputes::c2};
  static constexpr vm spec = [] {
    vm it = nd24s::spec;
    it.name = "Standard_ND24rs";
    it.scale_out = figure<scale_out_bandwidth>(unknown).disputed_in(disputes::c2);
    it.scale_out_kind = "InfiniBand, rate not stated";
    it.disputes = disputed;
    return it;
  }();
};

// ---- NDv2

inline constexpr vm_series nd_v2_series{
    .name = "NDv2",
    .from = &sources::azure_ndv2,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::no,
            .generation_2 = figure<support>(support::yes).disputed_in(disputes::c5),
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
            .local_temporary_storage = support::yes,
            .infiniband = stated(support::yes, sources::azure_ndv2_2020),
        },
};

struct nd40rs_v2 {
  static constexpr const dispute* disputed[]{&disputes::a1, &disputes::a2, &disputes::b1, &disputes::b2, &disputes::c5};
  static constexpr vm spec{
      .name = "Standard_ND40rs_v2",
      .provider = provider::azure,
      .series = &nd_v2_series,
      .from = &sources::azure_ndv2_2020,
      .gpu = &nvidia::v100_sxm2_32gb::spec,
      .gpus = figure<count>(8).disputed_in(disputes::a1),
      .cpu = &intel::xeon_platinum_8168::spec,
      .cores = 40,
      .vcpus = figure<count>(40).disputed_in(disputes::b2),
      .system_memory = figure<memory>(gibibytes(672)).disputed_in(disputes::a2),
      .temporary_storage = gibibytes(2'948),
      .data_disks = 32,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(800),
      .nics = 8,
      .front_end = detail::ethernet(24).disputed_in(disputes::b1),
      .scale_out = detail::infiniband(100).disputed_in(disputes::b1),
      .scale_out_kind = "InfiniBand EDR",
      .scale_up_domain_gpus = derived(count{8}, sources::azure_ndv2_2020),
      .note =
          "InfiniBand wants Mellanox OFED 4.7-1.0.0.1 as of 2020-02; replaced the preview ND40s_v2 with 16 GB a GPU",
      .disputes = disputed,
  };
};

// ---- ND A100 v4

inline constexpr vm_series nd_a100_v4_series{
    .name = "ND A100 v4",
    .from = &sources::azure_nd_a100_v4_2021,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .ultra_disk = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = stated(support::no, sources::azure_nd_a100_v4),
            .generation_2 = support::yes,
            .accelerated_networking = stated(support::yes, sources::azure_nd_a100_v4_2023).disputed_in(disputes::c7),
            .ephemeral_os_disk = stated(support::yes, sources::azure_nd_a100_v4).disputed_in(disputes::c8),
            .nested_virtualization = stated(support::no, sources::azure_nd_a100_v4),
            .local_temporary_storage = stated(support::yes, sources::azure_nd_a100_v4),
            .infiniband = support::yes,
            .nvlink = support::yes,
        },
};

struct nd96asr_v4 {
  static constexpr const dispute* disputed[]{&disputes::b3, &disputes::c6, &disputes::c7, &disputes::c8};
  static constexpr vm spec{
      .name = "Standard_ND96asr_v4",
      .provider = provider::azure,
      .series = &nd_a100_v4_series,
      .gpu = &nvidia::a100_sxm4_40gb::spec,
      .gpus = 8,
      .cpu = &amd::epyc_7v12::spec,
      .cores = 96,
      .vcpus = 96,
      .system_memory = gibibytes(900),
      .temporary_storage = gibibytes(6'000),
      .data_disks = 32,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(800),
      .nics = 8,
      .front_end = detail::ethernet(24).disputed_in(disputes::b3),
      .scale_out_per_gpu = detail::infiniband(200).disputed_in(disputes::c6),
      .scale_out_kind = "InfiniBand HDR",
      .scale_up_domain_gpus = derived(count{8}, sources::azure_nd_a100_v4_2021),
      .disputes = disputed,
  };
};

// ---- NDm A100 v4

inline constexpr vm_series ndm_a100_v4_series{
    .name = "NDm A100 v4",
    .from = &sources::azure_ndm_a100_v4,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::no,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
            .local_temporary_storage = support::yes,
            .infiniband = stated(support::yes, sources::azure_ndm_a100_v4_legacy),
            .nvlink = stated(support::yes, sources::azure_ndm_a100_v4_legacy),
        },
};

struct nd96amsr_a100_v4 {
  static constexpr const dispute* disputed[]{&disputes::c9, &disputes::c10};
  static constexpr vm spec{
      .name = "Standard_ND96amsr_A100_v4",
      .provider = provider::azure,
      .series = &ndm_a100_v4_series,
      .gpu = &nvidia::a100_sxm4_80gb::spec,
      .gpus = 8,
      .cpu = &amd::epyc_7v12::spec,
      .vcpus = 96,
      .system_memory = figure<memory>(gibibytes(1'900)).disputed_in(disputes::c10),
      .temporary_storage = gibibytes(6'400),
      .data_disks = 32,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(800),
      .nics = 8,
      .front_end = detail::ethernet(24),
      .scale_out_per_gpu = stated(scale_out_per_direction(gigabits_per_second(200)), sources::azure_ndm_a100_v4_legacy),
      .scale_out_kind = "InfiniBand HDR",
      .scale_up_domain_gpus = derived(count{8}, sources::azure_ndm_a100_v4_legacy),
      .disputes = disputed,
  };
};

// ---- ND H100 v5

inline constexpr vm_series nd_h100_v5_series{
    .name = "ND H100 v5",
    .from = &sources::azure_nd_h100_v5,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::no,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
            .local_temporary_storage = support::yes,
            .infiniband = support::yes,
            .nvlink = stated(support::yes, sources::azure_nd_h100_v5_2023),
        },
};

struct nd96isr_h100_v5 {
  static constexpr const dispute* disputed[]{&disputes::c9, &disputes::c18, &disputes::c19};
  static constexpr vm spec{
      .name = "Standard_ND96isr_H100_v5",
      .provider = provider::azure,
      .series = &nd_h100_v5_series,
      .gpu = &nvidia::h100_sxm5::spec,
      .gpus = 8,
      .cpu = &intel::xeon_sapphire_rapids::spec,
      .vcpus = 96,
      .system_memory = gibibytes(1'900),
      .temporary_storage = figure<memory>(gibibytes(1'024)).disputed_in(disputes::c18),
      .nvme_storage = stated(gibibytes(28'610), sources::azure_container_storage_nvme),
      .nvme_disks = stated(count{8}, sources::azure_container_storage_nvme),
      .data_disks = figure<count>(32).disputed_in(disputes::c19),
      .disk_iops = 40'800,
      .disk_throughput = megabytes_per_second(612),
      .nics = 8,
      .front_end = detail::ethernet(80).disputed_in(disputes::c18),
      .scale_out_per_gpu = stated(scale_out_per_direction(gigabits_per_second(400)), sources::azure_nd_h100_v5_summary),
      .scale_out_kind = "InfiniBand NDR",
      .scale_up_domain_gpus = stated(count{8}, sources::azure_nd_h100_v5_summary),
      .disputes = disputed,
  };
};

// ---- ND H200 v5

inline constexpr vm_series nd_h200_v5_series{
    .name = "ND H200 v5",
    .from = &sources::azure_nd_h200_v5,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::no,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
        },
};

struct nd96isr_h200_v5 {
  static constexpr const dispute* disputed[]{&disputes::c9, &disputes::c19};
  static constexpr vm spec{
      .name = "Standard_ND96isr_H200_v5",
      .provider = provider::azure,
      .series = &nd_h200_v5_series,
      .gpu = &nvidia::h200_sxm5::spec,
      .gpus = 8,
      .cpu = &intel::xeon_sapphire_rapids::spec,
      .vcpus = 96,
      .system_memory = gibibytes(1'850),
      .temporary_storage = gibibytes(1'024),
      .nvme_storage = stated(gibibytes(28'610), sources::azure_container_storage_nvme),
      .nvme_disks = stated(count{8}, sources::azure_container_storage_nvme),
      .data_disks = figure<count>(16).disputed_in(disputes::c19),
      .disk_iops = 40'800,
      .disk_throughput = megabytes_per_second(612),
      .nics = 8,
      .front_end = detail::ethernet(80),
      .scale_out_per_gpu = stated(scale_out_per_direction(gigabits_per_second(400)), sources::azure_nd_h200_v5_summary),
      .scale_out_kind = "InfiniBand NDR",
      .scale_up_domain_gpus = derived(count{8}, sources::azure_nd_h200_v5_summary),
      .disputes = disputed,
  };
};

// ---- ND MI300X v5

inline constexpr vm_series nd_mi300x_v5_series{
    .name = "ND MI300X v5",
    .from = &sources::azure_nd_mi300x_v5,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::no,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
            .local_temporary_storage = support::yes,
        },
};

struct nd96isr_mi300x_v5 {
  static constexpr const dispute* disputed[]{&disputes::c20};
  static constexpr vm spec{
      .name = "Standard_ND96isr_MI300X_v5",
      .provider = provider::azure,
      .series = &nd_mi300x_v5_series,
      .gpu = &amd::mi300x::spec,
      .gpus = 8,
      .gpu_memory_printed = figure<memory>(nameplate_gigabytes(1'535)).disputed_in(disputes::c20),
      .cpu = &intel::xeon_sapphire_rapids::spec,
      .cpus = 2,
      .cores = 96,
      .vcpus = 96,
      .system_memory = gibibytes(1'850),
      .temporary_storage = gibibytes(1'000),
      .nvme_storage = figure<memory>(gibibytes(28'000)).disputed_in(disputes::c20),
      .nvme_disks = 8,
      .data_disks = 16,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(1'200),
      .nics = 8,
      .front_end = detail::ethernet(80),
      .scale_out_per_gpu =
          stated(scale_out_per_direction(gigabits_per_second(400)), sources::azure_nd_mi300x_v5_summary),
      .scale_out_kind = "InfiniBand NDR",
      .scale_up_domain_gpus = derived(count{8}, sources::azure_nd_mi300x_v5_summary),
      .disputes = disputed,
  };
};

// ---- ND GB200 v6

inline constexpr vm_series nd_gb200_v6_series{
    .name = "ND GB200 v6",
    .from = &sources::azure_nd_gb200_v6,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::no,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
        },
};

struct nd128isr_ndr_gb200_v6 {
  static constexpr const dispute* disputed[]{&disputes::c12, &disputes::c14, &disputes::c41};
  static constexpr vm spec{
      .name = "Standard_ND128isr_NDR_GB200_v6",
      .provider = provider::azure,
      .series = &nd_gb200_v6_series,
      .gpu = &nvidia::gb200::spec,
      .gpus = 4,
      .cpu = &nvidia::grace::spec,
      .cpus = 2,
      .vcpus = figure<count>(128).disputed_in(disputes::c41),
      .system_memory = figure<memory>(gibibytes(900)).disputed_in(disputes::c41),
      .temporary_storage = figure<memory>(tebibytes(16)).disputed_in(disputes::c12),
      .nvme_storage = tebibytes(16),
      .nvme_disks = 4,
      .data_disks = figure<count>(16).disputed_in(disputes::c14),
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(1'200),
      .nics = 1,
      .front_end = detail::ethernet(160).disputed_in(disputes::c14),
      .scale_out_per_gpu =
          stated(scale_out_per_direction(gigabits_per_second(400)), sources::azure_nd_gb200_v6_summary),
      .scale_out_kind = "InfiniBand NDR",
      .scale_up_domain_gpus = stated(count{72}, sources::azure_nd_gb200_v6_summary),
      .note = "4 of the 72 GPUs of a GB200 NVL72 rack",
      .disputes = disputed,
  };
};

// ---- ND GB300 v6

inline constexpr vm_series nd_gb300_v6_series{
    .name = "ND GB300 v6",
    .from = &sources::azure_nd_gb300_v6,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::no,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
            .service_healing = support::no,
        },
};

struct nd128isr_gb300_v6 {
  static constexpr const dispute* disputed[]{&disputes::b5, &disputes::c12, &disputes::c13, &disputes::c15,
                                             &disputes::c41};
  static constexpr vm spec{
      .name = "Standard_ND128isr_GB300_v6",
      .provider = provider::azure,
      .series = &nd_gb300_v6_series,
      .gpu = &nvidia::gb300::spec,
      .gpus = 4,
      .cpu = &nvidia::grace::spec,
      .cpus = 2,
      .vcpus = figure<count>(128).disputed_in(disputes::c41),
      .system_memory = figure<memory>(gibibytes(864)).disputed_in(disputes::c41),
      .temporary_storage = figure<memory>(tebibytes(16)).disputed_in(disputes::c12),
      .nvme_storage = tebibytes(16),
      .nvme_disks = 4,
      .data_disks = 16,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(1'200),
      .nics = 1,
      .front_end = detail::ethernet(160).disputed_in(disputes::c12),
      .scale_out_per_gpu = stated(scale_out_per_direction(gigabits_per_second(800)), sources::azure_gb300_announcement)
                               .disputed_in(disputes::c15),
      .scale_out_kind = "InfiniBand XDR",
      .scale_up_domain_gpus = stated(count{72}, sources::azure_gb300_announcement),
      .note = "4 of the 72 GPUs of a GB300 NVL72 rack",
      .disputes = disputed,
  };
};

struct nd128isrg5_gb300_v6 {
  static constexpr const dispute* disputed[]{&disputes::b5, &disputes::c12, &disputes::c13, &disputes::c15};
  static constexpr vm spec{
      .name = "Standard_ND128isrG5_GB300_v6",
      .provider = provider::azure,
      .series = &nd_gb300_v6_series,
      .gpu = &nvidia::gb300::spec,
      .gpus = 4,
      .cpu = &nvidia::grace::spec,
      .cpus = 2,
      .vcpus = 128,
      .system_memory = gibibytes(864),
      .temporary_storage = tebibytes(16),
      .nvme_storage = tebibytes(16),
      .nvme_disks = 4,
      .data_disks = 16,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(1'200),
      .nics = 1,
      .front_end = detail::ethernet(160),
      .scale_out_per_gpu = stated(scale_out_per_direction(gigabits_per_second(800)), sources::azure_gb300_announcement),
      .scale_out_kind = "InfiniBand XDR",
      .scale_up_domain_gpus = stated(count{72}, sources::azure_gb300_announcement),
      .disputes = disputed,
  };
};

}  // namespace headroom::azure
