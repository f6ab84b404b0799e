// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/gpu_units.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

namespace headroom {

// A peak rate asked for, in one format and sparsity: made from a typed rate, petaflops<fp4, sparse>(1'440).
struct peak_need {
  precision format = fp64;
  sparsity zeros = dense;
  operation_rate rate{};

  constexpr peak_need() = default;
  constexpr peak_need(precision in, sparsity counted, const operation_rate& asked) : format(in), zeros(counted), rate(asked) {}
  template <class TypedRate>
    requires requires(const TypedRate& x) { untyped(x) + operation_rate{}; }
  constexpr peak_need(const TypedRate& asked)
      : format(precision_of<TypedRate>), zeros(sparsity_of<TypedRate>), rate(untyped(asked)) {}
  // Chosen only where the other does not fit.
  template <class Unit>
    requires(!requires(const unit::any<Unit>& x) { untyped(x) + operation_rate{}; })
  constexpr peak_need(const unit::any<Unit>&) {
    constexpr bool is_rate_of_a_format = std::is_void_v<Unit>;
    static_assert(is_rate_of_a_format, "a peak rate is asked for in operations a second of a format: petaflops<fp8>(2)");
  }
  template <class Number>
    requires detail::becomes<Number, double>
  constexpr peak_need(Number) {
    static_assert(detail::has_unit<Number>, "say the unit and format of the peak rate that is asked for: petaflops<fp8>(2)");
  }
};

// Least amounts; nothing is asked where a member is zero. Networks are per direction, memory is what jobs can use.
struct needs {
  count gpus = 0;
  asked_for<memory> usable_gpu_memory{};
  asked_for<bandwidth> memory_bandwidth{};
  peak_need peak{};
  scale_up_bandwidth scale_up{};
  scale_out_bandwidth scale_out{};
  front_end_bandwidth front_end{};
  count vcpus = 0;
  asked_for<memory> system_memory{};
  asked_for<memory> local_storage{};
  count disk_iops = 0;
  asked_for<bandwidth> disk_throughput{};
};

// Most that the eligible machines may come to; no limit where a member is unknown, as it is unless given.
struct limits {
  figure<count> vms{};
  figure<count> racks{};
  figure<power> max_power{};
  figure<money_rate> price_per_hour{};
};

namespace detail {

// A set of numbers below 32. No template: both sets below are in everybody's way.
class small_set {
 public:
  constexpr bool empty() const { return bits_ == 0; }

 protected:
  constexpr void add_number(unsigned n) { bits_ |= std::uint32_t{1} << n; }
  constexpr bool has_number(unsigned n) const { return (bits_ >> n & 1) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace detail

// Features that every VM must support: features{feature::premium_storage, feature::nvlink}.
class features : public detail::small_set {
 public:
  constexpr features() = default;
  constexpr features(std::initializer_list<feature> all) {
    for (const feature one : all) add(one);
  }
  constexpr void add(feature one) { add_number(static_cast<unsigned>(one)); }
  constexpr bool has(feature one) const { return has_number(static_cast<unsigned>(one)); }
};

// Number formats that every GPU must compute in: number_formats{bf16, fp8}.
class number_formats : public detail::small_set {
 public:
  constexpr number_formats() = default;
  constexpr number_formats(std::initializer_list<precision> all) {
    for (const precision one : all) add(one);
  }
  constexpr void add(precision one) { add_number(static_cast<unsigned>(one)); }
  constexpr bool has(precision one) const { return has_number(static_cast<unsigned>(one)); }
};

// What is asked of a cluster. Needs per GPU, VM and scale-up domain, units.in_domain, features, formats and whole_racks
// decide which machines are eligible; totals and limits are over those. GPUs that fill no whole unit do not count
// towards total.gpus.
struct demand {
  std::string_view name{};
  needs total{};
  needs per_gpu{};
  needs per_vm{};
  needs per_domain{};
  gpu_units units{};
  headroom::features features{};
  number_formats formats{};  // each with a dense rate
  bool whole_racks = false;  // count only whole scale-up domains that span VMs
  limits at_most{};
  pricing prices{};  // for the limit on price
};

}  // namespace headroom
