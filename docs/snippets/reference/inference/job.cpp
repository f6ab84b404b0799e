// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/job.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_job_reference {  // hidden
constexpr hr::serving_job job{.model = hr::models::gpt_oss_120b,
                              .weights = {hr::experts_in(hr::mxfp4), hr::bf16},  // multiplied in 16 bits, on an H100
                              .tensor_parallel = 2,
                              .concurrent_sequences = 128,
                              .replicas = 4};
static_assert(job.gpus() == 8);
static_assert(job.tokens() == 131'072);
static_assert(hr::contradiction(job).empty());

constexpr hr::serving_job wrong{.model = hr::models::llama3_1_8b, .tensor_parallel = 3};
static_assert(hr::contradiction(wrong) == "tensor parallelism does not divide the attention heads");
}  // namespace inference_job_reference  // hidden
