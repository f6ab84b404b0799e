// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/training/step_layer.hpp>

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
  constexpr auto layer = [](bool overlaps) {
    hr::training_job two = job();
    two.parallelism.tensor = 2;
    hr::step_rates on = rates(1e13);
    on.links.machine_gpus = on.links.domain_gpus = 2;
    on.links.scale_up.one_direction = hr::gigabytes_per_second(1'000);
    const hr::step_settings as{.overlaps_tensor = false, .overlaps_gradients = overlaps};
    const hr::detail::step_terms t = hr::detail::step_terms_of(two, on, as, exact);
    return hr::detail::layer_seconds_of(two, two.model.layers[0], on, t, as, exact);
  };
  constexpr auto before = layer(false);
  constexpr auto beside = layer(true);
  CHECK_CONSTEXPR(before.backward.tensor > 0);
  CHECK_CONSTEXPR(near(before.backward.tensor, before.forward.tensor));
  CHECK_CONSTEXPR(near(beside.forward.tensor, before.forward.tensor));
  CHECK_CONSTEXPR(beside.backward.tensor == 0);
  CHECK_CONSTEXPR(near(beside.backward.tensor_hidden, before.backward.tensor));
  CHECK_CONSTEXPR(near(beside.weights, 12'884'901'888.0 / 1e15));
  CHECK_CONSTEXPR(near(before.weights - beside.weights, 8.0 * 6 * 1'048'576 / 1e13));
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
    const hr::step_settings as{.overlaps_tensor = false};
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
    by.context_exposed = exposed;
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

// 12 x 1,024 x 1,024 weights, each of whose gradients is read and written in 32 bits: 8 bytes at 10^12 a second, in every micro-batch.
TEST_CASE("gradients are added to their sums") {
  constexpr auto sharded = [] {
    hr::training_job of = job();
    of.sharding = hr::sharding::weights;
    return of;
  };
  constexpr auto whole = seconds_of(job(), rates(1e12));
  constexpr auto written = seconds_of(sharded(), rates(1e12));
  constexpr double weights = 1'024.0 * 1'024 * (4 + 8);
  CHECK_CONSTEXPR(near(whole.backward.projections + whole.backward.networks - written.backward.projections - written.backward.networks,
                       weights * (8 - 2) / 1e12));
}

}  // namespace training_step_layer_test
