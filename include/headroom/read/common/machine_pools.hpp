// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/common/deployment_file.hpp>

// Pools as files that create machines describe them: one by one, in sets, under autoscalers, or reserved.
namespace headroom::read {

// Whether both are known and the same, or neither is known.
template <class T>
bool are_known_alike(const said<T>& a, const said<T>& b) {
  return a.is_known() == b.is_known() && a.value == b.value;
}

// Whether a managed disk of this type needs a machine with premium storage; silent where it does not.
said<bool> premium_storage_said(const said<std::string_view>& disk_type);

// Whether a machine's extension of this type expects InfiniBand: it installs its drivers, and fails where there is none.
said<bool> infiniband_said(const said<std::string_view>& extension_type);

// Whether a text is the one value that matters ("Spot" in any letters); silent where the text is.
said<bool> is_called(const said<std::string_view>& text, std::string_view value);

// A product that is unknown where either is, with the line of the one that is.
said<count> product(const said<count>& a, const said<count>& b);

// The least and the most nodes under an autoscaler of several profiles, after one more of them.
struct autoscaler_bounds {
  said<count> least{};
  said<count> most{};
};
void widen(autoscaler_bounds& bounds, const autoscaler_bounds& profile);

// Under an autoscaler, a number outside its limits that nobody has asked for is only where it stood last.
void let_autoscaler_decide(machine_pool& pool);
void let_autoscaler_decide(machine_pool& pool, const autoscaler_bounds& bounds);

// Collects pools, and puts them into a file when all are known.
class machine_pools {
 public:
  explicit machine_pools(deployment_file& into) : into_(into) {}

  void add(const machine_pool& pool) { into_.pools.push_back(pool); }
  // Single machines that are like each other and come from one place in the file make one pool.
  void add_machine(const machine_pool& machine, const std::string& place);
  // A reservation holds nothing of its own where the file has machines of its size: they run in it.
  void add_reservation(const machine_pool& reservation) { reservations_.push_back(reservation); }
  // A resource of a type that is not known asks for GPUs, by the size of a machine where it names one.
  void add_request(std::string_view name, std::string_view type, int line, std::string_view size);
  // After the last of them.
  void finish();

 private:
  deployment_file& into_;
  std::map<std::string, std::vector<std::size_t>> machines_;  // by place
  std::vector<machine_pool> reservations_;
};

}  // namespace headroom::read
