// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/cpu.hpp>

#include <check.hpp>

#include <headroom/catalog/nvidia.hpp>

TEST_CASE("A CPU's figures are unknown until stated") {
  CHECK_CONSTEXPR(hr::cpu{}.cores.is_unknown());
  CHECK_CONSTEXPR(hr::cpu{}.memory_as_sold.is_unknown());
  CHECK_CONSTEXPR(hr::cpu{}.memory_bandwidth.is_unknown());
  CHECK_CONSTEXPR(hr::cpu{}.coherent_link_per_direction.is_unknown());
}

// NVIDIA's data sheet of the GB200 NVL72: 36 Grace CPUs, 2,592 Arm Neoverse V2 cores, up to 17 TB of LPDDR5X.
TEST_CASE("Thirty-six Grace CPUs have the cores and the memory that are printed for a rack") {
  CHECK_CONSTEXPR(36 * value_of(hr::nvidia::grace::spec.cores) == 2'592);
  CHECK_CONSTEXPR(hr::math::round(hr::in_nameplate_terabytes(36.0 * value_of(hr::nvidia::grace::spec.memory_as_sold))) == 17);
}
