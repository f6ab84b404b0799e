// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/disputes.hpp>
#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/cpu.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/units.hpp>

// AMD's GPUs and CPUs.
namespace headroom::amd {

namespace detail {

// A card whose neighbours are reached over PCIe alone.
inline constexpr scale_up_link no_scale_up{
    .kind = "none",
    .per_gpu = figure<scale_up_bandwidth>(absent).based_on(basis::general_knowledge, sources::general_knowledge)};

}  // namespace detail

struct mi25 {
  static constexpr gpu spec{
      .name = "MI25",
      .maker = maker::amd,
      .architecture = "Vega 10",
      .form_factor = "PCIe",
      .from = &sources::gpu_table,
      .memory_as_sold = stated(nameplate_gigabytes(16), sources::azure_nvv4),
      .memory_bandwidth = figure<bandwidth>(gigabytes_per_second(436)).disputed_in(disputes::c35),
      .scale_up = detail::no_scale_up,
      .pcie = {general_knowledge(count{3}), general_knowledge(count{16})},
      .tdp = general_knowledge(watts(300)),
      .mig_instances = figure<count>(absent).based_on(basis::derived, sources::nvidia_mig_guide),
      .fp64 = vector_only(unknown),
      .fp32 = vector_only(general_knowledge(teraflops(12.3))),
      .tf32 = no_rates,
      .fp16 = vector_only(general_knowledge(teraflops(24.6))),
      .bf16 = no_rates,
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = tensor_only(unknown, absent),
  };
};

struct mi300x {
  static constexpr gpu spec{
      .name = "MI300X",
      .maker = maker::amd,
      .architecture = "CDNA 3",
      .form_factor = "OAM",
      .memory_type = "HBM3",
      .from = &sources::accelerator_comparison,
      .memory_as_sold = nameplate_gigabytes(192),
      .memory_bandwidth = gigabytes_per_second(5'300),
      .scale_up = {.kind = "4th-gen Infinity Fabric, 7 links, full mesh",
                   .links = stated(count{7}, sources::stas_network),
                   .per_gpu = stated(scale_up_per_direction(gigabytes_per_second(7 * 64.0)), sources::stas_network),
                   .per_peer = stated(scale_up_per_direction(gigabytes_per_second(64)), sources::stas_network)},
      .pcie = {5, 16},
      .tdp = figure<power>(watts(750)).noted("peak of the whole board"),
      .multiprocessors = general_knowledge(count{304}),
      .fp64 = {.vector = teraflops(81.7), .tensor_dense = teraflops(163.4), .tensor_sparse = absent},
      .fp32 = vector_only(teraflops(163.4)),
      .tf32 = tensor_only(teraflops(653.7), derived(teraflops(1'307.4), sources::accelerator_comparison)),
      .fp16 = {.tensor_dense = stated(teraflops(1'307.4), sources::stas_accelerators),
               .tensor_sparse = derived(teraflops(2'614.9), sources::stas_accelerators)},
      .bf16 = tensor_only(stated(teraflops(1'307.4), sources::stas_accelerators),
                          derived(teraflops(2'614.9), sources::stas_accelerators)),
      .fp8 = tensor_only(teraflops(2'610), teraflops(5'220)),
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = tensor_only(teraflops(2'600), teraflops(5'220)),
  };
};

struct radeon_pro_v620 {
  static constexpr gpu spec{
      .name = "Radeon PRO V620",
      .maker = maker::amd,
      .architecture = "RDNA 2 (Navi 21)",
      .form_factor = "PCIe dual slot passive",
      .memory_type = "GDDR6 ECC",
      .from = &sources::radeon_pro_v620,
      .memory_as_sold =
          stated(nameplate_gigabytes(32), sources::azure_ngads_v620).noted("error correction takes some of it"),
      .memory_bandwidth = gigabytes_per_second(512),
      .scale_up = detail::no_scale_up,
      .pcie = {4, 16},
      .tdp = watts(300),
      .mig_instances = stated(count{4}, sources::azure_ngads_v620_legacy).noted("SR-IOV partitions on Azure"),
      .fp64 = vector_only(unknown),
      .fp32 = vector_only(teraflops(20.28)),
      .tf32 = no_rates,
      .fp16 = vector_only(general_knowledge(teraflops(40.55))),
      .bf16 = no_rates,
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = tensor_only(unknown, absent),
  };
};

struct radeon_pro_v710 {
  static constexpr gpu spec{
      .name = "Radeon PRO V710",
      .maker = maker::amd,
      .architecture = "RDNA 3 (gfx1101)",
      .form_factor = "PCIe",
      .memory_type = "GDDR6",
      .from = &sources::gpu_table,
      .memory_as_sold = stated(gibibytes(28), sources::amd_rocm_gpus).disputed_in(disputes::c23),
      .memory_bandwidth = gigabytes_per_second(504),
      .scale_up = detail::no_scale_up,
      .pcie = {general_knowledge(count{4}), general_knowledge(count{16})},
      .mig_instances = derived(count{6}, sources::azure_nvads_v710_v5).noted("SR-IOV partitions on Azure"),
      .fp64 = vector_only(unknown),
      .fp32 = vector_only(unknown),
      .tf32 = no_rates,
      .fp16 = {.tensor_sparse = absent},
      .bf16 = tensor_only(unknown, absent),
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = tensor_only(unknown, absent),
  };
};

// ---- CPUs. How many cores a size is given stands with the size. All are PCIe hosts: GPUs do not share their memory.

struct epyc_7v12 {
  static constexpr cpu spec{
      .name = "AMD EPYC 7V12 (Rome)",
      .maker = maker::amd,
      .from = &sources::azure_nd_a100_v4_2021,
      .coherent_link_per_direction = absent,
      .note = "2nd generation; the model is named by later documents only",
  };
};

struct epyc_7763 {
  static constexpr cpu spec{
      .name = "AMD EPYC 7763 (Milan)",
      .maker = maker::amd,
      .from = &sources::azure_ngads_v620,
      .coherent_link_per_direction = absent,
  };
};

// Named on a page of sizes, and described nowhere.
struct epyc_7v13 {
  static constexpr cpu spec{
      .name = "AMD EPYC 7V13 (Milan)",
      .maker = maker::amd,
      .from = &sources::azure_nc_a100_v4,
      .coherent_link_per_direction = absent,
  };
};

struct epyc_74f3v {
  static constexpr cpu spec{
      .name = "AMD EPYC 74F3v (Milan)",
      .maker = maker::amd,
      .from = &sources::azure_nvads_a10_v5,
      .coherent_link_per_direction = absent,
  };
};

struct epyc_genoa {
  static constexpr cpu spec{
      .name = "AMD EPYC (Genoa)",
      .maker = maker::amd,
      .from = &sources::azure_ncads_h100_v5,
      .coherent_link_per_direction = absent,
  };
};

struct epyc_9v64f {
  static constexpr cpu spec{
      .name = "AMD EPYC 9V64 F (Genoa)",
      .maker = maker::amd,
      .from = &sources::azure_nvads_v710_v5,
      .coherent_link_per_direction = absent,
  };
};

}  // namespace headroom::amd
