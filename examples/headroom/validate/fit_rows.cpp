// SPDX-License-Identifier: BSL-1.0
#include "validate/fit_rows.hpp"

#include <headroom/training/memory.hpp>

#include "validate/names.hpp"
#include "validate/serving_rows.hpp"
#include "validate/shapes.hpp"
#include "validate/training_rows.hpp"

namespace headroom::program::validation {

namespace {

transformer fit_model(const json& c) {
  const std::string name = text(c, {"model"}, "");
  return model_named(name) == nullptr && is_gpt_of_a_paper(name) ? gpt_of_a_paper(name, degree(c, {"seq"}, 2'048))
                                                                 : named_model_of(c);
}

// Narayanan et al., 2021, section 5.2: Megatron's 530B model with DeepSpeed's ZeRO-3, no model parallelism, 2,048
// tokens as in all of the paper.
training_job zero3_job(const json& c) {
  return {.model = fit_model(c),
          .parallelism = {.data = degree(c, {"gpus"})},
          .sequence = degree(c, {"seq"}, 2'048),
          .micro_batch = degree(c, {"mbs"}),
          .formats = fp16_training,
          .sharding = sharding::weights,
          .recompute = text(c, {"recompute"}, "none") == "full" ? full_recomputation : no_recomputation,
          .scores_materialised = true,
          .dropout = true,
          .framework = frameworks::deepspeed};
}

// DGX Cloud's recipes: NeMo sums gradients in bf16. Enough micro-batches to fill the pipeline.
training_job nemo_job(const json& c) {
  if (!has(c, "tp")) throw refusal("the row does not say how the job is divided");
  training_job job = megatron_job(c, fit_model(c));
  job.formats = bf16_gradients;
  job.micro_batches = multiply(4, job.parallelism.pipeline);
  return job;
}

training_job fit_job(const json& row) {
  const json& c = config_of(row);
  if (has(c, "framework") || says(row, "citation", "BigScience")) return job_of(row);
  return whole(c, {"zero"}, 0) == 3 ? zero3_job(c) : nemo_job(c);
}

bool training_fits(const json& row) {
  const training_job job = fit_job(row);
  if (const auto why = contradiction(job); !why.empty()) throw refusal(std::string(why));
  const gpu& on = gpu_named(text(config_of(row), {"gpu"}, ""));
  return known(training_memory(job)).total() <= known(on.driver_memory);
}

bool serving_fits(const json& row) {
  const serving_answer found = answer(read_serving_row(row));
  if (!found.refused.empty()) throw refusal(found.refused);
  return found.fits;
}

}  // namespace

std::vector<judged> judge_fit(const json& row) {
  const bool serving = is_serving_row(row);
  return judge_each(row, "fit", serving ? "serving" : "training", [&](judged& one) {
    if (one.metric != "fits") throw refusal("only whether a job fits is judged");
    if (one.published != 0 && one.published != 1) throw refusal("\"fits\" is neither 0 nor 1");
    one.found = (serving ? serving_fits(row) : training_fits(row)) ? 1 : 0;
  });
}

}  // namespace headroom::program::validation
