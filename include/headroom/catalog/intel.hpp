// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/cpu.hpp>

// Intel's CPUs. How many cores a size is given stands with the size. All are PCIe hosts: GPUs do not share their
// memory.
namespace headroom::intel {

struct xeon_platinum_8168 {
  static constexpr cpu spec{
      .name = "Intel Xeon Platinum 8168 (Skylake)",
      .maker = maker::intel,
      .from = &sources::azure_ndv2_2020,
      .coherent_link_per_direction = absent,
  };
};

struct xeon_e5_2690_v4 {
  static constexpr cpu spec{
      .name = "Intel Xeon E5-2690 v4 (Broadwell)",
      .maker = maker::intel,
      .from = &sources::azure_nd,
      .coherent_link_per_direction = absent,
  };
};

struct xeon_scalable {
  static constexpr cpu spec{
      .name = "Intel Xeon Scalable",
      .maker = maker::intel,
      .from = &sources::note_nd_series,
      .coherent_link_per_direction = absent,
      .note = "no model given",
  };
};

// Named on a page of sizes, and described nowhere.
struct xeon_e5_2690_v3 {
  static constexpr cpu spec{
      .name = "Intel Xeon E5-2690 v3 (Haswell)",
      .maker = maker::intel,
      .from = &sources::azure_nc,
      .coherent_link_per_direction = absent,
  };
};

struct xeon_sapphire_rapids {
  static constexpr cpu spec{
      .name = "Intel Xeon (Sapphire Rapids)",
      .maker = maker::intel,
      .from = &sources::azure_nd_h100_v5,
      .coherent_link_per_direction = absent,
  };
};

struct xeon_granite_rapids_ap {
  static constexpr cpu spec{
      .name = "Intel Xeon (Granite Rapids-AP)",
      .maker = maker::intel,
      .from = &sources::azure_nc_rtx_pro_6000_v6,
      .coherent_link_per_direction = absent,
  };
};

}  // namespace headroom::intel
