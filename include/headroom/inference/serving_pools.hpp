// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/inference/serving_rates.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/math.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/network/ranks.hpp>
#include <headroom/units.hpp>

// Disaggregated serving: workers that read prompts, and others that write answers. The formulas:
// docs/reference/inference/serving_pools.md.
namespace headroom {

// Workers of both pools; each worker is a replica of its job.
struct serving_pools {
  serving_replica prefill{};
  count prefill_workers = 1;
  serving_replica decode{};
  count decode_workers = 1;
  double transfer = 0;              // bytes a second, of a prefill worker's GPUs to those of decode
  asked_for<duration> hand_over{};  // of a request from pool to pool, beside the move of its cache

  constexpr count gpus() const {
    return add(multiply(prefill.load.gpus, prefill_workers), multiply(decode.load.gpus, decode_workers));
  }
};

namespace detail {

// Seconds of a request beside its prompt, the move of its cache, and other requests: both engines take it up, each as many steps
// later as one that does everything, and what a client sees goes on with the steps of decoding.
constexpr double outside_of_prompts(const serving_pools& of, double step) {
  return in_seconds(of.prefill.engine.first) + in_seconds(of.hand_over) + (of.prefill.engine.steps_waited + of.decode.engine.steps_waited) * step;
}

// Seconds from a request to its first token, which without waiting for others of a worker are `least`, where answers take so long.
// A prompt meets a step half of which is left, and prompts before it: of a worker that reads one at a time that is Pollaczek and Khinchine's
// M/D/1; batches beside each other read a prompt each in the same steps, which one of them is enough to begin. The rate at which these others come
// follows from both: a quadratic equation for the time of a whole request, in which a step is under way all the time, or not.
constexpr double first_with_waiting(const prompt_seconds& prompt, double others, double least, double answer) {
  const double alone = least + answer;
  const double read = others * prompt.occupied;
  const double steps = others * prompt.alone;
  double whole = (alone + read + math::square_root((alone - read) * (alone - read) + 2 * steps * prompt.alone)) / 2;
  if (whole < steps) {
    const double sum = alone + read + prompt.alone / 2;
    whole = (sum + math::square_root(sum * sum - 4 * alone * read)) / 2;
  }
  return whole - answer;
}

inline constexpr std::string_view no_network_between = "caches move from one kind of machine to the other over the scale-out networks of both, and the bandwidth of one is not known";

}  // namespace detail

// The steady state of so many clients of all pools together. Rates of the result are of all workers, of a GPU those of both pools.
constexpr serving_result closed_loop(const serving_pools& of, const serving_requests& asked) {
  const auto answer = static_cast<double>(asked.answer);
  const double clients = math::larger(1, static_cast<double>(asked.clients));
  const double context = static_cast<double>(asked.prompt) + answer / 2;
  const auto workers = static_cast<double>(of.decode_workers);
  const double most = workers * detail::sequences_held(of.decode, static_cast<double>(asked.prompt), answer);
  const double held = math::smaller(clients, most);
  const double further = detail::tokens_of_step(of.decode, answer);

  // A prompt has the worker to itself, and batches beside each other read one each.
  const double idle = detail::decoding(of.prefill, 0, 0).total();
  detail::prompt_seconds prompt = detail::reading(of.prefill, asked.prompt, 0, 0, idle);
  prompt.occupied = prompt.alone / detail::batches_at_once(of.prefill);
  const double cache = detail::cache_of_own(of.prefill, static_cast<double>(asked.prompt)) * static_cast<double>(of.prefill.load.tensor);
  const double moved = of.transfer > 0 ? cache / of.transfer : 0;
  // Prompts of all others that are under way, on as many workers.
  const double others = math::larger(0, held - 1) / static_cast<double>(of.prefill_workers);
  const double burst = asked.each > 0 ? 0.5 / static_cast<double>(asked.each) : 0;

  detail::closing_loop sought{.sequences = held, .beyond = held};
  double token = 0;
  double first = 0;
  detail::step_seconds_of_serving step;
  do {
    // A sequence meets itself, and of the others those that decode on its worker.
    step = detail::decoding(of.decode, 1 + sought.sequences * math::larger(0, 1 - 1 / held) / workers, context);
    token = step.total() / further;
    const double least = detail::outside_of_prompts(of, step.total()) + prompt.alone + moved + burst * others * prompt.occupied;
    first = detail::first_with_waiting(prompt, others, least, answer * token);
  } while (!sought.closes(sought.sequences - held * answer * token / (first + answer * token)));
  // Until a client sends its next request, each of the others' is read once.
  first = math::larger(first, held * prompt.occupied / static_cast<double>(of.prefill_workers) - (answer - 1) * token);
  // Clients without a place wait until one of those under way is answered.
  const double requests = held / (first + (answer - 1) * token);
  if (clients > held) first += (clients - held) / requests;
  serving_result made = detail::result_of(of.decode, step, prompt, sought.sequences, most, first, token, requests, asked.answer);
  made.output_per_gpu = tokens_per_second(requests * answer / static_cast<double>(of.gpus()));
  return made;
}

// Workers of two kinds over the links of their machines.
constexpr serving_pools pools_of(const serving_replica& prefill, count prefill_workers, const serving_replica& decode, count decode_workers,
                                 const fabric& links) {
  serving_pools made{.prefill = prefill, .prefill_workers = prefill_workers, .decode = decode, .decode_workers = decode_workers};
  // Over the scale-up network where all workers are in one domain, else over the adapters of the worker's GPUs.
  made.transfer = send_rate(made.gpus(), links) * static_cast<double>(prefill.load.tensor);
  made.hand_over = decode.engine.first;  // which takes up a request of its own
  return made;
}

// Likewise over the links of machines of two kinds, of each pool its own: caches move over the scale-out networks of both, as fast as the slower
// does, and through the switches above both.
constexpr serving_pools pools_of(const serving_replica& prefill, count prefill_workers, const serving_replica& decode, count decode_workers,
                                 const fabric& prefill_links, const fabric& decode_links) {
  const auto apart = [](const fabric& links) { return send_rate(add(multiply(links.domain_gpus, add(links.domains_per_leaf, 1)), 1), links); };
  serving_pools made = pools_of(prefill, prefill_workers, decode, decode_workers, prefill_links);
  made.transfer = math::smaller(apart(prefill_links), apart(decode_links)) * static_cast<double>(prefill.load.tensor);
  return made;
}

namespace detail {

// Both pools on machines of one kind, or each on another.
constexpr serving_pools joined(const serving_replica& prefill, count prefill_workers, const serving_replica& decode, count decode_workers, const fabric& prefill_links,
                               const fabric& decode_links, bool are_on_one_kind) {
  return are_on_one_kind ? pools_of(prefill, prefill_workers, decode, decode_workers, decode_links)
                         : pools_of(prefill, prefill_workers, decode, decode_workers, prefill_links, decode_links);
}
// Why caches do not move between them; empty: they do.
constexpr std::string_view why_not_moved(const serving_pools& of, const fabric& links, bool are_on_one_kind) {
  if (is_rate(of.transfer)) return {};
  return are_on_one_kind ? why_not_finite(of.gpus(), links) : no_network_between;
}

}  // namespace detail

// A pool of so many workers of a job, and the GPUs that it is on.
struct pool_of_workers {
  const serving_job& job;
  count workers = 1;
  const serving_rates& on;
  memory of_gpu{};
};

// Unknown where a worker cannot be, with the reason as its note. Both pools are on machines of one kind, or each on another kind.
constexpr figure<serving_pools> pools_of(const pool_of_workers& prefill, const pool_of_workers& decode, bool are_on_one_kind, const serving_settings& as = usual_serving,
                                         const serving_constants& by = measured_servers) {
  const auto refused = [](std::string_view why) { return figure<serving_pools>(unknown).noted(why); };
  const std::string_view why = prefill.workers < 1 || decode.workers < 1 || !is_count(add(prefill.workers, decode.workers))
                                   ? "each pool has 1 to 2^40 workers" : "";
  if (detail::is_refused_serving(why)) return refused(why);
  // Over which a worker of one pool hands its sequences to the other.
  for (const serving_rates* each : {&decode.on, &prefill.on})
    if (!each->unlinked.empty()) return refused(each->unlinked);
  const figure<serving_replica> reads = replica_of(prefill.job, prefill.on, prefill.of_gpu, usual_serving, by);
  if (!reads.is_known()) return refused(reads.note);
  const figure<serving_replica> writes = replica_of(decode.job, decode.on, decode.of_gpu, as, by);
  if (!writes.is_known()) return refused(writes.note);
  const serving_pools made = detail::joined(*reads.known(), prefill.workers, *writes.known(), decode.workers, prefill.on.links, decode.on.links, are_on_one_kind);
  if (const std::string_view why_not = detail::why_not_moved(made, decode.on.links, are_on_one_kind); !why_not.empty()) return refused(why_not);
  return writes.with(made);
}

// Workers of two jobs on GPUs with so much memory, at the rates of each.
constexpr figure<serving_pools> pools_of(const serving_job& prefill, count prefill_workers, const serving_rates& prefill_on,
                                         const serving_job& decode, count decode_workers, const serving_rates& decode_on, memory of_gpu,
                                         const serving_settings& as = usual_serving, const serving_constants& by = measured_servers) {
  return pools_of({prefill, prefill_workers, prefill_on, of_gpu}, {decode, decode_workers, decode_on, of_gpu}, true, as, by);
}

// The same on machines of the catalogue, or on your own, each pool on one.
constexpr figure<serving_pools> pools_of(const serving_job& prefill, count prefill_workers, const machine& prefill_on, const serving_job& decode,
                                         count decode_workers, const machine& decode_on, bool are_on_one_kind, const serving_settings& as = usual_serving,
                                         const serving_constants& by = measured_servers) {
  const auto refused = [](std::string_view why) { return figure<serving_pools>(unknown).noted(why); };
  const figure<serving_rates> reads = serving_rates_of(prefill_on, prefill.weights);
  if (!reads.is_known()) return refused(reads.note);
  const figure<serving_rates> writes = serving_rates_of(decode_on, decode.weights);
  if (!writes.is_known()) return refused(writes.note);
  const figure<memory> of_prefill = usable_memory_per_gpu(prefill_on), of_decode = usable_memory_per_gpu(decode_on);
  if (!of_prefill.is_known() || !of_decode.is_known()) return refused("the memory of the GPU is not known");
  figure<serving_pools> found = pools_of({prefill, prefill_workers, *reads.known(), *of_prefill.known()}, {decode, decode_workers, *writes.known(), *of_decode.known()}, are_on_one_kind, as, by);
  if (found.is_known() && found.note.empty()) found.note = writes.note.empty() ? reads.note : writes.note;
  return found;
}
constexpr figure<serving_pools> pools_of(const serving_job& prefill, count prefill_workers, const serving_job& decode,
                                         count decode_workers, const machine& on, const serving_settings& as = usual_serving,
                                         const serving_constants& by = measured_servers) {
  return pools_of(prefill, prefill_workers, on, decode, decode_workers, on, true, as, by);
}

}  // namespace headroom
