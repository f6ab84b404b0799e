// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>

#include <check.hpp>

// Expected values are those of Azure's pages.

TEST_CASE("Standard_ND40rs_v2 is eight V100 of 32 GB, 672 GiB, and one EDR adapter beside 24 Gb/s of Ethernet") {
  constexpr const hr::vm& size = hr::azure::nd40rs_v2::spec;
  CHECK_CONSTEXPR(size.name == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(value_of(size.gpus) == 8);
  CHECK_CONSTEXPR(value_of(size.gpu->memory_as_sold) == hr::gibibytes(32));
  CHECK_CONSTEXPR(value_of(size.vcpus) == 40);
  CHECK_CONSTEXPR(value_of(size.cores) == 40);
  CHECK_CONSTEXPR(value_of(size.system_memory) == hr::gibibytes(672));
  CHECK_CONSTEXPR(value_of(size.temporary_storage) == hr::gibibytes(2'948));
  CHECK_CONSTEXPR(value_of(hr::scale_out_per_vm(size)) == hr::scale_out_per_direction(hr::gigabits_per_second(100)));
  CHECK_CONSTEXPR(value_of(size.front_end) == hr::front_end_per_direction(hr::gigabits_per_second(24)));
  CHECK_CONSTEXPR(value_of(hr::support_for(size, hr::feature::live_migration)) == hr::support::no);
}

TEST_CASE("Standard_ND96asr_v4 is eight A100 of 40 GB with 200 Gb/s each, 1.6 Tb/s in all") {
  constexpr const hr::vm& size = hr::azure::nd96asr_v4::spec;
  CHECK_CONSTEXPR(value_of(size.gpus) == 8);
  CHECK_CONSTEXPR(value_of(size.gpu->memory_as_sold) == hr::gibibytes(40));
  CHECK_CONSTEXPR(value_of(size.cores) == 96);
  CHECK_CONSTEXPR(value_of(size.system_memory) == hr::gibibytes(900));
  CHECK_CONSTEXPR(hr::in_terabits_per_second(value_of(hr::scale_out_per_vm(size))) == 1.6);
}

TEST_CASE("accelerated networking of ND96asr_v4 is taken from the newer page, and the dispute goes with it") {
  constexpr auto flag = hr::support_for(hr::azure::nd96asr_v4::spec, hr::feature::accelerated_networking);
  CHECK_CONSTEXPR(value_of(flag) == hr::support::yes);
  CHECK_CONSTEXPR(flag.disputed->id == "C7");
}

TEST_CASE("only the ND size with an r in its name has InfiniBand, at a rate that no source states") {
  CHECK_CONSTEXPR(hr::azure::nd6s::spec.scale_out.is_absent());
  CHECK_CONSTEXPR(hr::azure::nd24s::spec.scale_out.is_absent());
  CHECK_CONSTEXPR(hr::azure::nd24rs::spec.scale_out.is_unknown());
  CHECK_CONSTEXPR(hr::azure::nd24rs::spec.gpu->name == "P40");
}

TEST_CASE("ND128isr_GB300_v6 is 4 of 72 GPUs, with 800 Gb/s each and 160 Gb/s of Ethernet") {
  constexpr const hr::vm& size = hr::azure::nd128isr_gb300_v6::spec;
  CHECK_CONSTEXPR(value_of(size.gpus) == 4);
  CHECK_CONSTEXPR(value_of(size.scale_up_domain_gpus) == 72);
  CHECK_CONSTEXPR(value_of(size.cpus) == 2);
  CHECK_CONSTEXPR(value_of(size.vcpus) == 128);
  CHECK_CONSTEXPR(value_of(size.system_memory) == hr::gibibytes(864));
  CHECK_CONSTEXPR(hr::in_terabits_per_second(value_of(hr::scale_out_per_vm(size))) == 3.2);
  CHECK_CONSTEXPR(hr::in_gigabits_per_second(value_of(size.front_end)) == 160);
  CHECK_CONSTEXPR(hr::azure::nd128isrg5_gb300_v6::spec.gpu == size.gpu);
}

TEST_CASE("Azure prints 1,535 GB for eight MI300X of 192") {
  constexpr const hr::vm& size = hr::azure::nd96isr_mi300x_v5::spec;
  CHECK_CONSTEXPR(8.0 * value_of(size.gpu->memory_as_sold) == hr::gibibytes(1'536));
  CHECK_CONSTEXPR(value_of(size.gpu_memory_printed) == hr::gibibytes(1'535));
  CHECK_CONSTEXPR(size.gpu_memory_printed.disputed->id == "C20");
}
