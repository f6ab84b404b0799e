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

// Azure's NC sizes: computing on one to four GPUs.
namespace headroom::azure {

// ---- NC

inline constexpr vm_series nc_series{
    .name = "NC",
    .from = &sources::azure_nc,
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

struct nc6 {
  static constexpr vm spec{
      .name = "Standard_NC6",
      .provider = provider::azure,
      .series = &nc_series,
      .status = detail::retired_unconfirmed,
      .gpu = &nvidia::k80::spec,
      .gpus = 1,
      .cpu = &intel::xeon_e5_2690_v3::spec,
      .vcpus = 6,
      .system_memory = gibibytes(56),
      .temporary_storage = gibibytes(340),
      .data_disks = 24,
      .nics = 1,
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc12 {
  static constexpr vm spec{
      .name = "Standard_NC12",
      .provider = provider::azure,
      .series = &nc_series,
      .status = detail::retired_unconfirmed,
      .gpu = &nvidia::k80::spec,
      .gpus = 2,
      .cpu = &intel::xeon_e5_2690_v3::spec,
      .vcpus = 12,
      .system_memory = gibibytes(112),
      .temporary_storage = gibibytes(680),
      .data_disks = 48,
      .nics = 2,
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc24 {
  static constexpr vm spec{
      .name = "Standard_NC24",
      .provider = provider::azure,
      .series = &nc_series,
      .status = detail::retired_unconfirmed,
      .gpu = &nvidia::k80::spec,
      .gpus = 4,
      .cpu = &intel::xeon_e5_2690_v3::spec,
      .vcpus = 24,
      .system_memory = gibibytes(224),
      .temporary_storage = gibibytes(1'440),
      .data_disks = 64,
      .nics = 4,
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc24r {
  static constexpr vm spec = [] {
    vm it = nc24::spec;
    it.name = "Standard_NC24r";
    return it;
  }();
};

// ---- NCv2

inline constexpr vm_series nc_v2_series{
    .name = "NCv2",
    .from = &sources::azure_ncv2,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::yes,
            .generation_2 = support::yes,
            .accelerated_networking = support::no,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
        },
};

struct nc6s_v2 {
  static constexpr vm spec{
      .name = "Standard_NC6s_v2",
      .provider = provider::azure,
      .series = &nc_v2_series,
      .status = detail::retired_unconfirmed,
      .gpu = &nvidia::p100_pcie::spec,
      .gpus = 1,
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 6,
      .system_memory = gibibytes(112),
      .temporary_storage = gibibytes(736),
      .data_disks = 12,
      .disk_iops = 20'000,
      .disk_throughput = megabytes_per_second(200),
      .nics = 4,
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc12s_v2 {
  static constexpr vm spec{
      .name = "Standard_NC12s_v2",
      .provider = provider::azure,
      .series = &nc_v2_series,
      .status = detail::retired_unconfirmed,
      .gpu = &nvidia::p100_pcie::spec,
      .gpus = 2,
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 12,
      .system_memory = gibibytes(224),
      .temporary_storage = gibibytes(1'474),
      .data_disks = 24,
      .disk_iops = 40'000,
      .disk_throughput = megabytes_per_second(400),
      .nics = 8,
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc24s_v2 {
  static constexpr vm spec{
      .name = "Standard_NC24s_v2",
      .provider = provider::azure,
      .series = &nc_v2_series,
      .status = detail::retired_unconfirmed,
      .gpu = &nvidia::p100_pcie::spec,
      .gpus = 4,
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 24,
      .system_memory = gibibytes(448),
      .temporary_storage = gibibytes(2'948),
      .data_disks = 32,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(800),
      .nics = 8,
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc24rs_v2 {
  static constexpr vm spec = [] {
    vm it = nc24s_v2::spec;
    it.name = "Standard_NC24rs_v2";
    return it;
  }();
};

// ---- NCv3

inline constexpr vm_series nc_v3_series{
    .name = "NCv3",
    .from = &sources::azure_ncv3,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::yes,
            .generation_2 = support::yes,
            .accelerated_networking = support::no,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
        },
};

struct nc6s_v3 {
  static constexpr vm spec{
      .name = "Standard_NC6s_v3",
      .provider = provider::azure,
      .series = &nc_v3_series,
      .status = detail::retired_on("2025-09-30"),
      .gpu = &nvidia::v100_pcie_16gb::spec,
      .gpus = 1,
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 6,
      .system_memory = gibibytes(112),
      .temporary_storage = gibibytes(736),
      .data_disks = 12,
      .disk_iops = 20'000,
      .disk_throughput = megabytes_per_second(200),
      .nics = 4,
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc12s_v3 {
  static constexpr vm spec{
      .name = "Standard_NC12s_v3",
      .provider = provider::azure,
      .series = &nc_v3_series,
      .status = detail::retired_on("2025-09-30"),
      .gpu = &nvidia::v100_pcie_16gb::spec,
      .gpus = 2,
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 12,
      .system_memory = gibibytes(224),
      .temporary_storage = gibibytes(1'474),
      .data_disks = 24,
      .disk_iops = 40'000,
      .disk_throughput = megabytes_per_second(400),
      .nics = 8,
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc24s_v3 {
  static constexpr vm spec{
      .name = "Standard_NC24s_v3",
      .provider = provider::azure,
      .series = &nc_v3_series,
      .status = detail::retired_on("2025-09-30"),
      .gpu = &nvidia::v100_pcie_16gb::spec,
      .gpus = 4,
      .cpu = &intel::xeon_e5_2690_v4::spec,
      .vcpus = 24,
      .system_memory = gibibytes(448),
      .temporary_storage = gibibytes(2'948),
      .data_disks = 32,
      .disk_iops = 80'000,
      .disk_throughput = megabytes_per_second(800),
      .nics = 8,
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc24rs_v3 {
  static constexpr vm spec = [] {
    vm it = nc24s_v3::spec;
    it.name = "Standard_NC24rs_v3";
    return it;
  }();
};

// ---- NCasT4_v3

inline constexpr vm_series ncas_t4_v3_series{
    .name = "NCasT4_v3",
    .from = &sources::azure_ncas_t4_v3,
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

struct nc4as_t4_v3 {
  static constexpr vm spec{
      .name = "Standard_NC4as_T4_v3",
      .provider = provider::azure,
      .series = &ncas_t4_v3_series,
      .gpu = &nvidia::t4::spec,
      .gpus = 1,
      .cpu = &amd::epyc_7v12::spec,
      .vcpus = 4,
      .system_memory = gibibytes(28),
      .temporary_storage = gibibytes(176),
      .data_disks = 8,
      .nics = 2,
      .front_end = detail::ethernet(8),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc8as_t4_v3 {
  static constexpr vm spec{
      .name = "Standard_NC8as_T4_v3",
      .provider = provider::azure,
      .series = &ncas_t4_v3_series,
      .gpu = &nvidia::t4::spec,
      .gpus = 1,
      .cpu = &amd::epyc_7v12::spec,
      .vcpus = 8,
      .system_memory = gibibytes(56),
      .temporary_storage = gibibytes(352),
      .data_disks = 16,
      .nics = 4,
      .front_end = detail::ethernet(8),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc16as_t4_v3 {
  static constexpr vm spec{
      .name = "Standard_NC16as_T4_v3",
      .provider = provider::azure,
      .series = &ncas_t4_v3_series,
      .gpu = &nvidia::t4::spec,
      .gpus = 1,
      .cpu = &amd::epyc_7v12::spec,
      .vcpus = 16,
      .system_memory = gibibytes(110),
      .temporary_storage = gibibytes(352),
      .data_disks = 32,
      .nics = 8,
      .front_end = detail::ethernet(8),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

struct nc64as_t4_v3 {
  static constexpr vm spec{
      .name = "Standard_NC64as_T4_v3",
      .provider = provider::azure,
      .series = &ncas_t4_v3_series,
      .gpu = &nvidia::t4::spec,
      .gpus = 4,
      .cpu = &amd::epyc_7v12::spec,
      .vcpus = 64,
      .system_memory = gibibytes(440),
      .temporary_storage = gibibytes(2'816),
      .data_disks = 32,
      .nics = 8,
      .front_end = detail::ethernet(32),
      .scale_up_domain_gpus = general_knowledge(count{1}),
  };
};

// ---- NC A100 v4

inline constexpr vm_series nc_a100_v4_series{
    .name = "NC A100 v4",
    .from = &sources::azure_nc_a100_v4,
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

struct nc24ads_a100_v4 {
  static constexpr const dispute* disputed[]{&disputes::c21};
  static constexpr vm spec{
      .name = "Standard_NC24ads_A100_v4",
      .provider = provider::azure,
      .series = &nc_a100_v4_series,
      .gpu = &nvidia::a100_pcie_80gb::spec,
      .gpus = 1,
      .cpu = &amd::epyc_7v13::spec,
      .vcpus = 24,
      .system_memory = gibibytes(220),
      .temporary_storage = gibibytes(64),
      .nvme_storage = stated(gibibytes(894), sources::azure_container_storage_nvme).disputed_in(disputes::c21),
      .nvme_disks = stated(count{1}, sources::azure_container_storage_nvme),
      .data_disks = 8,
      .disk_iops = 30'000,
      .disk_throughput = megabytes_per_second(1'000),
      .nics = 2,
      .front_end = detail::ethernet(20),
      .disputes = disputed,
  };
};

struct nc48ads_a100_v4 {
  static constexpr const dispute* disputed[]{&disputes::c21};
  static constexpr vm spec{
      .name = "Standard_NC48ads_A100_v4",
      .provider = provider::azure,
      .series = &nc_a100_v4_series,
      .gpu = &nvidia::a100_pcie_80gb::spec,
      .gpus = 2,
      .cpu = &amd::epyc_7v13::spec,
      .vcpus = 48,
      .system_memory = gibibytes(440),
      .temporary_storage = gibibytes(128),
      .nvme_storage = stated(gibibytes(1'788), sources::azure_container_storage_nvme).disputed_in(disputes::c21),
      .nvme_disks = stated(count{2}, sources::azure_container_storage_nvme),
      .data_disks = 16,
      .disk_iops = 60'000,
      .disk_throughput = megabytes_per_second(2'000),
      .nics = 4,
      .front_end = detail::ethernet(40),
      .disputes = disputed,
  };
};

struct nc96ads_a100_v4 {
  static constexpr const dispute* disputed[]{&disputes::c21};
  static constexpr vm spec{
      .name = "Standard_NC96ads_A100_v4",
      .provider = provider::azure,
      .series = &nc_a100_v4_series,
      .gpu = &nvidia::a100_pcie_80gb::spec,
      .gpus = 4,
      .cpu = &amd::epyc_7v13::spec,
      .vcpus = 96,
      .system_memory = gibibytes(880),
      .temporary_storage = gibibytes(256),
      .nvme_storage = stated(gibibytes(3'576), sources::azure_container_storage_nvme).disputed_in(disputes::c21),
      .nvme_disks = stated(count{4}, sources::azure_container_storage_nvme),
      .data_disks = 32,
      .disk_iops = 120'000,
      .disk_throughput = megabytes_per_second(4'000),
      .nics = 8,
      .front_end = detail::ethernet(80),
      .disputes = disputed,
  };
};

// ---- NCads H100 v5

inline constexpr vm_series ncads_h100_v5_series{
    .name = "NCads H100 v5",
    .from = &sources::azure_ncads_h100_v5,
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

struct nc40ads_h100_v5 {
  static constexpr const dispute* disputed[]{&disputes::c22, &disputes::c25};
  static constexpr vm spec{
      .name = "Standard_NC40ads_H100_v5",
      .provider = provider::azure,
      .series = &ncads_h100_v5_series,
      .gpu = &nvidia::h100_nvl::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c25),
      .cpu = &amd::epyc_genoa::spec,
      .vcpus = 40,
      .system_memory = gibibytes(320),
      .temporary_storage = gibibytes(3'576),
      .data_disks = 8,
      .disk_iops = 100'000,
      .disk_throughput = megabytes_per_second(3'000),
      .nics = figure<count>(2).disputed_in(disputes::c22),
      .front_end = detail::ethernet(40),
      .disputes = disputed,
  };
};

struct nc80adis_h100_v5 {
  static constexpr const dispute* disputed[]{&disputes::c25};
  static constexpr vm spec{
      .name = "Standard_NC80adis_H100_v5",
      .provider = provider::azure,
      .series = &ncads_h100_v5_series,
      .gpu = &nvidia::h100_nvl::spec,
      .gpus = figure<count>(2).disputed_in(disputes::c25),
      .cpu = &amd::epyc_genoa::spec,
      .vcpus = 80,
      .system_memory = gibibytes(640),
      .temporary_storage = gibibytes(7'152),
      .data_disks = 16,
      .disk_iops = 240'000,
      .disk_throughput = megabytes_per_second(7'000),
      .nics = 4,
      .front_end = detail::ethernet(80),
      .disputes = disputed,
  };
};

// ---- NCCads H100 v5

inline constexpr vm_series nccads_h100_v5_series{
    .name = "NCCads H100 v5",
    .from = &sources::azure_nccads_h100_v5,
    .features =
        {
            .premium_storage = support::yes,
            .premium_storage_caching = support::yes,
            .live_migration = support::no,
            .memory_preserving_updates = support::no,
            .generation_1 = support::no,
            .generation_2 = support::yes,
            .accelerated_networking = support::no,
            .ephemeral_os_disk = support::yes,
            .nested_virtualization = support::no,
            .local_temporary_storage = support::yes,
        },
};

struct ncc40ads_h100_v5 {
  static constexpr const dispute* disputed[]{&disputes::c22};
  static constexpr vm spec{
      .name = "Standard_NCC40ads_H100_v5",
      .provider = provider::azure,
      .series = &nccads_h100_v5_series,
      .gpu = &nvidia::h100_nvl::spec,
      .gpus = 1,
      .cpu = &amd::epyc_genoa::spec,
      .vcpus = 40,
      .system_memory = gibibytes(320),
      .temporary_storage = gibibytes(800),
      .data_disks = 8,
      .disk_iops = 100'000,
      .disk_throughput = megabytes_per_second(3'000),
      .nics = figure<count>(8).disputed_in(disputes::c22),
      .front_end = detail::ethernet(40),
      .disputes = disputed,
  };
};

// ---- NC RTX PRO 6000 BSE v6

inline constexpr vm_series nc_rtx_pro_6000_v6_series{
    .name = "NC RTX PRO 6000 BSE v6",
    .from = &sources::azure_nc_rtx_pro_6000_v6,
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
            .hibernation = support::no,
        },
};

struct nc128ds_xl_rtxpro6000bse_v6 {
  static constexpr const dispute* disputed[]{&disputes::c27};
  static constexpr vm spec{
      .name = "Standard_NC128ds_xl_RTXPRO6000BSE_v6",
      .provider = provider::azure,
      .series = &nc_rtx_pro_6000_v6_series,
      .status = {lifecycle_status::preview, "2026-05", &sources::azure_nc_rtx_pro_6000_v6},
      .gpu = &nvidia::rtx_pro_6000::spec,
      .gpus = 1,
      .cpu = &intel::xeon_granite_rapids_ap::spec,
      .vcpus = 128,
      .system_memory = gibibytes(512),
      .temporary_storage = gibibytes(1'024),
      .data_disks = 16,
      .nics = 6,
      .front_end = detail::ethernet(75),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nc256ds_xl_rtxpro6000bse_v6 {
  static constexpr const dispute* disputed[]{&disputes::c27};
  static constexpr vm spec{
      .name = "Standard_NC256ds_xl_RTXPRO6000BSE_v6",
      .provider = provider::azure,
      .series = &nc_rtx_pro_6000_v6_series,
      .status = {lifecycle_status::preview, "2026-05", &sources::azure_nc_rtx_pro_6000_v6},
      .gpu = &nvidia::rtx_pro_6000::spec,
      .gpus = 2,
      .cpu = &intel::xeon_granite_rapids_ap::spec,
      .vcpus = 256,
      .system_memory = gibibytes(1'024),
      .temporary_storage = gibibytes(2'048),
      .data_disks = 16,
      .nics = 8,
      .front_end = detail::ethernet(100),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nc320ds_xl_rtxpro6000bse_v6 {
  static constexpr const dispute* disputed[]{&disputes::c27};
  static constexpr vm spec{
      .name = "Standard_NC320ds_xl_RTXPRO6000BSE_v6",
      .provider = provider::azure,
      .series = &nc_rtx_pro_6000_v6_series,
      .status = {lifecycle_status::preview, "2026-05", &sources::azure_nc_rtx_pro_6000_v6},
      .gpu = &nvidia::rtx_pro_6000::spec,
      .gpus = 2,
      .cpu = &intel::xeon_granite_rapids_ap::spec,
      .vcpus = 320,
      .system_memory = gibibytes(1'280),
      .temporary_storage = gibibytes(2'048),
      .data_disks = 16,
      .nics = 8,
      .front_end = detail::ethernet(200),
      .scale_up_domain_gpus = general_knowledge(count{1}),
      .disputes = disputed,
  };
};

struct nc128lds_xl_rtxpro6000bse_v6 {
  static constexpr vm spec = [] {
    vm it = nc128ds_xl_rtxpro6000bse_v6::spec;
    it.name = "Standard_NC128lds_xl_RTXPRO6000BSE_v6";
    it.system_memory = figure<memory>(gibibytes(256)).disputed_in(disputes::c27);
    it.nics = figure<count>(8).disputed_in(disputes::c27);
    return it;
  }();
};

struct nc256lds_xl_rtxpro6000bse_v6 {
  static constexpr vm spec = [] {
    vm it = nc256ds_xl_rtxpro6000bse_v6::spec;
    it.name = "Standard_NC256lds_xl_RTXPRO6000BSE_v6";
    it.system_memory = gibibytes(512);
    return it;
  }();
};

struct nc320lds_xl_rtxpro6000bse_v6 {
  static constexpr vm spec = [] {
    vm it = nc320ds_xl_rtxpro6000bse_v6::spec;
    it.name = "Standard_NC320lds_xl_RTXPRO6000BSE_v6";
    it.system_memory = gibibytes(640);
    return it;
  }();
};

}  // namespace headroom::azure
