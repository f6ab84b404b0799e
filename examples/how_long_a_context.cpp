// SPDX-License-Identifier: BSL-1.0
// How long may the sequences be that a VM of eight H200 answers 64 at a time? And what is gained by fewer bits, by
// attention in copies, by a prefix that all sequences share?
#include <array>
#include <cstdio>
#include <headroom/headroom.hpp>
#include <headroom/text/to_text.hpp>
#include <string>

namespace hr = headroom;

using size = hr::azure::nd96isr_h200_v5;

constexpr hr::serving_job of(const hr::transformer& model, const hr::served_weights& weights) {
  return {.model = model, .weights = weights, .tensor_parallel = 8, .concurrent_sequences = 64};
}

struct question {
  const char* words;
  hr::serving_job job;
};
inline constexpr std::array questions{
    question{"Llama 3.1 405B in fp8", of(hr::models::llama3_1_405b, hr::fp8)},
    question{"  with its cache in fp8",
             [] {
               hr::serving_job job = of(hr::models::llama3_1_405b, hr::fp8);
               job.kv_cache = hr::fp8;
               return job;
             }()},
    question{"  and half of each sequence shared",
             [] {
               hr::serving_job job = of(hr::models::llama3_1_405b, hr::fp8);
               job.kv_cache = hr::fp8;
               job.shared_prefix = 0.5;
               return job;
             }()},
    question{"DeepSeek-V3 in blocks of fp8", of(hr::models::deepseek_v3, hr::fp8_blocks)},
    question{"  with attention in eight copies",
             [] {
               hr::serving_job job = of(hr::models::deepseek_v3, hr::fp8_blocks);
               job.tensor_parallel = 1;
               job.data_parallel = 8;
               job.expert_parallel = true;
               return job;
             }()},
    question{"Qwen3-235B-A22B in bf16", of(hr::models::qwen3_235b_a22b, hr::bf16)},
    question{"gpt-oss-120b, experts in mxfp4", of(hr::models::gpt_oss_120b, {hr::experts_in(hr::mxfp4), hr::bf16})},
};

// Each of eight ranks holds the latents of all of DeepSeek's sequences; copies of the attention share them out.
static_assert(*hr::largest_context(questions[4].job, size::spec).known() >
              2 * *hr::largest_context(questions[3].job, size::spec).known());

int main() {
  std::printf("%-34s %10s %12s %10s  %s\n", "64 sequences on eight H200", "weights", "left for KV", "tokens",
              "the model allows");
  for (const auto& [words, job] : questions) {
    const hr::memory weights = hr::serving_memory(job).known()->weights;
    const hr::count tokens = *hr::largest_context(job, size::spec).known();
    std::printf("%-34s %6.1f GiB %8.1f GiB %10s  %s\n", words, hr::in_gibibytes(weights),
                hr::in_gibibytes(*hr::kv_cache_room(job, size::spec).known()), hr::to_text(tokens).c_str(),
                hr::to_text(job.model.context).c_str());
  }
}
