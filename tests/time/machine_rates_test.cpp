// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/time/machine_rates.hpp>

#include <check.hpp>

namespace {

constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);

}  // namespace

TEST_CASE("A machine's rates are its GPU's in both formats, and its links") {
  constexpr hr::machine_rates rates = hr::machine_rates_of(h100, hr::fp8).value_or({});
  CHECK_CONSTEXPR(rates.wide.format == hr::bf16);
  CHECK_CONSTEXPR(rates.products.format == hr::fp8);
  CHECK_CONSTEXPR(rates.products.matrix == rates.wide.matrix * 2);
  CHECK_CONSTEXPR(rates.links.domain_gpus == 8);
}

TEST_CASE("Products of 16 bits and more are as in 16") {
  for (const hr::precision format : {hr::bf16, hr::fp16, hr::fp32})
    CHECK(hr::machine_rates_of(h100, format).value_or({}).products.format == hr::bf16);
}

TEST_CASE("Rates are unknown where the machine lacks one, with the reason") {
  CHECK_CONSTEXPR(hr::machine_rates_of(h100, hr::fp4).is_unknown());
  const hr::vm none{.name = "none"};
  CHECK(hr::machine_rates_of(none, hr::bf16).note == "the machine has no GPU");
  hr::vm alone{.name = "alone", .gpus = 8};
  alone.gpu = h100.gpu();
  CHECK(hr::machine_rates_of(alone, hr::bf16).is_known());
  // 8 bits alone are not enough: norms and attention take 16.
  hr::gpu narrow = *h100.gpu();
  narrow.bf16.tensor_dense = hr::unknown;
  alone.gpu = &narrow;
  CHECK(hr::rates_of(narrow, hr::fp8).is_known());
  CHECK(hr::machine_rates_of(alone, hr::fp8).is_unknown());
  CHECK(hr::machine_rates_of(alone, hr::fp8).note == "the GPU has no tensor units for the format, or their rate is not known");
  hr::gpu unlinked = *h100.gpu();
  unlinked.scale_up.per_gpu = hr::absent;
  alone.gpu = &unlinked;
  CHECK(hr::machine_rates_of(alone, hr::fp8).is_unknown());
  CHECK(hr::machine_rates_of(alone, hr::fp8).note == "the GPU has no scale-up network: collectives over PCIe are not modelled");
}
