// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/nvidia.hpp>
#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

// Sizes of Google Cloud that compare with Azure's.
namespace headroom::gcp {

namespace detail {

// The page prints one figure for all networks of a size.
constexpr figure<scale_out_bandwidth> network(double gigabits) {
  return figure<scale_out_bandwidth>(scale_out_per_direction(gigabits_per_second(gigabits)))
      .noted("with the front-end NIC");
}

}  // namespace detail

struct a4x_maxgpu_4g_metal {
  static constexpr vm spec{
      .name = "a4x-maxgpu-4g-metal",
      .provider = provider::gcp,
      .from = &sources::gcp_accelerator_machines,
      .gpu = &nvidia::gb300::spec,
      .gpus = 4,
      .vcpus = 144,
      .system_memory = figure<memory>(gigabytes(960)).noted("GB as printed"),
      .nvme_storage = gibibytes(12'000),
      .scale_out = detail::network(3'600),
  };
};

struct a4x_highgpu_4g {
  static constexpr vm spec{
      .name = "a4x-highgpu-4g",
      .provider = provider::gcp,
      .from = &sources::gcp_accelerator_machines,
      .gpu = &nvidia::gb200::spec,
      .gpus = 4,
      .vcpus = 140,
      .system_memory = figure<memory>(gigabytes(884)).noted("GB as printed"),
      .nvme_storage = gibibytes(12'000),
      .scale_out = detail::network(2'000),
  };
};

struct a4_highgpu_8g {
  static constexpr vm spec{
      .name = "a4-highgpu-8g",
      .provider = provider::gcp,
      .from = &sources::gcp_accelerator_machines,
      .gpu = &nvidia::b200::spec,
      .gpus = 8,
      .vcpus = 224,
      .system_memory = figure<memory>(gigabytes(3'968)).noted("GB as printed"),
      .nvme_storage = gibibytes(12'000),
      .scale_out = detail::network(3'600),
      .scale_up_domain_gpus = derived(count{8}, sources::nvidia_datasheets),
  };
};

struct a3_ultragpu_8g {
  static constexpr vm spec{
      .name = "a3-ultragpu-8g",
      .provider = provider::gcp,
      .from = &sources::gcp_accelerator_machines,
      .gpu = &nvidia::h200_sxm5::spec,
      .gpus = 8,
      .vcpus = 224,
      .system_memory = figure<memory>(gigabytes(2'952)).noted("GB as printed"),
      .nvme_storage = gibibytes(12'000),
      .scale_out = detail::network(3'600),
      .scale_up_domain_gpus = derived(count{8}, sources::azure_nd_h100_v5_summary),
  };
};

struct a3_megagpu_8g {
  static constexpr vm spec{
      .name = "a3-megagpu-8g",
      .provider = provider::gcp,
      .from = &sources::gcp_accelerator_machines,
      .gpu = &nvidia::h100_sxm5::spec,
      .gpus = 8,
      .vcpus = 208,
      .system_memory = figure<memory>(gigabytes(1'872)).noted("GB as printed"),
      .nvme_storage = gibibytes(6'000),
      .scale_out = detail::network(1'800),
      .scale_up_domain_gpus = derived(count{8}, sources::azure_nd_h100_v5_summary),
  };
};

struct a3_highgpu_8g {
  static constexpr vm spec{
      .name = "a3-highgpu-8g",
      .provider = provider::gcp,
      .from = &sources::gcp_accelerator_machines,
      .gpu = &nvidia::h100_sxm5::spec,
      .gpus = 8,
      .vcpus = 208,
      .system_memory = figure<memory>(gigabytes(1'872)).noted("GB as printed"),
      .nvme_storage = gibibytes(6'000),
      .scale_out = detail::network(1'000),
      .scale_up_domain_gpus = derived(count{8}, sources::azure_nd_h100_v5_summary),
  };
};

struct a2_ultragpu_8g {
  static constexpr vm spec{
      .name = "a2-ultragpu-8g",
      .provider = provider::gcp,
      .from = &sources::gcp_accelerator_machines,
      .gpu = &nvidia::a100_sxm4_80gb::spec,
      .gpus = 8,
      .vcpus = 96,
      .system_memory = figure<memory>(gigabytes(1'360)).noted("GB as printed"),
      .nvme_storage = gibibytes(3'000),
      .scale_out = detail::network(100),
      .scale_up_domain_gpus = derived(count{8}, sources::nvidia_blackwell_brief_2024),
  };
};

struct a2_highgpu_8g {
  static constexpr vm spec{
      .name = "a2-highgpu-8g",
      .provider = provider::gcp,
      .from = &sources::gcp_accelerator_machines,
      .gpu = &nvidia::a100_sxm4_40gb::spec,
      .gpus = 8,
      .vcpus = 96,
      .system_memory = figure<memory>(gigabytes(680)).noted("GB as printed"),
      .scale_out = detail::network(100),
      .scale_up_domain_gpus = derived(count{8}, sources::nvidia_blackwell_brief_2024),
  };
};

struct a2_megagpu_16g {
  static constexpr vm spec{
      .name = "a2-megagpu-16g",
      .provider = provider::gcp,
      .from = &sources::gcp_accelerator_machines,
      .gpu = &nvidia::a100_sxm4_40gb::spec,
      .gpus = 16,
      .vcpus = 96,
      .system_memory = figure<memory>(gigabytes(1'360)).noted("GB as printed"),
      .scale_out = detail::network(100),
  };
};

}  // namespace headroom::gcp
