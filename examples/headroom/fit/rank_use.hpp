// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/report/rank_use.hpp>

#include <headroom/read/own/planned_job.hpp>

#include "reading.hpp"

namespace headroom::program {

using headroom::rank_part;
using headroom::rank_use;

// Of a job that does not contradict itself.
inline rank_use use_of(const planned_job& job) {
  return job.serving() != nullptr ? headroom::use_of(*job.serving()) : headroom::use_of(*job.training());
}

}  // namespace headroom::program
