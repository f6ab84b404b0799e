// SPDX-License-Identifier: BSL-1.0
// Which published figures of the systems headroom began with hold, to the digit they were printed with? All that follow
// from parts are asserted here; the rows of two secondary notes that do not are shown beside what is really there.
#include <array>
#include <cstdio>
#include <headroom/hardware/link_text.hpp>
#include <headroom/headroom.hpp>
#include <headroom/text/to_text.hpp>
#include <string>

namespace hr = headroom;

inline constexpr hr::cluster v100{hr::vms<hr::azure::nd40rs_v2>(1)};
static_assert(hr::gpu_count(v100) == 8 && hr::vcpu_count(v100) == 40);
static_assert(hr::per_gpu(hr::gpu_memory, v100) == hr::nameplate_gigabytes(32));
static_assert(hr::gpu_memory(v100) == hr::nameplate_gigabytes(256));
static_assert(hr::system_memory(v100) == hr::gibibytes(672) && hr::local_storage(v100) == hr::gibibytes(2'948));
static_assert(hr::in_gigabits_per_second(hr::scale_out(v100)) == 100 &&
              hr::in_gigabits_per_second(hr::front_end(v100)) == 24);

inline constexpr hr::cluster a100{hr::vms<hr::azure::nd96asr_v4>(1)};
static_assert(hr::gpu_count(a100) == 8 && hr::vcpu_count(a100) == 96 && hr::core_count(a100) == 96);
static_assert(hr::gpu_memory(a100) == hr::nameplate_gigabytes(320) && hr::system_memory(a100) == hr::gibibytes(900));
static_assert(hr::in_gigabits_per_second(hr::per_gpu(hr::scale_out, a100)) == 200);
static_assert(hr::in_terabits_per_second(hr::scale_out(a100)) == 1.6);

inline constexpr hr::cluster gb300{hr::vms<hr::azure::nd128isr_gb300_v6>(1)};
static_assert(hr::gpu_count(gb300) == 4 && hr::cpu_count(gb300) == 2);
static_assert(hr::in_gigabits_per_second(hr::per_gpu(hr::scale_out, gb300)) == 800);

inline constexpr hr::cluster rack{hr::racks<hr::azure::gb300_nvl72>(1)};
inline constexpr double hbm = hr::in_nameplate_terabytes(hr::gpu_memory(rack));
inline constexpr double fast = hr::in_nameplate_terabytes(hr::fast_memory(rack));
inline constexpr double nvlink = hr::in_terabytes_per_second(hr::bidirectional(hr::scale_up(rack)));
static_assert(hr::vm_count(rack) == 18 && hr::gpu_count(rack) == 72 && hr::cpu_count(rack) == 36);
static_assert(hr::math::round(hbm) == 20 && hr::math::round(fast - hbm) == 17 && hr::math::round(fast) == 20 + 17);
static_assert(hr::math::round(nvlink) == 130 && hr::in_terabits_per_second(hr::scale_out(rack)) == 57.6);
static_assert(hr::peak<hr::fp4, hr::sparse>(rack) == hr::petaflops<hr::fp4, hr::sparse>(1'440));
static_assert(hr::peak<hr::fp4>(rack) == hr::petaflops<hr::fp4>(1'080));

// 1.1 million tokens/s on one rack, 27 % more than the generation before: both from the totals that were published.
inline constexpr hr::token_rate now = *hr::azure::gb300_nvl72::spec.llama2_70b_offline.known();
inline constexpr hr::token_rate before = *hr::azure::gb200_nvl72::spec.llama2_70b_offline.known();
inline constexpr double millions = hr::math::round(hr::in_tokens_per_second(now) / 1e5) / 10;
inline constexpr double gain = hr::math::round((hr::ratio(hr::tokens_per_second(millions * 1e6), before) - 1) * 100);
static_assert(millions == 1.1 && gain == 27);

// The notes' rows, and the sizes that are really there.
struct row {
  const hr::vm* stated;
  const hr::vm* real;
};
namespace noted = hr::azure::as_stated;
inline constexpr std::array rows{row{&noted::nd6::spec, &hr::azure::nd6s::spec},
                                 row{&noted::nd12::spec, &hr::azure::nd12s::spec},
                                 row{&noted::nd24::spec, &hr::azure::nd24s::spec},
                                 row{&noted::nd40rs_v2::spec, &hr::azure::nd40rs_v2::spec},
                                 row{&noted::ng8::spec, &hr::azure::ng8ads_v620_v1::spec},
                                 row{&noted::ng16::spec, &hr::azure::ng16ads_v620_v1::spec},
                                 row{&noted::ng32::spec, &hr::azure::ng32ads_v620_v1::spec}};

double gigabytes_of(const hr::vm& size) { return hr::in_nameplate_gigabytes(*hr::gpu_memory(hr::machine(size)).known()); }
std::string words(std::string_view text) { return std::string(text); }

int main() {
  for (const hr::machine& m :
       {hr::machine(hr::azure::nd40rs_v2::spec), hr::machine(hr::azure::nd96asr_v4::spec),
        hr::machine(hr::azure::nd128isr_gb300_v6::spec), hr::machine(hr::azure::gb300_nvl72::spec)})
    std::printf("%-26s  %2s x %-14s  %6.0f GB  InfiniBand %9s  front end %9s\n", words(m.name()).c_str(),
                hr::to_text(*hr::gpu_count(m).known()).c_str(), words(m.gpu()->name).c_str(),
                hr::in_nameplate_gigabytes(*hr::gpu_memory(m).known()), hr::to_text(*hr::scale_out(m).known()).c_str(),
                hr::to_text(*hr::front_end(m).known()).c_str());
  std::printf("\nOne rack: %.1f TB of HBM and %.1f TB of LPDDR, printed 20 and 17; NVLink %.1f TB/s, printed 130\n",
              hbm, fast - hbm, nvlink);
  std::printf("  %s, printed without the word sparse\n  %s\n", hr::to_text(hr::peak<hr::fp4, hr::sparse>(rack)).c_str(),
              hr::to_text(hr::peak<hr::fp4>(rack)).c_str());
  std::printf("  %.1f million tokens/s of Llama 2 70B, %.0f %% more than a GB200 rack\n\nStated, and really there:\n",
              millions, gain);
  for (const auto& [stated, real] : rows)
    std::printf("%-22s  %3.0f GB, disputed in %-3s  %-24s  %3.0f GB of %s\n", words(stated->name).c_str(),
                hr::in_nameplate_gigabytes(*stated->gpu_memory_printed.known()),
                words(stated->gpu_memory_printed.disputed->id).c_str(), words(real->name).c_str(), gigabytes_of(*real),
                words(real->gpu->name).c_str());
}
