// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/machine.hpp>

namespace hr = headroom;

// A rack, the VM it is made of, an older VM and a board: few figures known, so that the rest is unknown.
namespace here {

inline constexpr hr::source page{.id = "page", .title = "A data sheet", .date = "2025-01-01"};

inline constexpr hr::vm_series series{
    .name = "own", .from = &page, .features = {.premium_storage = hr::support::yes, .live_migration = hr::support::no}};

struct new_gpu {
  static constexpr hr::gpu spec{.name = "new GPU",
                                .from = &page,
                                .memory_as_sold = hr::nameplate_gigabytes(279),
                                .driver_memory = hr::mebibytes(284'208),
                                .memory_bandwidth = hr::terabytes_per_second(8),
                                .scale_up = {.kind = "NVLink", .per_gpu = hr::scale_up_bidirectional(hr::terabytes_per_second(1.8))},
                                .fp8 = hr::tensor_only(hr::petaflops(5), hr::petaflops(10)),
                                .fp4 = hr::tensor_only(hr::petaflops(15), hr::petaflops(20))};
};

struct old_gpu {
  static constexpr hr::gpu spec{.name = "old GPU",
                                .from = &page,
                                .memory_as_sold = hr::gibibytes(32),
                                .driver_memory = hr::gibibytes(31),
                                .memory_bandwidth = hr::gigabytes_per_second(900),
                                .fp8 = hr::no_rates,
                                .fp4 = hr::no_rates};
};

struct new_vm {
  static constexpr hr::vm spec{.name = "new VM",
                               .series = &series,
                               .gpu = &new_gpu::spec,
                               .gpus = 4,
                               .vcpus = 128,
                               .system_memory = hr::gibibytes(864),
                               .nvme_storage = hr::terabytes(14),
                               .disk_iops = 80'000,
                               .disk_throughput = hr::gigabytes_per_second(2),
                               .front_end = hr::front_end_per_direction(hr::gigabits_per_second(80)),
                               .scale_out_per_gpu = hr::scale_out_per_direction(hr::gigabits_per_second(800)),
                               .scale_up_domain_gpus = 72};
};

struct old_vm {
  static constexpr hr::vm spec{.name = "old VM", .series = &series, .gpu = &old_gpu::spec, .gpus = 8, .scale_up_domain_gpus = 8};
};

struct new_rack {
  static constexpr hr::rack spec{.name = "new rack", .from = &page, .vm = &new_vm::spec, .vms = 18, .max_power = hr::kilowatts(142)};
};

struct new_board {
  static constexpr hr::board spec{.name = "new board", .from = &page, .gpu = &new_gpu::spec, .gpus = 8};
};

}  // namespace here
