// SPDX-License-Identifier: BSL-1.0
#include <benchmark/benchmark.h>

#include <headroom/catalog/azure.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>
#include <string>

// How many memory fits a second one core judges, for every published model that nothing is missing of: a sweep as a
// planner makes it, in which every job differs from the one before.
namespace {

namespace hr = headroom;

// Tensor parallelism that divides the model, as wide as a machine of eight GPUs.
hr::count widest_tensor(const hr::transformer& of) {
  for (const hr::count ranks : {8, 4, 2})
    if (hr::contradiction(of, {.tensor = ranks}).empty()) return ranks;
  return 1;
}

const hr::memory gpu_memory = *hr::usable_memory_per_gpu(hr::azure::nd96isr_h200_v5::spec).known();

void serving(benchmark::State& state, const hr::transformer& model, bool layers_once) {
  hr::serving_job job{.model = model, .weights = hr::fp8, .tensor_parallel = widest_tensor(model), .context = 1'024};
  const hr::serving_layers layers = hr::layers_on_rank(job);
  hr::count fits = 0;
  for (auto _ : state) {
    job.concurrent_sequences = job.concurrent_sequences % 256 + 1;
    const auto parts = layers_once ? hr::serving_memory(job, layers) : hr::serving_memory(job);
    fits += parts.known()->needed <= gpu_memory;
  }
  benchmark::DoNotOptimize(fits);
  state.SetItemsProcessed(state.iterations());
}

void training(benchmark::State& state, const hr::transformer& model, bool layers_once) {
  hr::training_job job{.model = model,
                       .parallelism = {.tensor = widest_tensor(model), .data = 8, .sequence = true},
                       .sequence = 4'096,
                       .sharding = hr::sharding::optimizer};
  if (job.longest_sequence() > 0) job.sequence = job.longest_sequence();
  const hr::rank_layers layers = hr::layers_on_rank(job);
  hr::count fits = 0;
  for (auto _ : state) {
    job.micro_batch = job.micro_batch % 64 + 1;
    const auto parts = layers_once ? hr::training_memory(job, layers) : hr::training_memory(job);
    fits += parts.known()->total() <= gpu_memory;
  }
  benchmark::DoNotOptimize(fits);
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
  for (const hr::transformer* model : hr::models::all()) {
    if (!hr::missing(*model).empty()) continue;
    const std::string name(model->name);
    for (const bool once : {true, false}) {
      const std::string of = once ? "/layers counted once/" : "/job alone/";
      benchmark::RegisterBenchmark(("serving" + of + name).c_str(), serving, *model, once);
      benchmark::RegisterBenchmark(("training" + of + name).c_str(), training, *model, once);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
