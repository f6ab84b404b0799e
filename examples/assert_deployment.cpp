// SPDX-License-Identifier: BSL-1.0
// Does the deployment keep what was promised of it? The build answers: change a count below and it stops, with the
// resource, what is needed and what there is.
#include <cstdio>
#include <headroom/headroom.hpp>
#include <headroom/text/to_text.hpp>

namespace hr = headroom;

// The first large cluster of GB300: 64 racks.
inline constexpr hr::cluster held{hr::racks<hr::azure::gb300_nvl72>(64)};
static_assert(hr::gpu_count(held) == 4'608 && hr::vm_count(held) == 1'152 && hr::cpu_count(held) == 2'304);
static_assert(hr::gpu_memory(held) >= hr::petabytes(1.2));
static_assert(hr::peak<hr::fp4>(held) >= hr::exaflops<hr::fp4>(69));

// What it has to carry, and what the hall can feed.
inline constexpr hr::demand training{
    .name = "training",
    .total = {.gpus = 4'096, .peak = hr::exaflops<hr::fp8>(20)},
    .per_gpu = {.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(800))},
    .per_domain = {.usable_gpu_memory = hr::tebibytes(19)},
    .whole_racks = true,
    .at_most = {.max_power = hr::megawatts(10)}};
static_assert(hr::must_fit<held, training>);

// 56 racks are not enough for it, 57 are.
inline constexpr hr::cluster fewer{hr::racks<hr::azure::gb300_nvl72>(56)};
static_assert(!hr::fits<fewer, training>);
static_assert(*hr::how_many_more(fewer, training)[0].known() == 1);
static_assert(hr::could_give_back(held, training)[0] == 64 - 57);

int main() {
  const auto verdict = hr::assess(held, training);
  std::printf("%s on %s GPUs: %s\n", training.name.data(), hr::to_text(hr::gpu_count(held)).c_str(),
              hr::name(verdict.outcome).data());
  for (const hr::need_check& each : verdict.checks()) {
    if (each.line == hr::line::machines) continue;  // how many of them are eligible: all
    std::printf("  %-16s %5.1f %% to spare%s\n", hr::name(each.line).data(), 100 * each.relative_margin(),
                &each == &verdict.binding() ? ": this binds" : "");
  }
  std::printf("%s of the 64 racks could be given back\n", hr::to_text(hr::could_give_back(held, training)[0]).c_str());
}
