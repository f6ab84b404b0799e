// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/group.hpp>
#include <headroom/plan/packing.hpp>
#include <span>
#include <string>
#include <vector>

#include "io.hpp"

// What deployment files ask for as jobs to be packed, and machines that are held as nodes.
namespace headroom::program {

struct packed_job {
  std::string file{};
  std::string name{};
  int line = 0;
  packing_job asks{};
  std::string why{};  // it cannot be counted; empty: it can

  bool is_counted() const { return why.empty(); }
};

// A job for each replica of what asks for GPUs. Throws input_error where a file cannot be read.
std::vector<packed_job> packed_jobs_of(const io& from, const std::string& path, std::span<const group> held);

struct packed_nodes {
  std::vector<packing_node> nodes{};
  std::vector<headroom::machine> kinds{};
  std::vector<std::size_t> number{};  // of each node among those of its kind, from 1
  std::vector<std::size_t> rack{};    // likewise of its scale-up domain; 0: it is one by itself
};

// Nodes of a kind fill one scale-up domain after the other. Throws input_error where their GPUs are not known.
packed_nodes nodes_of(std::span<const group> held);

}  // namespace headroom::program
