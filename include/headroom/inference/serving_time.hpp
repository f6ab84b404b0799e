// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/inference/fullest_batch.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/request_rate.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/inference/serving_load.hpp>
#include <headroom/inference/serving_rates.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_step.hpp>
#include <headroom/math.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/units.hpp>

// How long requests take where so many clients each send the next as the last is answered. The formulas:
// docs/reference/inference/serving_time.md.
namespace headroom {

// A replica of a job on a machine: made once for many loads.
struct serving_replica {
  serving_load load{};
  serving_terms terms{};
  serving_load draft{};  // of what drafts further tokens: the modules of the model, or another model; empty: nothing that takes time
  serving_terms draft_terms{};
  engine_time engine{};
  double cache_room{};     // bytes of KV cache on a rank of the fullest stage
  cache_admission admission{};  // of requests to that room
  count most_sequences{};  // at once, by the engine and the settings; 0: as many as memory holds
  count chunk{};           // tokens of prompts that a step reads at most
  double shared_prefix{};  // share of each sequence that a prefix cache holds once for all, and of its prompt, which is not read
  double drafted{};        // tokens of a step
  double accepted{};       // the chance of one where all before it were
};

// Means over all requests, in a steady state.
struct serving_result {
  duration first_token{};        // TTFT: from the request to its first token
  duration token{};              // TPOT: from one token of an answer to the next
  duration prefill{};            // to read a prompt, without waiting
  duration occupied{};           // that steps take longer for a prompt
  double sequences{};            // of the replica, decoding at once
  double most_sequences{};       // that its memory, engine and settings allow
  request_rate requests{};       // of the replica
  token_rate output{};           // of the replica
  token_rate output_per_gpu{};
  token_rate output_per_user{};
  serving_step step{};  // of decoding, as a sequence meets it
};

namespace detail {

// Bytes of a sequence's cache on a rank, of all stages together.
constexpr double cache_of_sequence(const serving_load& load, double tokens) {
  double sum = 0;
  for (const served_mixing& m : load.mixers) {
    if (m.layers == 0) continue;
    double kept = tokens;
    if (m.shape.window > 0) kept = math::smaller(kept, static_cast<double>(m.shape.window));
    if (m.shape.chunk > 0) kept = math::smaller(kept, static_cast<double>(m.shape.chunk));
    sum += m.layers * (m.state_bytes + kept * m.token_bytes + tokens * m.index_bytes);
  }
  return sum;
}

// Of these what is held once for all: a share of what all tokens are kept of.
constexpr double cache_of_prefix(const serving_load& load, double share, double tokens) {
  if (share == 0) return 0;
  double sum = 0;
  for (const served_mixing& m : load.mixers) {
    const bool keeps_all = (m.shape.window <= 0 || static_cast<double>(m.shape.window) >= tokens) && (m.shape.chunk <= 0 || static_cast<double>(m.shape.chunk) >= tokens);
    if (keeps_all) sum += m.layers * tokens * (m.token_bytes + m.index_bytes);
  }
  return share * sum;
}
constexpr double cache_of_prefix(const serving_replica& of, double tokens) { return cache_of_prefix(of.load, of.shared_prefix, tokens); }
constexpr double cache_of_own(const serving_replica& of, double tokens) { return cache_of_sequence(of.load, tokens) - cache_of_prefix(of, tokens); }

// Of a rank of the last stage, which holds what drafts keep beside its part: what all sequences have in common, and of each by itself.
struct rank_cache_of {
  double prefix = 0;
  double own = 0;
};
constexpr rank_cache_of cache_on_last_stage(const serving_replica& of, double tokens) {
  const auto held = [&](const serving_load& load) {
    const double prefix = cache_of_prefix(load, of.shared_prefix, tokens);
    return rank_cache_of{prefix / static_cast<double>(load.stages), (cache_of_sequence(load, tokens) - prefix) / static_cast<double>(load.stages)};
  };
  rank_cache_of made = held(of.load);
  if (of.draft.kernels == 0) return made;
  const rank_cache_of draft = held(of.draft);
  made.prefix += draft.prefix;
  made.own += draft.own;
  return made;
}

// Tokens of a prompt that a prefix cache has. Its last is read in any case: what follows it is asked for.
constexpr count cached_tokens(const serving_replica& of, count prompt) {
  return of.shared_prefix > 0 && prompt > 0 ? static_cast<count>(math::smaller(math::floor(of.shared_prefix * static_cast<double>(prompt)), static_cast<double>(prompt - 1))) : 0;
}
constexpr double read_tokens(const serving_replica& of, count prompt) { return static_cast<double>(prompt - cached_tokens(of, prompt)); }

// That pass a step beside each other, each with sequences and a chunk of its own: one of each data-parallel rank for each pipeline stage, of which none waits for the others'.
constexpr double batches_at_once(const serving_replica& of) { return static_cast<double>(of.load.data * of.load.stages); }

// Sequences of a replica that its memory holds, of so many tokens each.
constexpr double sequences_held(const serving_replica& of, double tokens) {
  const rank_cache_of each = cache_on_last_stage(of, tokens);
  const double room = math::larger(0, of.cache_room - each.prefix);
  const auto most = static_cast<double>(of.most_sequences > 0 ? of.most_sequences : max_count);
  return each.own > 0 ? math::smaller(most, room / each.own * static_cast<double>(of.load.data)) : most;
}

// Of requests that come at any time: whole ones where the engine sets these aside, else as much of each as is there in the mean, half of its answer. Fewer
// than one where a request has no room until its end.
constexpr double sequences_held(const serving_replica& of, double prompt, double answer) {
  if (of.admission == cache_admission::whole_request) return sequences_held(of, prompt + answer);
  const double held = sequences_held(of, prompt + answer / 2);
  if (held >= 2) return held;  // of a whole one half at least is there in the mean
  const double whole = sequences_held(of, prompt + answer);
  return whole >= 1 ? held : whole;
}

// What a request reads over its own prompt, of so many that have a place while so many wait in the mean. Where all memory is held the caches that grow are
// put in place of others, who are read again, and who waits takes what an answer leaves as it ends: as much is read again as grows.
constexpr double reads_of_prompt(const serving_replica& of, double prompt, double answer, double most, double waiting) {
  if (!(waiting > 0) || of.admission != cache_admission::as_it_grows) return 1;
  if (of.most_sequences > 0 && !(most < static_cast<double>(of.most_sequences))) return 1;
  const double whole = cache_on_last_stage(of, prompt + answer).own;
  if (!(whole > 0)) return 1;
  const double grown = 1 - cache_on_last_stage(of, prompt).own / whole;
  const double read = read_tokens(of, static_cast<count>(prompt));
  return 1 + grown * (read + answer) / read * waiting / (1 + waiting);
}

// The steps of a replica for prompts of one length and so long contexts, however many sequences they have.
struct replica_lines {
  step_lines own{};
  step_lines draft{};
  double chunks = 1;        // that a prompt is read in
  double chunk_tokens = 0;  // of each
};
constexpr bool has_draft(const serving_replica& of) { return of.drafted > 0 && of.draft.kernels != 0; }
constexpr replica_lines lines_of(const serving_replica& of, count prompt, double context) {
  replica_lines made{.own = lines_of(of.load, {.context = context, .prompt = prompt, .cached = cached_tokens(of, prompt), .tokens_each = 1 + of.drafted}, of.terms)};
  if (has_draft(of)) made.draft = lines_of(of.draft, {.context = context, .prompt = prompt, .cached = cached_tokens(of, prompt)}, of.draft_terms);
  const double tokens = read_tokens(of, prompt);
  made.chunks = math::ceil(tokens / static_cast<double>(of.chunk));
  made.chunk_tokens = made.chunks > 0 ? tokens / made.chunks : 0;
  return made;
}

// A step of decoding for so many sequences of a replica. Each of as many micro-batches as a pipeline has stages passes all of
// them, one after the other.
constexpr step_seconds_of_serving decoding(const serving_replica& of, const replica_lines& lines, double sequences) {
  const double on_rank = sequences / batches_at_once(of);
  step_seconds_of_serving step = seconds_of_step(of.load, lines.own, on_rank, 0, of.terms);
  if (!has_draft(of)) return step;
  step.add(seconds_of_step(of.draft, lines.draft, on_rank, 0, of.draft_terms), of.drafted);
  return step;
}
constexpr step_seconds_of_serving decoding(const serving_replica& of, double sequences, double context) {
  return decoding(of, lines_of(of, 0, context), sequences);
}

// A step of so many sequences of a rank that reads tokens of prompts: what drafts reads them, too, and drafts nothing.
constexpr step_seconds_of_serving step_with_prompt(const serving_replica& of, const replica_lines& lines, double sequences, double read) {
  step_seconds_of_serving step = seconds_of_step(of.load, lines.own, sequences, read, of.terms);
  if (!has_draft(of)) return step;
  step.add(seconds_of_step(of.draft, lines.draft, 0, read, of.draft_terms), 1);
  return step;
}

// Tokens that a sequence is further by after a step: its own, and drafts as long as all before were accepted.
constexpr double tokens_of_step(const serving_replica& of) {
  double sum = 1;
  double chance = 1;
  for (double left = of.drafted; left > 0; --left) sum += chance *= of.accepted;
  return sum;
}

// Steps that an answer takes behind its first token, of which the last may make more than it asks for.
struct answer_steps {
  double tokens = 0;  // behind the first
  double mean = 0;
  double variance = 0;
  double least = 0;

  constexpr double tokens_each() const { return mean > 0 ? tokens / mean : 1; }
  // Of the mean time of a token, which drafts let differ from answer to answer.
  constexpr double token_variance(double token) const { return variance > 0 ? token * token * variance / (mean * mean) : 0; }
};

// Sums of l^k q^l over all whole l below n, for each k up to 3: of twice as many terms the second half is the first, so much further.
constexpr std::array<double, 4> geometric_moments(double q, count n) {
  std::array<double, 4> sums{};
  int bit = 0;
  while ((n >> bit) > 1) ++bit;
  double terms = 0;
  double power = 1;  // q to that
  for (; bit >= 0; --bit) {
    const double s0 = sums[0], s1 = sums[1], s2 = sums[2], s3 = sums[3];
    sums = {s0 + power * s0, s1 + power * (s1 + terms * s0), s2 + power * (s2 + terms * (2 * s1 + terms * s0)),
            s3 + power * (s3 + terms * (3 * s2 + terms * (3 * s1 + terms * s0)))};
    terms *= 2;
    power *= power;
    if ((n >> bit) % 2 == 0) continue;
    double term = power;
    for (double& sum : sums) {
      sum += term;
      term *= terms;
    }
    ++terms;
    power *= q;
  }
  return sums;
}

// A renewal process: a step ends behind j tokens with the chance that z^j has in (1 - a z) / ((1 - z) (1 - a^D z^D)), D tokens of a step at most.
constexpr answer_steps steps_of_answer(const serving_replica& of, double answer) {
  const double tokens = math::larger(answer - 1, 0);
  if (!(of.drafted > 0) || !(tokens > 1)) return {tokens, tokens, 0, tokens};
  const double most = 1 + of.drafted;
  const double last = math::ceil(tokens) - 1;  // tokens behind which at most another step begins
  double all_accepted = of.accepted;
  for (double left = of.drafted; left > 0; --left) all_accepted *= of.accepted;
  answer_steps made{.tokens = tokens, .least = math::ceil(tokens / most)};
  const auto [s0, s1, s2, s3] = geometric_moments(all_accepted, static_cast<count>(made.least));
  const double refused = 1 - of.accepted;
  made.mean = (1 + refused * last) * s0 - refused * most * s1;
  const double c0 = 2 + refused * last * (4 - refused + refused * last);
  const double c1 = -most * refused * (4 - refused + 2 * refused * last);
  const double c2 = refused * refused * most * most;
  const double of_pairs = c0 * s0 + (c0 + c1) * s1 + (c1 + c2) * s2 + c2 * s3;  // the mean of steps x (steps + 1)
  made.variance = math::larger(0, of_pairs - made.mean - made.mean * made.mean);
  return made;
}

// Tokens that a step brings an answer of so many, in the mean.
constexpr double tokens_of_step(const serving_replica& of, double answer) { return of.drafted > 0 ? steps_of_answer(of, answer).tokens_each() : 1; }

// In a step of batches beside each other the fullest binds, but for what has the tokens of all data-parallel ranks.
constexpr bool has_tokens_of_all_ranks(const serving_load& load, std::size_t part) {
  const auto of = static_cast<serving_part>(part);
  return load.data > 1 && (of == serving_part::experts || of == serving_part::expert_parallel || of == serving_part::memory_bound);
}

struct prompt_seconds {
  double alone = 0;
  double occupied = 0;
};

// A prompt in chunks beside so many sequences: how long it takes, and how much longer steps take for it, which is nothing where
// the drafts that it stops take longer. Batches beside each other read a prompt each at the same time.
constexpr prompt_seconds reading(const serving_replica& of, const replica_lines& lines, double sequences, double step) {
  const double with_chunk = step_with_prompt(of, lines, sequences / batches_at_once(of), lines.chunk_tokens).total();
  return {lines.chunks * with_chunk, lines.chunks * math::larger(with_chunk - step, 0) / batches_at_once(of)};
}
constexpr prompt_seconds reading(const serving_replica& of, count prompt, double sequences, double context, double step) {
  return reading(of, lines_of(of, prompt, context), sequences, step);
}

// Batches beside each other, each with sequences of its own: what a step takes, and how much longer it is for a chunk of a prompt that one of them reads, by
// that batch, and by what has the tokens of all ranks: less than nothing where the chunk stops drafts that take longer.
struct step_of_batches {
  step_seconds_of_serving step{};
  double own = 0;
  double shared = 0;
};

// Of so many sequences of the replica, of which each batch has as many as any other, but for one: the fullest, which none of the others' steps is shorter than, has all that
// it can of so many places, and one at least.
constexpr step_of_batches stepping(const serving_replica& of, const replica_lines& lines, double sequences, double places, double read) {
  const double batches = batches_at_once(of);
  if (batches <= 1) {
    step_of_batches made{.step = decoding(of, lines, sequences)};
    made.own = step_with_prompt(of, lines, sequences, read).total() - made.step.total();
    return made;
  }
  const double fullest = math::larger(1, sequences * math::ceil(places / batches) / places);
  const step_seconds_of_serving mean = decoding(of, lines, sequences);
  const step_seconds_of_serving reads = step_with_prompt(of, lines, fullest, read);
  const step_seconds_of_serving reads_of_mean = step_with_prompt(of, lines, sequences / batches, read / static_cast<double>(of.load.data));
  step_of_batches made{.step = decoding(of, lines, fullest * batches)};
  for (std::size_t i = 0; i < serving_part_count; ++i) {
    if (!has_tokens_of_all_ranks(of.load, i)) {
      made.own += reads.time[i] - made.step.time[i];
      continue;
    }
    made.shared += reads_of_mean.time[i] - mean.time[i];
    made.step.time[i] = mean.time[i];
    made.step.memory[i] = mean.memory[i];
  }
  return made;
}

// Seconds of each request of many that come at once, by the slowest of what they pass: GPUs read its prompt, the host has to do with
// it outside of steps, and takes it up between two steps, one for each batch.
constexpr double pace_of_burst(const serving_replica& of, const prompt_seconds& prompt, double step) {
  return math::larger(math::larger(prompt.occupied, in_seconds(of.engine.first)), step / batches_at_once(of));
}

// Others, beyond those that come evenly spread, whose prompts are read while a request waits, in the mean. Clients that begin together stay in
// phase where answers are as long: they come back together, as many to a step as a step has read, and wait for those of the steps until they are
// taken up, or, where that is sooner, until all are read. After k answers they come back over sqrt(12 k) x spread of an answer.
struct phase {
  double others = 0;
  double share = 0;  // of requests that come together with as many others as can be: the first of each client, and those while answers end together
};
constexpr phase others_in_phase(const serving_replica& of, const serving_requests& asked, double clients, double steps_waited, double further) {
  constexpr double first = 0.7071067811865476;  // the integral below is over the root of k, which begins after half an answer
  const double each_root = 3.4641016151377544 * asked.answer_spread;
  const phase at_first{.share = asked.each > 0 && clients > 1 ? 1 / static_cast<double>(asked.each) : 0};
  if (asked.each < 2 || !(clients > 1) || !(each_root * first < 1)) return at_first;
  const double chunks = read_tokens(of, asked.prompt) / static_cast<double>(of.chunk);
  const double in_step = batches_at_once(of) / chunks;
  const double at_most = math::smaller(clients - 1, (clients + math::larger(1, in_step)) / 2 - 1);
  const double most = math::smaller(at_most, (steps_waited + 0.5) * in_step - 1);
  const double steps = steps_waited + 1 + chunks;
  const double evenly = steps * (clients - 1) / (steps + static_cast<double>(asked.answer) / further);
  double last = math::square_root(static_cast<double>(asked.each) - 0.5);
  if (each_root * last > 1) last = 1 / each_root;
  if (!(evenly < most)) return {.share = at_first.share + (last * last - 0.5) / static_cast<double>(asked.each)};
  double full = last;  // until then for as many as it can
  if (evenly < most * each_root * last) full = math::larger(first, evenly / (most * each_root));
  double sum = (full * full - 0.5) * most - (last * last - 0.5) * evenly;
  if (full < last) sum += 2 * evenly / each_root * (last - full);
  const double in_phase = sum / static_cast<double>(asked.each);
  return {in_phase, at_first.share + in_phase / (most - evenly)};
}

constexpr serving_result result_of(const serving_replica& of, const step_seconds_of_serving& step, const prompt_seconds& prompt,
                                   double sequences, double most, double first, double token, double requests, count answer) {
  serving_result made{.sequences = sequences, .most_sequences = most, .requests = requests_per_second(requests)};
  made.first_token = seconds(first);
  made.token = seconds(token);
  made.prefill = seconds(prompt.alone);
  made.occupied = seconds(prompt.occupied);
  const double output = requests * static_cast<double>(answer);
  made.output = tokens_per_second(output);
  made.output_per_gpu = tokens_per_second(output / static_cast<double>(of.load.gpus));
  made.output_per_user = tokens_per_second(token > 0 ? 1 / token : 0);
  made.step = step_of_seconds(step);
  return made;
}

// The modules that predict further tokens, as a model of their own.
constexpr transformer predicting_layers(const transformer& m) {
  transformer made = m;
  made.predicts = {};
  made.order = {};
  made.vision = 0;
  for (layer& each : made.layers) each.how_many = 0;
  for (const char letter : m.predicts.order)
    if (const std::size_t kind = m.place_of(letter); kind < max_layer_kinds) ++made.layers[kind].how_many;
  return made;
}

}  // namespace detail

// A step that reads as much of a prompt as one does, beside so many sequences of the replica.
constexpr serving_step prompt_step(const serving_replica& of, const serving_requests& asked, double sequences) {
  const detail::replica_lines lines = detail::lines_of(of, asked.prompt, static_cast<double>(asked.prompt) + static_cast<double>(asked.answer) / 2);
  return detail::step_of_seconds(detail::step_with_prompt(of, lines, sequences / detail::batches_at_once(of), lines.chunk_tokens));
}

// Why a load cannot be, in words; empty: it can.
constexpr std::string_view contradiction(const serving_requests& of) {
  for (const count n : {of.prompt, of.answer})
    if (n < 1 || n > max_count) return "tokens of a prompt and of an answer are 1 to 2^40";
  if (!is_count(of.clients) || !is_count(of.each)) return "clients and their requests are 0 to 2^40";
  if (!(of.answer_spread >= 0 && of.answer_spread <= 10)) return "a spread of lengths is a standard deviation of 0 to 10 means";
  return {};
}
constexpr std::string_view contradiction(const serving_settings& of) {
  if (of.drafted < 0 || of.drafted > 64) return "a step drafts 0 to 64 tokens";
  if (!(of.accepted >= 0 && of.accepted <= 1)) return "the chance that a draft is accepted is 0 to 1";
  if (of.scheduler_steps < 1 || of.scheduler_steps > 1'024) return "the host plans 1 to 1,024 steps at once";
  if (of.stream_interval < 1 || of.stream_interval > 1'024) return "the host sends 1 to 1,024 tokens at once";
  return is_count(of.most_sequences) ? std::string_view{} : "sequences are 0 to 2^40";
}

// Where no limit is said: an engine, which is one for each data-parallel rank of the job, runs so many sequences by itself, and as many as the job has.
constexpr serving_settings with_own_sequences(serving_settings as, count own, const serving_job& job) {
  const count of_ranks = multiply(own, job.data_parallel);
  if (as.most_sequences == 0 && own > 0) as.most_sequences = of_ranks > job.concurrent_sequences ? of_ranks : job.concurrent_sequences;
  return as;
}

namespace detail {

// Of so many GPUs that exchange over those links.
constexpr std::string_view why_not_finite(count gpus, const fabric& links) {
  return gpus > links.domain_gpus && !(in_bytes_per_second(links.scale_out.one_direction) > 0)
             ? "its ranks exchange over a scale-out network, and the bandwidth of the machine's is not known"
             : "what the machine and the settings say makes its time no finite number";
}

}  // namespace detail

// Of GPUs with so much memory, at those rates. Unknown at run time, with the reason as its note, where the job contradicts
// itself, leaves no room for a KV cache, or is on several GPUs whose links are not known. Always an estimate.
constexpr figure<serving_replica> replica_of(const serving_job& job, const serving_rates& on, memory of_gpu,
                                             const serving_settings& as = usual_serving, const serving_constants& by = measured_servers) {
  const auto refused = [](std::string_view why) { return figure<serving_replica>(unknown).noted(why); };
  serving_replica made{.load = serving_load_of(job), .engine = time_of(job.engine.name, by, job.engine.month)};
  if (detail::is_refused_serving(made.load.contradicts)) return refused(made.load.contradicts);
  if (const std::string_view why = contradiction(as); detail::is_refused_serving(why)) return refused(why);
  if (made.load.gpus > 1 && !on.unlinked.empty()) return refused(on.unlinked);
  made.terms = serving_terms_of(made.load, on, made.engine, as, by);
  if (!are_finite(made.terms) || !(in_seconds(made.engine.first) >= 0 && in_seconds(made.engine.first) <= 1e30)) return refused(detail::why_not_finite(made.load.gpus, on.links));
  // A request comes at any of the steps that are planned, and waits for the last of them.
  made.engine.steps_waited += static_cast<double>(as.scheduler_steps - 1) / 2;
  const figure<memory> room = kv_cache_room(job, of_gpu);
  if (!room.is_known()) return refused(room.note);
  made.cache_room = in_bytes(*room.known());
  if (!(made.cache_room > 0)) return refused("the weights and the rest leave no room for a KV cache");
  made.admission = job.engine.admission;
  made.most_sequences = multiply(job.engine.most_sequences, job.data_parallel);  // each of whose ranks is an engine
  if (as.most_sequences > 0 && (made.most_sequences == 0 || as.most_sequences < made.most_sequences)) made.most_sequences = as.most_sequences;
  made.chunk = job.engine.chunk;
  made.shared_prefix = job.shared_prefix;
  made.drafted = static_cast<double>(as.drafted);
  made.accepted = as.accepted;
  if (job.draft != nullptr || job.with_predicting) {
    serving_job draft = job;
    if (job.draft != nullptr) draft = detail::drafting(job);
    else draft.model = detail::predicting_layers(job.model);
    draft.draft = nullptr;
    draft.with_predicting = false;
    draft.pipeline_parallel = 1;
    if (!has_experts(draft.model)) draft.expert_imbalance = 1;
    made.draft = serving_load_of(draft);
    if (detail::is_refused_serving(made.draft.contradicts)) return refused(made.draft.contradicts);
    made.draft_terms = serving_terms_of(made.draft, on, made.engine, as, by);
    made.draft_terms.host = 0;  // it is one step
  }
  figure<serving_replica> found = detail::of_model(job.model, made);
  found.basis = basis::estimated;
  return found;
}

// The same on a machine of the catalogue, or on your own.
constexpr figure<serving_replica> replica_of(const serving_job& job, const machine& on, const serving_settings& as = usual_serving,
                                             const serving_constants& by = measured_servers) {
  const auto refused = [](std::string_view why) { return figure<serving_replica>(unknown).noted(why); };
  const figure<serving_rates> rates = serving_rates_of(on, job.weights);
  if (!rates.is_known()) return refused(rates.note);
  const figure<memory> of_gpu = usable_memory_per_gpu(on);
  if (!of_gpu.is_known()) return refused("the memory of the GPU is not known");
  figure<serving_replica> found = replica_of(job, *rates.known(), *of_gpu.known(), as, by);
  if (found.is_known() && found.note.empty()) found.note = rates.note;
  return found;
}

namespace detail {

// More sequences at once than follow from their times, or fewer: secants find where they agree.
struct closing_loop {
  double sequences = 0;
  double beyond = 0;  // what they are less than
  double low = 0;
  double before = 0;
  double excess_before = 0;
  int rounds = 0;

  // Goes on to other sequences, unless these are they.
  constexpr bool closes(double excess) {
    (excess > 0 ? beyond : low) = sequences;
    double next = sequences - excess;
    if (rounds > 0 && excess != excess_before) next = sequences - excess * (sequences - before) / (excess - excess_before);
    if (!(next > low && next < beyond)) next = (low + beyond) / 2;
    // The next step is how far off this one is; the first has no slope to tell.
    if ((rounds > 0 && math::absolute(next - sequences) < 1e-4 * sequences) || rounds == 23) return true;
    before = sequences;
    excess_before = excess;
    sequences = next;
    ++rounds;
    return false;
  }
};

}  // namespace detail

// The steady state, where tokens, first tokens and sequences at once follow from each other.
constexpr serving_result closed_loop(const serving_replica& of, const serving_requests& asked) {
  const auto answer = static_cast<double>(asked.answer);
  const double clients = math::larger(1, static_cast<double>(asked.clients));
  const double context = static_cast<double>(asked.prompt) + answer / 2;
  const double most = detail::sequences_held(of, static_cast<double>(asked.prompt), answer);
  const double further = detail::tokens_of_step(of, answer);
  const double batches = detail::batches_at_once(of);
  const auto stages = static_cast<double>(of.load.stages);
  const detail::replica_lines lines = detail::lines_of(of, asked.prompt, context);
  // A request has its place for so many steps. In each a chunk is read for each batch at most, and as many go as come: who is more waits for a place, or for others' prompts.
  const double in_place = lines.chunks + (answer - 1) / further;
  const double passes = of.engine.steps_waited + in_place;
  const double under_way = passes + 1 / further;
  const double of_places = most / in_place;
  const double turns = math::smaller(of_places, batches * (static_cast<double>(of.chunk) / detail::read_tokens(of, asked.prompt)));
  const double places = math::smaller(clients, most);
  // Who waits for a place has done with the engine when one is free: those who are answered together are followed by as many.
  const double held = math::smaller(places, under_way * turns);
  const double reads = detail::reads_of_prompt(of, static_cast<double>(asked.prompt), answer, most, clients - most);
  // Of a client's requests one is sent with those of all others, and waits for half of those that are taken up with it.
  const double others = asked.each > 0 ? 0.5 * math::larger(0, held - 1) / static_cast<double>(asked.each) : 0;
  const detail::phase phase = detail::others_in_phase(of, asked, held, under_way * turns < clients ? 0.5 : of.engine.steps_waited, further);
  const double in_phase = phase.others;
  // What each sequence adds to a token: its prompt, unless it is one's own, or one that was waited for.
  const double beside = math::larger(0, 1 - 1 / places);
  const double outside = in_seconds(of.engine.first);
  const double writing = answer / further;  // steps
  const double at_most = math::smaller(held, turns * writing);
  detail::closing_loop sought{.sequences = at_most, .beyond = at_most};
  double token = 0;
  double first = 0;
  double decodes = 0;  // share of the steps of a request
  detail::step_of_batches with;
  double own = 0;  // that a step is longer for a chunk of its batch, and for one of any rank
  double shared = 0;
  detail::prompt_seconds prompt;  // occupied: where all batches read at once
  double read_beside = 0;         // what a prompt takes of others' time that comes at any time
  do {
    // What a sequence meets while it decodes: itself, and of the others as many as decode.
    const double decode_beside = sought.sequences * beside;
    // Chunks that come to a step, of which the fullest batch has several where a step of each reads several.
    const double come = sought.sequences * lines.chunks / writing;
    double fullest = come / batches;
    if (batches > 1) fullest = math::larger(fullest, detail::fullest_of(batches, come, static_cast<double>(of.chunk) / lines.chunk_tokens).mean);
    const double together = math::larger(1, fullest);
    with = detail::stepping(of, lines, 1 + decode_beside, places, together * lines.chunk_tokens);
    const double takes = with.step.total();
    const double at_once = batches > 1 && come > 1e-9 ? fullest / come : 1;
    // In one's own step as many of the others as come, each in a batch of its own, or with those that it is in phase with.
    const double reading = math::smaller(batches, come);
    const double beside_own = math::smaller(static_cast<double>(of.load.data) - 1, (reading * (batches - 1) / batches + in_phase) / stages);
    prompt.alone = lines.chunks * (takes + with.own + with.shared * (1 + beside_own));
    own = math::larger(0, with.own) / together;
    shared = math::larger(0, with.shared) / together;
    prompt.occupied = lines.chunks * (own / batches + shared / stages);
    // Others come back together where clients are in phase.
    read_beside = reads * (phase.share * prompt.occupied + (1 - phase.share) * lines.chunks * (own * at_once + shared / stages));
    token = takes / further + math::larger(0, decode_beside - in_phase) / answer * read_beside;
    const double before = outside + others * detail::pace_of_burst(of, prompt, takes);
    first = before + prompt.alone + of.engine.steps_waited * token * further;
    // A step finds a request as often decoding as it has steps of decoding. Those that read its prompt are longer for it, but count as one each.
    decodes = answer * token / (before + under_way * token * further);
  } while (!sought.closes(sought.sequences - math::smaller(clients * decodes, at_most)));
  // Who is read in the same steps is not waited for.
  first += math::larger(0, in_phase - (batches - 1)) * prompt.occupied;
  // Until a client sends its next request the steps of this one pass, and no fewer than all have their turns in; and each of the others' is read once.
  const double steps = math::larger(passes, clients / turns);
  const double reading = math::larger(lines.chunks * (own + shared), clients * read_beside);
  const double writes = (answer - 1) * token;
  first = math::larger(first, steps * with.step.total() + reading - writes);
  prompt.occupied = read_beside;
  const double requests = clients / (first + writes);
  const double sequences = math::smaller(sought.sequences, turns * (in_place - lines.chunks));  // with the last of its steps a request is answered
  return detail::result_of(of, with.step, prompt, sequences, most, first, token, requests, asked.answer);
}

// Of a job on a machine. Unknown where the replica or the load cannot be, or memory has no room for one request, with the reason as its note.
constexpr figure<serving_result> serving_time(const serving_job& job, serving_requests asked, const machine& on,
                                              const serving_settings& as = usual_serving, const serving_constants& by = measured_servers) {
  const auto refused = [](std::string_view why) { return figure<serving_result>(unknown).noted(why); };
  if (asked.clients == 0) asked.clients = job.concurrent_sequences;
  const figure<serving_replica> replica = replica_of(job, on, as, by);
  if (!replica.is_known()) return refused(replica.note);
  if (const std::string_view why = contradiction(asked); detail::is_refused_serving(why)) return refused(why);
  if (add(asked.prompt, asked.answer) > job.tokens()) return refused("a prompt and its answer are longer than the context of the job");
  const serving_result found = closed_loop(*replica.known(), asked);
  if (!(found.most_sequences >= 1)) return refused("memory has no room for a request of such a length");
  return replica.with(found);
}

}  // namespace headroom
