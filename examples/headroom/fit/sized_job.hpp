// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/units.hpp>
#include <functional>
#include <string_view>
#include <vector>
#include <headroom/read/own/planned_job.hpp>

#include "reading.hpp"

// A job as it runs on machines of a kind: under its engine's own limits, and divided over as few GPUs as have room.
namespace headroom::program {

// Of what a job says of its layout, where no other degrees go with it.
inline constexpr std::string_view no_such_layout = "what it says of its layout is in none of the layouts that people run there";

// Degrees of context parallelism to choose from; none where the job says its own or all that it is beside, or trains nothing.
std::vector<count> open_contexts(const planned_job& job);

struct sized_job {
  planned_job job{};
  bool has_layout = true;  // false: it sizes itself, and no layout that people run has room
  count own_sequences = 0;  // that the engine runs at once unless told otherwise, where nobody tells; 0: as said, or open
  bool is_told = false;    // it has to be told so many as the job has
};

// The job in each layout of its range, fewer GPUs first, with what it needs of one; those with uneven stages of a
// framework that has to be told of them come last, and where no other has room. Of so many GPUs at most also with its
// routed experts shared over fewer ranks, where 0 is the range of the fewest GPUs;
// until the visitor returns false.
using layout_visitor = std::function<bool(const sized_job& tried, memory needed)>;
void for_each_layout(const planned_job& job, const machine& on, count most_gpus, const layout_visitor& visit);

// Where nothing has room, by the layout that needs least of a GPU, or next to it on fewer. A layout that is known to lie in a
// machine's scale-up domains comes before one that may not.
sized_job sized_for(const planned_job& job, const machine& on);

// The same with the engine told to run as many sequences at once as the job has.
sized_job sized_and_told(planned_job job, const machine& on);

}  // namespace headroom::program
