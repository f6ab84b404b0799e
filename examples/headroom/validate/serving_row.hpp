// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/gpu.hpp>
#include <headroom/inference/job.hpp>

#include "validate/row.hpp"

namespace headroom::program::validation {

// The serving job of a row: what it says, and of the rest what its server does by default. Refuses a row whose model or
// GPU is not known.
struct serving_row {
  json config{};  // with its division in the words that others have
  serving_job job{};
  const headroom::gpu* gpu = nullptr;
};
serving_row serving_row_of(const json& row);

bool serving_fits(const json& row);

}  // namespace headroom::program::validation
