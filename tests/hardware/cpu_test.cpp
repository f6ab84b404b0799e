// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/cpu.hpp>

#include <check.hpp>

TEST_CASE("A CPU's figures are unknown until stated") {
  CHECK_CONSTEXPR(hr::cpu{}.cores.is_unknown());
  CHECK_CONSTEXPR(hr::cpu{}.memory_as_sold.is_unknown());
  CHECK_CONSTEXPR(hr::cpu{}.memory_bandwidth.is_unknown());
  CHECK_CONSTEXPR(hr::cpu{}.coherent_link_per_direction.is_unknown());
}

TEST_CASE("A CPU takes a fact a line") {
  constexpr hr::cpu grace{.name = "Grace",
                          .maker = hr::maker::nvidia,
                          .cores = 72,
                          .memory_as_sold = hr::nameplate_gigabytes(480),
                          .memory_bandwidth = hr::gigabytes_per_second(512),
                          .coherent_link_per_direction = hr::gigabytes_per_second(450)};
  CHECK_CONSTEXPR(grace.name == "Grace");
  CHECK_CONSTEXPR(36 * grace.cores.value == 2'592);
  CHECK_CONSTEXPR(hr::in_nameplate_gigabytes(grace.memory_as_sold.value) == 480);
}
