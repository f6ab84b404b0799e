// SPDX-License-Identifier: BSL-1.0
// What does a cluster of three generations add up to, what can it still be asked as a whole, and which part answers for
// what the others cannot do?
#include <cstdio>
#include <headroom/hardware/link_text.hpp>
#include <headroom/headroom.hpp>
#include <headroom/text/to_text.hpp>

namespace hr = headroom;

inline constexpr hr::cluster volta{hr::vms<hr::azure::nd40rs_v2>(4)};
inline constexpr hr::cluster ampere{hr::vms<hr::azure::nd96asr_v4>(10)};
inline constexpr hr::cluster blackwell{hr::racks<hr::azure::gb300_nvl72>(2)};
inline constexpr hr::cluster held{volta, ampere, blackwell};

// Totals of what every machine has.
static_assert(hr::gpu_count(held) == 4 * 8 + 10 * 8 + 2 * 72);
static_assert(hr::gpu_memory(held) == hr::nameplate_gigabytes(4 * 256 + 10 * 320 + 2 * 72 * 279));
static_assert(hr::in_gigabits_per_second(hr::scale_out(held)) == 4 * 100 + 10 * 1'600 + 2 * 57'600);

// peak<fp4>(held) does not compile: neither a V100 nor an A100 has FP4. Of all groups it is a total that says so.
inline constexpr hr::total fp4_of_all = hr::peak<hr::fp4>(held.groups());
static_assert(fp4_of_all.known_part == hr::peak<hr::fp4>(blackwell) && fp4_of_all.without == 14);

// A job in FP8 runs on the part that has it; the verdict says which groups count and why the others do not.
inline constexpr hr::demand fp8_job{.total = {.gpus = 128, .peak = hr::petaflops<hr::fp8>(600)},
                                    .per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}};
static_assert(hr::fits<held, fp8_job>);

int main() {
  std::printf("%-30s %6s %6s %10s %10s %11s\n", "group", "count", "GPUs", "memory", "scale-out", "fp4 dense");
  for (const hr::group& part : held.groups()) {
    const auto one = std::array{part};
    const hr::total fp4 = hr::peak<hr::fp4>(one);
    std::printf("%-30s %6s %6s %10s %10s %11s\n", part.machine.name().data(), hr::to_text(part.how_many).c_str(),
                hr::to_text(hr::gpu_count(one).known_part).c_str(),
                hr::rounded_text(hr::gpu_memory(one).known_part).c_str(),
                hr::rounded_text(hr::scale_out(one).known_part).c_str(),
                fp4.without > 0 ? "none" : hr::rounded_text(hr::untyped(fp4.known_part), 4).c_str());
  }
  std::printf("%-30s %6s %6s %10s %10s\n\n", "together", "", hr::to_text(hr::gpu_count(held)).c_str(),
              hr::rounded_text(hr::gpu_memory(held)).c_str(), hr::rounded_text(hr::scale_out(held)).c_str());

  const auto verdict = hr::assess(held, fp8_job);
  std::printf("The FP8 job %s.\n", hr::name(verdict.outcome).data());
  for (const hr::group_standing& each : verdict.groups) {
    const hr::need_check& why = each.why;
    if (each.outcome == hr::outcome::fits)
      std::printf("  %s: %s count\n", each.group.machine.name().data(), hr::to_text(each.counted).c_str());
    else
      std::printf("  %s: too little %s %s\n", each.group.machine.name().data(), hr::name(why.line).data(),
                  hr::name(why.scope).data());
  }
}
