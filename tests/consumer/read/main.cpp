// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>
#include <string>

bool is_refused(const std::string& config);

int main() {
  const auto reading = headroom::read::read_deployment("#!/bin/sh\n#SBATCH --nodes=3 --gpus-per-node=8\n");
  return reading.is_good() && reading.file->view("x").gpus_used() == 24 && is_refused("{}") ? 0 : 1;
}
