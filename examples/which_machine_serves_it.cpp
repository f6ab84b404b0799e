// SPDX-License-Identifier: BSL-1.0
// Which of Azure's sizes serves a model, on how few of its GPUs? And on eight of them, or all it has, with how many
// bits a weight at most, and for how many sequences at a time?
#include <array>
#include <cstdio>
#include <headroom/headroom.hpp>
#include <headroom/text/to_text.hpp>
#include <string>

namespace hr = headroom;

inline constexpr std::array sizes{
    hr::machine(hr::azure::nd96asr_v4::spec),      hr::machine(hr::azure::nd96amsr_a100_v4::spec),
    hr::machine(hr::azure::nc40ads_h100_v5::spec), hr::machine(hr::azure::nd96isr_h100_v5::spec),
    hr::machine(hr::azure::nd96isr_h200_v5::spec), hr::machine(hr::azure::nd96isr_mi300x_v5::spec),
    hr::machine(hr::azure::gb300_nvl72::spec)};

inline constexpr hr::serving_job chat{
    .model = hr::models::llama3_1_70b, .weights = hr::fp8, .concurrent_sequences = 32, .context = 16'384};

// On eight GPUs, or as many as the machine has.
hr::serving_job spread(hr::serving_job job, const hr::machine& on) {
  const hr::figure<hr::count> gpus = hr::gpu_count(on);
  job.tensor_parallel = gpus.is_known() && *gpus.known() < 8 ? *gpus.known() : 8;
  return job;
}

int main() {
  std::printf("%s in %s, %s sequences of %s tokens\n\n", std::string(chat.model.name).c_str(),
              std::string(hr::name(chat.weights.computed)).c_str(), hr::to_text(chat.concurrent_sequences).c_str(),
              hr::to_text(chat.context).c_str());
  std::printf("%-26s %-15s  %-11s  %-9s  %s\n", "machine", "GPU", "fewest GPUs", "most bits", "sequences with these");
  for (const hr::machine& on : sizes) {
    const hr::figure<hr::parallelism> fewest = hr::fewest_gpus(chat, on);
    const bool multiplies = hr::multiplies_in(on, chat.weights.computed);
    std::string degrees = multiplies ? "none" : "no " + std::string(hr::name(chat.weights.computed));
    if (multiplies && fewest.is_known()) degrees = hr::to_text(fewest.known()->gpus()).c_str();

    hr::serving_job job = spread(chat, on);
    const hr::figure<hr::precision> bits = hr::least_quantised(job, on);
    if (bits.is_known()) job.weights = hr::weights_with_scales(*bits.known(), on);
    std::printf("%-26s %-15s  %-11s  %-9s  %s\n", std::string(on.name()).c_str(), std::string(on.gpu()->name).c_str(),
                degrees.c_str(), bits.is_known() ? std::string(hr::name(*bits.known())).c_str() : "none",
                bits.is_known() ? hr::to_text(*hr::most_sequences(job, on).known()).c_str() : "0");
  }
}
