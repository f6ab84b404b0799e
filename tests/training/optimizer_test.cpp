// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/optimizer.hpp>

#include <check.hpp>

namespace training_optimizer_test {

// Rajbhandari et al., 2020: 12 bytes of Adam in mixed precision. Dettmers et al., 2021: moments of a byte and a scale
// of 32 bits for each 2,048.
TEST_CASE("bytes of a parameter by optimizer") {
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::adam) == 12);
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::adam_without_master) == 8);
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::adam_bf16_moments) == 8);
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::adam_8bit) == 4 + 2 + 8.0 / 2'048);
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::sgd) == 4);
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::sgd_momentum) == 8);
  // Weights as long as the copy are changed themselves: 16 bytes of fp32 with its gradient (Megatron-LM's documentation
  // of the distributed optimizer, "fp32 param, fp32 grads").
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::adam, hr::fp32) == 8);
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::adam, hr::fp16) == 12);
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::adam_without_master, hr::fp32) == 8);
  CHECK_CONSTEXPR(hr::bytes_per_parameter(hr::sgd, hr::fp32) == 0);
  CHECK_CONSTEXPR(hr::bytes_per_parameter({.master_format = hr::bf16}, hr::bf16) == 8);
  CHECK_CONSTEXPR(hr::bytes_per_parameter({.gradient_copy = true}) == 16);  // DeepSpeed's 16 P / N
  // DeepSeek-V3 keeps moments in bf16 and the rest in fp32 (arXiv:2412.19437, section 3.3.3).
  CHECK_CONSTEXPR(hr::bytes_per_parameter({.first = hr::bf16, .second = hr::bf16, .master_format = hr::fp32}) == 8);
}

TEST_CASE("a step changes a copy of shorter weights, where it has one") {
  CHECK_CONSTEXPR(hr::copies_weights(hr::adam, hr::bf16));
  CHECK_CONSTEXPR(!hr::copies_weights(hr::adam, hr::fp32));
  CHECK_CONSTEXPR(!hr::copies_weights(hr::adam_without_master, hr::bf16));
  CHECK_CONSTEXPR(!hr::copies_weights({.master_format = hr::bf16}, hr::bf16));
}

}  // namespace training_optimizer_test
