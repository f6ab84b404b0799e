// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/capacity.hpp>

#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>

namespace {

constexpr auto capacity_racks = hr::cluster{hr::racks<small::rack>(2)};
constexpr auto capacity_mixed = hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10)};
constexpr auto capacity_none = hr::cluster{};

// The machine whose figures are least known comes last.
const hr::dynamic_cluster capacity_unsure{{small::rack::spec, 2}, {small::old_vm::spec, 10}, {small::riddle::spec, 3}};

}  // namespace

TEST_CASE("Totals of a compile-time cluster are quantities") {
  CHECK_CONSTEXPR(hr::gpu_count(capacity_mixed) == 224);
  CHECK_CONSTEXPR(hr::vm_count(capacity_mixed) == 46);
  CHECK_CONSTEXPR(hr::rack_count(capacity_mixed) == 2);
  CHECK_CONSTEXPR(hr::vcpu_count(capacity_mixed) == 2 * 2'304 + 960);
  CHECK_CONSTEXPR(hr::cpu_count(capacity_racks) == 72);
  CHECK_CONSTEXPR(hr::core_count(capacity_mixed) == 72 * 72 + 480);
  CHECK_CONSTEXPR(hr::system_memory(capacity_mixed) == hr::gibibytes(2 * 15'552 + 9'000));
  CHECK_CONSTEXPR(hr::physical_gpu_memory(capacity_racks) == hr::gibibytes(144 * 288));
  CHECK_CONSTEXPR(hr::gpu_memory(capacity_mixed) == hr::gibibytes(144 * 279 + 80 * 40));
  CHECK_CONSTEXPR(hr::driver_gpu_memory(capacity_racks) == hr::mebibytes(144 * 284'208));
  CHECK_CONSTEXPR(hr::usable_gpu_memory(capacity_racks) == hr::mebibytes(144 * 284'208));
  CHECK_CONSTEXPR(hr::fast_memory(capacity_racks) == hr::gibibytes(144 * 279 + 72 * 480));
  CHECK_CONSTEXPR(hr::memory_bandwidth(capacity_mixed) == hr::terabytes_per_second(144 * 8 + 80 * 1.6));
  CHECK_CONSTEXPR(hr::peak<hr::fp4>(capacity_racks) == hr::petaflops<hr::fp4>(2'160));
  CHECK_CONSTEXPR(hr::peak<hr::fp4, hr::sparse>(capacity_racks) == hr::petaflops<hr::fp4, hr::sparse>(2'880));
  CHECK_CONSTEXPR(hr::vector_peak<hr::fp64>(capacity_mixed) == hr::teraflops<hr::fp64>(144 * 1.3 + 80 * 9.7));
  CHECK_CONSTEXPR(hr::scale_up(capacity_racks) == hr::scale_up_per_direction(hr::terabytes_per_second(129.6)));
  CHECK_CONSTEXPR(hr::scale_out(capacity_mixed) == hr::scale_out_per_direction(hr::gigabits_per_second(144 * 800 + 16'000)));
  CHECK_CONSTEXPR(hr::front_end(capacity_racks) == hr::front_end_per_direction(hr::gigabits_per_second(36 * 160)));
  CHECK_CONSTEXPR(hr::local_storage(capacity_racks) == hr::terabytes(144));
  CHECK_CONSTEXPR(hr::disk_iops(capacity_racks) == 36 * 80'000);
  CHECK_CONSTEXPR(hr::disk_throughput(capacity_racks) == hr::gigabytes_per_second(57.6));
  CHECK_CONSTEXPR(hr::max_power(capacity_racks) == hr::kilowatts(284));
  CHECK_CONSTEXPR(hr::gpu_power(capacity_mixed) == hr::watts(144 * 1'400 + 80 * 400));
  CHECK_CONSTEXPR(hr::scale_up_domain_count(capacity_mixed) == 12);
}

TEST_CASE("An empty cluster has nothing of everything") {
  CHECK_CONSTEXPR(hr::gpu_count(capacity_none) == 0);
  CHECK_CONSTEXPR(hr::gpu_memory(capacity_none) == hr::bytes(0));
}

TEST_CASE("A total over so many racks is so many times a rack, and sums add and commute") {
  CHECK_CONSTEXPR(hr::gpu_memory(7 * capacity_mixed) == 7.0 * hr::gpu_memory(capacity_mixed));
  CHECK_CONSTEXPR(hr::gpu_count(hr::cluster{capacity_racks, capacity_mixed}) ==
                  hr::gpu_count(capacity_racks) + hr::gpu_count(capacity_mixed));
  CHECK_CONSTEXPR(hr::gpu_memory(hr::cluster{hr::vms<small::old_vm>(10), hr::racks<small::rack>(2)}) ==
                  hr::gpu_memory(capacity_mixed));
  CHECK_CONSTEXPR(hr::gpu_count(hr::cluster{hr::vms<small::node>(18)}) == hr::gpu_count(hr::cluster{hr::racks<small::rack>(1)}));
}

TEST_CASE("64 racks have exactly the petaflops that are printed for one, 64 times") {
  constexpr auto many = hr::cluster{hr::racks<small::rack>(64)};
  CHECK_CONSTEXPR(hr::peak<hr::fp4, hr::sparse>(many) >= hr::petaflops<hr::fp4, hr::sparse>(64 * 1'440));
  CHECK_CONSTEXPR(hr::peak<hr::fp4, hr::sparse>(many) <= hr::petaflops<hr::fp4, hr::sparse>(64 * 1'440));
  CHECK_CONSTEXPR(hr::peak<hr::fp4>(many) == hr::petaflops<hr::fp4>(64 * 1'080));
}

TEST_CASE("A total at run time is the known part and how much of the cluster it covers") {
  const auto memory = hr::gpu_memory(capacity_unsure);
  CHECK(memory.known_part == hr::gibibytes(144 * 279 + 80 * 40));
  CHECK(memory.covered == 12);
  CHECK(memory.machines == 15);
  CHECK_FALSE(memory.is_complete());
  CHECK(hr::gpu_count(capacity_unsure).known_part == 236);
  CHECK(hr::gpu_count(capacity_unsure).is_complete());
}

TEST_CASE("A total of a dynamic cluster is that of the same cluster known to the compiler") {
  const hr::dynamic_cluster same(capacity_mixed);
  CHECK(hr::gpu_count(same).known_part == hr::gpu_count(capacity_mixed));
  CHECK(hr::scale_out(same).known_part == hr::scale_out(capacity_mixed));
  CHECK(hr::usable_gpu_memory(same).known_part == hr::usable_gpu_memory(capacity_mixed));
}

TEST_CASE("Of one machine a total is its figure") {
  CHECK_CONSTEXPR(value_of(hr::gpu_count(hr::machine(small::rack::spec))) == 72);
  CHECK_CONSTEXPR(hr::gpu_memory(hr::machine(small::riddle::spec)).is_unknown());
}

TEST_CASE("A format chosen at run time has the peak that the compiler knows") {
  const hr::dynamic_cluster same(capacity_mixed);
  CHECK(hr::any_peak(same, hr::fp4).known_part == hr::petaflops(2'160));
  CHECK(hr::any_peak(same, hr::fp4, hr::sparse).known_part == hr::petaflops(2'880));
  CHECK(hr::any_peak(same, hr::fp4).without == 10);
  CHECK_CONSTEXPR(hr::any_peak(capacity_mixed.groups(), hr::fp64).known_part == hr::teraflops(144 * 1.3 + 80 * 19.5));
}

TEST_CASE("Per GPU, VM, rack and domain a total is divided by how many there are") {
  CHECK_CONSTEXPR(hr::per_gpu(hr::gpu_memory, capacity_racks) == hr::gibibytes(279));
  CHECK_CONSTEXPR(hr::per_vm(hr::gpu_memory, capacity_racks) == hr::gibibytes(1'116));
  CHECK_CONSTEXPR(hr::per_rack(hr::gpu_memory, capacity_racks) == hr::gibibytes(20'088));
  CHECK_CONSTEXPR(hr::per_domain(hr::gpu_memory, capacity_racks) == hr::gibibytes(20'088));
  CHECK_CONSTEXPR(hr::per_gpu(hr::vcpu_count, capacity_racks) == 32.0);
  CHECK_CONSTEXPR(hr::per_domain(hr::gpu_count, capacity_mixed) == 224.0 / 12);
}

TEST_CASE("At run time a share is known when every machine's figure is") {
  const hr::dynamic_cluster racks(capacity_racks);
  CHECK(value_of(hr::per_gpu(hr::gpu_memory, racks)) == hr::gibibytes(279));
  CHECK(hr::per_gpu(hr::gpu_memory, capacity_unsure).is_unknown());
  CHECK(hr::per_rack(hr::gpu_memory, hr::dynamic_cluster{{small::node::spec, 3}}).is_unknown());
  CHECK(hr::per_gpu(hr::gpu_memory, hr::dynamic_cluster{}).is_unknown());
}

TEST_CASE("A share is absent where some machine has no such thing, and never nothing") {
  const hr::dynamic_cluster mixed(capacity_mixed);
  CHECK(hr::per_gpu(hr::peak<hr::fp4>, mixed).is_absent());
  CHECK(hr::per_gpu(hr::peak<hr::fp4>, hr::dynamic_cluster{{small::old_vm::spec, 1}}).is_absent());
  CHECK(hr::per_domain(hr::gpu_count, hr::dynamic_cluster{{small::slice::spec, 1}}).is_absent());
}

TEST_CASE("A share of what rests on an estimate is an estimate") {
  CHECK(hr::per_gpu(hr::usable_gpu_memory, hr::dynamic_cluster{{small::old_vm::spec, 1}}).basis == hr::basis::estimated);
  CHECK(hr::per_gpu(hr::usable_gpu_memory, hr::dynamic_cluster{{small::node::spec, 1}}).is_confirmed());
}

TEST_CASE("A VM that is part of a rack fills a share of a scale-up domain") {
  CHECK_CONSTEXPR(value_of(hr::resource::domains::of(small::node::spec)) == 4.0 / 72);
  CHECK_CONSTEXPR(value_of(hr::resource::domains::of(small::rack::spec)) == 1.0);
  CHECK_CONSTEXPR(hr::resource::domains::of(small::slice::spec).is_absent());
  CHECK_CONSTEXPR(hr::resource::domains::of(small::riddle::spec).is_unknown());
}

TEST_CASE("A machine is as much of a scale-up domain as its GPUs are") {
  constexpr auto domains = [](const hr::machine& m) { return hr::resource::domains::of(m); };
  CHECK_CONSTEXPR(value_of(domains(small::rack::spec)) == 1);
  CHECK_CONSTEXPR(value_of(domains(small::node::spec)) == 4.0 / 72);
  CHECK_CONSTEXPR(value_of(domains(small::old_vm::spec)) == 1);
  CHECK_CONSTEXPR(domains(small::riddle::spec).is_unknown());
  CHECK_CONSTEXPR(domains(small::slice::spec).is_absent());
  constexpr auto of_none = [] {
    hr::vm size = small::old_vm::spec;
    size.scale_up_domain_gpus = 0;
    return hr::resource::domains::of(size);
  };
  CHECK_CONSTEXPR(of_none().is_unknown());
}

TEST_CASE("A share is unknown where what it is divided by is, and no better founded than that") {
  constexpr hr::vm of_unknown_gpus{.name = "of unknown GPUs", .vcpus = 4};
  constexpr hr::vm guessed{.name = "guessed", .gpus = hr::general_knowledge(hr::count{8}), .vcpus = 4};
  CHECK(hr::per_gpu(hr::vcpu_count, hr::dynamic_cluster{{small::node::spec, 1}, {of_unknown_gpus, 1}}).is_unknown());
  const auto of_guess = hr::per_gpu(hr::vcpu_count, hr::dynamic_cluster{{guessed, 3}});
  CHECK(value_of(of_guess) == 0.5);
  CHECK_FALSE(of_guess.is_confirmed());
  CHECK(hr::per_gpu(hr::vcpu_count, hr::dynamic_cluster{{small::node::spec, 3}}).is_confirmed());
}
