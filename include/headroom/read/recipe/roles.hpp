// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>

// Recipes of disaggregated serving as srt-slurm has them: nodes and workers of prefill and decode, or of both together.
namespace headroom::read {

// Whether a map has GPUs per node and the nodes or workers of a role: "prefill_nodes: 10", "decodeWorkers: 1",
// "decode: {nodes: 8}".
bool has_roles(const tree& map);

// The recipe that a file of srt-slurm is, or that its variants start from; nullptr where it is none.
const tree* recipe_in(const tree& document);

// A whole recipe: its nodes as a pool, its roles as workloads.
void read_serving_recipe(const tree& recipe, deployment_file& into);

// The same of a part of Helm values.
void read_roles(const tree& map, std::string_view name, deployment_file& into);

}  // namespace headroom::read
