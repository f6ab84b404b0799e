// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "reader.hpp"

namespace headroom::program {

// The "job" of a deployment: {"serve": ...}, {"train": ...}, or a list of two that serve, named prefill and decode.
void read_jobs(const reader& in, const node& at);

}  // namespace headroom::program
