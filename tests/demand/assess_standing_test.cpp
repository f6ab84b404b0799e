// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/assess.hpp>

#include <array>
#include <limits>
#include <span>

#include <check.hpp>
#include <cluster/small_machines.hpp>

// What a verdict rests on, and how a group stands in it.
namespace {

constexpr auto confirmed_racks = hr::cluster{hr::racks<small::rack>(64)};
constexpr auto confirmed_mixed = hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10)};

// One of whose GPUs the memory is not known, with so many vCPUs.
constexpr hr::vm standing_riddle(hr::count vcpus) {
  hr::vm one = small::riddle::spec;
  one.vcpus = vcpus;
  return one;
}
constexpr hr::needs standing_large{.usable_gpu_memory = hr::gibibytes(200)};

hr::verdict standing_of(std::initializer_list<hr::group> groups, const hr::demand& asked) {
  return hr::assess(std::span<const hr::group>(groups.begin(), groups.size()), asked);
}
// Of a group alone.
hr::group_standing standing_of(const hr::machine& of, const hr::demand& asked, hr::count how_many = 1) { return standing_of({{of, how_many}}, asked).groups[0]; }

}  // namespace

namespace refused {

struct job {};
constexpr hr::figure<hr::demand> demand_of(const job&) { return hr::figure<hr::demand>(hr::unknown).noted("the job is made up"); }

}  // namespace refused

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

TEST_CASE("The check that decides is one of the worst outcome, and of those the shortest or the first") {
  const hr::vm few = standing_riddle(10), many = standing_riddle(1'000);
  const auto binding = [](const hr::vm& unsure, const hr::needs& total) {
    return standing_of({{small::node::spec, 3}, {unsure, 5}}, {.total = total, .per_gpu = standing_large});
  };
  // Three machines are eligible, with 12 GPUs and 384 vCPUs; five more may be, with 20 GPUs and 50 or 5,000 vCPUs.
  const hr::verdict fails = binding(few, {.gpus = 30, .vcpus = 500});
  CHECK(fails.outcome == hr::outcome::does_not_fit);
  CHECK(fails.checks()[0].line == hr::line::machines);
  CHECK(fails.checks()[0].supply == 3);
  CHECK(fails.checks()[1].outcome == hr::outcome::cannot_be_judged);
  CHECK(fails.checks()[1].missing == "riddle");
  CHECK(fails.checks()[2].missing.empty());
  CHECK(fails.binding_index == 2);
  CHECK(binding(many, {.gpus = 33, .vcpus = 3'840}).binding_index == 1);  // 21 GPUs of 33 are missing for certain
  // 2, 0.2, 0.067 and 0.08 of what is needed are to spare.
  const hr::verdict fits = binding(few, {.gpus = 10, .vcpus = 360, .system_memory = hr::gibibytes(2'400)});
  CHECK(fits.fits());
  CHECK(fits.binding_index == 2);
  CHECK(fits.checks().size() == 4);
  CHECK(binding(few, {.gpus = 6, .vcpus = 192, .system_memory = hr::gibibytes(1'296)}).binding_index == 1);  // of all three half is to spare
  CHECK(standing_of({{small::node::spec, 3}}, {.total = {.gpus = 12, .vcpus = 1}}).binding_index == 0);
  // Two have no figure, of which the later one's machines may not count either.
  CHECK(standing_of({{small::riddle::spec, 1}, {few, 1}}, {.total = {.vcpus = 100'000}, .per_gpu = standing_large}).outcome == hr::outcome::cannot_be_judged);
}

TEST_CASE("A limit that machines of unknown eligibility would break cannot be judged") {
  const auto with = [](hr::count most) { return standing_of({{small::node::spec, 3}, {small::riddle::spec, 5}}, {.per_gpu = standing_large, .at_most = {.vms = most}}).outcome; };
  CHECK(with(2) == hr::outcome::does_not_fit);
  CHECK(with(3) == hr::outcome::cannot_be_judged);
  CHECK(with(5) == hr::outcome::cannot_be_judged);
  CHECK(with(7) == hr::outcome::cannot_be_judged);
  CHECK(with(8) == hr::outcome::fits);
  // Counts are exact: one rack is more than a relative 1e-12 of 2^40 would leave out.
  CHECK(standing_of({{small::rack::spec, hr::max_count}}, {.at_most = {.racks = hr::max_count - 1}}).outcome == hr::outcome::does_not_fit);
  hr::vm large = small::node::spec;
  large.vcpus = 3'000'000'000'000;
  CHECK(standing_of({{large, 1}}, {.total = {.vcpus = 3'000'000'000'001}}).outcome == hr::outcome::does_not_fit);
}

TEST_CASE("A group's reason is the first of the worst that it does not meet, with all that it is about") {
  const hr::machine node = small::node::spec;
  const hr::group_standing more = standing_of(node, {.per_gpu = {.usable_gpu_memory = hr::gibibytes(500), .vcpus = 1'000}, .features = {hr::feature::hibernation}});
  CHECK(more.outcome == hr::outcome::does_not_fit);
  CHECK(more.why.outcome == hr::outcome::does_not_fit);
  CHECK(more.why.line == hr::line::usable_gpu_memory);
  CHECK(standing_of(node, {.features = {hr::feature::live_migration, hr::feature::hibernation}}).why.feature == hr::feature::live_migration);

  const hr::group_standing unstated = standing_of(node, {.features = {hr::feature::hibernation}});
  CHECK(unstated.why.line == hr::line::feature);
  CHECK(unstated.why.feature == hr::feature::hibernation);
  CHECK(unstated.why.missing == "node");
  CHECK(unstated.why.outcome == hr::outcome::cannot_be_judged);
  const hr::vm_series without{.features = {.premium_storage = hr::support::no}};
  hr::vm bare = small::node::spec;
  bare.series = &without;
  CHECK(standing_of(bare, {.features = {hr::feature::premium_storage}}).outcome == hr::outcome::does_not_fit);

  const hr::group_standing no_rate = standing_of(node, {.formats = {hr::fp8}});
  CHECK(no_rate.why.line == hr::line::number_format);
  CHECK(no_rate.why.format == hr::fp8);
  CHECK(no_rate.why.missing == "node");
  CHECK(no_rate.outcome == hr::outcome::cannot_be_judged);
  const hr::group_standing no_peak = standing_of(node, {.per_gpu = {.peak = hr::petaflops<hr::fp8, hr::sparse>(1)}});
  CHECK(no_peak.why.format == hr::fp8);
  CHECK(no_peak.why.zeros == hr::sparse);
  CHECK(no_peak.why.missing == "node");
  CHECK(no_peak.why.need == 1e15);
  CHECK(no_peak.why.supply == 0);

  const hr::group_standing apart = standing_of(small::old_vm::spec, {.per_domain = {.gpus = 20}, .units = {.in_domain = 16}});
  CHECK(apart.why.need == 20);
  CHECK(apart.why.supply == 8);
  const hr::verdict total = standing_of({{node, 1}}, {.total = {.peak = hr::petaflops<hr::fp4, hr::sparse>(1)}});
  CHECK(total.binding().format == hr::fp4);
  CHECK(total.binding().zeros == hr::sparse);
}

TEST_CASE("Whether machines make whole racks is known where they have no GPUs, no domain or no VMs") {
  const auto outcome = [](const hr::machine& of) { return standing_of(of, {.whole_racks = true}).outcome; };
  const auto sized = [](const hr::figure<hr::count>& gpus, const hr::figure<hr::count>& domain) { return hr::vm{.name = "sized", .gpu = &small::new_gpu::spec, .gpus = gpus, .scale_up_domain_gpus = domain}; };
  const hr::vm gpuless = sized(hr::absent, hr::unknown), uncounted = sized(hr::unknown, 72), unstated = sized(4, hr::unknown);
  CHECK(outcome(gpuless) == hr::outcome::does_not_fit);
  CHECK(outcome(uncounted) == hr::outcome::cannot_be_judged);
  CHECK(outcome(unstated) == hr::outcome::cannot_be_judged);
  CHECK(standing_of(unstated, {.whole_racks = true}).why.missing == "sized");
  CHECK(outcome(small::slice::spec) == hr::outcome::does_not_fit);
  hr::board large = small::board::spec, unsaid = small::board::spec;
  large.scale_up_domain_gpus = 16;
  unsaid.scale_up_domain_gpus = hr::unknown;
  CHECK(outcome(large) == hr::outcome::does_not_fit);
  CHECK(outcome(unsaid) == hr::outcome::does_not_fit);
  CHECK(standing_of(gpuless, {.per_gpu = {.vcpus = 1}}).outcome == hr::outcome::does_not_fit);
}

TEST_CASE("GPUs are left over of machines that may be eligible and have a count of them") {
  const auto left = [](const hr::machine& of, const hr::demand& asked, hr::count how_many = 3) { return standing_of(of, asked, how_many).gpus_left_over; };
  const auto sized = [](hr::count gpus, hr::count domain) { return hr::vm{.name = "sized", .gpu = &small::old_gpu::spec, .gpus = gpus, .scale_up_domain_gpus = domain}; };
  const hr::vm three = sized(3, 3), nowhere = sized(8, 0);
  hr::board negative = small::board::spec;
  negative.gpus = -1;
  CHECK(left(three, {.units = {.in_domain = 2}}) == 3);  // one in each domain
  CHECK(left(negative, {.units = {.of_one_kind = 2}}) == 0);
  CHECK(left(nowhere, {.units = {.of_one_kind = 2}}) == 0);
  CHECK(left(small::old_vm::spec, {.units = {.of_one_kind = 16}}) == 8);
  CHECK(left(small::old_vm::spec, {.per_gpu = standing_large, .units = {.of_one_kind = 16}}) == 0);
}

TEST_CASE("Only the number of GPUs in units rests on the domains, and of machines that count for certain") {
  hr::vm general = small::node::spec, unsure = small::riddle::spec;
  general.scale_up_domain_gpus = unsure.scale_up_domain_gpus = hr::general_knowledge(hr::count{72});
  const hr::verdict v = standing_of({{general, 3}}, {.total = {.gpus = 8, .vcpus = 100}, .units = {.in_domain = 2}});
  CHECK(v.fits());
  CHECK_FALSE(v.checks()[1].confirmed);
  CHECK(v.checks()[2].confirmed);
  const hr::verdict w = standing_of({{small::node::spec, 3}, {unsure, 3}}, {.total = {.gpus = 8}, .per_gpu = standing_large, .units = {.in_domain = 2}});
  CHECK(w.fits());
  CHECK(w.checks()[1].confirmed);
}

TEST_CASE("Of what is no demand nothing is checked, and a job says why it is none") {
  const hr::verdict v = standing_of({{small::node::spec, 3}}, {.total = {.gpus = -1, .vcpus = 1}});
  CHECK(v.outcome == hr::outcome::invalid);
  CHECK(v.checks().empty());
  for (const double discount : {-0.25, 0.0, 0.25, 1.0, 1.25})
    CHECK((standing_of({{small::node::spec, 3}}, {.prices = {.discount = discount}}).outcome == hr::outcome::invalid) == (discount < 0 || discount > 1));
  CHECK(standing_of({{small::node::spec, 3}}, {.total = {.system_memory = hr::bytes(std::numeric_limits<double>::max())}}).outcome == hr::outcome::does_not_fit);
  for (const hr::line each : {hr::line::machines, hr::line::vms, hr::line::racks, hr::line::max_power, hr::line::price_per_hour}) CHECK(hr::detail::need_of({}, each) == 0);
  const std::array groups{hr::group{small::node::spec, 3}};
  const hr::verdict none = hr::assess(std::span<const hr::group>(groups), refused::job{});
  CHECK(none.outcome == hr::outcome::invalid);
  CHECK(none.refused == "the job is made up");
}
