// SPDX-License-Identifier: BSL-1.0
// The hot loops, compiled twice: with the library's units.hpp and with the one under raw/, where quantities are doubles.
// measure.py counts the instructions of totals() and verdicts() and compares what the two programs print.
#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/group.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace hr = headroom;

namespace {

constexpr hr::source page{.id = "page", .title = "A data sheet"};
constexpr hr::gpu new_gpu{.name = "new GPU",
                          .from = &page,
                          .memory_as_sold = hr::nameplate_gigabytes(279),
                          .driver_memory = hr::mebibytes(284'208),
                          .memory_bandwidth = hr::terabytes_per_second(8),
                          .scale_up = {.per_gpu = hr::scale_up_bidirectional(hr::terabytes_per_second(1.8))},
                          .fp4 = hr::tensor_only(hr::petaflops(15), hr::petaflops(20))};
constexpr hr::gpu old_gpu{.name = "old GPU",
                          .from = &page,
                          .memory_as_sold = hr::gibibytes(40),
                          .memory_bandwidth = hr::gigabytes_per_second(1555),
                          .fp4 = hr::no_rates};
constexpr hr::vm new_vm{.name = "new VM",
                        .from = &page,
                        .gpu = &new_gpu,
                        .gpus = 4,
                        .vcpus = 128,
                        .system_memory = hr::gibibytes(864),
                        .scale_out_per_gpu = hr::scale_out_per_direction(hr::gigabits_per_second(800)),
                        .scale_up_domain_gpus = 72};
constexpr hr::vm old_vm{.name = "old VM", .from = &page, .gpu = &old_gpu, .gpus = 8, .vcpus = 96, .system_memory = hr::gibibytes(900)};
constexpr hr::vm shared_vm{.name = "shared VM", .from = &page, .gpu = &old_gpu, .gpus = 1, .gpu_share = {1, 2}, .vcpus = 12};
constexpr hr::rack new_rack{.name = "new rack", .from = &page, .vm = &new_vm, .vms = 18, .max_power = hr::kilowatts(142)};

std::vector<hr::group> fleet(std::size_t size) {
  std::vector<hr::group> groups;
  std::uint32_t random = 1;
  for (std::size_t i = 0; i < size; ++i) {
    random = random * 1664525u + 1013904223u;
    const hr::machine kinds[]{new_vm, old_vm, shared_vm, new_rack};
    groups.push_back({kinds[random >> 30], static_cast<hr::count>(random >> 20 & 255u)});
  }
  return groups;
}

struct sums {
  hr::total<hr::count> gpus;
  hr::total<hr::memory> gpu_memory, usable, system;
  hr::total<hr::bandwidth> memory_bandwidth;
  hr::total<hr::rate<hr::fp4>> peak;
  hr::total<hr::scale_out_bandwidth> scale_out;
};

}  // namespace

extern "C" [[gnu::noinline]] void totals(const std::vector<hr::group>& groups, sums& all) {
  all.gpus = hr::gpu_count(groups);
  all.gpu_memory = hr::gpu_memory(groups);
  all.usable = hr::usable_gpu_memory(groups);
  all.system = hr::system_memory(groups);
  all.memory_bandwidth = hr::memory_bandwidth(groups);
  all.peak = hr::peak<hr::fp4>(groups);
  all.scale_out = hr::scale_out(groups);
}

extern "C" [[gnu::noinline]] void verdicts(const std::vector<hr::group>& groups, std::vector<hr::demand>& asked, int (&outcomes)[4],
                                           double& margins) {
  for (const hr::demand& each : asked) {
    const hr::verdict v = hr::assess(groups, each);
    ++outcomes[static_cast<int>(v.outcome)];
    margins += v.binding().relative_margin();
  }
}

int main() {
  const std::vector<hr::group> many = fleet(10'000);
  sums all;
  totals(many, all);
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g %d\n", static_cast<double>(all.gpus.known_part),
              hr::in_base_units(all.gpu_memory.known_part), hr::in_base_units(all.usable.known_part),
              hr::in_base_units(all.system.known_part), hr::in_base_units(all.memory_bandwidth.known_part),
              hr::in_base_units(all.peak.known_part), hr::in_base_units(all.scale_out.known_part.one_direction),
              all.usable.confirmed + 2 * all.peak.is_complete());

  const std::vector<hr::group> few = fleet(8);
  std::vector<hr::demand> asked;
  for (int i = 0; i < 10'000; ++i) {
    hr::demand one;
    one.total.gpus = i;
    one.total.usable_gpu_memory = hr::terabytes(i / 7 + 1);
    one.total.memory_bandwidth = hr::terabytes_per_second(i % 3000);
    if (i % 3 == 0) one.total.peak = hr::peak_need(hr::fp4, hr::dense, hr::petaflops(i / 2));
    if (i % 5 == 0) one.per_gpu.usable_gpu_memory = hr::gibibytes(i % 300);
    if (i % 7 == 0) one.per_vm.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(i / 3));
    if (i % 2 == 0) one.at_most.racks = i / 20;
    asked.push_back(one);
  }
  int outcomes[4]{};
  double margins = 0;
  verdicts(few, asked, outcomes, margins);
  std::printf("%d %d %d %d %.17g\n", outcomes[0], outcomes[1], outcomes[2], outcomes[3], margins);
}
