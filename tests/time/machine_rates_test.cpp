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

// H100's data sheet: 67 TFLOPS of FP32, 989 of TF32 with sparsity and half of that without, 67 of FP64's tensor units, 1,979 of FP16 with sparsity.
TEST_CASE("Each format has its own rate, and a job in more than 16 bits multiplies all in its format") {
  struct expected {
    hr::precision format;
    double teraflops;
  };
  for (const auto& each : {expected{hr::fp32, 67}, {hr::tf32, 494.5}, {hr::fp64, 67}, {hr::fp16, 989.5}, {hr::bf16, 989.5}}) {
    const hr::machine_rates rates = hr::machine_rates_of(h100, each.format).value_or({});
    CAPTURE(hr::name(each.format));
    CHECK(rates.products.format == each.format);
    CHECK(hr::in_base_units(rates.products.matrix) == doctest::Approx(each.teraflops * 1e12));
    CHECK(hr::in_base_units(rates.wide.matrix) == doctest::Approx(each.teraflops * 1e12));
    CHECK(hr::bits(rates.wide.format) == hr::bits(each.format));
  }
  CHECK_CONSTEXPR(hr::machine_rates_of(h100, hr::fp64).value_or({}).wide.format == hr::fp64);
}

// V100's data sheet: 125 TFLOPS of its tensor cores, which take FP16 and no BF16.
TEST_CASE("The 16-bit format is the job's, or where it leaves that open the GPU's") {
  constexpr hr::machine v100(hr::azure::nd40rs_v2::spec);
  constexpr hr::machine_rates rates = hr::machine_rates_of(v100, hr::fp16).value_or({});
  CHECK_CONSTEXPR(rates.wide.format == hr::fp16);
  CHECK_CONSTEXPR(rates.wide.matrix == hr::teraflops(125));
  CHECK_CONSTEXPR(rates.products.matrix == hr::teraflops(125));
  CHECK_CONSTEXPR(hr::machine_rates_of(v100, hr::bf16).is_unknown());
  CHECK(hr::machine_rates_of(h100, hr::fp16).value_or({}).wide.format == hr::fp16);
  // H100 without a stated rate in BF16, in 8 bits.
  hr::gpu older = *h100.gpu();
  older.bf16 = hr::no_rates;
  hr::vm with_older = *h100.vm();
  with_older.gpu = &older;
  CHECK(hr::machine_rates_of(with_older, hr::fp8).value_or({}).wide.format == hr::fp16);
  CHECK(hr::machine_rates_of(with_older, hr::fp8).value_or({}).products.format == hr::fp8);
}

TEST_CASE("Rates are unknown where the machine lacks one, with the reason") {
  CHECK_CONSTEXPR(hr::machine_rates_of(h100, hr::fp4).is_unknown());
  const hr::vm none{.name = "none"};
  CHECK(hr::machine_rates_of(none, hr::bf16).note == "the machine has no GPU");
  hr::vm alone{.name = "alone", .gpus = 8, .scale_up_domain_gpus = 8};
  alone.gpu = h100.gpu();
  CHECK(hr::machine_rates_of(alone, hr::bf16).is_known());
  // 8 bits alone are not enough: norms and attention take 16.
  hr::gpu narrow = *h100.gpu();
  narrow.bf16.tensor_dense = hr::unknown;
  narrow.fp16.tensor_dense = hr::unknown;
  alone.gpu = &narrow;
  CHECK(hr::rates_of(narrow, hr::fp8).is_known());
  CHECK(hr::machine_rates_of(alone, hr::fp8).is_unknown());
  CHECK(hr::machine_rates_of(alone, hr::fp8).note == "the GPU has no tensor units for the format, or their rate is not known");
  alone.gpu = h100.gpu();
  alone.gpu_share = {1, 2};
  CHECK(hr::machine_rates_of(alone, hr::bf16).note == "the machine has a share of a GPU");
}

TEST_CASE("Without a fabric the rates are of each GPU by itself, and say why") {
  CHECK_CONSTEXPR(hr::machine_rates_of(h100, hr::fp8).value_or({}).unlinked.empty());
  hr::vm on{.name = "eight", .gpus = 8, .scale_up_domain_gpus = 8};
  hr::gpu card = *h100.gpu();
  card.scale_up.per_gpu = hr::absent;
  on.gpu = &card;
  const hr::machine_rates of_cards = hr::machine_rates_of(on, hr::fp8).value_or({});
  CHECK(of_cards.unlinked == "the GPU has no scale-up network: collectives over PCIe are not modelled");
  CHECK(of_cards.links.domain_gpus == 1);
  CHECK(of_cards.products.matrix == hr::machine_rates_of(h100, hr::fp8).value_or({}).products.matrix);
  on.gpu = h100.gpu();
  on.scale_up_domain_gpus = hr::unknown;
  CHECK(hr::machine_rates_of(on, hr::fp8).value_or({}).unlinked == "no source states its GPUs per scale-up domain");
  static constexpr hr::vm unstated{.name = "unstated", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = 2};
  CHECK_CONSTEXPR(!hr::machine_rates_of(unstated, hr::bf16).value_or({}).unlinked.empty());
}
