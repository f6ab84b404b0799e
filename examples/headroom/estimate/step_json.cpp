// SPDX-License-Identifier: BSL-1.0
#include "estimate/step_json.hpp"

#include <algorithm>
#include <headroom/export/json_fit.hpp>
#include <headroom/export/json_values.hpp>
#include <headroom/training/utilisation.hpp>
#include <string>
#include <utility>

#include "estimate/part_key.hpp"
#include "estimate/step_words.hpp"
#include "fit/fit_words.hpp"
#include "fit/network_words.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

json layout_json(const timed_layout& of) {
  const training_job& run = *of.job.training();
  return {{"gpus", of.step.gpus},
          {"split", json_of_split(run)},
          {"virtual_stages", run.parallelism.virtual_stages},
          {"micro_batch", run.micro_batch},
          {"micro_batches", run.micro_batches},
          {"recompute", name_of(recompute_names, run.recompute.kind)},
          {"recomputed", recomputed_words(run.recompute)},
          {"step_seconds", in_seconds(of.step.total())},
          {"tokens_per_second", of.tokens_per_second}};
}

json step_json(const step_schedule& of) {
  json parts = json::object();
  for (std::size_t i = 0; i < step_part_count; ++i) {
    const auto part = static_cast<step_part>(i);
    const step_schedule::entry& each = of[part];
    if (in_seconds(each.exposed) > 0 || in_seconds(each.hidden) > 0)
      parts[part_key(name(part))] = {{"exposed", in_seconds(each.exposed)}, {"hidden", in_seconds(each.hidden)}};
  }
  return {{"seconds", in_seconds(of.total())}, {"tokens", of.tokens}, {"slowest_stage", of.slowest_stage}, {"parts", std::move(parts)}};
}

json utilisation_json(const step_estimate& of, count document) {
  json all = json::array();
  const training_job& job = *of.best.job.training();
  const figure<operation_rate> peak = peak_of(*of.fit.machine.gpu(), job.formats);
  for (const utilisation_convention& each : utilisation_conventions) {
    const figure<operation_count> counted = operations_of(each, job, document);
    if (!counted.is_known() || !peak.is_known()) continue;
    all.push_back({{"kind", each.kind == utilisation_kind::model ? "mfu" : "hfu"},
                   {"by", each.name},
                   {"counts", each.counts},
                   {"share", utilisation(*counted.known(), tokens_per_second(of.tokens_per_second_per_gpu()), *peak.known())},
                   {"operations_per_token", in_operations(*counted.known())},
                   {"peak", in_base_units(*peak.known())}});
  }
  return all;
}

json budget_json(const step_estimate& of, double tokens) {
  const budget made = budget_of(of, tokens);
  return {{"tokens", tokens},
          {"days", in_days(made.time)},
          {"gpu_hours", made.gpu_hours},
          {"dollars", json_of_figure(made.price, [](const money& x) { return json(in_dollars(x)); })},
          {"most_joules", json_of_figure(made.most, [](const energy& x) { return json(in_joules(x)); })},
          {"joules_of", made.of}};
}

json estimate_json(const step_estimate& of, const estimate_request& asked) {
  json result{{"machine", of.fit.machine.name()}, {"outcome", name(of.fit.outcome)}};
  if (!of.is_known) {
    result["why"] = of.why;
    return result;
  }
  result["network"] = network_json(of.fit.machine);
  result["machines"] = of.best.machines > 0 ? json(of.best.machines) : json(nullptr);
  result.update(layout_json(of.best));
  result["tokens_per_second_per_gpu"] = of.tokens_per_second_per_gpu();
  result["band"] = band_json(of.band);
  result["step"] = step_json(of.best.step);
  result["without_effect"] = of.without_effect;
  result["not_measured"] = not_measured(*of.best.job.training(), asked.settings);
  if (const std::string all = not_counted_of(*of.best.job.training()); !all.empty()) result["not_counted"] = all;
  result["utilisation"] = utilisation_json(of, asked.settings.document);
  result["dollars_per_hour"] = of.is_priced ? json(in_dollars_per_hour(of.price)) : json(nullptr);
  if (asked.tokens > 0) result["budget"] = budget_json(of, asked.tokens);
  const binding_part binding = binding_of(of.best.step);
  result["binding"] = {{"part", binding.name}, {"share", binding.share}};
  for (const doubled_rate& each : of.doubled) result["times_with_twice"][std::string(each.key)] = each.times;
  if (of.layouts.tried == 0) return result;
  result["layouts_tried"] = of.layouts.tried;
  result["layouts_with_room"] = of.layouts.with_room;
  result["layouts_untimed"] = of.layouts.untimed;
  result["layouts_left_out"] = of.layouts.left_out;
  if (of.layouts.untimed > 0) result["why_untimed"] = of.layouts.why_untimed;
  result["next_layouts"] = json::array();
  for (const timed_layout& each : of.others) result["next_layouts"].push_back(layout_json(each));
  return result;
}

}  // namespace

nlohmann::ordered_json step_estimates_json(const planned_job& job, const std::vector<step_estimate>& on, const estimate_request& asked) {
  const step_settings& as = asked.settings;
  json result{{"name", job.name},
              {"model", model_of(job).name},
              {"kind", "train"},
              {"description", description_of(job, !job.sizes_itself())},
              {"best_by", name(asked.by)},
              {"settings",
               {{"tensor_overlap", name_of(tensor_overlap_names, as.tensor_overlap)},
                {"data_overlap", as.overlaps_data},
                {"sum_shards_once", as.sums_shards_once},
                {"expert_overlap", as.overlaps_experts},
                {"graphs", as.replays_graphs},
                {"balanced_stages", as.balanced_stages},
                {"early_stop", as.stops_early},
                {"document", as.document > 0 ? json(as.document) : json(nullptr)},
                {"months", as.months},
                {"slowest_gpu", as.slowest_gpu},
                {"jitter_seconds", in_seconds(as.jitter)},
                {"checkpoint_interval_seconds", in_seconds(as.checkpoint_interval) > 0 ? json(in_seconds(as.checkpoint_interval)) : json(nullptr)},
                {"checkpoint_stall_seconds", in_seconds(as.checkpoint_interval) > 0 ? json(in_seconds(as.checkpoint_stall)) : json(nullptr)}}}};
  result["storage"] = storage_json(asked.storage, *job.training());
  result["machines"] = json::array();
  for (const step_estimate& each : on) result["machines"].push_back(estimate_json(each, asked));
  return result;
}

}  // namespace headroom::program
