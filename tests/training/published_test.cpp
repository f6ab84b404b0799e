// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/published.hpp>

#include <check.hpp>
#include <unsaid.hpp>

namespace training_published_test {
namespace {

// T5-3B of DeepSpeed's page: 2,851 million parameters, 32 million in the largest layer, a node of 8 GPUs.
constexpr hr::deepspeed_question t5{.parameters = 2'851e6, .largest_layer = 32e6, .gpus = 8};

constexpr bool prints(const hr::memory& found, double gibibytes) {
  const double hundredths = hr::in_gibibytes(found) * 100;
  return hr::math::round(hundredths) == hr::math::round(gibibytes * 100);
}

template <class F>
constexpr hr::deepspeed_question with(F change) {
  hr::deepspeed_question asked = t5;
  change(asked);
  return asked;
}

}  // namespace

TEST_CASE("DeepSpeed's page is met to the last printed place") {
  constexpr auto offloaded = with([](auto& q) { q.offload_optimizer = true; });
  CHECK_CONSTEXPR(prints(hr::deepspeed_zero2(offloaded).per_gpu, 5.31));
  CHECK_CONSTEXPR(prints(hr::deepspeed_zero2(offloaded).per_host, 127.45));
  CHECK_CONSTEXPR(prints(hr::deepspeed_zero2(t5).per_host, 127.45));
  CHECK_CONSTEXPR(prints(hr::deepspeed_zero3(t5).per_gpu, 6.09));
  CHECK_CONSTEXPR(prints(hr::deepspeed_zero3(t5).per_host, 1.43));
  CHECK_CONSTEXPR(prints(hr::deepspeed_zero3(with([](auto& q) { q.initialised_in_parts = false; })).per_host, 127.45));
  constexpr auto all_offloaded = with([](auto& q) { q.offload_weights = q.offload_optimizer = true; });
  CHECK_CONSTEXPR(prints(hr::deepspeed_zero3(all_offloaded).per_gpu, 0.12));
  CHECK_CONSTEXPR(prints(hr::deepspeed_zero3(all_offloaded).per_host, 71.69));
}

// Its formulas, of round numbers: 4 P + 16 P / N, and 2 P / N with the optimizer on the host.
TEST_CASE("DeepSpeed's formulas hold for other numbers of GPUs") {
  constexpr hr::deepspeed_question asked{.parameters = 1e9, .largest_layer = 1e8, .gpus = 4, .nodes = 4};
  CHECK_CONSTEXPR(hr::deepspeed_zero2(asked).per_gpu == hr::gigabytes(5));
  constexpr hr::deepspeed_question moved{
      .parameters = 1e9, .largest_layer = 1e8, .gpus = 4, .nodes = 4, .offload_optimizer = true};
  CHECK_CONSTEXPR(hr::deepspeed_zero3(moved).per_gpu == hr::gigabytes(0.4 + 0.125));
  CHECK_CONSTEXPR(hr::deepspeed_zero3(moved).per_host == hr::gigabytes(16.0 / 4 * 1.5));
}

// memory.rst: of 80 parameters on 2 nodes of 4 GPUs 4 bytes each, and 16 over 8; on the host 4 for each of its GPUs, or 16 that wait there, times 1.5.
TEST_CASE("DeepSpeed's own figures by hand") {
  hr::deepspeed_question asked{.parameters = 80, .largest_layer = 3, .gpus = 4, .nodes = 2};
  CHECK(hr::in_bytes(hr::deepspeed_zero2(asked).per_gpu) == 4 * 80 + 16 * 80 / 8);
  CHECK(hr::in_bytes(hr::deepspeed_zero2(asked).per_host) == 1.5 * 4 * 80 * 4);
  CHECK(hr::in_bytes(hr::deepspeed_zero3(asked).per_gpu) == 18 * 80 / 8 + 4 * 3);
  CHECK(hr::in_bytes(hr::deepspeed_zero3(asked).per_host) == 1.5 * 4 * 3 * 4);
  asked.initialised_in_parts = false;
  CHECK(hr::in_bytes(hr::deepspeed_zero3(asked).per_host) == 1.5 * 4 * 80 * 4);
  asked.gpus = 2;
  asked.offload_optimizer = true;
  CHECK(hr::in_bytes(hr::deepspeed_zero2(asked).per_gpu) == 2 * 80);
  CHECK(hr::in_bytes(hr::deepspeed_zero2(asked).per_host) == 1.5 * 16 * 80);
  CHECK(hr::in_bytes(hr::deepspeed_zero3(asked).per_gpu) == 2 * 80 / 4 + 4 * 3);
  asked.offload_optimizer = false;
  asked.offload_weights = true;
  CHECK(hr::in_bytes(hr::deepspeed_zero3(asked).per_gpu) == 4 * 3);
}

TEST_CASE("DeepSpeed is asked of nothing on one GPU that waits on no host, unless said") {
  using question = hr::deepspeed_question;
  constexpr question plain{.parameters = 80, .largest_layer = 3, .gpus = 4, .nodes = 2};
  constexpr auto bytes = [](const question& asked) {
    const hr::deepspeed_estimate second = hr::deepspeed_zero2(asked), third = hr::deepspeed_zero3(asked);
    return hr::in_bytes(second.per_gpu + second.per_host + third.per_gpu + third.per_host);
  };
  CHECK_CONSTEXPR(is_unless_said<&question::parameters>(bytes, question{.largest_layer = 3}, 0, 1));
  CHECK_CONSTEXPR(is_unless_said<&question::largest_layer>(bytes, question{.parameters = 80}, 0, 1));
  CHECK_CONSTEXPR(is_unless_said<&question::gpus>(bytes, question{.parameters = 80, .largest_layer = 3}, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&question::nodes>(bytes, question{.parameters = 80, .largest_layer = 3}, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&question::offload_weights>(bytes, plain, false, true));
  CHECK_CONSTEXPR(is_unless_said<&question::offload_optimizer>(bytes, plain, false, true));
  CHECK_CONSTEXPR(is_unless_said<&question::initialised_in_parts>(bytes, plain, true, false));
}

}  // namespace training_published_test
