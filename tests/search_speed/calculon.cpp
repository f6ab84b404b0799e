// SPDX-License-Identifier: BSL-1.0
// A space of the choices that Calculon's search has (calculon-ai/calculon, caa4b11), as far as this library has them, and of others that it has: a
// model of a trillion parameters on 3,072 A100, all of them in every plan. Prints how many of each there are, the best steps, and seconds of one core.
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
  hr::training_job job{.model = model, .sequence = 2'048, .micro_batches = batch, .formats = hr::fp16_training, .dropout = true};
  job.framework.sequence_with_tensor = false;
  return job;
}

// Every division of all GPUs, with every number of interleaved stages or another schedule, and every micro-batch that divides what is to be divided.
std::vector<hr::training_plan> all_divisions(const hr::plan_kind& on) {
  constexpr std::array others{hr::pipeline_schedule::zero_bubble_h1, hr::pipeline_schedule::zero_bubble_h2, hr::pipeline_schedule::dual_pipe};
  std::vector<hr::training_plan> all;
  for (hr::count tensor = 1; tensor <= heads; ++tensor)
    for (hr::count pipeline = 1; pipeline <= layers; ++pipeline) {
      if (heads % tensor != 0 || layers % pipeline != 0 || gpus % (tensor * pipeline) != 0) continue;
      const hr::count data = gpus / (tensor * pipeline);
      if (batch % data != 0) continue;
      for (hr::count micro_batch = 1; micro_batch <= batch / data; ++micro_batch) {
        if ((batch / data) % micro_batch != 0) continue;
        hr::training_plan made{.on = &on, .layout = {.tensor = tensor, .pipeline = pipeline, .data = data}, .micro_batch = micro_batch};
        for (hr::count stages = 1; stages <= (pipeline > 1 ? layers / pipeline : 1); ++stages) {
          if (layers % (pipeline * stages) != 0) continue;
          made.layout.virtual_stages = stages;
          all.push_back(made);
        }
        made.layout.virtual_stages = 1;
        for (const hr::pipeline_schedule by : others) {
          if (pipeline == 1) continue;
          made.layout.schedule = by;
          all.push_back(made);
        }
      }
    }
  return all;
}

// What is chosen besides of every division, and is the same for all plans of one search.
struct choices {
  hr::training_job job{};
  hr::step_settings settings{};
  bool is_away = false;  // something waits in the host's memory
};
std::vector<choices> all_choices(const hr::training_job& job) {
  std::vector<choices> all;
  // What is offloaded takes no time here, since none is modelled: these come last.
  for (int away = 0; away < 16; ++away)
    for (const hr::sharding shared : {hr::sharding::optimizer, hr::sharding::none, hr::sharding::gradients, hr::sharding::weights})
      for (int bits = 0; bits < 32; ++bits) {
        choices made{.job = job, .is_away = away != 0};
        made.job.sharding = shared;
        made.job.offload = {.weights = (away & 8) != 0, .gradients = (away & 4) != 0, .optimizer = (away & 2) != 0, .activations = (away & 1) != 0 ? 1.0 : 0.0};
        if (made.job.offload.weights && shared != hr::sharding::weights) continue;
        made.job.parallelism.sequence = (bits & 1) == 0;
        made.settings.tensor_overlap = (bits & 2) == 0 ? hr::tensor_overlap::measured : hr::tensor_overlap::none;
        made.settings.overlaps_data = (bits & 4) == 0;
        made.job.scores_materialised = (bits & 8) != 0;
        if ((bits & 16) != 0) made.job.loss = hr::separate_cross_entropy;
        all.push_back(made);
      }
  return all;
}

void print_plan(const char* title, const hr::planned<hr::training_plan>& found, const choices& with) {
  const hr::parallelism& by = found.plan.layout;
  const auto n = [](hr::count of) { return static_cast<long long>(of); };
  std::printf("%s: a step of %.2f s: TP %lld x PP %lld x DP %lld, %lld virtual stages, schedule %d, micro-batch %lld, recompute %d, sequence parallel %d, sharding %d, scores written out %d, "
              "offloaded weights %d gradients %d optimizer %d activations %g\n",
              title, hr::in_seconds(found.time), n(by.tensor), n(by.pipeline), n(by.data), n(by.virtual_stages), static_cast<int>(by.schedule), n(found.plan.micro_batch),
              static_cast<int>(found.plan.again.kind), with.job.parallelism.sequence, static_cast<int>(with.job.sharding), with.job.scores_materialised, with.job.offload.weights,
              with.job.offload.gradients, with.job.offload.optimizer, with.job.offload.activations);
}

}  // namespace

int main() {
  const hr::training_job job = trillion();
  const hr::plan_kind on = hr::plan_kind_of(hr::azure::nd96amsr_a100_v4::spec, job, gpus / 8);
  const std::clock_t start = std::clock();
  const std::vector<hr::training_plan> divisions = all_divisions(on);
  const std::vector<choices> besides = all_choices(job);
  hr::plan_objective asked{.least = hr::plan_amount::time};
  hr::planned<hr::training_plan> best;
  const choices* of_best = nullptr;
  bool is_printed = false;
  hr::count plans = 0, judged = 0, timed = 0;
  std::vector<hr::training_plan> tried;
  for (const choices& each : besides) {
    if (each.is_away && !is_printed && of_best != nullptr) {
      print_plan("nothing offloaded", best, *of_best);
      is_printed = true;
    }
    const hr::recomputation_choices again = hr::recomputations_of(each.job);
    hr::plan_kind with = on;
    with.job = &each.job;  // a plan arranges the job of its kind
    tried.clear();
    for (const hr::training_plan& division : divisions)
      for (std::size_t i = 0; i < again.size(); ++i) {
        tried.push_back(division);
        tried.back().on = &with;
        tried.back().again = again[i];
      }
    const auto found = hr::search<1>(each.job, tried, asked, each.settings);
    plans += static_cast<hr::count>(tried.size());
    judged += found.tried();
    timed += found.judged();
    if (found.is_empty()) continue;
    // No later choice has to be looked at beyond it.
    best = found.all().front();
    asked.deadline = best.time;
    of_best = &each;
  }
  const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%zu divisions, %zu choices besides, %lld plans; %lld within the model's rules, %lld timed: %.3f s, %.2f million plans a second\n", divisions.size(), besides.size(),
              static_cast<long long>(plans), static_cast<long long>(judged), static_cast<long long>(timed), took, static_cast<double>(plans) / took / 1e6);
  if (of_best != nullptr) print_plan("the best", best, *of_best);
}
