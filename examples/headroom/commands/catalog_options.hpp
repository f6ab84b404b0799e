// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/link.hpp>
#include <headroom/units.hpp>
#include <optional>
#include <string>
#include <vector>

#include "session.hpp"

// What `headroom catalog` is asked for.
namespace headroom::program {

struct catalog_options {
  std::vector<std::string> names{};
  std::vector<std::string> compare{};
  bool as_json = false;
  std::string kind{};
  std::string vendor{};
  std::string gpu{};
  std::string status{};
  std::string min_memory{};
  std::string min_system_memory{};
  std::string min_scale_out{};
  std::string min_gpus{};
  std::string min_vcpus{};
  std::string sort{};
  std::vector<std::string> regions{};
  std::string max_price{};

  // Whether prices are asked about.
  bool has_prices() const { return !sort.empty() || !regions.empty() || !max_price.empty(); }
  bool has_machine_filter() const {
    return has_prices() || !status.empty() || !min_system_memory.empty() || !min_scale_out.empty() || !min_gpus.empty() ||
           !min_vcpus.empty();
  }
  bool has_filter() const {
    return has_machine_filter() || !kind.empty() || !vendor.empty() || !gpu.empty() || !min_memory.empty();
  }
};

// The amounts among it, read.
struct minimums {
  memory gpu_memory{};
  memory system_memory{};
  scale_out_bandwidth scale_out{};
  count gpus = 0;
  count vcpus = 0;
  std::optional<money_rate> most_paid{};  // an hour
};

// Fails the run where one is not to be read.
bool read_minimums(session& run, const catalog_options& asked, minimums& least);

}  // namespace headroom::program
