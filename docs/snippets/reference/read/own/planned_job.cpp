// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/own/planned_job.hpp>
namespace hr = headroom;

// GPUs of a job that can be; 0 of one that contradicts itself.
inline hr::count gpus_if_possible(const hr::read::planned_job& job) {
  return hr::read::contradiction(job).empty() ? hr::read::gpus_of(job) : 0;
}
