// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/job_reader.hpp>


#include <concepts>
#include <cstddef>
#include <headroom/model/missing.hpp>
#include <headroom/training/job.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <headroom/read/own/fields.hpp>
#include <headroom/read/own/job_fields.hpp>

namespace headroom::read {

namespace {

constexpr double largest_factor = 1e6;

template <class Request>
void read_field(const reader& in, const tree& at, const job_field<Request>& key, Request& into) {
  switch (key.what) {
    case job_form::model:
      if (key.take_model != nullptr) key.take_model(into, in.model(at));
      break;
    case job_form::word:
      key.take_word(into, in.word(at, key.allowed));
      break;
    case job_form::words:
      key.take_word(into, {});
      for (const tree* each : in.list(at).items) in.attempt([&] { key.take_word(into, in.word(*each, key.allowed)); });
      break;
    case job_form::count:
      key.number(into) = in.whole_number(at, key.least);
      break;
    case job_form::share:
      key.real(into) = in.number(at, 0, 1);
      break;
    case job_form::factor:
      key.real(into) = in.number(at, 1, largest_factor);
      break;
    case job_form::multiple:
      key.real(into) = in.number(at, 1 / largest_factor, largest_factor);
      break;
    case job_form::yes_no:
      key.yes(into) = in.yes_or_no(at);
      break;
    case job_form::lengths: {
      const parsed<request_lengths> found = parse_request_lengths(in.words(at));
      if (!found) in.fail(at, std::string(found.error.message.view()));
      key.lengths(into) = found.value;
      break;
    }
  }
}

// A key of a job, and what it holds so that the job goes.
using job_keys_set = std::vector<std::pair<std::string_view, std::string>>;

// The least change of how the layers are shared out with which a job goes that does not: embedding and head as layers,
// fewer virtual stages, or fewer stages. Empty: with none of them. Of a framework that has to be told of uneven stages,
// those are tried last.
job_keys_set stages_that_go(const planned_job& job) {
  const training_job* run = job.training();
  if (run == nullptr || headroom::detail::stages_contradict(run->model.layer_count(), run->parallelism).empty()) return {};
  const count layers = run->model.layer_count();
  const parallelism& said = run->parallelism;
  const bool may_count_ends = said.first_stage_layers == 0 && said.last_stage_layers == 0;
  // With embedding and head as layers or without, of a parallelism that is changed otherwise.
  const auto with_ends = [&](parallelism p, job_keys_set change, bool only_even) -> job_keys_set {
    for (const auto& [embedding, head] : {std::pair{false, false}, {true, false}, {false, true}, {true, true}}) {
      if ((embedding || head) && !may_count_ends) continue;
      p.embedding_as_layer = said.embedding_as_layer || embedding;
      p.head_as_layer = said.head_as_layer || head;
      if (only_even && !are_stages_even(layers, p)) continue;
      planned_job tried = job;
      std::get<training_request>(tried.asked).job.parallelism = p;
      if (!contradiction(tried).empty()) continue;
      if (embedding) change.emplace_back("embedding_as_layer", "true");
      if (head) change.emplace_back("head_as_layer", "true");
      return change;
    }
    return {};
  };
  for (const bool only_even : {!run->framework.uneven_option.empty(), false}) {
    if (job_keys_set found = with_ends(said, {}, only_even); !found.empty()) return found;
    // Of a model with n layers more than n and two ends is too many, however they are shared out.
    for (const auto& [key, degree] : {std::pair{"virtual_stages", &parallelism::virtual_stages},
                                      std::pair{"pipeline_parallel", &parallelism::pipeline}})
      for (count n = std::min(said.*degree - 1, add(layers, 2)); n >= 1; --n) {
        parallelism p = said;
        p.*degree = n;
        if (job_keys_set found = with_ends(p, {{key, std::to_string(n)}}, only_even); !found.empty()) return found;
      }
  }
  return {};
}

// Of layers that its stages cannot share: how many there are of each, and with what it goes.
[[noreturn]] void fail_contradiction(const reader& in, const tree& at, const planned_job& job, std::string_view wrong) {
  const job_keys_set change = stages_that_go(job);
  if (change.empty()) in.fail(at, std::string(wrong));
  const parallelism& p = job.training()->parallelism;
  const std::string stages = std::to_string(p.pipeline);
  std::string why = concat(wrong, ": ", model_of(job).layer_count(), " layers, ", stages);
  why += p.virtual_stages > 1 ? concat(" x ", p.virtual_stages, " = ", multiply(p.pipeline, p.virtual_stages), " virtual stages")
                              : std::string(" stages");
  in.fail_but_for(at, std::move(why), change);
}

template <class Request>
Request read_request(const reader& in, const tree& at, std::span<const job_field<Request>> fields, planned_job& job) {
  std::vector<std::string_view> known;
  for (const job_field<Request>& each : fields) known.push_back(each.key);
  const std::size_t before = in.mistakes();
  in.check_keys(at, known, [](std::string_view key) { return whole_key(key, std::same_as<Request, training_request>); });
  const known_model none{};
  const known_model* of = &none;
  in.attempt([&] { of = &in.model(in.required(at, "model", "the name of a model, or the path of its config.json")); });
  const known_model& found = *of;
  Request into;
  into.job.model = found.model;
  if constexpr (std::same_as<Request, serving_request>) into.own = found.multiplied.value_or(bf16);
  // What a tower keeps for its backward pass is not counted: a training run is of the language model.
  if constexpr (std::same_as<Request, training_request>)
    if (into.job.model.vision > 0) leave_tower_out(into.job.model);
  for (const job_field<Request>& each : fields)
    if (const tree* given = at.at(each.key); given != nullptr) {
      in.attempt([&] { read_field(in, *given, each, into); });
      job.said.push_back(each.key);
    }
  // What the keys say together is not known where one of them is wrong.
  if (in.mistakes() > before) return into;
  std::string_view wrong;
  if constexpr (requires { settle(into, found); }) {
    wrong = settle(into, found);
  } else {
    wrong = settle(into, job);
  }
  if (!wrong.empty()) in.fail(at, std::string(wrong));
  return into;
}

planned_job read_job(const reader& in, const tree& at) {
  in.check_keys(at, job_keys);
  planned_job job;
  const std::size_t before = in.mistakes();
  if (const tree* given = at.at("name"); given != nullptr) in.attempt([&] { in.read(*given, job.name); });
  const tree* serving = at.at("serve");
  const tree* training = at.at("train");
  if (in.was_meant(at, "serve") || in.was_meant(at, "train")) return job;
  if ((serving == nullptr) == (training == nullptr)) in.fail(at, "expected either \"serve\" or \"train\" of a job");
  job.line = in.line_of(at.parent->is_list() ? at : serving != nullptr ? *serving : *training);
  if (serving != nullptr) {
    serving_request asked = read_request(in, *serving, serving_fields(), job);
    if (!job.says("concurrent_sequences")) asked.job.concurrent_sequences = std::max<count>(1, asked.job.data_parallel);  // each rank has one
    job.asked = std::move(asked);
  } else {
    job.asked = read_request(in, *training, training_fields(), job);
  }
  if (in.mistakes() > before) return job;
  if (serving != nullptr && job.serving()->expert_parallel && missing(model_of(job)).empty() &&
      !has_experts(model_of(job)))
    in.fail(*serving, std::string(headroom::detail::no_experts));
  if (serving != nullptr && job.says("adapter_rank"))
    in.required(*serving, "adapters", "how many adapters of that rank are resident at once");
  if (training != nullptr) in.required(*training, "sequence", "tokens of a sequence");
  // What the model lacks is not the file's fault: such a job cannot be judged.
  if (missing(model_of(job)).empty()) {
    if (serving != nullptr && job.serving()->tokens() == 0)
      in.required(*serving, "context", "tokens of prompt and answer, as no source at hand says the model's longest");
    if (const std::string_view wrong = in.into().searches_layouts ? contradiction_of_said(job) : contradiction_as_judged(job); !wrong.empty())
      fail_contradiction(in, serving != nullptr ? *serving : *training, job, wrong);
  }
  return job;
}

}  // namespace

void read_jobs(const reader& in, const tree& at) {
  std::vector<planned_job>& jobs = in.into().jobs;
  if (!at.is_list()) {
    jobs.push_back(read_job(in, at));
    return;
  }
  constexpr std::array<std::pair<std::string_view, serving_phase>, 2> pools{
      {{"prefill", serving_phase::prefill}, {"decode", serving_phase::decode}}};
  constexpr std::string_view expected = "expected two jobs that serve, named \"prefill\" and \"decode\"";
  if (at.items.size() != pools.size()) in.fail(at, std::string(expected));
  for (std::size_t i = 0; i < pools.size(); ++i) {
    planned_job job;
    if (!in.attempt([&] { job = read_job(in, *at.items[i]); })) continue;
    auto* request = std::get_if<serving_request>(&job.asked);
    if (request == nullptr || job.name != pools[i].first) in.fail(*at.items[i], std::string(expected));
    if (!job.says("phase")) request->job.phase = pools[i].second;
    jobs.push_back(std::move(job));
  }
}

}  // namespace headroom::read
