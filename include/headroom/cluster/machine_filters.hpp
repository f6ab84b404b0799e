// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/cluster/machine_keys.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/text/same_name.hpp>

// Predicates of machines, for views::filter and algorithms: catalog::machines() | views::filter(has_gpu("H100")).
// What is not known to be so is left out.
namespace headroom {

// Whether a machine has GPUs that a name may mean: "H100" each of its forms. The text must outlive the predicate.
constexpr auto has_gpu(std::string_view name) {
  return [name](const machine& m) {
    const gpu* device = m.gpu();
    return device != nullptr && match_of(name, device->name, headroom::name(device->maker)) != name_match::none;
  };
}
constexpr auto has_gpu_of(maker who) {
  return [who](const machine& m) { return m.gpu() != nullptr && m.gpu()->maker == who; };
}
// Whether a machine is a VM size, or a rack of one, of a cloud.
constexpr auto is_offered_by(provider who) {
  return [who](const machine& m) { return m.vm() != nullptr && m.vm()->provider == who; };
}
// Whether a machine's size has a status; a board has none.
constexpr auto has_status(lifecycle_status status) {
  return [status](const machine& m) { return m.vm() != nullptr && m.vm()->status.status == status; };
}
// Whether a machine's GPUs have a known rate in a format.
constexpr auto can_multiply_in(precision format) {
  return [format](const machine& m) { return multiplies_in(m, format); };
}

// Whether a key's figure is known.
constexpr auto is_known(MachineKey auto key) {
  return [key](const machine& m) { return key(m).is_known(); };
}
// Whether a key's figure is known and no less, or no more, than an amount: has_at_least(gpu_memory, gibibytes(640)).
template <MachineKey Key>
constexpr auto has_at_least(Key key, const typename decltype(key(machine{}))::value_type& least) {
  return [key, least](const machine& m) {
    const auto has = key(m);
    return has.is_known() && *has.known() >= least;
  };
}
template <MachineKey Key>
constexpr auto has_at_most(Key key, const typename decltype(key(machine{}))::value_type& most) {
  return [key, most](const machine& m) {
    const auto has = key(m);
    return has.is_known() && *has.known() <= most;
  };
}

}  // namespace headroom
