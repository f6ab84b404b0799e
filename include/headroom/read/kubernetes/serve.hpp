// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <span>

#include <headroom/read/common/source_text.hpp>
#include <headroom/read/document.hpp>

namespace headroom::read {

// Whether a text is a literal block, each line of which is one of its file.
bool is_literal_block(const tree& value, const source_text& in);

// GPUs that an actor of Ray takes: unknown where it takes a part of one.
said<count> whole_gpus_of(const tree* number);

// Of the replicas of a serveConfigV2 those of the one that takes most, and of all that run at least; silent where none takes
// whole ones.
struct gpus_of_replicas {
  said<count> most{};
  said<count> all{};
};
gpus_of_replicas gpus_of_replicas_in(const tree& config, const source_text& in);

// What a RayService is told to serve (serveConfigV2, YAML in a text): the sizes of its models, for as many replicas as
// its pods have GPUs for within what the autoscaler allows. They go to the only pods of the group with GPUs; where there
// are several kinds, or the models share the GPUs in a way that is not told, nowhere.
void take_serve_config(const tree& config, const source_text& in, std::span<workload> group);

}  // namespace headroom::read
