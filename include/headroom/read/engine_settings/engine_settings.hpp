// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>

// Settings of one engine in a file of their own, as "vllm serve --config" and "trtllm-serve --config" read them.
namespace headroom::read {

bool is_engine_settings(const source_text& text);
void read_engine_settings(deployment_file& into);

}  // namespace headroom::read
