// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/reader.hpp>

namespace headroom::read {

// The "job" of a deployment: {"serve": ...}, {"train": ...}, or a list of two that serve, named prefill and decode.
void read_jobs(const reader& in, const tree& at);

}  // namespace headroom::read
