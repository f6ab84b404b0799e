// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/common/deployment_file.hpp>

namespace headroom::read {

// Slurm, of a key or an option that is given several times: "latest value used".
inline constexpr std::string_view last_of_slurm = "the last value counts";

bool is_slurm_topology(const source_text& text);
void read_slurm_topology(deployment_file& into);

// What scontrol show node prints as JSON or YAML: pools of the nodes that are alike and up.
bool is_slurm_nodes(const source_text& text);
void read_slurm_nodes(deployment_file& into);

bool is_sbatch(const source_text& text);
void read_sbatch(deployment_file& into);

bool is_slurm(const source_text& text);
void read_slurm(deployment_file& into);

}  // namespace headroom::read
