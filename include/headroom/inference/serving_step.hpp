// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/inference/serving_load.hpp>
#include <headroom/inference/serving_rates.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/math.hpp>
#include <headroom/model/operations.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/network/ranks.hpp>
#include <headroom/network/expert_exchange.hpp>
#include <headroom/time/gemm.hpp>
#include <headroom/units.hpp>

// How long a step of serving takes, by part: sequences that decode, and tokens of prompts that are read beside them. The formulas:
// docs/reference/inference/serving_step.md.
namespace headroom {

enum class serving_part {
  projections,      // products of what mixes tokens
  networks,         // products of dense networks, shared experts and routers
  experts,          // products of routed experts
  head,
  attention,        // with what it reads of the KV cache
  recurrence,
  memory_bound,     // what goes into products and comes out of them
  kernels,          // from one to the next
  tensor_parallel,
  expert_parallel,
  stages,           // what pipeline stages send each other
  host
};
inline constexpr std::size_t serving_part_count = 12;

constexpr std::string_view name(serving_part of) {
  constexpr std::array<std::string_view, serving_part_count> names{
      "projections", "networks", "experts",         "head",            "attention",      "recurrence",
      "memory-bound", "kernels", "tensor parallel", "expert parallel", "pipeline sends", "host"};
  return names[static_cast<std::size_t>(of)];
}

// What a replica does in one step, on each of its data-parallel ranks. Means, so not whole.
struct serving_batch {
  double sequences{};      // that decode
  double context{};        // tokens of each so far
  double prompt_tokens{};  // read
  count prompt{};          // tokens of each of the prompts that they are of
  count cached{};          // tokens of each that a prefix cache has, which are not read
  double tokens_each = 1;  // of a sequence that decodes: more than one where drafts are verified
};

// One part after the other: what the step takes of each, and what moving bytes alone would take of it.
struct serving_step {
  struct entry {
    duration time{};
    duration memory{};
  };
  std::array<entry, serving_part_count> parts{};

  constexpr const entry& operator[](serving_part of) const { return parts[static_cast<std::size_t>(of)]; }
  constexpr entry& operator[](serving_part of) { return parts[static_cast<std::size_t>(of)]; }
  constexpr duration total() const {
    duration sum{};
    for (const entry& each : parts) sum += each.time;
    return sum;
  }
};

namespace detail {

constexpr double products_compute(const served_products& of, double tokens, double rate, double wide_rate) {
  return tokens * (of.operations / rate + of.wide_operations / wide_rate);
}

// Tokens that one more of a sequence of such a length attends to, as tokens_attended.
constexpr double attended(const attention& a, double context) {
  double most = context;
  if (a.window > 0) most = math::smaller(most, static_cast<double>(a.window));
  if (a.chunk > 0) most = math::smaller(most, static_cast<double>(a.chunk));
  if (a.index.most_tokens > 0) most = math::smaller(most, static_cast<double>(a.index.most_tokens));
  return most;
}

// Rows of a grouped product's last tile that are empty on average: of tiles of 128, or of smaller ones for fewer rows.
constexpr double empty_rows_of(double rows) { return math::smaller(64, 8 + rows / 2); }

}  // namespace detail

// What a GPU of a replica does in a second, and what its messages wait: made once for many steps of a job on a machine.
struct serving_terms {
  double read{};   // bytes
  double moved{};  // bytes, of as many read as written
  double rate{};   // operations of the layers' products
  double wide_rate{};
  double experts_rate{};
  double wide_experts_rate{};
  double attention_rate{};
  double exponential{};     // seconds of one
  double experts_inputs{};  // that products of experts take the time of, beyond their own
  double traffic{};
  double experts_traffic{};
  double kernels{};           // seconds of a step, from one kernel to the next
  double all_reduce_start{};  // seconds of a step
  double all_reduce_token{};  // the same for each token of a rank
  double exchange_start{};
  double exchange_token{};    // of the rank whose experts have most
  double send_start{};
  double send_token{};
  double host{};
  double host_sequence{};
  double uneven{};  // twice the logarithm of the ranks that whole experts lie on
};

namespace detail {

// Seconds of an all-reduce of next to nothing, as NCCL does it.
constexpr double nccl_start(count tensor, const fabric& on) {
  const figure<collective_time> found = time_of(collective::all_reduce, bytes(1), packed(tensor, on), on);
  return found.is_known() ? in_seconds(found.known()->time) : 0;
}

}  // namespace detail

// Whether all of it is what times come of: rates to divide by, and seconds that end.
constexpr bool are_finite(const serving_terms& t) {
  for (const double rate : {t.read, t.moved, t.rate, t.wide_rate, t.experts_rate, t.wide_experts_rate, t.attention_rate})
    if (!is_rate(rate)) return false;
  for (const double takes : {t.exponential, t.experts_inputs, t.traffic, t.experts_traffic, t.kernels, t.all_reduce_start, t.all_reduce_token, t.exchange_start, t.exchange_token,
                             t.send_start, t.send_token, t.host, t.host_sequence, t.uneven})
    if (!(takes >= 0 && takes <= 1e30)) return false;
  return true;
}

constexpr serving_terms serving_terms_of(const serving_load& load, const serving_rates& on, const engine_time& engine,
                                         const serving_settings& as = usual_serving, const serving_constants& by = measured_servers) {
  serving_terms t;
  t.read = on.wide.read_rate();
  t.moved = on.wide.moved_rate();
  const double products = in_base_units(on.products.matrix) * on.products.sustained_share;
  const double wide = in_base_units(on.wide.matrix) * on.wide.sustained_share;
  t.rate = products;
  t.wide_rate = wide;
  t.experts_rate = products * by.experts;
  t.wide_experts_rate = wide * by.experts;
  t.experts_inputs = by.experts_inputs;
  t.attention_rate = on.wide.attention_rate();
  t.exponential = on.wide.exponential();
  t.traffic = by.traffic;
  t.experts_traffic = by.experts_traffic;
  t.kernels = (engine.kernels * load.kernels + load.block_casts) * in_seconds(as.without_graphs || engine.without_graphs ? by.launch : by.kernel);
  t.host = in_seconds(engine.step) / static_cast<double>(as.scheduler_steps);
  t.host_sequence = in_seconds(by.sequence) / static_cast<double>(as.stream_interval);
  const count ranks_all = load.gpus / load.stages;
  if (load.all_reduces > 0) {
    const lane_rates lane = rates_of(packed(load.tensor, on.links), on.links);
    const double rate = lane.domains > 1 ? math::smaller(lane.up, lane.fewest * lane.out) : lane.up;
    t.all_reduce_start = load.all_reduces * (in_seconds(by.all_reduce) + (lane.domains > 1 ? 2 * (lane.domains - 1) * lane.hop_out : 0));
    if (engine.by_nccl) t.all_reduce_start = load.all_reduces * detail::nccl_start(load.tensor, on.links);
    t.all_reduce_token = load.all_reduces * bus_factor(collective::all_reduce, load.tensor) * load.hidden_bytes / rate;
  }
  if (load.exchanges > 0) {
    const ranks who = packed(ranks_all, on.links);
    const lane_rates lane = rates_of(who, on.links);
    const expert_copies copies = copies_of({.experts = load.routed,
                                            .experts_per_token = load.routed_per_token,
                                            .groups = load.routed_groups,
                                            .groups_per_token = load.routed_groups_per_token},
                                           who);
    const double inside = copies.gpus * (1 - 1 / lane.g) / lane.up;
    const double across = lane.domains > 1 ? copies.on_adapter / lane.out : 0;
    t.exchange_start = load.exchanges * (in_seconds(by.exchange) + (lane.domains > 1 ? lane.hop_out : 0));
    // Of a token's hidden state a tensor rank sends its part.
    t.exchange_token = load.expert_load * load.exchanges * load.hidden_bytes / static_cast<double>(load.tensor) * math::larger(inside, across);
  }
  if (load.stages > 1) {
    const double sends = static_cast<double>(load.stages - 1);
    t.send_start = sends * in_seconds(by.all_reduce);
    t.send_token = sends * load.hidden_bytes / static_cast<double>(load.tensor) / send_rate(load.gpus, on.links);
  }
  if (load.whole_experts && ranks_all > 1) t.uneven = -2 * math::log_of_rest(1 - 1 / static_cast<double>(ranks_all));
  return t;
}

namespace detail {

// Experts of a layer that at least one of the tokens goes to, on the rank that has most of them: where ranks hold whole ones,
// they are as uneven as chance has it.
constexpr double experts_reached(const served_experts& e, double tokens, double uneven) {
  const double share = 1 - math::exponential(tokens * e.missed);
  const double mean = e.held * share;
  return math::smaller(e.held, mean + math::square_root(uneven * mean * (1 - share)));
}

struct step_seconds_of_serving {
  std::array<double, serving_part_count> time{};
  std::array<double, serving_part_count> memory{};

  constexpr void put(serving_part part, double moving, double compute) {
    memory[static_cast<std::size_t>(part)] = moving;
    time[static_cast<std::size_t>(part)] = overlapped(moving, compute);
  }
  constexpr void put(serving_part part, double took) { time[static_cast<std::size_t>(part)] = took; }
  constexpr void put_moving(serving_part part, double moving) { memory[static_cast<std::size_t>(part)] = time[static_cast<std::size_t>(part)] = moving; }
  constexpr void add(const step_seconds_of_serving& more, double times) {
    for (std::size_t i = 0; i < serving_part_count; ++i) {
      time[i] += times * more.time[i];
      memory[i] += times * more.memory[i];
    }
  }
  constexpr double total() const {
    double sum = 0;
    for (const double each : time) sum += each;
    return sum;
  }
};

// What a step takes of a sequence and of a token, with so long contexts: counted once for many steps, of which each has its own
// number of both.
struct step_lines {
  struct product {
    double moving = 0;  // seconds, whatever the tokens
    double token = 0;
  };
  product projections{};
  product networks{};
  product head{};
  double moved = 0;          // bytes of a token
  double moved_sampled = 0;  // of one that is sampled
  double tokens_each = 1;    // of a sequence
  double sampled = 0;        // of a token of a prompt: only what follows its last token is asked for
  double cache = 0;          // seconds of a sequence
  double scores = 0;
  double of_prompt = 0;      // seconds of a token
  double state = 0;          // seconds of a sequence
  double recurrence = 0;     // of a token
};

// The mean over the tokens of a prompt behind those that are cached: what all of them see, less what these would have.
constexpr double mean_attended_behind(const attention& a, count cached, count prompt) {
  const double all = mean_tokens_attended(a, prompt);
  if (cached == 0) return all;
  return (static_cast<double>(prompt) * all - static_cast<double>(cached) * mean_tokens_attended(a, cached)) / static_cast<double>(prompt - cached);
}

// Of `batch` what is the same in all of the steps: contexts, and the length of prompts.
constexpr step_lines lines_of(const serving_load& load, const serving_batch& batch, const serving_terms& t) {
  const auto product = [&](const served_products& of) { return step_lines::product{of.weights / t.read, products_compute(of, 1, t.rate, t.wide_rate)}; };
  step_lines s{.projections = product(load.mixing), .networks = product(load.networks), .head = product(load.head)};
  s.moved = load.mixing.moved + load.networks.moved;
  s.moved_sampled = load.head.moved;
  s.tokens_each = batch.tokens_each;
  s.sampled = batch.prompt > 0 ? 1 / static_cast<double>(batch.prompt - batch.cached) : 0;
  for (const served_mixing& m : load.mixers) {
    if (m.layers == 0) continue;
    s.state += m.layers * 2 * m.state_bytes / t.read;
    s.recurrence += m.layers * m.state_operations / t.attention_rate;
    if (m.heads == 0) continue;
    const double pairs = attended(m.shape, batch.context);
    s.cache += m.layers * (pairs * m.token_bytes + batch.context * m.index_bytes) / t.read;
    s.scores += m.layers * batch.tokens_each * (pairs * m.pair_operations + batch.context * m.index_operations) / t.attention_rate;
    const double read = mean_attended_behind(m.shape, batch.cached, batch.prompt);
    const double seen = static_cast<double>(batch.cached + batch.prompt + 1) / 2;
    s.of_prompt += m.layers * ((read * m.prompt_operations + seen * m.index_operations) / t.attention_rate + read * m.heads * t.exponential);
  }
  return s;
}

constexpr step_seconds_of_serving seconds_of_step(const serving_load& load, const step_lines& of, double sequences, double prompt_tokens,
                                                  const serving_terms& t) {
  step_seconds_of_serving s;
  const double decoded = sequences * of.tokens_each;
  const double tokens = decoded + prompt_tokens;
  const double sampled = decoded + prompt_tokens * of.sampled;
  s.put(serving_part::projections, of.projections.moving, tokens * of.projections.token);
  s.put(serving_part::networks, of.networks.moving, tokens * of.networks.token);
  s.put(serving_part::head, of.head.moving, sampled * of.head.token);
  double moved = tokens * of.moved + sampled * of.moved_sampled;

  const double of_replica = tokens * static_cast<double>(load.data);
  const double of_fullest = of_replica * load.expert_load;  // as though all ranks had as many tokens as that whose experts have most
  double weights = 0;
  double compute = 0;
  double routed_moved = 0;
  for (const served_experts& e : load.experts) {
    if (load.routed == 0) break;
    if (e.layers == 0) continue;
    const double reached = experts_reached(e, of_replica, t.uneven);
    const double rows = of_fullest * e.per_token / e.experts * e.held / reached;
    weights += e.layers * reached * e.expert_bytes / t.read;
    compute += (1 + empty_rows_of(rows) / rows) * (1 + t.experts_inputs * e.per_input) *
               products_compute(e.of_token, of_fullest, t.experts_rate, t.wide_experts_rate);
    routed_moved += of_fullest * e.of_token.moved;
  }
  s.put(serving_part::experts, weights, compute);
  s.put(serving_part::attention, sequences * of.cache, sequences * of.scores);
  s.time[static_cast<std::size_t>(serving_part::attention)] += prompt_tokens * of.of_prompt;
  s.put(serving_part::recurrence, sequences * of.state + tokens * of.recurrence);
  s.memory[static_cast<std::size_t>(serving_part::recurrence)] = sequences * of.state;
  s.put_moving(serving_part::memory_bound, (t.traffic * moved + t.experts_traffic * routed_moved) / t.moved);
  s.put(serving_part::kernels, t.kernels);
  s.put(serving_part::tensor_parallel, t.all_reduce_start + tokens * t.all_reduce_token);
  s.put(serving_part::expert_parallel, t.exchange_start + tokens * t.exchange_token);
  s.put(serving_part::stages, t.send_start + tokens * t.send_token);
  s.put(serving_part::host, t.host + sequences * t.host_sequence);
  return s;
}

constexpr step_seconds_of_serving seconds_of_step(const serving_load& load, const serving_batch& batch, const serving_terms& t) {
  return seconds_of_step(load, lines_of(load, batch, t), batch.sequences, batch.prompt_tokens, t);
}

constexpr serving_step step_of_seconds(const step_seconds_of_serving& of) {
  serving_step made;
  for (std::size_t i = 0; i < serving_part_count; ++i) made.parts[i] = {seconds(of.time[i]), seconds(of.memory[i])};
  return made;
}

}  // namespace detail

// Of what was made before.
constexpr serving_step step_of(const serving_load& load, const serving_batch& batch, const serving_terms& terms) {
  return detail::step_of_seconds(detail::seconds_of_step(load, batch, terms));
}

}  // namespace headroom
