// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_rates.hpp>

#include <check.hpp>

TEST_CASE("a machine's rates are those of its GPU and its links") {
  constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
  constexpr hr::figure<hr::serving_rates> found = hr::serving_rates_of(h100, hr::fp8);
  CHECK_CONSTEXPR(found.known()->products.format == hr::fp8);
  CHECK_CONSTEXPR(found.known()->wide.format == hr::bf16);
  CHECK_CONSTEXPR(found.known()->links.domain_gpus == 8);
  CHECK_CONSTEXPR(found.known()->is_measured);
  CHECK_CONSTEXPR(found.basis == hr::basis::estimated);
  CHECK(hr::serving_rates_of(hr::azure::nd96amsr_a100_v4::spec, hr::bf16).note == "no measured server on this architecture");
  CHECK(!hr::serving_rates_of(h100, hr::fp4).is_known());
  CHECK(hr::serving_rates_of(hr::machine(), hr::bf16).note == "the machine has no GPU");
}

TEST_CASE("4-bit experts of shared scales beside 16 bits are multiplied in 8 where a GPU has products of such blocks") {
  constexpr hr::machine hopper(hr::azure::nd96isr_h200_v5::spec), blackwell(hr::azure::gb300_nvl72::spec);
  constexpr hr::served_weights gpt_oss = [] {
    hr::weight_formats held = hr::weights_in(hr::bf16);
    held.experts = hr::mxfp4;
    return hr::served_weights(held, hr::bf16);
  }();
  CHECK_CONSTEXPR(hr::computed_on(blackwell, gpt_oss) == hr::fp8);
  CHECK_CONSTEXPR(hr::computed_on(hopper, gpt_oss) == hr::bf16);
  CHECK_CONSTEXPR(hr::serving_rates_of(blackwell, gpt_oss).known()->products.format == hr::fp8);
  CHECK_CONSTEXPR(hr::serving_rates_of(hopper, gpt_oss).known()->products.format == hr::bf16);
  for (const hr::served_weights& each : {hr::served_weights(hr::bf16), hr::served_weights(hr::nvfp4), hr::served_weights(hr::int4_groups), hr::served_weights(hr::fp8)})
    CHECK(hr::computed_on(blackwell, each) == each.computed);
}

TEST_CASE("no server was measured in more than 16 bits") {
  constexpr hr::figure<hr::serving_rates> found = hr::serving_rates_of(hr::azure::nd96isr_h100_v5::spec, hr::fp64);
  CHECK_CONSTEXPR(!found.known()->is_measured);
  CHECK(found.known()->wide.format == hr::fp64);
  CHECK(found.note == "no measured server that multiplies in more than 16 bits");
}

TEST_CASE("Hopper and Blackwell were measured, and the others were not") {
  const auto of = [](const hr::machine& on) { return hr::serving_rates_of(on, hr::bf16); };
  const auto hopper = of(hr::azure::nd96isr_h200_v5::spec), blackwell = of(hr::azure::gb300_nvl72::spec), ampere = of(hr::azure::nd96amsr_a100_v4::spec);
  CHECK(hopper.known()->is_measured);
  CHECK(!hopper.known()->is_blackwell);
  CHECK(blackwell.known()->is_measured);
  CHECK(blackwell.known()->is_blackwell);
  CHECK(!ampere.known()->is_measured);
  CHECK(!ampere.known()->is_blackwell);
  CHECK(hopper.basis == hr::basis::estimated);
  CHECK(hopper.note.empty());
}
