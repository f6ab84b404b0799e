// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/machine.hpp>

#include <check.hpp>

namespace machine_cases {

constexpr headroom::source machine_series_page{.id = "series", .title = "A page of a series"};
constexpr headroom::source machine_rack_page{.id = "rack", .title = "A page of a rack"};
constexpr headroom::source machine_board_page{.id = "board", .title = "A page of a board"};
constexpr headroom::vm_series machine_series{.name = "Series", .from = &machine_series_page};

constexpr headroom::gpu machine_gpu{
    .name = "GPU", .memory_as_sold = headroom::nameplate_gigabytes(48), .mig_instances = 7};
constexpr headroom::vm machine_vm{.name = "VM",
                                  .series = &machine_series,
                                  .gpu = &machine_gpu,
                                  .gpus = 4,
                                  .vcpus = 128,
                                  .system_memory = headroom::gibibytes(864),
                                  .temporary_storage = headroom::absent};
constexpr headroom::vm machine_sixth{.name = "Sixth", .gpu = &machine_gpu, .gpus = 1, .gpu_share = {1, 6}};
constexpr headroom::rack machine_rack{.name = "Rack", .from = &machine_rack_page, .vm = &machine_vm, .vms = 18};
constexpr headroom::board machine_board{.name = "Board", .from = &machine_board_page, .gpu = &machine_gpu, .gpus = 8};

constexpr headroom::machine one_vm{machine_vm};
constexpr headroom::machine one_sixth{machine_sixth};
constexpr headroom::machine one_rack{machine_rack};
constexpr headroom::machine one_board{machine_board};
constexpr headroom::machine nothing;

}  // namespace machine_cases

TEST_CASE("A machine is a VM, a rack or a board, by reference to its record") {
  using namespace machine_cases;
  CHECK_CONSTEXPR(one_vm.vm() == &machine_vm);
  CHECK_CONSTEXPR(one_vm.rack() == nullptr);
  CHECK_CONSTEXPR(one_vm.board() == nullptr);
  CHECK_CONSTEXPR(one_rack.rack() == &machine_rack);
  CHECK_CONSTEXPR(one_rack.vm() == &machine_vm);
  CHECK_CONSTEXPR(one_rack.board() == nullptr);
  CHECK_CONSTEXPR(one_board.board() == &machine_board);
  CHECK_CONSTEXPR(one_board.vm() == nullptr);
  CHECK_CONSTEXPR(nothing.vm() == nullptr);
  for (const hr::machine* m : {&one_vm, &one_rack, &one_board}) CHECK(m->gpu() == &machine_gpu);
  CHECK_CONSTEXPR(nothing.gpu() == nullptr);
}

TEST_CASE("A machine has the name and the source of its record") {
  using namespace machine_cases;
  CHECK_CONSTEXPR(one_vm.name() == "VM");
  CHECK_CONSTEXPR(one_rack.name() == "Rack");
  CHECK_CONSTEXPR(one_board.name() == "Board");
  CHECK_CONSTEXPR(nothing.name().empty());
  CHECK_CONSTEXPR(one_vm.from() == &machine_series_page);
  CHECK_CONSTEXPR(one_rack.from() == &machine_rack_page);
  CHECK_CONSTEXPR(one_board.from() == &machine_board_page);
  CHECK_CONSTEXPR(nothing.from() == nullptr);
}

TEST_CASE("A rack counts its VMs, a VM is one, a board is none") {
  using namespace machine_cases;
  CHECK_CONSTEXPR(value_of(one_vm.vms()) == 1);
  CHECK_CONSTEXPR(value_of(one_rack.vms()) == 18);
  CHECK_CONSTEXPR(value_of(one_board.vms()) == 0);
  CHECK_CONSTEXPR(value_of(one_rack.racks()) == 1);
  CHECK_CONSTEXPR(value_of(one_vm.racks()) == 0);
  CHECK_CONSTEXPR(value_of(one_board.racks()) == 0);
  CHECK_CONSTEXPR(hr::machine(hr::rack{}).vms().is_unknown());
}

TEST_CASE("Machines are the same when their records are") {
  using namespace machine_cases;
  CHECK_CONSTEXPR(one_vm == hr::machine(machine_vm));
  CHECK_CONSTEXPR(one_vm != one_rack);
  CHECK_CONSTEXPR(one_rack == hr::machine(machine_rack));
  CHECK_CONSTEXPR(one_board != nothing);
  CHECK_CONSTEXPR(one_vm != one_sixth);
  CHECK_CONSTEXPR(one_board != one_vm);
  const headroom::rack other_rack = machine_rack;
  const headroom::board other_board = machine_board;
  CHECK(one_rack != hr::machine(other_rack));
  CHECK(one_board != hr::machine(other_board));
}

TEST_CASE("Seventy-two GPUs are in a rack of eighteen VMs with four each") {
  using namespace machine_cases;
  CHECK_CONSTEXPR(value_of(hr::gpus_of(one_rack)) == 72);
  CHECK_CONSTEXPR(value_of(hr::gpus_of(one_vm)) == 4);
  CHECK_CONSTEXPR(value_of(hr::gpus_of(one_board)) == 8);
  CHECK_CONSTEXPR(hr::gpus_of(nothing).is_unknown());
}

TEST_CASE("A board is one node of eight GPUs, a rack as many as it has VMs, each with their GPUs") {
  using namespace machine_cases;
  CHECK_CONSTEXPR(value_of(hr::nodes_of(one_rack)) == 18);
  CHECK_CONSTEXPR(value_of(hr::gpus_of_node(one_rack)) == 4);
  CHECK_CONSTEXPR(value_of(hr::nodes_of(one_vm)) == 1);
  CHECK_CONSTEXPR(value_of(hr::gpus_of_node(one_vm)) == 4);
  CHECK_CONSTEXPR(value_of(hr::nodes_of(one_board)) == 1);
  CHECK_CONSTEXPR(value_of(hr::gpus_of_node(one_board)) == 8);
  CHECK_CONSTEXPR(hr::nodes_of(hr::machine(hr::rack{})).is_unknown());
  CHECK_CONSTEXPR(hr::gpus_of_node(nothing).is_unknown());
}

TEST_CASE("A product of figures is known when both are, absent when either is, unknown otherwise") {
  using counted = hr::figure<hr::count>;
  using stored = hr::figure<hr::memory>;
  CHECK_CONSTEXPR(value_of(hr::times(counted(2), counted(3))) == 6);
  CHECK_CONSTEXPR(value_of(hr::times(counted(18), stored(hr::gibibytes(2)))) == hr::gibibytes(36));
  CHECK_CONSTEXPR(hr::times(counted(2), stored(hr::absent)).is_absent());
  CHECK_CONSTEXPR(hr::times(counted(hr::absent), stored(hr::gibibytes(2))).is_absent());
  CHECK_CONSTEXPR(hr::times(counted(hr::absent), stored(hr::unknown)).is_absent());
  CHECK_CONSTEXPR(hr::times(counted(hr::unknown), stored(hr::absent)).is_absent());
  CHECK_CONSTEXPR(hr::times(counted(hr::unknown), stored(hr::gibibytes(2))).is_unknown());
  CHECK_CONSTEXPR(hr::times(counted(2), stored(hr::unknown)).is_unknown());
}

TEST_CASE("A product of counts never wraps round") {
  using counted = hr::figure<hr::count>;
  CHECK_CONSTEXPR(value_of(hr::times(counted(hr::max_count), counted(hr::max_count))) == hr::too_many);
}

TEST_CASE("A product is as well founded as the weaker of its factors") {
  constexpr auto guess = hr::general_knowledge(hr::count{2});
  constexpr hr::figure<hr::count> fact = 3;
  CHECK_CONSTEXPR(hr::times(guess, fact).basis == hr::basis::general_knowledge);
  CHECK_CONSTEXPR(hr::times(fact, guess).basis == hr::basis::general_knowledge);
  CHECK_CONSTEXPR(hr::times(fact, fact).is_confirmed());
}

TEST_CASE("A share of a GPU has its share of the GPU's capacities") {
  using namespace machine_cases;
  CHECK_CONSTEXPR(value_of(hr::per_gpu_of(one_sixth, machine_gpu.memory_as_sold)) == hr::gibibytes(8));
  CHECK_CONSTEXPR(value_of(hr::per_gpu_of(one_vm, machine_gpu.memory_as_sold)) == hr::gibibytes(48));
  CHECK_CONSTEXPR(value_of(hr::per_gpu_of(one_board, machine_gpu.memory_as_sold)) == hr::gibibytes(48));
  CHECK_CONSTEXPR(hr::per_gpu_of(one_sixth, machine_gpu.driver_memory).is_unknown());
}

TEST_CASE("A figure of the VM counts for all VMs of the machine, and a board has none") {
  using namespace machine_cases;
  CHECK_CONSTEXPR(value_of(hr::over_vms(one_rack, &hr::vm::vcpus)) == 2'304);
  CHECK_CONSTEXPR(value_of(hr::over_vms(one_rack, &hr::vm::system_memory)) == hr::gibibytes(15'552));
  CHECK_CONSTEXPR(value_of(hr::over_vms(one_vm, &hr::vm::vcpus)) == 128);
  CHECK_CONSTEXPR(hr::over_vms(one_rack, &hr::vm::temporary_storage).is_absent());
  CHECK_CONSTEXPR(hr::over_vms(one_board, &hr::vm::vcpus).is_unknown());
  CHECK_CONSTEXPR(hr::over_vms(nothing, &hr::vm::vcpus).is_unknown());
}

TEST_CASE("Shares of GPUs are counted as such where whole ones are asked for") {
  using namespace machine_cases;
  CHECK_CONSTEXPR(value_of(hr::whole_gpus_of(one_sixth)) == 1.0 / 6);
  CHECK_CONSTEXPR(value_of(hr::whole_gpus_of(one_rack)) == 72);
  CHECK_CONSTEXPR(value_of(hr::whole_gpus_of(one_board)) == 8);
  CHECK_CONSTEXPR(hr::whole_gpus_of(nothing).is_unknown());
}

TEST_CASE("A product of a figure that is not confirmed keeps its basis, and one that is takes the number's") {
  constexpr auto basis = [](hr::basis of_number, hr::basis of_each) {
    hr::figure<hr::count> number(2), each(3);
    number.basis = of_number;
    each.basis = of_each;
    return hr::times(number, each).basis;
  };
  using enum hr::basis;
  CHECK_CONSTEXPR(basis(stated, derived) == derived);
  CHECK_CONSTEXPR(basis(derived, stated) == stated);
  CHECK_CONSTEXPR(basis(general_knowledge, estimated) == estimated);
  CHECK_CONSTEXPR(basis(estimated, general_knowledge) == general_knowledge);
  CHECK_CONSTEXPR(basis(estimated, derived) == estimated);
}
