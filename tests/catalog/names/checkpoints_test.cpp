// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/checkpoints.hpp>

#include <check.hpp>

TEST_CASE("publishers say on the cards of their models how they hold the weights") {
  using hr::catalog::checkpoint_format;
  using hr::catalog::checkpoint_format_of;
  CHECK_CONSTEXPR(checkpoint_format_of("openai/gpt-oss-120b") == checkpoint_format::mxfp4_experts);
  CHECK_CONSTEXPR(checkpoint_format_of("deepseek-ai/DeepSeek-V3") == checkpoint_format::fp8_blocks);
  CHECK_CONSTEXPR(checkpoint_format_of("moonshotai/Kimi-K2-Instruct") == checkpoint_format::fp8_blocks);
  CHECK_CONSTEXPR(checkpoint_format_of("meta-llama/Llama-2-70b-hf") == checkpoint_format::in_16_bits);
  CHECK_CONSTEXPR(checkpoint_format_of("someone/else") == checkpoint_format::unlisted);
}
