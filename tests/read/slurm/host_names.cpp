// SPDX-License-Identifier: BSL-1.0
// Prints what each line of the input names as a host list: the number of nodes and their names, or "refused".
#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/slurm/host_list.hpp>
#include <iostream>
#include <string>

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    try {
      const headroom::read::host_list list(line, 1);
      std::cout << list.size();
      for (const std::string& each : list.names(1'000'000)) std::cout << ' ' << each;
      std::cout << '\n';
    } catch (const headroom::read::unreadable&) {
      std::cout << "refused\n";
    }
  }
}
