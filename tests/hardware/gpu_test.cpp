// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/gpu.hpp>

#include <check.hpp>

namespace {

constexpr headroom::source gpu_sheet{.id = "sheet", .title = "A data sheet"};

// Ten formats with a rate of their own each: as many TFLOPS as the format's place in the list, hundreds for sparse.
constexpr headroom::format_rates rates_of(double n) {
  return {.vector = headroom::teraflops(n / 4),
          .tensor_dense = headroom::teraflops(n),
          .tensor_sparse = headroom::teraflops(100 * n)};
}

constexpr headroom::gpu full{.name = "Full",
                             .from = &gpu_sheet,
                             .fp64 = rates_of(1),
                             .fp32 = rates_of(2),
                             .tf32 = rates_of(3),
                             .fp16 = rates_of(4),
                             .bf16 = rates_of(5),
                             .fp8 = rates_of(6),
                             .fp6 = rates_of(7),
                             .fp4 = rates_of(8),
                             .int8 = rates_of(9),
                             .int4 = rates_of(10)};

constexpr headroom::gpu vectors_only{.name = "Vectors",
                                     .fp32 = {headroom::teraflops(15.7), headroom::absent, headroom::absent},
                                     .fp8 = headroom::no_rates};

constexpr headroom::gpu sold_only{.name = "Sold", .memory_as_sold = headroom::nameplate_gigabytes(48)};
constexpr headroom::gpu measured{.name = "Measured",
                                 .memory_as_sold = headroom::nameplate_gigabytes(48),
                                 .driver_memory = headroom::mebibytes(46'068)};

}  // namespace

TEST_CASE("Each maker has the name it trades under") {
  CHECK_CONSTEXPR(hr::name(hr::maker::nvidia) == "NVIDIA");
  CHECK_CONSTEXPR(hr::name(hr::maker::amd) == "AMD");
  CHECK_CONSTEXPR(hr::name(hr::maker::intel) == "Intel");
  CHECK_CONSTEXPR(hr::name(hr::maker::own) == "own");
}

TEST_CASE("Each format has the rates it was given") {
  constexpr auto each_in_place = [] {
    double n = 1;
    for (const hr::precision format : hr::precisions) {
      if (!(value_of(hr::peak_rate(full, format)) == hr::teraflops(n))) return false;
      if (!(value_of(hr::peak_rate(full, format, hr::dense)) == hr::teraflops(n))) return false;
      if (!(value_of(hr::peak_rate(full, format, hr::sparse)) == hr::teraflops(100 * n))) return false;
      if (!(value_of(hr::vector_peak_rate(full, format)) == hr::teraflops(n / 4))) return false;
      if (!(value_of(full.rates(format).tensor_dense) == hr::teraflops(n))) return false;
      ++n;
    }
    return true;
  };
  CHECK_CONSTEXPR(each_in_place());
}

TEST_CASE("Without a tensor unit for a format its peak is the vector rate, and there is no sparse one") {
  CHECK_CONSTEXPR(value_of(hr::peak_rate(vectors_only, hr::fp32)) == hr::teraflops(15.7));
  CHECK_CONSTEXPR(hr::peak_rate(vectors_only, hr::fp32, hr::sparse).is_absent());
}

TEST_CASE("A format that the hardware lacks is absent, and one that nobody states unknown") {
  CHECK_CONSTEXPR(hr::peak_rate(vectors_only, hr::fp8).is_absent());
  CHECK_CONSTEXPR(hr::vector_peak_rate(vectors_only, hr::fp8).is_absent());
  CHECK_CONSTEXPR(hr::peak_rate(vectors_only, hr::fp4).is_unknown());
}

TEST_CASE("A format of the vector units alone, or of the tensor units alone, has no rate on the others") {
  constexpr auto vectors = hr::vector_only(hr::teraflops(15.7));
  CHECK_CONSTEXPR(value_of(vectors.vector) == hr::teraflops(15.7));
  CHECK_CONSTEXPR(vectors.tensor_dense.is_absent());
  CHECK_CONSTEXPR(vectors.tensor_sparse.is_absent());
  constexpr auto tensors = hr::tensor_only(hr::petaflops(5), hr::petaflops(10));
  CHECK_CONSTEXPR(tensors.vector.is_absent());
  CHECK_CONSTEXPR(value_of(tensors.tensor_dense) == hr::petaflops(5));
  CHECK_CONSTEXPR(value_of(tensors.tensor_sparse) == hr::petaflops(10));
}

TEST_CASE("Usable memory is what the driver shows") {
  CHECK_CONSTEXPR(value_of(hr::usable_memory(measured)) == hr::mebibytes(46'068));
  CHECK_CONSTEXPR(hr::usable_memory(measured).is_confirmed());
}

TEST_CASE(
    "Without a driver figure usable memory is the smallest published share of the memory as sold, and an estimate") {
  // 46,068 of 48 x 1,024 MiB.
  CHECK_CONSTEXPR(value_of(hr::usable_memory(sold_only)) == hr::mebibytes(46'068));
  CHECK_CONSTEXPR(hr::usable_memory(sold_only).basis == hr::basis::estimated);
  CHECK_CONSTEXPR(!hr::usable_memory(sold_only).is_confirmed());
  CHECK_CONSTEXPR(hr::usable_memory(hr::gpu{}).is_unknown());
  CHECK_CONSTEXPR(hr::usable_memory(hr::gpu{.memory_as_sold = hr::absent}).is_absent());
  CHECK_CONSTEXPR(hr::usable_memory(hr::gpu{.driver_memory = hr::absent}).is_absent());
}

// vLLM's log on an H100 of 81,559 MiB: "the total gpu memory is 79.18 GiB".
TEST_CASE("The driver keeps a part of the memory that it shows") {
  CHECK_CONSTEXPR(hr::kept_by_driver > hr::mebibytes(478));
  CHECK_CONSTEXPR(hr::kept_by_driver < hr::mebibytes(479));
}

TEST_CASE("A maker's name may be followed by a brand") {
  CHECK_CONSTEXPR(hr::brand(hr::maker::nvidia) == "Tesla");
  CHECK_CONSTEXPR(hr::brand(hr::maker::amd) == "Instinct");
  CHECK_CONSTEXPR(hr::brand(hr::maker::intel).empty());
  CHECK_CONSTEXPR(hr::brand(hr::maker::own).empty());
}
