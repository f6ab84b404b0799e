// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <deque>
#include <headroom/catalog/prices.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/hardware/cpu.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/price.hpp>
#include <headroom/hardware/rack.hpp>
#include <headroom/hardware/source.hpp>
#include <headroom/hardware/vm.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/own/planned_job.hpp>
#include <headroom/read/common/models.hpp>

namespace headroom::read {

// What a deployment file says. It owns the records of own machines, which the cluster refers to, so it stays where it
// is.
struct own_file {
  own_file() = default;
  own_file(const own_file&) = delete;
  own_file& operator=(const own_file&) = delete;

  std::string_view name{};
  bool names_machines = false;  // false: the file is a demand only
  dynamic_cluster cluster{};
  pricing terms{.published = catalog::prices()};  // its own prices are those below
  bool has_demand = false;
  headroom::demand demand{};
  std::vector<planned_job> jobs{};  // one, or two disaggregated pools
  bool searches_layouts = false;    // of the jobs: see contradiction_of_said

  std::deque<std::string> texts{};
  std::deque<source> sources{};
  std::deque<gpu> gpus{};
  std::deque<cpu> cpus{};
  std::deque<vm_series> series{};
  std::deque<vm> sizes{};
  std::deque<rack> racks{};
  std::deque<board> boards{};
  std::vector<price> prices{};
  std::deque<known_model> models{};
};

}  // namespace headroom::read
