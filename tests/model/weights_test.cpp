// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/missing.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/weights.hpp>

#include <check.hpp>
#include <utility>

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

constexpr hr::count numbers_of(const hr::transformer& of) {
  hr::count sum = 0;
  hr::for_each_weight(of, [&](const hr::weight& w) { sum += w.copies * w.outputs * w.inputs; });
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

// DeepSeek-V3's paper, section 2.1.1: queries come from a latent of the rank that is told, the least, too, or else from the hidden state.
TEST_CASE("latent queries come from their rank, and without one from the hidden state") {
  constexpr auto latent = [](hr::count rank) {
    hr::transformer m{.vocabulary = 100, .hidden = 1'024};
    m.layers[0] = {.how_many = 1, .attention = {.heads = 8, .kv_heads = 8, .head_size = 192, .value_head_size = 128, .query_rank = rank, .kv_rank = 512, .rotary_head_size = 64}};
    return m;
  };
  for (const hr::count rank : {1, 2, 96}) {
    CAPTURE(rank);
    CHECK(count_weights(latent(rank), part::attention, rank, 1'024).copies == 1);
    CHECK(count_weights(latent(rank), part::attention, 8 * 192, rank).copies == 1);
    CHECK(count_weights(latent(rank), part::attention, 8 * 192, 1'024).copies == 0);
  }
  CHECK_CONSTEXPR(count_weights(latent(0), part::attention, 8 * 192, 1'024).copies == 1);
  CHECK_CONSTEXPR(count_weights(latent(0), part::attention, 512 + 64, 1'024).copies == 1);
  CHECK_CONSTEXPR(count_weights(latent(0), part::attention, 8 * (128 + 128), 512).copies == 1);
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

TEST_CASE("ranks share out heads, and repeat them beyond their number") {
  CHECK_CONSTEXPR(hr::heads_on_rank(8, 1) == 8);
  CHECK_CONSTEXPR(hr::heads_on_rank(8, 8) == 1);
  CHECK_CONSTEXPR(hr::heads_on_rank(8, 16) == 1);
  CHECK_CONSTEXPR(hr::heads_on_rank(10, 4) == 3);  // the fullest
  CHECK_CONSTEXPR(hr::heads_on_rank(0, 4) == 0);
  CHECK_CONSTEXPR(hr::heads_on_rank(8, 0) == 8);
}

TEST_CASE("a rank holds its heads' share of a matrix: with 16 ranks Llama's eight heads of keys are held twice") {
  constexpr hr::weight keys{.outputs = 1'024, .inputs = 16'384, .split = hr::weight_split::outputs, .pieces = 8};
  CHECK_CONSTEXPR(hr::size_on_rank(keys, 8) == 128 * 16'384);
  CHECK_CONSTEXPR(hr::size_on_rank(keys, 16) == 128 * 16'384);
  constexpr hr::weight down{.outputs = 16'384, .inputs = 53'248, .split = hr::weight_split::inputs, .pieces = 53'248};
  CHECK_CONSTEXPR(hr::size_on_rank(down, 8) == 16'384 * 53'248 / 8);
  constexpr hr::weight norm{.outputs = 16'384};
  CHECK_CONSTEXPR(hr::size_on_rank(norm, 8) == 16'384);
}

TEST_CASE("more ranks never hold more of a weight, and all ranks together hold all of it") {
  for (const hr::transformer* each : published::all()) {
    if (!hr::missing(*each).empty()) continue;
    CAPTURE(each->name);
    hr::for_each_weight(*each, [](const hr::weight& w) {
      CHECK(hr::size_on_rank(w, 1) == w.size());
      CHECK(w.size() % w.pieces == 0);
      for (hr::count ranks = 1; ranks <= 64; ranks *= 2) {
        CHECK(hr::size_on_rank(w, 2 * ranks) <= hr::size_on_rank(w, ranks));
        CHECK(hr::size_on_rank(w, ranks) * ranks >= w.size());
      }
    });
  }
}

TEST_CASE("biases of a Mamba layer are of its gate, input, state vectors and time steps, its output and its convolution") {
  constexpr auto numbers = [](bool bias, bool kernel_bias) {
    hr::transformer changed = published::nemotron_3_nano_30b_a3b;
    for (hr::layer& each : changed.layers) {
      each.state_space.bias = each.state_space.output_bias = bias;
      each.state_space.kernel_bias = kernel_bias;
    }
    hr::count sum = 0;
    hr::for_each_weight(changed, [&](const hr::weight& w) { sum += w.size() * w.copies; });
    return sum;
  };
  // 23 layers of 64 heads of 64, 8 groups of 128, into 2,688.
  CHECK_CONSTEXPR(numbers(true, true) - numbers(false, true) == 23 * (2 * 4'096 + 2 * 8 * 128 + 64 + 2'688));
  CHECK_CONSTEXPR(numbers(false, true) - numbers(false, false) == 23 * (4'096 + 2 * 8 * 128));
}

TEST_CASE("a kind of layers mixes tokens as the first with the same weights, whatever its window, and so do networks") {
  static constexpr hr::attention wide{.heads = 8, .kv_heads = 8, .head_size = 64};
  static constexpr hr::attention narrow{.heads = 4, .kv_heads = 4, .head_size = 64};
  static constexpr hr::attention in_a_window{.heads = 4, .kv_heads = 4, .head_size = 64, .window = 128};
  static constexpr hr::transformer mixed = [] {
    hr::transformer m;
    m.layers[0] = {.how_many = 1, .attention = wide, .feed_forward = {.width = 8}};
    m.layers[1] = {.how_many = 1, .attention = narrow, .feed_forward = {.width = 9}};
    m.layers[2] = {.how_many = 1, .attention = in_a_window, .feed_forward = {.width = 9}};
    return m;
  }();
  CHECK_CONSTEXPR(hr::detail::mixes_as(mixed, 0) == 0);
  CHECK_CONSTEXPR(hr::detail::mixes_as(mixed, 1) == 1);
  CHECK_CONSTEXPR(hr::detail::mixes_as(mixed, 2) == 1);
  CHECK_CONSTEXPR(hr::detail::feeds_as(mixed, 1) == 1);
  CHECK_CONSTEXPR(hr::detail::feeds_as(mixed, 2) == 1);
  constexpr auto changed = [](auto change) {
    hr::transformer m = mixed;
    change(m);
    return std::pair{hr::detail::mixes_as(m, 2), hr::detail::feeds_as(m, 2)};
  };
  using places = std::pair<std::size_t, std::size_t>;
  CHECK_CONSTEXPR(changed([](hr::transformer& m) { m.layers[1].how_many = 0; }) == places{2, 2});
  CHECK_CONSTEXPR(changed([](hr::transformer& m) { m.layers[2].state_space.heads = 1; }) == places{2, 1});
  CHECK_CONSTEXPR(changed([](hr::transformer& m) { m.layers[2].linear_attention.kernel = 1; }) == places{2, 1});
  CHECK_CONSTEXPR(changed([](hr::transformer& m) { m.layers[2].experts.routed = 8; }) == places{1, 2});
  CHECK_CONSTEXPR(changed([](hr::transformer& m) { m.layers[2].attention.chunk = 8; }) == places{1, 1});
}

TEST_CASE("networks as narrow as can be have weights, and those of no width have none") {
  constexpr auto numbers = [](hr::count width, hr::count shared) {
    hr::transformer m{.hidden = 4};
    m.layers[0] = {.how_many = 1,
                   .feed_forward = {.width = width, .gated = false},
                   .experts = {.routed = 2, .per_token = 1, .width = 1, .shared_width = shared, .gated = false}};
    hr::count sum = 0;
    hr::for_each_weight(m, [&](const hr::weight& w) { sum += w.size() * w.copies; });
    return sum;
  };
  // Into and out of a width of one, of a hidden width of four.
  CHECK_CONSTEXPR(numbers(1, 0) - numbers(0, 0) == 2 * 4);
  CHECK_CONSTEXPR(numbers(0, 1) - numbers(0, 0) == 2 * 4);
  CHECK_CONSTEXPR(numbers(3, 2) - numbers(0, 0) == 2 * 4 * 5);
}

// Two numbers of an activation, a learned residual of rank 64 and its norm, each in a layer: arXiv:2411.07501 for the residual's shape.
TEST_CASE("an activation's numbers and a learned residual are weights of each layer") {
  constexpr auto three_layers = [](hr::count numbers, hr::count rank) {
    hr::transformer made{.hidden = 256, .layers = {{{.letter = 'a', .how_many = 3, .feed_forward = {.width = 512}}}}};
    made.layers[0].feed_forward.activation_numbers = numbers;
    made.residual_rank = rank;
    return made;
  };
  constexpr hr::transformer plain = three_layers(0, 0);
  constexpr hr::transformer with_residual = three_layers(0, 64);
  CHECK_CONSTEXPR(numbers_of(three_layers(2, 0)) == numbers_of(plain) + 3 * 2);
  CHECK_CONSTEXPR(numbers_of(with_residual) == numbers_of(plain) + 3 * (2 * 64 * 256 + 256));
  CHECK_CONSTEXPR(count_weights(with_residual, part::feed_forward, 64, 256).copies == 3);
  CHECK_CONSTEXPR(count_weights(with_residual, part::feed_forward, 256, 64).copies == 3);
}

}  // namespace model_weights_test
