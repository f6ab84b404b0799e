// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/units.hpp>
#include <optional>
#include <span>
#include <string>

#include "fit/machine_fit.hpp"
#include <headroom/read/own/planned_job.hpp>
#include "reading.hpp"

// What vLLM sets aside for its own most sequences (--max-num-seqs), where nobody says how many.
namespace headroom::program {

struct default_sequences {
  count told = 0;            // counted: those of the job
  count own = 0;             // vLLM's for the GPU
  memory more{};             // of a GPU, for those
  bool fits_memory = false;  // whether a GPU still has room then
};

// Nothing: they are said, the engine is another, or its own are no more than the job's.
std::optional<default_sequences> default_sequences_of(const machine_fit& fit);

// What is taken for them: "--max-num-seqs 1 for the engine"; empty: nothing.
std::string sequences_taken(const planned_job& job);

// Of one machine, what they take and whether the job still fits; of several, on which it does not. Empty: nothing to
// say.
std::string default_sequences_text(std::span<const machine_fit> on);

}  // namespace headroom::program
