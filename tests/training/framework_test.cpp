// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/framework.hpp>

#include <check.hpp>

namespace training_framework_test {

namespace frameworks = hr::frameworks;

// Fitted to rows that docs/accuracy.md names, where tests/validation shows how well.
TEST_CASE("the fitted constants are few, and of frameworks") {
  CHECK_CONSTEXPR(frameworks::measured_overhead == hr::gigabytes(7.7));
  for (const hr::training_framework& each :
       {frameworks::megatron, frameworks::megatron_deepspeed, frameworks::deepspeed, frameworks::torchtitan}) {
    CAPTURE(each.name);
    CHECK(each.overhead == frameworks::measured_overhead);
  }
  CHECK_CONSTEXPR(frameworks::torchtitan.reserved == hr::gigabytes(0.5));
  CHECK_CONSTEXPR(frameworks::megatron.reserved == hr::bytes(0));
}

// DeepSpeed's default bucket: 500,000,000 numbers of 16 bits.
TEST_CASE("buffers by design") {
  CHECK_CONSTEXPR(frameworks::megatron_deepspeed.communication == hr::bytes(500e6 * 2));
  CHECK_CONSTEXPR(frameworks::deepspeed.communication == hr::bytes(500e6 * 2));
  CHECK_CONSTEXPR(hr::training_framework{}.overhead == hr::bytes(0));
}

}  // namespace training_framework_test
