// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/rack.hpp>

#include <check.hpp>

namespace {

struct rack_test_vm {
  static constexpr headroom::vm spec{.name = "Four", .gpus = 4};
};
struct rack_test_rack {
  static constexpr headroom::rack spec{
      .name = "Rack", .vm = &rack_test_vm::spec, .vms = 18, .max_power = headroom::kilowatts(142)};
};
struct rack_test_board {
  static constexpr headroom::board spec{.name = "Board", .gpus = 8};
};
struct rack_test_nothing {};

}  // namespace

TEST_CASE("A rack's figures are unknown until stated") {
  CHECK_CONSTEXPR(hr::rack{}.vms.is_unknown());
  CHECK_CONSTEXPR(hr::rack{}.llama2_70b_offline.is_unknown());
}

TEST_CASE("A board's figures are unknown until stated") {
  CHECK_CONSTEXPR(hr::board{}.gpus.is_unknown());
}

TEST_CASE("VMs, racks and boards are three kinds of machine, told apart by their records") {
  CHECK_CONSTEXPR(hr::VmType<rack_test_vm>);
  CHECK_CONSTEXPR(hr::RackType<rack_test_rack>);
  CHECK_CONSTEXPR(hr::BoardType<rack_test_board>);
  CHECK_CONSTEXPR(!hr::VmType<rack_test_rack>);
  CHECK_CONSTEXPR(!hr::RackType<rack_test_board>);
  CHECK_CONSTEXPR(!hr::BoardType<rack_test_vm>);
  CHECK_CONSTEXPR(hr::MachineType<rack_test_vm>);
  CHECK_CONSTEXPR(hr::MachineType<rack_test_rack>);
  CHECK_CONSTEXPR(hr::MachineType<rack_test_board>);
  CHECK_CONSTEXPR(!hr::MachineType<rack_test_nothing>);
  CHECK_CONSTEXPR(!hr::MachineType<int>);
}
