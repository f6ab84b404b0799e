// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/azure/common.hpp>
#include <headroom/catalog/disputes.hpp>
#include <headroom/catalog/intel.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

// Sizes as two undated secondary notes print them, kept as printed though the vendor's pages say otherwise. Each
// carries its dispute, which says what is really there, and no planner chooses one. "GB" is decimal here, as the
// letters say.
namespace headroom::azure::as_stated {

namespace detail {

inline constexpr lifecycle as_printed{.status = lifecycle_status::as_stated};

}  // namespace detail

// ---- the ND-series note: one to eight V100 "of 16 to 40 GB"

inline constexpr vm_series nd_series{.name = "Azure ND-Series (note)", .from = &sources::note_nd_series};

struct nd6 {
  static constexpr const dispute* disputed[]{&disputes::a2, &disputes::c1, &disputes::c2, &disputes::c3};
  static constexpr vm spec{
      .name = "ND6 (as stated)",
      .provider = provider::azure,
      .series = &nd_series,
      .status = detail::as_printed,
      .gpu = &nvidia::v100_pcie_16gb::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c1),
      .gpu_memory_printed = figure<memory>(nameplate_gigabytes(16)).disputed_in(disputes::c1),
      .cpu = &intel::xeon_scalable::spec,
      .vcpus = figure<count>(6).disputed_in(disputes::c1),
      .system_memory = figure<memory>(gigabytes(112)).noted("GB as printed").disputed_in(disputes::a2),
      .scale_out = figure<scale_out_bandwidth>(unknown).disputed_in(disputes::c2),
      .scale_out_kind = "InfiniBand",
      .note = "really Standard_ND6s with a P40; the figures are those of Standard_NC6s_v3",
      .disputes = disputed,
  };
};

struct nd12 {
  static constexpr vm spec = [] {
    vm it = nd6::spec;
    it.name = "ND12 (as stated)";
    it.gpus = it.gpus.with(count{2});
    it.gpu_memory_printed = it.gpu_memory_printed.with(nameplate_gigabytes(32));
    it.vcpus = it.vcpus.with(count{12});
    it.system_memory = it.system_memory.with(gigabytes(224));
    it.note = "really Standard_ND12s with two P40; the figures are those of Standard_NC12s_v3";
    return it;
  }();
};

struct nd24 {
  static constexpr vm spec = [] {
    vm it = nd6::spec;
    it.name = "ND24 (as stated)";
    it.gpus = it.gpus.with(count{4});
    it.gpu_memory_printed = it.gpu_memory_printed.with(nameplate_gigabytes(64));
    it.vcpus = it.vcpus.with(count{24});
    it.system_memory = it.system_memory.with(gigabytes(448));
    it.note = "really Standard_ND24s with four P40; the figures are those of Standard_NC24s_v3";
    return it;
  }();
};

// Eight GPUs of 32 GB are in it; 128 GB would be eight of 16.
struct nd40rs_v2 {
  static constexpr const dispute* disputed[]{&disputes::a1, &disputes::a2, &disputes::a3};
  static constexpr vm spec{
      .name = "ND40rs_v2 (as stated)",
      .provider = provider::azure,
      .series = &nd_series,
      .status = detail::as_printed,
      .gpu = &nvidia::v100_sxm2_32gb::spec,
      .gpus = 8,
      .gpu_memory_printed = figure<memory>(nameplate_gigabytes(128)).disputed_in(disputes::a1),
      .cpu = &intel::xeon_scalable::spec,
      .vcpus = 40,
      .system_memory =
          figure<memory>(gigabytes(672)).noted("GB as printed; GiB on the vendor's page").disputed_in(disputes::a2),
      .scale_out = figure<scale_out_bandwidth>(unknown).disputed_in(disputes::a3),
      .scale_out_kind = "InfiniBand",
      .note = "really Standard_ND40rs_v2 with 256 GB of GPU memory",
      .disputes = disputed,
  };
};

// ---- the NG-series note: one to four A100

inline constexpr vm_series ng_series{.name = "Azure NG-Series (note)", .from = &sources::note_ng_series};

struct ng8 {
  static constexpr const dispute* disputed[]{&disputes::a2, &disputes::a6, &disputes::b4, &disputes::c11};
  static constexpr vm spec{
      .name = "NG8 (as stated)",
      .provider = provider::azure,
      .series = &ng_series,
      .status = detail::as_printed,
      .gpu = &nvidia::a100_pcie_40gb::spec,
      .gpus = figure<count>(1).disputed_in(disputes::c11),
      .gpu_memory_printed = figure<memory>(nameplate_gigabytes(40)).disputed_in(disputes::c11),
      .cpu = &intel::xeon_scalable::spec,
      .vcpus = 8,
      .system_memory = figure<memory>(gigabytes(112)).noted("GB as printed").disputed_in(disputes::c11),
      .front_end = azure::detail::ethernet(25)
                       .noted("printed \"InfiniBand / 25 Gbps\"; read as Ethernet")
                       .disputed_in(disputes::b4),
      .scale_out = figure<scale_out_bandwidth>(unknown).disputed_in(disputes::c11),
      .scale_out_kind = "InfiniBand",
      .note = "really Standard_NG8ads_V620_v1 with a quarter of a Radeon PRO V620",
      .disputes = disputed,
  };
};

struct ng16 {
  static constexpr vm spec = [] {
    vm it = ng8::spec;
    it.name = "NG16 (as stated)";
    it.gpus = it.gpus.with(count{2});
    it.gpu_memory_printed = it.gpu_memory_printed.with(nameplate_gigabytes(80));
    it.vcpus = it.vcpus.with(count{16});
    it.system_memory = it.system_memory.with(gigabytes(224));
    it.front_end = it.front_end.with(front_end_per_direction(gigabits_per_second(50)));
    it.front_end.note = "printed \"InfiniBand / 50 Gbps\"; read as Ethernet";
    it.note = "really Standard_NG16ads_V620_v1 with half of a Radeon PRO V620";
    return it;
  }();
};

struct ng32 {
  static constexpr vm spec = [] {
    vm it = ng8::spec;
    it.name = "NG32 (as stated)";
    it.gpus = it.gpus.with(count{4});
    it.gpu_memory_printed = it.gpu_memory_printed.with(nameplate_gigabytes(160));
    it.vcpus = it.vcpus.with(count{32});
    it.system_memory = it.system_memory.with(gigabytes(448));
    it.front_end = it.front_end.with(front_end_per_direction(gigabits_per_second(100)));
    it.front_end.note = "printed \"InfiniBand / 100 Gbps\"; read as Ethernet";
    it.note = "really Standard_NG32ads_V620_v1 with one Radeon PRO V620";
    return it;
  }();
};

}  // namespace headroom::azure::as_stated
