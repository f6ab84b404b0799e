// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/buffers.hpp>

#include <check.hpp>

namespace training_buffers_test {
namespace {

constexpr hr::training_job with_loss(const hr::cross_entropy& loss, hr::count tensor) {
  return {.model = hr::models::llama3_1_70b,
          .parallelism = {.tensor = tensor, .sequence = tensor > 1},
          .sequence = 8'192,
          .loss = loss};
}

constexpr double tokens = 8'192;
constexpr double logits = 128'256;
constexpr double inputs = 2 * 8'192;  // of the final norm, or of the head

}  // namespace

TEST_CASE("the head's moment: logits in 16 and 32 bits, or their gradient and the weight's") {
  CHECK_CONSTEXPR(hr::head_bytes(with_loss(hr::fused_cross_entropy, 1)) == tokens * (6 * logits + 2 * inputs));
  CHECK_CONSTEXPR(hr::head_bytes(with_loss(hr::separate_cross_entropy, 1)) == tokens * (14 * logits + 2 * inputs));
  // The head's input is whole on every tensor rank.
  CHECK_CONSTEXPR(hr::head_bytes(with_loss(hr::distributed_cross_entropy, 8)) ==
                  tokens * (20 * logits / 8 + inputs / 8 + inputs));
  constexpr hr::training_job brief{.model = hr::models::llama3_1_70b, .sequence = 512};
  CHECK_CONSTEXPR(hr::head_bytes(brief) == 512 * (2 * logits + 2 * inputs) + 2 * logits * 8'192);
}

TEST_CASE("what a layer gathers: nothing alone, all tokens in 16 bits with their gradient") {
  CHECK_CONSTEXPR(hr::gathered_bytes(with_loss(hr::fused_cross_entropy, 1)) == 0);
  CHECK_CONSTEXPR(hr::gathered_bytes(with_loss(hr::fused_cross_entropy, 8)) == tokens * 4 * 8'192);
  // A ring passes keys and values of 8 heads: two chunks of a quarter, and two of their gradients.
  constexpr hr::training_job ring{.model = hr::models::llama3_1_70b, .parallelism = {.context = 4}, .sequence = 8'192};
  CHECK_CONSTEXPR(hr::gathered_bytes(ring) == tokens / 4 * 8 * 2 * 128 * (2 * 2 + 2 * 2));
}

}  // namespace training_buffers_test
