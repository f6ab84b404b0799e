// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include <headroom/cluster/group.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/precision.hpp>

namespace headroom {

enum class outcome { fits, cannot_be_judged, does_not_fit, invalid };

constexpr std::string_view name(outcome of) {
  switch (of) {
    case outcome::fits: return "fits";
    case outcome::cannot_be_judged: return "cannot be judged";
    case outcome::does_not_fit: return "does not fit";
    case outcome::invalid: break;
  }
  return "invalid";
}

// g++ 12 takes the enumerators of a scoped enumeration for shadows of the totals of the same names.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

// What a line of a verdict is about. The number of a line is in the base unit of its quantity (bytes, bytes a second,
// operations a second, watts, dollars a second) or a count.
enum class line {
  gpus,
  usable_gpu_memory,
  memory_bandwidth,
  peak,
  scale_up,
  scale_out,
  front_end,
  vcpus,
  system_memory,
  local_storage,
  disk_iops,
  disk_throughput,
  machines,  // that meet every need per GPU, VM and domain
  feature,
  number_format,
  whole_racks,
  vms,
  racks,
  max_power,
  price_per_hour,
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

inline constexpr std::array<std::string_view, 20> line_names{
    "GPUs",          "usable GPU memory", "memory bandwidth", "peak rate",           "scale-up bandwidth",
    "scale-out bandwidth", "front-end bandwidth", "vCPUs",    "system memory",       "local storage",
    "disk IOPS",     "disk throughput",   "eligible machines", "feature",            "number format",
    "whole racks",   "VMs",               "racks",            "power",               "price per hour"};

constexpr std::string_view name(line of) { return line_names[static_cast<std::size_t>(of)]; }

// What a need is per.
enum class scope { total, per_gpu, per_vm, per_domain };

constexpr std::string_view name(scope of) {
  constexpr std::string_view names[]{"in total", "per GPU", "per VM", "per scale-up domain"};
  return names[static_cast<std::size_t>(of)];
}

// One need or limit, held against what there is.
struct need_check {
  headroom::line line = line::machines;
  headroom::scope scope = scope::total;
  bool is_limit = false;  // the need is the most allowed
  double need = 0;
  double supply = 0;  // the part that is known
  headroom::outcome outcome = outcome::fits;
  bool confirmed = true;         // false: the supply rests on an estimate or on general knowledge
  std::string_view missing{};    // the first machine whose figure is unknown and would decide
  precision format = fp64;       // of a peak rate or a number format
  sparsity zeros = dense;
  headroom::feature feature{};   // of a feature

  // What is left: negative where the need is not met.
  constexpr double margin() const { return is_limit ? need - supply : supply - need; }
  // The same relative to the need: -0.1 is a tenth short.
  constexpr double relative_margin() const { return need == 0 ? (margin() < 0 ? -1.0 : 0.0) : margin() / need; }
};

// How one group stands to a demand: whether its machines are eligible, how many of them count, and if not, why not.
struct group_standing {
  headroom::group group{};
  headroom::outcome outcome = outcome::fits;  // fits: eligible
  count counted = 0;                          // fewer than the group has where only whole racks count
  count gpus_left_over = 0;                   // of machines that are or may be eligible, in no whole unit
  need_check why{};                                // the first need not met, or not to be judged
};

// The answer to a demand. Groups is an array or a vector of group_standing, one for each group of the cluster.
template <class Groups>
struct basic_verdict {
  headroom::outcome outcome = outcome::fits;
  need_check all_checks[20]{};  // a plain array, which is less to compile
  std::size_t check_count = 0;
  std::size_t binding_index = 0;
  Groups groups{};
  std::string_view refused{};  // why what was asked for is no demand, in words: a job that contradicts itself

  constexpr bool fits() const { return outcome == outcome::fits; }
  // One check for each total need and limit that the demand names.
  template <class Check = need_check>
  constexpr std::span<const Check> checks() const {
    return std::span<const Check>(all_checks, check_count);
  }
  // The check that decides: the shortest of those that fail, else of those that cannot be judged, else the one with the
  // least to spare. Only if checks() is not empty.
  constexpr const need_check& binding() const { return all_checks[binding_index]; }
};

}  // namespace headroom
