// SPDX-License-Identifier: BSL-1.0
#include <headroom/precision.hpp>

#include <check.hpp>
#include <string_view>

TEST_CASE("There are ten number formats, each with the name its vendors print") {
  CHECK_CONSTEXPR(hr::precisions.size() == 10);
  CHECK_CONSTEXPR(hr::name(hr::fp64) == "fp64");
  CHECK_CONSTEXPR(hr::name(hr::fp32) == "fp32");
  CHECK_CONSTEXPR(hr::name(hr::tf32) == "tf32");
  CHECK_CONSTEXPR(hr::name(hr::fp16) == "fp16");
  CHECK_CONSTEXPR(hr::name(hr::bf16) == "bf16");
  CHECK_CONSTEXPR(hr::name(hr::fp8) == "fp8");
  CHECK_CONSTEXPR(hr::name(hr::fp6) == "fp6");
  CHECK_CONSTEXPR(hr::name(hr::fp4) == "fp4");
  CHECK_CONSTEXPR(hr::name(hr::int8) == "int8");
  CHECK_CONSTEXPR(hr::name(hr::int4) == "int4");
  CHECK_CONSTEXPR(hr::name(hr::dense) == "dense");
  CHECK_CONSTEXPR(hr::name(hr::sparse) == "sparse");
}

TEST_CASE("A number takes as many bits of memory as its format's name says, and a tf32 takes 32") {
  CHECK_CONSTEXPR(hr::bits(hr::fp64) == 64);
  CHECK_CONSTEXPR(hr::bits(hr::fp32) == 32);
  CHECK_CONSTEXPR(hr::bits(hr::tf32) == 32);
  CHECK_CONSTEXPR(hr::bits(hr::fp16) == 16);
  CHECK_CONSTEXPR(hr::bits(hr::bf16) == 16);
  CHECK_CONSTEXPR(hr::bits(hr::fp8) == 8);
  CHECK_CONSTEXPR(hr::bits(hr::int8) == 8);
  CHECK_CONSTEXPR(hr::bits(hr::fp6) == 6);
  CHECK_CONSTEXPR(hr::bits(hr::fp4) == 4);
  CHECK_CONSTEXPR(hr::bits(hr::int4) == 4);
}

TEST_CASE("A visit calls the function with the format it was given, for every format") {
  constexpr auto all = [] {
    for (const hr::precision format : hr::precisions)
      if (hr::visit(format, [](auto constant) { return constant.value; }) != format) return false;
    return true;
  };
  CHECK_CONSTEXPR(all());
  for (const hr::precision format : hr::precisions) {
    CAPTURE(hr::name(format));
    CHECK(hr::visit(format, [](auto constant) { return decltype(constant)::value; }) == format);
  }
  CHECK_CONSTEXPR(hr::visit(hr::fp8, [](auto constant) { return hr::bits(constant); }) == 8);
}
