// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_settings.hpp>

#include <check.hpp>

TEST_CASE("nothing is drafted, and graphs are replayed, unless said") {
  CHECK_CONSTEXPR(hr::usual_serving.drafted == 0);
  CHECK_CONSTEXPR(!hr::usual_serving.without_graphs);
  CHECK_CONSTEXPR(hr::usual_serving.scheduler_steps == 1);
  CHECK_CONSTEXPR(hr::usual_serving.stream_interval == 1);
  CHECK_CONSTEXPR(hr::serving_requests{}.each == 10);
  CHECK_CONSTEXPR(hr::serving_requests{}.answer_spread == 0.5);
  const hr::serving_settings plain{};
  CHECK(plain.scheduler_steps * plain.stream_interval == 1);
  CHECK(plain.most_sequences + plain.drafted == 0);
  CHECK(plain.accepted == 0);
}

// A KiB of tokens of each, of as many clients as the job runs sequences.
TEST_CASE("a replica is asked for 1,024 tokens and answers as many, unless said") {
  const hr::serving_requests usual{};
  CHECK(usual.prompt == 1 << 10);
  CHECK(usual.answer == 1 << 10);
  CHECK(usual.clients == 0);
}
