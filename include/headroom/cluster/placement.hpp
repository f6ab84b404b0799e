// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/group.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/hardware/rack.hpp>
#include <headroom/hardware/vm.hpp>

namespace headroom {

// How a number of machines lies in scale-up domains (racks, for sizes that are part of one).
struct placement {
  count whole{};           // domains filled
  count partial{};         // 1 if some VMs are left that do not fill one, else 0
  count vms_left_over{};   // VMs in the partial one
  count gpus_left_over{};
  count vms_to_fill{};     // VMs that would make the partial one whole
  count vms_per_domain{};
};

// Placement of so many VMs of a size that is part of a rack; each VM of a size that is not is a domain of its own.
// Unknown where the size's domain is.
constexpr figure<placement> place(const vm& size, count vms) {
  if (!size.scale_up_domain_gpus.is_known() || !size.gpus.is_known() || *size.gpus.known() == 0 || !is_count(vms)) return unknown;
  placement of;
  of.vms_per_domain = *size.scale_up_domain_gpus.known() > *size.gpus.known() ? *size.scale_up_domain_gpus.known() / *size.gpus.known() : 1;
  of.whole = vms / of.vms_per_domain;
  of.vms_left_over = vms % of.vms_per_domain;
  of.partial = of.vms_left_over > 0 ? 1 : 0;
  of.gpus_left_over = of.vms_left_over * *size.gpus.known();
  of.vms_to_fill = of.partial > 0 ? of.vms_per_domain - of.vms_left_over : 0;
  return of;
}

// Placement of a group: racks and boards are whole domains.
constexpr figure<placement> place(const group& part) {
  if (part.machine.rack() == nullptr && part.machine.vm() != nullptr) return place(*part.machine.vm(), part.how_many);
  if (!is_count(part.how_many)) return unknown;
  const figure<count> vms = part.machine.vms();
  if (!vms.is_known()) return unknown;
  placement whole;
  whole.whole = part.how_many;
  whole.vms_per_domain = *vms.known();
  return whole;
}

}  // namespace headroom
