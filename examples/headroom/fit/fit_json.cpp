// SPDX-License-Identifier: BSL-1.0
#include "fit/fit_json.hpp"

#include <headroom/export/json_fit.hpp>
#include <headroom/export/json_values.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "fit/fit_words.hpp"
#include "fit/remedy.hpp"
#include <headroom/read/own/job_fields.hpp>
#include "json_report.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

json split_json(const planned_job& job) {
  return job.serving() != nullptr ? json_of_split(*job.serving()) : json_of_split(*job.training());
}

json room_json(const machine_fit& fit) {
  json all = json::object();
  for (const room_answer& each : room_of(fit)) {
    all[std::string(each.key)] = json_of_figure(each.number, [&](double number) {
      return !each.word.empty() ? json(each.word) : json(static_cast<count>(number));
    });
    if (each.key == "least_quantised")
      all["least_quantised_multiplied_in"] = json_of_figure(each.number, [&](double) { return json(each.multiplied); });
  }
  return all;
}

// Under "change" stand members as they stand in a job's file.
json remedy_json(const remedy& by) {
  json change = json::object();
  for (const job_change& each : by.changes)
    std::visit([&](const auto& to) { change[std::string(each.key)] = to; }, each.to);
  return {{"change", std::move(change)},
          {"options", options_of(by.changes)},
          {"gpus", gpus_of(by.job)},
          {"machines", json_of_figure(by.machines, [](count n) { return n; })},
          {"known", by.is_known},
          {"split", split_json(by.job)}};
}

json machine_json(const machine_fit& fit, bool with_room) {
  json result{{"machine", fit.machine.name()}, {"outcome", name(fit.outcome)}};
  if (!fit.why.empty()) result["why"] = fit.why;
  const auto as_it_is = [](const auto& x) { return x; };
  result["machines"] = json_of_figure(fit.machines, as_it_is);
  result["held"] = fit.is_held;
  result["memory_of_gpu"] = json_of_figure(fit.of_gpu, [](const memory& x) { return in_bytes(x); });
  result["confirmed"] = fit.of_gpu.is_confirmed();
  result["dollars_per_hour"] = fit.is_priced ? json(in_dollars_per_hour(fit.price)) : json(nullptr);
  if (!fit.is_possible) return result;
  result["gpus"] = gpus_of(fit.job);
  result["split"] = split_json(fit.job);
  result["rank"] = json_of(fit.use);
  if (const std::string notes = beside_it(fit); !notes.empty()) result["notes"] = notes.substr(1);
  if (const std::optional<remedy> by = remedy_of(fit); by.has_value()) result["remedy"] = remedy_json(*by);
  result["left"] = fit.of_gpu.is_known() ? json(in_bytes(fit.left())) : json(nullptr);
  if (fit.own_sequences > 0)
    result["engine_default"] = {{"most_sequences", fit.own_sequences},
                                {"told", fit.option.empty() ? json(nullptr) : json(fit.option)}};
  if (with_room && fit.of_gpu.is_known() && !is_short_of_host(fit)) result["room"] = room_json(fit);
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
  result["description"] = description_of(job, !job.sizes_itself());
  const std::string_view left_out = model_of(job).leaves_out;
  result["leaves_out"] = left_out.empty() ? json(nullptr) : json(left_out);
  if (const auto* request = std::get_if<serving_request>(&job.asked); request != nullptr && !job.says("weights"))
    result["weights"] = {{"format", request->weights}, {"of_checkpoint", request->of_checkpoint}};
  result["gpus"] = gpus_of(job);
  result["split"] = split_json(job);
  result["rank"] = json_of(of.cluster.has_value() ? use_of(job) : of.use);
  if (of.cluster.has_value()) result["verdict"] = verdict_json(title_of(job), of.cluster->found);
  if (!of.on.empty()) result[of.is_smallest ? "smallest" : "machines"] = machines_json(of.on, !of.is_smallest);
  if (of.lines.empty()) return result;
  result["sweep"] = {{"key", whole_key(of.sweep, of.job.training() != nullptr)}, {"values", json::array()}};
  for (const sweep_line& each : of.lines) {
    json line{{"value", each.value.real.has_value()  ? json(*each.value.real)
                        : each.value.text.empty()    ? json(each.value.number)
                                                     : json(each.value.text)}};
    if (!each.wrong.empty()) {
      line["wrong"] = each.wrong;
    } else {
      line["rank"] = json_of(each.use);
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
                   {"machines", json_of_figure(each.machines, [](count n) { return n; })}});
  return all;
}

}  // namespace headroom::program
