// SPDX-License-Identifier: BSL-1.0
#include "fit/fit_json.hpp"

#include <string>

#include "fit/default_sequences.hpp"
#include "fit/fit_words.hpp"
#include <headroom/read/own/job_fields.hpp>
#include "json_report.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

json split_json(const planned_job& job) {
  if (const serving_job* serving = job.serving())
    return {{"tensor_parallel", serving->tensor_parallel},
            {"pipeline_parallel", serving->pipeline_parallel},
            {"data_parallel", serving->data_parallel}};
  const parallelism& p = job.training()->parallelism;
  return {{"tensor_parallel", p.tensor},
          {"pipeline_parallel", p.pipeline},
          {"data_parallel", p.data},
          {"context_parallel", p.context},
          {"expert_parallel", p.expert}};
}

json use_json(const rank_use& use) {
  json parts = json::object();
  for (const rank_part& each : use.parts) {
    json& part = parts[std::string(each.key)];
    part = {{"bytes", in_bytes(each.amount)}, {"standing", standing_text(each)}};
    if (in_bytes(each.most) > 0) {
      part["least_bytes"] = in_bytes(each.least);
      part["most_bytes"] = in_bytes(each.most);
    }
  }
  return {
      {"stage", use.stage},           {"stages", use.stages},           {"fullest_because", use.because},
      {"parts", std::move(parts)},    {"needed", in_bytes(use.needed)}, {"leanest_stage_needs", in_bytes(use.leanest)},
      {"of_host", in_bytes(use.host)},
      {"of_nvme", in_bytes(use.nvme)}};
}

// null: not known; "none": there is none.
template <class T, class Of>
json figure_json(const figure<T>& x, Of of) {
  return x.is_known() ? json(of(*x.known())) : x.is_absent() ? json("none") : json(nullptr);
}

json room_json(const machine_fit& fit) {
  json all = json::object();
  for (const room_answer& each : room_of(fit.job, fit.machine)) {
    all[std::string(each.key)] = figure_json(each.number, [&](double number) {
      return !each.word.empty() ? json(each.word) : json(static_cast<count>(number));
    });
    if (each.key == "least_quantised")
      all["least_quantised_multiplied_in"] = figure_json(each.number, [&](double) { return json(each.multiplied); });
  }
  return all;
}

json machine_json(const machine_fit& fit, bool with_room) {
  json result{{"machine", fit.machine.name()}, {"outcome", name(fit.outcome)}};
  if (!fit.why.empty()) result["why"] = fit.why;
  const auto as_it_is = [](const auto& x) { return x; };
  result["machines"] = figure_json(fit.machines, as_it_is);
  result["held"] = fit.is_held;
  result["memory_of_gpu"] = figure_json(fit.of_gpu, [](const memory& x) { return in_bytes(x); });
  result["confirmed"] = fit.of_gpu.is_confirmed();
  result["dollars_per_hour"] = fit.is_priced ? json(in_dollars_per_hour(fit.price)) : json(nullptr);
  if (!fit.is_possible) return result;
  result["gpus"] = gpus_of(fit.job);
  result["split"] = split_json(fit.job);
  result["rank"] = use_json(fit.use);
  if (const std::string notes = beside_it(fit); !notes.empty()) result["notes"] = notes.substr(1);
  result["left"] = fit.of_gpu.is_known() ? json(in_bytes(fit.left())) : json(nullptr);
  if (const auto own = default_sequences_of(fit))
    result["engine_default"] = {
        {"most_sequences", own->own}, {"more_of_gpu", in_bytes(own->more)}, {"has_room", own->fits_memory}};
  if (with_room && fit.of_gpu.is_known()) result["room"] = room_json(fit);
  return result;
}

json machines_json(const std::vector<machine_fit>& fits, bool with_room) {
  json all = json::array();
  for (const machine_fit& each : fits) all.push_back(machine_json(each, with_room));
  return all;
}

}  // namespace

nlohmann::ordered_json fit_json(const job_fit& of) {
  json result{{"name", of.job.name},
              {"model", model_of(of.job).name},
              {"kind", of.job.serving() != nullptr ? "serve" : "train"},
              {"outcome", of.is_judged() ? json(name(of.outcome())) : json(nullptr)}};
  if (!of.impossible.empty()) {
    result["why"] = of.impossible;
    return result;
  }
  const planned_job& job = of.cluster.has_value() ? of.cluster->job : of.job;
  result["description"] = description_of(job);
  const std::string_view left_out = model_of(job).leaves_out;
  result["leaves_out"] = left_out.empty() ? json(nullptr) : json(left_out);
  if (const auto* request = std::get_if<serving_request>(&job.asked); request != nullptr && !job.says("weights"))
    result["weights"] = {{"format", request->weights}, {"of_checkpoint", request->of_checkpoint}};
  result["gpus"] = gpus_of(job);
  result["split"] = split_json(job);
  result["rank"] = use_json(of.cluster.has_value() ? use_of(job) : of.use);
  if (of.cluster.has_value()) result["verdict"] = verdict_json(title_of(job), of.cluster->found);
  if (!of.on.empty()) result[of.is_smallest ? "smallest" : "machines"] = machines_json(of.on, !of.is_smallest);
  if (of.lines.empty()) return result;
  result["sweep"] = {{"key", whole_key(of.sweep, of.job.training() != nullptr)}, {"values", json::array()}};
  for (const sweep_line& each : of.lines) {
    json line{{"value", each.share.has_value() ? json(*each.share)
                        : each.word.empty()    ? json(each.value)
                                               : json(each.word)}};
    if (!each.wrong.empty()) {
      line["wrong"] = each.wrong;
    } else {
      line["rank"] = use_json(each.use);
      line["machines"] = machines_json(each.on, false);
    }
    result["sweep"]["values"].push_back(std::move(line));
  }
  return result;
}

nlohmann::ordered_json together_json(const std::vector<pools_fit>& of) {
  json all = json::array();
  for (const pools_fit& each : of)
    all.push_back({{"machine", each.machine},
                   {"outcome", name(each.outcome)},
                   {"gpus", each.gpus},
                   {"machines", figure_json(each.machines, [](count n) { return n; })}});
  return all;
}

}  // namespace headroom::program
