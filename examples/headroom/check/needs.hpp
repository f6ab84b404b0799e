// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/finding.hpp>
#include <headroom/hardware/machine.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom::program {

// What one part of a file takes: a workload, or a pool of machines that it holds or creates. Nothing where a figure is
// missing.
struct need {
  std::string name{};
  std::string kind{};  // of a workload, as the file says it
  int line = 0;
  bool is_pool = false;
  bool is_counted = false;  // in sums: a pool, or what asks for GPUs and runs on no pool of the file
  bool is_on_every_node = false;  // a pod on each
  bool is_blueprint = false;      // of which others are made
  std::optional<count> gpus{};
  std::optional<count> nodes{};
  headroom::machine machine{};  // one node; without a name: none is known
};

std::vector<need> needs_of(const headroom::deployment& of, const check_terms& on);

// Sums of what is known of needs.
struct need_sums {
  count gpus = 0;
  count nodes = 0;
  count racks = 0;                    // of machines that are parts of racks
  std::optional<double> dollars{};    // an hour; nothing: no node has a price on these terms
  count parts_without_gpus = 0;       // parts of which a figure is missing
  count parts_without_nodes = 0;
  count nodes_without_price = 0;
};

need_sums sums_of(std::span<const need> needs, const pricing& terms);

}  // namespace headroom::program
