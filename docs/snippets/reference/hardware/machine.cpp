// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/machine.hpp>
namespace hr = headroom;

namespace hardware_machine_reference {  // hidden
inline constexpr hr::vm tray{.name = "tray", .gpus = 4, .vcpus = 128};
inline constexpr hr::rack eight{.name = "rack of 8", .vm = &tray, .vms = 8};

constexpr hr::machine machine(eight);
static_assert(machine.name() == "rack of 8" && machine.vm() == &tray);
static_assert(*hr::gpus_of(machine).known() == 32);
static_assert(*hr::nodes_of(machine).known() == 8 && *hr::gpus_of_node(machine).known() == 4);
static_assert(*hr::over_vms(machine, &hr::vm::vcpus).known() == 1'024);
}  // hidden
