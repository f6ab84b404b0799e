// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/disputes.hpp>
#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/cpu.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/rack.hpp>
#include <headroom/units.hpp>

// NVIDIA's GPUs, CPU and boards. A record takes over what a device shares with an earlier one and names the rest.
namespace headroom::nvidia {

namespace detail {

// Devices before Ampere, and later ones that NVIDIA's list leaves out, cannot be split.
inline constexpr figure<count> no_mig = figure<count>(absent).based_on(basis::derived, sources::nvidia_mig_guide);

// A card whose neighbours are reached over PCIe alone.
inline constexpr scale_up_link no_scale_up{
    .kind = "none",
    .per_gpu = figure<scale_up_bandwidth>(absent).based_on(basis::general_knowledge, sources::general_knowledge)};

constexpr scale_up_link nvlink(std::string_view kind, figure<count> links, const figure<scale_up_bandwidth>& per_gpu) {
  return {.kind = kind, .links = links, .per_gpu = per_gpu};
}

constexpr figure<scale_up_bandwidth> each_way(double gigabytes) {
  return stated(scale_up_per_direction(gigabytes_per_second(gigabytes)), sources::stas_network);
}

// The sum of both directions is what the data sheet prints.
constexpr figure<scale_up_bandwidth> both_ways(double gigabytes, const source& from) {
  return derived(scale_up_bidirectional(gigabytes_per_second(gigabytes)), from);
}

// Since Hopper the data sheets print the rate with sparsity, and that it is half of that without.
constexpr format_rates half_without_sparsity(double sparse_teraflops) {
  return tensor_only(derived(teraflops(sparse_teraflops / 2), sources::nvidia_datasheets),
                     stated(teraflops(sparse_teraflops), sources::nvidia_datasheets));
}

constexpr format_rates vector_and_tensor(const figure<operation_rate>& vector, const figure<operation_rate>& dense) {
  return {.vector = vector, .tensor_dense = dense, .tensor_sparse = absent};
}

// The same values where a document states them for a sister part only.
constexpr format_rates unconfirmed(format_rates rates) {
  for (figure<operation_rate>* each : {&rates.vector, &rates.tensor_dense, &rates.tensor_sparse})
    if (each->is_known()) *each = general_knowledge(*each->known());
  return rates;
}

}  // namespace detail

// ---- Kepler, Maxwell, Pascal

// One of the two GPUs of a card.
struct k80 {
  static constexpr gpu spec{
      .name = "K80",
      .maker = maker::nvidia,
      .architecture = "Kepler (GK210)",
      .form_factor = "PCIe",
      .from = &sources::azure_nc,
      .memory_as_sold = nameplate_gigabytes(12),
      .memory_bandwidth = derived(gigabytes_per_second(480 / 2.0), sources::gpu_table).noted("half of the card's"),
      .scale_up = detail::no_scale_up,
      .pcie = {general_knowledge(count{3}), general_knowledge(count{16})},
      .mig_instances = detail::no_mig,
      .fp64 = {.tensor_dense = absent, .tensor_sparse = absent},
      .fp32 = {.tensor_dense = absent, .tensor_sparse = absent},
      .tf32 = no_rates,
      .fp16 = no_rates,
      .bf16 = no_rates,
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = {.vector = absent, .tensor_sparse = absent},
      .note = "one of the two GPUs of a card",
  };
};

// One of the two GPUs of a card.
struct m60 {
  static constexpr gpu spec{
      .name = "M60",
      .maker = maker::nvidia,
      .architecture = "Maxwell (GM204)",
      .form_factor = "PCIe",
      .from = &sources::card_database_m60,
      .memory_as_sold = figure<memory>(nameplate_gigabytes(8)).disputed_in(disputes::c24),
      .memory_bandwidth = figure<bandwidth>(gigabytes_per_second(160.4)).disputed_in(disputes::c35),
      .scale_up = detail::no_scale_up,
      .pcie = {general_knowledge(count{3}), general_knowledge(count{16})},
      .tdp = derived(watts(300 / 2.0), sources::card_database_m60).noted("half of the card's"),
      .mig_instances = detail::no_mig,
      .fp64 = {.tensor_dense = absent, .tensor_sparse = absent},
      .fp32 = vector_only(teraflops(4.833)),
      .tf32 = no_rates,
      .fp16 = {.tensor_dense = absent, .tensor_sparse = absent},
      .bf16 = no_rates,
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = {.vector = absent, .tensor_sparse = absent},
      .note = "one of the two GPUs of a card",
  };
};

struct p40 {
  static constexpr gpu spec{
      .name = "P40",
      .maker = maker::nvidia,
      .architecture = "Pascal (GP102)",
      .form_factor = "PCIe",
      .memory_type = "GDDR5",
      .from = &sources::omegaco_p40,
      .memory_as_sold = stated(nameplate_gigabytes(24), sources::azure_nd),
      .memory_bandwidth = figure<bandwidth>(gigabytes_per_second(346)).disputed_in(disputes::c35),
      .scale_up = detail::no_scale_up,
      .pcie = {3, 16},
      .tdp = watts(250),
      .mig_instances = detail::no_mig,
      .fp64 = vector_only(stated(teraflops(0.3674), sources::card_database_p40)),
      .fp32 = vector_only(stated(teraflops(11.76), sources::card_database_p40)),
      .tf32 = no_rates,
      .fp16 = vector_only(stated(teraflops(0.1837), sources::card_database_p40)),
      .bf16 = no_rates,
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = tensor_only(teraflops(47), absent),
  };
};

struct p100_pcie {
  static constexpr gpu spec{
      .name = "P100-PCIe-16GB",
      .maker = maker::nvidia,
      .architecture = "Pascal (GP100)",
      .form_factor = "PCIe",
      .from = &sources::gpu_table,
      .memory_as_sold = stated(nameplate_gigabytes(16), sources::azure_ncv2),
      .memory_bandwidth = gigabytes_per_second(732),
      .scale_up = detail::no_scale_up,
      .pcie = {general_knowledge(count{3}), general_knowledge(count{16})},
      .tdp = general_knowledge(watts(250)),
      .mig_instances = detail::no_mig,
      .fp64 = vector_only(general_knowledge(teraflops(4.7))),
      .fp32 = vector_only(general_knowledge(teraflops(9.3))),
      .tf32 = no_rates,
      .fp16 = vector_only(general_knowledge(teraflops(18.7))),
      .bf16 = no_rates,
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = {.vector = absent, .tensor_sparse = absent},
  };
};

// ---- Volta, Turing

struct v100_sxm2_16gb {
  static constexpr gpu spec{
      .name = "V100-SXM2-16GB",
      .maker = maker::nvidia,
      .architecture = "Volta (GV100)",
      .form_factor = "SXM2",
      .memory_type = "HBM2",
      .from = &sources::nvidia_datasheets,
      .memory_as_sold = nameplate_gigabytes(16),
      .driver_memory = general_knowledge(mebibytes(16'160)).based_on(basis::general_knowledge, sources::nvidia_smi),
      .memory_bandwidth = stated(gigabytes_per_second(900), sources::gcp_gpus),
      .scale_up = detail::nvlink("NVLink 2", stated(count{6}, sources::stas_network), detail::each_way(150)),
      .pcie = {general_knowledge(count{3}), general_knowledge(count{16})},
      .tdp = watts(300),
      .multiprocessors = general_knowledge(count{80}),
      .mig_instances = detail::no_mig,
      .fp64 = vector_only(teraflops(7.8)),
      .fp32 = vector_only(teraflops(15.7)),
      .tf32 = no_rates,
      .fp16 = detail::vector_and_tensor(general_knowledge(teraflops(31.4)), teraflops(125)),
      .bf16 = no_rates,
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = {.vector = absent, .tensor_sparse = absent},
  };
};

struct v100_sxm2_32gb {
  static constexpr gpu spec = [] {
    gpu it = v100_sxm2_16gb::spec;
    it.name = "V100-SXM2-32GB";
    it.memory_as_sold = nameplate_gigabytes(32);
    it.driver_memory = general_knowledge(mebibytes(32'510)).based_on(basis::general_knowledge, sources::nvidia_smi);
    return it;
  }();
};

struct v100_pcie_16gb {
  static constexpr gpu spec = [] {
    gpu it = v100_sxm2_16gb::spec;
    it.name = "V100-PCIe-16GB";
    it.form_factor = "PCIe";
    it.from = &sources::io_tech_v100_pcie;
    it.memory_bandwidth = gigabytes_per_second(900);
    it.scale_up = detail::no_scale_up;
    it.tdp = watts(250);
    it.fp64 = vector_only(teraflops(7));
    it.fp32 = vector_only(teraflops(14));
    it.fp16 = detail::vector_and_tensor(teraflops(28), teraflops(112));
    return it;
  }();
};

struct v100_pcie_32gb {
  static constexpr gpu spec = [] {
    gpu it = v100_pcie_16gb::spec;
    it.name = "V100-PCIe-32GB";
    it.memory_as_sold = general_knowledge(*v100_sxm2_32gb::spec.memory_as_sold.known());
    it.driver_memory = v100_sxm2_32gb::spec.driver_memory;
    return it;
  }();
};

struct t4 {
  static constexpr gpu spec{
      .name = "T4",
      .maker = maker::nvidia,
      .architecture = "Turing (TU104)",
      .form_factor = "PCIe low profile",
      .memory_type = "GDDR6",
      .from = &sources::gcp_gpus,
      .memory_as_sold = stated(nameplate_gigabytes(16), sources::azure_ncas_t4_v3),
      .driver_memory = general_knowledge(mebibytes(15'109)).based_on(basis::general_knowledge, sources::nvidia_smi),
      .memory_bandwidth = gigabytes_per_second(320),
      .scale_up = detail::no_scale_up,
      .pcie = {stated(count{3}, sources::govindhtech_t4), stated(count{16}, sources::govindhtech_t4)},
      .tdp = stated(watts(70), sources::networkoutlet_t4).disputed_in(disputes::c35),
      .multiprocessors = general_knowledge(count{40}),
      .mig_instances = detail::no_mig,
      .fp64 = vector_only(teraflops(0.25)),
      .fp32 = vector_only(teraflops(8.1)),
      .tf32 = no_rates,
      .fp16 = detail::vector_and_tensor(unknown, stated(teraflops(65), sources::networkoutlet_t4)),
      .bf16 = no_rates,
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = tensor_only(stated(teraflops(130), sources::networkoutlet_t4), absent),
      .int4 = tensor_only(stated(teraflops(260), sources::geektopia_t4), unknown),
  };
};

// ---- Ampere, Ada

struct a10 {
  static constexpr gpu spec{
      .name = "A10",
      .maker = maker::nvidia,
      .architecture = "Ampere (GA102)",
      .form_factor = "PCIe single slot",
      .memory_type = "GDDR6",
      .from = &sources::sysrqmts_a10,
      .memory_as_sold = stated(nameplate_gigabytes(24), sources::azure_nvads_a10_v5),
      .memory_bandwidth = gigabytes_per_second(600),
      .scale_up = detail::no_scale_up,
      .pcie = {4, 16},
      .tdp = general_knowledge(watts(150)),
      .multiprocessors = general_knowledge(count{72}),
      .mig_instances = detail::no_mig,
      .fp64 = vector_only(teraflops(0.976)),
      .fp32 = vector_only(teraflops(31.24)),
      .tf32 = tensor_only(general_knowledge(teraflops(62.5)), general_knowledge(teraflops(125))),
      .fp16 = {.tensor_dense = general_knowledge(teraflops(125)), .tensor_sparse = general_knowledge(teraflops(250))},
      .bf16 = tensor_only(stated(teraflops(125), sources::nvidia_a10_datasheet),
                          stated(teraflops(250), sources::nvidia_a10_datasheet)),
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = tensor_only(general_knowledge(teraflops(250)), general_knowledge(teraflops(500))),
  };
};

struct a100_sxm4_40gb {
  static constexpr gpu spec{
      .name = "A100-SXM4-40GB",
      .maker = maker::nvidia,
      .architecture = "Ampere (GA100)",
      .form_factor = "SXM4",
      .memory_type = "HBM2",
      .from = &sources::nvidia_datasheets,
      .memory_as_sold = stated(nameplate_gigabytes(40), sources::accelerator_comparison),
      .driver_memory = derived(mebibytes(40'437.76), sources::upb_device_query).noted("39.49 GiB of a device query"),
      .memory_bandwidth = stated(gigabytes_per_second(1'555), sources::accelerator_comparison),
      .scale_up =
          detail::nvlink("NVLink 3 + NVSwitch", stated(count{12}, sources::stas_network), detail::each_way(300)),
      .pcie = {4, 16},
      .tdp = stated(watts(400), sources::accelerator_comparison),
      .multiprocessors = general_knowledge(count{108}),
      .mig_instances = stated(count{7}, sources::nvidia_mig_guide),
      .fp64 = detail::vector_and_tensor(teraflops(9.7), teraflops(19.5)),
      .fp32 = vector_only(teraflops(19.5)),
      .tf32 = tensor_only(teraflops(156), teraflops(312)),
      .fp16 = {.tensor_dense = teraflops(312), .tensor_sparse = teraflops(624)},
      .bf16 = tensor_only(teraflops(312), teraflops(624)),
      .fp8 = no_rates,
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = tensor_only(teraflops(624), teraflops(1'248)),
  };
};

struct a100_sxm4_80gb {
  static constexpr gpu spec = [] {
    gpu it = a100_sxm4_40gb::spec;
    it.name = "A100-SXM4-80GB";
    it.memory_type = "HBM2e";
    it.memory_as_sold = stated(nameplate_gigabytes(80), sources::accelerator_comparison);
    it.driver_memory = general_knowledge(mebibytes(81'251)).based_on(basis::general_knowledge, sources::nvidia_smi);
    it.memory_bandwidth = stated(gigabytes_per_second(2'039), sources::accelerator_comparison);
    return it;
  }();
};

struct a100_pcie_40gb {
  static constexpr gpu spec = [] {
    gpu it = a100_sxm4_40gb::spec;
    it.name = "A100-PCIe-40GB";
    it.form_factor = "PCIe";
    it.scale_up.kind = "NVLink 3 bridge (2 cards)";
    it.tdp = stated(watts(250), sources::accelerator_comparison);
    return it;
  }();
};

struct a100_pcie_80gb {
  static constexpr gpu spec = [] {
    gpu it = a100_sxm4_80gb::spec;
    it.name = "A100-PCIe-80GB";
    it.form_factor = "PCIe";
    it.memory_bandwidth = stated(gigabytes_per_second(1'935), sources::accelerator_comparison);
    it.scale_up.kind = a100_pcie_40gb::spec.scale_up.kind;
    it.tdp = stated(watts(300), sources::accelerator_comparison);
    return it;
  }();
};

struct l40s {
  static constexpr gpu spec{
      .name = "L40S-48GB",
      .maker = maker::nvidia,
      .architecture = "Ada (AD102)",
      .form_factor = "PCIe",
      .memory_type = "GDDR6",
      .from = &sources::general_knowledge,
      .memory_as_sold = general_knowledge(nameplate_gigabytes(48)),
      .driver_memory = stated(mebibytes(46'068), sources::mlperf_systems),
      .memory_bandwidth = general_knowledge(gigabytes_per_second(864)),
      .scale_up = detail::no_scale_up,
      .tdp = general_knowledge(watts(350)),
      .multiprocessors = general_knowledge(count{142}),
      .fp64 = {.tensor_dense = absent, .tensor_sparse = absent},
      .fp32 = vector_only(general_knowledge(teraflops(91.6))),
      .tf32 = tensor_only(general_knowledge(teraflops(183)), general_knowledge(teraflops(366))),
      .fp16 = {.tensor_dense = general_knowledge(teraflops(362)), .tensor_sparse = general_knowledge(teraflops(733))},
      .bf16 = tensor_only(general_knowledge(teraflops(362)), general_knowledge(teraflops(733))),
      .fp8 = tensor_only(general_knowledge(teraflops(733)), general_knowledge(teraflops(1'466))),
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = tensor_only(general_knowledge(teraflops(733)), general_knowledge(teraflops(1'466))),
      .note = "hardware of published measurements; no size of the catalogue has it",
  };
};

// ---- Hopper

struct h100_sxm5 {
  static constexpr gpu spec{
      .name = "H100-SXM5-80GB",
      .maker = maker::nvidia,
      .architecture = "Hopper (GH100)",
      .form_factor = "SXM5",
      .memory_type = "HBM3",
      .from = &sources::nvidia_datasheets,
      .memory_as_sold = nameplate_gigabytes(80),
      .driver_memory = stated(mebibytes(81'559), sources::mlperf_systems),
      .memory_bandwidth = gigabytes_per_second(3'350),
      .scale_up =
          detail::nvlink("NVLink 4 + NVSwitch", stated(count{18}, sources::stas_network), detail::each_way(450)),
      .pcie = {5, 16},
      .tdp = watts(700),
      .multiprocessors = general_knowledge(count{132}),
      .mig_instances = stated(count{7}, sources::nvidia_mig_guide),
      .fp64 = detail::vector_and_tensor(teraflops(34), teraflops(67)),
      .fp32 = vector_only(teraflops(67)),
      .tf32 = detail::half_without_sparsity(989),
      .fp16 = {.tensor_dense = derived(teraflops(1'979 / 2.0), sources::nvidia_datasheets),
               .tensor_sparse = teraflops(1'979)},
      .bf16 = detail::half_without_sparsity(1'979),
      .fp8 = detail::half_without_sparsity(3'958),
      .fp6 = no_rates,
      .fp4 = no_rates,
      .int8 = detail::half_without_sparsity(3'958),
  };
};

struct h200_sxm5 {
  static constexpr gpu spec = [] {
    gpu it = h100_sxm5::spec;
    it.name = "H200-SXM5-141GB";
    it.memory_type = "HBM3e";
    it.memory_as_sold = nameplate_gigabytes(141);
    it.driver_memory = stated(mebibytes(143'771), sources::mlperf_systems);
    it.memory_bandwidth = gigabytes_per_second(4'800);
    return it;
  }();
};

struct h100_nvl {
  static constexpr gpu spec = [] {
    gpu it = h100_sxm5::spec;
    it.name = "H100-NVL-94GB";
    it.form_factor = "PCIe (NVL)";
    it.memory_as_sold = nameplate_gigabytes(94);
    it.driver_memory = stated(mebibytes(95'830), sources::mlperf_systems);
    it.memory_bandwidth = gigabytes_per_second(3'900);
    it.scale_up = detail::nvlink("NVLink 4 bridge", unknown, detail::both_ways(600, sources::nvidia_datasheets));
    it.tdp = figure<power>(watts(400)).noted("350 to 400 W, configurable");
    it.fp64 = detail::vector_and_tensor(teraflops(30), teraflops(60));
    it.fp32 = vector_only(teraflops(60));
    it.tf32 = detail::half_without_sparsity(835);
    it.fp16 = detail::half_without_sparsity(1'671);
    it.fp16.vector = unknown;
    it.bf16 = detail::half_without_sparsity(1'671);
    it.fp8 = detail::half_without_sparsity(3'341);
    it.int8 = it.fp8;
    return it;
  }();
};

// The only Hopper whose sources print the dense rates; 1,513 and 3,026 with sparsity follow from them.
struct h100_pcie {
  static constexpr gpu spec = [] {
    gpu it = h100_sxm5::spec;
    it.name = "H100-PCIe-80GB";
    it.multiprocessors = general_knowledge(count{114});
    it.form_factor = "PCIe";
    it.memory_type = "HBM2e/HBM3 (sources differ)";
    it.from = &sources::stas_accelerators;
    it.driver_memory = unknown;
    it.memory_bandwidth = stated(gigabytes_per_second(2'000), sources::nvidia_h100_pcie_brief);
    it.scale_up = detail::nvlink("NVLink 4 bridge", unknown, detail::both_ways(600, sources::accelerator_comparison));
    it.pcie = {stated(count{5}, sources::nvidia_h100_pcie_brief), stated(count{16}, sources::nvidia_h100_pcie_brief)};
    it.tdp = stated(watts(350), sources::nvidia_h100_pcie_brief);
    it.fp64 = detail::vector_and_tensor(general_knowledge(teraflops(26)), general_knowledge(teraflops(51)));
    it.fp32 = vector_only(teraflops(51));
    it.tf32 = tensor_only(teraflops(378), derived(teraflops(2 * 378.0), sources::stas_accelerators));
    it.bf16 = tensor_only(figure<operation_rate>(teraflops(756)).disputed_in(disputes::c34),
                          derived(teraflops(1'513), sources::stas_accelerators));
    it.fp16 = it.bf16;
    it.fp16.vector = unknown;
    it.fp8 = tensor_only(teraflops(1'513), derived(teraflops(2 * 1'513.0), sources::stas_accelerators));
    it.int8 = it.fp8;
    return it;
  }();
};

struct h100_sxm5_96gb {
  static constexpr gpu spec = [] {
    gpu it = h100_sxm5::spec;
    it.name = "H100-SXM5-96GB-HBM2e";
    it.form_factor = "SXM5, 500 W";
    it.memory_type = "HBM2e";
    it.from = &sources::general_knowledge;
    it.memory_as_sold = general_knowledge(nameplate_gigabytes(96));
    it.driver_memory = unknown;
    it.memory_bandwidth = general_knowledge(gigabytes_per_second(2'400));
    it.scale_up = detail::nvlink("NVLink 4", unknown, general_knowledge(*h100_sxm5::spec.scale_up.per_gpu.known()));
    it.pcie = {};
    it.tdp = general_knowledge(watts(500));
    it.mig_instances = unknown;
    for (format_rates gpu::*format :
         {&gpu::fp64, &gpu::fp32, &gpu::tf32, &gpu::fp16, &gpu::bf16, &gpu::fp8, &gpu::int8})
      it.*format = detail::unconfirmed(it.*format);
    it.note = "hardware of published measurements; no size of the catalogue has it";
    return it;
  }();
};

struct h800_sxm5 {
  static constexpr gpu spec = [] {
    gpu it = h100_sxm5_96gb::spec;
    it.name = "H800-SXM5-80GB";
    it.form_factor = "SXM5";
    it.memory_type = "HBM3";
    it.memory_as_sold = general_knowledge(*h100_sxm5::spec.memory_as_sold.known());
    it.memory_bandwidth = general_knowledge(*h100_sxm5::spec.memory_bandwidth.known());
    it.scale_up.per_gpu = general_knowledge(scale_up_per_direction(gigabytes_per_second(200)));
    it.tdp = general_knowledge(watts(700));
    it.fp64 = detail::vector_and_tensor(general_knowledge(teraflops(1)), general_knowledge(teraflops(1)));
    return it;
  }();
};

// The GPU of a Grace Hopper superchip.
struct gh200_96gb {
  static constexpr gpu spec = [] {
    gpu it = h100_sxm5_96gb::spec;
    it.name = "GH200-96GB";
    it.form_factor = "Grace Hopper superchip";
    it.memory_type = "HBM3";
    it.memory_bandwidth = general_knowledge(gigabytes_per_second(4'000));
    it.tdp = general_knowledge(watts(700));
    return it;
  }();
};

struct gh200_144gb {
  static constexpr gpu spec = [] {
    gpu it = gh200_96gb::spec;
    it.name = "GH200-144GB";
    it.memory_type = "HBM3e";
    it.memory_as_sold = general_knowledge(nameplate_gigabytes(144));
    it.memory_bandwidth = general_knowledge(gigabytes_per_second(4'900));
    return it;
  }();
};

// ---- Blackwell, Blackwell Ultra

struct b200 {
  static constexpr gpu spec{
      .name = "B200-SXM6",
      .maker = maker::nvidia,
      .architecture = "Blackwell",
      .form_factor = "HGX SXM",
      .memory_type = "HBM3e",
      .from = &sources::nvidia_datasheets,
      .physical_memory =
          stated(nameplate_gigabytes(192), sources::nvidia_blackwell_brief_2024).disputed_in(disputes::c31),
      .memory_as_sold = figure<memory>(nameplate_gigabytes(180)).disputed_in(disputes::c31),
      .driver_memory = stated(mebibytes(183'359), sources::mlperf_systems),
      .memory_bandwidth = figure<bandwidth>(gigabytes_per_second(7'700)).disputed_in(disputes::c36),
      .scale_up = detail::nvlink("NVLink 5 + NVLink Switch", stated(count{18}, sources::stas_network),
                                 detail::each_way(900).disputed_in(disputes::c16)),
      .pcie = {stated(count{5}, sources::accelerator_comparison).disputed_in(disputes::c36),
               stated(count{16}, sources::accelerator_comparison)},
      .tdp = watts(1'000),
      .multiprocessors = general_knowledge(count{148}),
      .mig_instances = stated(count{7}, sources::nvidia_mig_guide),
      .fp64 =
          detail::vector_and_tensor(figure<operation_rate>(teraflops(37)).disputed_in(disputes::c36), teraflops(37)),
      .fp32 = vector_only(teraflops(75)),
      .tf32 = detail::half_without_sparsity(2'200),
      .fp16 = {.tensor_dense = derived(teraflops(4'500 / 2.0), sources::nvidia_datasheets),
               .tensor_sparse = teraflops(4'500)},
      .bf16 = detail::half_without_sparsity(4'500),
      .fp8 = detail::half_without_sparsity(9'000),
      .fp6 = detail::half_without_sparsity(9'000),
      .fp4 = detail::half_without_sparsity(18'000),
      .int8 = detail::half_without_sparsity(9'000),
  };
};

// Most FP64 and INT8 units gave way to FP4, whose rate without sparsity is more than half of that with.
struct b300 {
  static constexpr gpu spec = [] {
    gpu it = b200::spec;
    it.name = "B300-SXM6";
    it.architecture = "Blackwell Ultra";
    it.physical_memory = derived(nameplate_gigabytes(288), sources::nvidia_datasheets)
                             .noted("16/15 of what is sold, as 192 is of 180")
                             .disputed_in(disputes::c31);
    it.memory_as_sold = figure<memory>(nameplate_gigabytes(270)).disputed_in(disputes::c31);
    it.driver_memory = stated(mebibytes(275'040), sources::mlperf_systems);
    it.pcie = {6, 16};
    it.tdp = figure<power>(watts(1'100)).disputed_in(disputes::c36);
    it.mig_instances = 7;
    it.fp64 = detail::vector_and_tensor(teraflops(1.2), teraflops(1.2));
    it.fp4 = tensor_only(figure<operation_rate>(teraflops(14'000))
                             .noted("rounded: the board's 108 PFLOPS are 13,500 each")
                             .disputed_in(disputes::c32),
                         teraflops(18'000));
    it.int8 = detail::half_without_sparsity(307);
    return it;
  }();
};

// One GPU of a Grace Blackwell superchip.
struct gb200 {
  static constexpr gpu spec = [] {
    gpu it = b200::spec;
    it.name = "GB200";
    it.multiprocessors = general_knowledge(count{152});
    it.form_factor = "Grace Blackwell superchip";
    it.physical_memory = stated(nameplate_gigabytes(192), sources::azure_nd_gb200_v6).disputed_in(disputes::c31);
    it.memory_as_sold = figure<memory>(nameplate_gigabytes(186)).disputed_in(disputes::c31);
    it.driver_memory = stated(mebibytes(189'471), sources::nvidia_smi_gb200);
    it.memory_bandwidth = gigabytes_per_second(8'000);
    it.pcie = {5, unknown};
    it.tdp = watts(1'200);
    it.fp64 =
        detail::vector_and_tensor(figure<operation_rate>(teraflops(40)).disputed_in(disputes::c36), teraflops(40));
    it.fp32 = vector_only(teraflops(80));
    it.tf32 = detail::half_without_sparsity(2'500);
    it.bf16 = detail::half_without_sparsity(5'000);
    it.fp16 = it.bf16;
    it.fp16.vector = unknown;
    it.fp8 = detail::half_without_sparsity(10'000);
    it.fp8.tensor_dense.disputed = &disputes::c40;
    it.fp6 = detail::half_without_sparsity(10'000);
    it.fp4 = detail::half_without_sparsity(20'000);
    it.fp4.tensor_dense.from = &sources::accelerator_comparison;
    it.int8 = it.fp6;
    return it;
  }();
};

// One GPU of a Grace Blackwell Ultra superchip.
struct gb300 {
  static constexpr gpu spec = [] {
    gpu it = gb200::spec;
    it.name = "GB300";
    it.architecture = "Blackwell Ultra";
    it.form_factor = "Grace Blackwell Ultra superchip";
    it.physical_memory = stated(nameplate_gigabytes(288), sources::azure_nd_gb300_v6).disputed_in(disputes::c31);
    it.memory_as_sold = figure<memory>(nameplate_gigabytes(279)).disputed_in(disputes::c31);
    it.driver_memory = stated(mebibytes(284'208), sources::nvidia_smi_gb300).disputed_in(disputes::c13);
    it.pcie = {6, 16};
    it.tdp = watts(1'400);
    it.mig_instances = 7;
    it.fp64 = detail::vector_and_tensor(teraflops(1.3), teraflops(1.3));
    it.fp8.tensor_dense.disputed = nullptr;
    it.fp4 = tensor_only(figure<operation_rate>(teraflops(15'000)).disputed_in(disputes::c32), teraflops(20'000));
    it.int8 = detail::half_without_sparsity(330);
    return it;
  }();
};

struct rtx_pro_6000 {
  static constexpr gpu spec{
      .name = "RTX PRO 6000 Blackwell Server Edition",
      .maker = maker::nvidia,
      .architecture = "Blackwell (GB202)",
      .form_factor = "PCIe dual slot (Server Edition)",
      .memory_type = "GDDR7",
      .from = &sources::nvidia_rtx_pro_6000,
      .memory_as_sold = figure<memory>(nameplate_gigabytes(96)).disputed_in(disputes::c27),
      .memory_bandwidth = gigabytes_per_second(1'597),
      .scale_up = {.kind = "none (PCIe P2P)", .per_gpu = detail::no_scale_up.per_gpu},
      .pcie = {stated(count{5}, sources::accelerator_comparison), stated(count{16}, sources::accelerator_comparison)},
      .tdp = figure<power>(watts(600)).noted("400 to 600 W, configurable"),
      .mig_instances = stated(count{4}, sources::nvidia_mig_guide),
      .fp64 = {.tensor_sparse = absent},
      .fp32 = vector_only(general_knowledge(teraflops(120))),
      .tf32 = {.vector = absent},
      .fp16 = {.tensor_dense = derived(teraflops(480), sources::rtx_pro_6000_derivation),
               .tensor_sparse = teraflops(1'000)},
      .bf16 = tensor_only(derived(teraflops(480), sources::rtx_pro_6000_derivation), teraflops(1'000)),
      .fp8 = tensor_only(derived(teraflops(960), sources::rtx_pro_6000_derivation), teraflops(2'000)),
      .fp6 = {.vector = absent},
      .fp4 = tensor_only(
          derived(teraflops(1'920), sources::rtx_pro_6000_derivation),
          figure<operation_rate>(teraflops(4'000)).noted("NVIDIA does not say whether with sparsity; read so")),
      .int8 = {.vector = absent},
  };
};

// ---- CPU

struct grace {
  static constexpr cpu spec{
      .name = "Grace",
      .maker = maker::nvidia,
      .from = &sources::nvidia_gb200_superchip,
      .cores = figure<count>(72).disputed_in(disputes::c41),
      .memory_as_sold = figure<memory>(nameplate_gigabytes(480))
                            .noted("at most; a guest with two sees 956.82 GiB")
                            .disputed_in(disputes::c41),
      .memory_bandwidth = figure<bandwidth>(gigabytes_per_second(512)).noted("at most").disputed_in(disputes::c36),
      .coherent_link_per_direction = stated(gigabytes_per_second(900 / 2.0), sources::nvidia_gh200)
                                         .noted("900 GB/s in both directions together; printed for GH200"),
      .note = "Arm Neoverse V2",
  };
};

// ---- boards of eight GPUs

struct hgx_b300 {
  static constexpr board spec{
      .name = "HGX B300",
      .from = &sources::nvidia_datasheets,
      .gpu = &b300::spec,
      .gpus = 8,
      .max_power = stated(kilowatts(14), sources::accelerator_comparison).noted("DGX B300, about"),
      .scale_out_per_gpu =
          stated(scale_out_per_direction(gigabits_per_second(800)), sources::stas_network).noted("DGX B300"),
      .scale_up_domain_gpus = 8,
  };
};

struct hgx_b200 {
  static constexpr board spec{
      .name = "HGX B200",
      .from = &sources::nvidia_datasheets,
      .gpu = &b200::spec,
      .gpus = 8,
      .max_power = general_knowledge(kilowatts(14.3)).noted("DGX B200"),
      .scale_up_domain_gpus = 8,
  };
};

struct hgx_h100 {
  static constexpr board spec{
      .name = "HGX H100",
      .from = &sources::azure_nd_h100_v5,
      .gpu = &h100_sxm5::spec,
      .gpus = 8,
      .max_power = stated(kilowatts(10.2), sources::dgx_power).noted("DGX H100"),
      .scale_out_per_gpu = stated(scale_out_per_direction(gigabits_per_second(400)), sources::stas_network),
      .scale_up_domain_gpus = stated(count{8}, sources::azure_nd_h100_v5_summary),
      .note = "also with eight H200",
  };
};

struct hgx_a100 {
  static constexpr board spec{
      .name = "HGX A100",
      .from = &sources::azure_nd_a100_v4_2021,
      .gpu = &a100_sxm4_40gb::spec,
      .gpus = 8,
      .max_power = stated(kilowatts(6.5), sources::dgx_power).noted("DGX A100"),
      .scale_out_per_gpu = scale_out_per_direction(gigabits_per_second(200)),
      .scale_up_domain_gpus = stated(count{8}, sources::nvidia_blackwell_brief_2024),
      .note = "also with eight of 80 GB",
  };
};

// A cube mesh without a switch: neighbours differ in how far they are.
struct dgx_1_v100 {
  static constexpr board spec{
      .name = "DGX-1 V100",
      .from = &sources::nvidia_datasheets,
      .gpu = &v100_sxm2_32gb::spec,
      .gpus = 8,
      .max_power = kilowatts(3.2),
      .scale_out = figure<scale_out_bandwidth>(scale_out_per_direction(gigabits_per_second(4 * 100.0)))
                       .noted("four EDR adapters"),
      .scale_up_domain_gpus = 8,
      .note = "also with eight of 16 GB",
  };
};

}  // namespace headroom::nvidia
