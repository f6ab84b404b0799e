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

// Azure's NV sizes: visualisation and remote desktops, many on a share of a GPU.
namespace headroom::azure {

// ---- NV

inline constexpr vm_series nv_series{
    .name = "NV",
    .from = &sources::azure_nv,
    .features =
        {
            .premium_storage = support::no,
            .premium_storage_caching = support::no,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::yes,
            .generation_2 = support::no,
            .accelerated_networking = support::no,
            .ephemeral_os_disk = support::no,
            .nested_virtualization = support::no,
        },
};

struct nv6 {
  static constexpr const dispute* disputed[]{&disputes::c24};
  static constexpr vm spec{
      .name = "Standard_NV6",
      .provider = provider::azure,
      .series = &nv_series,
      .status = detail::retired_on("2023-09-06"),
      .gpu = &nvidia::m60::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c24),
      .cpu = &intel::xeon_e5_2690_v3::spec,
      .vcpus = 6,
      .system_memory = gibibytes(56),
      .temporary_storage = gibibytes(340),
      .data_disks = 24,
      .nics = 1,
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nv12 {
  static constexpr const dispute* disputed[]{&disputes::c24};
  static constexpr vm spec{
      .name = "Standard_NV12",
      .provider = provider::azure,
      .series = &nv_series,
      .status = detail::retired_on("2023-09-06"),
      .gpu = &nvidia::m60::spec,
      .gpus = figure<count>(2).disputed_in(disputes::c24),
      .cpu = &intel::xeon_e5_2690_v3::spec,
      .vcpus = 12,
      .system_memory = gibibytes(112),
      .temporary_storage = gibibytes(680),
      .data_disks = 48,
      .nics = 2,
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nv24 {
  static constexpr const dispute* disputed[]{&disputes::c24};
  static constexpr vm spec{
      .name = "Standard_NV24",
      .provider = provider::azure,
      .series = &nv_series,
      .status = detail::retired_on("2023-09-06"),
      .gpu = &nvidia::m60::spec,
      .gpus = figure<count>(4).disputed_in(disputes::c24),
      .cpu = &intel::xeon_e5_2690_v3::spec,
      .vcpus = 24,
      .system_memory = gibibytes(224),
      .temporary_storage = gibibytes(1'440),
      .data_disks = 64,
      .nics = 4,
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

// ---- NVv3

inline constexpr vm_series nv_v3_series{
    .name = "NVv3",
    .from = &sources::azure_nvv3,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::yes,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
        },
};

struct nv12s_v3 {
  static constexpr const dispute* disputed[]{&disputes::c24};
  static constexpr vm spec{
      .name = "Standard_NV12s_v3",
      .provider = provider::azure,
      .series = &nv_v3_series,
      .status = detail::retirement_on("2026-09-30"),
      .gpu = &nvidia::m60::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c24),
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 12,
      .system_memory = gibibytes(112),
      .temporary_storage = gibibytes(320),
      .data_disks = 12,
      .nics = 4,
      .front_end = detail::ethernet(6),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nv24s_v3 {
  static constexpr const dispute* disputed[]{&disputes::c24};
  static constexpr vm spec{
      .name = "Standard_NV24s_v3",
      .provider = provider::azure,
      .series = &nv_v3_series,
      .status = detail::retirement_on("2026-09-30"),
      .gpu = &nvidia::m60::spec,
      .gpus = figure<count>(2).disputed_in(disputes::c24),
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 24,
      .system_memory = gibibytes(224),
      .temporary_storage = gibibytes(640),
      .data_disks = 24,
      .nics = 8,
      .front_end = detail::ethernet(12),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nv48s_v3 {
  static constexpr const dispute* disputed[]{&disputes::c24};
  static constexpr vm spec{
      .name = "Standard_NV48s_v3",
      .provider = provider::azure,
      .series = &nv_v3_series,
      .status = detail::retirement_on("2026-09-30"),
      .gpu = &nvidia::m60::spec,
      .gpus = figure<count>(4).disputed_in(disputes::c24),
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 48,
      .system_memory = gibibytes(448),
      .temporary_storage = gibibytes(1'280),
      .data_disks = 32,
      .nics = 8,
      .front_end = detail::ethernet(24),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

// ---- NVv4

inline constexpr vm_series nv_v4_series{
    .name = "NVv4",
    .from = &sources::azure_nvv4,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::yes,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
        },
};

struct nv4as_v4 {
  static constexpr const dispute* disputed[]{&disputes::c38};
  static constexpr vm spec{
      .name = "Standard_NV4as_v4",
      .provider = provider::azure,
      .series = &nv_v4_series,
      .status = detail::retirement_on("2026-09-30"),
      .gpu = &amd::mi25::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c38),
      .gpu_share = {1, 8},
      .cpu = &amd::epyc_7v12::spec,
      .vcpus = 4,
      .system_memory = gibibytes(14),
      .temporary_storage = gibibytes(88),
      .data_disks = 4,
      .disk_iops = 6'400,
      .disk_throughput = megabytes_per_second(96),
      .nics = 2,
      .front_end = detail::ethernet(1),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nv8as_v4 {
  static constexpr const dispute* disputed[]{&disputes::c38};
  static constexpr vm spec{
      .name = "Standard_NV8as_v4",
      .provider = provider::azure,
      .series = &nv_v4_series,
      .status = detail::retirement_on("2026-09-30"),
      .gpu = &amd::mi25::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c38),
      .gpu_share = {1, 4},
      .cpu = &amd::epyc_7v12::spec,
      .vcpus = 8,
      .system_memory = gibibytes(28),
      .temporary_storage = gibibytes(176),
      .data_disks = 8,
      .disk_iops = 12'800,
      .disk_throughput = megabytes_per_second(192),
      .nics = 4,
      .front_end = detail::ethernet(2),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nv16as_v4 {
  static constexpr const dispute* disputed[]{&disputes::c38};
  static constexpr vm spec{
      .name = "Standard_NV16as_v4",
      .provider = provider::azure,
      .series = &nv_v4_series,
      .status = detail::retirement_on("2026-09-30"),
      .gpu = &amd::mi25::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c38),
      .gpu_share = {1, 2},
      .cpu = &amd::epyc_7v12::spec,
      .vcpus = 16,
      .system_memory = gibibytes(56),
      .temporary_storage = gibibytes(352),
      .data_disks = 16,
      .disk_iops = 25'600,
      .disk_throughput = megabytes_per_second(384),
      .nics = 8,
      .front_end = detail::ethernet(4),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nv32as_v4 {
  static constexpr vm spec{
      .name = "Standard_NV32as_v4",
      .provider = provider::azure,
      .series = &nv_v4_series,
      .status = detail::retirement_on("2026-09-30"),
      .gpu = &amd::mi25::spec,
      .gpus = 1,
      .cpu = &amd::epyc_7v12::spec,
      .vcpus = 32,
      .system_memory = gibibytes(112),
      .temporary_storage = gibibytes(704),
      .data_disks = 32,
      .disk_iops = 51'200,
      .disk_throughput = megabytes_per_second(768),
      .nics = 8,
      .front_end = detail::ethernet(8),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

// ---- NVadsA10 v5

inline constexpr vm_series nvads_a10_v5_series{
    .name = "NVadsA10 v5",
    .from = &sources::azure_nvads_a10_v5,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::yes,
            .memory_preserving_updates = support::no,
            .generation_1 = support::yes,
            .generation_2 = support::yes,
            .accelerated_networking = support::yes,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
            .local_temporary_storage = support::yes,
        },
};

struct nv6ads_a10_v5 {
  static constexpr vm spec{
      .name = "Standard_NV6ads_A10_v5",
      .provider = provider::azure,
      .series = &nvads_a10_v5_series,
      .gpu = &nvidia::a10::spec,
      .gpus = 1,
      .gpu_share = {1, 6},
      .cpu = &amd::epyc_74f3v::spec,
      .vcpus = 6,
      .system_memory = gibibytes(55),
      .temporary_storage = gibibytes(180),
      .data_disks = 4,
      .disk_iops = 6'400,
      .disk_throughput = megabytes_per_second(100),
      .nics = 1,
      .front_end = detail::ethernet(5),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nv12ads_a10_v5 {
  static constexpr vm spec{
      .name = "Standard_NV12ads_A10_v5",
      .provider = provider::azure,
      .series = &nvads_a10_v5_series,
      .gpu = &nvidia::a10::spec,
      .gpus = 1,
      .gpu_share = {1, 3},
      .cpu = &amd::epyc_74f3v::spec,
      .vcpus = 12,
      .system_memory = gibibytes(110),
      .temporary_storage = gibibytes(360),
      .data_disks = 4,
      .disk_iops = 12'800,
      .disk_throughput = megabytes_per_second(200),
      .nics = 2,
      .front_end = detail::ethernet(10),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nv18ads_a10_v5 {
  static constexpr vm spec{
      .name = "Standard_NV18ads_A10_v5",
      .provider = provider::azure,
      .series = &nvads_a10_v5_series,
      .gpu = &nvidia::a10::spec,
      .gpus = 1,
      .gpu_share = {1, 2},
      .cpu = &amd::epyc_74f3v::spec,
      .vcpus = 18,
      .system_memory = gibibytes(220),
      .temporary_storage = gibibytes(720),
      .data_disks = 8,
      .disk_iops = 25'600,
      .disk_throughput = megabytes_per_second(384),
      .nics = 4,
      .front_end = detail::ethernet(20),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nv36ads_a10_v5 {
  static constexpr vm spec{
      .name = "Standard_NV36ads_A10_v5",
      .provider = provider::azure,
      .series = &nvads_a10_v5_series,
      .gpu = &nvidia::a10::spec,
      .gpus = 1,
      .cpu = &amd::epyc_74f3v::spec,
      .vcpus = 36,
      .system_memory = gibibytes(440),
      .temporary_storage = gibibytes(1'440),
      .data_disks = 16,
      .disk_iops = 51'200,
      .disk_throughput = megabytes_per_second(768),
      .nics = 4,
      .front_end = detail::ethernet(40),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nv36adms_a10_v5 {
  static constexpr vm spec{
      .name = "Standard_NV36adms_A10_v5",
      .provider = provider::azure,
      .series = &nvads_a10_v5_series,
      .gpu = &nvidia::a10::spec,
      .gpus = 1,
      .cpu = &amd::epyc_74f3v::spec,
      .vcpus = 36,
      .system_memory = gibibytes(880),
      .temporary_storage = gibibytes(2'880),
      .data_disks = 32,
      .disk_iops = 51'200,
      .disk_throughput = megabytes_per_second(768),
      .nics = 8,
      .front_end = detail::ethernet(80),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nv72ads_a10_v5 {
  static constexpr vm spec{
      .name = "Standard_NV72ads_A10_v5",
      .provider = provider::azure,
      .series = &nvads_a10_v5_series,
      .gpu = &nvidia::a10::spec,
      .gpus = 2,
      .cpu = &amd::epyc_74f3v::spec,
      .vcpus = 72,
      .system_memory = gibibytes(880),
      .temporary_storage = gibibytes(2'880),
      .data_disks = 32,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(1'200),
      .nics = 8,
      .front_end = detail::ethernet(80),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

// ---- NVads V710 v5

inline constexpr vm_series nvads_v710_v5_series{
    .name = "NVads V710 v5",
    .from = &sources::azure_nvads_v710_v5,
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

struct nv4ads_v710_v5 {
  static constexpr const dispute* disputed[]{&disputes::c23};
  static constexpr vm spec{
      .name = "Standard_NV4ads_V710_v5",
      .provider = provider::azure,
      .series = &nvads_v710_v5_series,
      .gpu = &amd::radeon_pro_v710::spec,
      .gpus = 1,
      .gpu_share = {1, 6},
      .gpu_memory_printed = figure<memory>(nameplate_gigabytes(4)).disputed_in(disputes::c23),
      .cpu = &amd::epyc_9v64f::spec,
      .vcpus = 4,
      .system_memory = gibibytes(16),
      .temporary_storage = gibibytes(256),
      .data_disks = 2,
      .disk_iops = figure<count>(7'600).disputed_in(disputes::c23),
      .disk_throughput = megabytes_per_second(180),
      .nics = 2,
      .front_end = detail::ethernet(3.3),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nv8ads_v710_v5 {
  static constexpr const dispute* disputed[]{&disputes::c23};
  static constexpr vm spec{
      .name = "Standard_NV8ads_V710_v5",
      .provider = provider::azure,
      .series = &nvads_v710_v5_series,
      .gpu = &amd::radeon_pro_v710::spec,
      .gpus = 1,
      .gpu_share = {1, 3},
      .gpu_memory_printed = figure<memory>(nameplate_gigabytes(8)).disputed_in(disputes::c23),
      .cpu = &amd::epyc_9v64f::spec,
      .vcpus = 8,
      .system_memory = gibibytes(32),
      .temporary_storage = gibibytes(512),
      .data_disks = 4,
      .disk_iops = figure<count>(1'520).disputed_in(disputes::c23),
      .disk_throughput = megabytes_per_second(360),
      .nics = 4,
      .front_end = detail::ethernet(6.6),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .note = "most likely ten times the printed IOPS",
      .disputes = disputed,
  };
};

struct nv12ads_v710_v5 {
  static constexpr const dispute* disputed[]{&disputes::c23};
  static constexpr vm spec{
      .name = "Standard_NV12ads_V710_v5",
      .provider = provider::azure,
      .series = &nvads_v710_v5_series,
      .gpu = &amd::radeon_pro_v710::spec,
      .gpus = 1,
      .gpu_share = {1, 2},
      .gpu_memory_printed = figure<memory>(nameplate_gigabytes(12)).disputed_in(disputes::c23),
      .cpu = &amd::epyc_9v64f::spec,
      .vcpus = 12,
      .system_memory = gibibytes(64),
      .temporary_storage = gibibytes(768),
      .data_disks = 6,
      .disk_iops = figure<count>(2'280).disputed_in(disputes::c23),
      .disk_throughput = megabytes_per_second(540),
      .nics = 4,
      .front_end = detail::ethernet(10),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .note = "most likely ten times the printed IOPS",
      .disputes = disputed,
  };
};

struct nv24ads_v710_v5 {
  static constexpr const dispute* disputed[]{&disputes::c23};
  static constexpr vm spec{
      .name = "Standard_NV24ads_V710_v5",
      .provider = provider::azure,
      .series = &nvads_v710_v5_series,
      .gpu = &amd::radeon_pro_v710::spec,
      .gpus = 1,
      .gpu_memory_printed = figure<memory>(nameplate_gigabytes(24)).disputed_in(disputes::c23),
      .cpu = &amd::epyc_9v64f::spec,
      .vcpus = 24,
      .system_memory = gibibytes(128),
      .temporary_storage = gibibytes(1'536),
      .data_disks = 12,
      .disk_iops = figure<count>(4'560).disputed_in(disputes::c23),
      .disk_throughput = megabytes_per_second(1'080),
      .nics = 8,
      .front_end = detail::ethernet(20),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .note = "most likely ten times the printed IOPS",
      .disputes = disputed,
  };
};

struct nv28adms_v710_v5 {
  static constexpr const dispute* disputed[]{&disputes::c23};
  static constexpr vm spec{
      .name = "Standard_NV28adms_V710_v5",
      .provider = provider::azure,
      .series = &nvads_v710_v5_series,
      .gpu = &amd::radeon_pro_v710::spec,
      .gpus = 1,
      .gpu_memory_printed = figure<memory>(nameplate_gigabytes(24)).disputed_in(disputes::c23),
      .cpu = &amd::epyc_9v64f::spec,
      .vcpus = 28,
      .system_memory = gibibytes(160),
      .temporary_storage = gibibytes(1'536),
      .data_disks = 14,
      .disk_iops = figure<count>(5'320).disputed_in(disputes::c23),
      .disk_throughput = megabytes_per_second(1'260),
      .nics = 8,
      .front_end = detail::ethernet(20),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .note = "most likely ten times the printed IOPS",
      .disputes = disputed,
  };
};

}  // namespace headroom::azure
