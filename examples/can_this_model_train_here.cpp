// SPDX-License-Identifier: BSL-1.0
// Can Llama 3.1 70B be trained on sixteen VMs of H100? What fills the fullest GPU, and what would make room?
#include <array>
#include <cstdio>
#include <headroom/headroom.hpp>
#include <headroom/text/to_text.hpp>
#include <headroom/training/demand.hpp>
#include <headroom/training/fullest.hpp>
#include <headroom/training/room.hpp>
#include <string>

namespace hr = headroom;

using size = hr::azure::nd96isr_h100_v5;
inline constexpr hr::cluster held{hr::vms<size>(16)};

inline constexpr hr::training_job as_planned{.model = hr::models::llama3_1_70b,
                                             .parallelism = {.tensor = 8, .data = 16, .sequence = true},
                                             .sequence = 8'192,
                                             .micro_batches = 16,
                                             .sharding = hr::sharding::optimizer};

// The same batch in two stages, with half as many replicas.
inline constexpr hr::training_job repaired = [] {
  hr::training_job job = as_planned;
  job.parallelism.pipeline = 2;
  job.parallelism.data = 8;
  job.micro_batches = 32;
  return job;
}();
static_assert(repaired.global_batch() == as_planned.global_batch());

static_assert(!hr::fits<held, as_planned>);
static_assert(hr::must_fit<held, repaired>);

std::string gib(const hr::memory& m) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%5.1f GiB", hr::in_gibibytes(m));
  return text.data();
}

void show(const char* name, const hr::training_job& job) {
  const hr::fullest_rank fullest = *hr::find_fullest_rank(job).known();
  const hr::rank_memory& m = fullest.memory;
  const hr::memory usable = *hr::usable_memory_per_gpu(size::spec).known();
  std::printf("%s: tensor %s x pipeline %s x data %s on %s GPUs\n", name, hr::to_text(job.parallelism.tensor).c_str(),
              hr::to_text(job.parallelism.pipeline).c_str(), hr::to_text(job.parallelism.data).c_str(),
              hr::to_text(job.parallelism.gpus()).c_str());
  std::printf("  weights and gradients  %s\n  optimizer              %s\n", gib(m.weights + m.gradients).c_str(),
              gib(m.optimizer).c_str());
  std::printf("  activations            %s\n  at the fullest moment  %s\n", gib(m.activations).c_str(),
              gib(m.working + m.logits).c_str());
  std::printf("  buffers and overhead   %s\n", gib(m.buffers + m.reserved + m.overhead + hr::kept_by_driver).c_str());
  std::printf("  needed                 %s of %s: %s\n", gib(m.total() + hr::kept_by_driver).c_str(),
              gib(usable).c_str(), std::string(hr::name(hr::assess(held, job).outcome)).c_str());
  if (!fullest.because.empty())
    std::printf("  stage %s is fullest by %s\n", hr::to_text(m.stage).c_str(), std::string(fullest.because).c_str());
  std::printf("\n");
}

int main() {
  show("as planned", as_planned);
  show("repaired", repaired);
  const hr::parallelism fewest = *hr::fewest_gpus(repaired, size::spec).known();
  std::printf("the largest micro-batch of the repaired job, in sequences: %s\n",
              hr::to_text(*hr::largest_micro_batch(repaired, size::spec).known()).c_str());
  std::printf("the fewest GPUs for a replica of it: %s, as tensor %s x pipeline %s\n",
              hr::to_text(fewest.tensor * fewest.pipeline).c_str(), hr::to_text(fewest.tensor).c_str(),
              hr::to_text(fewest.pipeline).c_str());
}
