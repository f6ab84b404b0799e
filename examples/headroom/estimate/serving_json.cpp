// SPDX-License-Identifier: BSL-1.0
#include "estimate/serving_json.hpp"

#include <algorithm>
#include <headroom/export/json_fit.hpp>
#include <string>
#include <utility>

#include "estimate/part_key.hpp"
#include "fit/fit_words.hpp"
#include "fit/network_words.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

json served_layout_json(const served_layout& of) {
  json result{{"gpus", gpus_of(of)}, {"split", json_of_split(*of.job.serving())}};
  if (of.prefill.has_value()) result["prefill_split"] = json_of_split(*of.prefill->serving());
  result["sequences"] = of.at.sequences;
  result["tpot_seconds"] = in_seconds(of.at.token);
  result["tokens_per_second_per_gpu"] = in_tokens_per_second(of.at.output_per_gpu);
  return result;
}

json load_json(const serving_estimate& of, const served_load& load) {
  const serving_result& at = load.at;
  json parts = json::object();
  for (std::size_t i = 0; i < serving_part_count; ++i) {
    const auto part = static_cast<serving_part>(i);
    if (in_seconds(at.step[part].time) > 0)
      parts[part_key(name(part))] = {{"seconds", in_seconds(at.step[part].time)}, {"memory_seconds", in_seconds(at.step[part].memory)}};
  }
  const serving_binding binding = binding_of(at.step);
  json result{{"clients", load.clients},
              {"ttft_seconds", in_seconds(at.first_token)},
              {"tpot_seconds", in_seconds(at.token)},
              {"sequences", at.sequences},
              {"requests_per_second", in_requests_per_second(at.requests)},
              {"tokens_per_second", in_tokens_per_second(at.output)},
              {"tokens_per_second_per_gpu", in_tokens_per_second(at.output_per_gpu)},
              {"tokens_per_second_per_user", in_tokens_per_second(at.output_per_user)},
              {"binding", {{"part", binding.name}, {"share", binding.share}}},
              {"step", std::move(parts)}};
  if (!of.is_priced) return result;
  const token_prices prices = prices_of(of, at);
  result["dollars_per_million"] = {{"answers_with_prompts", in_dollars(prices.of_answers_in_all)},
                                   {"prompts", in_dollars(prices.of_prompts)},
                                   {"answers", in_dollars(prices.of_answers)}};
  return result;
}

json explanation_json(const serving_estimate& of) {
  const served_load& load = load_of_job(of);
  json made{{"clients", load.clients}};
  for (const auto& [key, step] : {std::pair{"decode", load.at.step}, {"prefill", of.prompt_step}}) {
    json shares = json::object();
    for (const serving_binding& each : bindings_of(step)) shares[part_key(each.name)] = each.share;
    made["steps"][key] = {{"seconds", in_seconds(step.total())}, {"shares", std::move(shares)}};
  }
  for (const doubled_server& each : of.doubled)
    made["times_with_twice"][std::string(each.key)] = {{"tokens_per_second", each.tokens}, {"tpot", each.token}, {"ttft", each.first_token}};
  return made;
}

json served_json(const serving_estimate& of, const load_request& asked) {
  json result{{"machine", of.fit.machine.name()}, {"outcome", name(of.fit.outcome)}};
  if (!of.is_known) {
    result["why"] = of.why;
    return result;
  }
  result["network"] = network_json(of.fit.machine);
  result["gpus"] = of.gpus;
  result["best"] = served_layout_json(of.best);
  if (of.prefill.has_value()) result["prefill_split"] = json_of_split(*of.prefill->job.serving());
  result["prompt"] = of.requests.prompt;
  result["answer"] = of.requests.answer;
  if (!of.prefill.has_value()) result["answer_spread"] = of.requests.answer_spread;
  result["bands"] = {{"ttft", band_json(of.first_token)}, {"tpot", band_json(of.token)}, {"tokens_per_second", band_json(of.throughput)}};
  result["without_effect"] = of.without_effect;
  result["not_measured"] = not_measured(*of.best.job.serving(), asked, of.requests);
  result["dollars_per_gpu_hour"] = of.is_priced ? json(in_dollars_per_hour(of.gpu_price)) : json(nullptr);
  result["loads"] = json::array();
  for (const served_load& each : of.loads) result["loads"].push_back(load_json(of, each));
  if (of.within_limit.has_value()) {
    result["within_limit"] = load_json(of, *of.within_limit);
    for (const char* of_clients : {"clients", "ttft_seconds"}) result["within_limit"].erase(of_clients);
  }
  if (!of.doubled.empty()) result["explanation"] = explanation_json(of);
  if (!of.latencies.empty()) result["latencies"] = latencies_json(of.latencies);
  if (of.layouts.tried == 0) return result;
  result["layouts_tried"] = of.layouts.tried;
  result["layouts_with_room"] = of.layouts.with_room;
  result["layouts_untimed"] = of.layouts.untimed;
  if (of.layouts.untimed > 0) result["why_untimed"] = of.layouts.why_untimed;
  result["next_layouts"] = json::array();
  for (const served_layout& each : of.others) result["next_layouts"].push_back(served_layout_json(each));
  return result;
}

}  // namespace

nlohmann::ordered_json serving_estimates_json(const planned_job& job, const std::vector<serving_estimate>& on, const load_request& asked) {
  const serving_settings& as = asked.settings;
  json result{{"name", job.name},
              {"model", model_of(job).name},
              {"kind", "serve"},
              {"description", description_of(job, !job.sizes_itself())},
              {"best_by", name(asked.by)},
              {"settings", {{"static_batching", asked.is_static}, {"eager", as.without_graphs}, {"scheduler_steps", as.scheduler_steps}, {"stream_interval", as.stream_interval}, {"drafted", as.drafted}, {"accepted", as.accepted}, {"expert_imbalance", job.serving()->expert_imbalance}}}};
  result["storage"] = storage_json(asked.storage, *job.serving());
  result["machines"] = json::array();
  for (const serving_estimate& each : on) result["machines"].push_back(served_json(each, asked));
  return result;
}

}  // namespace headroom::program
