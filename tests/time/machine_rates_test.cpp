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
  const auto found = hr::machine_rates_of(alone, hr::bf16);
  CHECK(found.is_unknown() == hr::fabric_of(alone).is_unknown());
  CHECK(found.note == hr::fabric_of(alone).note);
}
