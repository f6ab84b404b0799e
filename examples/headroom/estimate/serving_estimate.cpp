// SPDX-License-Identifier: BSL-1.0
#include "estimate/serving_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <headroom/cluster/resource.hpp>
#include <headroom/inference/serving_pools.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/inference/static_batching.hpp>
#include <tuple>
#include <utility>

#include "fit/fit_words.hpp"
#include "fit/network_words.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// By time what a user has a second; of two pools, of which one is not seen in that, what all have.
double worth_of(const served_layout& of, objective by) {
  return in_tokens_per_second(by != objective::time ? of.at.output_per_gpu : of.prefill.has_value() ? of.at.output : of.at.output_per_user);
}

// Layouts and machines are compared with the most clients that are asked for, or else with the job's sequences; where it says none and the tokens of
// a GPU count, with as many as there is room for.
count clients_compared(const load_request& asked, const serving_job& job) {
  return asked.clients.empty() ? job.concurrent_sequences : std::ranges::max(asked.clients);
}
bool compares_the_most(const planned_job& job, const load_request& asked) {
  return asked.clients.empty() && asked.by != objective::time && !job.says("concurrent_sequences");
}
serving_result at_clients(const serving_replica& replica, const planned_job& job, serving_requests requests, const load_request& asked, count clients) {
  requests.clients = clients;
  if (!asked.is_static) return closed_loop(replica, requests);
  const auto& of = std::get<serving_request>(job.asked);
  return static_batches(replica, requests, of.job.tokens(), of.answers);
}
// With as many sequences as it holds.
serving_result at_most(const serving_replica& replica, const planned_job& job, const serving_requests& requests, const load_request& asked) {
  if (!asked.is_static) return most_throughput(replica, requests);
  const double held = at_clients(replica, job, requests, asked, max_count).sequences;
  return at_clients(replica, job, requests, asked, static_cast<count>(held));
}
serving_result compared(const serving_replica& replica, const planned_job& job, const serving_requests& requests, const load_request& asked) {
  if (compares_the_most(job, asked)) return at_most(replica, job, requests, asked);
  return at_clients(replica, job, requests, asked, clients_compared(asked, *job.serving()));
}
std::string load_compared(const planned_job& job, const load_request& asked) {
  if (compares_the_most(job, asked)) return "as many clients as each has room for";
  return so_many(clients_compared(asked, *job.serving()), "client");
}

// Not where ranks exchange over a network that the machine has not.
bool is_finite(const serving_result& of) { return std::isfinite(in_seconds(of.token)) && in_seconds(of.token) > 0 && of.requests > request_rate{}; }

constexpr std::string_view no_network = "its ranks exchange over a network whose bandwidth is not known";

// Of jobs that say their experts are out of balance, where none of a rank has any whole.
bool has_idle_imbalance(const serving_job& one, const serving_job& other) {
  return (one.expert_imbalance > 1 || other.expert_imbalance > 1) && !(expert_load_of(one) > 1 || expert_load_of(other) > 1);
}

void search(serving_estimate& made, const asked_machine& on, const planned_job& job, const load_request& asked) {
  const memory of_gpu = usable_memory_per_gpu(on.machine).value_or({});
  const count machines = on.how_many.value_or(made.fit.machines.value_or(1));
  const count gpus = multiply(machines, gpus_of(on.machine).value_or(0)) / std::max<count>(job.serving()->replicas, 1);
  std::vector<served_layout> best;
  for_each_layout(job, on.machine, gpus, [&](const sized_job& tried, memory needed) {
    ++made.layouts.tried;
    if (needed > of_gpu || machines_taken(tried.job, on.machine) > machines) return true;
    const serving_job& one = *tried.job.serving();
    const figure<serving_replica> replica = replica_of(one, on.machine, settings_of(asked, tried.own_sequences, tried.job), asked.constants);
    if (!replica.is_known()) return made.layouts.cannot_be_timed(replica.note), true;
    served_layout layout{.job = tried.job, .at = compared(*replica.known(), tried.job, made.requests, asked)};
    if (!is_finite(layout.at)) return made.layouts.cannot_be_timed(no_network), true;
    ++made.layouts.with_room;
    keep_best(best, std::move(layout), [&](const served_layout& each) { return worth_of(each, asked.by); });
    return true;
  });
  if (!best.empty()) take_best(made, std::move(best));
}

// Each layout of a pool that leaves it open, with whether it has room.
struct pool_layout {
  sized_job pool{};
  bool has_room = false;
};
std::vector<pool_layout> layouts_of(const planned_job& pool, const machine_fit& judged, const machine& on, count gpus) {
  std::vector<pool_layout> all;
  if (!pool.sizes_itself()) return {{{.job = judged.job, .own_sequences = judged.own_sequences}, true}};
  const memory of_gpu = usable_memory_per_gpu(on).value_or({});
  for_each_layout(pool, on, gpus / std::max<count>(pool.serving()->replicas, 1), [&](const sized_job& tried, memory needed) {
    all.push_back({tried, needed <= of_gpu});
    return true;
  });
  return all;
}

// Each layout of one pool with each of the other.
void search_pools(serving_estimate& made, const machine_fit& reader, const asked_machine& on, const planned_job& prefill, const planned_job& decode, const load_request& asked) {
  const count machines = on.how_many.value_or(add(reader.machines.value_or(1), made.fit.machines.value_or(1)));
  const count gpus = multiply(machines, gpus_of(on.machine).value_or(0));
  std::vector<served_layout> best;
  const std::vector<pool_layout> of_decode = layouts_of(decode, made.fit, on.machine, gpus);
  for (const pool_layout& reads : layouts_of(prefill, reader, on.machine, gpus))
    for (const pool_layout& writes : of_decode) {
      const serving_job &a = *reads.pool.job.serving(), &b = *writes.pool.job.serving();
      if (add(a.gpus(), b.gpus()) > gpus) continue;
      ++made.layouts.tried;
      if (!reads.has_room || !writes.has_room) continue;
      const figure<serving_pools> pools = pools_of(a, a.replicas, b, b.replicas, on.machine, settings_of(asked, writes.pool.own_sequences, writes.pool.job), asked.constants);
      if (!pools.is_known()) {
        made.layouts.cannot_be_timed(pools.note);
        continue;
      }
      serving_requests load = made.requests;
      load.clients = clients_compared(asked, b);
      served_layout layout{.job = writes.pool.job, .at = closed_loop(*pools.known(), load), .prefill = reads.pool.job};
      if (!is_finite(layout.at)) {
        made.layouts.cannot_be_timed(no_network);
        continue;
      }
      ++made.layouts.with_room;
      keep_best(best, std::move(layout), [&](const served_layout& each) { return worth_of(each, asked.by); });
    }
  if (!best.empty()) take_best(made, std::move(best));
}

std::vector<count> clients_of(const load_request& asked, const planned_job& job, count most) {
  if (!asked.clients.empty()) return asked.clients;
  if (asked.is_of_job) return {job.says("concurrent_sequences") ? job.serving()->concurrent_sequences : std::max<count>(most, 1)};
  std::vector<count> all;
  for (count n = 1; n < most; n *= 4) all.push_back(n);
  all.push_back(std::max<count>(most, 1));
  if (job.says("concurrent_sequences")) all.push_back(job.serving()->concurrent_sequences);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// Whether the same is found for each number of clients.
bool are_same_loads(const std::vector<served_load>& all, const std::function<serving_result(count)>& at) {
  return std::ranges::all_of(all, [&](const served_load& each) {
    const serving_result other = at(each.clients);
    return other.first_token == each.at.first_token && other.token == each.at.token && other.requests == each.at.requests;
  });
}

serving_estimate refused_estimate(serving_estimate made, std::string_view why) {
  made.fit.outcome = outcome::cannot_be_judged;
  made.why = why;
  return made;
}

serving_estimate with_prices_and_bands(serving_estimate made, const machine& on, const pricing& terms, const load_request& asked) {
  const figure<money_rate> price = price_of(on, terms);
  const count gpus = gpus_of(on).value_or(0);
  made.is_priced = price.is_known() && gpus > 0;
  if (made.is_priced) made.gpu_price = scaled(*price.known(), 1 / static_cast<double>(gpus));
  const auto band = [&](serving_figure of) { return band_of_servers(of, *made.best.job.serving(), *on.gpu(), asked); };
  const bool in_pools = made.prefill.has_value();
  made.first_token = band(in_pools ? serving_figure::pools_first_token : serving_figure::first_token);
  made.token = band(in_pools ? serving_figure::pools_token : serving_figure::token);
  made.throughput = band(serving_figure::throughput);
  if (in_pools && made.throughput.errors.is_known() && made.throughput.why.empty()) made.throughput.why = "no band of two pools: that of one replica";
  for (stated_band* each : {&made.first_token, &made.token, &made.throughput})
    if (asked.is_static && each->errors.is_known() && each->why.empty()) each->why = "no band of static batches alone: that of all servers";
  made.is_known = true;
  return made;
}

}  // namespace

std::string split_of(const served_layout& of) {
  const std::string split = parallelism_text(of.job);
  return of.prefill.has_value() ? fmt::format("{} and {}", parallelism_text(*of.prefill), split) : split;
}

count gpus_of(const served_layout& of) { return of.prefill.has_value() ? add(of.prefill->serving()->gpus(), of.job.serving()->gpus()) : of.job.serving()->gpus_per_replica(); }

stated_band band_of_servers(serving_figure figure, const serving_job& job, const gpu& device, const load_request& asked) {
  const precision computed = job.weights.computed;
  const error_band found = band_of(figure, job.model, device, computed);
  stated_band made{.errors = found};
  if (found.is_known()) made.measured = fmt::format("servers ({})", found.of);
  else if (!is_measured_in_servers(computed)) made.why = fmt::format("no server was measured that multiplies in {}", name(computed));
  else made.why = fmt::format("no server was measured on {} with a model like it", device.architecture);
  if (found.is_known() && asked.has_own_constants) made.why = "no band with efficiencies of your own: that of ours";
  return made;
}

serving_requests requests_of(const load_request& asked, const planned_job& job) {
  serving_requests made;
  const auto& of = std::get<serving_request>(job.asked);
  const count context = of.job.tokens();
  const serving_requests said = requests_of_mean({.prompt = asked.prompt, .answer = asked.answer, .prompts = of.prompts, .answers = of.answers});
  const count half = std::max<count>(context / 2, 1);
  made.prompt = said.prompt > 0 ? said.prompt : std::min(made.prompt, said.answer > 0 ? std::max<count>(context - said.answer, 1) : half);
  made.answer = said.answer > 0 ? said.answer : std::min(made.answer, said.prompt > 0 ? std::max<count>(context - said.prompt, 1) : half);
  made.answer_spread = of.answers.is_empty() ? asked.latency.answer_spread.value_or(made.answer_spread) : of.answers.spread();
  return made;
}

serving_arrivals lengths_of(const load_request& asked, const planned_job& job) {
  const serving_requests means = requests_of(asked, job);
  const auto& of = std::get<serving_request>(job.asked);
  return {.rate = requests_per_second(1),
          .prompt = means.prompt,
          .answer = means.answer,
          .prompt_spread = asked.latency.prompt_spread,
          .answer_spread = asked.latency.answer_spread.value_or(0),
          .prompts = of.prompts,
          .answers = of.answers};
}

std::string contradiction(const load_request& asked, const planned_job& job) {
  for (const auto& [what, tokens] : {std::pair{"prompt", asked.prompt}, {"answer", asked.answer}})
    if (tokens < 0 || tokens > max_count) return fmt::format("--{}: expected a number of tokens", what);
  for (const count clients : asked.clients)
    if (clients < 1 || clients > 1'000'000) return "--concurrency: expected numbers of clients from 1 to 1,000,000";
  const auto& of = std::get<serving_request>(job.asked);
  const count context = of.job.tokens();
  for (const auto& [what, lengths, tokens, spread] : {std::tuple{"prompt", &of.prompts, asked.prompt, asked.latency.prompt_spread > 0},
                                                      {"answer", &of.answers, asked.answer, asked.latency.answer_spread.has_value()}}) {
    if (lengths->is_empty()) continue;
    if (tokens > 0 || spread) return fmt::format("--{0}, --{0}-spread: expected neither of a job that says its {0}_lengths", what);
    if (lengths->longest() > static_cast<double>(context)) return fmt::format("{}_lengths: expected none above the {} tokens of the job's context", what, context);
  }
  const serving_requests means = requests_of(asked, job);
  const count prompt = of.prompts.is_empty() ? std::max<count>(asked.prompt, 1) : means.prompt;
  const count answer = of.answers.is_empty() ? std::max<count>(asked.answer, 1) : means.answer;
  if (add(prompt, answer) > context) return fmt::format("--prompt and --answer: expected no more than the {} tokens of the job's context", context);
  return {};
}

serving_estimate serving_estimate_on(const asked_machine& on, const planned_job& job, const pricing& terms, const load_request& asked) {
  serving_estimate made{.fit = judge_on(on, job, terms)};
  if (made.fit.outcome != outcome::fits) {
    made.why = made.fit.why;
    return made;
  }
  made.requests = requests_of(asked, made.fit.job);
  made.lengths = lengths_of(asked, made.fit.job);
  made.layouts.load = load_compared(job, asked);
  if (!asked.clients.empty()) made.compared_clients = std::ranges::max(asked.clients);
  if (job.sizes_itself()) {
    search(made, on, job, asked);
    if (made.layouts.with_room == 0) {
      std::string why = made.layouts.untimed > 0 ? made.layouts.why_untimed : "no layout of the range has room";
      return refused_estimate(std::move(made), why);
    }
    made.fit = judge_on(on, as_said(made.best.job), terms);
  } else {
    made.best.job = made.fit.job;
  }
  const figure<serving_replica> replica = replica_of(*made.best.job.serving(), on.machine, settings_of(asked, made.fit.own_sequences, made.best.job), asked.constants);
  if (!replica.is_known()) return refused_estimate(std::move(made), replica.note);
  made.best.at = compared(*replica.known(), made.best.job, made.requests, asked);
  if (!is_finite(made.best.at)) return refused_estimate(std::move(made), no_network);
  const auto most = static_cast<count>(at_most(*replica.known(), made.best.job, made.requests, asked).sequences);
  const auto at = [&](const serving_replica& of, count clients) { return at_clients(of, made.best.job, made.requests, asked, clients); };
  for (const count clients : clients_of(asked, job, most)) made.loads.push_back({clients, at(*replica.known(), clients)});
  std::vector<count> clients;
  for (const served_load& each : made.loads) clients.push_back(each.clients);
  made.latencies = latencies_of(*replica.known(), made.requests, made.lengths, clients, asked.latency);
  if (asked.token_limit.has_value()) {
    const serving_result within = throughput_within(*replica.known(), made.requests, *asked.token_limit);
    made.within_limit = served_load{static_cast<count>(within.sequences), within};
  }
  const serving_job& one = *made.best.job.serving();
  made.gpus = one.gpus_per_replica();
  const auto replica_at = [&](const serving_rates& rates, const serving_constants& by) {
    return replica_of(one, rates, usable_memory_per_gpu(on.machine).value_or({}), settings_of(asked, made.fit.own_sequences, made.best.job), by).value_or({});
  };
  const serving_rates own_rates = serving_rates_of(on.machine, one.weights).value_or({});
  made.without_effect = network_without_effect(own_rates.links, [&](const fabric& links) {
    serving_rates other = own_rates;
    other.links = links;
    const serving_replica then = replica_at(other, asked.constants);
    return are_same_loads(made.loads, [&](count each) { return at(then, each); });
  });
  if (has_idle_imbalance(one, one)) made.without_effect.emplace_back("--expert-imbalance");
  if (asked.with_twice) {
    const served_load& load = load_of_job(made);
    made.prompt_step = prompt_step(*replica.known(), made.requests, load.at.sequences);
    made.doubled = with_twice(load.at, [&](const twice_of& more) { return at(replica_at(more.on(own_rates), more.on(asked.constants)), load.clients); });
  }
  return with_prices_and_bands(std::move(made), on.machine, terms, asked);
}

serving_estimate pools_estimate_on(const asked_machine& on, const planned_job& prefill, const planned_job& decode, const pricing& terms,
                                   const load_request& asked) {
  const machine_fit reads = judge_on(on, prefill, terms);
  serving_estimate made{.fit = judge_on(on, decode, terms)};
  if (reads.outcome > made.fit.outcome) made.fit = reads;
  if (made.fit.outcome != outcome::fits) {
    made.why = made.fit.why;
    return made;
  }
  machine_fit reader = reads;
  made.requests = requests_of(asked, made.fit.job);
  made.lengths = lengths_of(asked, made.fit.job);
  if (!asked.clients.empty()) made.compared_clients = std::ranges::max(asked.clients);
  made.layouts.load = so_many(clients_compared(asked, *made.fit.job.serving()), "client");
  if (prefill.sizes_itself() || decode.sizes_itself()) {
    search_pools(made, reader, on, prefill, decode, asked);
    if (made.layouts.with_room == 0) {
      std::string why = made.layouts.untimed > 0 ? made.layouts.why_untimed : "no layouts of the range have room together";
      return refused_estimate(std::move(made), why);
    }
    if (made.best.prefill.has_value()) reader = judge_on(on, as_said(*made.best.prefill), terms);
    made.fit = judge_on(on, as_said(made.best.job), terms);
  } else {
    made.best.job = made.fit.job;
    made.best.prefill = reader.job;
  }
  made.prefill = reader;
  const serving_job& of_prefill = *reader.job.serving();
  const serving_job& of_decode = *made.best.job.serving();
  const figure<serving_pools> pools =
      pools_of(of_prefill, of_prefill.replicas, of_decode, of_decode.replicas, on.machine, settings_of(asked, made.fit.own_sequences, made.best.job), asked.constants);
  if (!pools.is_known()) return refused_estimate(std::move(made), pools.note);
  made.gpus = pools.known()->gpus();
  made.prefill_share = static_cast<double>(of_prefill.gpus()) / static_cast<double>(made.gpus);
  const auto at_of = [&](const serving_pools& of, count clients) {
    serving_requests load = made.requests;
    load.clients = clients;
    return closed_loop(of, load);
  };
  const auto at = [&](count clients) { return at_of(*pools.known(), clients); };
  made.best.at = at(clients_compared(asked, of_decode));
  if (!is_finite(made.best.at)) return refused_estimate(std::move(made), no_network);
  for (const count clients : clients_of(asked, decode, static_cast<count>(made.best.at.most_sequences))) made.loads.push_back({clients, at(clients)});
  made.latencies = latencies_of(*pools.known(), made.lengths, asked.latency);
  const auto rates_for = [&](const serving_job& job) { return serving_rates_of(on.machine, job.weights).value_or({}); };
  const auto pools_at = [&](const serving_rates& prefill_on, const serving_rates& decode_on, const serving_constants& by) {
    return pools_of(of_prefill, of_prefill.replicas, prefill_on, of_decode, of_decode.replicas, decode_on, usable_memory_per_gpu(on.machine).value_or({}),
                    settings_of(asked, made.fit.own_sequences, made.best.job), by).value_or({});
  };
  made.without_effect = network_without_effect(rates_for(of_decode).links, [&](const fabric& links) {
    serving_rates prefill_on = rates_for(of_prefill);
    serving_rates decode_on = rates_for(of_decode);
    prefill_on.links = decode_on.links = links;
    const serving_pools then = pools_at(prefill_on, decode_on, asked.constants);
    return are_same_loads(made.loads, [&](count clients) { return at_of(then, clients); });
  });
  if (has_idle_imbalance(of_prefill, of_decode)) made.without_effect.emplace_back("--expert-imbalance");
  if (asked.with_twice) {
    const served_load& load = load_of_job(made);
    made.prompt_step = prompt_step(pools.known()->prefill, made.requests, 0);
    made.doubled = with_twice(load.at, [&](const twice_of& more) {
      return at_of(pools_at(more.on(rates_for(of_prefill)), more.on(rates_for(of_decode)), more.on(asked.constants)), load.clients);
    });
  }
  return with_prices_and_bands(std::move(made), on.machine, terms, asked);
}

serving_settings settings_of(const load_request& asked, count own_sequences, const planned_job& job) {
  return job.says("most_sequences") ? asked.settings : with_own_sequences(asked.settings, own_sequences, *job.serving());
}

const served_load& load_of_job(const serving_estimate& of) {
  const planned_job& job = of.best.job;
  const count clients = of.compared_clients > 0 ? of.compared_clients : job.says("concurrent_sequences") ? job.serving()->concurrent_sequences : 0;
  const auto load = std::ranges::find(of.loads, clients, &served_load::clients);
  return load != of.loads.end() ? *load : of.loads.back();
}

token_prices prices_of(const serving_estimate& of, const serving_result& at) {
  const serving_requests& asked = of.requests;
  const double a_second = in_base_units(of.gpu_price) * in_tokens_per_second(at.output) / in_tokens_per_second(at.output_per_gpu);
  const double request = a_second / in_requests_per_second(at.requests);
  const auto answer = static_cast<double>(asked.answer);
  // Between one token of an answer and the next, steps are longer for the prompts that are read meanwhile.
  const double reading = of.prefill.has_value()
                             ? of.prefill_share
                             : std::clamp<double>(at.requests * at.occupied, 0, 1);
  return {dollars(request / answer * 1e6), dollars(reading * request / static_cast<double>(asked.prompt) * 1e6),
          dollars((1 - reading) * request / answer * 1e6)};
}

std::vector<std::string> not_measured(const serving_job& job, const load_request& asked, const serving_requests& requests) {
  const serving_settings& as = asked.settings;
  std::vector<std::string> all;
  if (as.without_graphs) all.emplace_back("decoding without graphs");
  if (as.scheduler_steps > 1) all.push_back(fmt::format("{} planned at once", so_many(as.scheduler_steps, "step")));
  if (as.stream_interval > 1) all.push_back(fmt::format("{} sent at once", so_many(as.stream_interval, "token")));
  if (as.drafted > 0) all.push_back(fmt::format("{} drafted", so_many(as.drafted, "token")));
  if (as.drafted > 0 && job.draft == nullptr && !job.with_predicting) all.emplace_back("what drafts them, of which neither memory nor time is counted (--draft, --with-predicting)");
  if (asked.is_static && requests.answer_spread > 0) all.emplace_back("static batches whose answers are not all as long");
  if (job.shared_prefix > 0) all.emplace_back("a shared prefix");
  if (expert_load_of(job) > 1) all.emplace_back("an imbalance of experts");
  if (job.pipeline_parallel > 1) all.emplace_back("pipeline stages");
  return all;
}

void put_best_first(std::vector<serving_estimate>& all, objective by) {
  sort_best_first(all, by, [&](const serving_estimate& of) {
    return worth_of(of.best, by) / (by == objective::money && of.is_priced ? in_base_units(of.gpu_price) : 1);
  });
}

double behind(const served_layout& best, const served_layout& other, objective by) { return worth_of(best, by) / worth_of(other, by) - 1; }

std::array<serving_binding, 4> bindings_of(const serving_step& of) {
  // What moves bytes waits for memory as long as moving them takes by itself, and computes the rest.
  std::array<serving_binding, 4> sums{{{"memory bandwidth"}, {"matrix products"}, {"links"}, {"kernels and the host"}}};
  for (std::size_t i = 0; i < serving_part_count; ++i) {
    const auto part = static_cast<serving_part>(i);
    const double all = in_seconds(of[part].time);
    const double bytes = std::min(in_seconds(of[part].memory), all);
    switch (part) {
      case serving_part::tensor_parallel:
      case serving_part::expert_parallel:
      case serving_part::stages:
        sums[2].share += all;
        break;
      case serving_part::kernels:
      case serving_part::host:
        sums[3].share += all;
        break;
      default:
        sums[0].share += bytes;
        sums[1].share += all - bytes;
    }
  }
  for (serving_binding& each : sums) each.share /= in_seconds(of.total());
  return sums;
}

serving_binding binding_of(const serving_step& of) {
  const std::array<serving_binding, 4> all = bindings_of(of);
  return *std::ranges::max_element(all, {}, &serving_binding::share);
}

}  // namespace headroom::program
