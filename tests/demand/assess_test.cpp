// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/assess.hpp>

#include <array>
#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>
#include <limits>

namespace {

constexpr auto assess_racks = hr::cluster{hr::racks<small::rack>(64)};
constexpr auto assess_mixed = hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10)};
constexpr auto assess_unsure = hr::cluster{hr::racks<small::rack>(2), hr::vms<small::riddle>(3)};
constexpr auto assess_nothing = hr::cluster{};

constexpr hr::outcome fits_it = hr::outcome::fits;
constexpr hr::outcome unfit = hr::outcome::does_not_fit;
constexpr hr::outcome unjudged = hr::outcome::cannot_be_judged;
constexpr hr::outcome invalid_it = hr::outcome::invalid;

template <class Cluster>
constexpr hr::outcome outcome_of(const Cluster& c, const hr::demand& asked) {
  return hr::assess(c, asked).outcome;
}
template <class Cluster>
constexpr hr::outcome outcome_of_total(const Cluster& c, const hr::needs& total) {
  return hr::assess(c, hr::demand{.total = total}).outcome;
}

}  // namespace

TEST_CASE("A demand for exactly what there is fits") {
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.peak = hr::petaflops<hr::fp4, hr::sparse>(64 * 1'440)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.peak = hr::petaflops<hr::fp4>(64 * 1'080)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.peak = hr::exaflops<hr::fp4>(69.12)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.gpus = 4'608}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.usable_gpu_memory = hr::mebibytes(4'608.0 * 284'208)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.scale_up = hr::scale_up_per_direction(hr::terabytes_per_second(64 * 64.8))}) == fits_it);
}

TEST_CASE("One GPU, one byte, one megaflop a second more than there is does not") {
  constexpr auto one = hr::cluster{hr::vms<small::slice>(1)};
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.gpus = 4'609}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(hr::cluster{hr::vms<small::head>(1)}, {.system_memory = hr::gibibytes(256)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(hr::cluster{hr::vms<small::head>(1)},
                                   {.system_memory = hr::gibibytes(256) + hr::bytes(1)}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(one, {.memory_bandwidth = hr::gigabytes_per_second(200)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(one, {.memory_bandwidth = hr::bytes_per_second(200e9 + 1)}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(one, {.peak = hr::teraflops<hr::fp64>(19.5 / 8)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(one, {.peak = hr::teraflops<hr::fp64>(19.5 / 8 + 1e-6)}) == unfit);
}

TEST_CASE("Counts are exact however large, where quantities are equal within a relative 1e-12") {
  constexpr auto most = hr::cluster{hr::vms<small::slice>(hr::max_count)};
  CHECK_CONSTEXPR(outcome_of_total(most, {.gpus = hr::max_count}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(most, {.gpus = hr::max_count + 1}) == unfit);
  CHECK_CONSTEXPR(outcome_of(most, {.at_most = {.vms = hr::max_count - 1}}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.system_memory = hr::gibibytes(64 * 15'552) + hr::bytes(1)}) == fits_it);
}

TEST_CASE("Every need is held against its own total") {
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.memory_bandwidth = hr::petabytes_per_second(36.864)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.memory_bandwidth = hr::petabytes_per_second(36.9)}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(4'608 * 800))}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(4'609 * 800))}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.front_end = hr::front_end_per_direction(hr::gigabits_per_second(64 * 2'880))}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.front_end = hr::front_end_per_direction(hr::gigabits_per_second(64 * 2'881))}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.vcpus = 64 * 2'304}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.vcpus = 64 * 2'304 + 1}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.local_storage = hr::terabytes(64 * 72)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.local_storage = hr::terabytes(64 * 73)}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.disk_iops = 64 * 1'440'000}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.disk_iops = 64 * 1'440'000 + 1}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.disk_throughput = hr::gigabytes_per_second(64 * 28.8)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.disk_throughput = hr::gigabytes_per_second(64 * 28.9)}) == unfit);
}

TEST_CASE("A verdict has one check for each need and limit, with need, supply and margin") {
  constexpr auto v = hr::assess(assess_mixed, {.total = {.gpus = 200, .vcpus = 5'000}, .at_most = {.vms = 100}});
  CHECK_CONSTEXPR(v.fits());
  CHECK_CONSTEXPR(v.checks().size() == 3);
  CHECK_CONSTEXPR(v.checks()[0].line == hr::line::gpus);
  CHECK_CONSTEXPR(v.checks()[0].supply == 224);
  CHECK_CONSTEXPR(v.checks()[0].margin() == 24);
  CHECK_CONSTEXPR(v.checks()[1].supply == 2 * 2'304 + 960);
  CHECK_CONSTEXPR(v.checks()[2].is_limit);
  CHECK_CONSTEXPR(v.checks()[2].supply == 46);
  CHECK_CONSTEXPR(v.binding().line == hr::line::vcpus);  // 5,568 of 5,000 is 11 % to spare, 224 of 200 is 12 %
}

TEST_CASE("What fails binds before what cannot be judged, and that before what fits") {
  constexpr auto v = hr::assess(assess_unsure, {.total = {.gpus = 1'000, .vcpus = 10'000, .system_memory = hr::gibibytes(1)}});
  CHECK_CONSTEXPR(v.outcome == unfit);
  CHECK_CONSTEXPR(v.binding().line == hr::line::gpus);
  constexpr auto w = hr::assess(assess_unsure, {.total = {.gpus = 156, .vcpus = 10'000}});
  CHECK_CONSTEXPR(w.outcome == unjudged);
  CHECK_CONSTEXPR(w.binding().line == hr::line::vcpus);
}

TEST_CASE("An unknown figure decides nothing if the known part is enough, and else names its machine") {
  CHECK_CONSTEXPR(outcome_of_total(assess_unsure, {.vcpus = 4'608}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_unsure, {.vcpus = 4'609}) == unjudged);
  CHECK_CONSTEXPR(hr::assess(assess_unsure, {.total = {.vcpus = 4'609}}).binding().missing == "riddle");
}

TEST_CASE("A machine whose hardware has no such unit adds nothing, and the verdict is sure") {
  CHECK_CONSTEXPR(outcome_of_total(assess_mixed, {.peak = hr::petaflops<hr::fp4>(2'160)}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_mixed, {.peak = hr::petaflops<hr::fp4>(2'161)}) == unfit);
  CHECK_CONSTEXPR(outcome_of_total(hr::cluster{hr::vms<small::head>(3)}, {.usable_gpu_memory = hr::bytes(1)}) == unfit);
}

TEST_CASE("Only machines that meet what is needed of each GPU, VM and domain count") {
  constexpr hr::demand large_gpus{.total = {.gpus = 144}, .per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}};
  constexpr auto v = hr::assess(assess_mixed, large_gpus);
  CHECK_CONSTEXPR(v.fits());
  CHECK_CONSTEXPR(v.groups[0].outcome == fits_it);
  CHECK_CONSTEXPR(v.groups[1].outcome == unfit);
  CHECK_CONSTEXPR(v.groups[1].why.line == hr::line::usable_gpu_memory);
  CHECK_CONSTEXPR(v.groups[1].why.scope == hr::scope::per_gpu);
  CHECK_CONSTEXPR(v.groups[1].why.supply == 40.0 * 262'144 * 3'839);
  CHECK_CONSTEXPR(!v.groups[1].why.confirmed);
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.total = {.gpus = 145}, .per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}}) == unfit);
}

TEST_CASE("What each VM needs is held against one VM of the rack") {
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_vm = {.vcpus = 128}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_vm = {.vcpus = 129}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_vm = {.gpus = 4}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::boards<small::board>(3)}, {.per_vm = {.gpus = 1}}) == unfit);
}

TEST_CASE("What each scale-up domain needs is held against as much of it as is held") {
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_domain = {.gpus = 72}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_domain = {.gpus = 73}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::node>(18)}, {.per_domain = {.gpus = 72}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::node>(17)}, {.per_domain = {.gpus = 72}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::node>(40)}, {.per_domain = {.vcpus = 2'304}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::slice>(40)}, {.per_domain = {.gpus = 1}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::riddle>(40)}, {.per_domain = {.gpus = 1}}) == unjudged);
}

TEST_CASE("A machine without GPUs meets no need per GPU or domain, for certain") {
  constexpr auto heads = hr::cluster{hr::vms<small::head>(3)};
  CHECK_CONSTEXPR(outcome_of(heads, {.per_gpu = {.vcpus = 1}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(heads, {.per_domain = {.vcpus = 1}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(heads, {.whole_racks = true}) == unfit);
  CHECK_CONSTEXPR(outcome_of(heads, {.per_vm = {.vcpus = 64}}) == fits_it);
}

TEST_CASE("Machines whose eligibility is not known make a verdict sure only without them") {
  constexpr hr::demand asked{.total = {.gpus = 144}, .per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}};
  CHECK_CONSTEXPR(outcome_of(assess_unsure, asked) == fits_it);
  constexpr hr::demand more{.total = {.gpus = 156}, .per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}};
  CHECK_CONSTEXPR(outcome_of(assess_unsure, more) == unjudged);
  constexpr hr::demand too_much{.total = {.gpus = 157}, .per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}};
  CHECK_CONSTEXPR(outcome_of(assess_unsure, too_much) == unfit);
}

TEST_CASE("A feature in preview is supported, one that no page states cannot be judged") {
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.features = {hr::feature::premium_storage}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.features = {hr::feature::nvlink}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.features = {hr::feature::live_migration}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.features = {hr::feature::hibernation}}) == unjudged);
  constexpr auto v = hr::assess(assess_racks, {.features = {hr::feature::live_migration}});
  CHECK_CONSTEXPR(v.groups[0].why.line == hr::line::feature);
  CHECK_CONSTEXPR(v.groups[0].why.feature == hr::feature::live_migration);
}

TEST_CASE("Of whole racks only, the VMs that fill none do not count") {
  constexpr auto nodes = hr::cluster{hr::vms<small::node>(40)};
  constexpr auto v = hr::assess(nodes, {.total = {.gpus = 144}, .whole_racks = true});
  CHECK_CONSTEXPR(v.fits());
  CHECK_CONSTEXPR(v.groups[0].counted == 36);
  CHECK_CONSTEXPR(outcome_of(nodes, {.total = {.gpus = 145}, .whole_racks = true}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::node>(17)}, {.whole_racks = true}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::racks<small::rack>(1)}, {.whole_racks = true}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::old_vm>(10)}, {.whole_racks = true}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::boards<small::board>(10)}, {.whole_racks = true}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::riddle>(10)}, {.whole_racks = true}) == unjudged);
}

TEST_CASE("Every GPU must have a dense rate in every number format") {
  constexpr auto v = hr::assess(assess_mixed, {.total = {.gpus = 144}, .formats = {hr::fp64, hr::fp4}});
  CHECK_CONSTEXPR(v.fits());
  CHECK_CONSTEXPR(v.checks()[0].line == hr::line::machines);
  CHECK_CONSTEXPR(v.groups[0].outcome == fits_it);
  CHECK_CONSTEXPR(v.groups[1].outcome == unfit);
  CHECK_CONSTEXPR(v.groups[1].why.line == hr::line::number_format);
  CHECK_CONSTEXPR(v.groups[1].why.format == hr::fp4);
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.total = {.gpus = 145}, .formats = {hr::fp4}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.total = {.gpus = 224}, .formats = {hr::fp64}}) == fits_it);  // of vectors, of tensors
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::head>(3)}, {.formats = {hr::fp64}}) == unfit);
}

TEST_CASE("A number format that no source states cannot be judged") {
  constexpr auto v = hr::assess(assess_racks, {.formats = {hr::fp8}});
  CHECK_CONSTEXPR(v.outcome == unjudged);
  CHECK_CONSTEXPR(v.groups[0].why.line == hr::line::number_format);
  CHECK_CONSTEXPR(v.groups[0].why.format == hr::fp8);
  CHECK_CONSTEXPR(v.groups[0].why.missing == "rack");
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::old_vm>(1)}, {.formats = {hr::fp4, hr::fp8}}) == unfit);
}

TEST_CASE("GPUs that fill no whole unit do not count") {
  constexpr auto old = hr::cluster{hr::vms<small::old_vm>(5)};
  constexpr hr::gpu_units of_24{.in_domain = 8, .of_one_kind = 24};
  constexpr auto v = hr::assess(old, {.total = {.gpus = 24}, .units = of_24});
  CHECK_CONSTEXPR(v.fits());
  CHECK_CONSTEXPR(v.checks()[1].line == hr::line::gpus);
  CHECK_CONSTEXPR(v.checks()[1].supply == 24);
  CHECK_CONSTEXPR(v.groups[0].counted == 5);
  CHECK_CONSTEXPR(v.groups[0].gpus_left_over == 16);
  CHECK_CONSTEXPR(outcome_of(old, {.total = {.gpus = 25}, .units = of_24}) == unfit);
  CHECK_CONSTEXPR(outcome_of(old, {.total = {.vcpus = 5 * 96}, .units = of_24}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(old, {.total = {.gpus = 40}}) == fits_it);
}

TEST_CASE("Replicas do not mix groups") {
  constexpr hr::gpu_units of_96{.of_one_kind = 96};
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.total = {.gpus = 96}, .units = of_96}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.total = {.gpus = 97}, .units = of_96}) == unfit);
}

TEST_CASE("Machines whose scale-up domain is too small for a unit are not eligible") {
  constexpr auto v = hr::assess(assess_mixed, {.total = {.gpus = 128}, .units = {.in_domain = 16}});
  CHECK_CONSTEXPR(v.fits());
  CHECK_CONSTEXPR(v.groups[0].gpus_left_over == 16);
  CHECK_CONSTEXPR(v.groups[1].outcome == unfit);
  CHECK_CONSTEXPR(v.groups[1].why.line == hr::line::gpus);
  CHECK_CONSTEXPR(v.groups[1].why.scope == hr::scope::per_domain);
  CHECK_CONSTEXPR(v.groups[1].why.need == 16);
  CHECK_CONSTEXPR(v.groups[1].why.supply == 8);
  constexpr auto larger = hr::assess(assess_mixed, {.per_domain = {.gpus = 20}, .units = {.in_domain = 16}});
  CHECK_CONSTEXPR(larger.groups[1].why.need == 20);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::slice>(9)}, {.units = {.in_domain = 2}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::node>(3)}, {.units = {.in_domain = 16}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::node>(4)}, {.units = {.in_domain = 16}}) == fits_it);
}

TEST_CASE("Units that share an unknown domain cannot be judged, unless not even all GPUs together are enough") {
  constexpr auto riddles = hr::cluster{hr::vms<small::riddle>(5)};
  constexpr hr::gpu_units of_8{.in_domain = 8};
  CHECK_CONSTEXPR(outcome_of(riddles, {.total = {.gpus = 16}, .units = of_8}) == unjudged);
  CHECK_CONSTEXPR(outcome_of(riddles, {.total = {.gpus = 17}, .units = of_8}) == unfit);
  CHECK_CONSTEXPR(outcome_of(riddles, {.total = {.gpus = 16}, .units = {.of_one_kind = 8}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(riddles, {.total = {.gpus = 17}, .units = {.of_one_kind = 8}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_unsure, {.total = {.gpus = 144}, .units = of_8}) == fits_it);
}

TEST_CASE("Of whole racks only, units are taken from the VMs that count") {
  constexpr auto nodes = hr::cluster{hr::vms<small::node>(40)};
  constexpr hr::gpu_units of_16{.in_domain = 16};
  CHECK_CONSTEXPR(outcome_of(nodes, {.total = {.gpus = 144}, .units = of_16}) == fits_it);  // 64, 64 and the 16 of four VMs
  CHECK_CONSTEXPR(outcome_of(nodes, {.total = {.gpus = 128}, .units = of_16, .whole_racks = true}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(nodes, {.total = {.gpus = 129}, .units = of_16, .whole_racks = true}) == unfit);
}

TEST_CASE("GPUs in units are confirmed only as far as their domain is") {
  constexpr auto confirmed = [](const hr::gpu_units& units) {
    hr::vm size = small::old_vm::spec;
    size.scale_up_domain_gpus = hr::general_knowledge(hr::count{8});
    const std::array groups{hr::group{size, 2}};
    hr::basic_verdict<std::array<hr::group_standing, 1>> v;
    hr::detail::judge(v, groups, {.total = {.gpus = 16}, .units = units});
    return v.fits() && v.all_checks[v.check_count - 1].confirmed;
  };
  CHECK_CONSTEXPR(confirmed({.of_one_kind = 8}));
  CHECK_CONSTEXPR(!confirmed({.in_domain = 8}));
}

TEST_CASE("What each GPU needs is held against the share, the rack or the board that it is in") {
  constexpr auto slices = hr::cluster{hr::vms<small::slice>(3)};
  constexpr auto boards = hr::cluster{hr::boards<small::board>(3)};
  CHECK_CONSTEXPR(outcome_of(slices, {.per_gpu = {.usable_gpu_memory = hr::bytes(5.0 * 262'144 * 3'839)}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(slices, {.per_gpu = {.usable_gpu_memory = hr::gibibytes(5)}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(boards, {.per_gpu = {.usable_gpu_memory = hr::mebibytes(284'208)}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(boards, {.per_gpu = {.usable_gpu_memory = hr::mebibytes(284'209)}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(boards, {.per_gpu = {.system_memory = hr::gibibytes(1)}}) == unjudged);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_gpu = {.system_memory = hr::gibibytes(216)}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_gpu = {.system_memory = hr::gibibytes(217)}}) == unfit);
}

TEST_CASE("A limit holds for the machines that count, and exactly reaching it is kept") {
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.at_most = {.vms = 46}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.at_most = {.vms = 45}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.at_most = {.racks = 2}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.at_most = {.racks = 1}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.at_most = {.max_power = hr::kilowatts(64 * 142)}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.at_most = {.max_power = hr::kilowatts(64 * 142 - 1)}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}, .at_most = {.vms = 36}}) == fits_it);
}

TEST_CASE("An unknown figure leaves a limit unjudged unless the known part breaks it") {
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.at_most = {.max_power = hr::kilowatts(1'000)}}) == unjudged);
  CHECK_CONSTEXPR(outcome_of(assess_mixed, {.at_most = {.max_power = hr::kilowatts(283)}}) == unfit);
}

TEST_CASE("A limit on price is held against prices on the demand's terms") {
  constexpr auto with_price = [](double most) {
    const std::array rows{hr::price{.machine = "rack", .on_demand = hr::dollars_per_hour(500), .own = true}};
    return hr::assess(assess_racks, {.at_most = {.price_per_hour = hr::dollars_per_hour(most)}, .prices = {.own = rows}}).outcome;
  };
  CHECK_CONSTEXPR(with_price(32'000) == fits_it);
  CHECK_CONSTEXPR(with_price(31'999.99) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.at_most = {.price_per_hour = hr::dollars_per_hour(1e6)}}) == unjudged);
}

TEST_CASE("A verdict that rests on an estimate says so") {
  constexpr hr::demand some_memory{.total = {.usable_gpu_memory = hr::gibibytes(1)}};
  CHECK_CONSTEXPR(hr::assess(assess_racks, some_memory).binding().confirmed);
  CHECK_CONSTEXPR(!hr::assess(assess_mixed, some_memory).binding().confirmed);
}

TEST_CASE("An empty cluster meets a demand for nothing, and no other") {
  CHECK_CONSTEXPR(outcome_of(assess_nothing, {}) == fits_it);
  CHECK_CONSTEXPR(outcome_of(assess_nothing, {.at_most = {.vms = 0}}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_nothing, {.gpus = 1}) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_nothing, {.per_gpu = {.vcpus = 1}}) == unfit);
  CHECK_CONSTEXPR(outcome_of(assess_nothing, {.whole_racks = true}) == unfit);
  CHECK_CONSTEXPR(hr::assess(assess_nothing, {}).checks().empty());
}

TEST_CASE("A group of none counts as nothing, whatever its machine") {
  constexpr auto none = hr::cluster{hr::vms<small::riddle>(0), hr::racks<small::rack>(1)};
  CHECK_CONSTEXPR(outcome_of_total(none, {.vcpus = 2'304}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(none, {.vcpus = 2'305}) == unfit);
  CHECK_CONSTEXPR(outcome_of(hr::cluster{hr::vms<small::node>(0)}, {.per_gpu = {.vcpus = 1}}) == unfit);
}

TEST_CASE("The same machine in two groups adds up as in one") {
  constexpr auto twice = hr::cluster{hr::racks<small::rack>(1), hr::racks<small::rack>(1)};
  CHECK_CONSTEXPR(outcome_of_total(twice, {.gpus = 144}) == fits_it);
  CHECK_CONSTEXPR(outcome_of_total(twice, {.gpus = 145}) == unfit);
}

TEST_CASE("Negative, infinite and undefined amounts make the verdict invalid") {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.gpus = -1}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.usable_gpu_memory = hr::bytes(-1)}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.usable_gpu_memory = hr::from_base_units<hr::memory>(infinite)}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of_total(assess_racks, {.usable_gpu_memory = hr::from_base_units<hr::memory>(undefined)}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_gpu = {.vcpus = -1}}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_vm = {.vcpus = -1}}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.per_domain = {.vcpus = -1}}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.at_most = {.vms = -1}}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.prices = {.discount = 1.5}}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.prices = {.discount = undefined}}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.units = {.in_domain = 0}}) == invalid_it);
  CHECK_CONSTEXPR(outcome_of(assess_racks, {.units = {.in_domain = 8, .of_one_kind = 12}}) == invalid_it);
}

TEST_CASE("A count outside 0 to 2^40 makes the verdict invalid") {
  CHECK(hr::assess(hr::dynamic_cluster{{small::rack::spec, -1}}, {}).outcome == invalid_it);
  CHECK(hr::assess(hr::dynamic_cluster{{small::rack::spec, 1}, {small::rack::spec, hr::max_count + 1}}, {}).outcome == invalid_it);
  CHECK(hr::assess(hr::dynamic_cluster{{small::rack::spec, hr::max_count}}, {}).outcome == fits_it);
}

TEST_CASE("A machine's figure that is no amount, and a total of counts beyond its type, make the verdict invalid") {
  constexpr auto with_iops = [](hr::count each) {
    hr::vm size = small::node::spec;
    size.disk_iops = each;
    const std::array groups{hr::group{size, hr::max_count}};
    hr::basic_verdict<std::array<hr::group_standing, 1>> v;
    hr::detail::judge(v, groups, {.total = {.disk_iops = 1}});
    return v.outcome;
  };
  CHECK_CONSTEXPR(with_iops(1) == fits_it);
  CHECK_CONSTEXPR(with_iops(hr::count{1} << 23) == invalid_it);
  CHECK_CONSTEXPR(with_iops(-1) == invalid_it);
}

TEST_CASE("At run time the verdict is the one the compiler has") {
  constexpr hr::demand asked{.total = {.gpus = 100, .usable_gpu_memory = hr::terabytes(40)},
                             .per_gpu = {.usable_gpu_memory = hr::gibibytes(200)},
                             .at_most = {.vms = 36}};
  constexpr auto known = hr::assess(assess_mixed, asked);
  const hr::verdict same = hr::assess(hr::dynamic_cluster(assess_mixed), asked);
  CHECK(same.outcome == known.outcome);
  REQUIRE(same.checks().size() == known.checks().size());
  for (std::size_t i = 0; i < same.checks().size(); ++i) {
    CHECK(same.checks()[i].line == known.checks()[i].line);
    CHECK(same.checks()[i].supply == known.checks()[i].supply);
  }
  REQUIRE(same.groups.size() == 2);
  CHECK(same.groups[1].outcome == unfit);
}

TEST_CASE("That a board fills no rack rests on no estimate") {
  CHECK(hr::assess(hr::cluster{hr::boards<small::board>(10)}, hr::demand{.whole_racks = true}).groups[0].why.confirmed);
}
