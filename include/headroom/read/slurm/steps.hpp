// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/engine/programs.hpp>

namespace headroom::read {

struct job_tasks;

// Servers whose ranks are the tasks of their steps (trtllm-llmapi-launch), which are as many as their sizes take GPUs.
// Those with others are told of. False where there are none, or the script says too little of one.
bool take_servers_of_ranks(const started_programs& programs, const job_tasks& tasks, workload& w, deployment_file& into);

// Servers of which each is seen to have its own GPUs: in a step on one node, on the devices that it may see
// (CUDA_VISIBLE_DEVICES), or one of several at once on the job's one node, which has to have GPUs for all of them.
// Those with too few are told of. False where the script says too little of one of them: then nothing is taken.
bool take_servers_apart(const started_programs& programs, workload& w, deployment_file& into);

}  // namespace headroom::read
