// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>

#include <check.hpp>
#include <headroom/precision.hpp>

// Expected values are those that NVIDIA's data sheets print, in their units.

TEST_CASE("a GB300 has 288 GB of stacks, sells 279 and shows 284,208 MiB") {
  constexpr const hr::gpu& gb300 = hr::nvidia::gb300::spec;
  CHECK_CONSTEXPR(value_of(gb300.physical_memory) == hr::nameplate_gigabytes(288));
  CHECK_CONSTEXPR(value_of(gb300.memory_as_sold) == hr::nameplate_gigabytes(279));
  CHECK_CONSTEXPR(value_of(gb300.driver_memory) == hr::mebibytes(284'208));
  CHECK_CONSTEXPR(value_of(hr::usable_memory(gb300)) == hr::mebibytes(284'208));
  CHECK_CONSTEXPR(gb300.driver_memory.disputed->id == "C13");
}

TEST_CASE("FP4 without sparsity is half of that with it on Blackwell, and three quarters on Blackwell Ultra") {
  constexpr const hr::gpu& gb200 = hr::nvidia::gb200::spec;
  constexpr const hr::gpu& gb300 = hr::nvidia::gb300::spec;
  CHECK_CONSTEXPR(value_of(hr::peak_rate(gb200, hr::precision::fp4, hr::sparse)) == hr::petaflops(20));
  CHECK_CONSTEXPR(value_of(hr::peak_rate(gb200, hr::precision::fp4)) == hr::petaflops(10));
  CHECK_CONSTEXPR(value_of(hr::peak_rate(gb300, hr::precision::fp4, hr::sparse)) == hr::petaflops(20));
  CHECK_CONSTEXPR(value_of(hr::peak_rate(gb300, hr::precision::fp4)) == hr::petaflops(15));
}

TEST_CASE("an NVLink 5 GPU moves 1.8 TB/s in both directions, 0.9 in each") {
  constexpr auto each_way = value_of(hr::nvidia::gb300::spec.scale_up.per_gpu);
  CHECK_CONSTEXPR(hr::in_terabytes_per_second(each_way) == 0.9);
  CHECK_CONSTEXPR(hr::in_terabytes_per_second(hr::bidirectional(each_way)) == 1.8);
}

TEST_CASE("an H100 reaches 989.5 TFLOPS in BF16, as half of the 1,979 with sparsity") {
  constexpr const hr::format_rates& bf16 = hr::nvidia::h100_sxm5::spec.bf16;
  CHECK_CONSTEXPR(value_of(bf16.tensor_sparse) == hr::teraflops(1'979));
  CHECK_CONSTEXPR(value_of(bf16.tensor_dense) == hr::teraflops(989.5));
  CHECK_CONSTEXPR(bf16.tensor_dense.basis == hr::basis::derived);
}

TEST_CASE("an A100 has no FP8 and no FP4 unit, which is not the same as an unknown rate") {
  constexpr const hr::gpu& a100 = hr::nvidia::a100_sxm4_40gb::spec;
  CHECK_CONSTEXPR(hr::peak_rate(a100, hr::precision::fp8).is_absent());
  CHECK_CONSTEXPR(hr::peak_rate(a100, hr::precision::fp4).is_absent());
  CHECK_CONSTEXPR(hr::vector_peak_rate(a100, hr::precision::fp16).is_unknown());
}

TEST_CASE("the V100 multiplies FP16 in tensor units, and BF16 not at all") {
  constexpr const hr::gpu& v100 = hr::nvidia::v100_sxm2_32gb::spec;
  CHECK_CONSTEXPR(value_of(v100.fp16.tensor_dense) == hr::teraflops(125));
  CHECK_CONSTEXPR(hr::peak_rate(v100, hr::precision::bf16).is_absent());
  CHECK_CONSTEXPR(v100.mig_instances.is_absent());
  CHECK_CONSTEXPR(v100.mig_instances.from->id == "nvidia-mig-guide");
}

TEST_CASE("the GH200 rests on general knowledge wherever it takes over a rate of the H100") {
  constexpr const hr::gpu& gh200 = hr::nvidia::gh200_144gb::spec;
  CHECK_CONSTEXPR(value_of(gh200.bf16.tensor_dense) == value_of(hr::nvidia::h100_sxm5::spec.bf16.tensor_dense));
  CHECK_CONSTEXPR(gh200.bf16.tensor_dense.basis == hr::basis::general_knowledge);
  CHECK_CONSTEXPR(!gh200.bf16.tensor_dense.is_confirmed());
}

TEST_CASE("a Grace CPU has 72 cores and shares its memory with the GPUs at 450 GB/s each way") {
  constexpr const hr::cpu& grace = hr::nvidia::grace::spec;
  CHECK_CONSTEXPR(value_of(grace.cores) == 72);
  CHECK_CONSTEXPR(value_of(grace.coherent_link_per_direction) == hr::gigabytes_per_second(450));
}

TEST_CASE("every board carries eight GPUs that reach each other") {
  for (const hr::board* board : {&hr::nvidia::hgx_b300::spec, &hr::nvidia::hgx_b200::spec, &hr::nvidia::hgx_h100::spec,
                                 &hr::nvidia::hgx_a100::spec, &hr::nvidia::dgx_1_v100::spec}) {
    CHECK(value_of(board->gpus) == 8);
    CHECK(value_of(board->scale_up_domain_gpus) == 8);
  }
}
