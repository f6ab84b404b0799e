// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/aws.hpp>

#include <check.hpp>

TEST_CASE("p5.48xlarge is eight H100 with 3,200 Gb/s of EFA") {
  constexpr const hr::vm& size = hr::aws::p5_48xlarge::spec;
  CHECK_CONSTEXPR(size.gpu->name == "H100-SXM5-80GB");
  CHECK_CONSTEXPR(value_of(size.gpus) == 8);
  CHECK_CONSTEXPR(hr::in_gigabits_per_second(value_of(hr::scale_out_per_vm(size))) == 3'200);
}

TEST_CASE("AWS prints what the driver leaves: 1,432 GiB for eight B200 of 180 GB") {
  constexpr const hr::vm& size = hr::aws::p6_b200_48xlarge::spec;
  CHECK_CONSTEXPR(value_of(size.gpu_memory_printed) == 8.0 * hr::gibibytes(179));
  CHECK_CONSTEXPR(value_of(size.gpu_memory_printed) < 8.0 * value_of(size.gpu->memory_as_sold));
}

TEST_CASE("eighteen p6e-gb200.36xlarge make an UltraServer of 72 GPUs and 28.8 Tb/s") {
  constexpr const hr::vm& size = hr::aws::p6e_gb200_36xlarge::spec;
  CHECK_CONSTEXPR(18 * value_of(size.gpus) == value_of(size.scale_up_domain_gpus));
  CHECK_CONSTEXPR(18 * hr::in_terabits_per_second(value_of(size.scale_out)) > 28.79);
  CHECK_CONSTEXPR(18 * hr::in_terabits_per_second(value_of(size.scale_out)) < 28.81);
}

TEST_CASE("of p6e-gb300 nothing but the name is known") {
  CHECK_CONSTEXPR(hr::aws::p6e_gb300::spec.gpus.is_unknown());
  CHECK_CONSTEXPR(hr::aws::p6e_gb300::spec.vcpus.is_unknown());
}
