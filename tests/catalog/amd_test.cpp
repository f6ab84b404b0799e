// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/amd.hpp>

#include <check.hpp>
#include <headroom/precision.hpp>

TEST_CASE("an MI300X reaches each of seven neighbours at 128 GB/s in both directions, 896 in all") {
  constexpr const hr::scale_up_link& fabric = hr::amd::mi300x::spec.scale_up;
  CHECK_CONSTEXPR(value_of(fabric.links) == 7);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(hr::bidirectional(value_of(fabric.per_peer))) == 128);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(hr::bidirectional(value_of(fabric.per_gpu))) == 896);
}

TEST_CASE("an MI300X has 192 GB at 5.3 TB/s, and no format below FP8") {
  constexpr const hr::gpu& mi300x = hr::amd::mi300x::spec;
  CHECK_CONSTEXPR(value_of(mi300x.memory_as_sold) == hr::gibibytes(192));
  CHECK_CONSTEXPR(value_of(mi300x.memory_bandwidth) == hr::terabytes_per_second(5.3));
  CHECK_CONSTEXPR(value_of(hr::peak_rate(mi300x, hr::precision::fp8)) == hr::teraflops(2'610));
  CHECK_CONSTEXPR(hr::peak_rate(mi300x, hr::precision::fp4).is_absent());
}

TEST_CASE("a Radeon PRO V620 has vector units only") {
  constexpr const hr::gpu& v620 = hr::amd::radeon_pro_v620::spec;
  CHECK_CONSTEXPR(value_of(hr::peak_rate(v620, hr::precision::fp32)) == hr::teraflops(20.28));
  CHECK_CONSTEXPR(v620.fp16.tensor_dense.is_absent());
  CHECK_CONSTEXPR(v620.scale_up.per_gpu.is_absent());
}

TEST_CASE("what no source says of a Radeon PRO V710 is unknown") {
  constexpr const hr::gpu& v710 = hr::amd::radeon_pro_v710::spec;
  CHECK_CONSTEXPR(v710.tdp.is_unknown());
  CHECK_CONSTEXPR(hr::peak_rate(v710, hr::precision::fp32).is_unknown());
}

TEST_CASE("an AMD host shares no memory with its GPUs") {
  CHECK_CONSTEXPR(hr::amd::epyc_7v12::spec.coherent_link_per_direction.is_absent());
  CHECK_CONSTEXPR(hr::amd::epyc_7763::spec.coherent_link_per_direction.is_absent());
}
