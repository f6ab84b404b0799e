// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/math.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/parallel/stages.hpp>
#include <headroom/parallel/uneven_stages.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/training/rank_layers.hpp>
#include <headroom/training/step_constants.hpp>
#include <headroom/training/step_layer.hpp>
#include <headroom/training/step_rates.hpp>
#include <headroom/training/step_settings.hpp>
#include <headroom/units.hpp>

// How long a training step takes, by part. The formulas: docs/reference/training/step_time.md.
namespace headroom {

enum class step_part {
  projections,  // matrix products of what mixes tokens
  networks,     // of dense networks and shared experts
  experts,      // of routed experts
  head,
  attention,
  recurrence,
  memory_bound,
  casts,
  recomputation,
  launches,
  host,
  tensor_parallel,
  context_parallel,
  expert_parallel,
  bubble,
  stages,         // what pipeline stages send each other
  data_parallel,  // gradients, and weights that are shared out
  optimizer,
  every_step,     // on several GPUs, however many
  waiting,        // for the slowest GPU, and for ranks that are late
  checkpoints
};
inline constexpr std::size_t step_part_count = 21;

constexpr std::string_view name(step_part of) {
  constexpr std::array<std::string_view, step_part_count> names{
      "projections", "networks",        "experts",          "head",            "attention", "recurrence",    "memory-bound",
      "casts",       "recomputation",   "launches",         "host",            "tensor parallel", "context parallel",
      "expert parallel", "pipeline bubble", "pipeline sends", "data parallel", "optimizer", "every step", "waiting", "checkpoints"};
  return names[static_cast<std::size_t>(of)];
}

// What the slowest stage does in a step, one part after the other: what the step takes of each, and what of it goes on
// beside other parts and takes nothing.
struct step_schedule {
  struct entry {
    duration exposed{};
    duration hidden{};
  };
  std::array<entry, step_part_count> parts{};
  count slowest_stage = 0;
  count tokens = 0;  // of a step, on all GPUs
  count gpus = 1;

  constexpr const entry& operator[](step_part of) const { return parts[static_cast<std::size_t>(of)]; }
  constexpr entry& operator[](step_part of) { return parts[static_cast<std::size_t>(of)]; }
  constexpr duration total() const {
    duration sum{};
    for (const entry& each : parts) sum += each.exposed;
    return sum;
  }
  constexpr double tokens_per_second() const { return static_cast<double>(tokens) / in_seconds(total()); }
  constexpr double tokens_per_second_per_gpu() const { return tokens_per_second() / static_cast<double>(gpus); }
};

namespace detail {

// The seconds of a stage, or of a layer, for one micro-batch.
struct stage_seconds {
  step_seconds once{};   // forward and backward
  step_seconds again{};  // computed again
  double forward = 0;    // of `once`
  double weights = 0;    // of it, the gradients of weights
  constexpr double total() const { return once.total() + again.total(); }
  constexpr void add(const stage_seconds& part, double times, double times_again) {
    once.add(part.once, times);
    if (times_again > 0) again.add(part.again, times_again);
    forward += times * part.forward;
    weights += times * part.weights;
  }
};

// What of a micro-batch goes on beside another's pass where passes are paired, and how much longer it waits for the host then: it has less of the
// GPU's time to run ahead in.
struct paired_seconds {
  double hidden = 0;
  double waited = 0;
  double hidden_again = 0;  // more, where the layer is computed again
  double waited_again = 0;

  constexpr double saved() const { return hidden - waited; }
  constexpr void add(const paired_seconds& part, double times, double times_again) {
    hidden += times * part.hidden + times_again * part.hidden_again;
    waited += times * part.waited + times_again * part.waited_again;
  }
};

// Of a layer of which such a share of passes is paired: those go on as one, which the host launches together. Exchanges of experts are hidden by what
// computes and hides no other exchange, so that a pair takes no less where anything in it takes longer.
constexpr paired_seconds paired_passes(const stage_seconds& layer, double share, double host, double host_again) {
  const auto pair = [&](const step_seconds& of, double launched) {
    const double hidden = math::smaller(of.exchange, math::larger(0, of.computed() - of.tensor_hidden - of.context_hidden));
    const double gpu_takes = of.total() - of.host - hidden;
    return paired_seconds{.hidden = share * hidden, .waited = share * (sum_of_cubes_root(gpu_takes, launched) - gpu_takes - of.host)};
  };
  step_seconds both = layer.once;
  both.add(layer.again, 1);
  paired_seconds sum = pair(layer.once, host);
  const paired_seconds with_again = pair(both, host + host_again);
  sum.hidden_again = with_again.hidden - sum.hidden;
  sum.waited_again = with_again.waited - sum.waited;
  return sum;
}

// The head: its product and the loss over the logits, again for each module that predicts further tokens.
constexpr void add_head(stage_seconds& all, const training_job& job, double vocabulary, const step_terms& t) {
  step_seconds& sum = all.once;
  const double logits = t.tokens * vocabulary;
  const double times = 1 + (job.with_predicting ? static_cast<double>(job.model.predicts.modules) : 0);
  const double products = job.adapters.rank > 0 ? 2 : 3;
  const double product = times * 2 * logits * static_cast<double>(job.model.hidden) / t.wide_rate;
  // Each byte of a logit that lives is written and read.
  const double loss = times * 2 * job.loss.at_loss * logits / t.moved;
  sum.head += products * product;
  sum.streamed += loss + times * 2 * job.loss.at_gradient * logits / t.moved;
  sum.tensor += times * 2 * t.tensor_gather;
  all.forward += product + loss + times * t.tensor_gather;
  all.weights += (products - 2) * product;
}

// Parameters of a rank that are alike on the same replicas: those that it holds, and of them those that it trains.
struct alike_parameters {
  double held = 0;
  double trained = 0;
};

// The sums of those, by which the slowest stage is found, and what its rank exchanges with replicas.
struct stage_sums {
  double once = 0;
  double again = 0;
  double forward = 0;
  double weights = 0;
  alike_parameters dense{};    // alike on all replicas
  alike_parameters experts{};  // on fewer

  constexpr stage_sums() = default;
  constexpr stage_sums(const stage_seconds& of, const training_job& job, const rank_parameters& n)
      : once(of.once.total()), again(of.again.total()), forward(of.forward), weights(of.weights),
        dense{n.products + n.others, n.products + n.others}, experts{n.experts, n.experts} {
    if (job.adapters.rank == 0) return;
    dense = {dense.held + n.adapters, n.adapters};
    experts = {experts.held + n.expert_adapters, n.expert_adapters};
  }
  constexpr void add(const stage_sums& part, double times, double times_again) {
    once += times * part.once;
    again += times_again * part.again;
    forward += times * part.forward;
    weights += times * part.weights;
    dense.held += times * part.dense.held;
    dense.trained += times * part.dense.trained;
    experts.held += times * part.experts.held;
    experts.trained += times * part.experts.trained;
  }
};

// Room for a part that is not made yet: to fill those of kinds that a model has no layers of takes a twentieth of an estimate.
template <class Seconds>
union unmade {
  Seconds value;
  constexpr unmade() {}
};

// What stages are made of: a layer of each kind, and the ends of the model.
template <class Seconds>
struct stage_parts {
  std::size_t kinds;  // places up to the last in use
  std::array<unmade<Seconds>, max_layer_kinds> of_kind;
  Seconds first{};
  Seconds last{};

  constexpr explicit stage_parts(std::size_t up_to) : kinds(up_to) {}
  constexpr const Seconds& operator[](std::size_t kind) const { return of_kind[kind].value; }
  template <class... From>
  constexpr Seconds& make(std::size_t kind, const From&... from) {
    return *std::construct_at(&of_kind[kind].value, from...);
  }
};

// Adds a stage, so many times; its layers, so many times.
template <class Seconds>
constexpr double add_stage(Seconds& sum, double times, const training_job& job, const stage_parts<Seconds>& parts, const stage_layers& holds) {
  const double again = job.recompute.kind == recompute::none ? 0 : share_again(job, holds.total());
  double all = 0;
  for (std::size_t kind = 0; kind < parts.kinds; ++kind)
    if (holds.of_kind[kind] > 0) {
      const double layers = times * static_cast<double>(holds.of_kind[kind]);
      sum.add(parts[kind], layers, again * layers);
      all += layers;
    }
  if (holds.first) sum.add(parts.first, times, times);
  if (holds.last) sum.add(parts.last, times, times);
  return all;
}

// The layers of modules that predict further tokens, on the last stage.
template <class Seconds>
constexpr void add_predicting(stage_parts<Seconds>& parts, const training_job& job) {
  if (!job.with_predicting) return;
  const auto modules = static_cast<double>(job.model.predicts.modules);
  for (const char letter : job.model.predicts.order)
    if (const std::size_t kind = job.model.place_of(letter); kind < max_layer_kinds && job.model.layers[kind].how_many > 0)
      parts.last.add(parts[kind], modules, modules);
}

// Of a stage.
constexpr paired_seconds paired_on(const training_job& job, const stage_parts<stage_seconds>& parts, const stage_layers& holds, double share,
                                   const step_settings& as, const step_constants& by) {
  stage_parts<paired_seconds> paired(parts.kinds);
  for (std::size_t kind = 0; kind < parts.kinds; ++kind)
    if (const layer& l = job.model.layers[kind]; l.how_many > 0)
      paired.make(kind) = paired_passes(parts[kind], share, host_seconds(job, l, as, by), host_again(job, l, as, by));
  add_predicting(paired, job);
  paired_seconds sum;
  add_stage(sum, 1, job, paired, holds);
  return sum;
}

constexpr void add_ends(stage_parts<stage_seconds>& parts, const training_job& job, double vocabulary, const step_terms& t) {
  // Rows of the embedding are read and written, and their gradients added.
  parts.first.once.streamed = 8 * t.tokens * static_cast<double>(job.model.hidden) / t.moved;
  parts.first.once.tensor = t.tensor_gather;
  add_head(parts.last, job, vocabulary, t);
  add_predicting(parts, job);
}

// Copies of what a stage holds, so many GPUs apart. DualPipe's second half of them is at the other end of the pipeline: a step waits for
// the stages that lie farthest apart, the first and the last. Each half has a last domain: that of the first is taken as full, with ranks that there are not.
constexpr ranks copies_on(const parallelism& p, count copies, count apart, const fabric& over) {
  if (p.stages_held() == 1) return spread(copies, apart, over);
  if (p.gpus() <= over.domain_gpus) return {copies, copies};
  const ranks half = spread(copies / 2, apart, over);
  return {copies + half.in_domain - half.in_last_domain(), half.in_domain};
}

// Of copies of what is alike on them, neighbours that share out state, and what they exchange by: among those (a gather or a scatter, or the sum of
// what nobody shares out), and with the others that have the same share (its sum).
struct copies_of_state {
  count copies = 1;
  double sharing = 1;
  ring_path neighbours{};
  ring_path others{};
};

constexpr ring_path ring_among(collective which, const ranks& who, const fabric& over) {
  return who.gpus > 1 ? ring_of(which, rates_of(who, over), over) : ring_path{};
}

constexpr copies_of_state copies_sharing(const training_job& job, count copies, count shared_by, count apart, const fabric& over) {
  const parallelism& p = job.parallelism;
  copies_of_state of{.copies = copies};
  if (job.sharding == sharding::none) {
    of.neighbours = ring_among(collective::all_reduce, copies_on(p, copies, apart, over), over);
    return of;
  }
  of.sharing = static_cast<double>(shared_by);
  if (copies == 1) return of;
  const bool share_all = shared_by >= copies;
  of.neighbours = ring_among(collective::all_gather, share_all ? copies_on(p, copies, apart, over) : spread(shared_by, apart, over), over);
  if (!share_all)
    of.others = ring_among(collective::all_reduce, copies_on(p, ceil_of(copies, shared_by), multiply(apart, shared_by), over), over);
  return of;
}

// Of what is alike on all replicas, and of experts.
struct replicas_of_state {
  copies_of_state dense{};
  copies_of_state experts{};
  double gradient = 0;  // bytes of each that is exchanged
  double weight = 0;
  double share_hidden = 0;  // of what goes on beside computation
  double optimizer = 0;     // seconds of a parameter
};
constexpr replicas_of_state replicas_sharing(const training_job& job, const step_rates& on, bool of_experts) {
  const parallelism& p = job.parallelism;
  replicas_of_state of{.gradient = bits(job.formats.gradients) / 8.0,
                       .weight = (job.formats.products_primary ? bits(on.products.format) : 16) / 8.0};
  of.dense = copies_sharing(job, p.replicas(), job.sharing(), p.tensor, on.links);
  if (of_experts)
    of.experts = copies_sharing(job, p.expert_replicas(), job.experts_sharing(), multiply(p.expert, p.experts_tensor()), on.links);
  return of;
}

// What a stage exchanges in every micro-batch, and besides with the last one.
struct exchanged {
  double always = 0;
  double once = 0;
};

// What replicas exchange of parameters that are alike on them: gradients are summed, and what is shared out is gathered again, layer by
// layer, among those that share it; a sum is then added to those of the others that hold the same share. Gradients that are shared out have
// no room to wait in, and are summed in each of a stage's micro-batches; weights that are, frozen ones too, are gathered twice in each. All
// else is exchanged once, with the last micro-batch.
constexpr void add_exchanged(exchanged& sum, const training_job& job, const alike_parameters& n, const copies_of_state& by, const replicas_of_state& all,
                             double layers, const step_settings& as) {
  const double gathered = job.sharding == sharding::weights ? n.held : n.trained;
  if (!(gathered > 0)) return;
  const double gradient = all.gradient * n.trained;
  double scatter = by.neighbours.takes(gradient, layers);
  if (job.sharding == sharding::none) {
    sum.once += scatter;
    return;
  }
  const double of_shards = by.others.per_byte > 0 ? by.others.takes(gradient / by.sharing, layers) : 0;
  const double gather = by.neighbours.takes(all.weight * gathered, layers);
  if (job.sharding < sharding::gradients) {
    sum.once += scatter + of_shards + gather;
    return;
  }
  (as.sums_shards_once ? sum.once : scatter) += of_shards;
  sum.always += scatter;
  (job.sharding == sharding::weights ? sum.always : sum.once) += (job.sharding == sharding::weights ? 2 : 1) * gather;
}

// What replicas exchange of a stage, beside one micro-batch at a time.
struct stage_exchange {
  double each = 0;  // exposed, in every micro-batch
  double each_hidden = 0;
  double once = 0;  // and behind the last one
  double once_hidden = 0;
  double optimizer = 0;

  constexpr double after() const { return once + optimizer; }
};
constexpr stage_exchange exchanged_by(const training_job& job, const stage_sums& holds, double held_layers, const replicas_of_state& among, double beside, const step_settings& as) {
  const double layers = held_layers > 0 ? held_layers : 1;
  exchanged all;
  if (among.dense.copies > 1) add_exchanged(all, job, holds.dense, among.dense, among, layers, as);
  if (among.experts.copies > 1) add_exchanged(all, job, holds.experts, among.experts, among, layers, as);
  const double each_hidden = among.share_hidden * math::smaller(all.always, beside);
  const double once_hidden = among.share_hidden * math::smaller(all.always + all.once, beside) - each_hidden;
  const double optimized = holds.dense.trained / among.dense.sharing + holds.experts.trained / among.experts.sharing;
  return {all.always - each_hidden, each_hidden, all.once - once_hidden, once_hidden, among.optimizer * optimized};
}

// What the first and the last stage sum of an embedding that both hold, for a tied head or for what predicts: each has the gradient of its own
// use. Once a step, when each has summed its replicas', of what it holds of gradients; nothing is left to go on beside it. DualPipe's ranks hold both ends.
constexpr double tied_seconds(const training_job& job, const rank_layers& layers, const step_rates& on) {
  const parallelism& p = job.parallelism;
  if (!(layers.copied_head.others > 0) || p.pipeline == 1 || p.stages_held() > 1 || job.adapters.rank > 0) return 0;
  const double held = layers.copied_head.others / static_cast<double>(job.sharding >= sharding::gradients ? job.sharing() : 1);
  return seconds_for(collective::all_reduce, bits(job.formats.gradients) / 8.0 * held, {2, p.gpus() <= on.links.domain_gpus ? 2 : 1}, on.links);
}

// What the optimizer reads and writes of a parameter: its state, the gradient and the weight, which it reads where it has no copy of it.
constexpr double optimizer_seconds(const training_job& job, const step_terms& t) {
  const precision weights = job.formats.weights;
  const double each = 2 * bytes_per_parameter(job.optimizer, weights) + bits(job.formats.gradients) / 8.0 +
                      (copies_weights(job.optimizer, weights) ? 1 : 2) * (bits(weights) / 8.0);
  return each / t.moved;
}

// Of a GPU that computes slower than the others, all its computing takes longer, and what others do meanwhile is to wait; a pipeline goes at
// the pace of its stage.
constexpr void add_losses(step_schedule& to, const step_settings& as) {
  using enum step_part;
  constexpr std::array computing{projections, networks, experts, head, attention, recurrence, memory_bound, casts, recomputation, optimizer};
  double computed = 0;
  for (const step_part each : computing) computed += in_seconds(to[each].exposed);
  to[waiting].exposed = seconds((as.slowest_gpu - 1) * computed + in_seconds(as.jitter));
  if (in_seconds(as.checkpoint_interval) > 0)
    to[checkpoints].exposed = seconds(in_seconds(to.total()) * in_seconds(as.checkpoint_stall) / in_seconds(as.checkpoint_interval));
}

// Of a job that can be, on machines that link its ranks.
constexpr step_schedule schedule_of(const training_job& job, const rank_layers& layers, const step_rates& on, const step_settings& as,
                                            const step_constants& by) {
  const parallelism& p = job.parallelism;
  const count gpus = p.gpus();
  const step_terms t = step_terms_of(job, on, as, by);
  stage_parts<stage_seconds> parts(layers.kinds);
  stage_parts<stage_sums> sums(layers.kinds);
  const double pairs = job.parallelism.expert <= 1 ? 0
                       : as.overlaps_experts && p.schedule == pipeline_schedule::one_forward_one_backward
                           ? paired_share_of_1f1b(p.pipeline, p.virtual_stages, job.micro_batches)
                           : paired_share(p.schedule, p.pipeline, job.micro_batches);
  layer_seconds mixing;
  std::size_t mixing_kind = max_layer_kinds;
  for (std::size_t kind = 0; kind < layers.kinds; ++kind) {
    const layer& l = job.model.layers[kind];
    if (l.how_many == 0) continue;
    if (mixing_kind != layers.mixes_as[kind]) {
      if (mixing_kind < max_layer_kinds) mixing = {};
      mixing_kind = layers.mixes_as[kind];
      add_mixing_products(mixing, job, l, t);
    }
    const layer_seconds passes = layer_seconds_of(job, l, on, t, as, by, mixing);
    stage_seconds& part = parts.make(kind);
    part.once = passes.forward;
    part.once.add(passes.backward, 1);
    if (job.recompute.kind != recompute::none) part.again = passes.again;
    part.forward = passes.forward.total();
    part.weights = passes.weights;
    sums.make(kind, part, job, layers.of_kind[kind]);
  }
  add_ends(parts, job, layers.vocabulary, t);
  sums.first = stage_sums(parts.first, job, layers.first);
  sums.last = stage_sums(parts.last, job, layers.last);
  if (layers.copied_head.others > 0 && p.pipeline > 1 && p.stages_held() == 1)
    sums.last.add(stage_sums({}, job, layers.copied_head), 1, 1);

  layer_shares shares = shares_of(layers.layers, p);
  shares.only_kind = layers.only_kind;
  stage_seconds slowest;  // or, of balanced stages, the mean
  paired_seconds beside_slowest;
  stage_layers of_slowest;
  stage_sums of_stages;
  double most = 0;
  // Of those of a replica, what each stage of a rank gets.
  const double micro_batches = static_cast<double>(job.micro_batches) / static_cast<double>(p.stages_held());
  uneven_stages chains(p.pipeline, job.micro_batches);
  const bool is_1f1b = p.schedule == pipeline_schedule::one_forward_one_backward && p.virtual_stages == 1 && !as.balanced_stages;
  replicas_of_state replicas = replicas_sharing(job, on, t.has_experts);
  replicas.share_hidden = !as.overlaps_data ? 0 : 1 - (job.sharding == sharding::weights ? by.exposed : by.data_exposed);
  replicas.optimizer = optimizer_seconds(job, t);
  stage_exchange data;  // of the slowest
  step_schedule made;
  for (count stage = 0, alike = 1; stage < p.pipeline; stage += alike) {
    alike = alike_from(job.model, p, shares, stage);
    const stage_layers holds = layers_of_stage(job.model, p, shares, stage);
    stage_sums one;
    const double held_layers = add_stage(one, 1, job, sums, holds);
    double takes = one.once + one.again;
    double saved = 0;
    if (pairs > 0) {
      const paired_seconds beside = paired_on(job, parts, holds, pairs, as, by);
      saved = beside.saved();
      if (as.balanced_stages) beside_slowest.add(beside, static_cast<double>(alike) / static_cast<double>(p.pipeline), 0);
    }
    const stage_exchange exchange = exchanged_by(job, one, held_layers, replicas, takes - saved, as);
    if (p.pipeline > 1) takes += exchange.each;
    const double many = static_cast<double>(alike);
    if (is_1f1b) chains.add(one.forward, takes - one.forward, alike, micro_batches * saved, exchange.after());
    else of_stages.add(one, many, many);
    takes -= saved;
    if (as.balanced_stages) add_stage(slowest, many / static_cast<double>(p.pipeline), job, parts, holds);
    if (stage > 0 && !(takes > most)) continue;
    most = takes;
    data = exchange;
    of_slowest = holds;
    made.slowest_stage = stage;
  }
  if (!as.balanced_stages) {
    add_stage(slowest, 1, job, parts, of_slowest);
    if (pairs > 0) beside_slowest = paired_on(job, parts, of_slowest, pairs, as, by);
  }

  const double late = 1 + by.monthly * as.months;
  const auto put = [&](step_part part, double exposed) { made[part].exposed = seconds(exposed * late); };
  const auto put_both = [&](step_part part, double exposed, double hidden) { made[part] = {seconds(exposed * late), seconds(hidden * late)}; };
  const step_seconds& s = slowest.once;
  const step_seconds& again = slowest.again;
  put(step_part::projections, micro_batches * s.projections);
  put(step_part::networks, micro_batches * s.networks);
  put(step_part::experts, micro_batches * s.experts);
  put(step_part::head, micro_batches * s.head);
  put(step_part::attention, micro_batches * s.attention);
  put(step_part::recurrence, micro_batches * s.recurrence);
  put(step_part::memory_bound, micro_batches * s.streamed);
  put(step_part::casts, micro_batches * s.casts);
  put(step_part::recomputation, micro_batches * again.computed());
  put(step_part::launches, micro_batches * s.launches);
  put(step_part::host, micro_batches * (s.host + again.host + beside_slowest.waited));
  put_both(step_part::tensor_parallel, micro_batches * (s.tensor + again.tensor), micro_batches * (s.tensor_hidden + again.tensor_hidden));
  put_both(step_part::context_parallel, micro_batches * (s.context + again.context),
      micro_batches * (s.context_hidden + again.context_hidden));
  const double exchange = micro_batches * (s.exchange + again.exchange);
  const double hidden_exchange = micro_batches * beside_slowest.hidden;
  put_both(step_part::expert_parallel, exchange - hidden_exchange, hidden_exchange);

  const double computed = micro_batches * (slowest.total() - beside_slowest.saved());
  if (p.pipeline > 1) {
    if (is_1f1b) {
      put(step_part::bubble, chains.takes() - data.after() - micro_batches * most);
    } else {
      const double stages = static_cast<double>(p.pipeline * p.stages_held());
      const stage_passes mean_stage{.forward = seconds(of_stages.forward / stages),
                                    .backward = seconds((of_stages.once + of_stages.again - of_stages.forward) / stages),
                                    .weights = seconds(of_stages.weights / stages)};
      put(step_part::bubble, in_seconds(pipeline_bubble(p.schedule, p.pipeline, p.virtual_stages, job.micro_batches, mean_stage)));
    }
    // A stage sends its outputs on and gets gradients back; with virtual stages and with DualPipe that goes on beside the next.
    const count apart = multiply(multiply(p.tensor, p.context), p.data);
    const double rate = send_rate(multiply(apart, p.pipeline), on.links);
    const double sent = 2 * t.divided * static_cast<double>(job.model.hidden) / rate;
    const double sends = 2 * static_cast<double>(multiply(job.micro_batches, p.virtual_stages)) * sent;
    const bool is_exposed = p.virtual_stages == 1 && p.stages_held() == 1;
    const double hidden = is_exposed ? 0 : math::smaller(sends, computed);
    put_both(step_part::stages, sends - hidden + tied_seconds(job, layers, on), hidden);
  }

  if (as.balanced_stages) {
    stage_sums held;
    const double held_layers = add_stage(held, 1, job, sums, of_slowest);
    data = exchanged_by(job, held, held_layers, replicas, computed / micro_batches, as);
  }
  put_both(step_part::data_parallel, micro_batches * data.each + data.once, micro_batches * data.each_hidden + data.once_hidden);
  put(step_part::optimizer, data.optimizer);
  if (gpus > 1) put(step_part::every_step, in_seconds(by.step));
  if (as.slowest_gpu > 1 || in_seconds(as.jitter) > 0 || in_seconds(as.checkpoint_interval) > 0) add_losses(made, as);
  made.gpus = gpus;
  made.tokens = multiply(job.global_batch(), job.sequence);
  return made;
}

// What is asked, as which a figure makes its value in place: it is large.
struct asked_schedule {
  const training_job& job;
  const rank_layers& layers;
  const step_rates& on;
  const step_settings& as;
  const step_constants& by;

  constexpr operator step_schedule() const { return schedule_of(job, layers, on, as, by); }
};
constexpr figure<step_schedule> estimated(const asked_schedule& asked) {
  figure<step_schedule> found(asked);
  found.basis = basis::estimated;
  found.from = asked.job.model.from;
  found.note = asked.job.model.leaves_out;
  if (!(in_seconds(found.known()->total()) <= std::numeric_limits<double>::max()))
    found = figure<step_schedule>(unknown).noted("what the machine and the settings say makes its time no finite number");
  return found;
}

}  // namespace detail

// The time of a step on machines of those rates. Unknown at run time where the job contradicts itself, with the reason as
// the note; in a constant expression that does not compile. Always an estimate.
// Of layers made before, for many jobs.
constexpr figure<step_schedule> step_time(const training_job& job, const rank_layers& layers, const step_rates& on,
                                          const step_settings& as = usual_step, const step_constants& by = measured_steps) {
  if (const auto why = detail::contradiction(job, layers); detail::is_refused_job(why))
    return detail::not_of_model<step_schedule>(why);
  const count gpus = job.parallelism.gpus();
  if (gpus > 1 && !on.unlinked.empty()) return figure<step_schedule>(unknown).noted(on.unlinked);
  if (gpus > on.links.domain_gpus && !(in_bytes_per_second(on.links.scale_out.one_direction) > 0))
    return figure<step_schedule>(unknown).noted("its ranks exchange over a scale-out network, and the bandwidth of the machine's is not known");
  return detail::estimated({job, layers, on, as, by});
}

constexpr figure<step_schedule> step_time(const training_job& job, const step_rates& on, const step_settings& as = usual_step,
                                          const step_constants& by = measured_steps) {
  return step_time(job, layers_on_rank(job), on, as, by);
}

// The same on machines of the catalogue, or of your own.
constexpr figure<step_schedule> step_time(const training_job& job, const machine& on, const step_settings& as = usual_step,
                                          const step_constants& by = measured_steps) {
  const figure<step_rates> rates = step_rates_of(on, job.formats, by);
  if (!rates.is_known()) return figure<step_schedule>(unknown).noted(rates.note);
  figure<step_schedule> found = step_time(job, detail::held(rates), as, by);
  if (found.is_known() && found.note.empty()) found.note = rates.note;
  return found;
}

}  // namespace headroom
