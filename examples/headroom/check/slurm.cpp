// SPDX-License-Identifier: BSL-1.0
#include "check/slurm.hpp"

namespace headroom::program {

bool is_slurm_topology(const source_text&) { return false; }
void read_slurm_topology(deployment_file&) {}

bool is_sbatch(const source_text&) { return false; }
void read_sbatch(deployment_file&) {}

bool is_slurm(const source_text&) { return false; }
void read_slurm(deployment_file&) {}

}  // namespace headroom::program
