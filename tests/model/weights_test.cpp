// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/deepseek.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/model/weights.hpp>

#include <check.hpp>

namespace model_weights_test {
namespace {

namespace published = hr::models;

struct tally {
  hr::count copies = 0;
  hr::count active = 0;
  hr::count products = 0;
  hr::count shapes = 0;
};

// Of one shape of weight.
constexpr tally count_weights(const hr::transformer& of, hr::weight_part part, hr::count outputs, hr::count inputs,
                              bool predicts = false) {
  tally sum;
  hr::for_each_weight(of, [&](const hr::weight& w) {
    if (w.part != part || w.outputs != outputs || w.inputs != inputs || w.predicts != predicts) return;
    sum.copies += w.copies;
    sum.active += w.active;
    sum.products += w.products;
    ++sum.shapes;
  });
  return sum;
}

using part = hr::weight_part;

}  // namespace

TEST_CASE("each matrix of Llama 3.1 405B is there, with the shape its checkpoint has") {
  constexpr const hr::transformer& llama = published::llama3_1_405b;
  CHECK_CONSTEXPR(count_weights(llama, part::attention, 16'384, 16'384).copies == 2 * 126);  // q_proj, o_proj
  CHECK_CONSTEXPR(count_weights(llama, part::attention, 1'024, 16'384).copies == 2 * 126);   // k_proj, v_proj
  CHECK_CONSTEXPR(count_weights(llama, part::feed_forward, 53'248, 16'384).copies == 2 * 126);
  CHECK_CONSTEXPR(count_weights(llama, part::feed_forward, 16'384, 53'248).copies == 126);
  CHECK_CONSTEXPR(count_weights(llama, part::norms, 16'384, 1).copies == 2 * 126 + 1);
  CHECK_CONSTEXPR(count_weights(llama, part::embedding, 128'256, 16'384).products == 0);
  CHECK_CONSTEXPR(count_weights(llama, part::head, 128'256, 16'384).products == 1);
}

TEST_CASE("a token uses eight of 256 experts, and is multiplied with the one that all share") {
  constexpr const hr::transformer& v3 = published::deepseek_v3;
  CHECK_CONSTEXPR(count_weights(v3, part::routed_experts, 2'048, 7'168).copies == 2 * 58 * 256);
  CHECK_CONSTEXPR(count_weights(v3, part::routed_experts, 2'048, 7'168).active == 2 * 58 * 8);
  CHECK_CONSTEXPR(count_weights(v3, part::routed_experts, 2'048, 7'168).products == 2 * 58 * 8);
  CHECK_CONSTEXPR(count_weights(v3, part::shared_experts, 2'048, 7'168).active == 2 * 58);
  CHECK_CONSTEXPR(count_weights(v3, part::router, 256, 7'168).copies == 58);
  CHECK_CONSTEXPR(count_weights(v3, part::router, 256, 1).copies == 58);
  CHECK_CONSTEXPR(count_weights(v3, part::routed_experts, 2'048, 7'168, true).copies == 2 * 256);
  CHECK_CONSTEXPR(count_weights(v3, part::joint, 7'168, 2 * 7'168, true).copies == 1);
}

TEST_CASE("a tied head has no weights and is multiplied with all the same") {
  constexpr hr::transformer tied = [] {
    hr::transformer copy = published::llama3_1_8b;
    copy.tied = true;
    return copy;
  }();
  CHECK_CONSTEXPR(count_weights(tied, part::head, 128'256, 4'096).copies == 0);
  CHECK_CONSTEXPR(count_weights(tied, part::head, 128'256, 4'096).products == 1);
}

TEST_CASE("tensor parallelism divides heads and widths, and no norm or latent") {
  hr::for_each_weight(published::deepseek_v3, [](const hr::weight& w) {
    CAPTURE(w.outputs);
    CAPTURE(w.inputs);
    CHECK((w.split == hr::weight_split::none) == (w.pieces == 1));
    const hr::count along = w.split == hr::weight_split::inputs ? w.inputs : w.outputs;
    CHECK(along % w.pieces == 0);
    if (w.part == part::norms) CHECK(w.split == hr::weight_split::none);
    if (w.part == part::attention && w.outputs == 576) CHECK(w.split == hr::weight_split::none);
    if (w.part == part::attention && w.outputs == 7'168) CHECK(w.split == hr::weight_split::inputs);
  });
}

}  // namespace model_weights_test
