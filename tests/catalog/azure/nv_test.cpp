// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nv.hpp>

#include <check.hpp>

TEST_CASE("an M60 card is two GPUs: NV6 has one, NV24 four") {
  CHECK_CONSTEXPR(value_of(hr::azure::nv6::spec.gpus) == 1);
  CHECK_CONSTEXPR(value_of(hr::azure::nv24::spec.gpus) == 4);
  CHECK_CONSTEXPR(4.0 * value_of(hr::azure::nv24::spec.gpu->memory_as_sold) == hr::gibibytes(32));
}

TEST_CASE("NV4as_v4 has an eighth of an MI25, 2 GB of 16") {
  constexpr const hr::vm& size = hr::azure::nv4as_v4::spec;
  CHECK_CONSTEXPR(size.gpu_share == hr::share{1, 8});
  CHECK_CONSTEXPR(size.gpu_share.value() * value_of(size.gpu->memory_as_sold) == hr::gibibytes(2));
  CHECK_CONSTEXPR(size.status.status == hr::lifecycle_status::retirement_announced);
  CHECK_CONSTEXPR(size.status.date == "2026-09-30");
}

TEST_CASE("live migration is supported by the A10 sizes alone") {
  CHECK_CONSTEXPR(value_of(hr::support_for(hr::azure::nv36ads_a10_v5::spec, hr::feature::live_migration)) ==
                  hr::support::yes);
  CHECK_CONSTEXPR(value_of(hr::support_for(hr::azure::nv24ads_v710_v5::spec, hr::feature::live_migration)) ==
                  hr::support::no);
}

TEST_CASE("the IOPS of V710 sizes are as printed and disputed") {
  CHECK_CONSTEXPR(value_of(hr::azure::nv8ads_v710_v5::spec.disk_iops) == 1'520);
  CHECK_CONSTEXPR(hr::azure::nv8ads_v710_v5::spec.disk_iops.disputed->id == "C23");
}
