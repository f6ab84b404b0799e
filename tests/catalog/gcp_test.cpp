// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/gcp.hpp>

#include <check.hpp>

TEST_CASE("a4x-maxgpu-4g-metal has 1,116 GB of GPU memory, 279 for each of four GB300") {
  constexpr const hr::vm& size = hr::gcp::a4x_maxgpu_4g_metal::spec;
  CHECK_CONSTEXPR(value_of(size.gpus) == 4);
  CHECK_CONSTEXPR(4.0 * value_of(size.gpu->memory_as_sold) == hr::gibibytes(1'116));
}

TEST_CASE("Google Cloud prints one rate for all networks of a size, and the record says so") {
  constexpr auto network = hr::gcp::a3_ultragpu_8g::spec.scale_out;
  CHECK_CONSTEXPR(hr::in_gigabits_per_second(value_of(network)) == 3'600);
  CHECK_CONSTEXPR(network.note == "with the front-end NIC");
}

TEST_CASE("no page says how the sixteen GPUs of a2-megagpu-16g are linked") {
  CHECK_CONSTEXPR(value_of(hr::gcp::a2_megagpu_16g::spec.gpus) == 16);
  CHECK_CONSTEXPR(hr::gcp::a2_megagpu_16g::spec.scale_up_domain_gpus.is_unknown());
}
