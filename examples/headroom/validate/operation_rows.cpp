// SPDX-License-Identifier: BSL-1.0
#include "validate/operation_rows.hpp"

#include <headroom/model/conventions.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/operations.hpp>
#include <optional>

#include "validate/names.hpp"
#include "validate/shapes.hpp"

namespace headroom::program::validation {

namespace {

constexpr double a100_peak = 312e12;   // bf16, dense: what Korthikanti et al. divide by
constexpr double tpu_v4_peak = 275e12;  // what Chowdhery et al. divide by

double in_one_token(const figure<operation_count>& of) { return in_operations(known(of)); }

judged derived(const json& row, std::string_view part, std::string_view metric, std::string_view unit) {
  judged one = outline(row, "operations", part);
  one.metric = metric;
  one.unit = unit;
  return one;
}

// Narayanan et al., table 2: days for 300 billion tokens follow from the rate of a GPU. Both are printed whole.
judged narayanan_days(const json& row) {
  const json& c = config_of(row);
  judged one = derived(row, "Narayanan et al.", "train_days_300B", "days");
  const double each = in_one_token(narayanan_operations(gpt_of_a_paper(text(c, {"model"}, ""), 2'048), 2'048));
  const double rate = measured(row, "tflops_per_gpu");
  one.published = measured(row, "train_days_300B");
  one.found = 300e9 * each / (number(c, {"gpus"}) * rate * 1e12) / 86'400;
  one.step = 1 + one.found / rate;
  return one;
}

// Both utilisations follow from the time of an iteration: printed to 0.01 s, and to 0.1 %.
judged korthikanti_utilisation(const json& row, const char* metric) {
  const json& c = config_of(row);
  judged one = derived(row, "Korthikanti et al.", metric, "%");
  const transformer shape = model_of(c);
  const count length = whole(c, {"seq"});
  const double each = in_one_token(one.metric == "mfu" ? korthikanti_model_operations(shape, length)
                                                       : korthikanti_hardware_operations(shape, length));
  const double time = measured(row, "iteration_time");
  const double tokens = number(c, {"gbs"}) * static_cast<double>(length);
  one.published = measured(row, metric);
  one.found = 100 * each * tokens / (time * number(c, {"gpus"}) * a100_peak);
  one.step = 0.1 + one.found * 0.01 / time;
  return one;
}

judged palm_utilisation(const json& row) {
  const json& c = config_of(row);
  judged one = derived(row, "PaLM", "mfu", "%");
  const double rate =
      measured(row, "tokens_per_s") * in_one_token(palm_operations(named_model_of(c), whole(c, {"seq"})));
  one.published = measured(row, "mfu");
  one.found = 100 * rate / (number(c, {"accelerators"}) * tpu_v4_peak);
  one.step = 0.1;
  return one;
}

judged deepseek_operations(const json& row) {
  judged one = derived(row, "DeepSeek", "train_flops_per_token", "operations");
  one.published = measured(row, "train_flops_per_token");
  one.found = in_operations(known(training_operations(named_model_of(config_of(row)), 4'096)).total());
  one.step = 1e9;  // printed in whole billions
  return one;
}

// A rate and a throughput of a GPU, both printed whole, and the operations a token that they imply.
judged implied(const json& row, std::string_view part, double ours) {
  judged one = derived(row, part, "operations_per_token", "operations");
  const double rate = measured(row, "model_tflops_per_gpu");
  const double tokens = measured(row, "tokens_per_s_per_gpu");
  if (!(rate > 0 && tokens > 0)) throw refusal("a rate is not above 0");
  one.published = rate * 1e12 / tokens;
  one.found = ours;
  one.step = one.published * (1 / rate + 1 / tokens);
  return one;
}

std::optional<judged> of_convention(const json& row) {
  const json& c = config_of(row);
  const bool has_rates = measures(row, "model_tflops_per_gpu") && measures(row, "tokens_per_s_per_gpu");
  if (says(row, "citation", "llm-foundry MPT") && has_rates)
    return implied(row, "MosaicML",
                   in_one_token(palm_operations(gpt_of_a_paper(text(c, {"model"}, ""), whole(c, {"seq"})),
                                                whole(c, {"seq"}))));
  if (says(row, "citation", "NeMo 24.07") && has_rates && text(c, {"task"}, "") == "pretrain")
    return implied(row, "NeMo 24.07", in_one_token(nemo_operations(named_model_of(c), whole(c, {"seq"}))));
  if (says(row, "citation", "Megatron-Bridge") && has_rates && says(c, "phase", "Pre-Training")) {
    const bool with_predicting = !says(c, "model_label", "w/o MTP");
    return implied(row, "Megatron-Bridge",
                   in_one_token(megatron_operations(named_model_of(c), whole(c, {"seq"}), with_predicting)));
  }
  if (says(row, "citation", "DeepSeek-AI, ISCA 2025") && measures(row, "train_flops_per_token"))
    return deepseek_operations(row);
  if (says(row, "citation", "PaLM") && measures(row, "tokens_per_s") && measures(row, "mfu"))
    return palm_utilisation(row);
  if (says(row, "citation", "Narayanan") && measures(row, "train_days_300B")) return narayanan_days(row);
  return {};
}

}  // namespace

std::vector<judged> judge_operations(const json& row) {
  std::vector<judged> all;
  try {
    if (says(row, "citation", "Korthikanti")) {
      for (const char* metric : {"mfu", "hfu"})
        if (measures(row, metric) && measures(row, "iteration_time"))
          all.push_back(korthikanti_utilisation(row, metric));
    } else if (std::optional<judged> one = of_convention(row)) {
      all.push_back(std::move(*one));
    }
  } catch (const refusal&) {
    return {};  // the row's own figures are of throughput, which is not judged
  }
  return all;
}

}  // namespace headroom::program::validation
