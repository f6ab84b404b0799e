// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/disputes.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

// Sizes of AWS that compare with Azure's.
namespace headroom::aws {

struct p6_b300_48xlarge {
  static constexpr const dispute* disputed[]{&disputes::c37};
  static constexpr vm spec{
      .name = "p6-b300.48xlarge",
      .provider = provider::aws,
      .from = &sources::aws_instances,
      .gpu = &nvidia::b300::spec,
      .gpus = 8,
      .gpu_memory_printed = figure<memory>(gibibytes(2'148)).disputed_in(disputes::c37),
      .vcpus = 192,
      .system_memory = gibibytes(4'096),
      .scale_out = scale_out_per_direction(gigabits_per_second(6'400)),
      .scale_out_kind = "EFA",
      .scale_up_domain_gpus = derived(count{8}, sources::nvidia_datasheets),
      .disputes = disputed,
  };
};

struct p6_b200_48xlarge {
  static constexpr vm spec{
      .name = "p6-b200.48xlarge",
      .provider = provider::aws,
      .from = &sources::aws_instances,
      .gpu = &nvidia::b200::spec,
      .gpus = 8,
      .gpu_memory_printed = gibibytes(1'432),
      .vcpus = 192,
      .system_memory = gibibytes(2'048),
      .scale_out = scale_out_per_direction(gigabits_per_second(3'200)),
      .scale_out_kind = "EFA",
      .scale_up_domain_gpus = derived(count{8}, sources::nvidia_datasheets),
  };
};

struct p6e_gb200_36xlarge {
  static constexpr const dispute* disputed[]{&disputes::c37};
  static constexpr vm spec{
      .name = "p6e-gb200.36xlarge",
      .provider = provider::aws,
      .from = &sources::aws_instances,
      .gpu = &nvidia::gb200::spec,
      .gpus = 4,
      .gpu_memory_printed = gibibytes(740),
      .vcpus = 144,
      .system_memory = gibibytes(960),
      .scale_out =
          figure<scale_out_bandwidth>(scale_out_per_direction(gigabits_per_second(1'600))).disputed_in(disputes::c37),
      .scale_out_kind = "EFA",
      .scale_up_domain_gpus = figure<count>(72).noted("of the UltraServer u-p6e-gb200x72"),
      .note = "only as part of an UltraServer of 72 GPUs",
      .disputes = disputed,
  };
};

struct p5en_48xlarge {
  static constexpr vm spec{
      .name = "p5en.48xlarge",
      .provider = provider::aws,
      .from = &sources::aws_instances,
      .gpu = &nvidia::h200_sxm5::spec,
      .gpus = 8,
      .vcpus = 192,
      .system_memory = gibibytes(2'048),
      .scale_out = scale_out_per_direction(gigabits_per_second(3'200)),
      .scale_out_kind = "EFA",
      .scale_up_domain_gpus = derived(count{8}, sources::azure_nd_h100_v5_summary),
  };
};

struct p5e_48xlarge {
  static constexpr vm spec{
      .name = "p5e.48xlarge",
      .provider = provider::aws,
      .from = &sources::aws_instances,
      .gpu = &nvidia::h200_sxm5::spec,
      .gpus = 8,
      .vcpus = 192,
      .system_memory = gibibytes(2'048),
      .scale_out = scale_out_per_direction(gigabits_per_second(3'200)),
      .scale_out_kind = "EFA",
      .scale_up_domain_gpus = derived(count{8}, sources::azure_nd_h100_v5_summary),
      .note = "capacity blocks only",
  };
};

struct p5_48xlarge {
  static constexpr vm spec{
      .name = "p5.48xlarge",
      .provider = provider::aws,
      .from = &sources::aws_instances,
      .gpu = &nvidia::h100_sxm5::spec,
      .gpus = 8,
      .vcpus = 192,
      .system_memory = gibibytes(2'048),
      .scale_out = scale_out_per_direction(gigabits_per_second(3'200)),
      .scale_out_kind = "EFA",
      .scale_up_domain_gpus = derived(count{8}, sources::azure_nd_h100_v5_summary),
  };
};

struct p4de_24xlarge {
  static constexpr vm spec{
      .name = "p4de.24xlarge",
      .provider = provider::aws,
      .from = &sources::aws_instances,
      .gpu = &nvidia::a100_sxm4_80gb::spec,
      .gpus = 8,
      .vcpus = 96,
      .system_memory = gibibytes(1'152),
      .scale_out = scale_out_per_direction(gigabits_per_second(400)),
      .scale_out_kind = "EFA",
      .scale_up_domain_gpus = derived(count{8}, sources::nvidia_blackwell_brief_2024),
  };
};

struct p4d_24xlarge {
  static constexpr vm spec{
      .name = "p4d.24xlarge",
      .provider = provider::aws,
      .from = &sources::aws_instances,
      .gpu = &nvidia::a100_sxm4_40gb::spec,
      .gpus = 8,
      .vcpus = 96,
      .system_memory = gibibytes(1'152),
      .scale_out = scale_out_per_direction(gigabits_per_second(400)),
      .scale_out_kind = "EFA",
      .scale_up_domain_gpus = derived(count{8}, sources::nvidia_blackwell_brief_2024),
  };
};

struct p3dn_24xlarge {
  static constexpr vm spec{
      .name = "p3dn.24xlarge",
      .provider = provider::aws,
      .from = &sources::aws_p3dn,
      .gpu = &nvidia::v100_sxm2_32gb::spec,
      .gpus = 8,
      .vcpus = 96,
      .system_memory = gibibytes(768),
      .scale_out =
          stated(scale_out_per_direction(gigabits_per_second(100)), sources::aws_instances).noted("100 Gb/s class"),
      .scale_out_kind = "EFA",
      .scale_up_domain_gpus = derived(count{8}, sources::nvidia_datasheets),
  };
};

struct p6e_gb300 {
  static constexpr vm spec{
      .name = "p6e-gb300",
      .provider = provider::aws,
      .from = &sources::aws_instances,
      .gpu = &nvidia::gb300::spec,
      .note = "the name is published, its figures are not",
  };
};

}  // namespace headroom::aws
