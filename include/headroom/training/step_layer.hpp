// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/model/operations.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/network/expert_exchange.hpp>
#include <headroom/time/gemm.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/states.hpp>
#include <headroom/training/step_constants.hpp>
#include <headroom/training/step_rates.hpp>
#include <headroom/training/step_settings.hpp>

// What one micro-batch takes in a layer, on one rank. The formulas: docs/reference/training/step_time.md.
namespace headroom {

namespace detail {

// Seconds by what they go to; of communication also what computation hides.
struct step_seconds {
  double projections = 0;  // matrix products of what mixes tokens
  double networks = 0;     // of dense networks, shared experts and routers
  double experts = 0;      // of routed experts
  double head = 0;
  double attention = 0;
  double recurrence = 0;
  double streamed = 0;     // norms, residuals, activations, permutations, the loss
  double casts = 0;
  double launches = 0;
  double host = 0;         // that GPUs wait for
  double tensor = 0;       // exposed
  double context = 0;
  double exchange = 0;
  double tensor_hidden = 0;
  double context_hidden = 0;

  constexpr void add(const step_seconds& more, double times) {
    projections += times * more.projections;
    networks += times * more.networks;
    experts += times * more.experts;
    head += times * more.head;
    attention += times * more.attention;
    recurrence += times * more.recurrence;
    streamed += times * more.streamed;
    casts += times * more.casts;
    launches += times * more.launches;
    host += times * more.host;
    tensor += times * more.tensor;
    context += times * more.context;
    exchange += times * more.exchange;
    tensor_hidden += times * more.tensor_hidden;
    context_hidden += times * more.context_hidden;
  }
  constexpr double computed() const {
    return projections + networks + experts + head + attention + recurrence + streamed + casts + launches;
  }
  constexpr double total() const { return computed() + host + tensor + context + exchange; }
};

// A layer's two passes, and of its forward pass what the backward pass does again.
struct layer_seconds {
  step_seconds forward{};
  step_seconds backward{};
  step_seconds again{};
  double last_product = 0;  // of a dense network, forward
  double weights = 0;       // of the backward pass, the gradients of weights
};

// What a product's rows are cut into, by either tile.
struct product_rows {
  double tiles = 0;
  double short_tiles = 0;
};

// What every layer of a job shares.
struct step_terms {
  double tokens = 0;    // of a micro-batch on a rank, before tensor ranks divide them
  double divided = 0;   // over the tensor ranks
  double residual = 0;  // of norms and residuals: divided where sequence parallelism does
  double rate = 0;       // operations a second of products in the layers' format
  double wide_rate = 0;  // in 16 bits
  double moved = 0;      // of as many bytes read as written
  double per_byte = 0;       // seconds of one that is moved: products are many, and to divide takes long
  double per_pair = 0;       // of a product and a sum in the layers' format
  double read = 0;           // of an operand of a product
  double written = 0;        // of a result
  double per_unit = 0;       // of the tiles of a result, those that a unit computes
  double wave = 0;           // seconds for each of the depth while all units compute one tile
  double short_wave = 0;     // or one of half as many rows
  product_rows token_tiles{};  // that `tokens` and `residual` rows are cut into
  product_rows residual_tiles{};
  double traffic = 1;    // times the bytes of memory-bound operations that are not fused
  double per_fused = 0;  // seconds of a byte of norms and residuals
  double per_apart = 0;  // and of what is not fused
  double summed = 0;     // seconds to add a weight's gradient to its sum
  double experts_summed = 0;  // of a routed expert's
  double cast = 0;       // of each number that is cast
  double tensor_gather = 0;  // seconds to gather what tensor ranks hold of a micro-batch's hidden states, or to scatter sums
  double tensor_exposed = 1;
  double expert_load = 1;  // tokens of the fullest rank's experts over their mean
  tensor_overlap overlap = tensor_overlap::none;
  bool sums_within = false;
  bool has_experts = false;  // in any layer
  count attended = 0;    // tokens of a document
};

constexpr double seconds_for(collective which, double bytes_moved, const ranks& who, const fabric& over) {
  if (who.gpus <= 1 || !(bytes_moved > 0)) return 0;
  return in_seconds(ring_time(which, bytes_moved, rates_of(who, over), over).time);
}

// Ranks that lie so many GPUs apart: neighbours share a domain as long as it reaches.
constexpr ranks spread(count gpus, count apart, const fabric& over) {
  const count inside = over.domain_gpus / (apart > 0 ? apart : 1);
  const count in_domain = inside < 1 ? 1 : inside < gpus ? inside : gpus;
  return {gpus, in_domain};
}

// The tile of large products, and one of half as many rows, which leaves less of the last wave idle and takes more for its edges.
inline constexpr tile usual_tile = tiles[0];
inline constexpr tile short_tile = tiles[2];
static_assert(usual_tile.n == short_tile.n);

// The next whole number, but for what rounding adds to one; of what is far below 2^63, as a count over a tile is.
constexpr double whole_tiles(double x) { return static_cast<double>(static_cast<std::int64_t>(x + 0.999999999)); }

// Whole waves of so many tiles, or few, which are cut along the depth until all units have one.
constexpr double waves_of(double result_tiles, const step_terms& t) {
  const double waves = result_tiles * t.per_unit;
  return waves > 0.5 && waves < math::whole_from ? whole_tiles(waves) : waves;
}

// Seconds of a product of so many tiles of rows and of columns, in the tile that is done first.
constexpr double tiled_seconds(const product_rows& rows, double columns, double depth, const step_terms& t) {
  return depth * math::smaller(waves_of(rows.tiles * columns, t) * t.wave, waves_of(rows.short_tiles * columns, t) * t.short_wave);
}

// Seconds to add a weight's gradient to its sum, which is read and written in every micro-batch, and before it the gradient, where a kernel of its own
// adds it. One that so many share out is written to be scattered, and a rank adds its share.
constexpr double summed_seconds(const training_job& job, count shared_by, bool sums_apart, double per_byte) {
  const double sum = 2 * (bits(job.formats.gradients) / 8.0) + (sums_apart ? bits(job.formats.weights) / 8.0 : 0);
  return (job.sharding >= sharding::gradients && shared_by > 1 ? 2 + sum / static_cast<double>(shared_by) : sum) * per_byte;
}

// Bytes that a number of so many takes to cast. It is read in 16 bits and written in as many copies as weights have: as it is, and transposed for the
// backward pass, unless products take any layout. Scales of whole rows are found as these are read; those of columns are not, and take two readings more.
constexpr double cast_bytes(const training_formats& to, double operand) {
  const weight_format& held = to.products;
  const double scale = bytes_with_scales(held) - bits(held.format) / 8.0;
  return 2 + (to.product_copies == 1 ? 1 : 2) * (operand + scale) + (held.block_inputs == whole_row ? 4 : 0);
}

constexpr step_terms step_terms_of(const training_job& job, const step_rates& on, const step_settings& as,
                                   const step_constants& by) {
  const parallelism& p = job.parallelism;
  step_terms t;
  t.tokens = static_cast<double>(job.micro_batch) * static_cast<double>(job.sequence) / static_cast<double>(p.context);
  t.divided = t.tokens / static_cast<double>(p.tensor);
  t.residual = p.sequence ? t.divided : t.tokens;
  t.rate = in_base_units(on.products.matrix) * on.products_share;
  t.wide_rate = in_base_units(on.wide.matrix) * on.wide_share;
  t.moved = on.wide.moved_rate();
  t.per_byte = 1 / t.moved;
  t.per_pair = 2 / t.rate;
  // Inside a step a product takes what it takes alone, longer by as much as large ones do.
  const double units = static_cast<double>(on.products.units);
  t.per_unit = units > 0 ? 1 / units : 0;
  t.wave = usual_tile.operations * units * on.products.sustained_share / t.rate;
  t.short_wave = t.wave * (short_tile.operations / usual_tile.operations);
  const double token_rows = math::smaller(t.tokens, math::whole_from);
  const double residual_rows = math::smaller(t.residual, math::whole_from);
  t.token_tiles = {whole_tiles(token_rows * usual_tile.per_m), whole_tiles(token_rows * short_tile.per_m)};
  t.residual_tiles = {whole_tiles(residual_rows * usual_tile.per_m), whole_tiles(residual_rows * short_tile.per_m)};
  t.traffic = by.traffic;
  t.per_apart = by.traffic * t.per_byte;
  t.per_fused = as.fuses_norms ? t.per_byte : t.per_apart;
  const int format_bits = bits(on.products.format);
  const double operand = format_bits / 8.0;
  t.read = operand * t.per_byte;
  t.written = 2 * t.per_byte;
  t.summed = t.experts_summed = summed_seconds(job, 1, as.sums_apart, t.per_byte);
  if (job.sharding >= sharding::gradients) {
    t.summed = summed_seconds(job, job.sharing(), as.sums_apart, t.per_byte);
    t.experts_summed = summed_seconds(job, job.experts_sharing(), as.sums_apart, t.per_byte);
  }
  if (format_bits < 16) t.cast = cast_bytes(job.formats, operand) * t.per_byte;
  const double hidden_bytes = 2 * t.tokens * static_cast<double>(job.model.hidden);
  t.tensor_gather = seconds_for(collective::all_gather, hidden_bytes, spread(p.tensor, 1, on.links), on.links);
  t.tensor_exposed = p.sequence && as.tensor_overlap == tensor_overlap::measured ? by.exposed : 1;
  t.overlap = as.tensor_overlap;
  t.expert_load = expert_load(job);
  t.sums_within = as.sums_within;
  t.has_experts = has_experts(job.model);
  t.attended = as.document > 0 && as.document < job.sequence ? as.document : job.sequence;
  return t;
}

// Rows of a grouped product's last tile of 128 are half empty on average.
inline constexpr double empty_rows = 64;

// Whether a weight makes heads of MLA's latents: of the queries' one, where they have one, or of that of keys and values.
constexpr bool expands_latent(const weight& w, const attention& a) {
  return w.split == weight_split::outputs && (w.inputs == a.kv_rank || w.inputs == a.query_rank);
}

// So many alike of the layer's matrix products: forward, the gradients of inputs, and those of weights, which frozen ones have not.
constexpr void add_product(layer_seconds& sum, const weight& w, const training_job& job, const layer& l, const step_terms& t, int alike) {
  if (w.products == 0) return;
  const parallelism& p = job.parallelism;
  const bool is_routed = w.part == weight_part::routed_experts;
  const count ranks = is_routed ? p.experts_tensor() : p.tensor;
  const double share = w.split == weight_split::none ? 1 : share_of(w.pieces, ranks);
  const double outputs = static_cast<double>(w.outputs) * (w.split == weight_split::outputs ? share : 1);
  const double inputs = static_cast<double>(w.inputs) * (w.split == weight_split::inputs ? share : 1);
  double tokens = w.split == weight_split::none ? t.residual : t.tokens;
  double copies = 1;
  double padded = 1;
  if (is_routed) {
    copies = static_cast<double>(w.copies) * share_of(w.copies, p.expert);
    tokens = t.divided * static_cast<double>(p.experts_tensor()) * static_cast<double>(w.active) * t.expert_load;
    padded = 1 + empty_rows * copies / tokens;
  }
  // On the tensor units, as long as power lets large products take or their waves of tiles do; or as long as operands and results take.
  const double rows = tokens * padded;
  const double weights = outputs * inputs;
  const double work = rows * weights * t.per_pair;
  const double held = copies * weights;
  const double moved = rows * (inputs * t.read + outputs * t.written) + held * t.read;
  const double at_least = math::larger(work, moved);
  double one = at_least;
  double back = at_least;
  if (!is_routed) {  // of those, tokens differ from expert to expert
    const product_rows& row_tiles = w.split == weight_split::none ? t.residual_tiles : t.token_tiles;
    const double output_tiles = whole_tiles(outputs * usual_tile.per_n);
    const double input_tiles = whole_tiles(inputs * usual_tile.per_n);
    one = math::larger(at_least, tiled_seconds(row_tiles, output_tiles, inputs, t));
    back = math::larger(at_least, tiled_seconds(row_tiles, input_tiles, outputs, t));
  }
  const double many = alike;
  const bool is_frozen = job.adapters.rank > 0;
  if (!is_frozen) {
    // Sums over the tokens, which are cut into parts until all units have one; and what adds them to those of other micro-batches.
    const double adding = held * (is_routed ? t.experts_summed : t.summed);
    const double of_weights = t.sums_within ? math::larger(work, moved + adding) : at_least + adding;
    sum.weights += many * of_weights;
    back += of_weights;
  }
  const bool mixes = w.part == weight_part::attention || w.part == weight_part::state_space;
  double step_seconds::*const kind = is_routed ? &step_seconds::experts : mixes ? &step_seconds::projections : &step_seconds::networks;
  sum.forward.*kind += many * one;
  sum.backward.*kind += many * back;
  if (w.part == weight_part::feed_forward && w.split == weight_split::inputs) sum.last_product += one;
  if (t.cast > 0) {
    const double cast = many * tokens * t.cast;
    sum.forward.casts += cast * inputs;
    sum.backward.casts += cast * outputs;
  }
  if (job.recompute.kind == recompute::selective) {
    const recomputed_parts& again = job.recompute.parts;
    const bool is_again = is_routed ? again.experts
                          : mixes   ? again.expanded_latents && expands_latent(w, l.attention)
                                    : again.feed_forward && w.part != weight_part::router;
    if (is_again) sum.again.*kind += many * one;
  }
  if (is_frozen && has_adapter(job.adapters, w)) {
    // Two thin products: what they take is to read their inputs and write their outputs, forward and twice backward.
    const double thin = many * 2 * tokens * (inputs + outputs + 2 * static_cast<double>(job.adapters.rank)) / t.moved;
    sum.forward.streamed += thin;
    sum.backward.streamed += 2 * thin;
  }
}

// Heads for tokens: queries, keys and values before attention, which waits for them, and what it wrote behind it; backward likewise.
constexpr void add_head_exchanges(layer_seconds& sum, const attention& a, double heads, double kept, const parallelism& p, const step_rates& on,
                                  const step_terms& t) {
  const lane_rates by = rates_of(spread(p.context, p.tensor, on.links), on.links);
  const auto exchange = [&](double sent_heads, count numbers) {
    const double sent = 2 * t.tokens * sent_heads * static_cast<double>(numbers);
    const double once = in_seconds(direct_time(collective::all_to_all, sent, by, on.links).time);
    sum.forward.context += once;
    sum.backward.context += once;
  };
  exchange(heads, a.head_size);
  exchange(kept, a.head_size);
  exchange(kept, a.value_size());
  exchange(heads, a.value_size());
}

// Keys and values, so many numbers of a token, go around the ring, and their gradients with them on the way back.
constexpr void add_ring_exchange(layer_seconds& sum, double numbers, const parallelism& p, const step_rates& on, const step_terms& t,
                                 const step_constants& by) {
  const double whole = 2 * t.tokens * static_cast<double>(p.context) * numbers;
  const double once = seconds_for(collective::all_gather, whole, spread(p.context, p.tensor, on.links), on.links);
  sum.forward.context += by.exposed * once;
  sum.forward.context_hidden += (1 - by.exposed) * once;
  sum.backward.context += by.exposed * 2 * once;
  sum.backward.context_hidden += (1 - by.exposed) * 2 * once;
}

// Attention: the scores' products and exponentials; backward computes the scores again and four products more.
constexpr void add_attention_seconds(layer_seconds& sum, const training_job& job, const layer& l, const step_rates& on,
                                     const step_terms& t, const step_settings& as, const step_constants& by) {
  const attention& a = l.attention;
  if (a.heads == 0) return;
  const parallelism& p = job.parallelism;
  const double heads = static_cast<double>(heads_on_rank(a.heads, p.tensor));
  const double size = static_cast<double>(add(a.head_size, a.value_size()));
  if (p.context > 1) {
    const double kept = a.is_latent() ? heads : static_cast<double>(heads_on_rank(a.kv_heads, p.tensor));
    if (p.context_exchange == context_exchange::all_to_all) add_head_exchanges(sum, a, heads, kept, p, on, t);
    else add_ring_exchange(sum, kept * size, p, on, t, by);
  }
  if (job.scores_materialised) {
    // Every pair: the masked ones are computed, too. Written and read by each step: products, softmax, dropout.
    const double scores = t.tokens * static_cast<double>(job.sequence) * heads;
    const double masks = job.dropout ? 1 : 0;
    const double products = 2 * scores * size / t.wide_rate;
    const double forward = products + scores * (8 + 5 * masks) / t.moved;
    sum.forward.attention += forward;
    sum.backward.attention += 2 * products + scores * (14 + 5 * masks) / t.moved;
    if (job.recompute.kind == recompute::selective && job.recompute.parts.scores) sum.again.attention += forward;
    return;
  }
  const double pairs = t.tokens * mean_tokens_attended(a, t.attended) * heads;
  const double products = 2 * pairs * size / (on.wide.attention_rate() * as.kernel.instruction_share);
  const double exponentials = pairs * on.wide.exponential();
  sum.forward.attention += (products + exponentials) / by.attention;
  sum.backward.attention += (2.5 * products + exponentials) / by.attention;
  if (a.index.heads > 0) {
    const double scored = t.tokens * mean_tokens_attended({}, t.attended) * index_operations_per_pair(a) / t.rate;
    sum.forward.attention += scored;
    sum.backward.attention += 2 * scored;
  }
}

inline constexpr double scanned_chunk = 128;

// Bytes of memory-bound operations, 2 a number: a norm reads and writes, a residual reads two and writes one; a rotation
// reads and writes; a gated activation reads two and writes one. Backward reads what forward read besides. Norms and residuals are
// fused with what stands around them and move no more than that: Korthikanti et al. (arXiv:2205.05198, Table 4) save 0.5 ms of a layer's forward
// pass by dividing them over 8 A100, where seven eighths of these bytes take 0.7.
constexpr void add_streams(layer_seconds& sum, const training_job& job, const layer& l, const step_terms& t) {
  const parallelism& p = job.parallelism;
  const double hidden = static_cast<double>(job.model.hidden);
  const double parts = (l.mixes_tokens() ? 1.0 : 0.0) + (l.has_feed_forward() ? 1.0 : 0.0);
  const double norms = static_cast<double>(norms_of(job.model, l));
  const double masks = job.dropout ? parts * hidden * t.residual : 0;
  const double fused_forward = hidden * t.residual * (4 * norms + 6 * parts) + 5 * masks;
  const double fused_backward = hidden * t.residual * (6 * norms + 4 * parts) + 5 * masks;
  double forward = 0;
  double backward = 0;
  const attention& a = l.attention;
  if (a.heads > 0) {
    const double queries = static_cast<double>(multiply(a.heads, a.head_size)) * t.divided;
    const double keys = a.is_latent() ? queries
                                      : static_cast<double>(multiply(heads_on_rank(a.kv_heads, p.tensor), a.head_size)) * t.tokens;
    const double turned = 4 * (queries + keys) * (a.norm == query_key_norm::none ? 1 : 2);
    forward += turned;
    backward += turned;
  }
  const auto activate = [&](double inner, bool is_gated) {
    forward += inner * (is_gated ? 6 : 4);
    backward += inner * (is_gated ? 10 : 6);
  };
  activate(static_cast<double>(l.feed_forward.width) * t.divided, l.feed_forward.gated);
  const experts& e = l.experts;
  if (e.is_present()) {
    const double chosen = static_cast<double>(e.per_token) * t.divided * t.expert_load;
    activate(static_cast<double>(e.width) * chosen, e.gated);
    activate(static_cast<double>(e.shared_width) * t.divided, e.gated);
    // Tokens are put in the order of their experts and back: read and written each time.
    const double inside = static_cast<double>(e.latent > 0 ? e.latent : job.model.hidden);
    const double moved = 8 * inside * chosen * static_cast<double>(p.experts_tensor());
    forward += moved + 12 * static_cast<double>(e.routed) * t.residual;
    backward += moved + 12 * static_cast<double>(e.routed) * t.residual;
  }
  if (l.state_space.heads + l.linear_attention.value_heads + l.short_convolution.width > 0) {
    // Projections, convolution, scan and gate of a recurrence each read and write what they work on.
    const double convolved = static_cast<double>(l.state_space.convolved() + l.linear_attention.convolved()) +
                             3 * static_cast<double>(l.short_convolution.width);
    const double gated = static_cast<double>(l.state_space.inner() + l.linear_attention.values());
    // Scans work on chunks of 128 tokens, each of which leaves a state in 32 bits that is written, passed on and read.
    const double state = static_cast<double>(multiply(l.state_space.inner(), l.state_space.state_size)) +
                         static_cast<double>(multiply(l.linear_attention.values(), l.linear_attention.key_head_size));
    const double states = t.divided * (8 * convolved + 12 * gated + 4 * 4 * state / scanned_chunk);
    sum.forward.recurrence += states / t.moved * t.traffic + t.divided * recurrence(l) / t.wide_rate;
    sum.backward.recurrence += 2 * states / t.moved * t.traffic + 2.5 * t.divided * recurrence(l) / t.wide_rate;
  }
  sum.forward.streamed += fused_forward * t.per_fused + forward * t.per_apart;
  sum.backward.streamed += fused_backward * t.per_fused + backward * t.per_apart;
  const recomputed_parts& again = job.recompute.parts;
  if (job.recompute.kind == recompute::selective) {
    if (again.norms) sum.again.streamed += 4 * norms * hidden * t.residual * t.per_fused;
    if (again.activation || again.feed_forward)
      sum.again.streamed += 6 * static_cast<double>(l.feed_forward.width + e.shared_width) * t.divided / t.moved * t.traffic;
    if (again.expert_activation || again.experts)
      sum.again.streamed += 6 * static_cast<double>(multiply(e.width, e.per_token)) * t.divided * t.expert_load / t.moved * t.traffic;
  }
}

// Seconds of products forward, and of their inputs' gradients.
struct both_ways {
  double forward = 0;
  double backward = 0;
};

// What is exposed of a gather or a scatter that goes around so many ranks in pieces: n - 1 are sent, each beside an n-th of the product.
constexpr double ring_exposed(double exchange, double product, double ranks) {
  return math::larger(0, exchange - product * (ranks - 1) / ranks);
}

// Of a part of a layer, which gathers what products read whose outputs tensor ranks divide, and scatters what those write whose inputs they do. Routed
// experts' grouped products are not cut so.
template <class Weights>
constexpr both_ways ring_exposed(const training_job& job, const layer& l, const step_terms& t, Weights weights) {
  layer_seconds gathering;
  layer_seconds scattering;
  auto product = [&](const weight& w, int alike = 1) {
    if (w.part == weight_part::routed_experts || w.split == weight_split::none) return;
    add_product(w.split == weight_split::outputs ? gathering : scattering, w, job, l, t, alike);
  };
  weights(product);
  const double ranks = static_cast<double>(job.parallelism.tensor);
  both_ways exposed;
  for (const layer_seconds& each : {gathering, scattering}) {
    exposed.forward += ring_exposed(t.tensor_gather, each.forward.projections + each.forward.networks, ranks);
    exposed.backward += ring_exposed(t.tensor_gather, each.backward.projections + each.backward.networks - each.weights, ranks);
  }
  return exposed;
}

// Of a layer's parts that gather and scatter.
constexpr both_ways ring_exposed(const training_job& job, const layer& l, const step_terms& t, bool mixes, bool networks) {
  both_ways exposed;
  const auto add = [&](const both_ways& part) {
    exposed.forward += part.forward;
    exposed.backward += part.backward;
  };
  if (mixes) add(ring_exposed(job, l, t, [&](auto& product) { mixing_weights(product, l, job.model.hidden, {1, false}); }));
  if (networks) add(ring_exposed(job, l, t, [&](auto& product) { feed_forward_weights(product, l, job.model.hidden, {1, false}); }));
  return exposed;
}

// What ranks of a layer exchange.
constexpr void add_exchanges(layer_seconds& sum, const training_job& job, const layer& l, const step_rates& on,
                             const step_terms& t) {
  const parallelism& p = job.parallelism;
  const experts& e = l.experts;
  const bool sends_tokens = p.expert > 1;
  if (p.tensor > 1) {
    // Each part of a layer gathers its input and scatters its sums; routed experts have an exchange of their own.
    const bool networks = l.feed_forward.width > 0 || e.shared_width > 0 || (e.is_present() && !sends_tokens);
    const double once = ((l.mixes_tokens() ? 2.0 : 0.0) + (networks ? 2.0 : 0.0)) * t.tensor_gather;
    const auto exchange = [&](step_seconds& pass, double exposed) {
      pass.tensor += exposed;
      pass.tensor_hidden += once - exposed;
    };
    both_ways exposed{once * t.tensor_exposed, once * t.tensor_exposed};
    if (t.overlap == tensor_overlap::bulk) exposed.backward -= math::smaller(once, sum.weights);
    if (t.overlap == tensor_overlap::ring && p.sequence) exposed = ring_exposed(job, l, t, l.mixes_tokens(), networks);
    exchange(sum.forward, exposed.forward);
    exchange(sum.backward, exposed.backward);
    // A product gathers its input as it goes. An adapter reads that input, too, and gathers it once more: nothing hides that.
    if (job.adapters.rank > 0 && p.sequence) {
      const double parts = (job.adapters.attention && l.mixes_tokens() ? 1.0 : 0.0) + (job.adapters.feed_forward && networks ? 1.0 : 0.0);
      sum.forward.tensor += parts * t.tensor_gather;
      sum.backward.tensor += parts * t.tensor_gather;
    }
  }
  if (!e.is_present()) return;
  if (sends_tokens) {
    const double inside = static_cast<double>(e.latent > 0 ? e.latent : job.model.hidden);
    const expert_exchange sent{.tokens = static_cast<count>(t.divided),
                               .bytes_per_token = bytes(2 * inside * t.expert_load),
                               .experts = e.routed,
                               .experts_per_token = e.per_token,
                               .groups = e.groups,
                               .groups_per_token = e.groups_per_token};
    const ranks who = spread(p.expert, p.experts_tensor(), on.links);
    const double once = not_exchanged(sent, who, on.links).empty() ? 2 * in_seconds(exchange_time(sent, who, on.links).time) : 0;
    sum.forward.exchange += once;
    sum.backward.exchange += once;
  }
}

// The root of the sum of two cubes, of what is not negative.
constexpr double sum_of_cubes_root(double a, double b) {
  const double more = math::larger(a, b);
  if (!(more > 0)) return 0;
  const double ratio = math::smaller(a, b) / more;
  const double above = ratio * ratio * ratio;
  // A cubic within 0.008 % of the root of 1 to 2, found as that of square_root_of_one_to_two, and two of Newton's steps.
  double root = 1.00007301 + above * 0.33048977 + above * above * (-0.09365458 + above * 0.02310483);
  for (int i = 0; i < 2; ++i) root = (2 * root + (1 + above) / (root * root)) * (1.0 / 3);
  return more * root;
}

// What the host takes for a layer, forward and backward, where it has to know how many tokens each expert got.
constexpr double host_seconds(const training_job& job, const layer& l, const step_settings& as, const step_constants& by) {
  const experts& e = l.experts;
  const count on_rank = e.routed / job.parallelism.expert;
  const double share = as.replays_graphs && e.is_present() ? by.graphs : 1;
  return share * (in_seconds(by.host) + static_cast<double>(on_rank) * in_seconds(by.host_of_expert));
}

// And for what is computed again: a forward pass, where it is whole ones.
constexpr double host_again(const training_job& job, const layer& l, const step_settings& as, const step_constants& by) {
  const bool is_whole = job.recompute.kind == recompute::full || job.recompute.kind == recompute::alternate_products;
  return is_whole ? host_seconds(job, l, as, by) / 3 : 0;
}

// Such a host cannot run ahead of its GPUs: some operations of a pass wait for it, and some that it launched wait for the GPU.
constexpr void wait_for_host(step_seconds& pass, double host) {
  pass.host = 0;
  const double gpu_takes = pass.total();
  pass.host = sum_of_cubes_root(gpu_takes, host) - gpu_takes;
}

constexpr void add_mixing_products(layer_seconds& sum, const training_job& job, const layer& l, const step_terms& t) {
  auto product = [&](const weight& w) { add_product(sum, w, job, l, t, 1); };
  mixing_weights(product, l, job.model.hidden, {1, false});
}

// Of a layer, whose products of what mixes tokens are there already.
constexpr layer_seconds layer_seconds_of(const training_job& job, const layer& l, const step_rates& on, const step_terms& t,
                                         const step_settings& as, const step_constants& by, const layer_seconds& mixing) {
  layer_seconds sum = mixing;
  auto product = [&](const weight& w, int alike = 1) { add_product(sum, w, job, l, t, alike); };
  feed_forward_weights(product, l, job.model.hidden, {1, false});
  add_attention_seconds(sum, job, l, on, t, as, by);
  add_streams(sum, job, l, t);
  const double launches = by.layer_kernels * in_seconds(on.wide.launch);
  sum.forward.launches += launches / 3;
  sum.backward.launches += launches * 2 / 3;
  add_exchanges(sum, job, l, on, t);
  const double host = t.has_experts ? host_seconds(job, l, as, by) : 0;
  if (host > 0) {
    wait_for_host(sum.forward, host / 3);
    wait_for_host(sum.backward, host * 2 / 3);
    if (job.parallelism.schedule != pipeline_schedule::one_forward_one_backward) {
      const double gpu_takes = sum.backward.total() - sum.backward.host;
      sum.weights = sum.backward.total() - sum_of_cubes_root(gpu_takes - sum.weights, host * 2 / 3);
    }
  }
  if (job.recompute.kind != recompute::full && job.recompute.kind != recompute::alternate_products) return sum;
  sum.again = sum.forward;
  if (job.recompute.kind == recompute::full) {
    if (!as.stops_early) return sum;
    sum.again.networks -= sum.last_product;
  } else {
    // Every second product, and what lies between: the attention's output is kept.
    sum.again.attention = 0;
    sum.again.projections /= 2;
    sum.again.networks /= 2;
  }
  if (host > 0) wait_for_host(sum.again, host / 3);
  return sum;
}
constexpr layer_seconds layer_seconds_of(const training_job& job, const layer& l, const step_rates& on, const step_terms& t,
                                         const step_settings& as, const step_constants& by) {
  layer_seconds mixing;
  add_mixing_products(mixing, job, l, t);
  return layer_seconds_of(job, l, on, t, as, by, mixing);
}

}  // namespace detail

}  // namespace headroom
