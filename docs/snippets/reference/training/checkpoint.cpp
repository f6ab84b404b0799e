// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/checkpoint.hpp>
namespace hr = headroom;

constexpr hr::training_job job{.model = hr::models::llama3_1_70b, .sequence = 8'192};
// 70.55 billion parameters of 14 bytes: weights in bf16, two moments and a copy of the weights in fp32.
static_assert(hr::checkpoint_of(job).known()->total() > hr::gigabytes(987));
static_assert(hr::checkpoint_of(job).known()->total() < hr::gigabytes(988));
