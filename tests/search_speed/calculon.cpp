// SPDX-License-Identifier: BSL-1.0
// A space of the choices that Calculon's search has (calculon-ai/calculon, caa4b11): a model of a trillion parameters on 3,072 A100, all of them in every
// plan; tensor, pipeline and data parallelism, interleaved stages, micro-batches, recomputation, and for each of these sequence parallelism, an
// optimizer that is shared out, and state and activations in the host's memory. Prints plans, the best step, and seconds of one core. What is offloaded takes no time here: none is modelled.
#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/plan/search.hpp>

#include <array>
#include <cstdio>
#include <ctime>
#include <vector>

namespace hr = headroom;

namespace {

constexpr hr::count gpus = 3'072, layers = 128, heads = 160, batch = 3'072;

hr::training_job trillion() {
  hr::transformer model = hr::models::gpt3_175b;
  model.name = "1T";
  model.vocabulary = 51'200;
  model.hidden = 25'600;
  hr::layer& layer = model.layers.front();
  layer.how_many = layers;
  layer.attention.heads = layer.attention.kv_heads = layer.attention.head_size = heads;
  layer.feed_forward.width = 4 * model.hidden;
  hr::training_job job{.model = model, .sequence = 2'048, .micro_batches = batch, .formats = hr::fp16_training, .scores_materialised = true, .dropout = true};
  job.framework.sequence_with_tensor = false;
  return job;
}

// Every division of all GPUs, with every number of interleaved stages and every micro-batch that divides what is to be divided.
std::vector<hr::training_plan> all_divisions(const hr::plan_kind& on) {
  std::vector<hr::training_plan> all;
  for (hr::count tensor = 1; tensor <= heads; ++tensor)
    for (hr::count pipeline = 1; pipeline <= layers; ++pipeline) {
      if (heads % tensor != 0 || layers % pipeline != 0 || gpus % (tensor * pipeline) != 0) continue;
      const hr::count data = gpus / (tensor * pipeline);
      if (batch % data != 0) continue;
      for (hr::count stages = 1; stages <= (pipeline > 1 ? layers / pipeline : 1); ++stages)
        for (hr::count micro_batch = 1; micro_batch <= batch / data; ++micro_batch) {
          if (layers % (pipeline * stages) != 0 || (batch / data) % micro_batch != 0) continue;
          for (const hr::recomputation& again : {hr::no_recomputation, hr::selective_recomputation, hr::full_recomputation})
            all.push_back({.on = &on, .layout = {.tensor = tensor, .pipeline = pipeline, .data = data, .virtual_stages = stages}, .micro_batch = micro_batch, .again = again});
        }
    }
  return all;
}

}  // namespace

int main() {
  const hr::training_job job = trillion();
  const hr::plan_kind on = hr::plan_kind_of(hr::azure::nd96amsr_a100_v4::spec, job, gpus / 8);
  const std::clock_t start = std::clock();
  const std::vector<hr::training_plan> divisions = all_divisions(on);
  hr::plan_objective asked{.least = hr::plan_amount::time};
  hr::training_plan best;
  hr::training_job of_best;
  hr::count plans = 0, judged = 0, timed = 0;
  for (int choice = 0; choice < 16; ++choice) {
    hr::training_job tried = job;
    tried.parallelism.sequence = (choice & 1) != 0;
    tried.sharding = (choice & 2) != 0 ? hr::sharding::optimizer : hr::sharding::none;
    tried.offload.optimizer = (choice & 4) != 0;
    tried.offload.activations = (choice & 8) != 0 ? 1 : 0;
    const auto found = hr::search<1>(tried, divisions, asked);
    plans += static_cast<hr::count>(divisions.size());
    judged += found.tried();
    timed += found.judged();
    if (found.is_empty()) continue;
    // No later choice has to be looked at beyond it.
    asked.deadline = found.all().front().time;
    best = found.all().front().plan;
    of_best = tried;
  }
  const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const hr::parallelism& by = best.layout;
  std::printf("%lld plans, %lld within the model's rules and judged, %lld timed: %.3f s, %.2f million plans a second\n", static_cast<long long>(plans),
              static_cast<long long>(judged), static_cast<long long>(timed), took, static_cast<double>(plans) / took / 1e6);
  std::printf("a step of %.2f s: TP %lld x PP %lld x DP %lld, %lld virtual stages, micro-batch %lld, recompute %d, sequence parallel %d, sharded optimizer %d, offloaded optimizer %d, activations %g\n",
              hr::in_seconds(asked.deadline), static_cast<long long>(by.tensor), static_cast<long long>(by.pipeline), static_cast<long long>(by.data), static_cast<long long>(by.virtual_stages),
              static_cast<long long>(best.micro_batch), static_cast<int>(best.again.kind), of_best.parallelism.sequence, of_best.sharding == hr::sharding::optimizer, of_best.offload.optimizer,
              of_best.offload.activations);
}
