// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

namespace headroom {

// A rack sold as one scale-up domain: so many VMs of one size. What the parts add up to is not stored.
struct rack {
  std::string_view name{};
  const source* from = nullptr;
  const headroom::vm* vm = nullptr;
  figure<count> vms{};
  figure<power> max_power{};  // most that the rack draws, GPUs, CPUs, switches and fans
  figure<count> switch_trays{};
  figure<count> power_shelves{};
  figure<power> power_per_shelf{};
  figure<bandwidth> cpu_memory_bandwidth{};       // of all CPUs, where printed for the rack
  figure<token_rate> llama2_70b_offline{};        // measured, MLPerf-style, whole rack
  std::string_view note{};
};

// A GPU board or server without VMs of its own (HGX, DGX).
struct board {
  std::string_view name{};
  const source* from = nullptr;
  const headroom::gpu* gpu = nullptr;
  figure<count> gpus{};
  figure<power> max_power{};  // of the whole server it comes in
  figure<scale_out_bandwidth> scale_out_per_gpu{};
  figure<scale_out_bandwidth> scale_out{};
  leaf_switches leaves{};  // that the scale-out network is made of
  figure<count> scale_up_domain_gpus{};
  std::string_view note{};
};

template <class T>
concept RackType = std::same_as<std::remove_cvref_t<decltype(T::spec)>, rack>;

template <class T>
concept BoardType = std::same_as<std::remove_cvref_t<decltype(T::spec)>, board>;

// What a cluster can be made of.
template <class T>
concept MachineType = VmType<T> || RackType<T> || BoardType<T>;

}  // namespace headroom
