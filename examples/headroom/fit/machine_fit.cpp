// SPDX-License-Identifier: BSL-1.0
#include "fit/machine_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/cluster/resource.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/inference/engine_limits.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/inference/working.hpp>
#include <headroom/plan/run_groups.hpp>
#include <headroom/plan/serving_search.hpp>
#include <headroom/text/to_text.hpp>
#include <headroom/training/room.hpp>
#include <memory>
#include <string>
#include <utility>

#include <headroom/read/own/job_names.hpp>
#include "fit/fit_words.hpp"
#include "verdict.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// A number of things that have room, or that not one has.
room_answer counted_answer(std::string_view key, std::string_view title, const figure<count>& found,
                           std::string_view things) {
  room_answer answer{key, title, found.with(static_cast<double>(found.value_or(0))), {}};
  if (found.is_known() && *found.known() == 0) answer.number = absent;
  if (answer.number.is_absent()) answer.text = "none has room";
  if (answer.number.is_unknown()) answer.text = "not known";
  if (answer.number.is_known()) answer.text = fmt::format("{} {}", to_text(*found.known()).view(), things);
  return answer;
}

room_answer fewest_answer(std::string_view title, const figure<parallelism>& found) {
  room_answer answer{"fewest_gpus", title, found.with(static_cast<double>(found.value_or({}).gpus())), {}};
  answer.text = found.is_known()    ? fmt::format("{}: TP {}{}{}", to_text(found.known()->gpus()).view(), found.known()->tensor,
                                               found.known()->pipeline > 1 ? fmt::format(" x PP {}", found.known()->pipeline) : "",
                                               found.known()->data > 1 ? fmt::format(" x DP {}", found.known()->data) : "")
                : found.is_absent() ? "no layout has room"
                                    : "not known";
  return answer;
}

// 4-bit integers are of weights only.
precision multiplied_of(precision format, const machine& on) {
  if (format != int4) return format;
  return multiplies_in(on, bf16) ? bf16 : fp16;
}

room_answer format_answer(const figure<precision>& found, const machine& on) {
  room_answer answer{
      "least_quantised", "least quantised weights", found.with(static_cast<double>(bits(found.value_or(fp64)))), {}};
  if (found.is_known()) answer.word = name_of(weights_with_scales(*found.known(), on));
  answer.text = found.is_known() ? std::string(answer.word) : found.is_absent() ? "no format has room" : "not known";
  if (!found.is_known()) return answer;
  answer.multiplied = name(multiplied_of(*found.known(), on));
  if (*found.known() == int4 && answer.multiplied == name(fp16)) answer.text += ", multiplied in fp16";
  return answer;
}

std::string needs_more(const planned_job& job, count needed, count of_these) {
  const count replicas = job.serving() != nullptr ? job.serving()->replicas : 1;
  return fmt::format("{} {}, {}", replicas > 1 ? so_many(replicas, "replica") + " need" : "needs", so_many(needed, "machine"), there_are(of_these));
}

// "--max-num-seqs 4", of a job whose engine is known to take such an option.
std::string sequences_option(const planned_job& job) {
  return fmt::format("{} {}", limits_of(job.serving()->engine)->option, sequences_sampled(*job.serving()));
}

// Those that count may be fewer than there are: only whole units do.
std::string too_few_gpus(const machine_fit& fit, count that_count, bool in_units) {
  const count all = fit.gpus_held();
  std::string text = fmt::format("{} needed, {}", so_many(gpus_of(fit.job), "GPU"), there_are(in_units && all > that_count ? all : that_count));
  if (in_units && all > that_count)
    return text + fmt::format(", of which {} in whole units", to_text(that_count).view());
  return in_units ? text + " in whole units" : text;
}

machine_fit judge_sized(const asked_machine& on, sized_job sized, const pricing& terms) {
  const machine& m = on.machine;
  machine_fit fit{.machine = m,
                  .job = std::move(sized.job),
                  .has_layout = sized.has_layout,
                  .own_sequences = sized.own_sequences,
                  .of_gpu = usable_memory_per_gpu(m)};
  if (const std::string_view wrong = contradiction(fit.job); !wrong.empty()) {
    fit.is_possible = false;
    fit.why = fit.has_layout ? wrong : no_such_layout;
    return fit;
  }
  if (sized.is_told) fit.option = sequences_option(fit.job);
  fit.use = use_of(fit.job);
  const demand asked = demand_of(fit.job).value_or({});
  const std::array none{group{m, 0}};
  fit.is_held = on.how_many.has_value();
  fit.needs = how_many_more(none, asked).front();
  if (fit.needs.is_known()) fit.needs = fit.needs.with(std::max(*fit.needs.known(), machines_taken(fit.job, m)));
  fit.machines = on.how_many.has_value() ? figure<count>(*on.how_many) : fit.needs;

  // Of a number that surely makes a whole domain, where no number is enough.
  constexpr count plenty = 4'096;
  const std::array held{group{m, fit.machines.is_known() ? *fit.machines.known() : plenty}};
  const verdict found = assess(held, asked);
  fit.standing = found.groups.front();
  fit.outcome = fit.machines.is_absent()    ? outcome::does_not_fit
                : fit.machines.is_unknown() ? outcome::cannot_be_judged
                                            : found.outcome;
  const bool are_too_few = fit.is_held && fit.needs.is_known() && *fit.needs.known() > *on.how_many;
  if (are_too_few && fit.outcome == outcome::fits) fit.outcome = outcome::does_not_fit;
  if (fit.standing.outcome != outcome::fits) {
    fit.why = reason_of(fit.standing, unit_system::binary);
  } else if (fit.outcome != outcome::fits) {
    const need_check& binding = found.binding();
    fit.why = are_too_few                     ? needs_more(fit.job, *fit.needs.known(), *on.how_many)
              : binding.line == line::gpus ? too_few_gpus(fit, static_cast<count>(binding.supply), !asked.units.is_any_gpu())
                                           : std::string(name(binding.line));
  }
  const figure<money_rate> each = price_of(m, terms);
  fit.is_priced = each.is_known() && fit.machines.is_known();
  if (fit.is_priced) fit.price = scaled(*each.known(), static_cast<double>(*fit.machines.known()));
  return fit;
}

// Told the most sequences with which the layout has room, which are fewer than the engine's own.
machine_fit told_the_most(const asked_machine& on, sized_job told, count own, const pricing& terms) {
  const memory of_gpu = usable_memory_per_gpu(on.machine).value_or({});
  serving_job& job = std::get<serving_request>(told.job.asked).job;
  const count least = sequences_sampled(job);
  const count more = most_that_holds(own - least, [&](count n) {
    job.engine.most_sequences = least + n;
    return use_of(told.job).needed <= of_gpu;
  });
  job.engine.most_sequences = least + more;
  return judge_sized(on, std::move(told), terms);
}

}  // namespace

count machines_taken(const planned_job& job, const machine& on) {
  const serving_job* of = job.serving();
  if (of == nullptr) return run_site_of(on).machines(job.training()->parallelism);
  const run_site site = run_site_of(on);
  serving_kind kind{.gpus = site.machine, .domain = site.domain};
  kind.layouts.node = site.node;
  return serving_plan{.on = &kind, .layout = {.tensor = of->tensor_parallel, .pipeline = of->pipeline_parallel, .data = of->data_parallel}, .replicas = of->replicas}.machines();
}

bool is_short_of_host(const machine_fit& fit) {
  return fit.standing.outcome == outcome::does_not_fit &&
         (fit.standing.why.line == line::system_memory || fit.standing.why.line == line::local_storage);
}

machine_fit judge_on(const asked_machine& on, const planned_job& job, const pricing& terms) {
  machine_fit fit = judge_sized(on, sized_for(job, on.machine), terms);
  const bool by_memory = fit.is_possible && fit.outcome == outcome::does_not_fit && fit.option.empty();
  if (!by_memory || fit.own_sequences == 0) return fit;
  sized_job sized = sized_and_told(job, on.machine);
  if (judge_sized(on, sized, terms).outcome != outcome::fits) return fit;
  machine_fit told = told_the_most(on, std::move(sized), fit.own_sequences, terms);
  fit.option = sequences_option(told.job);
  fit.why += fmt::format("; with {} it fits", fit.option);
  fit.when_told = std::make_shared<const machine_fit>(std::move(told));
  return fit;
}

figure<count> most_sequences_of(const machine_fit& fit) {
  serving_job job = *fit.job.serving();
  if (fit.own_sequences > 0 && job.engine.most_sequences > fit.own_sequences) {
    job.engine.most_sequences = fit.own_sequences;
    const figure<count> most = most_sequences(job, fit.machine);
    if (most.is_known() && *most.known() <= multiply(fit.own_sequences, job.data_parallel)) return most;
  }
  return most_sequences(*fit.job.serving(), fit.machine);
}

std::vector<room_answer> room_of(const machine_fit& fit) {
  std::vector<room_answer> answers;
  const machine& on = fit.machine;
  if (const serving_job* serving = fit.job.serving()) {
    const bool asks_host = serving->sequences_on_host > 0 || serving->sequences_on_nvme > 0;
    answers.push_back(fewest_answer(asks_host ? "fewest GPUs, hosts aside" : "fewest GPUs of a replica", fewest_gpus(*serving, on)));
    answers.push_back(counted_answer("largest_context", "largest context", largest_context(*serving, on), "tokens"));
    answers.push_back(counted_answer("most_sequences", "most sequences", most_sequences_of(fit), "of a replica"));
    answers.push_back(format_answer(least_quantised(*serving, on), on));
    return answers;
  }
  const training_job& training = *fit.job.training();
  answers.push_back(fewest_answer("fewest GPUs", fewest_gpus(training, on)));
  answers.push_back(
      counted_answer("largest_micro_batch", "largest micro-batch", largest_micro_batch(training, on), "sequences"));
  answers.push_back(counted_answer("longest_sequence", "longest sequence", longest_sequence(training, on), "tokens"));
  return answers;
}

}  // namespace headroom::program
