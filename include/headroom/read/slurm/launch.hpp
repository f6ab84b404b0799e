// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include <headroom/read/commands/words.hpp>
#include <headroom/read/common/deployment_file.hpp>

namespace headroom::read {

// The nodes that "torchrun" waits for, and a GPU for each process that it starts. Tasks are the job's on a node: each
// of them starts it where "srun" does.
void take_launch(const std::vector<command_word>& words, const said<count>& tasks_of_job, workload& w,
                 deployment_file& into);

// Whether what stands in a line is started by an "srun" with nodes or tasks of its own.
bool is_of_own_step(const std::vector<command_word>& words, int line);

}  // namespace headroom::read
