// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/cluster.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

namespace headroom {

// Each is known of a compile-time cluster or does not compile; of other groups it is a figure.

namespace detail {

template <class Over, class Under, class F>
constexpr auto compare(const capacity_of<Over>& over, const capacity_of<Under>& under, std::span<const group> groups, F f) {
  return combine(over(groups), under(groups), f);
}
template <class Over, class Under, class F, class... Parts>
constexpr auto compare(const capacity_of<Over>& over, const capacity_of<Under>& under, const cluster<Parts...>& c, F f) {
  require_all_known<Over, Under>(c);
  return only_known(compare(over, under, std::span<const group>(c.groups()), f));
}

}  // namespace detail

// Bytes that memory moves in the time of one operation at peak: a kernel that needs more is bound by memory.
template <precision P, sparsity S = dense, class Cluster>
constexpr auto bytes_per_operation(const Cluster& c) {
  return detail::compare(memory_bandwidth, peak<P, S>, c, [](const bandwidth& moved, const rate<P, S>& done) {
    return in_base_units(moved) / in_base_units(done);
  });
}

// How many times a GPU's scale-up bandwidth is its scale-out bandwidth, one direction each.
template <class Cluster>
constexpr auto scale_up_to_scale_out(const Cluster& c) {
  return detail::compare(scale_up, scale_out, c, [](const scale_up_bandwidth& up, const scale_out_bandwidth& out) {
    return ratio(up.one_direction, out.one_direction);
  });
}

namespace detail {

struct whole_gpus {
  static constexpr figure<double> of(const machine& m) { return whole_gpus_of(m); }
};

template <class Divisor, class Cluster>
constexpr figure<money_rate> price_per(const Cluster& c, const pricing& terms) {
  return combine(price_per_hour(c, terms), sum_over(groups_of(c), Divisor::of),
                 [](const money_rate& paid, auto parts) { return scaled(paid, 1 / static_cast<double>(parts)); });
}

}  // namespace detail

// Money for an hour of one GPU, VM, rack or scale-up domain, of one GiB of GPU memory as sold, and of one petaflop/s of
// peak; unknown where a machine has no price on these terms. A GPU is a whole one: of a size with an eighth of one, eight times
// the size's price.
template <class Cluster>
constexpr figure<money_rate> price_per_gpu_hour(const Cluster& c, const pricing& terms) {
  return detail::price_per<detail::whole_gpus>(c, terms);
}
template <class Cluster>
constexpr figure<money_rate> price_per_vm_hour(const Cluster& c, const pricing& terms) {
  return detail::price_per<resource::vms>(c, terms);
}
template <class Cluster>
constexpr figure<money_rate> price_per_rack_hour(const Cluster& c, const pricing& terms) {
  return detail::price_per<resource::racks>(c, terms);
}
template <class Cluster>
constexpr figure<money_rate> price_per_domain_hour(const Cluster& c, const pricing& terms) {
  return detail::price_per<resource::domains>(c, terms);
}
template <class Cluster>
constexpr figure<money_rate> price_per_gibibyte_hour(const Cluster& c, const pricing& terms) {
  return detail::combine(price_per_hour(c, terms), sum_over(groups_of(c), resource::gpu_memory::of),
                         [](const money_rate& paid, const memory& all) { return scaled(paid, 1 / in_gibibytes(all)); });
}
template <precision P, sparsity S = dense, class Cluster>
constexpr figure<money_rate> price_per_petaflop_hour(const Cluster& c, const pricing& terms) {
  return detail::combine(price_per_hour(c, terms), sum_over(groups_of(c), resource::peak<P, S>::of),
                         [](const money_rate& paid, const rate<P, S>& all) { return scaled(paid, 1 / in_petaflops(all)); });
}

}  // namespace headroom
