// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/common/deployment_file.hpp>

// Helm values that run inference engines: a model of the vLLM production stack, a role of llm-d, or any part with
// replicas and resources.
namespace headroom::read {

bool is_engine(const tree& map);
void read_engine(const tree& map, std::string_view name, deployment_file& into);

}  // namespace headroom::read
