// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <span>

#include <headroom/read/common/source_text.hpp>
#include <headroom/read/document.hpp>

namespace headroom::read {

// What a RayService is told to serve (serveConfigV2, YAML in a text): the sizes of its models, for as many replicas as
// its pods have GPUs for within what the autoscaler allows. They go to the only pods of the group with GPUs; where there
// are several kinds, or the models share the GPUs in a way that is not told, nowhere.
// Whether a text is a literal block, each line of which is one of its file.
bool is_literal_block(const tree& value, const source_text& in);

void take_serve_config(const tree& config, const source_text& in, std::span<workload> group);

}  // namespace headroom::read
