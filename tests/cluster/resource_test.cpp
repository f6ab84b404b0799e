// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/resource.hpp>

#include <check.hpp>
#include <cluster/small_machines.hpp>

namespace {

namespace res = hr::resource;

constexpr hr::machine resource_node{small::node::spec};
constexpr hr::machine resource_rack{small::rack::spec};
constexpr hr::machine resource_old{small::old_vm::spec};
constexpr hr::machine resource_slice{small::slice::spec};
constexpr hr::machine resource_board{small::board::spec};
constexpr hr::machine resource_head{small::head::spec};
constexpr hr::machine resource_riddle{small::riddle::spec};

}  // namespace

TEST_CASE("A rack has what its VMs have, times their number") {
  CHECK_CONSTEXPR(value_of(res::gpus::of(resource_rack)) == 72);
  CHECK_CONSTEXPR(value_of(res::vms::of(resource_rack)) == 18);
  CHECK_CONSTEXPR(value_of(res::racks::of(resource_rack)) == 1);
  CHECK_CONSTEXPR(value_of(res::cpus::of(resource_rack)) == 36);
  CHECK_CONSTEXPR(value_of(res::vcpus::of(resource_rack)) == 2'304);
  CHECK_CONSTEXPR(value_of(res::system_memory::of(resource_rack)) == hr::gibibytes(15'552));
  CHECK_CONSTEXPR(value_of(res::disk_iops::of(resource_rack)) == 1'440'000);
  CHECK_CONSTEXPR(value_of(res::disk_throughput::of(resource_rack)) == hr::gigabytes_per_second(28.8));
}

TEST_CASE("A VM is no rack, and a board is neither") {
  CHECK_CONSTEXPR(value_of(res::vms::of(resource_node)) == 1);
  CHECK_CONSTEXPR(value_of(res::racks::of(resource_node)) == 0);
  CHECK_CONSTEXPR(value_of(res::vms::of(resource_board)) == 0);
  CHECK_CONSTEXPR(value_of(res::racks::of(resource_board)) == 0);
  CHECK_CONSTEXPR(value_of(res::gpus::of(resource_board)) == 8);
  CHECK_CONSTEXPR(res::vcpus::of(resource_board).is_unknown());
}

TEST_CASE("Cores are the size's, or else those of its CPUs") {
  CHECK_CONSTEXPR(value_of(res::cores::of(resource_rack)) == 36 * 72);
  CHECK_CONSTEXPR(value_of(res::cores::of(resource_old)) == 48);
  CHECK_CONSTEXPR(res::cores::of(resource_slice).is_unknown());
  CHECK_CONSTEXPR(res::cores::of(resource_board).is_unknown());
}

TEST_CASE("A rack of 72 GPUs has four memories, each 72 times that of one GPU") {
  CHECK_CONSTEXPR(value_of(res::physical_gpu_memory::of(resource_rack)) == hr::gibibytes(20'736));
  CHECK_CONSTEXPR(value_of(res::gpu_memory::of(resource_rack)) == hr::gibibytes(20'088));
  CHECK_CONSTEXPR(value_of(res::driver_gpu_memory::of(resource_rack)) == hr::mebibytes(20'462'976));
  CHECK_CONSTEXPR(value_of(res::usable_gpu_memory::of(resource_rack)) == hr::mebibytes(20'462'976));
  CHECK_CONSTEXPR(res::usable_gpu_memory::of(resource_rack).is_confirmed());
}

TEST_CASE("Usable memory without a driver's figure is an estimate: 3,839 of 4,096 parts of the memory as sold") {
  CHECK_CONSTEXPR(res::driver_gpu_memory::of(resource_old).is_unknown());
  CHECK_CONSTEXPR(value_of(res::usable_gpu_memory::of(resource_old)) == hr::kibibytes(8.0 * 40 * 256 * 3'839));
  CHECK_CONSTEXPR(!res::usable_gpu_memory::of(resource_old).is_confirmed());
}

TEST_CASE("Usable memory is never more than the cloud prints for the size") {
  constexpr auto printed = [](const hr::memory& all) {
    hr::vm size = small::node::spec;
    size.gpu_memory_printed = all;
    return value_of(res::usable_gpu_memory::of(size));
  };
  CHECK_CONSTEXPR(printed(hr::gibibytes(1'000)) == hr::gibibytes(1'000));
  CHECK_CONSTEXPR(printed(hr::gibibytes(1'200)) == hr::mebibytes(4 * 284'208));
}

TEST_CASE("A size with an eighth of a GPU shows one GPU and has an eighth of its memory, bandwidth and rate") {
  CHECK_CONSTEXPR(value_of(res::gpus::of(resource_slice)) == 1);
  CHECK_CONSTEXPR(value_of(res::gpu_memory::of(resource_slice)) == hr::gibibytes(5));
  CHECK_CONSTEXPR(value_of(res::memory_bandwidth::of(resource_slice)) == hr::gigabytes_per_second(200));
  CHECK_CONSTEXPR(hr::in_teraflops(value_of(res::vector_peak<hr::fp64>::of(resource_slice))) == 9.7 / 8);
}

TEST_CASE("A peak is the tensor units' rate, or the vector units' where the format has no tensor unit") {
  CHECK_CONSTEXPR(value_of(res::peak<hr::fp4, hr::dense>::of(resource_rack)) == hr::petaflops<hr::fp4>(1'080));
  CHECK_CONSTEXPR(value_of(res::peak<hr::fp4, hr::sparse>::of(resource_rack)) == hr::petaflops<hr::fp4, hr::sparse>(1'440));
  CHECK_CONSTEXPR(value_of(res::peak<hr::fp64, hr::dense>::of(resource_old)) == hr::teraflops<hr::fp64>(156));
  CHECK_CONSTEXPR(value_of(res::vector_peak<hr::fp64>::of(resource_old)) == hr::teraflops<hr::fp64>(77.6));
  CHECK_CONSTEXPR(value_of(res::peak<hr::fp64, hr::dense>::of(resource_node)) == hr::teraflops<hr::fp64>(5.2));
  CHECK_CONSTEXPR(value_of(res::any_peak{hr::fp4, hr::sparse}.of(resource_node)) == hr::petaflops(80));
}

TEST_CASE("A format that the hardware does not have is absent, one that no source states unknown") {
  CHECK_CONSTEXPR(res::peak<hr::fp4, hr::dense>::of(resource_old).is_absent());
  CHECK_CONSTEXPR(res::peak<hr::fp64, hr::sparse>::of(resource_old).is_absent());
  CHECK_CONSTEXPR(res::peak<hr::fp8, hr::dense>::of(resource_old).is_unknown());
}

TEST_CASE("Networks are per direction: half of what both directions are sold as") {
  CHECK_CONSTEXPR(value_of(res::scale_up::of(resource_rack)) == hr::scale_up_per_direction(hr::terabytes_per_second(64.8)));
  CHECK_CONSTEXPR(value_of(res::scale_out::of(resource_rack)) == hr::scale_out_per_direction(hr::terabits_per_second(57.6)));
  CHECK_CONSTEXPR(value_of(res::scale_out::of(resource_old)) == hr::scale_out_per_direction(hr::gigabits_per_second(1'600)));
  CHECK_CONSTEXPR(value_of(res::scale_out::of(resource_board)) == hr::scale_out_per_direction(hr::gigabits_per_second(3'200)));
  CHECK_CONSTEXPR(value_of(res::front_end::of(resource_rack)) == hr::front_end_per_direction(hr::gigabits_per_second(2'880)));
  CHECK_CONSTEXPR(res::front_end::of(resource_old).is_unknown());
}

TEST_CASE("Fast memory is the GPUs' and what is coherent with it") {
  CHECK_CONSTEXPR(value_of(res::fast_memory::of(resource_rack)) == hr::gibibytes(20'088 + 36 * 480));
  CHECK_CONSTEXPR(res::fast_memory::of(resource_old).is_unknown());
  constexpr auto beside_pcie = [] {
    hr::cpu host = small::host::spec;
    host.coherent_link_per_direction = hr::absent;
    hr::vm size = small::node::spec;
    size.cpu = &host;
    return res::fast_memory::of(size).is_absent();
  };
  CHECK_CONSTEXPR(beside_pcie());
}

TEST_CASE("Fast memory is as well founded as the weaker of its two parts") {
  constexpr auto confirmed = [](const hr::figure<hr::memory>& of_cpu) {
    hr::cpu host = small::host::spec;
    host.memory_as_sold = of_cpu;
    hr::vm size = small::node::spec;
    size.cpu = &host;
    return res::fast_memory::of(size).is_confirmed();
  };
  CHECK_CONSTEXPR(confirmed(hr::gibibytes(480)));
  CHECK_CONSTEXPR(!confirmed(hr::general_knowledge(hr::gibibytes(480))));
}

TEST_CASE("Local storage is the larger of the two kinds, and absent only where both are") {
  constexpr auto storage = [](const hr::figure<hr::memory>& temporary, const hr::figure<hr::memory>& nvme) {
    hr::vm size;
    size.temporary_storage = temporary;
    size.nvme_storage = nvme;
    return res::local_storage::of(size);
  };
  CHECK_CONSTEXPR(value_of(storage(hr::terabytes(1), hr::terabytes(4))) == hr::terabytes(4));
  CHECK_CONSTEXPR(value_of(storage(hr::terabytes(4), hr::terabytes(1))) == hr::terabytes(4));
  CHECK_CONSTEXPR(value_of(storage(hr::terabytes(1), hr::unknown)) == hr::terabytes(1));
  CHECK_CONSTEXPR(value_of(storage(hr::absent, hr::terabytes(1))) == hr::terabytes(1));
  CHECK_CONSTEXPR(storage(hr::absent, hr::absent).is_absent());
  CHECK_CONSTEXPR(storage(hr::absent, hr::unknown).is_unknown());
  CHECK_CONSTEXPR(storage(hr::unknown, hr::absent).is_unknown());
}

TEST_CASE("Of two sizes of storage that are alike the NVMe disks' is told, and of two memories the driver's") {
  hr::vm size = small::node::spec;
  size.temporary_storage = hr::general_knowledge(hr::terabytes(2));
  size.nvme_storage = hr::terabytes(2);
  CHECK(res::local_storage::of(size).is_confirmed());
  size.gpu_memory_printed = hr::general_knowledge(hr::mebibytes(4 * 284'208));
  CHECK(res::usable_gpu_memory::of(size).is_confirmed());
}

TEST_CASE("Power is what a rack or board draws at most; of a VM nobody says") {
  CHECK_CONSTEXPR(value_of(res::max_power::of(resource_rack)) == hr::kilowatts(142));
  CHECK_CONSTEXPR(value_of(res::max_power::of(resource_board)) == hr::watts(14'400));
  CHECK_CONSTEXPR(res::max_power::of(resource_node).is_unknown());
  CHECK_CONSTEXPR(value_of(res::gpu_power::of(resource_rack)) == hr::watts(100'800));
}

TEST_CASE("The scale-up domain of a rack's VM is the rack") {
  CHECK_CONSTEXPR(value_of(res::scale_up_domain::of(resource_node)) == 72);
  CHECK_CONSTEXPR(value_of(res::scale_up_domain::of(resource_rack)) == 72);
  CHECK_CONSTEXPR(value_of(res::scale_up_domain::of(resource_board)) == 8);
  CHECK_CONSTEXPR(res::scale_up_domain::of(resource_slice).is_absent());
  CHECK_CONSTEXPR(res::scale_up_domain::of(hr::machine{}).is_unknown());
}

TEST_CASE("A machine without GPUs has nothing of what GPUs have") {
  CHECK_CONSTEXPR(value_of(res::gpus::of(resource_head)) == 0);
  CHECK_CONSTEXPR(res::gpu_memory::of(resource_head).is_absent());
  CHECK_CONSTEXPR(res::usable_gpu_memory::of(resource_head).is_absent());
  CHECK_CONSTEXPR(res::peak<hr::fp64, hr::dense>::of(resource_head).is_absent());
  CHECK_CONSTEXPR(res::vector_peak<hr::fp64>::of(resource_head).is_absent());
  CHECK_CONSTEXPR(res::scale_up::of(resource_head).is_absent());
  CHECK_CONSTEXPR(value_of(res::vcpus::of(resource_head)) == 64);
}

TEST_CASE("Of a GPU without figures everything but their number is unknown") {
  CHECK_CONSTEXPR(value_of(res::gpus::of(resource_riddle)) == 4);
  CHECK_CONSTEXPR(res::physical_gpu_memory::of(resource_riddle).is_unknown());
  CHECK_CONSTEXPR(res::usable_gpu_memory::of(resource_riddle).is_unknown());
  CHECK_CONSTEXPR(res::memory_bandwidth::of(resource_riddle).is_unknown());
  CHECK_CONSTEXPR(res::gpu_power::of(resource_riddle).is_unknown());
  CHECK_CONSTEXPR(res::scale_out::of(resource_riddle).is_unknown());
}

TEST_CASE("Memory of one GPU is the machine's over its GPUs") {
  CHECK_CONSTEXPR(value_of(hr::usable_memory_per_gpu(resource_node)) == hr::mebibytes(284'208));
  CHECK_CONSTEXPR(value_of(hr::usable_memory_per_gpu(resource_rack)) == hr::mebibytes(284'208));
  CHECK_CONSTEXPR(hr::usable_memory_per_gpu(resource_node).is_confirmed());
  CHECK_CONSTEXPR(hr::usable_memory_per_gpu(resource_riddle).is_unknown());
  CHECK_CONSTEXPR(hr::usable_memory_per_gpu(resource_head).is_absent());
  CHECK_CONSTEXPR(hr::usable_memory_per_gpu(hr::machine{}).is_unknown());
}

TEST_CASE("A machine multiplies in the formats that its GPU has a known rate in") {
  CHECK_CONSTEXPR(hr::multiplies_in(resource_node, hr::fp4));
  CHECK_CONSTEXPR(!hr::multiplies_in(resource_node, hr::int4));
  CHECK_CONSTEXPR(!hr::multiplies_in(resource_head, hr::fp4));
  CHECK_CONSTEXPR(!hr::multiplies_in(resource_riddle, hr::fp4));
  CHECK_CONSTEXPR(!hr::multiplies_in(hr::machine{}, hr::bf16));
}

TEST_CASE("Local storage of which one figure is not known is the other, also where that is none") {
  constexpr auto storage = [](const hr::figure<hr::memory>& temporary, const hr::figure<hr::memory>& nvme) {
    hr::vm size = small::old_vm::spec;
    size.temporary_storage = temporary;
    size.nvme_storage = nvme;
    return hr::resource::local_storage::of(size);
  };
  CHECK_CONSTEXPR(storage(hr::bytes(0), hr::unknown).is_known());
  CHECK_CONSTEXPR(value_of(storage(hr::unknown, hr::terabytes(2))) == hr::terabytes(2));
  CHECK_CONSTEXPR(value_of(storage(hr::terabytes(3), hr::terabytes(2))) == hr::terabytes(3));
  CHECK_CONSTEXPR(value_of(storage(hr::terabytes(1), hr::terabytes(2))) == hr::terabytes(2));
  CHECK_CONSTEXPR(storage(hr::absent, hr::unknown).is_unknown());
  CHECK_CONSTEXPR(storage(hr::unknown, hr::absent).is_unknown());
  CHECK_CONSTEXPR(storage(hr::absent, hr::absent).is_absent());
}

TEST_CASE("A machine without GPUs has no memory of GPUs, and a board none that is coherent with a host's") {
  constexpr auto with_gpus = [](const hr::figure<hr::count>& gpus) {
    hr::vm size = small::old_vm::spec;
    size.gpus = gpus;
    return hr::resource::gpu_memory::of(size);
  };
  CHECK_CONSTEXPR(with_gpus(hr::absent).is_absent());
  CHECK_CONSTEXPR(with_gpus(0).is_absent());
  CHECK_CONSTEXPR(with_gpus(hr::unknown).is_unknown());
  CHECK_CONSTEXPR(value_of(with_gpus(2)) == hr::gibibytes(80));
  CHECK_CONSTEXPR(hr::resource::fast_memory::of(small::board::spec).is_unknown());
  CHECK_CONSTEXPR(hr::resource::fast_memory::of(small::old_vm::spec).is_unknown());
  CHECK_CONSTEXPR(value_of(hr::resource::fast_memory::of(small::node::spec)) == hr::gibibytes(4 * 279 + 2 * 480));
}

TEST_CASE("Fast memory is unknown where the memory of the GPUs is, though the host's is coherent with it") {
  constexpr auto fast = [](const hr::figure<hr::count>& gpus) {
    hr::vm size = small::node::spec;
    size.gpus = gpus;
    return hr::resource::fast_memory::of(size);
  };
  CHECK_CONSTEXPR(fast(4).is_known());
  CHECK_CONSTEXPR(fast(hr::unknown).is_unknown());
  CHECK_CONSTEXPR(fast(hr::absent).is_unknown());
}

TEST_CASE("Cores of a size count before those of its CPUs") {
  constexpr auto cores = [](const hr::figure<hr::count>& given) {
    hr::vm size = small::node::spec;
    size.cores = given;
    return hr::resource::cores::of(size);
  };
  CHECK_CONSTEXPR(value_of(cores(100)) == 100);
  CHECK_CONSTEXPR(value_of(cores(hr::unknown)) == 2 * 72);
  CHECK_CONSTEXPR(cores(hr::absent).is_absent());
}

TEST_CASE("What is known of half of a figure does not make the whole known") {
  // Memory as printed, of GPUs whose own is not known; CPUs with a coherent link whose number is not.
  hr::vm printed = small::riddle::spec;
  printed.gpu_memory_printed = hr::gibibytes(1);
  CHECK(hr::resource::usable_gpu_memory::of(printed).is_unknown());
  hr::vm coherent = small::node::spec;
  coherent.cpus = hr::unknown;
  CHECK(hr::resource::fast_memory::of(coherent).is_unknown());
  // Without GPUs there is none of what they have, though it is not known which they would be.
  constexpr hr::vm without{.name = "without", .gpus = hr::absent};
  CHECK_CONSTEXPR(hr::resource::gpu_memory::of(without).is_absent());
  CHECK_CONSTEXPR(hr::usable_memory_per_gpu(without).is_absent());
  constexpr hr::vm of_one{.name = "of one", .gpu = &small::new_gpu::spec, .gpus = 1};
  CHECK_CONSTEXPR(value_of(hr::usable_memory_per_gpu(of_one)) == hr::mebibytes(284'208));
}
