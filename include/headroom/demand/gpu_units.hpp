// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <headroom/cluster/group.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>

namespace headroom {

// How many GPUs are used together. GPUs that fill no whole unit are of no use.
struct gpu_units {
  count in_domain = 1;    // share a scale-up domain: a tensor-parallel group
  count of_one_kind = 1;  // lie within one group of the cluster: a replica; 1 or a multiple of in_domain
  bool may_span = false;  // where in_domain is more than a domain has, over several, at the speed of the slower network

  constexpr bool is_any_gpu() const { return in_domain == 1 && of_one_kind == 1; }
  constexpr bool is_valid() const {
    return in_domain > 0 && is_count(in_domain) && is_count(of_one_kind) &&
           (of_one_kind == 1 || (of_one_kind > 0 && of_one_kind % in_domain == 0));
  }
};

// Units of which one may span scale-up domains of so many GPUs, where it is larger than one: what shares a domain is then
// the largest equal part of it that does.
constexpr gpu_units across_domains(const gpu_units& units, const figure<count>& domain) {
  if (!domain.is_known() || *domain.known() < 1 || !units.is_valid() || units.in_domain <= *domain.known()) return units;
  return {.in_domain = greatest_common_divisor(units.in_domain, *domain.known()),
          .of_one_kind = units.of_one_kind == 1 ? units.in_domain : units.of_one_kind};
}

namespace detail {

// Units as they are laid into domains of so many GPUs.
constexpr gpu_units units_in(const figure<count>& domain, const gpu_units& units) {
  return units.may_span ? across_domains(units, domain) : units;
}

// Domains hold whole machines, or machines whole domains and a rest; the last domain may be held in part.
constexpr count gpus_in_units(count machines, count gpus, count domain, const gpu_units& units) {
  if (machines <= 0 || gpus <= 0 || domain <= 0) return 0;
  const count all = multiply(machines, gpus);
  if (all == too_many) return all;
  const auto whole = [](count n, count of) { return n - n % of; };
  count together = all;
  if (domain < gpus) {
    together = machines * (gpus / domain * whole(domain, units.in_domain) + whole(gpus % domain, units.in_domain));
  } else {
    const count in_one = domain / gpus;
    together = machines / in_one * whole(in_one * gpus, units.in_domain) + whole(machines % in_one * gpus, units.in_domain);
  }
  return whole(together, units.of_one_kind);
}

}  // namespace detail

// GPUs of a group that lie in whole units. Unknown where its GPUs are, or, if units share a domain, where that is;
// without a scale-up network each GPU is a domain of its own.
constexpr figure<count> gpus_in_units(const group& part, const gpu_units& asked) {
  const gpu_units units = detail::units_in(resource::scale_up_domain::of(part.machine), asked);
  const figure<count> gpus = gpus_of(part.machine);
  if (gpus.is_absent()) return absent;
  if (!gpus.is_known() || !is_count(part.how_many) || !units.is_valid()) return unknown;
  if (*gpus.known() == 0) return gpus;  // in whatever domain
  figure<count> domain = resource::scale_up_domain::of(part.machine);
  if (units.in_domain == 1 || domain.is_absent()) domain = count{1};
  if (!domain.is_known()) return unknown;
  const count whole = detail::gpus_in_units(part.how_many, *gpus.known(), *domain.known(), units);
  return (gpus.is_confirmed() ? domain : gpus).with(whole);
}

}  // namespace headroom
