// SPDX-License-Identifier: BSL-1.0
// What does a machine that is not in the catalogue take, and does it work everywhere a catalogue one does?
#include <cstdio>
#include <headroom/headroom.hpp>
#include <headroom/text/to_text.hpp>

namespace hr = headroom;

inline constexpr hr::source data_sheet{.id = "our-lab", .title = "Data sheet of our own server", .date = "2026-05-04"};

struct lab_server {
  static constexpr hr::vm spec{.name = "lab-server",
                               .from = &data_sheet,
                               .gpu = &hr::nvidia::h200_sxm5::spec,
                               .gpus = 8,
                               .vcpus = 128,
                               .system_memory = hr::gibibytes(2'048),
                               .front_end = hr::front_end_per_direction(hr::gigabits_per_second(100)),
                               .scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(1'600)),
                               .scale_up_domain_gpus = 8};
};

// Three of ours beside two of Azure's, in one cluster.
inline constexpr hr::cluster held{hr::vms<lab_server>(3), hr::vms<hr::azure::nd96isr_h200_v5>(2)};
static_assert(hr::gpu_count(held) == 40);
static_assert(hr::gpu_memory(held) == hr::nameplate_gigabytes(40 * 141));

inline constexpr hr::demand promise{.total = {.gpus = 32}, .per_vm = {.system_memory = hr::gibibytes(1'536)}};
static_assert(hr::must_fit<held, promise>);

int main() {
  std::printf("%s GPUs, %s of GPU memory, %s of system memory\n", hr::to_text(hr::gpu_count(held)).c_str(),
              hr::rounded_text(hr::gpu_memory(held), 4).c_str(), hr::rounded_text(hr::system_memory(held), 4).c_str());
  std::printf("%s together, %s in one of ours\n", hr::rounded_text(hr::peak<hr::fp8>(held), 4).c_str(),
              hr::rounded_text(*hr::peak<hr::fp8>(hr::machine(lab_server::spec)).known(), 4).c_str());
}
