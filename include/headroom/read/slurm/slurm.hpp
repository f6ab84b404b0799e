// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>

namespace headroom::read {

bool is_slurm_topology(const source_text& text);
void read_slurm_topology(deployment_file& into);

bool is_sbatch(const source_text& text);
void read_sbatch(deployment_file& into);

bool is_slurm(const source_text& text);
void read_slurm(deployment_file& into);

}  // namespace headroom::read
