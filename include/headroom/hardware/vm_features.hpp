// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

#include <headroom/hardware/machine.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/text/characters.hpp>

// What a VM has, as its pages say it or as its network and its name tell.
namespace headroom {

// Whether an Azure size has RDMA, by its name: the letter r after the number says so (dispute A8).
constexpr figure<support> rdma_by_name(const vm& size) {
  constexpr std::string_view prefix = "Standard_";
  if (size.provider != provider::azure || size.name.substr(0, prefix.size()) != prefix) return unknown;
  const std::string_view rest = size.name.substr(prefix.size());
  std::size_t digits = 0;
  while (digits < rest.size() && !ascii::is_digit(rest[digits])) ++digits;
  if (digits == rest.size()) return unknown;
  const std::string_view letters = rest.substr(digits, rest.find('_') - digits);
  return letters.find('r') == std::string_view::npos ? support::no : support::yes;
}

// Whether a VM has a scale-out network that reads and writes remote memory: InfiniBand, EFA or RoCE.
constexpr figure<support> rdma_of(const vm& size) {
  const figure<scale_out_bandwidth> network = scale_out_per_vm(size);
  if (network.is_absent()) return support::no;
  if (!network.is_unknown()) return support::yes;
  const figure<support> infiniband = support_for(size, feature::infiniband);
  return infiniband.is_known() ? infiniband : rdma_by_name(size);
}

// Whether it is InfiniBand.
constexpr figure<support> infiniband_of(const vm& size) {
  const figure<support> stated = support_for(size, feature::infiniband);
  if (!stated.is_unknown()) return stated;
  if (!size.scale_out_kind.empty())
    return ascii::contains(size.scale_out_kind, "InfiniBand") ? support::yes : support::no;
  const figure<support> any = rdma_of(size);
  return any.is_known() && *any.known() == support::no ? any : rdma_by_name(size);
}

// Whether its GPUs reach each other over NVLink.
constexpr figure<support> nvlink_of(const vm& size) {
  const figure<support> stated = support_for(size, feature::nvlink);
  if (!stated.is_unknown() || size.gpu == nullptr) return stated;
  const scale_up_link& link = size.gpu->scale_up;
  if (link.per_gpu.is_absent()) return support::no;
  if (link.kind.empty() || !link.per_gpu.is_known() || !size.scale_up_domain_gpus.is_known()) return unknown;
  return ascii::contains(link.kind, "NVLink") && *size.scale_up_domain_gpus.known() > 1 ? support::yes : support::no;
}

// Whether a VM has a feature. Whoever judges one asks here: pages of a series seldom list its networks.
constexpr figure<support> has_feature(const vm& size, feature which) {
  if (which == feature::infiniband) return infiniband_of(size);
  return which == feature::nvlink ? nvlink_of(size) : support_for(size, which);
}

// The same of a machine. What a board has, the server around it decides: no source says it.
constexpr figure<support> has_feature(const machine& one, feature which) {
  return one.vm() == nullptr ? figure<support>{} : has_feature(*one.vm(), which);
}

}  // namespace headroom
