// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/network/fabric.hpp>
namespace hr = headroom;

namespace network_fabric_reference {  // hidden
constexpr hr::fabric rack = *hr::fabric_of(hr::azure::gb300_nvl72::spec).known();
static_assert(rack.domain_gpus == 72 && rack.is_measured);
static_assert(hr::in_gigabytes_per_second(rack.scale_up) == 900);

// Two links of a leaf switch towards machines for one upward, and 16 racks to a leaf.
inline constexpr hr::vm narrow = [] {
  hr::vm made = *hr::azure::gb300_nvl72::spec.vm;
  made.leaves = {.oversubscription = 2, .domains_per_leaf = 16};
  return made;
}();
static_assert(hr::fabric_of(narrow).known()->oversubscription == 2);
}  // namespace network_fabric_reference  // hidden
