// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/machine.hpp>

// A few machines with figures that are easily added up by hand, and some with figures missing.
namespace small {

namespace hr = headroom;

inline constexpr hr::source book{.id = "book", .title = "A book of machines", .date = "2025-01-01"};

struct new_gpu {
  static constexpr hr::gpu spec{
      .name = "new GPU",
      .from = &book,
      .physical_memory = hr::gibibytes(288),
      .memory_as_sold = hr::gibibytes(279),
      .driver_memory = hr::mebibytes(284'208),
      .memory_bandwidth = hr::terabytes_per_second(8),
      .scale_up = {.per_gpu = hr::scale_up_bidirectional(hr::terabytes_per_second(1.8))},
      .tdp = hr::watts(1'400),
      .fp64 = hr::vector_only(hr::teraflops(1.3)),
      .fp4 = hr::tensor_only(hr::petaflops(15), hr::petaflops(20)),
  };
};

// Without fp4, and without a published driver figure.
struct old_gpu {
  static constexpr hr::gpu spec{
      .name = "old GPU",
      .from = &book,
      .memory_as_sold = hr::gibibytes(40),
      .memory_bandwidth = hr::terabytes_per_second(1.6),
      .scale_up = {.per_gpu = hr::scale_up_bidirectional(hr::gigabytes_per_second(600))},
      .tdp = hr::watts(400),
      .fp64 = {hr::teraflops(9.7), hr::teraflops(19.5), hr::absent},
      .fp4 = hr::no_rates,
  };
};

struct host {
  static constexpr hr::cpu spec{.name = "host",
                                .from = &book,
                                .cores = 72,
                                .memory_as_sold = hr::gibibytes(480),
                                .coherent_link_per_direction = hr::gigabytes_per_second(450)};
};

inline constexpr hr::vm_series series{
    .name = "series",
    .from = &book,
    .features = {.premium_storage = hr::support::yes, .live_migration = hr::support::no, .nvlink = hr::support::in_preview}};

// A VM that is an 18th of a rack.
struct node {
  static constexpr hr::vm spec{.name = "node",
                               .series = &series,
                               .gpu = &new_gpu::spec,
                               .gpus = 4,
                               .cpu = &host::spec,
                               .cpus = 2,
                               .vcpus = 128,
                               .system_memory = hr::gibibytes(864),
                               .temporary_storage = hr::terabytes(1),
                               .nvme_storage = hr::terabytes(4),
                               .disk_iops = 80'000,
                               .disk_throughput = hr::gigabytes_per_second(1.6),
                               .front_end = hr::front_end_per_direction(hr::gigabits_per_second(160)),
                               .scale_out_per_gpu = hr::scale_out_per_direction(hr::gigabits_per_second(800)),
                               .scale_up_domain_gpus = 72};
};

struct rack {
  static constexpr hr::rack spec{.name = "rack", .from = &book, .vm = &node::spec, .vms = 18, .max_power = hr::kilowatts(142)};
};

struct old_vm {
  static constexpr hr::vm spec{.name = "old VM",
                               .from = &book,
                               .gpu = &old_gpu::spec,
                               .gpus = 8,
                               .cores = 48,
                               .vcpus = 96,
                               .system_memory = hr::gibibytes(900),
                               .scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(1'600)),
                               .scale_up_domain_gpus = 8};
};

// An eighth of an old GPU.
struct slice {
  static constexpr hr::vm spec{.name = "slice",
                               .gpu = &old_gpu::spec,
                               .gpus = 1,
                               .gpu_share = {1, 8},
                               .vcpus = 4,
                               .temporary_storage = hr::absent,
                               .nvme_storage = hr::absent,
                               .scale_up_domain_gpus = hr::absent};
};

struct board {
  static constexpr hr::board spec{.name = "board",
                                  .from = &book,
                                  .gpu = &new_gpu::spec,
                                  .gpus = 8,
                                  .max_power = hr::kilowatts(14.4),
                                  .scale_out_per_gpu = hr::scale_out_per_direction(hr::gigabits_per_second(400)),
                                  .scale_up_domain_gpus = 8};
};

// Without GPUs.
struct head {
  static constexpr hr::vm spec{.name = "head", .gpus = 0, .vcpus = 64, .system_memory = hr::gibibytes(256)};
};

// Of which nothing is known but its GPUs.
struct riddle_gpu {
  static constexpr hr::gpu spec{.name = "riddle GPU"};
};
struct riddle {
  static constexpr hr::vm spec{.name = "riddle", .gpu = &riddle_gpu::spec, .gpus = 4};
};

}  // namespace small
