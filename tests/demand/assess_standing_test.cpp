// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/assess.hpp>

#include <array>
#include <check.hpp>
#include <cluster/small_machines.hpp>

// What a verdict rests on, and how a group stands in it.
namespace {

constexpr auto confirmed_racks = hr::cluster{hr::racks<small::rack>(64)};
constexpr auto confirmed_mixed = hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10)};

}  // namespace

TEST_CASE("An estimate in any group that counts leaves a verdict unconfirmed, wherever it stands") {
  constexpr hr::demand some_memory{.total = {.usable_gpu_memory = hr::gibibytes(1)}};
  constexpr auto estimated_first = hr::cluster{hr::vms<small::old_vm>(1), hr::racks<small::rack>(1)};
  CHECK_CONSTEXPR(!hr::assess(estimated_first, some_memory).binding().confirmed);
  // One that is not eligible does not count.
  constexpr hr::demand of_large_gpus{.total = {.usable_gpu_memory = hr::gibibytes(1)},
                                     .per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}};
  constexpr auto v = hr::assess(estimated_first, of_large_gpus);
  CHECK_CONSTEXPR(v.fits());
  for (const hr::need_check& each : v.checks()) CHECK(each.confirmed);
  // One whose eligibility is not known neither.
  constexpr auto with_riddle = hr::cluster{hr::racks<small::rack>(1), hr::vms<small::riddle>(1)};
  CHECK_CONSTEXPR(hr::assess(with_riddle, of_large_gpus).binding().confirmed);
  // A limit on power rests on stated figures.
  CHECK_CONSTEXPR(hr::assess(confirmed_racks, {.at_most = {.max_power = hr::megawatts(10)}}).binding().confirmed);
}

TEST_CASE("Units in domains are confirmed where the domain of every group is") {
  constexpr auto confirmed = [](bool first, bool second) {
    const auto size = [](bool stated) {
      hr::vm one = small::old_vm::spec;
      if (!stated) one.scale_up_domain_gpus = hr::general_knowledge(hr::count{8});
      return one;
    };
    const hr::vm one = size(first);
    const hr::vm two = size(second);
    const std::array groups{hr::group{one, 2}, hr::group{two, 2}};
    hr::basic_verdict<std::array<hr::group_standing, 2>> v;
    hr::detail::judge(v, groups, {.total = {.gpus = 32}, .units = {.in_domain = 8}});
    return v.fits() && v.all_checks[v.check_count - 1].confirmed;
  };
  CHECK_CONSTEXPR(confirmed(true, true));
  CHECK_CONSTEXPR(!confirmed(false, true));
  CHECK_CONSTEXPR(!confirmed(true, false));
}

TEST_CASE("A group that is not eligible says of what, in which format, and with or without zeros") {
  constexpr auto v = hr::assess(confirmed_mixed, {.per_gpu = {.peak = hr::petaflops<hr::fp4, hr::sparse>(1)}});
  CHECK_CONSTEXPR(v.groups[0].outcome == hr::outcome::fits);
  CHECK_CONSTEXPR(v.groups[1].outcome == hr::outcome::does_not_fit);
  CHECK_CONSTEXPR(v.groups[1].why.line == hr::line::peak);
  CHECK_CONSTEXPR(v.groups[1].why.format == hr::fp4);
  CHECK_CONSTEXPR(v.groups[1].why.zeros == hr::sparse);
  CHECK_CONSTEXPR(v.groups[1].why.need == 1e15);
  CHECK_CONSTEXPR(v.groups[1].why.scope == hr::scope::per_gpu);
  constexpr auto total = hr::assess(confirmed_mixed, {.total = {.peak = hr::petaflops<hr::fp4, hr::sparse>(1)}});
  CHECK_CONSTEXPR(total.binding().format == hr::fp4);
  CHECK_CONSTEXPR(total.binding().zeros == hr::sparse);
}

TEST_CASE("A feature that a machine cannot have makes it ineligible, and one of unknown GPUs cannot be judged") {
  static constexpr hr::vm_series of_none{.features = {.ultra_disk = hr::absent}};
  constexpr auto outcome_with = [](const hr::vm& size, const hr::demand& asked) {
    const std::array groups{hr::group{size, 1}};
    hr::basic_verdict<std::array<hr::group_standing, 1>> v;
    hr::detail::judge(v, groups, asked);
    return v.outcome;
  };
  constexpr hr::vm without{.name = "without", .series = &of_none, .gpus = 1};
  CHECK_CONSTEXPR(outcome_with(without, {.features = {hr::feature::ultra_disk}}) == hr::outcome::does_not_fit);
  CHECK_CONSTEXPR(outcome_with(without, {.features = {hr::feature::nvlink}}) == hr::outcome::cannot_be_judged);
  constexpr hr::vm uncounted{.name = "uncounted", .gpu = &small::new_gpu::spec, .vcpus = 64};
  CHECK_CONSTEXPR(outcome_with(uncounted, {.per_gpu = {.vcpus = 8}}) == hr::outcome::cannot_be_judged);
  CHECK_CONSTEXPR(outcome_with(uncounted, {.per_vm = {.vcpus = 64}}) == hr::outcome::fits);
  CHECK_CONSTEXPR(outcome_with(uncounted, {.per_vm = {.vcpus = 65}}) == hr::outcome::does_not_fit);
  CHECK_CONSTEXPR(outcome_with(uncounted, {.total = {.gpus = 8}, .units = {.of_one_kind = 8}}) == hr::outcome::cannot_be_judged);
}

TEST_CASE("A count that would not fit its type makes the verdict invalid, also of machines that may not count") {
  constexpr auto outcome_with = [](hr::count certain, hr::count possible) {
    const auto with_iops = [](hr::vm size, hr::count each) {
      size.disk_iops = each;
      return size;
    };
    const hr::vm sure = with_iops(small::node::spec, 1);
    const hr::vm unsure = with_iops(small::riddle::spec, hr::count{1} << 23);
    const std::array groups{hr::group{sure, certain}, hr::group{unsure, possible}};
    hr::basic_verdict<std::array<hr::group_standing, 2>> v;
    hr::detail::judge(v, groups, {.total = {.disk_iops = 1}, .per_gpu = {.usable_gpu_memory = hr::gibibytes(1)}});
    return v.outcome;
  };
  CHECK_CONSTEXPR(outcome_with(1, 1) == hr::outcome::fits);
  CHECK_CONSTEXPR(outcome_with(1, hr::max_count) == hr::outcome::invalid);
}

TEST_CASE("Units that lie in any domain leave over only what one group's replicas do") {
  // Three VMs of 8 GPUs: replicas of 16 leave 8; those of 5 leave 4.
  constexpr auto left = [](const hr::gpu_units& units) {
    return hr::assess(hr::cluster{hr::vms<small::old_vm>(3)}, {.total = {.gpus = 1}, .units = units}).groups[0].gpus_left_over;
  };
  CHECK_CONSTEXPR(left({}) == 0);
  CHECK_CONSTEXPR(left({.of_one_kind = 16}) == 8);
  CHECK_CONSTEXPR(left({.of_one_kind = 5}) == 4);
  // Of 5 in a domain of 8, three are left in each.
  CHECK_CONSTEXPR(left({.in_domain = 5, .of_one_kind = 5}) == 9);
  CHECK_CONSTEXPR(left({.in_domain = 4, .of_one_kind = 16}) == 8);
}

TEST_CASE("A machine's quantity that is no amount makes the verdict invalid, whatever stands beside it") {
  constexpr auto outcome_with = [](double first, double second) {
    const auto size = [](double gibibytes) {
      hr::vm one = small::old_vm::spec;
      one.system_memory = hr::gibibytes(gibibytes);
      return one;
    };
    const hr::vm one = size(first);
    const hr::vm two = size(second);
    const std::array groups{hr::group{one, 1}, hr::group{two, 1}};
    hr::basic_verdict<std::array<hr::group_standing, 2>> v;
    hr::detail::judge(v, groups, {.total = {.system_memory = hr::gibibytes(1)}});
    return v.outcome;
  };
  CHECK_CONSTEXPR(outcome_with(1, 1) == hr::outcome::fits);
  CHECK_CONSTEXPR(outcome_with(-1, 100) == hr::outcome::invalid);
  CHECK_CONSTEXPR(outcome_with(100, -1) == hr::outcome::invalid);
  CHECK_CONSTEXPR(outcome_with(-1, 0) == hr::outcome::invalid);
}
