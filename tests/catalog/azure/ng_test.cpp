// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/ng.hpp>

#include <check.hpp>

TEST_CASE("an NG8 has a quarter of a Radeon PRO V620, 8 GB of 32, and not an A100") {
  constexpr const hr::vm& size = hr::azure::ng8ads_v620_v1::spec;
  CHECK_CONSTEXPR(size.gpu->name == "Radeon PRO V620");
  CHECK_CONSTEXPR(value_of(size.gpus) == 1);
  CHECK_CONSTEXPR(size.gpu_share == hr::share{1, 4});
  CHECK_CONSTEXPR(size.gpu_share.value() * value_of(size.gpu->memory_as_sold) == hr::gibibytes(8));
  CHECK_CONSTEXPR(size.gpus.disputed->id == "C11");
}

TEST_CASE("the vCPUs of NG sizes are whole cores") {
  CHECK_CONSTEXPR(value_of(hr::azure::ng32ads_v620_v1::spec.cores) == 32);
  CHECK_CONSTEXPR(value_of(hr::azure::ng32adms_v620_v1::spec.cores) == 32);
  CHECK_CONSTEXPR(value_of(hr::azure::ng32adms_v620_v1::spec.system_memory) == hr::gibibytes(176));
}
