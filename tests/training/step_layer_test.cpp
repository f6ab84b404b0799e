// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/training/step_layer.hpp>

#include <array>
#include <cmath>
#include <cstddef>

#include <check.hpp>

namespace training_step_layer_test {
namespace {

// 10^15 operations and, where memory counts, 10^12 bytes a second: round numbers to compute with by hand. Without units no waves
// are counted.
constexpr hr::step_rates rates(double bytes_per_second, hr::count units = 0) {
  hr::gpu_rates gpu{.format = hr::bf16, .matrix = hr::from_base_units<hr::operation_rate>(1e15), .units = units};
  gpu.memory = hr::from_base_units<hr::bandwidth>(bytes_per_second);
  gpu.matrix_16_bit = gpu.matrix;
  gpu.operations_per_exponential = 0;
  return {.wide = gpu, .products = gpu, .wide_share = 1, .products_share = 1};
}
constexpr hr::step_constants exact{.attention = 1, .traffic = 1, .layer_kernels = 0};

// 1,024 wide, 8 heads of 128, a network of 4,096 without gates.
constexpr hr::transformer one_layer() {
  hr::transformer m{.vocabulary = 1'000, .hidden = 1'024};
  m.layers[0] = {.how_many = 1, .attention = {.heads = 8, .kv_heads = 8, .head_size = 128}, .feed_forward = {.width = 4'096, .gated = false}};
  return m;
}
constexpr hr::training_job job() { return {.model = one_layer(), .sequence = 1'024}; }

constexpr hr::detail::layer_seconds seconds_of(const hr::training_job& of, const hr::step_rates& on) {
  const hr::detail::step_terms t = hr::detail::step_terms_of(of, on, hr::usual_step, exact);
  return hr::detail::layer_seconds_of(of, of.model.layers[0], on, t, hr::usual_step, exact);
}

constexpr bool near(double a, double b) { return hr::math::absolute(a - b) <= 1e-9 * b; }

}  // namespace

// Memory that takes no time. 1,024 tokens x 1,024 wide: 2^20; times 2 x 4 x 1,024 in projections, 2 x 8 x 1,024 in the network.
TEST_CASE("products take two operations a token and weight, and twice as many on the way back") {
  constexpr auto found = seconds_of(job(), rates(1e30));
  CHECK_CONSTEXPR(near(found.forward.projections, 8'589'934'592.0 / 1e15));
  CHECK_CONSTEXPR(near(found.forward.networks, 17'179'869'184.0 / 1e15));
  CHECK_CONSTEXPR(near(found.backward.networks, 34'359'738'368.0 / 1e15));
}

// 100 units with tiles of 256 x 128, which edges (1 + 8 / 256 + 8 / 128) and issue (0.92) make 1.0938 / 0.92 as long. Of 1,024 tokens x 1,024
// wide, 32 tiles: cut along the depth, all units have some. Of 4,096 wide, 128: two waves, or three of the 256 tiles of half as many rows, with edges
// of 1 + 16 / 128: 1.69 to 2.19. Gradients of weights, which sum over tokens, have none.
TEST_CASE("products take whole waves of tiles") {
  constexpr auto found = seconds_of(job(), rates(1e30, 100));
  constexpr double tile = (1 + 8.0 / 256 + 8.0 / 128) / 0.92;
  constexpr double three_waves = 300 / 256.0 * (1 + 16.0 / 128) / 0.92;
  CHECK_CONSTEXPR(near(found.forward.projections, tile * 8'589'934'592.0 / 1e15));
  CHECK_CONSTEXPR(near(found.backward.projections, (1 + tile) * 8'589'934'592.0 / 1e15));
  CHECK_CONSTEXPR(near(found.forward.networks, (three_waves + tile) * 8'589'934'592.0 / 1e15));
  CHECK_CONSTEXPR(near(found.backward.networks, (2 + tile + three_waves) * 8'589'934'592.0 / 1e15));
  CHECK_CONSTEXPR(near(found.weights, (8'589'934'592.0 + 17'179'869'184.0) / 1e15));
}

// What rounding adds to a full wave makes no second one: 3 x 1 / 3, and 49 x 1 / 49, which is below one.
TEST_CASE("a full wave is one") {
  CHECK_CONSTEXPR(hr::detail::whole_tiles(49 * (1.0 / 49)) == 1);
  CHECK_CONSTEXPR(hr::detail::whole_tiles(1 + 1e-15) == 1);
  CHECK_CONSTEXPR(hr::detail::whole_tiles(1.001) == 2);
  CHECK_CONSTEXPR(hr::detail::whole_tiles(0) == 0);
}

// Two tensor ranks, without sequence parallelism. What they exchange on the way back takes less than the gradients of weights, and adding to sums (4
// bytes, read and written) less than the products: both go on beside them.
TEST_CASE("inputs' gradients are exchanged beside the products of weights' gradients where software does that") {
  constexpr auto layer = [](hr::tensor_overlap by, bool within, double gigabytes = 1'000) {
    hr::training_job two = job();
    two.parallelism.tensor = 2;
    hr::step_rates on = rates(1e13);
    on.links.machine_gpus = on.links.domain_gpus = 2;
    on.links.scale_up.one_direction = hr::gigabytes_per_second(gigabytes);
    const hr::step_settings as{.tensor_overlap = by, .sums_within = within};
    const hr::detail::step_terms t = hr::detail::step_terms_of(two, on, as, exact);
    return hr::detail::layer_seconds_of(two, two.model.layers[0], on, t, as, exact);
  };
  constexpr auto before = layer(hr::tensor_overlap::none, false);
  constexpr auto beside = layer(hr::tensor_overlap::bulk, true);
  CHECK_CONSTEXPR(before.backward.tensor > 0);
  CHECK_CONSTEXPR(near(before.backward.tensor, before.forward.tensor));
  CHECK_CONSTEXPR(near(beside.forward.tensor, before.forward.tensor));
  CHECK_CONSTEXPR(beside.backward.tensor == 0);
  CHECK_CONSTEXPR(near(beside.backward.tensor_hidden, before.backward.tensor));
  CHECK_CONSTEXPR(near(beside.weights, 12'884'901'888.0 / 1e15));
  CHECK_CONSTEXPR(near(before.weights - beside.weights, 8.0 * 6 * 1'048'576 / 1e13));
  // Sums that another kernel adds to go on beside as the products do.
  constexpr auto after = layer(hr::tensor_overlap::bulk, false);
  CHECK_CONSTEXPR(after.weights == before.weights);
  CHECK_CONSTEXPR(after.backward.tensor == 0);
  // Over links a hundredth as fast, what takes longer than those products is waited for.
  constexpr auto slow = layer(hr::tensor_overlap::none, true, 10);
  constexpr auto longer = layer(hr::tensor_overlap::bulk, true, 10);
  CHECK_CONSTEXPR(near(longer.forward.tensor, slow.forward.tensor));
  CHECK_CONSTEXPR(near(longer.backward.tensor, slow.backward.tensor - 12'884'901'888.0 / 1e15));
  CHECK_CONSTEXPR(near(longer.backward.tensor_hidden, 12'884'901'888.0 / 1e15));
}

// n - 1 pieces of 10 s in all are sent, each while one of n pieces of the product is computed.
TEST_CASE("an exchange in pieces waits for what a piece of it takes longer than one of the product") {
  CHECK_CONSTEXPR(hr::detail::ring_exposed(10, 8, 2) == 10 - 4);
  CHECK_CONSTEXPR(hr::detail::ring_exposed(10, 8, 8) == 10 - 7);
  CHECK_CONSTEXPR(hr::detail::ring_exposed(10, 20, 2) == 0);
  CHECK_CONSTEXPR(hr::detail::ring_exposed(10, 80, 2) == 0);
  CHECK_CONSTEXPR(hr::detail::ring_exposed(10, 16, 8) == 0);
  CHECK_CONSTEXPR(hr::detail::ring_exposed(10, 0, 8) == 10);
}

namespace {

// With sequence parallelism over so many ranks; gradients of inputs and outputs take as many operations, and memory no time.
constexpr auto in_ring(hr::count ranks, double operations_per_second, hr::tensor_overlap by, const hr::adapters& adapted = {}, bool sequence = true,
                       const hr::layer& layer = one_layer().layers[0]) {
  hr::training_job of = job();
  of.model.layers[0] = layer;
  of.parallelism.tensor = ranks;
  of.parallelism.sequence = sequence;
  of.adapters = adapted;
  hr::step_rates on = rates(1e30);
  on.products.matrix = hr::from_base_units<hr::operation_rate>(operations_per_second);
  on.links.machine_gpus = on.links.domain_gpus = 8;
  on.links.scale_up.one_direction = hr::gigabytes_per_second(1'000);
  const hr::step_settings as{.tensor_overlap = by};
  return hr::detail::layer_seconds_of(of, of.model.layers[0], on, hr::detail::step_terms_of(of, on, as, exact), as, exact);
}
constexpr auto by_none = hr::tensor_overlap::none;
constexpr auto by_ring = hr::tensor_overlap::ring;

// A layer's four exchanges, of c seconds each, beside products of 3, 1, 4 and 4 times g: queries, keys and values; what comes out of attention; into
// the network, and out of it.
constexpr double exposed_beside(double c, double g, double ranks) {
  const auto over = [&](double times) { return c > times * g * (ranks - 1) / ranks ? c - times * g * (ranks - 1) / ranks : 0; };
  return over(3) + over(1) + 2 * over(4);
}

}  // namespace

TEST_CASE("exchanges in a ring go on beside the product that each belongs to") {
  constexpr double square = 2.0 * 1'024 * 1'024 * 1'024;  // operations of 1,024 tokens and as many inputs and outputs
  // Long products hide all; short ones as much as they take; those between hide the network's exchanges and not all of the attention's.
  constexpr auto holds = [](hr::count ranks, double per_exchange) {
    const double n = static_cast<double>(ranks);
    const double c = in_ring(ranks, 1e15, by_none).forward.tensor / 4;
    const double per_second = square / n / (per_exchange * c);  // such that a square product takes so many times an exchange
    const auto found = in_ring(ranks, per_second, by_ring);
    const double exposed = exposed_beside(c, per_exchange * c, n);
    const auto same = [&](double a, double b) { return hr::math::absolute(a - b) <= 1e-9 * c; };
    return c > 0 && same(found.forward.tensor, exposed) && same(found.backward.tensor, exposed) && same(found.forward.tensor_hidden, 4 * c - exposed) &&
           same(found.backward.tensor_hidden, 4 * c - exposed);
  };
  CHECK_CONSTEXPR(holds(2, 0.01));
  CHECK_CONSTEXPR(holds(8, 0.01));
  CHECK_CONSTEXPR(holds(2, 0.55));
  CHECK_CONSTEXPR(holds(8, 0.3));
  CHECK_CONSTEXPR(holds(2, 2.5));
  CHECK_CONSTEXPR(holds(8, 1.2));
  CHECK_CONSTEXPR(exposed_beside(1, 0.01, 8) > 3.8);
  CHECK_CONSTEXPR(exposed_beside(1, 0.3, 8) > 0.9);
  CHECK_CONSTEXPR(exposed_beside(1, 2.5, 2) == 0);
  CHECK_CONSTEXPR(in_ring(8, 1e12, by_ring).forward.tensor == 0);
  CHECK_CONSTEXPR(in_ring(8, 1e12, by_ring).forward.tensor_hidden == in_ring(8, 1e12, by_none).forward.tensor);
}

TEST_CASE("what no product of tensor ranks gathers or scatters is exposed in a ring, too") {
  // Sums over all tokens are not cut into pieces by tokens.
  CHECK_CONSTEXPR(in_ring(8, 1e12, by_ring, {}, false).forward.tensor == in_ring(8, 1e12, by_none, {}, false).forward.tensor);
  CHECK_CONSTEXPR(in_ring(8, 1e12, by_ring, {}, false).backward.tensor == in_ring(8, 1e12, by_none, {}, false).backward.tensor);
  // An adapter's own gather; frozen weights, without gradients, change none of the rest.
  constexpr double c = in_ring(8, 1e12, by_none).forward.tensor / 4;
  CHECK_CONSTEXPR(near(in_ring(8, 1e12, by_ring, {.rank = 16}).forward.tensor, c));
  CHECK_CONSTEXPR(near(in_ring(8, 1e12, by_ring, {.rank = 16}).backward.tensor, c));
  CHECK_CONSTEXPR(near(in_ring(8, 1e15, by_ring, {.rank = 16}).backward.tensor, c + in_ring(8, 1e15, by_ring).backward.tensor));
  // Grouped products of routed experts are not cut; those of a shared one are, and of a layer that is one part its own alone.
  constexpr hr::layer routed{.how_many = 1, .experts = {.routed = 8, .per_token = 2, .width = 4'096}};
  constexpr hr::layer shared{.how_many = 1, .experts = {.routed = 8, .per_token = 2, .width = 4'096, .shared_width = 4'096}};
  constexpr hr::layer mixing{.how_many = 1, .attention = one_layer().layers[0].attention};
  CHECK_CONSTEXPR(near(in_ring(8, 1e12, by_ring, {}, true, routed).forward.tensor, 2 * c));
  CHECK_CONSTEXPR(near(in_ring(8, 1e12, by_ring, {}, true, routed).backward.tensor, 2 * c));
  CHECK_CONSTEXPR(in_ring(8, 1e12, by_ring, {}, true, shared).forward.tensor == 0);
  CHECK_CONSTEXPR(in_ring(8, 1e12, by_ring, {}, true, mixing).forward.tensor == 0);
  CHECK_CONSTEXPR(near(in_ring(8, 1e12, by_ring, {}, true, mixing).forward.tensor_hidden, 2 * c));
}

// At 10^9 bytes a second: 1,024 rows of inputs and outputs, 2 bytes of a weight that is read, and 8 of its sum.
TEST_CASE("products that add to their sums move these, too") {
  const hr::step_settings as{.sums_within = true};
  const hr::step_rates on = rates(1e9);
  const auto found = hr::detail::layer_seconds_of(job(), job().model.layers[0], on, hr::detail::step_terms_of(job(), on, as, exact), as, exact);
  const double square = 2 * 1'024.0 * 2'048 + (2 + 8) * 1'048'576.0;
  const double network = 2 * 1'024.0 * 5'120 + (2 + 8) * 4 * 1'048'576.0;
  CHECK(near(found.weights, (4 * square + 2 * network) / 1e9));
}

// 12 x 2^20 weights, whose gradients are added to sums of 4 bytes: 2 bytes more of each, for a gradient that is read.
TEST_CASE("a kernel that adds gradients to their sums reads them once more") {
  constexpr auto layer = [](bool apart) {
    const hr::step_rates on = rates(1e13);
    const hr::step_settings as{.sums_apart = apart};
    return hr::detail::layer_seconds_of(job(), job().model.layers[0], on, hr::detail::step_terms_of(job(), on, as, exact), as, exact);
  };
  constexpr auto together = layer(false);
  constexpr auto apart = layer(true);
  CHECK_CONSTEXPR(near(apart.weights - together.weights, 2.0 * 12 * 1'048'576 / 1e13));
  CHECK_CONSTEXPR(apart.forward.total() == together.forward.total());
}

// 1,024 tokens, each to 2 of 8 experts of three matrices of 1,024 x 4,096, and 64 rows more of each of the four on a rank. In memory 6 bytes forward of a number inside, 8 of
// one that is moved to its expert and back; of what is computed again those 6.
TEST_CASE("experts compute what their capacity lets them, and what they are padded to") {
  constexpr auto holds = [](double capacity, bool padded, double load) {
    const auto found = [](double imbalance, double factor, bool is_padded, double bytes_per_second) {
      hr::training_job of = job();
      of.model.layers[0] = {.how_many = 1, .experts = {.routed = 8, .per_token = 2, .width = 4'096}};
      of.recompute = {.kind = hr::recompute::selective, .parts = {.scores = false, .expert_activation = true}};
      of.parallelism = {.data = 2, .expert = 2};
      of.expert_imbalance = imbalance;
      of.expert_capacity = factor;
      of.pads_to_capacity = is_padded;
      return seconds_of(of, rates(bytes_per_second));
    };
    const double products = 3 * 2 * 1'024.0 * 4'096 / 1e15;
    const auto computed = found(1.5, capacity, padded, 1e30);
    const auto moved = found(1.5, capacity, padded, 1e12);
    const auto even = found(1, 0, false, 1e12);
    const double more = (load - 1) * 2 * 1'024;
    const auto grows = [](double by, double from, double to) { return hr::math::absolute(to - from - by) <= 1e-9 * to; };
    return near(computed.forward.experts, products * (1'024 * 2 * load + 64 * 4)) && near(computed.backward.experts, 2 * products * (1'024 * 2 * load + 64 * 4)) &&
           grows(more * (6 * 4'096 + 8 * 1'024) / 1e12, even.forward.streamed, moved.forward.streamed) &&
           grows(more * (10 * 4'096 + 8 * 1'024) / 1e12, even.backward.streamed, moved.backward.streamed) && near(moved.again.streamed, load * 2 * 1'024 * 6 * 4'096 / 1e12);
  };
  CHECK_CONSTEXPR(holds(0, false, 1.5));
  CHECK_CONSTEXPR(holds(1.25, false, 1.25));
  CHECK_CONSTEXPR(holds(2, false, 1.5));
  CHECK_CONSTEXPR(holds(0.5, false, 0.5));
  CHECK_CONSTEXPR(holds(2, true, 2));
  CHECK_CONSTEXPR(holds(0.5, true, 0.5));
}

// Four gathers and scatters of a layer each way, and one more for each part that has adapters, where sequence parallelism divides what they read.
TEST_CASE("adapters gather once more what tensor ranks divide") {
  constexpr auto layer = [](hr::adapters adapted, bool sequence) {
    hr::training_job two = job();
    two.parallelism.tensor = 2;
    two.parallelism.sequence = sequence;
    two.adapters = adapted;
    hr::step_rates on = rates(1e30);
    on.links.machine_gpus = on.links.domain_gpus = 2;
    on.links.scale_up.one_direction = hr::gigabytes_per_second(1'000);
    const hr::step_settings as{.tensor_overlap = hr::tensor_overlap::none};
    return hr::detail::layer_seconds_of(two, two.model.layers[0], on, hr::detail::step_terms_of(two, on, as, exact), as, exact);
  };
  constexpr double four = layer({}, true).forward.tensor;
  constexpr auto attention = layer({.rank = 16}, true);
  constexpr auto both = layer({.rank = 16, .feed_forward = true}, true);
  CHECK_CONSTEXPR(four > 0);
  CHECK_CONSTEXPR(near(attention.forward.tensor, four * 5 / 4));
  CHECK_CONSTEXPR(near(attention.backward.tensor, four * 5 / 4));
  CHECK_CONSTEXPR(near(both.forward.tensor, four * 6 / 4));
  CHECK_CONSTEXPR(near(layer({.rank = 16}, false).forward.tensor, four));
}

// A token sees 512.5 on average: 1,024 x 512.5 x 8 heads x 2 x 256.
TEST_CASE("attention computes the lower half forward, and two and a half times that on the way back") {
  constexpr auto found = seconds_of(job(), rates(1e30));
  CHECK_CONSTEXPR(near(found.forward.attention, 2'149'580'800.0 / 1e15));
  CHECK_CONSTEXPR(near(found.backward.attention, 2.5 * 2'149'580'800.0 / 1e15));
}

// At 10^12 bytes a second, written at 0.846 of what is read; here both at the peak: 2^20 numbers x (2 norms x 4 + 2 parts x 6),
// queries and keys turned 4 bytes each, the activation's 4 x 2^20 numbers 4 bytes each.
TEST_CASE("memory-bound operations take the bytes that they move") {
  constexpr auto found = seconds_of(job(), rates(1e12));
  CHECK_CONSTEXPR(near(found.forward.streamed, 1'048'576.0 * (20 + 8 + 16) / 1e12));
  CHECK_CONSTEXPR(near(found.backward.streamed, 1'048'576.0 * (20 + 8 + 24) / 1e12));
}

// Norms and residuals move what they have to; what else memory bounds, `traffic` times that.
TEST_CASE("norms and residuals are fused") {
  constexpr auto twice = [] {
    hr::step_constants by = exact;
    by.traffic = 2;
    return hr::detail::layer_seconds_of(job(), job().model.layers[0], rates(1e12), hr::detail::step_terms_of(job(), rates(1e12), hr::usual_step, by),
                                        hr::usual_step, by);
  }();
  CHECK_CONSTEXPR(near(twice.forward.streamed, 1'048'576.0 * (20 + 2 * (8 + 16)) / 1e12));
  constexpr auto apart = [](bool recomputes) {
    hr::step_constants by = exact;
    by.traffic = 2;
    constexpr hr::step_settings as{.fuses_norms = false};
    hr::training_job of = job();
    if (recomputes) of.recompute = {.kind = hr::recompute::selective, .parts = {.norms = true}};
    return hr::detail::layer_seconds_of(of, of.model.layers[0], rates(1e12), hr::detail::step_terms_of(of, rates(1e12), as, by), as, by);
  };
  CHECK_CONSTEXPR(near(apart(false).forward.streamed, 1'048'576.0 * 2 * (20 + 8 + 16) / 1e12));
  CHECK_CONSTEXPR(near(apart(false).backward.streamed, 1'048'576.0 * 2 * (20 + 8 + 24) / 1e12));
  CHECK_CONSTEXPR(near(apart(true).again.streamed, 1'048'576.0 * 2 * 8 / 1e12));
}

TEST_CASE("full recomputation computes the forward pass again, and may leave out the last product") {
  constexpr auto full = [] {
    hr::training_job again = job();
    again.recompute = hr::full_recomputation;
    return again;
  };
  constexpr auto found = seconds_of(full(), rates(1e30));
  CHECK_CONSTEXPR(near(found.again.total(), found.forward.total()));
  CHECK_CONSTEXPR(near(found.last_product, found.forward.networks / 2));
}

// At 10^12 bytes a second: a gated activation reads two numbers and writes one, of 2 bytes each, of the network and of the experts that all share, or
// of those that a token is sent to; a norm reads and writes its 1,024.
TEST_CASE("selective recomputation streams again what its parts say") {
  constexpr auto again = [](hr::recomputed_parts parts) {
    hr::training_job of = job();
    of.model.layers[0].experts = {.routed = 8, .per_token = 2, .width = 128, .shared_width = 512};
    of.recompute = {.kind = hr::recompute::selective, .parts = parts};
    return seconds_of(of, rates(1e12)).again.streamed;
  };
  constexpr double tokens = 1'024;
  constexpr double shared = tokens * 6 * (4'096 + 512) / 1e12;
  constexpr double routed = tokens * 6 * 2 * 128 / 1e12;
  CHECK_CONSTEXPR(near(again({.scores = false, .activation = true}), shared));
  CHECK_CONSTEXPR(near(again({.scores = false, .expert_activation = true}), routed));
  CHECK_CONSTEXPR(near(again({.scores = false, .norms = true}), tokens * 4 * 2 * 1'024 / 1e12));
  CHECK_CONSTEXPR(near(again({.scores = false, .norms = true, .activation = true, .expert_activation = true}), shared + routed + tokens * 4 * 2 * 1'024 / 1e12));
  CHECK_CONSTEXPR(again({}) == 0);
}

// 2^20 pairs of each of 8 heads, all of them: their masks are written and read in 5 bytes each, forward and on the way back.
TEST_CASE("scores that are written cost their dropout masks, too") {
  constexpr auto written = [](bool dropout) {
    hr::training_job of = job();
    of.scores_materialised = true;
    of.dropout = dropout;
    return of;
  };
  constexpr auto with = seconds_of(written(true), rates(1e12));
  constexpr auto without = seconds_of(written(false), rates(1e12));
  CHECK_CONSTEXPR(near(without.forward.attention, 8'388'608.0 * (2 * 256 / 1e15 + 8 / 1e12)));
  CHECK_CONSTEXPR(near(with.forward.attention - without.forward.attention, 8'388'608.0 * 5 / 1e12));
  CHECK_CONSTEXPR(near(with.backward.attention - without.backward.attention, 8'388'608.0 * 5 / 1e12));
}

// 1,024 tokens see 512.5 each, and 4 heads of 64 score them: two operations a number.
TEST_CASE("an index scores every token that came before") {
  constexpr auto indexed = [] {
    hr::training_job of = job();
    of.model.layers[0].attention.index = {.heads = 4, .head_size = 64};
    return of;
  };
  constexpr auto with = seconds_of(indexed(), rates(1e30));
  constexpr auto without = seconds_of(job(), rates(1e30));
  constexpr double scored = 1'024 * 512.5 * 2 * 4 * 64 / 1e15;
  CHECK_CONSTEXPR(hr::math::absolute(with.forward.attention - without.forward.attention - scored) <= 1e-6 * scored);
  CHECK_CONSTEXPR(hr::math::absolute(with.backward.attention - without.backward.attention - 2 * scored) <= 1e-6 * scored);
}

// A quarter of what goes around the ring is waited for, where a quarter is exposed.
TEST_CASE("keys and values go around the ring beside the attention") {
  constexpr auto found = [](double exposed) {
    hr::training_job of = job();
    of.parallelism.context = 2;
    hr::step_rates on = rates(1e30);
    on.links = hr::fabric_of(hr::azure::nd96isr_h100_v5::spec).value_or({});
    hr::step_constants by = exact;
    by.exposed = exposed;
    return hr::detail::layer_seconds_of(of, of.model.layers[0], on, hr::detail::step_terms_of(of, on, hr::usual_step, by), hr::usual_step, by);
  };
  constexpr auto all = found(1);
  constexpr auto quarter = found(0.25);
  CHECK_CONSTEXPR(all.forward.context > 0);
  CHECK_CONSTEXPR(all.forward.context_hidden == 0);
  CHECK_CONSTEXPR(near(quarter.forward.context, all.forward.context / 4));
  CHECK_CONSTEXPR(near(quarter.forward.context_hidden, all.forward.context * 3 / 4));
}

TEST_CASE("frozen weights have no gradients to compute") {
  constexpr auto adapted = [] {
    hr::training_job of = job();
    of.adapters = {.rank = 16};
    return of;
  };
  constexpr auto found = seconds_of(adapted(), rates(1e30));
  CHECK_CONSTEXPR(near(found.backward.networks, found.forward.networks));
}

// Two of eight experts a token, 128 wide: 2,048 rows over 8 experts, of whose last tiles 64 are empty on average: a fourth more.
TEST_CASE("experts with few tokens compute rows that are empty") {
  constexpr auto with_experts = [] {
    hr::training_job of = job();
    of.model.layers[0].feed_forward = {};
    of.model.layers[0].experts = {.routed = 8, .per_token = 2, .width = 128, .gated = false};
    return of;
  };
  constexpr auto found = seconds_of(with_experts(), rates(1e30));
  CHECK_CONSTEXPR(near(found.forward.experts, 2'048 * 1.25 * 2 * 2 * 128 * 1'024 / 1e15));
}

// (1 + 8)^(1/3) and 2^(1/3), to the last places; nothing of nothing.
TEST_CASE("the root of the sum of two cubes") {
  CHECK_CONSTEXPR(near(hr::detail::sum_of_cubes_root(1, 2), 2.080083823051904));
  CHECK_CONSTEXPR(near(hr::detail::sum_of_cubes_root(2e-3, 1e-3), 2.080083823051904e-3));
  CHECK_CONSTEXPR(near(hr::detail::sum_of_cubes_root(1, 1), 1.2599210498948732));
  CHECK_CONSTEXPR(near(hr::detail::sum_of_cubes_root(1, 0), 1));
  CHECK_CONSTEXPR(hr::detail::sum_of_cubes_root(0, 0) == 0);
}

// GPUs that take no time wait for all that the host takes: 7.02 ms and 8 x 0.199 ms. A dense model's host runs ahead.
TEST_CASE("layers of models with experts wait for their host") {
  constexpr auto with_experts = [] {
    hr::training_job of = job();
    of.model.layers[0].feed_forward = {};
    of.model.layers[0].experts = {.routed = 8, .per_token = 2, .width = 128, .gated = false};
    return of;
  };
  constexpr hr::step_rates fast = [] {
    hr::step_rates on = rates(1e30);
    on.wide.matrix = on.products.matrix = on.wide.matrix_16_bit = hr::from_base_units<hr::operation_rate>(1e30);
    return on;
  }();
  constexpr auto found = seconds_of(with_experts(), fast);
  CHECK_CONSTEXPR(near(found.forward.host + found.backward.host, 8.612e-3));
  CHECK_CONSTEXPR(seconds_of(job(), fast).forward.host == 0);
}

// 12 x 1,024 x 1,024 weights, each of whose gradients is read and written in 32 bits: 8 bytes at 10^12 a second, in every micro-batch. What replicas share
// out is written in 2 bytes, and each adds its part to a sum, 8 bytes of a quarter; one replica has nobody to share with.
TEST_CASE("gradients are added to their sums") {
  constexpr auto adding = [](hr::sharding shared, hr::count replicas, hr::count shards = 0) {
    hr::training_job of = job();
    of.sharding = shared;
    of.parallelism.data = replicas;
    of.shards = shards;
    const auto takes = seconds_of(of, rates(1e12));
    return takes.backward.projections + takes.backward.networks;
  };
  constexpr double weights = 1'024.0 * 1'024 * (4 + 8);
  constexpr double whole = adding(hr::sharding::none, 4);
  for (const hr::sharding shared : {hr::sharding::gradients, hr::sharding::weights}) {
    CHECK(near(whole - adding(shared, 4), weights * (8 - (2 + 8.0 / 4)) / 1e12));
    CHECK(near(whole - adding(shared, 8, 2), weights * (8 - (2 + 8.0 / 2)) / 1e12));
    CHECK(near(adding(shared, 1), whole));
    CHECK(near(adding(shared, 4, 1), whole));
  }
  CHECK_CONSTEXPR(near(adding(hr::sharding::optimizer, 4), whole));
}

// ---- At run time, with numbers that have no factor in common: what goes into each sum, and how often.

namespace {

// A layer's seconds where products and memory take their time: 10^15 operations, and 10^12 bytes a second.
hr::detail::layer_seconds all_of(const hr::training_job& of, const hr::step_rates& on, const hr::step_settings& as = {},
                                 const hr::step_constants& by = exact, std::size_t kind = 0) {
  return hr::detail::layer_seconds_of(of, of.model.layers[kind], on, hr::detail::step_terms_of(of, on, as, by), as, by);
}
hr::step_rates linked(double bytes_per_second, hr::count domain = 8) {
  hr::step_rates on = rates(bytes_per_second);
  on.links.machine_gpus = on.links.domain_gpus = domain;
  on.links.scale_up.one_direction = hr::gigabytes_per_second(300);
  on.links.scale_out.one_direction = hr::gigabytes_per_second(40);
  on.links.start = hr::microseconds(7);
  return on;
}

}  // namespace

TEST_CASE("seconds are added part by part, so many times, and a total is of what is exposed") {
  const hr::detail::step_seconds one{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};
  hr::detail::step_seconds sum{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  sum.add(one, 100);
  CHECK(sum.projections == 201);
  CHECK(sum.networks == 302);
  CHECK(sum.experts == 503);
  CHECK(sum.head == 704);
  CHECK(sum.attention == 1'105);
  CHECK(sum.recurrence == 1'306);
  CHECK(sum.streamed == 1'707);
  CHECK(sum.casts == 1'908);
  CHECK(sum.launches == 2'309);
  CHECK(sum.host == 2'910);
  CHECK(sum.tensor == 3'111);
  CHECK(sum.context == 3'712);
  CHECK(sum.exchange == 4'113);
  CHECK(sum.tensor_hidden == 4'314);
  CHECK(sum.context_hidden == 4'715);
  CHECK(one.computed() == 2 + 3 + 5 + 7 + 11 + 13 + 17 + 19 + 23);
  CHECK(one.total() == 100 + 29 + 31 + 37 + 41);
}

TEST_CASE("ranks that lie apart share a domain as long as it reaches") {
  const hr::fabric over{.domain_gpus = 8};
  const auto inside = [&](hr::count gpus, hr::count apart) { return hr::detail::spread(gpus, apart, over).in_domain; };
  CHECK(inside(8, 1) == 8);
  CHECK(inside(3, 1) == 3);
  CHECK(inside(16, 1) == 8);
  CHECK(inside(16, 2) == 4);
  CHECK(inside(2, 4) == 2);
  CHECK(inside(16, 8) == 1);
  CHECK(inside(16, 9) == 1);
  CHECK(inside(16, 0) == 8);
  CHECK(hr::detail::spread(16, 2, over).gpus == 16);
  CHECK(hr::detail::spread(9, 2, over).in_last_domain() == 1);  // neighbours fill a domain, the last has what is left
  CHECK(hr::detail::spread(12, 1, over).in_last_domain() == 4);
  // Alone, or of nothing, there is nothing to send; of a byte the start alone takes its time.
  const hr::fabric links = linked(1e12).links;
  CHECK(hr::detail::seconds_for(hr::collective::all_gather, 1e6, {1, 1}, links) == 0);
  CHECK(hr::detail::seconds_for(hr::collective::all_gather, 0, {4, 4}, links) == 0);
  CHECK(hr::detail::seconds_for(hr::collective::all_gather, 1, {2, 2}, links) >= 7e-6);
  CHECK(hr::detail::seconds_for(hr::collective::all_gather, 0.5, {2, 2}, links) >= 7e-6);
}

// 100 units: 50 tiles are half a wave, which is cut along the depth; 51 take a whole one; so does the one tile of one unit.
TEST_CASE("waves are whole above a half") {
  hr::detail::step_terms t;
  t.per_unit = 0.01;
  CHECK(hr::detail::waves_of(50, t) == 0.5);
  CHECK(hr::detail::waves_of(51, t) == 1);
  CHECK(hr::detail::waves_of(101, t) == 2);
  CHECK(hr::detail::waves_of(1e30, t) == 1e28);
  const auto per_unit = [](hr::count units) {
    return hr::detail::step_terms_of(job(), rates(1e12, units), hr::usual_step, exact).per_unit;
  };
  CHECK(per_unit(0) == 0);
  CHECK(per_unit(1) == 1);
  CHECK(per_unit(8) == 0.125);
}

TEST_CASE("a micro-batch's tokens are divided over context and tensor ranks, and documents end what they see") {
  hr::training_job of = job();
  of.micro_batch = 3;
  of.parallelism = {.tensor = 2, .context = 4};
  hr::step_settings as{.document = 1'000};
  const auto terms = [&] { return hr::detail::step_terms_of(of, linked(1e12), as, hr::measured_steps); };
  CHECK(terms().tokens == 3 * 1'024 / 4);
  CHECK(terms().divided == 3 * 1'024 / 4 / 2);
  CHECK(terms().residual == terms().tokens);
  CHECK(terms().tensor_exposed == 1);
  CHECK(terms().attended == 1'000);
  // 768 hidden states of 1,024 numbers in 2 bytes.
  CHECK(near(terms().tensor_gather, hr::detail::seconds_for(hr::collective::all_gather, 2.0 * 768 * 1'024, {2, 2}, linked(1e12).links)));
  of.parallelism.sequence = true;
  CHECK(terms().residual == terms().divided);
  CHECK(terms().tensor_exposed == 0.437);
  for (const hr::tensor_overlap by : {hr::tensor_overlap::none, hr::tensor_overlap::bulk, hr::tensor_overlap::ring}) {
    as = {.tensor_overlap = by, .document = 2'000};
    CHECK(terms().tensor_exposed == 1);
    CHECK(terms().overlap == by);
  }
  CHECK(terms().attended == 1'024);
  as.document = 1;
  CHECK(terms().attended == 1);
}

// Inputs: queries, keys, values and the output of 1,024, gate and up of 1,024, down of 4,096. Outputs: 1,024, twice 256 and 1,024, twice 4,096 and
// 1,024. Read in 2 bytes and written twice in one; of 16 bits nothing is cast.
TEST_CASE("products of 8 bits cast their inputs, and on the way back gradients of their outputs") {
  hr::training_job of = job();
  of.model.layers[0].attention.kv_heads = 2;
  of.model.layers[0].feed_forward.gated = true;
  hr::step_rates on = rates(1e12);
  CHECK(all_of(of, on).forward.casts == 0);
  on.products.format = hr::fp8;
  const auto found = all_of(of, on);
  CHECK(near(found.forward.casts, 1'024.0 * (2 + 2 * 1) * (4 * 1'024 + 2 * 1'024 + 4'096) / 1e12));
  CHECK(near(found.backward.casts, 1'024.0 * (2 + 2 * 1) * (1'024 + 2 * 256 + 1'024 + 2 * 4'096 + 1'024) / 1e12));
  on.products.format = hr::fp4;  // half a byte, twice
  CHECK(near(all_of(of, on).forward.casts, 1'024.0 * (2 + 2 * 0.5) * (4 * 1'024 + 2 * 1'024 + 4'096) / 1e12));
  // One copy is enough where products take operands of any layout, and a scale of 32 numbers is written with each copy; those of columns take two readings.
  const auto cast_to = [&](const hr::weight_format& format, int copies) {
    of.formats.products = format;
    of.formats.product_copies = copies;
    on.products.format = format.format;
    return all_of(of, on).forward.casts * 1e12 / (1'024.0 * (4 * 1'024 + 2 * 1'024 + 4'096));
  };
  for (const int copies : {0, 1, 2}) {
    const double written = copies == 1 ? 1 : 2;
    CHECK(cast_to({.format = hr::fp8}, copies) == doctest::Approx(2 + written));
    CHECK(cast_to(hr::mxfp8, copies) == doctest::Approx(2 + written * (1 + 1.0 / 32)));
    CHECK(cast_to(hr::nvfp4, copies) == doctest::Approx(2 + written * (0.5 + 1.0 / 16)));
    CHECK(cast_to(hr::fp8_rows, copies) == doctest::Approx(2 + written + 4));
  }
  of.formats = {};
  // Operands of a byte: 3 x 1,024 x 4,096 weights of the network are read once, its inputs once each, outputs written in 2.
  on = rates(1e9);
  on.products.format = hr::fp8;
  CHECK(near(all_of(of, on).forward.networks,
             (2 * (1'024.0 * (1'024 + 2 * 4'096) + 4'096 * 1'024) + 1'024.0 * (4'096 + 2 * 1'024) + 4'096 * 1'024) / 1e9));
}

// Mamba of 6 heads of 40 and 2 groups of 24: 240 inner, 336 convolved over 4. Linear attention: 216 convolved over 3, 120 values, keys of 16. 56
// channels over 5. A number moved in projections and convolution takes 8 bytes, one behind them 12, a state of 4 bytes 4 times its 4 bytes for 128 tokens.
TEST_CASE("a recurrence takes its operations, and the bytes of projections, convolution, gate and states") {
  struct expected {
    hr::layer of;
    double bytes;
    double operations;
  };
  const hr::state_space mamba{.heads = 6, .head_size = 40, .groups = 2, .state_size = 24, .kernel = 4};
  const hr::linear_attention linear{.key_heads = 3, .value_heads = 6, .key_head_size = 16, .value_head_size = 20, .kernel = 3};
  const hr::short_convolution convolution{.width = 56, .kernel = 5};
  for (const auto& each : {expected{{.how_many = 1, .state_space = mamba}, 8 * 336 + 12 * 240 + 240 * 24 / 8.0, 2.0 * 336 * 4 + 5 * 240 * 24 + 2 * 240},
                           expected{{.how_many = 1, .linear_attention = linear}, 8 * 216 + 12 * 120 + 120 * 16 / 8.0, 2.0 * 216 * 3 + 7 * 120 * 16},
                           expected{{.how_many = 1, .short_convolution = convolution}, 8 * 3 * 56, 2.0 * 56 * 5},
                           expected{{.how_many = 1, .short_convolution = {.width = 1, .kernel = 2}}, 8 * 3, 4},
                           expected{{.how_many = 1, .state_space = mamba, .linear_attention = linear, .short_convolution = convolution},
                                    8 * (336 + 216 + 3 * 56) + 12 * (240 + 120) + (240 * 24 + 120 * 16) / 8.0,
                                    2.0 * (336 * 4 + 216 * 3 + 56 * 5) + 5 * 240 * 24 + 2 * 240 + 7 * 120 * 16}}) {
    hr::training_job of{.model = {.vocabulary = 1'000, .hidden = 512}, .parallelism = {.tensor = 2}, .sequence = 1'024};
    of.model.layers[0] = each.of;
    hr::step_rates on = linked(1e12);
    on.wide.matrix = hr::from_base_units<hr::operation_rate>(1e12);
    const hr::step_constants by{.attention = 1, .traffic = 3, .layer_kernels = 0};
    const auto found = all_of(of, on, {}, by);
    CHECK(near(found.forward.recurrence, 512 * (3 * each.bytes + each.operations) / 1e12));
    CHECK(near(found.backward.recurrence, 512 * (2 * 3 * each.bytes + 2.5 * each.operations) / 1e12));
    CHECK(found.forward.projections > 0);
    CHECK(found.forward.attention == 0);
  }
  CHECK(all_of(job(), rates(1e12)).forward.recurrence == 0);
}

// 2 norms and 2 parts of 512 numbers; queries of 384 and keys of 2 heads of 64, each normed, too; a gated network of 1,000; of 10 experts 3 for each token, of
// 200 without gates in a latent of 96, and one of 300 that all share; a quarter more tokens on the fullest of two ranks.
TEST_CASE("what memory bounds, byte by byte") {
  for (const bool sequence : {false, true})
    for (const bool dropout : {false, true})
      for (const hr::count experts_tensor : {0, 1}) {
        hr::training_job of{.model = {.vocabulary = 1'000, .hidden = 512},
                            .parallelism = {.tensor = 2, .context = 2, .expert = 2, .expert_tensor = experts_tensor, .sequence = sequence},
                            .sequence = 1'024,
                            .micro_batch = 3,
                            .dropout = dropout,
                            .expert_imbalance = 1.25};
        of.model.layers[0] = {.how_many = 1,
                              .attention = {.heads = 6, .kv_heads = 4, .head_size = 64, .norm = hr::query_key_norm::per_head},
                              .feed_forward = {.width = 1'000},
                              .experts = {.routed = 10, .per_token = 3, .width = 200, .shared_width = 300, .latent = 96, .gated = false}};
        const hr::step_constants by{.attention = 1, .traffic = 2, .layer_kernels = 0};
        const auto found = all_of(of, linked(1e12), {}, by);
        const double tokens = 3 * 1'024 / 2.0;
        const double divided = tokens / 2;
        const double residual = sequence ? divided : tokens;
        const double masks = dropout ? 5 * 2 * 512 * residual : 0;
        const double turned = 2 * 4 * (6 * 64 * divided + 2 * 64 * tokens);
        const double chosen = 3 * divided * 1.25;
        const double moved = 8 * 96 * chosen * (experts_tensor == 0 ? 2 : 1) + 12 * 10 * residual;
        CHECK(near(found.forward.streamed, (512 * residual * (2 * 4 + 2 * 6) + masks +
                                            2 * (turned + 6 * 1'000 * divided + 4 * (200 * chosen + 300 * divided) + moved)) / 1e12));
        CHECK(near(found.backward.streamed, (512 * residual * (2 * 6 + 2 * 4) + masks +
                                             2 * (turned + 10 * 1'000 * divided + 6 * (200 * chosen + 300 * divided) + moved)) / 1e12));
        // Routed experts: 200 numbers, of which a tensor rank of theirs has half, over the latent; both ways, and for gradients of weights.
        const double ranks = experts_tensor == 0 ? 2 : 1;
        const double rows = chosen * ranks;
        const double products = (rows + 64 * 5) * 2 * (200 / ranks) * 96 / 1e15;
        const double bytes = ((rows + 64 * 5) * (200 / ranks + 96) * 2 + 5 * 96 * (200 / ranks) * 2) / 1e12;
        const double each = products > bytes ? products : bytes;
        CHECK(near(found.forward.experts, 2 * each));
        CHECK(near(found.backward.experts, 4 * each + 2 * 5 * 96 * (200 / ranks) * 8 / 1e12));
      }
}

// Of 512 tokens each of 3 experts', sent to both tensor ranks, read and written both ways: 2 x 4 bytes.
TEST_CASE("a latent of one number moves one") {
  const auto streamed = [](hr::count latent) {
    hr::training_job of{.model = {.vocabulary = 1'000, .hidden = 512}, .parallelism = {.tensor = 2}, .sequence = 1'024};
    of.model.layers[0] = {.how_many = 1, .experts = {.routed = 10, .per_token = 3, .width = 200, .latent = latent}};
    return all_of(of, linked(1e12)).forward.streamed;
  };
  CHECK(near(streamed(2) - streamed(1), 8 * 512.0 * 3 * 2 / 1e12));
  CHECK(near(streamed(0) - streamed(1), 8 * 512.0 * 3 * 2 * 511 / 1e12));
}

// A layer that only mixes tokens, and one that is only a network: one part, and one norm.
TEST_CASE("a layer of one part streams one, and gathers for one") {
  hr::training_job of = job();
  of.parallelism.tensor = 2;
  const auto streamed = [&](const hr::layer& l) {
    of.model.layers[0] = l;
    return all_of(of, linked(1e12));
  };
  const hr::layer both = job().model.layers[0];
  const double gather = hr::detail::step_terms_of(of, linked(1e12), {}, exact).tensor_gather;
  const auto mixing = streamed({.how_many = 1, .attention = both.attention});
  const auto network = streamed({.how_many = 1, .feed_forward = both.feed_forward});
  CHECK(near(mixing.forward.streamed, (1'048'576.0 * (4 + 6) + 4 * 2 * 1'048'576.0 / 2) / 1e12));
  CHECK(near(network.forward.streamed, (1'048'576.0 * (4 + 6) + 4 * 4'096 * 512.0) / 1e12));
  CHECK(near(network.backward.streamed, (1'048'576.0 * (6 + 4) + 6 * 4'096 * 512.0) / 1e12));
  CHECK(near(mixing.forward.tensor, 2 * gather));
  CHECK(near(network.forward.tensor, 2 * gather));
  CHECK(near(network.backward.tensor, 2 * gather));
  CHECK(near(streamed(both).forward.tensor, 4 * gather));
  CHECK(network.forward.attention == 0);
  // Experts gather as networks do, unless they are sent their tokens.
  const hr::layer experts{.how_many = 1, .experts = {.routed = 8, .per_token = 2, .width = 128}};
  hr::layer shared = experts;
  shared.experts.shared_width = 128;
  CHECK(near(streamed(experts).forward.tensor, 2 * gather));
  CHECK(streamed(experts).forward.exchange == 0);
  of.parallelism.expert = 2;
  of.parallelism.data = 2;
  CHECK(streamed(experts).forward.tensor == 0);
  CHECK(near(streamed(shared).forward.tensor, 2 * gather));
  CHECK(streamed(both).forward.exchange == 0);
  // 512 tokens of 1,024 numbers in 2 bytes, 1.5 times as many on the fullest rank, sent and fetched each way.
  of.expert_imbalance = 1.5;
  const auto sent = [&](double bytes) {
    const hr::fabric links = linked(1e12).links;
    return 2 * hr::in_seconds(value_of(hr::time_of(hr::expert_exchange{.tokens = 512, .bytes_per_token = hr::bytes(bytes), .experts = 8, .experts_per_token = 2},
                                                   {2, 2}, links)).time);
  };
  CHECK(near(streamed(experts).forward.exchange, sent(1.5 * 2 * 1'024)));
  CHECK(near(streamed(experts).backward.exchange, sent(1.5 * 2 * 1'024)));
  // In one group of two, a token's two experts lie on one of two GPUs.
  hr::layer grouped = experts;
  grouped.experts.groups = 2;
  grouped.experts.groups_per_token = 1;
  const hr::fabric of_one = linked(1e12).links;
  const hr::expert_exchange one_group{.tokens = 512, .bytes_per_token = hr::bytes(1.5 * 2 * 1'024), .experts = 8, .experts_per_token = 2, .groups = 2, .groups_per_token = 1};
  CHECK(near(streamed(grouped).forward.exchange, 2 * hr::in_seconds(value_of(hr::time_of(one_group, {2, 2}, of_one)).time)));
  CHECK(streamed(grouped).forward.exchange < streamed(experts).forward.exchange);
  hr::layer latent = experts;
  latent.experts.latent = 96;
  CHECK(near(streamed(latent).forward.exchange, sent(1.5 * 2 * 96)));
  of.expert_capacity = 1.25;
  CHECK(near(streamed(experts).forward.exchange, sent(1.25 * 2 * 1'024)));
  of.expert_capacity = 2;
  of.pads_to_capacity = true;
  CHECK(near(streamed(experts).backward.exchange, sent(2 * 2 * 1'024)));
}

TEST_CASE("what tensor ranks exchange is exposed in part where software overlaps it, and the rest is hidden") {
  hr::training_job of = job();
  of.parallelism.tensor = 2;
  of.parallelism.sequence = true;
  hr::step_constants by = exact;
  by.exposed = 0.25;
  const double gather = hr::detail::step_terms_of(of, linked(1e12), {}, by).tensor_gather;
  const auto found = all_of(of, linked(1e12), {}, by);
  CHECK(near(found.forward.tensor, gather));
  CHECK(near(found.forward.tensor_hidden, 3 * gather));
  CHECK(near(found.backward.tensor, gather));
  CHECK(near(found.backward.tensor_hidden, 3 * gather));
  of.adapters = {.rank = 1, .feed_forward = true};
  CHECK(near(all_of(of, linked(1e12), {}, by).forward.tensor, 3 * gather));
  CHECK(near(all_of(of, linked(1e12), {}, by).backward.tensor, 3 * gather));
  of.adapters = {.rank = 1, .attention = false, .feed_forward = true};
  of.model.layers[0].feed_forward = {};
  CHECK(near(all_of(of, linked(1e12), {}, by).backward.tensor, gather / 2));
}

// Keys of 2 heads of 128, and values of 64, of 512 tokens on each of 4 context ranks, which lie 2 GPUs apart: 3 tensor ranks have one head each. Of latents all
// heads go around.
TEST_CASE("keys and values of the whole sequence go around the ring, and twice that on the way back") {
  hr::training_job of{.model = one_layer(), .parallelism = {.tensor = 2, .context = 4}, .sequence = 1'024, .micro_batch = 2};
  of.model.layers[0].attention = {.heads = 8, .kv_heads = 4, .head_size = 128, .value_head_size = 64};
  hr::step_constants by = exact;
  by.exposed = 0.25;
  const auto ring = [](double heads) {
    return hr::detail::seconds_for(hr::collective::all_gather, 2.0 * 2'048 * heads * (128 + 64), {4, 2}, linked(1e12, 4).links);
  };
  const auto found = all_of(of, linked(1e12, 4), {}, by);
  CHECK(near(found.forward.context, 0.25 * ring(2)));
  CHECK(near(found.forward.context_hidden, 0.75 * ring(2)));
  CHECK(near(found.backward.context, 0.25 * 2 * ring(2)));
  CHECK(near(found.backward.context_hidden, 0.75 * 2 * ring(2)));
  // Scores that are written need the keys and values of all tokens, too.
  of.scores_materialised = true;
  const auto written = all_of(of, linked(1e12, 4), {}, by);
  CHECK(near(written.forward.context, 0.25 * ring(2)));
  CHECK(near(written.backward.context_hidden, 0.75 * 2 * ring(2)));
  of.scores_materialised = false;
  of.model.layers[0].attention.query_rank = 96;
  of.model.layers[0].attention.kv_rank = 48;
  of.model.layers[0].attention.rotary_head_size = 32;
  CHECK(near(all_of(of, linked(1e12, 4), {}, by).forward.context, 0.25 * ring(4)));
  of.parallelism.context = 1;
  CHECK(all_of(of, linked(1e12, 4), {}, by).forward.context == 0);
  of.parallelism.context = 2;
  CHECK(all_of(of, linked(1e12, 4), {}, by).forward.context > 0);
}

// Of 512 tokens on each of 4 context ranks, two in a domain: queries of 8 heads over 2 tensor ranks, keys of 4, of 128 numbers in 2 bytes, and values and
// outputs of 64. Half of each goes to the other domain at 40 GB/s, a quarter to the neighbour, which takes less; each starts in 7 us.
TEST_CASE("heads are exchanged for tokens before attention and back behind it, and attention waits") {
  hr::training_job of{.model = one_layer(), .parallelism = {.tensor = 2, .context = 4, .context_exchange = hr::context_exchange::all_to_all}, .sequence = 1'024, .micro_batch = 2};
  of.model.layers[0].attention = {.heads = 8, .kv_heads = 4, .head_size = 128, .value_head_size = 64};
  const hr::step_rates on = linked(1e12, 4);
  const auto takes = [](double numbers) { return 4 * 7e-6 + 0.5 * 2 * 512 * numbers / 40e9; };
  const double each_way = takes((4 + 2) * 128 + (2 + 4) * 64);
  const auto found = all_of(of, on);
  CHECK(near(found.forward.context, each_way));
  CHECK(near(found.backward.context, each_way));
  CHECK(found.forward.context_hidden == 0);
  CHECK(found.backward.context_hidden == 0);
  CHECK(found.again.context == 0);
  // They wait for what is computed again, too, and for scores that are written.
  of.recompute = hr::full_recomputation;
  CHECK(near(all_of(of, on).again.context, each_way));
  of.scores_materialised = true;
  CHECK(near(all_of(of, on).forward.context, each_way));
  // Of latents keys and values are those of all heads.
  of.model.layers[0].attention.kv_heads = 0;
  of.model.layers[0].attention.query_rank = 96;
  of.model.layers[0].attention.kv_rank = 48;
  of.model.layers[0].attention.rotary_head_size = 32;
  CHECK(near(all_of(of, on).forward.context, takes(8 * 128 + 8 * 64)));
  of.parallelism.context = 1;
  CHECK(all_of(of, on).forward.context == 0);
  // Attention has the same pairs to compute either way.
  of.parallelism.context = 4;
  const double computed = all_of(of, on).forward.attention;
  of.parallelism.context_exchange = hr::context_exchange::ring;
  CHECK(all_of(of, on).forward.attention == computed);
}

// 1,024 x 1,024 pairs of 8 heads, of 128 and 128 numbers.
TEST_CASE("scores that are written are computed again where the recipe says so") {
  hr::training_job of = job();
  of.scores_materialised = true;
  of.dropout = true;
  const double pairs = 1'024.0 * 1'024 * 8;
  const double forward = 2 * pairs * 256 / 1e15 + 13 * pairs / 1e12;
  CHECK(near(all_of(of, rates(1e12)).forward.attention, forward));
  CHECK(near(all_of(of, rates(1e12)).backward.attention, 2 * 2 * pairs * 256 / 1e15 + 19 * pairs / 1e12));
  CHECK(all_of(of, rates(1e12)).again.attention == 0);
  of.recompute = {.kind = hr::recompute::selective};
  CHECK(near(all_of(of, rates(1e12)).again.attention, forward));
  of.recompute.parts.scores = false;
  CHECK(all_of(of, rates(1e12)).again.attention == 0);
}

TEST_CASE("an attention kernel has its share of the rate, and one head or one head of an index is counted") {
  hr::training_job of = job();
  of.model.layers[0].attention = {.heads = 1, .kv_heads = 1, .head_size = 128};
  const double products = 1'024 * 512.5 * 2 * 256 / 1e15;
  CHECK(near(all_of(of, rates(1e30)).forward.attention, products));
  CHECK(near(all_of(of, rates(1e30), {.kernel = {.instruction_share = 0.5}}).forward.attention, 2 * products));
  of.model.layers[0].attention.index = {.heads = 1, .head_size = 64};
  CHECK(near(all_of(of, rates(1e30)).backward.attention, 2.5 * products + 2 * 1'024 * 512.5 * 2 * 64 / 1e15));
}

// Adapters of rank 1 beside the network: gate and up from 1,024 to 4,096 numbers, and down; each number in 2 bytes.
TEST_CASE("adapters read the inputs and write the outputs of all products that they stand beside") {
  hr::training_job of = job();
  of.model.layers[0].feed_forward.gated = true;
  const double without = all_of(of, rates(1e12)).forward.streamed;
  of.adapters = {.rank = 1, .attention = false, .feed_forward = true};
  const auto with = all_of(of, rates(1e12));
  CHECK(near(with.forward.streamed - without, 1'024.0 * 2 * 3 * (1'024 + 4'096 + 2) / 1e12));
  CHECK(with.weights == 0);
}

// Latents of 48 and 40 for 4 heads of 32, 8 of which are rotated, over 256; a network of 300; of 10 experts 3, of 70; 60 for all; a router of 10.
TEST_CASE("selective recomputation does the products again that its parts name") {
  hr::training_job of{.model = {.vocabulary = 1'000, .hidden = 256}, .sequence = 1'024};
  of.model.layers[0] = {.how_many = 1,
                        .attention = {.heads = 4, .kv_heads = 4, .head_size = 32, .query_rank = 48, .kv_rank = 40, .rotary_head_size = 8},
                        .feed_forward = {.width = 300},
                        .experts = {.routed = 10, .per_token = 3, .width = 70, .shared_width = 60, .gated = false}};
  const auto again = [&](hr::recomputed_parts parts) {
    of.recompute = {.kind = hr::recompute::selective, .parts = parts};
    return all_of(of, rates(1e30));
  };
  const double pair = 2 * 1'024 / 1e15;
  CHECK(near(again({.feed_forward = true}).again.networks, pair * (3 * 256 * 300 + 2 * 256 * 60)));
  CHECK(again({.feed_forward = true}).again.projections + again({.feed_forward = true}).again.experts == 0);
  CHECK(near(again({.experts = true}).again.experts, again({}).forward.experts));
  CHECK(again({.experts = true}).again.networks == 0);
  CHECK(near(again({.expanded_latents = true}).again.projections, pair * (48 * 4 * 32 + 40 * 4 * (24 + 32))));
  CHECK(again({.expanded_latents = true}).again.networks + again({.expanded_latents = true}).again.experts == 0);
  // Queries that have no latent are made once. The output of the heads is no latent, of as many numbers as one.
  of.model.layers[0].attention.query_rank = 0;
  CHECK(near(again({.expanded_latents = true}).again.projections, pair * 40 * 4 * (24 + 32)));
  of.model.layers[0].attention.kv_rank = 4 * 32;
  CHECK(near(again({.expanded_latents = true}).again.projections, pair * 128 * 4 * (24 + 32)));
  of.model.layers[0].attention.query_rank = 48;
  of.model.layers[0].attention.kv_rank = 40;
  CHECK(again({}).again.total() == 0);
  of.recompute = {};
  CHECK(all_of(of, rates(1e30)).again.total() == 0);
  CHECK(near(all_of(of, rates(1e30)).last_product, pair * 256 * 300));
  // Memory-bound: an activation of the network and of what all share, and of the chosen experts, in 2 x 3 bytes each.
  const hr::step_constants by{.attention = 1, .traffic = 3, .layer_kernels = 0};
  const auto streamed = [&](hr::recomputed_parts parts) {
    of.recompute = {.kind = hr::recompute::selective, .parts = parts};
    return all_of(of, rates(1e12), {}, by).again.streamed;
  };
  CHECK(near(streamed({.activation = true}), 3 * 6 * 1'024.0 * (300 + 60) / 1e12));
  CHECK(near(streamed({.feed_forward = true}), 3 * 6 * 1'024.0 * (300 + 60) / 1e12));
  CHECK(near(streamed({.expert_activation = true}), 3 * 6 * 1'024.0 * 3 * 70 / 1e12));
  CHECK(near(streamed({.experts = true}), 3 * 6 * 1'024.0 * 3 * 70 / 1e12));
}

TEST_CASE("alternate recomputation does half of the products again, and not the attention; full may stop early") {
  hr::training_job of = job();
  of.recompute = {.kind = hr::recompute::alternate_products};
  const auto found = all_of(of, rates(1e12));
  CHECK(near(found.again.projections, found.forward.projections / 2));
  CHECK(near(found.again.networks, found.forward.networks / 2));
  CHECK(found.again.attention == 0);
  CHECK(found.again.streamed == found.forward.streamed);
  of.recompute = hr::full_recomputation;
  CHECK(near(all_of(of, rates(1e12), {.stops_early = true}).again.networks, found.forward.networks - found.last_product));
  CHECK(near(all_of(of, rates(1e12)).again.networks, found.forward.networks));
  CHECK(near(found.last_product, found.forward.networks / 2));
}

// Of 10 experts over 2 ranks 5 are a rank's; a layer without experts waits for the host of a model that has some, but not for those.
TEST_CASE("a layer waits for its host by the experts on the rank, less where graphs are replayed") {
  hr::training_job of = job();
  of.model.layers[1] = {.how_many = 1, .experts = {.routed = 10, .per_token = 3, .width = 70}};
  hr::step_rates fast = linked(1e30);
  fast.wide.matrix = fast.products.matrix = fast.wide.matrix_16_bit = hr::from_base_units<hr::operation_rate>(1e30);
  const auto waits = [&](std::size_t kind, bool graphs) {
    const auto found = all_of(of, fast, {.replays_graphs = graphs}, {.layer_kernels = 0}, kind);
    return std::array{found.forward.host, found.backward.host};
  };
  const auto all = [&](std::size_t kind, bool graphs) { return waits(kind, graphs)[0] + waits(kind, graphs)[1]; };
  const double milli = 1e-3;
  CHECK(near(all(1, false), milli * (7.02 + 10 * 0.199)));
  CHECK(near(2 * waits(1, false)[0], waits(1, false)[1]));
  CHECK(near(all(0, false), milli * 7.02));
  CHECK(near(all(0, true), milli * 7.02));
  CHECK(near(all(1, true), 0.127 * milli * (7.02 + 10 * 0.199)));
  of.parallelism.expert = of.parallelism.data = 2;
  fast.links.scale_up.one_direction = hr::gigabytes_per_second(1e15);
  fast.links.start = {};
  CHECK(near(all(1, false), milli * (7.02 + 5 * 0.199)));
}

// What is computed again takes the GPU less than the forward pass, and waits for a third of the host's time by itself: (GPU^3 + host^3)^(1/3).
TEST_CASE("what is computed again waits for the host by what it computes") {
  hr::training_job of = job();
  of.model.layers[0].experts = {.routed = 10, .per_token = 3, .width = 70};
  const double host = 1e-3 * (7.02 + 10 * 0.199) / 3;
  const auto is_by_cubes = [&](const hr::detail::step_seconds& pass) {
    const double gpu = pass.total() - pass.host;
    return pass.host > 0 && near(pass.total(), std::cbrt(gpu * gpu * gpu + host * host * host));
  };
  for (const double bytes_per_second : {1e30, 1e12, 1e10}) {
    for (const bool stops_early : {false, true}) {
      of.recompute = hr::full_recomputation;
      const auto full = all_of(of, rates(bytes_per_second), {.stops_early = stops_early});
      CHECK(is_by_cubes(full.forward));
      CHECK(is_by_cubes(full.again));
      CHECK((full.again.host > full.forward.host) == stops_early);
    }
    of.recompute = {.kind = hr::recompute::alternate_products};
    const auto some = all_of(of, rates(bytes_per_second));
    CHECK(is_by_cubes(some.again));
    CHECK(some.again.host > some.forward.host);
    CHECK(some.again.total() < some.forward.total());
  }
}

TEST_CASE("kernels of a layer are launched, two thirds of them on the way back") {
  hr::step_rates on = rates(1e30);
  on.wide.launch = hr::microseconds(5);
  const auto found = all_of(job(), on, {}, {.attention = 1, .traffic = 1, .layer_kernels = 30});
  CHECK(near(found.forward.launches, 50e-6));
  CHECK(near(found.backward.launches, 100e-6));
}

// A router of 128 outputs, which is divided where norms are, on 8 units: 4,352 rows are 17 tiles of 256, three waves, or 34 of 128, five of half the work.
TEST_CASE("tiles are of the rows that a rank has") {
  hr::training_job of{.model = {.vocabulary = 1'000, .hidden = 1'024}, .sequence = 4'352};
  of.model.layers[0] = {.how_many = 1, .experts = {.routed = 128, .per_token = 1, .width = 1, .gated = false}};
  constexpr double tile = 2.0 * 256 * 128 * (1 + 8.0 / 256 + 8.0 / 128) / 0.92 * 8 / 1e15;
  constexpr double short_tile = 2.0 * 128 * 128 * (1 + 8.0 / 128 + 8.0 / 128) / 0.92 * 8 / 1e15;
  const auto network = [&](hr::count tensor) {
    of.parallelism = {.tensor = tensor, .sequence = tensor > 1};
    return all_of(of, [] { auto on = linked(1e30); on.products.units = 8; return on; }()).forward.networks;
  };
  CHECK(near(network(1), 1'024 * 5 * short_tile));
  CHECK(near(network(2), 1'024 * 3 * short_tile));  // 17 tiles of 128, or 9 of 256 in two waves
  CHECK(near(network(4), 1'024 * tile));            // 5 tiles in one wave, or 9 in two
  CHECK(near(network(17), 1'024 * tile / 8));       // one tile, which is cut along the depth
}

}  // namespace training_step_layer_test
