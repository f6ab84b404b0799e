// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/disputes.hpp>
#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/rack.hpp>
#include <headroom/units.hpp>

// Racks that Azure's VM sizes are parts of. Totals (72 GPUs, 37 TB, 130 TB/s, 1,440 PFLOPS) follow from the parts.
namespace headroom::azure {

struct gb300_nvl72 {
  static constexpr rack spec{
      .name = "GB300 NVL72",
      .from = &sources::azure_gb300_announcement,
      .vm = &nd128isr_gb300_v6::spec,
      .vms = figure<count>(18).disputed_in(disputes::b5),
      .max_power = stated(kilowatts(142), sources::nvidia_nvl72_reference).disputed_in(disputes::c17),
      .switch_trays = stated(count{9}, sources::nvidia_nvl72_reference),
      .power_shelves = stated(count{8}, sources::nvidia_nvl72_reference),
      .power_per_shelf = stated(kilowatts(33), sources::nvidia_nvl72_reference),
      .cpu_memory_bandwidth = stated(terabytes_per_second(14), sources::nvidia_gb300_nvl72).disputed_in(disputes::c36),
      .llama2_70b_offline =
          stated(tokens_per_second(1'100'948.3), sources::azure_million_tokens).disputed_in(disputes::c29),
  };
};

struct gb200_nvl72 {
  static constexpr rack spec{
      .name = "GB200 NVL72",
      .from = &sources::azure_nd_gb200_v6_summary,
      .vm = &nd128isr_ndr_gb200_v6::spec,
      .vms = 18,
      .max_power = general_knowledge(kilowatts(120)),
      .power_shelves = stated(count{8}, sources::nvidia_mission_control_power),
      .power_per_shelf = stated(kilowatts(33), sources::nvidia_mission_control_power).noted("six supplies of 5.5 kW"),
      .cpu_memory_bandwidth = stated(terabytes_per_second(14), sources::nvidia_nvl72_pages).disputed_in(disputes::c36),
      .llama2_70b_offline = stated(tokens_per_second(865'000), sources::azure_gb200_record),
  };
};

}  // namespace headroom::azure
