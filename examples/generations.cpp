// SPDX-License-Identifier: BSL-1.0
// What has a GPU of Azure's gained from V100 to GB300: memory, bandwidth, the operations it does for a byte it reads,
// and what an hour of it costs?
#include <array>
#include <cstdio>
#include <headroom/headroom.hpp>
#include <headroom/text/to_text.hpp>
#include <string>

namespace hr = headroom;

// A size and the region that its price is published for. FP16 is the one format that all of them have tensor units for.
struct generation {
  hr::machine size;
  const char* region;
};
inline constexpr std::array generations{generation{hr::azure::nd40rs_v2::spec, "eastus"},
                                        generation{hr::azure::nd96asr_v4::spec, "eastus"},
                                        generation{hr::azure::nd96amsr_a100_v4::spec, "eastus"},
                                        generation{hr::azure::nd96isr_h100_v5::spec, "eastus"},
                                        generation{hr::azure::nd96isr_h200_v5::spec, "westus3"},
                                        generation{hr::azure::nd128isr_ndr_gb200_v6::spec, "westus3"},
                                        generation{hr::azure::nd128isr_gb300_v6::spec, "westus3"}};

// Nearly nine times the memory and bandwidth, twenty times the operations: each byte has to be used more than twice as
// often.
using v100 = hr::nvidia::v100_sxm2_32gb;
using gb300 = hr::nvidia::gb300;
static_assert(hr::ratio(*gb300::spec.memory_as_sold.known(), *v100::spec.memory_as_sold.known()) > 8.7);
static_assert(hr::ratio(*gb300::spec.memory_bandwidth.known(), *v100::spec.memory_bandwidth.known()) > 8.8);
static_assert(hr::ratio(*hr::peak_rate(gb300::spec, hr::fp16).known(), *hr::peak_rate(v100::spec, hr::fp16).known()) == 20);

int main() {
  std::printf("%-16s %8s %11s %13s %10s  %-9s %s\n", "one GPU", "memory", "bandwidth", "fp16 dense", "FLOP/byte",
              "an hour", "where and when");
  for (const auto& [size, region] : generations) {
    const std::array one{hr::group{size, 1}};
    const hr::pricing terms{.region = region, .published = hr::catalog::prices()};
    const hr::figure paid = hr::price_per_gpu_hour(one, terms);
    const hr::price* row = hr::find_price(size.name(), terms);
    std::string when = "no price published";
    if (row != nullptr) when = std::string(region) + ", " + std::string(row->date.empty() ? "undated" : row->date);
    std::printf("%-16s %5.0f GB %11s %13s %10s  %-9s %s\n", std::string(size.gpu()->name).c_str(),
                hr::in_nameplate_gigabytes(*hr::per_gpu(hr::gpu_memory, one).known()),
                hr::to_text(*hr::per_gpu(hr::memory_bandwidth, one).known()).c_str(),
                hr::to_text(*hr::peak_rate(*size.gpu(), hr::fp16).known()).c_str(),
                hr::rounded_number(1 / *hr::bytes_per_operation<hr::fp16>(one).known()).c_str(),
                paid.is_known() ? hr::rounded_text(*paid.known(), 4).c_str() : "unknown", when.c_str());
  }
}
