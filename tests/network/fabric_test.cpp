// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/machines.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/network/fabric.hpp>

#include <check.hpp>
#include <unsaid.hpp>

namespace network_fabric_test {

TEST_CASE("a machine's fabric has the catalogue's rates") {
  constexpr hr::figure<hr::fabric> h100 = hr::fabric_of(hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(h100.is_known());
  CHECK_CONSTEXPR(value_of(h100).is_measured);
  CHECK_CONSTEXPR(value_of(h100).machine_gpus == 8);
  CHECK_CONSTEXPR(value_of(h100).domain_gpus == 8);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(h100).scale_up) == 450);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(h100).scale_out) == 50);
  CHECK_CONSTEXPR(value_of(h100).in_network_share > 0);
}

TEST_CASE("a rate of a whole VM is shared out over its GPUs") {
  constexpr hr::figure<hr::fabric> p4de = hr::fabric_of(hr::aws::p4de_24xlarge::spec);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(p4de).scale_out) == 6.25);
}

TEST_CASE("an NVL72 is one domain of machines with four GPUs") {
  constexpr hr::figure<hr::fabric> rack = hr::fabric_of(hr::azure::gb300_nvl72::spec);
  CHECK_CONSTEXPR(value_of(rack).domain_gpus == 72);
  CHECK_CONSTEXPR(value_of(rack).machine_gpus == 4);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(rack).scale_up) == 900);
}

TEST_CASE("links that nobody measured give an estimate that says so, and a GPU without links is refused") {
  constexpr hr::figure<hr::fabric> amd = hr::fabric_of(hr::azure::nd96isr_mi300x_v5::spec);
  CHECK_CONSTEXPR(amd.is_known());
  CHECK_CONSTEXPR(amd.basis == hr::basis::estimated);
  CHECK_CONSTEXPR(!value_of(amd).is_measured);
  CHECK_CONSTEXPR(!amd.note.empty());
  constexpr hr::vm own{.name = "own", .gpu = &hr::nvidia::t4::spec, .gpus = 4};
  constexpr hr::figure<hr::fabric> pcie = hr::fabric_of(own);
  CHECK_CONSTEXPR(pcie.is_unknown());
  CHECK(pcie.note == "the GPU has no scale-up network: collectives over PCIe are not modelled");
  CHECK(hr::fabric_of(hr::machine{}).note == "the machine has no GPU");
  constexpr hr::vm unnamed{.name = "node", .gpus = 8};
  CHECK(hr::fabric_of(unnamed).note == "which GPU the machine has is not known");
}

TEST_CASE("where nobody states which GPUs are joined there is no fabric, but of one that is alone") {
  static constexpr hr::vm four{.name = "four", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = 4};
  constexpr hr::figure<hr::fabric> unstated = hr::fabric_of(four);
  CHECK_CONSTEXPR(unstated.is_unknown());
  CHECK(unstated.note == "no source states its GPUs per scale-up domain");
  static constexpr hr::rack three{.name = "three", .vm = &four, .vms = 3};
  CHECK_CONSTEXPR(hr::fabric_of(three).is_unknown());
  static constexpr hr::vm one{.name = "one", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = 1};
  constexpr hr::figure<hr::fabric> alone = hr::fabric_of(one);
  CHECK_CONSTEXPR(value_of(alone).machine_gpus == 1);
  CHECK_CONSTEXPR(value_of(alone).domain_gpus == 1);
  // Neither a rate of a GPU nor one of the VM: nothing leaves it.
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(alone).scale_out) == 0);
  CHECK_CONSTEXPR(value_of(alone).is_measured);
  static constexpr hr::rack racked{.name = "racked", .vm = &one, .vms = 3};
  CHECK_CONSTEXPR(hr::fabric_of(racked).is_unknown());
  // Pairs that bridges join.
  static constexpr hr::vm pairs{.name = "pairs", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = 4, .scale_up_domain_gpus = 2};
  CHECK_CONSTEXPR(value_of(hr::fabric_of(pairs)).domain_gpus == 2);
}

TEST_CASE("a fabric has the leaf switches that a machine of its own says, of which a data sheet says nothing") {
  static constexpr hr::vm size = [] {
    hr::vm made = hr::azure::nd96isr_h100_v5::spec;
    made.leaves = {.oversubscription = 2, .flows_on_busiest_uplink = 3, .domains_per_leaf = 16};
    return made;
  }();
  const auto is_as_said = [](const hr::figure<hr::fabric>& of) {
    return value_of(of).oversubscription == 2 && value_of(of).flows_on_busiest_uplink == 3 && value_of(of).domains_per_leaf == 16;
  };
  CHECK(is_as_said(hr::fabric_of(size)));
  static constexpr hr::rack rack{.name = "rack", .vm = &size, .vms = 4};
  CHECK(is_as_said(hr::fabric_of(rack)));
  static constexpr hr::board board{.name = "board", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = 8, .leaves = {.oversubscription = 2, .flows_on_busiest_uplink = 3, .domains_per_leaf = 16}, .scale_up_domain_gpus = 8};
  CHECK(is_as_said(hr::fabric_of(board)));
  constexpr hr::fabric usual = value_of(hr::fabric_of(hr::azure::nd96isr_h100_v5::spec));
  CHECK_CONSTEXPR(usual.oversubscription == 1);
  CHECK_CONSTEXPR(usual.flows_on_busiest_uplink == 1);
  CHECK_CONSTEXPR(usual.domains_per_leaf == 0);
}

namespace {

constexpr double seconds(const hr::ranks& who, const hr::fabric& over) {
  return hr::in_seconds(hr::time_of(hr::collective::all_reduce, hr::gigabytes(1), who, over).value_or({}).time);
}

}  // namespace

TEST_CASE("a fabric says nothing of its links, and slows nothing, until it is told") {
  using hr::fabric;
  constexpr fabric plain{.machine_gpus = 8,
                         .domain_gpus = 8,
                         .scale_up = hr::scale_up_per_direction(hr::gigabytes_per_second(100)),
                         .scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(10))};
  constexpr auto inside = [](const fabric& over) { return seconds({8, 8}, over); };
  constexpr auto between = [](const fabric& over) { return seconds({64, 8}, over); };
  CHECK_CONSTEXPR(is_unless_said<&fabric::scale_up_share>(inside, plain, 1, 0.5));
  CHECK_CONSTEXPR(is_unless_said<&fabric::in_network_share>(inside, plain, 0, 0.9));
  CHECK_CONSTEXPR(is_unless_said<&fabric::scale_out_share>(between, plain, 1, 0.5));
  CHECK_CONSTEXPR(is_unless_said<&fabric::oversubscription>(between, plain, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&fabric::flows_on_busiest_uplink>(between, plain, 1, 2));
  constexpr fabric narrow = [](fabric made) {
    made.oversubscription = 2;
    return made;
  }(plain);
  CHECK_CONSTEXPR(is_unless_said<&fabric::domains_per_leaf>(between, narrow, 0, 8));
  // A machine is a whole domain.
  constexpr auto machines = [](const fabric& over) { return hr::rates_of({64, 8}, over).machines; };
  CHECK_CONSTEXPR(is_unless_said<&fabric::machine_gpus>(machines, fabric{.domain_gpus = 8}, 8, 4));
  // Of no GPUs there are no ranks, and what is measured by nobody is an estimate.
  constexpr auto unserved = [](const fabric& over) { return hr::unserved({1, 1}, over).empty(); };
  CHECK_CONSTEXPR(is_unless_said<&fabric::domain_gpus>(unserved, fabric{.machine_gpus = 1}, 0, 1));
  constexpr auto note = [](const fabric& over) { return hr::time_of(hr::collective::all_reduce, hr::gigabytes(1), {8, 8}, over).note; };
  CHECK_CONSTEXPR(is_unless_said<&fabric::is_measured>(note, plain, false, true));
}

TEST_CASE("a fabric takes the shares, the start and the hops that were measured of its kinds of link") {
  const hr::fabric h100 = value_of(hr::fabric_of(hr::azure::nd96isr_h100_v5::spec));
  CHECK(h100.scale_up_share == 0.810);
  CHECK(h100.in_network_share == 0.678);
  CHECK(h100.scale_out_share == 0.954);
  CHECK(h100.start == hr::microseconds(33));
  CHECK(h100.scale_up_hop == hr::microseconds(0.6));
  CHECK(h100.switch_hop == hr::microseconds(1.5));
  CHECK(h100.scale_out_hop == hr::microseconds(11));
}

TEST_CASE("a fabric needs whole GPUs and their number") {
  const hr::vm part{.name = "part", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = 1, .gpu_share = {1, 2}};
  CHECK(hr::fabric_of(part).note == "the machine has a share of a GPU");
  const hr::vm some{.name = "some", .gpu = &hr::nvidia::h100_sxm5::spec};
  CHECK(hr::fabric_of(some).note == "the number of GPUs is not known");
  const hr::board board{.name = "board", .gpu = &hr::nvidia::h100_sxm5::spec};
  CHECK(hr::fabric_of(board).note == "the number of GPUs is not known");
}

TEST_CASE("a rate of a GPU comes before a share of the machine's, and no GPUs share none") {
  const auto rate = [](hr::count gpus, hr::figure<hr::scale_out_bandwidth> per_gpu, hr::figure<hr::scale_out_bandwidth> whole) {
    const hr::vm size{.name = "own", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = gpus, .scale_out_per_gpu = per_gpu, .scale_out = whole, .scale_up_domain_gpus = gpus};
    const hr::board board{.name = "own", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = gpus, .scale_out_per_gpu = per_gpu, .scale_out = whole, .scale_up_domain_gpus = gpus};
    const double of_vm = hr::in_gigabytes_per_second(value_of(hr::fabric_of(size)).scale_out);
    CHECK(hr::in_gigabytes_per_second(value_of(hr::fabric_of(board)).scale_out) == of_vm);
    return of_vm;
  };
  const auto gigabytes = [](double n) { return hr::scale_out_per_direction(hr::gigabytes_per_second(n)); };
  CHECK(rate(4, gigabytes(7), gigabytes(100)) == 7);
  CHECK(rate(4, hr::unknown, gigabytes(100)) == 25);
  CHECK(rate(1, hr::unknown, gigabytes(100)) == 100);
  CHECK(rate(0, hr::unknown, gigabytes(100)) == 0);
  CHECK(rate(4, hr::unknown, hr::unknown) == 0);
}

TEST_CASE("a fabric is measured where each kind of link is, and names the one that is not") {
  const auto standing = [](const hr::gpu& device, std::string_view kind, double rate) {
    const hr::vm size{.name = "own", .gpu = &device, .gpus = 4, .scale_out_per_gpu = hr::scale_out_per_direction(hr::gigabytes_per_second(rate)), .scale_out_kind = kind, .scale_up_domain_gpus = 4};
    return hr::fabric_of(size);
  };
  const hr::gpu& nvlink = hr::nvidia::h100_sxm5::spec;
  const hr::gpu& other = *hr::azure::nd96isr_mi300x_v5::spec.gpu;
  const std::string_view no_network = "no measured collective over this kind of scale-out network: the share of InfiniBand is taken";
  const std::string_view no_link = "no measured collective over this kind of scale-up link: the share of NVLink 4 is taken";
  struct row {
    const hr::gpu* device;
    std::string_view kind;
    double rate;
    std::string_view note;
  };
  for (const row& each : {row{&nvlink, "InfiniBand NDR", 50, ""}, row{&nvlink, "EFA", 50, ""}, row{&nvlink, "RoCE", 50, no_network},
                          row{&nvlink, "RoCE", 0, ""}, row{&other, "InfiniBand NDR", 50, no_link}, row{&other, "RoCE", 50, no_link},
                          row{&other, "RoCE", 0, no_link}}) {
    CAPTURE(each.kind);
    const hr::figure<hr::fabric> found = standing(*each.device, each.kind, each.rate);
    CHECK(found.note == each.note);
    CHECK(value_of(found).is_measured == each.note.empty());
    CHECK(found.basis == (each.note.empty() ? hr::basis::stated : hr::basis::estimated));
  }
}

}  // namespace network_fabric_test
