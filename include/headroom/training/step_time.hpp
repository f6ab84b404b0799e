// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <limits>
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

// The sums of those, by which the slowest stage is found.
struct stage_sums {
  double once = 0;
  double again = 0;
  double forward = 0;
  double weights = 0;

  constexpr stage_sums() = default;
  constexpr explicit stage_sums(const stage_seconds& of) : once(of.once.total()), again(of.again.total()), forward(of.forward), weights(of.weights) {}
  constexpr void add(const stage_sums& part, double times, double times_again) {
    once += times * part.once;
    again += times_again * part.again;
    forward += times * part.forward;
    weights += times * part.weights;
  }
};

// What stages are made of: a layer of each kind, and the ends of the model.
template <class Seconds>
struct stage_parts {
  std::size_t kinds = 0;  // places up to the last in use
  std::array<Seconds, max_layer_kinds> of_kind{};
  Seconds first{};
  Seconds last{};
};

// Adds a stage, so many times.
template <class Seconds>
constexpr void add_stage(Seconds& sum, double times, const training_job& job, const stage_parts<Seconds>& parts, const stage_layers& holds) {
  const double again = job.recompute.kind == recompute::none ? 0 : share_again(job, holds.total());
  for (std::size_t kind = 0; kind < parts.kinds; ++kind)
    if (holds.of_kind[kind] > 0) {
      const double layers = times * static_cast<double>(holds.of_kind[kind]);
      sum.add(parts.of_kind[kind], layers, again * layers);
    }
  if (holds.first) sum.add(parts.first, times, times);
  if (holds.last) sum.add(parts.last, times, times);
}

// The layers of modules that predict further tokens, on the last stage.
template <class Seconds>
constexpr void add_predicting(stage_parts<Seconds>& parts, const training_job& job) {
  if (!job.with_predicting) return;
  const auto modules = static_cast<double>(job.model.predicts.modules);
  for (const char letter : job.model.predicts.order)
    if (const std::size_t kind = job.model.place_of(letter); kind < max_layer_kinds) parts.last.add(parts.of_kind[kind], modules, modules);
}

// Of a stage.
constexpr paired_seconds paired_on(const training_job& job, const stage_parts<stage_seconds>& parts, const stage_layers& holds, double share,
                                   const step_settings& as, const step_constants& by) {
  stage_parts<paired_seconds> paired{.kinds = parts.kinds};
  for (std::size_t kind = 0; kind < parts.kinds; ++kind)
    if (const layer& l = job.model.layers[kind]; l.how_many > 0)
      paired.of_kind[kind] = paired_passes(parts.of_kind[kind], share, host_seconds(job, l, as, by), host_again(job, l, as, by));
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

// Parameters of a rank that are alike on the same replicas: those that it holds, and of them those that it trains.
struct alike_parameters {
  double held = 0;
  double trained = 0;
};

// Of the rank of a stage: alike on all replicas, and of experts on fewer.
struct stage_parameters {
  alike_parameters dense{};
  alike_parameters experts{};
};
constexpr stage_parameters parameters_of(const training_job& job, const rank_layers& layers, const stage_layers& holds) {
  rank_parameters n;
  for (std::size_t kind = 0; kind < layers.kinds; ++kind)
    if (holds.of_kind[kind] > 0) n.add(layers.of_kind[kind], static_cast<double>(holds.of_kind[kind]));
  if (holds.first) n.add(layers.first, 1);
  if (holds.last) n.add(layers.last, 1);
  if (holds.last && !holds.first) n.add(layers.copied_head, 1);
  const double dense = n.products + n.others;
  if (job.adapters.rank > 0) return {{dense + n.adapters, n.adapters}, {n.experts + n.expert_adapters, n.expert_adapters}};
  return {{dense, dense}, {n.experts, n.experts}};
}

// Copies of what a stage holds, so many GPUs apart. DualPipe's second half of them is at the other end of the pipeline: a step waits for
// the stages that lie farthest apart, the first and the last.
constexpr ranks copies_on(const parallelism& p, count copies, count apart, const fabric& over) {
  if (p.stages_held() == 1) return spread(copies, apart, over);
  return {copies, p.gpus() <= over.domain_gpus ? copies : spread(copies / 2, apart, over).in_domain};
}

// Copies, neighbours among which share out state, and those that have the same share.
struct alike_ranks {
  ranks sharing{};
  ranks same{};
};
constexpr alike_ranks alike_on(const parallelism& p, count copies, count shared_by, count apart, const fabric& over) {
  if (shared_by >= copies) return {copies_on(p, copies, apart, over), {}};
  return {spread(shared_by, apart, over), copies_on(p, ceil_of(copies, shared_by), multiply(apart, shared_by), over)};
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
constexpr exchanged data_seconds(const training_job& job, const alike_parameters& n, const alike_ranks& who, const step_rates& on, double layers,
                                 const step_settings& as) {
  const double gathered = job.sharding == sharding::weights ? n.held : n.trained;
  if (!(gathered > 0)) return {};
  const double gradient = bits(job.formats.gradients) / 8.0 * n.trained;
  const double weight = (job.formats.products_primary ? bits(on.products.format) : 16) / 8.0 * gathered;
  const auto many = [&](collective which, double all, const ranks& among) { return layers * seconds_for(which, all / layers, among, on.links); };
  double always = 0;
  double once = 0;
  if (job.sharding == sharding::none) {
    once = many(collective::all_reduce, gradient, who.sharing);
  } else {
    double scatter = many(collective::reduce_scatter, gradient, who.sharing);
    const double of_shards = many(collective::all_reduce, gradient / static_cast<double>(who.sharing.gpus), who.same);
    const double gather = many(collective::all_gather, weight, who.sharing);
    if (job.sharding < sharding::gradients) {
      once = scatter + of_shards + gather;
    } else {
      (as.sums_shards_once ? once : scatter) += of_shards;
      always = scatter;
      (job.sharding == sharding::weights ? always : once) += (job.sharding == sharding::weights ? 2 : 1) * gather;
    }
  }
  return {always, once};
}

// What replicas exchange of a stage, beside one micro-batch at a time, and the parameters whose state its rank has.
struct stage_exchange {
  double exposed = 0;
  double hidden = 0;
  double each = 0;  // of what is exposed, in every micro-batch
  double optimized = 0;
};
constexpr stage_exchange exchanged_by(const training_job& job, const rank_layers& layers, const stage_layers& holds, const step_rates& on,
                                      double micro_batches, double beside, const step_settings& as, const step_constants& by) {
  const parallelism& p = job.parallelism;
  const stage_parameters n = parameters_of(job, layers, holds);
  const double held_layers = static_cast<double>(holds.total() > 0 ? holds.total() : 1);
  stage_exchange sum;
  exchanged all;
  const auto add = [&](const alike_parameters& alike, count copies, count sharing, count apart) {
    sum.optimized += job.sharding == sharding::none ? alike.trained : alike.trained / static_cast<double>(sharing);
    if (copies <= 1) return;
    const alike_ranks who = alike_on(p, copies, job.sharding == sharding::none ? copies : sharing, apart, on.links);
    const exchanged one = data_seconds(job, alike, who, on, held_layers, as);
    all.always += one.always;
    all.once += one.once;
  };
  add(n.dense, p.replicas(), job.sharing(), p.tensor);
  if (n.experts.held > 0) add(n.experts, p.expert_replicas(), job.experts_sharing(), multiply(p.expert, p.experts_tensor()));
  const double waited_for = job.sharding == sharding::weights ? by.exposed : by.data_exposed;
  const double share_hidden = as.overlaps_data ? 1 - waited_for : 0;
  const double each_hidden = share_hidden * math::smaller(all.always, beside);
  sum.hidden = (micro_batches - 1) * each_hidden + share_hidden * math::smaller(all.always + all.once, beside);
  sum.exposed = micro_batches * all.always + all.once - sum.hidden;
  sum.each = all.always - each_hidden;
  return sum;
}

// What the first and the last stage sum of an embedding that both hold, for a tied head or for what predicts: each has the gradient of its own use. Once a step, when
// each has summed its replicas', of what it holds of gradients; nothing is left to go on beside it. DualPipe's ranks hold both ends.
constexpr double tied_seconds(const training_job& job, const rank_layers& layers, const step_rates& on) {
  const parallelism& p = job.parallelism;
  if (!(layers.copied_head.others > 0) || p.pipeline == 1 || p.stages_held() > 1 || job.adapters.rank > 0) return 0;
  const double held = layers.copied_head.others / static_cast<double>(job.sharding >= sharding::gradients ? job.sharing() : 1);
  return seconds_for(collective::all_reduce, bits(job.formats.gradients) / 8.0 * held, {2, p.gpus() <= on.links.domain_gpus ? 2 : 1}, on.links);
}

// What the optimizer reads and writes: its state, gradients and weights, which it reads where it has no copy of them.
constexpr double optimizer_seconds(const training_job& job, double parameters, const step_terms& t) {
  const precision weights = job.formats.weights;
  const double each = 2 * bytes_per_parameter(job.optimizer, weights) + bits(job.formats.gradients) / 8.0 +
                      (copies_weights(job.optimizer, weights) ? 1 : 2) * (bits(weights) / 8.0);
  return each * parameters / t.moved;
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

}  // namespace detail

// The time of a step on machines of those rates. Unknown at run time where the job contradicts itself, with the reason as
// the note; in a constant expression that does not compile. Always an estimate.
// Of layers made before, for many jobs.
constexpr figure<step_schedule> step_time(const training_job& job, const rank_layers& layers, const step_rates& on,
                                          const step_settings& as = usual_step, const step_constants& by = measured_steps) {
  if (const auto why = detail::contradiction(job, layers); detail::is_refused_job(why))
    return detail::not_of_model<step_schedule>(why);
  const parallelism& p = job.parallelism;
  const count gpus = p.gpus();
  if (gpus > 1 && !on.unlinked.empty()) return figure<step_schedule>(unknown).noted(on.unlinked);
  if (gpus > on.links.domain_gpus && !(in_bytes_per_second(on.links.scale_out.one_direction) > 0))
    return figure<step_schedule>(unknown).noted("its ranks exchange over a scale-out network, and the bandwidth of the machine's is not known");
  const detail::step_terms t = detail::step_terms_of(job, on, as, by);
  detail::stage_parts<detail::stage_seconds> parts{.kinds = layers.kinds};
  detail::stage_parts<detail::stage_sums> sums{.kinds = layers.kinds};
  const double pairs = job.parallelism.expert <= 1 ? 0
                       : as.overlaps_experts && p.schedule == pipeline_schedule::one_forward_one_backward
                           ? paired_share_of_1f1b(p.pipeline, p.virtual_stages, job.micro_batches)
                           : paired_share(p.schedule, p.pipeline, job.micro_batches);
  detail::layer_seconds mixing;
  std::size_t mixing_kind = max_layer_kinds;
  for (std::size_t kind = 0; kind < layers.kinds; ++kind) {
    const layer& l = job.model.layers[kind];
    if (l.how_many == 0) continue;
    if (mixing_kind != layers.mixes_as[kind]) {
      if (mixing_kind < max_layer_kinds) mixing = {};
      mixing_kind = layers.mixes_as[kind];
      detail::add_mixing_products(mixing, job, l, t);
    }
    const detail::layer_seconds passes = detail::layer_seconds_of(job, l, on, t, as, by, mixing);
    detail::stage_seconds& part = parts.of_kind[kind];
    part.once = passes.forward;
    part.once.add(passes.backward, 1);
    if (job.recompute.kind != recompute::none) part.again = passes.again;
    part.forward = passes.forward.total();
    part.weights = passes.weights;
    sums.of_kind[kind] = detail::stage_sums(part);
  }
  detail::add_ends(parts, job, layers.vocabulary, t);
  sums.first = detail::stage_sums(parts.first);
  sums.last = detail::stage_sums(parts.last);

  detail::layer_shares shares = detail::shares_of(layers.layers, p);
  shares.only_kind = layers.only_kind;
  detail::stage_seconds slowest;  // or, of balanced stages, the mean
  detail::paired_seconds beside_slowest;
  stage_layers of_slowest;
  detail::stage_sums of_stages;
  double most = 0;
  // Of those of a replica, what each stage of a rank gets.
  const double micro_batches = static_cast<double>(job.micro_batches) / static_cast<double>(p.stages_held());
  uneven_stages chains(p.pipeline, job.micro_batches);
  const bool is_1f1b = p.schedule == pipeline_schedule::one_forward_one_backward && p.virtual_stages == 1 && !as.balanced_stages;
  // What replicas exchange in every micro-batch makes a stage slower, and exchanges of experts that it hides do not.
  const bool exchanges_each = p.pipeline > 1 && job.sharding >= sharding::gradients;
  step_schedule made;
  for (count stage = 0, alike = 1; stage < p.pipeline; stage += alike) {
    alike = detail::alike_from(job.model, p, shares, stage);
    const stage_layers holds = detail::layers_of_stage(job.model, p, shares, stage);
    detail::stage_sums one;
    detail::add_stage(one, 1, job, sums, holds);
    double takes = one.once + one.again;
    double saved = 0;
    if (pairs > 0) {
      const detail::paired_seconds beside = detail::paired_on(job, parts, holds, pairs, as, by);
      saved = beside.saved();
      if (as.balanced_stages) beside_slowest.add(beside, static_cast<double>(alike) / static_cast<double>(p.pipeline), 0);
    }
    if (exchanges_each) takes += detail::exchanged_by(job, layers, holds, on, micro_batches, takes - saved, as, by).each;
    const double many = static_cast<double>(alike);
    if (is_1f1b) chains.add(one.forward, takes - one.forward, alike, micro_batches * saved);
    else of_stages.add(one, many, many);
    takes -= saved;
    if (as.balanced_stages) detail::add_stage(slowest, many / static_cast<double>(p.pipeline), job, parts, holds);
    if (stage > 0 && !(takes > most)) continue;
    most = takes;
    of_slowest = holds;
    made.slowest_stage = stage;
  }
  if (!as.balanced_stages) {
    detail::add_stage(slowest, 1, job, parts, of_slowest);
    if (pairs > 0) beside_slowest = detail::paired_on(job, parts, of_slowest, pairs, as, by);
  }

  const double late = 1 + by.monthly * as.months;
  double all = 0;
  const auto put = [&](step_part part, double exposed) {
    all += exposed;
    made[part].exposed = seconds(exposed * late);
  };
  const auto put_both = [&](step_part part, double exposed, double hidden) {
    all += exposed;
    made[part] = {seconds(exposed * late), seconds(hidden * late)};
  };
  const detail::step_seconds& s = slowest.once;
  const detail::step_seconds& again = slowest.again;
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
      put(step_part::bubble, chains.takes() - micro_batches * most);
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
    put_both(step_part::stages, sends - hidden + detail::tied_seconds(job, layers, on), hidden);
  }

  const detail::stage_exchange data = detail::exchanged_by(job, layers, of_slowest, on, micro_batches, computed / micro_batches, as, by);
  put_both(step_part::data_parallel, data.exposed, data.hidden);
  put(step_part::optimizer, detail::optimizer_seconds(job, data.optimized, t));
  if (gpus > 1) put(step_part::every_step, in_seconds(by.step));
  all *= late;
  if (as.slowest_gpu > 1 || in_seconds(as.jitter) > 0 || in_seconds(as.checkpoint_interval) > 0) {
    detail::add_losses(made, as);
    all = in_seconds(made.total());
  }
  if (!(all <= std::numeric_limits<double>::max()))
    return figure<step_schedule>(unknown).noted("what the machine and the settings say makes its time no finite number");
  made.gpus = gpus;
  made.tokens = multiply(job.global_batch(), job.sequence);
  figure<step_schedule> found = detail::of_model(job.model, made);
  found.basis = basis::estimated;
  return found;
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
