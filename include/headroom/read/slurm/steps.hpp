// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/engine/programs.hpp>

namespace headroom::read {

// Servers of which each is seen to have its own GPUs: in a step on one node, on the devices that it may see
// (CUDA_VISIBLE_DEVICES), or one of several at once on the job's one node, which has to have GPUs for all of them.
// Those with too few are told of. False where the script says too little of one of them: then nothing is taken.
bool take_servers_apart(const started_programs& programs, workload& w, deployment_file& into);

}  // namespace headroom::read
