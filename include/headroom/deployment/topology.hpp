// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>

// Nodes that belong together.
namespace headroom {

// A block of a topology (Slurm block sizes, a clique).
struct topology_block {
  std::string_view name{};
  int line = 0;
  said<count> nodes{};
  bool is_size = false;  // a size that jobs may ask for, rather than a block that is there
  std::string_view topology{};  // of several in a file, each with sizes of its own
};

// A ComputeDomain or a resource claim that names a number of nodes.
struct node_claim {
  std::string_view name{};
  std::string_view kind{};
  int line = 0;
  said<count> nodes{};
  bool is_launch = false;  // a launcher that waits for so many nodes
  said<count> of_nodes{};  // of which it waits for these, where that are not the nodes of all roles
};

}  // namespace headroom
