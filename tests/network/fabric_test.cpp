// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/machines.hpp>
#include <headroom/network/fabric.hpp>

#include <check.hpp>

TEST_CASE("a machine's fabric has the catalogue's rates") {
  constexpr hr::figure<hr::fabric> h100 = hr::fabric_of(hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(h100.is_known());
  CHECK_CONSTEXPR(value_of(h100).is_measured);
  CHECK_CONSTEXPR(value_of(h100).machine_gpus == 8);
  CHECK_CONSTEXPR(value_of(h100).domain_gpus == 8);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(h100).scale_up) == 450);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(h100).scale_out) == 50);
  CHECK_CONSTEXPR(value_of(h100).in_network_share > 0);
}

TEST_CASE("a rate of a whole VM is shared out over its GPUs") {
  constexpr hr::figure<hr::fabric> p4de = hr::fabric_of(hr::aws::p4de_24xlarge::spec);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(p4de).scale_out) == 6.25);
}

TEST_CASE("an NVL72 is one domain of machines with four GPUs") {
  constexpr hr::figure<hr::fabric> rack = hr::fabric_of(hr::azure::gb300_nvl72::spec);
  CHECK_CONSTEXPR(value_of(rack).domain_gpus == 72);
  CHECK_CONSTEXPR(value_of(rack).machine_gpus == 4);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(rack).scale_up) == 900);
}

TEST_CASE("links that nobody measured give an estimate that says so, and a GPU without links is refused") {
  constexpr hr::figure<hr::fabric> amd = hr::fabric_of(hr::azure::nd96isr_mi300x_v5::spec);
  CHECK_CONSTEXPR(amd.is_known());
  CHECK_CONSTEXPR(amd.basis == hr::basis::estimated);
  CHECK_CONSTEXPR(!value_of(amd).is_measured);
  CHECK_CONSTEXPR(!amd.note.empty());
  constexpr hr::vm own{.name = "own", .gpu = &hr::nvidia::t4::spec, .gpus = 4};
  constexpr hr::figure<hr::fabric> pcie = hr::fabric_of(own);
  CHECK_CONSTEXPR(pcie.is_unknown());
  CHECK(pcie.note == "the GPU has no scale-up network: collectives over PCIe are not modelled");
  CHECK(hr::fabric_of(hr::machine{}).note == "the machine has no GPU");
}

TEST_CASE("where nobody states the domain it is a rack, or else a machine") {
  static constexpr hr::vm four{.name = "four", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = 4};
  constexpr hr::figure<hr::fabric> alone = hr::fabric_of(four);
  CHECK_CONSTEXPR(value_of(alone).machine_gpus == 4);
  CHECK_CONSTEXPR(value_of(alone).domain_gpus == 4);
  // Neither a rate of a GPU nor one of the VM: nothing leaves it.
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(alone).scale_out) == 0);
  CHECK_CONSTEXPR(value_of(alone).is_measured);
  static constexpr hr::rack three{.name = "three", .vm = &four, .vms = 3};
  CHECK_CONSTEXPR(value_of(hr::fabric_of(three)).machine_gpus == 4);
  CHECK_CONSTEXPR(value_of(hr::fabric_of(three)).domain_gpus == 12);
  static constexpr hr::rack some{.name = "some", .vm = &four};
  CHECK_CONSTEXPR(value_of(hr::fabric_of(some)).domain_gpus == 4);
}
