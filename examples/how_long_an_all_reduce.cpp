// SPDX-License-Identifier: BSL-1.0
// How long does an all-reduce take on so many machines of a kind? Without arguments a table; else of one message:
//   how_long_an_all_reduce 4GB Standard_ND96isr_H100_v5 16
#include <array>
#include <cstdio>
#include <headroom/catalog/machines.hpp>
#include <headroom/network/error_band.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/text/to_text.hpp>
#include <string>
#include <string_view>

namespace hr = headroom;

// Checked by the build: 16 GB of gradients on 64 machines within a tenth of a second.
inline constexpr hr::fabric h100 = *hr::fabric_of(hr::azure::nd96isr_h100_v5::spec).known();
static_assert(hr::time_of(hr::collective::all_reduce, hr::gigabytes(16), hr::packed(512, h100), h100).known()->time <= hr::seconds(0.1));

std::string milliseconds_of(const hr::duration& time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", hr::in_milliseconds(time));
  return text;
}

int print_one(const hr::machine& on, hr::count machines, const hr::memory& message) {
  const hr::figure<hr::fabric> over = hr::fabric_of(on);
  const hr::figure<hr::count> gpus = times(hr::figure<hr::count>(machines), hr::gpus_of(on));
  if (!over.is_known() || !gpus.is_known()) {
    std::printf("%s: %s\n", std::string(on.name()).c_str(), std::string(over.note).c_str());
    return 2;
  }
  const hr::figure<hr::collective_time> found =
      hr::time_of(hr::collective::all_reduce, message, hr::packed(*gpus.known(), *over.known()), *over.known());
  if (!found.is_known()) {
    std::printf("%s: %s\n", std::string(on.name()).c_str(), std::string(found.note).c_str());
    return 2;
  }
  const hr::duration time = found.known()->time;
  const hr::bandwidth bus = hr::bus_bandwidth(hr::collective::all_reduce, message, *gpus.known(), time);
  const hr::error_band band = hr::band_of(hr::collective::all_reduce, message, *over.known());
  const std::string between = band.is_known() ? milliseconds_of(band.shortest(time)) + " to " + milliseconds_of(band.longest(time))
                                              : "no measured row";
  std::printf("%-26s %4lld  %8s  %9s  %6.1f  %-10s  %s\n", std::string(on.name()).c_str(), static_cast<long long>(*gpus.known()),
              hr::to_text(message).c_str(), milliseconds_of(time).c_str(), hr::in_gigabytes_per_second(bus),
              std::string(hr::name(found.known()->how)).c_str(), between.c_str());
  return 0;
}

int main(int argc, char** argv) {
  std::printf("%-26s %4s  %8s  %9s  %6s  %-10s  %s\n", "machine", "GPUs", "message", "ms", "GB/s", "algorithm", "may be measured");
  if (argc == 4) {
    const auto message = hr::parse_memory(argv[1]);
    const hr::machine* on = hr::catalog::find(argv[2]).found;
    const auto machines = hr::parse_count(argv[3]);
    if (!message || on == nullptr || !machines) {
      std::printf("expected an amount such as 4GB, a machine of the catalogue, and how many of them\n");
      return 2;
    }
    return print_one(*on, machines.value, message.value);
  }
  constexpr std::array kinds{hr::machine(hr::azure::nd96amsr_a100_v4::spec), hr::machine(hr::azure::nd96isr_h100_v5::spec),
                             hr::machine(hr::azure::nd96isr_mi300x_v5::spec), hr::machine(hr::azure::gb300_nvl72::spec)};
  for (const hr::machine& on : kinds)
    for (const hr::count machines : {1, 16})
      for (const hr::memory& message : {hr::kilobytes(64), hr::megabytes(64), hr::gigabytes(4)}) print_one(on, machines, message);
}
