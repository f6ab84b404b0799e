// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/racks.hpp>

#include <check.hpp>
#include <headroom/hardware/machine.hpp>

TEST_CASE("a GB300 rack is 18 VMs, 72 GPUs and 36 Grace CPUs") {
  constexpr hr::machine rack(hr::azure::gb300_nvl72::spec);
  CHECK_CONSTEXPR(value_of(rack.vms()) == 18);
  CHECK_CONSTEXPR(value_of(hr::gpus_of(rack)) == 72);
  CHECK_CONSTEXPR(value_of(hr::over_vms(rack, &hr::vm::cpus)) == 36);
}

TEST_CASE("a GB300 rack has 20 and 17 TB of memory, 130 TB/s of NVLink and 1,440 or 1,080 PFLOPS of FP4") {
  constexpr const hr::gpu& gpu = *hr::azure::gb300_nvl72::spec.vm->gpu;
  constexpr const hr::cpu& cpu = *hr::azure::gb300_nvl72::spec.vm->cpu;
  constexpr double hbm = 72 * hr::in_nameplate_terabytes(value_of(gpu.memory_as_sold));
  constexpr double lpddr = 36 * hr::in_nameplate_terabytes(value_of(cpu.memory_as_sold));
  CHECK_CONSTEXPR(hbm > 19.5);
  CHECK_CONSTEXPR(hbm < 20.5);
  CHECK_CONSTEXPR(lpddr > 16.5);
  CHECK_CONSTEXPR(lpddr < 17.5);
  CHECK_CONSTEXPR(hbm + lpddr > 36.5);
  CHECK_CONSTEXPR(hbm + lpddr < 37.5);
  constexpr double nvlink = 72 * hr::in_terabytes_per_second(hr::bidirectional(value_of(gpu.scale_up.per_gpu)));
  CHECK_CONSTEXPR(nvlink > 129.5);
  CHECK_CONSTEXPR(nvlink < 130.5);
  CHECK_CONSTEXPR(72 * hr::in_petaflops(value_of(gpu.fp4.tensor_sparse)) == 1'440);
  CHECK_CONSTEXPR(72 * hr::in_petaflops(value_of(gpu.fp4.tensor_dense)) == 1'080);
}

TEST_CASE("a GB300 rack serves 1.1 million tokens a second, 27 % more than a GB200 rack") {
  constexpr double gb300 = hr::in_tokens_per_second(value_of(hr::azure::gb300_nvl72::spec.llama2_70b_offline));
  constexpr double gb200 = hr::in_tokens_per_second(value_of(hr::azure::gb200_nvl72::spec.llama2_70b_offline));
  CHECK_CONSTEXPR(gb300 > 1.05e6);
  CHECK_CONSTEXPR(gb300 < 1.15e6);
  CHECK_CONSTEXPR(gb300 / gb200 > 1.265);
  CHECK_CONSTEXPR(gb300 / gb200 < 1.275);
}

TEST_CASE("a GB300 rack draws at most 142 kW, which is disputed; that of a GB200 rack is unconfirmed") {
  CHECK_CONSTEXPR(value_of(hr::azure::gb300_nvl72::spec.max_power) == hr::kilowatts(142));
  CHECK_CONSTEXPR(hr::azure::gb300_nvl72::spec.max_power.disputed->id == "C17");
  CHECK_CONSTEXPR(!hr::azure::gb200_nvl72::spec.max_power.is_confirmed());
}
