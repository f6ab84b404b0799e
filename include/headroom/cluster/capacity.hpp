// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>

#include <headroom/cluster/cluster.hpp>
#include <headroom/cluster/group.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

namespace headroom {

// Not constexpr: reaching one of these in a constant expression is the error message. At run time they do nothing, and
// the total is too_many or not a number.
inline void a_total_of_counts_is_beyond_its_type() {}
inline void the_cluster_has_none_of_these_to_divide_by() {}

namespace detail {

// A total at compile time needs a figure of every machine type named.
template <class Resource, class Machine>
constexpr void require_known() {
  constexpr auto figure = Resource::of(machine(Machine::spec));
  static_assert(!figure.is_absent(), "this machine's hardware has no such unit, so the cluster has no such total");
  static_assert(!figure.is_unknown(), "no source states this figure of this machine, so the cluster's total is unknown");
}

}  // namespace detail

// A total of a cluster, as a function: gpu_memory(held). Of a compile-time cluster it is the quantity, and does not
// compile where a machine's figure is absent or unknown; of a dynamic_cluster or any other groups it is the known part
// with its coverage (total<...>); of one machine it is the figure.
template <class Resource>
struct capacity_of {
  using resource_type = Resource;
  using value_type = typename decltype(Resource::of(machine{}))::value_type;

  template <class... Parts>
  constexpr value_type operator()(const cluster<Parts...>& c) const {
    detail::part<cluster<Parts...>>::for_each_machine(
        []<class Machine>() { detail::require_known<Resource, Machine>(); });
    const total<value_type> sum = sum_over(c.groups(), &Resource::of);
    if (!sum.valid) a_total_of_counts_is_beyond_its_type();
    return sum.known_part;
  }
  constexpr total<value_type> operator()(std::span<const group> groups) const { return sum_over(groups, &Resource::of); }
  constexpr auto operator()(const machine& m) const { return Resource::of(m); }
};

inline constexpr capacity_of<resource::gpus> gpu_count{};
inline constexpr capacity_of<resource::vms> vm_count{};
inline constexpr capacity_of<resource::racks> rack_count{};
inline constexpr capacity_of<resource::cpus> cpu_count{};
inline constexpr capacity_of<resource::cores> core_count{};
inline constexpr capacity_of<resource::vcpus> vcpu_count{};
inline constexpr capacity_of<resource::system_memory> system_memory{};
inline constexpr capacity_of<resource::physical_gpu_memory> physical_gpu_memory{};
inline constexpr capacity_of<resource::gpu_memory> gpu_memory{};  // as sold
inline constexpr capacity_of<resource::driver_gpu_memory> driver_gpu_memory{};
inline constexpr capacity_of<resource::usable_gpu_memory> usable_gpu_memory{};
inline constexpr capacity_of<resource::fast_memory> fast_memory{};
inline constexpr capacity_of<resource::memory_bandwidth> memory_bandwidth{};
template <precision P, sparsity S = dense>
inline constexpr capacity_of<resource::peak<P, S>> peak{};
template <precision P>
inline constexpr capacity_of<resource::vector_peak<P>> vector_peak{};
inline constexpr capacity_of<resource::scale_up> scale_up{};
inline constexpr capacity_of<resource::scale_out> scale_out{};
inline constexpr capacity_of<resource::front_end> front_end{};
inline constexpr capacity_of<resource::local_storage> local_storage{};
inline constexpr capacity_of<resource::disk_iops> disk_iops{};
inline constexpr capacity_of<resource::disk_throughput> disk_throughput{};
inline constexpr capacity_of<resource::max_power> max_power{};
inline constexpr capacity_of<resource::gpu_power> gpu_power{};

// Peak of a format chosen at run time, whatever its type.
template <class Cluster>
constexpr total<operation_rate> any_peak(const Cluster& c, precision format, sparsity zeros = dense) {
  return sum_over(groups_of(c), [=](const machine& m) { return resource::any_peak{format, zeros}.of(m); });
}

namespace resource {

// Scale-up domains that a machine's GPUs fill: 1 for a VM or a rack that is a domain of its own, a share of one for a VM
// that is part of a rack.
struct domains {
  static constexpr std::string_view name = "scale-up domains";
  static constexpr figure<double> of(const machine& m) {
    const figure<count> domain = scale_up_domain::of(m);
    const figure<count> gpus = gpus_of(m);
    if (!domain.is_known() || *domain.known() == 0) return domain.is_absent() ? figure<double>(absent) : figure<double>(unknown);
    return gpus.with(static_cast<double>(gpus.value_or(0)) / static_cast<double>(*domain.known()));
  }
};

}  // namespace resource

inline constexpr capacity_of<resource::domains> scale_up_domain_count{};

namespace detail {

// What two totals come to: known when every machine's figures are and the divisor is not nothing, absent when a machine
// has no such thing.
template <class A, class B, class F>
constexpr auto combine(const total<A>& a, const total<B>& b, F f) {
  using value = decltype(f(a.known_part, b.known_part));
  if (!a.is_complete() || !b.is_complete()) return figure<value>(unknown);
  if (a.without > 0 || b.without > 0) return figure<value>(absent);
  if (b.known_part == B{}) return figure<value>(unknown);
  figure<value> known(f(a.known_part, b.known_part));
  if (!a.confirmed || !b.confirmed) known.basis = basis::estimated;
  return known;
}

// The value of what a compile-time cluster's totals come to. Outside constant expressions it is not a number where there
// is nothing to divide by.
template <class T>
constexpr T only_known(const figure<T>& x) {
  if (x.is_known()) return *x.known();
  the_cluster_has_none_of_these_to_divide_by();
  return T(std::numeric_limits<double>::quiet_NaN() * T{});
}

template <class... Resources, class... Parts>
constexpr void require_all_known(const cluster<Parts...>&) {
  part<cluster<Parts...>>::for_each_machine([]<class Machine>() { (require_known<Resources, Machine>(), ...); });
}

template <class Resource, class Divisor>
constexpr auto each(const capacity_of<Resource>& of, const capacity_of<Divisor>& by, std::span<const group> groups) {
  return combine(of(groups), by(groups), [](const auto& sum, const auto& parts) {
    if constexpr (std::same_as<std::remove_cvref_t<decltype(sum)>, count>) {
      return static_cast<double>(sum) / static_cast<double>(parts);
    } else {
      return std::remove_cvref_t<decltype(sum)>(sum / static_cast<double>(parts));
    }
  });
}
template <class Resource, class Divisor, class... Parts>
constexpr auto each(const capacity_of<Resource>& of, const capacity_of<Divisor>& by, const cluster<Parts...>& c) {
  require_all_known<Resource, Divisor>(c);
  return only_known(each(of, by, std::span<const group>(c.groups())));
}

}  // namespace detail

// A total for each GPU, VM, rack or scale-up domain: per_gpu(gpu_memory, held). Counts become doubles. Of a compile-time
// cluster it is the quantity; of other groups a figure, known when every machine's is.
template <class Resource, class Cluster>
constexpr auto per_gpu(const capacity_of<Resource>& of, const Cluster& c) {
  return detail::each(of, gpu_count, c);
}
template <class Resource, class Cluster>
constexpr auto per_vm(const capacity_of<Resource>& of, const Cluster& c) {
  return detail::each(of, vm_count, c);
}
template <class Resource, class Cluster>
constexpr auto per_rack(const capacity_of<Resource>& of, const Cluster& c) {
  return detail::each(of, rack_count, c);
}
template <class Resource, class Cluster>
constexpr auto per_domain(const capacity_of<Resource>& of, const Cluster& c) {
  return detail::each(of, scale_up_domain_count, c);
}

}  // namespace headroom
